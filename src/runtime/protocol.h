// Frames between the core and a zygote over a socket; the layout is in wire.h, the conversation in docs/protocol.md.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/deadline.h"
#include "base/result.h"
#include "runtime/wire.h"

namespace kingbird::runtime {

struct Frame {
  wire::FrameType type = wire::FrameType::kStart;
  std::string payload;
};

/// An Error when the payload is too long, the peer is gone, or does not read it in time.
base::Status WriteFrame(int socket, wire::FrameType type, std::string_view payload,
                        std::chrono::milliseconds time_limit, const base::Deadline* run = nullptr);
/// An Error when the peer is gone, what it sent is no frame, or nothing came in time.
base::Result<Frame> ReadFrame(int socket, std::chrono::milliseconds time_limit, const base::Deadline* run = nullptr);

}  // namespace kingbird::runtime
