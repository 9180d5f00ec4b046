#include "concolic/trace_codec.h"

#include <gtest/gtest.h>

#include <cstring>

namespace kingbird::concolic {
namespace {

std::vector<uint8_t> Region(std::vector<uint8_t> records) {
  std::vector<uint8_t> region(4);
  const auto size = static_cast<uint32_t>(records.size());
  std::memcpy(region.data(), &size, sizeof size);
  region.insert(region.end(), records.begin(), records.end());
  return region;
}

// arg0, the constant true, arg0 === true at place 7, falsy; arg0 wanted to be a number.
std::vector<uint8_t> Sample() {
  return {1, 1, 0, 0, 0, 0, 2, 0, 0, 2, 1, 3, 1, 2, static_cast<uint8_t>(Op::kSeq),
          2, 1, 2, 3, 7, 3, 0, 4, 9, 1, 0, 16};
}

TEST(TraceCodec, ReadsSymbolsNodesAndDecisions) {
  const auto path = DecodeTrace(Region(Sample()));
  ASSERT_TRUE(path.ok());
  ASSERT_EQ(path->symbols.size(), 1U);
  EXPECT_EQ(path->symbols[0].step, Symbol::Step::kArgument);
  EXPECT_EQ(path->symbols[0].node, 1U);
  ASSERT_EQ(path->events.size(), 2U);
  EXPECT_EQ(path->events[0].site, 7U);
  EXPECT_FALSE(path->events[0].held);
  EXPECT_EQ(ToText(path->expressions, path->events[0].node, SymbolNames(*path)), "arg0 === true");
  EXPECT_EQ(path->events[1].wanted, TypeSet({Type::kNumber}));
}

// A nested function exists only while another one runs: what that one calls are not its callees.
TEST(TraceCodec, CallsOfTheFunctionsAroundAreToldFromItsOwn) {
  std::vector<uint8_t> records = Sample();
  const auto call = [&](uint8_t site) {
    for (const uint8_t byte : {uint8_t{9}, site, uint8_t{5}, uint8_t{1}, uint8_t{1}}) records.push_back(byte);
  };
  call(11);
  records.push_back(7);
  call(12);
  const auto path = DecodeTrace(Region(records));
  ASSERT_TRUE(path.ok());
  ASSERT_EQ(path->calls.size(), 2U);
  EXPECT_EQ(path->own, 2U);
  ASSERT_EQ(path->own_calls, 1U);
  EXPECT_EQ(path->calls[path->own_calls].site, 12U);
}

TEST(TraceCodec, AMutatedTraceIsRefusedOrReadButNeverTrusted) {
  const std::vector<uint8_t> sample = Sample();
  size_t refused = 0;
  for (size_t i = 0; i < sample.size(); ++i) {
    for (int value = 0; value < 256; ++value) {
      std::vector<uint8_t> mutated = sample;
      mutated[i] = static_cast<uint8_t>(value);
      const auto path = DecodeTrace(Region(mutated));
      refused += path.ok() ? 0 : 1;
      if (!path.ok()) continue;
      for (const Event& event : path->events) EXPECT_LT(event.node, path->expressions.size());
    }
  }
  EXPECT_GT(refused, 1000U);
}

TEST(TraceCodec, ALengthBeyondTheRegionIsRefused) {
  std::vector<uint8_t> region = Region(Sample());
  region[1] = 200;
  EXPECT_FALSE(DecodeTrace(region).ok());
  EXPECT_FALSE(DecodeTrace({}).ok());
}

}  // namespace
}  // namespace kingbird::concolic
