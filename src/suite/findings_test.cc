#include "suite/findings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "env/fake_surroundings.h"
#include "model/made_by_hand.h"
#include "runtime/fake_executor.h"
#include "suite/suspects.h"

namespace kingbird::suite {
namespace {

TEST(Findings, NobodyIsToldOfNothing) { EXPECT_TRUE(NotesOf({}, true).empty()); }

TEST(Findings, OtherEndsAreCountedByReason) {
  const std::vector<OtherEnd> others = {{"f", "died", "called process.exit"},
                                        {"g", "died", "did not end the same way when repeated"},
                                        {"h", "died", "called process.exit"}};
  const std::vector<std::string> notes = NotesOf(others, false);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0],
            "3 other calls ended in an error, a hang or an exit that Kingbird does not count as a bug: 2 called "
            "process.exit, 1 did not end the same way when repeated; --all-findings lists them");
  EXPECT_TRUE(NotesOf({others[0]}, false)[0].starts_with("1 other call ended in"));
  EXPECT_EQ(NotesOf(others, true).size(), 4U) << "and each of them where all are wanted";
}

model::Call Calls(int id, const std::string& function, const std::string& argument) {
  return model::CallOf(id, function, {model::Argument::Literal(model::Value::String(argument))});
}

/// Every test dies of an error that names its last argument. "Node" is a shell script that knows what each script
/// throws, and where, by a word in it.
struct WrittenFindings : testing::Test, env::FakeSurroundings {
  void SetUp() override {
    auto made = base::TempFolder::Make(base::Disk(), "kingbird-findings-test");
    ASSERT_TRUE(made.ok());
    folder.emplace(std::move(*made));
    config.jobs = 1;
    loaded.target.kind = target::Target::Kind::kFile;
    loaded.target.root = "/pkg";
    loaded.target.entry = "index.js";
    loaded.target.display = "index.js";
    loaded.style.module_variable = "lib";
    loaded.host.node = folder->path() / "node";
    loaded.host.sandbox = runtime::SandboxKind::kNone;
    loaded.executor = std::make_unique<runtime::FakeExecutor>(
        [](const model::TestCase& test, const runtime::RunOptions&) { return Died(test); });
  }

  static model::Execution Died(const model::TestCase& test) {
    model::Execution execution;
    std::string word;
    for (const model::Call& call : test.root->body) {
      execution.events.push_back(model::EventOf(model::Event::Kind::kCall, call.id, {}));
      if (!call.arguments.empty()) word = call.arguments.back().literal.text;
    }
    execution.end = model::End::kUncaughtException;
    execution.error.kind = model::Value::Kind::kError;
    execution.error.type = "TypeError";
    execution.error.text = "bad " + word;
    return execution;
  }

  static loop::BadEnd EndOf(std::vector<model::Call> calls) {
    const model::TestCase test = model::TestOf(std::move(calls));
    return {test, Died(test), 0};
  }

  /// Of the scripts that have this text in them.
  struct Shows {
    std::string text;
    std::string word;
    std::string place;
  };
  Findings Written(const std::vector<loop::BadEnd>& ends, const std::vector<Shows>& shown) {
    std::string node = "#!/bin/sh\ncase \"$(cat \"$1\")\" in\n";
    for (const auto& [text, word, place] : shown) node += "*" + text + "*) word=" + word + " place=" + place + " ;;\n";
    node += "*) exit 0 ;;\nesac\n";
    node += R"(printf "TypeError: bad $word\n    at f ($place:7)\n\nNode.js v20.0.0\n" >&2; exit 1)";
    EXPECT_TRUE(disk.Write(loaded.host.node, node).ok());
    std::filesystem::permissions(loaded.host.node, std::filesystem::perms::owner_all);
    env::Env env(config, log, stats, disk, clock, interrupted);
    const auto findings = WriteFindings(env, loaded, ends, Contracts::None());
    EXPECT_TRUE(findings.ok());
    return findings.ok() ? *findings : Findings();
  }

  static std::vector<std::string> IdsOf(const Findings& findings) {
    std::vector<std::string> ids;
    for (const model::Finding& finding : findings.written) ids.push_back(finding.id);
    return ids;
  }

  base::DiskFileSystem disk;
  std::optional<base::TempFolder> folder;
  load::LoadedTarget loaded;
};

