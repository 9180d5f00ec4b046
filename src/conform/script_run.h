// One process of an engine: a script in, lines out, inside the sandbox.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/result.h"
#include "conform/engine.h"
#include "runtime/script.h"

namespace kingbird::conform {

/// For starting an engine on a loaded machine.
inline constexpr std::chrono::milliseconds kStartTime{20000};

/// Runs a command of the engine; it ends when it has said nothing for `silence`, or nothing at all for `start` (0: the
/// same).
base::Result<runtime::ScriptResult> RunEngine(const Engine& engine, const std::vector<std::string>& command,
                                              runtime::SandboxKind sandbox, std::chrono::milliseconds silence,
                                              const std::vector<base::Path>& readable = {},
                                              std::chrono::milliseconds start = {});

/// What stands before the cases: the files of agent/conform that define the harness.
base::Result<std::string> ReadHarness(const base::FileSystem& files, const base::Path& agent);

/// Without the line's end.
std::string FirstLine(const std::string& text);

/// The engine's command with the script in its place.
std::vector<std::string> CommandFor(const Engine& engine, const base::Path& script);

/// What stands between the harness and the cases: `K` is made, what it prints begins with `mark`.
std::string HarnessStart(const Engine& engine, const std::string& mark);

/// The start-up check: the harness runs in the engine and describes a call that everybody agrees on.
base::Status CheckEngine(base::FileSystem& files, const Engine& engine, const std::string& harness,
                         const base::Path& folder, runtime::SandboxKind sandbox);

}  // namespace kingbird::conform
