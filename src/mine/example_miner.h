// Finds calls of the target, with their arguments, in documentation, examples and tests. A person wrote these calls on
// purpose, so they become the first tests of a function.
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
  /// Begins another page: the declarations of the programs so far are forgotten.
  void EndPage();
  /// Returns one test for each call statement, with the calls that make its arguments and receiver before the call. The
  /// tests are in the order of the text, without repeats, well-formed, and bounded in number and size.
  std::vector<model::TestCase> Take();

 private:
  class Page;
  const model::Api& api_;
  std::string package_;
  std::unique_ptr<Page> page_;
  std::vector<model::TestCase> found_;
};

}  // namespace kingbird::mine
