#include "emit/finding_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/made_by_hand.h"

namespace kingbird::emit {
namespace {

using model::Argument;
using model::Call;
using model::Event;
using model::Value;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const FindingScript kConfig{"package", "package@1.0.0", "lib", false};

/// lib.first(1); lib.second(2)
model::Finding TwoCalls() {
  model::Finding finding;
  finding.id = "exception-second-1";
  finding.message = "throws TypeError: words at lib/a.js:3";
  finding.function = "second";
  finding.repro = "findings/exception-second-1.cjs";
  finding.test = model::TestOf({model::CallOf(1, "first", {Argument::Literal(Value::Number(1))}),
                                model::CallOf(2, "second", {Argument::Literal(Value::Number(2))})});
  return finding;
}

model::Execution With(std::vector<std::pair<Event::Kind, int>> events) {
  model::Execution execution;
  for (const auto& [kind, node] : events) execution.events.push_back({.kind = kind, .node = node, .values = {Value()}});
  return execution;
}

TEST(FindingScriptTest, WhatOtherCallsThrowIsCaught) {
  const auto execution = With({{Event::Kind::kThrow, 1}, {Event::Kind::kThrow, 2}});
  EXPECT_EQ(WriteFindingScript(TwoCalls(), execution, 2, kConfig),
            "// exception-second-1: Throws TypeError: words at lib/a.js:3\n"
            "// second of package@1.0.0. Run with: node exception-second-1.cjs\n"
            "'use strict';\n"
            "const lib = require('package');\n\n"
            "try {\n  lib.first(1);\n} catch {}\n"
            "lib.second(2);\n");
}

TEST(FindingScriptTest, WhatOtherPromisesAreRejectedWithIsCaught) {
  const auto execution = With({{Event::Kind::kReturn, 1}, {Event::Kind::kReject, 1}, {Event::Kind::kReturn, 2}});
  const std::string script = WriteFindingScript(TwoCalls(), execution, 0, kConfig);
  EXPECT_THAT(script, HasSubstr("Promise.resolve(lib.first(1)).catch(() => {});\nlib.second(2);\n"));
}

TEST(FindingScriptTest, EffectsAreInTheFirstLine) {
  auto execution = With({{Event::Kind::kReturn, 1}});
  execution.effects = {true, true};
  EXPECT_THAT(WriteFindingScript(TwoCalls(), execution, 0, kConfig),
              StartsWith("// Careful: this script starts processes and uses the network.\n"));
}

TEST(FindingScriptTest, FilesGetAFolderOfTheirOwn) {
  auto execution = With({{Event::Kind::kReturn, 1}});
  EXPECT_THAT(WriteFindingScript(TwoCalls(), execution, 0, kConfig), Not(HasSubstr("chdir")));
  execution.files = true;
  const std::string script = WriteFindingScript(TwoCalls(), execution, 0, kConfig);
  EXPECT_LT(script.find("process.chdir(folder)"), script.find("require('package')"));
  FindingScript module = kConfig;
  module.es_module = true;
  EXPECT_THAT(WriteFindingScript(TwoCalls(), execution, 0, module), HasSubstr("const lib = await import('package');"));
}

}  // namespace
}  // namespace kingbird::emit
