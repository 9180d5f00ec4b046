// What one run of a test did, as data. Oracles compare executions; generators learn from them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/effects.h"
#include "model/test_case.h"
#include "model/value.h"
#include "wire_kinds.h"

namespace kingbird::model {

/// How the process of the test ended; all but the last two are told by agent and addon (agent/wire.json).
///
///   kFinished            quiescent: nothing left to do
///   kUncaughtException   `error` holds it
///   kUnhandledRejection  `error` holds the reason
///   kTimedOut            deadline passed; `halt` says what it was at
///   kExited              process.exit or process.reallyExit; `exit_code`
///   kSignal              killed; `signal`
///   kOutOfMemory         V8's heap limit or the memory limit of the process
///   kOutputLimit         printed or wrote to one file more than the limit
///   kEventLimit          reported more events than the log holds, or more values than the core takes
///   kLied                what it reported is nothing the agent would have written; no event of it counts
///   kNotRun              the run was over before this test: it says nothing
enum class End : uint8_t { KINGBIRD_ENDS kLied, kNotRun };
std::string_view ToString(End end);

/// What an end that the test did not choose has to do with.
enum class Halt : uint8_t {
  kNone,
  kBusy,       ///< kTimedOut: it computed.
  kPending,    ///< … it waited.
  kEndless,    ///< … it began turns of the event loop without end.
  kScratch,    ///< kSignal: it filled its scratch folder.
  kProcesses,  ///< … it had more processes than a test may.
  kZygote,     ///< … its zygote died, which may have been its doing.
};
std::string_view ToString(Halt halt);  // "busy"; "" for none

/// One thing that happened, in the order in which it happened (kinds: agent/wire.json).
///
///   kCall     call `node` is about to run; values: its arguments before the call, when RunOptions::arguments_before
///   kReturn   call `node` returned; values: [result, receiver after, arguments after…] (no receiver: undefined)
///   kThrow    call `node` threw; values: as kReturn with the error in front
///   kInvoke   callback `node` was invoked; values: [this, arguments…]
///   kLeave    callback `node` ended; values: [returned value]; it ended by throwing when `threw`
///   kFulfill  the promise returned by call `node` was fulfilled; values: [value]
///   kReject   … was rejected; values: [reason]
///   kWarning  process 'warning' event; values: [the warning]
///   kRead     read-trace pass: `node` is the call during which it was read; values: [path as string…]
///   kPollute  call `node` (0: something that came later) changed an object that every program shares;
///             values: [path as array of strings, the value there now, whether the property is new]
///   kMissing  the target has no function where the path of call `node` leads; the kThrow that follows is an error that
///             the agent made, not one of the target; values: []
struct Event {
  enum class Kind : uint8_t { KINGBIRD_EVENTS };
  Kind kind = Kind::kCall;
  int node = 0;
  /// Number of event-loop turns (macrotasks) that began before it; microtasks belong to the turn that ran them.
  uint32_t tick = 0;
  /// kInvoke: the id of the call that was on the stack, so that the invocation is synchronous; -1: asynchronous.
  int during = -1;
  bool threw = false;
  std::vector<Value> values;
};

/// Which counters a test hit: sorted indices into the manifest's counter space (statements, then branches, then
/// functions of each file; see syntax/manifest.h).
using Hits = std::vector<uint32_t>;

struct Execution {
  End end = End::kFinished;
  Halt halt = Halt::kNone;
  int exit_code = 0;
  int signal = 0;
  Value error;
  std::vector<Event> events;
  std::string out;
  std::string err;
  Hits hits;
  /// It listed a folder that is neither the test's nor the target's, would have written to one, or gave a file to
  /// another user: what came of it is this machine's affair.
  bool depends_on_machine = false;
  /// Noticed by the sandbox, in whatever way they came about.
  Effects effects;
  /// It looked at or changed something in its scratch folder: without that folder it would do something else.
  bool files = false;
  /// It was run with disorder, which had file operations to put off.
  bool overlap = false;
  /// A library announced, as Node does of its own promises, that one of its promises was rejected and nobody handled
  /// that. Node goes on; runners of tests listen, and count it as a failure of the test.
  bool announced = false;
  /// It asked Date for the time: another day it may do something else.
  bool reads_date = false;
  /// Where it was busy when its deadline passed, as a stack of Error; "" where that is not known.
  std::string stack;
  /// In the middle of what it did. How far it had got is chance: it has no hits, and its events are no behaviour.
  bool stopped = false;
  bool notable = false;  ///< An oracle found something in it; set by whoever compares executions.
  double wall_ms = 0;
  double cpu_ms = 0;

  /// The last event of this kind for the node, or null.
  const Event* Find(Event::Kind kind, int node) const;
  int Invocations(int callback) const;
  /// It came to its end, and where a runner of tests looks on it is no failure: a test of a suite must.
  bool Passes() const { return end == End::kFinished && !announced; }
  /// A call of the test threw, or the process ended by an error: what feedback-directed generation does not extend.
  bool Failed() const;
  /// Over soon, when its last call had returned, and without a trace outside: such tests can share a process.
  bool IsClean() const;
};

/// Function::Name of what the call called: for a method the class is taken from the receiver the execution saw.
std::string CallName(const Call& call, const Execution& execution);

}  // namespace kingbird::model
