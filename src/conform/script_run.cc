#include "conform/script_run.h"

#include <fmt/format.h>

#include "base/text.h"

namespace kingbird::conform {
namespace {

constexpr std::string_view kCheck =
    "K.run(1, ['String', 'prototype', 'charAt'], function (K, at) { 'use strict'; K.call('abc', 1); });\nK.end();\n";
constexpr size_t kMostComplaint = 120;

}  // namespace

base::Result<runtime::ScriptResult> RunEngine(const Engine& engine, const std::vector<std::string>& command,
                                              runtime::SandboxKind sandbox, std::chrono::milliseconds silence,
                                              const std::vector<base::Path>& readable,
                                              std::chrono::milliseconds start) {
  runtime::ScriptConfig config;
  config.node = command[0];
  config.arguments.assign(command.begin() + 1, command.end());
  config.sandbox = sandbox;
  config.readable = engine.readable;
  config.readable.insert(config.readable.end(), readable.begin(), readable.end());
  config.environment = engine.environment;
  config.reserves = engine.profile.reserves;
  config.system_calls = engine.profile.system_calls;
  config.time_limit = std::chrono::minutes(10);
  config.silence = silence;
  config.start = start;
  return runtime::RunScript(config);
}

base::Result<std::string> ReadHarness(const base::FileSystem& files, const base::Path& agent) {
  std::string text;
  for (const char* name : {"makers.js", "describe.js", "harness.js"}) {
    ASSIGN_OR_RETURN(const std::string part, files.Read(agent / "conform" / name));
    text += part;
  }
  return text;
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

std::vector<std::string> CommandFor(const Engine& engine, const base::Path& script) {
  std::vector<std::string> command = engine.command;
  for (std::string& word : command) {
    if (word == "{script}") word = script.string();
  }
  return command;
}

std::string HarnessStart(const Engine& engine, const std::string& mark) {
  // In a line of its own, where drivers look for it.
  return fmt::format(
      "\nvar K = kingbirdHarness({}, '{}', typeof globalThis === 'undefined' ? this : globalThis, typeof kingbirdHost "
      "=== "
      "'undefined' ? undefined : kingbirdHost);\n",
      engine.profile.print, mark);
}

base::Status CheckEngine(base::FileSystem& files, const Engine& engine, const std::string& harness,
                         const base::Path& folder, runtime::SandboxKind sandbox) {
  const base::Path script = folder / "check.js";
  TRY(files.Write(script, harness + HarnessStart(engine, "@check") + std::string(kCheck)));
  ASSIGN_OR_RETURN(const runtime::ScriptResult run,
                   RunEngine(engine, CommandFor(engine, script), sandbox, kStartTime, {folder}));
  if (run.out.find("@check\t1\tdid\t\t\treturns 'b'") != std::string::npos) return {};
  std::string complaint = FirstLine(run.err.empty() ? run.out : run.err).substr(0, kMostComplaint);
  if (run.timed_out) complaint = "it does not end";
  return base::EnvironmentError(
      fmt::format("does not pass the start-up check: {}",
                  complaint.empty() ? fmt::format("exit code {}", run.exit_code) : complaint));
}

}  // namespace kingbird::conform
