#include "runtime/protocol.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace kingbird::runtime {
namespace {

using std::chrono::milliseconds;

class ProtocolTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_), 0); }
  void TearDown() override {
    close(ends_[0]);
    if (ends_[1] >= 0) close(ends_[1]);
  }
  int ends_[2];
};

TEST_F(ProtocolTest, AFrameArrivesAsItWasSent) {
  ASSERT_TRUE(WriteFrame(ends_[0], wire::FrameType::kRun, std::string_view("a\0b", 3), milliseconds(1000)).ok());
  ASSERT_TRUE(WriteFrame(ends_[0], wire::FrameType::kInspect, "", milliseconds(1000)).ok());
  const auto first = ReadFrame(ends_[1], milliseconds(1000));
  const auto second = ReadFrame(ends_[1], milliseconds(1000));
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->type, wire::FrameType::kRun);
  EXPECT_EQ(first->payload, std::string("a\0b", 3));
  EXPECT_EQ(second->type, wire::FrameType::kInspect);
  EXPECT_EQ(second->payload, "");
}

TEST_F(ProtocolTest, TooLongIsRefusedOnBothSides) {
  EXPECT_FALSE(
      WriteFrame(ends_[0], wire::FrameType::kRun, std::string(wire::kMaxFrame + 1, 'x'), milliseconds(1000)).ok());
  wire::FrameHeader header;
  header.length = wire::kMaxFrame + 1;
  ASSERT_EQ(write(ends_[0], &header, sizeof header), static_cast<ssize_t>(sizeof header));
  const auto frame = ReadFrame(ends_[1], milliseconds(1000));
  ASSERT_FALSE(frame.ok());
  EXPECT_NE(frame.error().message.find("too long"), std::string::npos);
}

TEST_F(ProtocolTest, APeerThatIsSilentOrGoneIsAnError) {
  EXPECT_FALSE(ReadFrame(ends_[0], milliseconds(1)).ok());
  const char half[] = {9, 0, 0};
  ASSERT_EQ(write(ends_[1], half, sizeof half), 3);
  close(ends_[1]);
  ends_[1] = -1;
  const auto frame = ReadFrame(ends_[0], milliseconds(1000));
  ASSERT_FALSE(frame.ok());
  EXPECT_NE(frame.error().message.find("gone"), std::string::npos);
}

TEST_F(ProtocolTest, APeerThatDoesNotReadIsAnError) {
  // More than a socket holds.
  const std::string much(8 << 20, 'x');
  const auto own_limit = WriteFrame(ends_[0], wire::FrameType::kRun, much, milliseconds(1));
  ASSERT_FALSE(own_limit.ok());
  EXPECT_NE(own_limit.error().message.find("does not answer"), std::string::npos);
  class Over : public base::Deadline {
    milliseconds TimeLeft() const override { return milliseconds(0); }
  } over;
  EXPECT_FALSE(WriteFrame(ends_[0], wire::FrameType::kRun, much, std::chrono::hours(1), &over).ok());
}

}  // namespace
}  // namespace kingbird::runtime
