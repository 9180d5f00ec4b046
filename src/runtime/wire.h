// What the core and the addon (addon/) agree on byte for byte: frames, shared regions, fixed file descriptors. Both
// sides include this header, so a change here is a change of kProtocolVersion. Described in docs/protocol.md.
#pragma once

#include <atomic>
#include <cstdint>

namespace kingbird::runtime::wire {

inline constexpr uint32_t kProtocolVersion = 4;
inline constexpr uint32_t kMaxFrame = 32U << 20;  ///< Longest payload; a longer one is a broken peer.

/// Descriptors the zygote finds open when it starts. 0 is /dev/null, 1 and 2 are memory files that the core reads.
enum Descriptor : int { kSocket = 3, kControl = 4, kLog = 5, kCounters = 6, kTrace = 7 };

enum class FrameType : uint8_t {
  kStart = 1,    ///< Core → zygote, JSON: what to load.
  kReady = 2,    ///< Zygote → core, JSON: {node, protocol} or {error}.
  kRun = 3,      ///< Core → zygote, RunHeader + JSON {test, options}.
  kDone = 4,     ///< Zygote → core, DoneBody: the child is gone.
  kInspect = 5,  ///< Core → zygote, RunHeader: the answer is JSON in the log region.
  kBatch = 6,    ///< Core → zygote, RunHeader + JSON: see batch lane.
};

struct FrameHeader {
  uint32_t length = 0;  ///< Of the payload that follows.
  FrameType type = FrameType::kStart;
  uint8_t reserved[3] = {};
};
static_assert(sizeof(FrameHeader) == 8);

/// Begins the payload of kRun, kInspect and kBatch.
struct RunHeader {
  uint32_t deadline_ms = 0;
  uint32_t output_limit = 0;      ///< Bytes of stdout and stderr together.
  uint32_t process_limit = 0;     ///< Processes alive at once, the test's own included.
  uint32_t scratch_limit_mb = 0;  ///< In the scratch folder, where it is no file system of its own; 0: not looked at.
  uint32_t memory_limit_mb = 0;   ///< Resident memory of all of them together.
};

/// Why the zygote killed the child before it ended by itself.
enum class Killed : uint32_t { kNo = 0, kDeadline = 1, kOutput = 2, kProcesses = 3, kMemory = 4, kScratch = 5 };

/// What the child was doing when its deadline passed.
enum class Activity : uint32_t { kBusy = 0, kPending = 1, kEndless = 2 };

struct DoneBody {
  int32_t wait_status = 0;
  Killed killed = Killed::kNo;
  Activity activity = Activity::kBusy;
  uint64_t wall_us = 0;
  uint64_t cpu_us = 0;
};
static_assert(sizeof(DoneBody) == 32);

/// The control region: written by the child, read by the zygote while it waits and by the core afterwards.
struct Control {
  std::atomic<uint32_t> turns;     ///< Event-loop turns begun.
  std::atomic<uint32_t> polling;   ///< 1 while the loop is in its poll phase.
  std::atomic<uint32_t> started;   ///< 1 when the child reached JavaScript.
  std::atomic<uint32_t> end;       ///< EndMark.
  std::atomic<uint32_t> progress;  ///< How often a microtask or tick asked for after the deadline did run.
  std::atomic<uint32_t> asked;     ///< Batch lane: how often novel() was called; the running input is number asked - 1.
  std::atomic<uint32_t> effects;   ///< Of Effect: what the test did beyond its process and folder (addon/effects.h).
  std::atomic<int64_t> collected_us;         ///< CPU time of the child's collections that are over.
  std::atomic<int64_t> collecting_since_us;  ///< CPU time at which the running one began; 0 for none.
};

enum Effect : uint32_t {
  kStartsProcess = 1,
  kOpensSocket = 2,
  kSendsSignal = 4,
  kWritesOutside = 8,
  kTouchesFiles = 16
};

enum EndMark : uint32_t { kNoMark = 0, kQuiescent = 1, kExitCalled = 2 };

inline constexpr uint32_t kControlSize = 4096;

}  // namespace kingbird::runtime::wire
