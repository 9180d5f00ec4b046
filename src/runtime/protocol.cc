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

/// Both ways: until the socket is ready, the time is over or the run is.
class Wait {
 public:
  Wait(int socket, short event, Clock::time_point deadline, const base::Deadline* run)
      : socket_(socket), event_(event), deadline_(deadline), run_(run) {}

  base::Status ForSocket() const {
    while (true) {
      const auto own = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now());
      const auto left = base::LeftOf(run_, std::max(own, std::chrono::milliseconds(0)));
      pollfd entry = {socket_, event_, 0};
      const int ready = poll(&entry, 1, static_cast<int>(std::min(left, base::Deadline::kSlice).count()));
      if (ready > 0) return {};
      if (ready < 0 && errno != EINTR) return Gone();
      if (ready == 0 && left <= base::Deadline::kSlice) return base::InternalError("the zygote does not answer");
    }
  }

 private:
  int socket_;
  short event_;
  Clock::time_point deadline_;
  const base::Deadline* run_;
};

base::Status Receive(int socket, void* data, size_t length, const Wait& wait) {
  char* at = static_cast<char*>(data);
  while (length > 0) {
    TRY(wait.ForSocket());
    const ssize_t n = recv(socket, at, length, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return Gone();
    at += n;
    length -= static_cast<size_t>(n);
  }
  return {};
}

// A zygote whose target never comes back does not read: nobody waits for it in send().
base::Status Send(int socket, const void* data, size_t length, const Wait& wait) {
  const char* at = static_cast<const char*>(data);
  while (length > 0) {
    TRY(wait.ForSocket());
    const ssize_t n = send(socket, at, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (n <= 0) return Gone();
    at += n;
    length -= static_cast<size_t>(n);
  }
  return {};
}

}  // namespace

base::Status WriteFrame(int socket, wire::FrameType type, std::string_view payload,
                        std::chrono::milliseconds time_limit, const base::Deadline* run) {
  if (payload.size() > wire::kMaxFrame) {
    return base::InternalError(fmt::format("a frame of {} bytes is too long", payload.size()));
  }
  wire::FrameHeader header;
  header.length = static_cast<uint32_t>(payload.size());
  header.type = type;
  const Wait wait(socket, POLLOUT, Clock::now() + time_limit, run);
  TRY(Send(socket, &header, sizeof header, wait));
  return Send(socket, payload.data(), payload.size(), wait);
}

base::Result<Frame> ReadFrame(int socket, std::chrono::milliseconds time_limit, const base::Deadline* run) {
  const Wait wait(socket, POLLIN, Clock::now() + time_limit, run);
  wire::FrameHeader header;
  TRY(Receive(socket, &header, sizeof header, wait));
  if (header.length > wire::kMaxFrame) return base::InternalError("the zygote sent a frame that is too long");
  Frame frame;
  frame.type = header.type;
  frame.payload.resize(header.length);
  TRY(Receive(socket, frame.payload.data(), header.length, wait));
  return frame;
}

}  // namespace kingbird::runtime
