#include "generate/callback/writes.h"

#include <gtest/gtest.h>

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Call;

TEST(WritingCallbacks, WriteWhatIsKnownToBeRead) {
  const ValuePool pool({}, {});
  WritingCallbacks writes(pool, {{"map", {{"receiver", "length"}, {"receiver", "constructor"}}}});
  Argument list;
  list.kind = Argument::Kind::kSetup;
  list.keys = {"list"};
  Call call;
  call.kind = Call::Kind::kMethod;
  call.id = 1;
  call.receiver = list;
  call.path = {"map"};
  base::Rng rng(1);
  std::set<std::string> written;
  for (int i = 0; i < 200; ++i) {
    int next_id = 2;
    const MadeCallback made = writes.Make({call, 0, {}}, next_id, rng);
    for (const Call& write : made.callback->body) {
      ASSERT_EQ(write.kind, Call::Kind::kAssign);
      written.insert(write.path[0]);
      const model::Value& value = write.arguments[0].literal;
      // Nobody wants to wait for a loop to the largest integer.
      const bool size = write.path[0] == "length" && value.kind == model::Value::Kind::kNumber;
      EXPECT_FALSE(size && value.number > 100) << value.number;
    }
  }
  EXPECT_EQ(written, (std::set<std::string>{"constructor", "length"}));
}

}  // namespace
}  // namespace kingbird::generate
