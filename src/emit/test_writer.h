// One test case with what it was seen to do → the body of one readable test.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emit/expectation.h"
#include "emit/stable.h"
#include "model/test_case.h"

namespace kingbird::emit {

struct WriteStyle {
  std::string module_variable = "lib";  ///< What the suite calls the package.
  ExpectationStyle expectation;
};

/// What stands in for the world in a test. How it is put in place, and taken away afterwards, depends on the runner.
struct WrittenFake {
  std::string name;  ///< "fetch", or the function of answers.cjs that puts it in place by itself.
  std::string text;  ///< The function in place of fetch, or the call of that function.
};

struct WrittenTest {
  std::string function;                    ///< Function::Name of the call the test is about; tests are grouped by it.
  std::string title;                       ///< "on malformed JSON calls back with SyntaxError".
  std::vector<std::string> longer_titles;  ///< See TestName.
  std::vector<std::string> body;
  bool is_async = false;
  std::vector<WrittenFake> fakes;    ///< They come before the body.
  bool needs_folder = false;         ///< Works with files, or with the path of the folder it runs in.
  bool needs_ordinary_user = false;  ///< Would say something else as root.
  bool fixed_date = false;           ///< Was recorded while Date stood still (RunOptions::still_date).
  int assertions = 0;
};

/// Nothing when the behaviour cannot be asserted: it did not finish, or a call sometimes throws and sometimes returns.
std::optional<WrittenTest> WriteTest(const model::TestCase& test, const StableBehaviour& behaviour,
                                     const WriteStyle& style);

}  // namespace kingbird::emit
