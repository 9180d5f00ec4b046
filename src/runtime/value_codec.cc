// A recursive descent over the tags. Objects are numbered in the order in which they begin; a reference holds such a
// number. Only after the whole description is read is it known which objects are referred to, so ids are given by a
// second walk, which most descriptions do not need.
#include "runtime/value_codec.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "wire_kinds.h"

namespace kingbird::runtime {
namespace {

using model::Property;
using model::Value;
using Kind = Value::Kind;

constexpr uint8_t kTagMask = 31;
constexpr uint8_t kIntegerTag = 30;
constexpr uint8_t kEndTag = 31;
constexpr uint8_t kCutFlag = 64;
constexpr uint8_t kMethodsFlag = 128;
constexpr uint8_t kInlineName = 255;
constexpr int kMaxDepth = 64;  // The agent stops at 8; more than that is corruption.

constexpr std::array<std::string_view, KINGBIRD_NAMES_COUNT> kNames = {KINGBIRD_NAMES_TEXTS};
constexpr std::array<std::string_view, 3> kPromiseStates = {"pending", "fulfilled", "rejected"};
constexpr std::array<std::string_view, 3> kSymbolTypes = {"", "global", "well-known"};

// A tag is a kind, by its place in the list, or one of these.
static_assert(KINGBIRD_VALUES_COUNT <= kIntegerTag);

class Decoder {
 public:
  Decoder(ByteReader& reader, ValueBudget& budget) : reader_(reader), budget_(budget) {}

  std::optional<Value> Decode() {
    const uint8_t tag = reader_.U8();
    Value value = Body(tag, 0);
    if ((tag & kMethodsFlag) != 0) {
      for (uint64_t left = reader_.Varint(); left > 0 && reader_.ok(); --left) {
        Pay();
        value.methods.emplace_back(reader_.String());
      }
    }
    for (uint32_t target : referenced_) {
      if (target >= objects_) reader_.Fail();
    }
    if (!reader_.ok()) return std::nullopt;
    if (!referenced_.empty()) {
      std::sort(referenced_.begin(), referenced_.end());
      uint32_t next = 0;
      GiveIds(value, next);
    }
    return value;
  }

 private:
  void Pay() {
    if (!budget_.Take()) reader_.Fail();
  }

  Value Any(int depth) { return Body(reader_.U8(), depth); }

  Value Body(uint8_t tag, int depth) {
    Value value;
    Pay();
    const uint8_t code = tag & kTagMask;
    if (depth > kMaxDepth || (code >= KINGBIRD_VALUES_COUNT && code != kIntegerTag)) reader_.Fail();
    if (!reader_.ok()) return value;
    if (code == kIntegerTag) return Value::Number(reader_.Signed());
    value.kind = static_cast<Kind>(code);
    if (model::IsObject(value.kind)) ++objects_;
    Content(value, tag, depth);
    return value;
  }

  void Content(Value& value, uint8_t tag, int depth) {
    switch (value.kind) {
      case Kind::kBoolean:
        value.number = reader_.U8() != 0 ? 1 : 0;
        break;
      case Kind::kNumber:
      case Kind::kDate:
        value.number = reader_.F64();
        break;
      case Kind::kBigInt:
        value.text = reader_.String();
        // It is written as it is.
        if (!base::IsInteger(value.text)) reader_.Fail();
        CutMark(value, tag);
        break;
      case Kind::kString:
        value.text = reader_.String();
        CutMark(value, tag);
        break;
      case Kind::kSymbol:
        value.type = Choose(kSymbolTypes);
        value.text = reader_.String();
        break;
      case Kind::kFunction:
        value.number = static_cast<double>(reader_.Varint());
        value.text = reader_.String();
        value.type = Name();
        Properties(value, depth);
        break;
      case Kind::kPromise:
        value.text = Choose(kPromiseStates);
        [[fallthrough]];
      case Kind::kArray:
      case Kind::kObject:
      case Kind::kMap:
      case Kind::kSet:
        value.type = Name();
        Items(value, depth);
        Properties(value, depth);
        break;
      case Kind::kRegExp:
        value.text = reader_.String();
        value.type = reader_.String();
        break;
      case Kind::kError:
        Error(value, depth);
        break;
      case Kind::kBytes:
        value.type = Name();
        value.text = reader_.Take(reader_.U32());
        CutMark(value, tag);
        break;
      case Kind::kThrows:
        value.items.push_back(Any(depth + 1));
        break;
      case Kind::kReference:
        Reference(value);
        break;
      case Kind::kCut:
        value.number = static_cast<double>(reader_.Varint()) - 1;
        break;
      case Kind::kUndefined:
      case Kind::kNull:
      case Kind::kHole:
      case Kind::kProxy:
        break;
    }
  }

  void Error(Value& value, int depth) {
    value.type = Name();
    Value message = Any(depth + 1);
    if (message.kind != Kind::kString) reader_.Fail();
    value.text = std::move(message.text);
    value.items = std::move(message.items);
    Properties(value, depth);
  }

  void Reference(Value& value) {
    const uint64_t target = reader_.Varint();
    if (target >= UINT32_MAX) reader_.Fail();
    value.number = static_cast<double>(target) + 1;
    referenced_.push_back(static_cast<uint32_t>(target));
  }

  void CutMark(Value& value, uint8_t tag) {
    if ((tag & kCutFlag) == 0) return;
    Value cut;
    cut.kind = Kind::kCut;
    cut.number = static_cast<double>(reader_.Varint());
    value.items.push_back(std::move(cut));
  }

  void Items(Value& value, int depth) {
    for (uint8_t tag = reader_.U8(); reader_.ok() && tag != kEndTag; tag = reader_.U8()) {
      value.items.push_back(Body(tag, depth + 1));
    }
  }

  void Properties(Value& value, int depth) {
    for (uint8_t more = reader_.U8(); reader_.ok() && more != 0; more = reader_.U8()) {
      if (more != 1) return reader_.Fail();
      std::string name(reader_.String());
      value.properties.push_back({std::move(name), Any(depth + 1)});
    }
  }

  std::string Name() {
    const uint8_t code = reader_.U8();
    if (code == kInlineName) return std::string(reader_.String());
    if (code < kNames.size()) return std::string(kNames[code]);
    reader_.Fail();
    return {};
  }

  std::string Choose(const std::array<std::string_view, 3>& names) {
    const uint8_t code = reader_.U8();
    if (code < names.size()) return std::string(names[code]);
    reader_.Fail();
    return {};
  }

  // In the order of decoding.
  void GiveIds(Value& value, uint32_t& next) {
    if (model::IsObject(value.kind)) {
      if (std::binary_search(referenced_.begin(), referenced_.end(), next)) value.id = next + 1;
      ++next;
    }
    for (Value& item : value.items) GiveIds(item, next);
    for (Property& property : value.properties) GiveIds(property.value, next);
  }

  ByteReader& reader_;
  ValueBudget& budget_;
  uint32_t objects_ = 0;
  std::vector<uint32_t> referenced_;
};

}  // namespace

std::optional<Value> DecodeValue(ByteReader& reader, ValueBudget& budget) { return Decoder(reader, budget).Decode(); }

}  // namespace kingbird::runtime
