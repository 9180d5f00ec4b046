// Runs the agent in plain Node, without fork server and sandbox, and reads the log it leaves.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/json.h"
#include "base/subprocess.h"
#include "runtime/event_codec.h"

namespace kingbird::runtime {

/// $KINGBIRD_TEST_NODE or the node in PATH.
inline std::string Node() {
  const char* node = std::getenv("KINGBIRD_TEST_NODE");
  return node == nullptr ? "node" : node;
}

/// Runs node with these arguments; the last one names the log, which is decoded.
inline DecodedLog RunNode(std::vector<std::string> arguments) {
  const std::string log = arguments.back();
  arguments.insert(arguments.begin(), Node());
  base::Command command;
  command.arguments = std::move(arguments);
  command.time_limit = std::chrono::seconds(30);
  const auto result = base::RunCommand(command);
  EXPECT_TRUE(result.ok());
  auto bytes = base::DiskFileSystem().Read(log);
  EXPECT_TRUE(bytes.ok()) << (result.ok() ? result->err : "");
  return bytes.ok() ? DecodeLog(*bytes) : DecodedLog{};
}

inline base::TempFolder MakeFolder() {
  auto folder = base::TempFolder::Make(base::Disk(), "kingbird-agent");
  CHECK(folder.ok(), folder.error().message);
  return std::move(*folder);
}

inline void WriteFile(const base::Path& path, std::string_view content) {
  const base::Status status = base::DiskFileSystem().Write(path, content);
  CHECK(status.ok(), status.error().message);
}

/// One event per expression ({"code", "methods"}), in order.
inline DecodedLog DescribeAll(const base::Json& expressions) {
  const base::TempFolder folder = MakeFolder();
  WriteFile(folder.path() / "in.json", base::DumpJson(expressions));
  return RunNode({SOURCE "/tests/agent/describe_values.js", folder.path() / "in.json", folder.path() / "log"});
}

/// Runs a job on a CommonJS target given as text.
inline DecodedLog RunAgent(std::string_view target, const base::Json& job) {
  const base::TempFolder folder = MakeFolder();
  WriteFile(folder.path() / "target.js", target);
  WriteFile(folder.path() / "job.json", base::DumpJson(job));
  return RunNode({SOURCE "/tests/agent/stand_in.js", folder.path() / "job.json", folder.path() / "target.js",
                  folder.path() / "log"});
}

}  // namespace kingbird::runtime
