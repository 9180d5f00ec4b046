#include "runtime/protocol.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace kingbird::runtime {
namespace {

using Clock = std::chrono::steady_clock;

base::Error Gone() { return base::InternalError("the zygote is gone"); }

base::Status Receive(int socket, void* data, size_t length, Clock::time_point deadline, const base::Deadline* run) {
  char* at = static_cast<char*>(data);
  while (length > 0) {
    const auto own = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    const auto left = base::LeftOf(run, std::max(own, std::chrono::milliseconds(0)));
    pollfd entry = {socket, POLLIN, 0};
    const int ready = poll(&entry, 1, static_cast<int>(std::min(left, base::Deadline::kSlice).count()));
    if ((ready < 0 && errno == EINTR) || (ready == 0 && left > base::Deadline::kSlice)) continue;
    if (ready == 0) return base::InternalError("the zygote does not answer");
    const ssize_t n = recv(socket, at, length, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return Gone();
    at += n;
    length -= static_cast<size_t>(n);
  }
  return {};
}

base::Status Send(int socket, const void* data, size_t length) {
  const char* at = static_cast<const char*>(data);
  while (length > 0) {
    const ssize_t n = send(socket, at, length, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return Gone();
    at += n;
    length -= static_cast<size_t>(n);
  }
  return {};
}

}  // namespace

base::Status WriteFrame(int socket, wire::FrameType type, std::string_view payload) {
  if (payload.size() > wire::kMaxFrame) {
    return base::InternalError(fmt::format("a frame of {} bytes is too long", payload.size()));
  }
  wire::FrameHeader header;
  header.length = static_cast<uint32_t>(payload.size());
  header.type = type;
  TRY(Send(socket, &header, sizeof header));
  return Send(socket, payload.data(), payload.size());
}

base::Result<Frame> ReadFrame(int socket, std::chrono::milliseconds time_limit, const base::Deadline* run) {
  const Clock::time_point deadline = Clock::now() + time_limit;
  wire::FrameHeader header;
  TRY(Receive(socket, &header, sizeof header, deadline, run));
  if (header.length > wire::kMaxFrame) return base::InternalError("the zygote sent a frame that is too long");
  Frame frame;
  frame.type = header.type;
  frame.payload.resize(header.length);
  TRY(Receive(socket, frame.payload.data(), header.length, deadline, run));
  return frame;
}

}  // namespace kingbird::runtime
