// trace := u32 committed, record*; records are described in agent/concolic/trace.js.
#include "concolic/trace_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/text.h"

namespace kingbird::concolic {
namespace {

enum class Record : uint8_t {
  kSymbol = 1,
  kNode = 2,
  kBranch = 3,
  kType = 4,
  kLost = 5,
  kCut = 6,
  kOwn = 7,
  kInitial = 8,
  kCall = 9,
  kBlind = 10
};
constexpr uint32_t kMostOperands = 64;
constexpr size_t kMostText = 1 << 20;
/// Of each kind; the agent itself stops before (agent/concolic/trace.js).
constexpr size_t kMostRecords = 200'000;

class Decoder {
 public:
  explicit Decoder(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  base::Result<Path> Decode() {
    while (at_ < bytes_.size() && ok_ && !IsTooMuch()) {
      switch (static_cast<Record>(U8())) {
        case Record::kSymbol:
          ReadSymbol();
          break;
        case Record::kNode:
          ReadNode();
          break;
        case Record::kBranch:
          ReadEvent(Event::Kind::kBranch);
          break;
        case Record::kType:
          ReadEvent(Event::Kind::kType);
          break;
        case Record::kLost:
          ReadLoss();
          break;
        case Record::kBlind:
          ReadBlind();
          break;
        case Record::kCut:
          path_.truncated = true;
          break;
        case Record::kInitial:
          ReadInitial();
          break;
        case Record::kCall:
          ReadCall();
          break;
        case Record::kOwn:
          path_.own = path_.events.size();
          path_.own_calls = path_.calls.size();
          path_.there = true;
          break;
        default:
          ok_ = false;
      }
    }
    if (!ok_ || IsTooMuch()) return base::EnvironmentError(fmt::format("the trace makes no sense at byte {}", at_));
    return std::move(path_);
  }

 private:
  bool IsTooMuch() const {
    return std::max({path_.symbols.size(), path_.expressions.size(), path_.events.size(), path_.losses.size(),
                     path_.calls.size()}) > kMostRecords;
  }

  uint8_t U8() {
    if (at_ >= bytes_.size()) {
      ok_ = false;
      return 0;
    }
    return bytes_[at_++];
  }

  uint32_t Varint() {
    constexpr int kBits = 7;
    uint64_t value = 0;
    for (int shift = 0; shift < 32 && ok_; shift += kBits) {
      const uint8_t byte = U8();
      value |= static_cast<uint64_t>(byte & 127U) << shift;
      if (byte < 128) return value <= 0xffffffffU ? static_cast<uint32_t>(value) : Fail();
    }
    return Fail();
  }

  uint32_t Fail() {
    ok_ = false;
    return 0;
  }

  std::u16string Text() {
    const uint32_t length = Varint();
    std::u16string text;
    if (!ok_ || length > kMostText || at_ + 2ULL * length > bytes_.size()) {
      ok_ = false;
      return text;
    }
    text.resize(length);
    for (char16_t& unit : text) {
      unit = static_cast<char16_t>(bytes_[at_] | (bytes_[at_ + 1] << 8));
      at_ += 2;
    }
    return text;
  }

  Type ReadType() {
    const uint8_t type = U8();
    if (type >= kTypes) ok_ = false;
    return static_cast<Type>(ok_ ? type : 0);
  }

  void ReadInitial() {
    const std::string name = base::Wtf8FromUtf16(Text());
    const auto json = base::ParseJson(base::Wtf8FromUtf16(Text()), "an initial value");
    if (!ok_ || !json.ok()) return void(ok_ = false);
    const auto read = AssignmentFromJson({{"globals", {{name, *json}}}});
    if (!read.ok()) return void(ok_ = false);
    path_.initials.insert(read->globals.begin(), read->globals.end());
  }

  void ReadLoss() {
    const uint32_t site = Varint();
    Loss loss{.site = site, .what = base::Wtf8FromUtf16(Text()), .decisions = {}};
    if (ok_) path_.losses.push_back(std::move(loss));
  }

  void ReadBlind() {
    const uint32_t loss = Varint();
    const uint32_t site = Varint();
    const bool held = U8() != 0;
    if (loss >= path_.losses.size()) return void(ok_ = false);
    if (ok_) path_.losses[loss].decisions[site].Saw(held);
  }

  void ReadSymbol() {
    Symbol symbol;
    const uint8_t step = U8();
    if (step > static_cast<uint8_t>(Symbol::Step::kCell)) ok_ = false;
    symbol.step = static_cast<Symbol::Step>(ok_ ? step : 0);
    const uint32_t parent = Varint();
    const bool needs_parent = symbol.step >= Symbol::Step::kProperty;
    if (parent > path_.symbols.size() || needs_parent != (parent > 0)) ok_ = false;
    symbol.parent = parent > 0 ? parent - 1 : 0;
    symbol.index = Varint();
    symbol.name = base::Wtf8FromUtf16(Text());
    symbol.type = ReadType();
    if (ok_) path_.symbols.push_back(std::move(symbol));
  }

  void ReadNode() {
    Node node;
    const uint8_t op = U8();
    if (op >= kOps) ok_ = false;
    if (!ok_) return;
    node.op = static_cast<Op>(op);
    if (node.op == Op::kInput) {
      node.symbol = Varint();
      if (!ok_ || node.symbol >= path_.symbols.size()) return void(ok_ = false);
      path_.symbols[node.symbol].node = static_cast<NodeId>(path_.expressions.size());
    } else if (node.op == Op::kConstant) {
      node.constant = ReadValue();
    } else {
      const uint32_t count = Varint();
      if (count > kMostOperands || count < LeastOperands(node.op)) ok_ = false;
      for (uint32_t i = 0; i < count && ok_; ++i) node.operands.push_back(ReadNodeId());
    }
    if (ok_) path_.expressions.Add(std::move(node));
  }

  void ReadCall() {
    Call call{.event = path_.events.size(), .site = Varint(), .from = Varint(), .arguments = {}};
    const uint32_t count = Varint();
    if (count > kMostOperands) ok_ = false;
    for (uint32_t i = 0; i < count && ok_; ++i) {
      call.arguments.push_back(Varint());
      if (call.arguments.back() >= path_.expressions.size()) ok_ = false;
    }
    if (ok_) path_.calls.push_back(std::move(call));
  }

  NodeId ReadNodeId() {
    const uint32_t id = Varint();
    if (id == 0 || id >= path_.expressions.size()) ok_ = false;
    return id;
  }

  Value ReadValue() {
    const Type type = ReadType();
    switch (type) {
      case Type::kUndefined:
        return Value::Undefined();
      case Type::kNull:
        return Value::Null();
      case Type::kBoolean:
        return Value::Boolean(U8() != 0);
      case Type::kNumber: {
        double number = 0;
        if (at_ + sizeof number > bytes_.size()) {
          ok_ = false;
          return {};
        }
        std::memcpy(&number, bytes_.data() + at_, sizeof number);
        at_ += sizeof number;
        return Value::Number(number);
      }
      case Type::kString:
        return Value::String(Text());
      default:
        ok_ = false;
        return {};
    }
  }

  void ReadEvent(Event::Kind kind) {
    Event event;
    event.kind = kind;
    event.site = Varint();
    event.node = ReadNodeId();
    event.held = U8() != 0;
    if (kind == Event::Kind::kType) {
      const uint32_t wanted = Varint();
      if (wanted >= 1U << kTypes) ok_ = false;
      event.wanted = TypeSet::FromBits(static_cast<uint16_t>(wanted));
      if (ok_ && path_.expressions[event.node].op != Op::kInput) ok_ = false;
    }
    if (ok_) path_.events.push_back(event);
  }

  std::span<const uint8_t> bytes_;
  size_t at_ = 0;
  bool ok_ = true;
  Path path_;
};

}  // namespace

base::Result<Path> DecodeTrace(std::span<const uint8_t> region) {
  uint32_t committed = 0;
  if (region.size() < sizeof committed) return base::EnvironmentError("there is no trace");
  std::memcpy(&committed, region.data(), sizeof committed);
  if (committed > region.size() - sizeof committed)
    return base::EnvironmentError("the trace is longer than its region");
  return Decoder(region.subspan(sizeof committed, committed)).Decode();
}

}  // namespace kingbird::concolic
