#include "runtime/event_codec.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/file_system.h"
#include "base/rng.h"
#include "runtime/value_codec.h"

namespace kingbird::runtime {
namespace {

using model::End;
using model::Event;
using model::Value;

// What agent/byte_writer.js would append.
std::string Text(std::string_view text) { return static_cast<char>(text.size()) + std::string(text); }
std::string U32(uint32_t value) {
  std::string bytes(4, '\0');
  std::memcpy(bytes.data(), &value, 4);
  return bytes;
}
std::string Record(const std::string& content) { return U32(static_cast<uint32_t>(content.size())) + content; }
std::string Log(const std::string& records) {
  return U32(static_cast<uint32_t>(records.size())) + records + std::string(64, '\0');
}

std::optional<Value> Decode(ByteReader& reader) {
  ValueBudget budget;
  return DecodeValue(reader, budget);
}

constexpr char kObjectTag = 9;
constexpr char kIntegerTag = 30;
constexpr char kEndTag = 31;
constexpr char kReferenceTag = 19;

// {self: <cycle>, n: -3}
std::string CyclicObject() {
  return std::string{kObjectTag, 1, kEndTag, 1} + Text("self") + kReferenceTag + std::string(1, '\0') + '\1' +
         Text("n") + kIntegerTag + '\5' + std::string(1, '\0');
}

std::string ReturnRecord() {
  // kind kReturn, node 7 (zigzag 14), tick 2, during -1 (zigzag 1), not threw, two values.
  return Record(std::string{1, 14, 2, 1, 0, 2} + CyclicObject() + std::string(1, '\0'));
}

std::string EndOfTest() {
  return Record(std::string{static_cast<char>(128), 4, 6} + Text("why") + std::string{5} + Text("reason"));
}

// Else changed copies of it get no further than its first record; tests/fuzz/make_corpus.js writes it anew.
TEST(EventCodec, WhatTheFuzzerBeginsWithIsALog) {
  const base::DiskFileSystem disk;
  const base::Path corpus = base::Path(KINGBIRD_CORPUS) / "log";
  const auto names = disk.List(corpus);
  ASSERT_TRUE(names.ok() && !names->empty());
  for (const std::string& name : *names) {
    const DecodedLog log = DecodeLog(Log(*disk.Read(corpus / name)));
    EXPECT_TRUE(log.intact && log.end && !log.events.empty()) << name;
  }
}

TEST(EventCodec, ReadsEventsAndTheEnd) {
  const DecodedLog log = DecodeLog(Log(ReturnRecord() + EndOfTest()));
  ASSERT_TRUE(log.intact);
  ASSERT_EQ(log.events.size(), 1u);
  const Event& event = log.events[0];
  EXPECT_EQ(event.kind, Event::Kind::kReturn);
  EXPECT_EQ(event.node, 7);
  EXPECT_EQ(event.tick, 2u);
  EXPECT_EQ(event.during, -1);
  ASSERT_EQ(event.values.size(), 2u);
  EXPECT_EQ(event.values[0].Find("n")->number, -3);
  EXPECT_EQ(event.values[1].kind, Value::Kind::kUndefined);
  ASSERT_TRUE(log.end.has_value());
  EXPECT_EQ(log.end->end, End::kExited);
  EXPECT_EQ(log.end->exit_code, 3);
  EXPECT_EQ(log.end->detail, "why");
  EXPECT_EQ(log.end->error.text, "reason");
}

TEST(EventCodec, GivesIdsOnlyToWhatIsReferredTo) {
  const std::string bytes = CyclicObject();
  ByteReader reader(bytes);
  const std::optional<Value> value = Decode(reader);
  ASSERT_TRUE(value.has_value());
  EXPECT_EQ(value->id, 1u);
  EXPECT_EQ(value->Find("self")->kind, Value::Kind::kReference);
  EXPECT_EQ(value->Find("self")->number, 1);
}

TEST(EventCodec, RefusesAReferenceToNothing) {
  const std::string bytes{kReferenceTag, 0};
  ByteReader reader(bytes);
  EXPECT_FALSE(Decode(reader).has_value());
}

TEST(EventCodec, IgnoresWhatWasNotCommitted) {
  std::string log = Log(ReturnRecord());
  log.replace(log.size() - 64, EndOfTest().size(), EndOfTest());
  const DecodedLog decoded = DecodeLog(log);
  EXPECT_TRUE(decoded.intact);
  EXPECT_EQ(decoded.events.size(), 1u);
  EXPECT_FALSE(decoded.end.has_value());
}

TEST(EventCodec, KeepsTheEventsBeforeABrokenRecord) {
  const DecodedLog decoded = DecodeLog(Log(ReturnRecord() + Record("\x01\x02")));
  EXPECT_FALSE(decoded.intact);
  EXPECT_EQ(decoded.events.size(), 1u);
}

TEST(EventCodec, EveryTruncationIsNoticed) {
  const std::string record = ReturnRecord();
  for (size_t size = 4; size < record.size(); ++size) {
    const std::string content = record.substr(4, size - 4);
    const DecodedLog decoded = DecodeLog(Log(Record(content)));
    EXPECT_FALSE(decoded.intact) << size;
    EXPECT_TRUE(decoded.events.empty()) << size;
  }
  EXPECT_FALSE(DecodeLog("").intact);
  EXPECT_FALSE(DecodeLog(U32(5) + "abc").intact);
}

TEST(EventCodec, SurvivesRandomCorruption) {
  base::Rng rng(17);
  const std::string good = Log(ReturnRecord() + ReturnRecord() + EndOfTest());
  size_t refused = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string bad = good;
    for (uint64_t flips = 1 + rng.Below(4); flips > 0; --flips) {
      bad[rng.Below(bad.size() - 64)] = static_cast<char>(rng.Below(256));
    }
    const DecodedLog decoded = DecodeLog(bad);
    EXPECT_LE(decoded.events.size(), 2u);
    if (!decoded.intact) ++refused;
  }
  EXPECT_GT(refused, 1000u);
}

TEST(EventCodec, DeepNestingIsRefusedInsteadOfOverflowingTheStack) {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += '\x12';  // throws of throws of …
  ByteReader reader(deep);
  EXPECT_FALSE(Decode(reader).has_value());
}

// Each value of one byte is a hundred and more here.
TEST(EventCodec, MoreValuesThanCanBeTakenEndTheReading) {
  const std::string values(1 << 22, '\0');
  const std::string many = "\x80\x80\x80\x02";  // 2^22
  const auto overflows = [&](const std::string& event, const std::string& more) {
    std::string record = event;
    for (const std::string* part : {&many, &values, &more}) record.append(*part);
    const DecodedLog log = DecodeLog(Log(ReturnRecord() + Record(record)));
    EXPECT_TRUE(log.intact);
    EXPECT_EQ(log.events.size(), 1u);
    return log.overflow;
  };
  EXPECT_TRUE(overflows(std::string{1, 14, 2, 1, 0}, ""));
  // An array of them (the number is two more), the names of methods, and events without values.
  EXPECT_TRUE(overflows(std::string{1, 14, 2, 1, 0, 1, 8, 2}, std::string{kEndTag, 0}));
  EXPECT_TRUE(overflows(std::string{1, 14, 2, 1, 0, 1, static_cast<char>(128)}, ""));
  std::string calls;
  for (int i = 0; i < 1 << 19; ++i) calls += Record(std::string{0, 0, 0, 0, 0, 0});
  EXPECT_TRUE(DecodeLog(Log(calls)).overflow);
}

TEST(EventCodec, EventsHaveTheValuesTheyNeed) {
  for (char kind = 0; kind <= 8; ++kind) {
    const DecodedLog log = DecodeLog(Log(Record(std::string{kind, 14, 2, 1, 0, 0})));
    EXPECT_EQ(log.intact, kind == 0 || kind == 8) << static_cast<int>(kind);
  }
}

// The names in front of the last one become code.
TEST(EventCodec, WhatIsPollutedHasAName) {
  const auto pollution = [](std::string_view holder, std::string_view name) {
    const std::string path = std::string{8, 2, 5} + Text(holder) + '\5' + Text(name) + kEndTag + std::string(1, '\0');
    return DecodeLog(Log(Record(std::string{9, 2, 0, 1, 0, 3} + path + std::string{1, 2, 1})));
  };
  EXPECT_TRUE(pollution("Object", "any];name").intact);
  EXPECT_EQ(pollution("Object", "x").events.size(), 1U);
  for (const char* holder : {"", "Object;code()", "a.b", "1", "Obj\nect"}) EXPECT_FALSE(pollution(holder, "x").intact);
}

}  // namespace
}  // namespace kingbird::runtime
