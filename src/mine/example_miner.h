// Calls of the target that documentation, examples and tests write out with their arguments: the first tests of a
// function, since somebody meant them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mine/api_names.h"
#include "model/api.h"
#include "model/test_case.h"

namespace kingbird::mine {

/// Reads programs one after the other; what an earlier one imports or declares, a later one may use, as the blocks of
/// a page do. Not thread-safe.
class ExampleMiner {
 public:
  /// `package` is the name clients import it by. A program without an import may use it, or the API's functions, as if
  /// they were there. `api` must outlive the miner.
  ExampleMiner(const model::Api& api, std::string package);
  ~ExampleMiner();

  /// JavaScript or TypeScript. `is_target` tells the target's module specifiers of this program.
  void Read(const std::string& program, const IsTarget& is_target);
  /// Forgets what the programs so far declared: another page begins.
  void EndPage();
  /// Each call that stands by itself is a test, with the calls that make its arguments and receiver before it. In the
  /// order of the text, without repeats, well-formed, of a bounded number and size.
  std::vector<model::TestCase> Take();

 private:
  class Page;
  const model::Api& api_;
  std::string package_;
  std::unique_ptr<Page> page_;
  std::vector<model::TestCase> found_;
};

}  // namespace kingbird::mine
