// The log that agent/event_log.js fills → events, and how the test ended. The layout is described in
// docs/architecture/agent.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/execution.h"

namespace kingbird::runtime {

/// What the test itself said about its end; a test that was killed says nothing.
struct EndRecord {
  model::End end = model::End::kFinished;
  int exit_code = 0;
  std::string detail;
  model::Value error;
};

struct DecodedLog {
  std::vector<model::Event> events;
  std::optional<EndRecord> end;
  bool depends_on_machine = false;  ///< model::Execution::depends_on_machine
  bool overlap = false;             ///< model::Execution::overlap
  bool announced = false;           ///< model::Execution::announced
  bool reads_date = false;          ///< model::Execution::reads_date
  std::string stack;                ///< model::Execution::stack
  /// False when the log holds bytes that no agent wrote; `events` are those before them.
  bool intact = true;
  bool overflow = false;  ///< More values than the core takes; `events` are those before them.
};

/// `log` is the whole shared region, header included. Never crashes, whatever the bytes.
DecodedLog DecodeLog(std::string_view log);

}  // namespace kingbird::runtime