TEST_F(WrittenFindings, OfOneCauseAreOneTheShortest) {
  // Both need all of their calls.
  loaded.executor = std::make_unique<runtime::FakeExecutor>([](const model::TestCase& test, const auto&) {
    const bool whole = model::CallIds(test) == std::vector{1} || model::CallIds(test) == std::vector{2, 3};
    return whole ? Died(test) : model::Execution();
  });
  const Findings findings =
      Written({EndOf({Calls(2, "open", "beta"), Calls(3, "close", "alpha")}), EndOf({Calls(1, "stop", "alpha")})},
              {{"alpha", "alpha", "/pkg/index.js:4"}});
  ASSERT_EQ(IdsOf(findings), std::vector<std::string>{"crash-stop-1"});
  EXPECT_EQ(findings.written[0].tests, 2);
  EXPECT_EQ(findings.written[0].path, "index.js");
  EXPECT_EQ(findings.written[0].line, 4);
  EXPECT_EQ(findings.written[0].message, "uncaught TypeError: bad alpha at index.js:4");
  ASSERT_EQ(findings.others.size(), 1U);
  EXPECT_EQ(findings.others[0].function, "close");
}

TEST_F(WrittenFindings, AreNumberedByFunctionWithoutGaps) {
  const std::vector<loop::BadEnd> ends = {EndOf({Calls(1, "f", "alpha")}), EndOf({Calls(1, "f", "beta")}),
                                          EndOf({Calls(1, "f", "gamma")}), EndOf({Calls(1, "g", "delta")})};
  const std::vector<Shows> shown = {{"alpha", "alpha", "/pkg/index.js:4"},
                                    {"beta", "beta", "/pkg/index.js:4"},
                                    {"gamma", "gamma", "/pkg/index.js:9"},
                                    {"delta", "delta", "/pkg/other.js:4"}};
  const Findings findings = Written(ends, shown);
  EXPECT_EQ(IdsOf(findings), (std::vector<std::string>{"crash-f-1", "crash-f-2", "crash-g-1"}));
  ASSERT_EQ(findings.written.size(), 3U);
  EXPECT_EQ(findings.written[1].line, 9);
  EXPECT_EQ(findings.written[1].repro, "findings/crash-f-2.cjs");
  EXPECT_EQ(IdsOf(Written(ends, shown)), IdsOf(findings)) << "the same run gives them the same names";
}

TEST_F(WrittenFindings, AreWhatTheirScriptsShow) {
  const std::vector<loop::BadEnd> ends = {EndOf({Calls(1, "f", "alpha")})};
  EXPECT_EQ(Written(ends, {{"alpha", "alpha", "/pkg/index.js:4"}}).written.size(), 1U);
  EXPECT_TRUE(Written(ends, {}).written.empty()) << "the script ends well";
  EXPECT_TRUE(Written(ends, {{"alpha", "beta", "/pkg/index.js:4"}}).written.empty()) << "another error";
  EXPECT_TRUE(Written(ends, {{"alpha", "alpha", "/pkg/node_modules/x/index.js:4"}}).written.empty())
      << "the error is another package's";
}

TEST_F(WrittenFindings, AreShownByTheScriptWithItsTitleToo) {
  // Only the script that is handed over says in its head where the error is.
  const Findings findings = Written({EndOf({Calls(1, "f", "alpha")})}, {{"index.js:4", "alpha", "/pkg/index.js:5"},
                                                                        {"alpha", "alpha", "/pkg/index.js:4"}});
  EXPECT_TRUE(findings.written.empty());
  ASSERT_EQ(findings.others.size(), 1U);
  EXPECT_EQ(findings.others[0].reason, "did not end the same way when repeated");
}

TEST_F(WrittenFindings, HaveExcusesThatCostNoRun) {
  loop::BadEnd left = EndOf({Calls(1, "f", "alpha")});
  left.execution.end = model::End::kExited;
  loop::BadEnd own = EndOf({Calls(1, "g", "alpha")});
  own.execution.events.push_back(model::EventOf(model::Event::Kind::kReject, 1, {own.execution.error}));
  auto* executor = static_cast<runtime::FakeExecutor*>(loaded.executor.get());
  const Findings findings = Written({left, own}, {{"", "alpha", "/pkg/index.js:4"}});
  EXPECT_TRUE(findings.written.empty());
  ASSERT_EQ(findings.others.size(), 1U) << "what the test itself did is not even counted";
  EXPECT_EQ(findings.others[0].reason, "called process.exit");
  EXPECT_TRUE(executor->ran.empty());
}

TEST_F(WrittenFindings, AreNotRunWhereTheTimeIsOver) {
  interrupted = true;
  const Findings findings = Written({EndOf({Calls(1, "f", "alpha")})}, {{"", "alpha", "/pkg/index.js:4"}});
  EXPECT_TRUE(findings.written.empty());
  ASSERT_EQ(findings.others.size(), 1U);
  EXPECT_EQ(findings.others[0].reason, kNoTime);
}

}  // namespace
}  // namespace kingbird::suite
