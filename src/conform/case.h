// One call of a built-in, as a test case tree: calls of the harness (`K`, agent/conform/harness.js) make what literals
// cannot say, the last call, K.call(this, arguments…) or K.construct(arguments…), is the one under test.
#pragma once

#include <string>
#include <vector>

#include "model/test_case.h"

namespace kingbird::conform {

/// A function of the language: {"Array", "prototype", "fill"}.
struct BuiltIn {
  std::string name;
  model::AccessPath path;
  /// Section of ECMA-262 that describes it, as the anchor in its text: "sec-array.prototype.fill".
  std::string Section() const;
};

/// "Array.prototype.fill", "Math.max", "parseInt", "Map.prototype[Symbol.iterator]" is not one. kUsage otherwise.
base::Result<BuiltIn> ParseBuiltIn(const std::string& name);

struct Case {
  enum class Source : uint8_t { kRandom, kSymbolic };
  size_t built_in = 0;  ///< In the run's list.
  model::TestCase test;
  Source source = Source::kRandom;
  std::string implementation;  ///< kSymbolic: whose path it follows.
};

/// K, the harness.
model::Argument Harness();
/// Calls K.name(arguments) in `body` and refers to what it gives.
model::Argument CallHarness(const std::string& name, std::vector<model::Argument> arguments,
                            std::vector<model::Call>& body, int& next_id);

/// The statements of the case, ES5 and ASCII; "" for what cannot be said in it.
std::string StatementsOf(const model::TestCase& test, std::string_view indent = "  ");
/// What the body of a case is written as.
enum class CaseForm : uint8_t {
  kFunction,  ///< All editions have it.
  kArrow,     ///< It has no `arguments`, which some engines take long to make.
};
/// K.run(number, path, function (K, at) {…}, globals it needs);
std::string CaseText(const Case& one, const BuiltIn& built_in, size_t number, CaseForm form = CaseForm::kFunction);
/// The call in one line for readers: "Array.prototype.fill.call([1, 2], 7)"; falls back on the statements.
std::string CallText(const Case& one, const BuiltIn& built_in);

}  // namespace kingbird::conform
