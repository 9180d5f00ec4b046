// What the core and the addon (addon/) agree on byte for byte: frames, shared regions, fixed file descriptors. Both
// sides include this header, so a change here is a change of kProtocolVersion. What has names is listed in
// agent/wire.json. Described in docs/protocol.md.
#pragma once

#include <atomic>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "wire_kinds.h"

namespace kingbird::runtime::wire {

inline constexpr uint32_t kProtocolVersion = 5;
inline constexpr uint32_t kMaxFrame = 32U << 20;  ///< Longest payload; a longer one is a broken peer.

/// Descriptors the zygote finds open when it starts. 0 is /dev/null, 1 and 2 are memory files that the core reads.
enum Descriptor : int { kSocket = 3, kControl = 4, kLog = 5, kCounters = 6, kTrace = 7 };

/// kStart: what to load. kReady: it is loaded, or why not. kRun, kInspect, kBatch: a job. kDone: its child is gone.
enum class FrameType : uint8_t { KINGBIRD_FRAMES };

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
enum class Killed : uint32_t { KINGBIRD_KILLS };

/// What the child was doing when its deadline passed.
enum class Activity : uint32_t { KINGBIRD_ACTIVITIES };

/// Their names in agent/wire.json; "" of what is none.
constexpr std::string_view ToString(FrameType type) {
  constexpr std::string_view kTexts[] = {KINGBIRD_FRAMES_TEXTS};
  return static_cast<size_t>(type) < std::size(kTexts) ? kTexts[static_cast<size_t>(type)] : "";
}
constexpr std::string_view ToString(Activity activity) {
  constexpr std::string_view kTexts[] = {KINGBIRD_ACTIVITIES_TEXTS};
  return static_cast<size_t>(activity) < std::size(kTexts) ? kTexts[static_cast<size_t>(activity)] : "";
}

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
