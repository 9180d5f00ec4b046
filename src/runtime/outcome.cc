#include "runtime/outcome.h"

#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <string_view>

#include "model/v8_words.h"
#include "runtime/event_codec.h"

namespace kingbird::runtime {
namespace {

model::Halt HaltOf(wire::Activity activity) {
  switch (activity) {
    case wire::Activity::kBusy:
      return model::Halt::kBusy;
    case wire::Activity::kPending:
      return model::Halt::kPending;
    case wire::Activity::kEndless:
      return model::Halt::kEndless;
  }
  return model::Halt::kNone;
}

// V8 says so on stderr before it aborts; the signal differs between versions.
bool RanOutOfMemory(std::string_view err, int signal) {
  if (signal != SIGABRT && signal != SIGTRAP && signal != SIGILL && signal != SIGSEGV) return false;
  return model::SaysOutOfMemory(err);
}

bool FileTooLarge(const wire::DoneBody& done) {
  return WIFSIGNALED(done.wait_status) && WTERMSIG(done.wait_status) == SIGXFSZ;
}

// True when the zygote ended the child.
bool InterpretKill(const RawResult& raw, model::Execution& execution) {
  switch (raw.done.killed) {
    case wire::Killed::kNo:
      return false;
    case wire::Killed::kDeadline:
      execution.end = model::End::kTimedOut;
      execution.halt = HaltOf(raw.done.activity);
      return true;
    case wire::Killed::kOutput:
      execution.end = model::End::kOutputLimit;
      return true;
    case wire::Killed::kProcesses:
    case wire::Killed::kScratch:
      execution.end = model::End::kSignal;
      execution.signal = SIGKILL;
      execution.halt = raw.done.killed == wire::Killed::kScratch ? model::Halt::kScratch : model::Halt::kProcesses;
      return true;
    case wire::Killed::kMemory:
      execution.end = model::End::kOutOfMemory;
      return true;
  }
  return false;
}

void InterpretStatus(const RawResult& raw, model::Execution& execution) {
  const int status = raw.done.wait_status;
  if (WIFSIGNALED(status)) {
    execution.signal = WTERMSIG(status);
    execution.end = FileTooLarge(raw.done)                      ? model::End::kOutputLimit
                    : RanOutOfMemory(raw.err, execution.signal) ? model::End::kOutOfMemory
                                                                : model::End::kSignal;
    return;
  }
  execution.exit_code = WEXITSTATUS(status);
  execution.end = raw.end_mark == wire::kQuiescent ? model::End::kFinished : model::End::kExited;
}

// What only waits has done what it will do.
bool StoppedInTheMiddle(const wire::DoneBody& done) {
  if (FileTooLarge(done)) return true;
  const bool waited = done.killed == wire::Killed::kDeadline && done.activity == wire::Activity::kPending;
  return done.killed != wire::Killed::kNo && !waited;
}

// Only the sandbox has a read-only machine around the test: elsewhere it is a matter of rights, or it would write
// there.
bool WroteOutside(const model::Value& value) {
  const model::Value* code = value.kind == model::Value::Kind::kError ? value.Find("code") : nullptr;
  if (code != nullptr && code->text == "EROFS") return true;
  return std::any_of(value.items.begin(), value.items.end(),
                     [](const model::Value& item) { return WroteOutside(item); }) ||
         std::any_of(value.properties.begin(), value.properties.end(),
                     [](const model::Property& property) { return WroteOutside(property.value); });
}

bool WroteOutside(const DecodedLog& log) {
  const auto tells = [](const model::Event& event) {
    return std::any_of(event.values.begin(), event.values.end(),
                       [](const model::Value& value) { return WroteOutside(value); });
  };
  return (log.end && WroteOutside(log.end->error)) || std::any_of(log.events.begin(), log.events.end(), tells);
}

}  // namespace

std::string_view AnswerOf(const RawResult& raw) {
  uint32_t length = 0;
  if (raw.log.size() < sizeof length) return "";
  std::memcpy(&length, raw.log.data(), sizeof length);
  if (length > raw.log.size() - sizeof length) return "";
  return std::string_view(raw.log).substr(sizeof length, length);
}

model::Execution Interpret(const RawResult& raw) {
  model::Execution execution;
  DecodedLog log = DecodeLog(raw.log);
  execution.depends_on_machine =
      log.depends_on_machine || (raw.effects & wire::kWritesOutside) != 0 || WroteOutside(log);
  execution.effects.processes = (raw.effects & (wire::kStartsProcess | wire::kSendsSignal)) != 0;
  execution.files = (raw.effects & wire::kTouchesFiles) != 0;
  execution.effects.network = (raw.effects & wire::kOpensSocket) != 0;
  execution.events = std::move(log.events);
  execution.overlap = log.overlap;
  execution.announced = log.announced;
  execution.reads_date = log.reads_date;
  execution.stack = std::move(log.stack);
  execution.out = raw.out;
  execution.err = raw.err;
  execution.stopped = StoppedInTheMiddle(raw.done) || !log.intact || log.overflow;
  if (!execution.stopped) execution.hits = raw.hits;
  execution.wall_ms = static_cast<double>(raw.done.wall_us) / 1000;
  execution.cpu_ms = static_cast<double>(raw.done.cpu_us) / 1000;
  // What it says of itself is worth nothing then, nor can anybody repeat it elsewhere.
  if (!log.intact) {
    execution.end = model::End::kLied;
    execution.depends_on_machine = true;
    execution.events.clear();
    return execution;
  }
  if (InterpretKill(raw, execution)) return execution;
  if (log.overflow) {
    execution.end = model::End::kEventLimit;
    return execution;
  }
  if (WIFEXITED(raw.done.wait_status) && log.end) {
    execution.end = log.end->end;
    // The one that the agent notices itself (agent/ending.js).
    if (log.end->detail == "endless") execution.halt = model::Halt::kEndless;
    execution.exit_code = log.end->exit_code;
    execution.error = log.end->error;
    return execution;
  }
  InterpretStatus(raw, execution);
  return execution;
}

model::Execution ZygoteKilled() {
  model::Execution execution;
  execution.end = model::End::kSignal;
  execution.signal = SIGKILL;
  execution.halt = model::Halt::kZygote;
  return execution;
}

}  // namespace kingbird::runtime
