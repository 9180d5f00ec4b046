// The zygote's end of the connection to the core: frames on the socket, the shared regions. One per process.
#pragma once

#include <node_api.h>

#include <cstdint>
#include <span>
#include <string>

#include "runtime/wire.h"

namespace kingbird::addon {

namespace wire = runtime::wire;

struct Frame {
  wire::FrameType type;
  std::string payload;
};

/// Blocks. False when the core is gone or what came is not a frame.
bool ReadFrame(Frame& frame);
bool WriteFrame(wire::FrameType type, const void* payload, size_t length);

/// The control region; mapped by MapRegions.
wire::Control& Control();
/// Maps the regions and closes their descriptors, so that the target cannot find them. False without them.
bool MapRegions();
/// {log, counters, trace}: each a Uint8Array on the shared memory.
napi_value RegionArrays(napi_env env);
/// The counters region.
std::span<uint32_t> Counters();
/// Puts bytes into the log region behind their length (u32), cut to what fits.
void PutAnswer(const std::string& bytes);

}  // namespace kingbird::addon
