// Large or deep values are pruned so that a reader sees the point: past a budget of nodes, members become `anything`.
#include "emit/expectation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "emit/js_text.h"

namespace kingbird::emit {
namespace {

using model::Value;

constexpr int kBudget = 40;
constexpr int kDepth = 4;
constexpr size_t kLongText = 300;

// Their members speak of the machine (inodes, owners, descriptors), not of the library.
constexpr std::array<std::string_view, 16> kHostClasses = {
    "Stats",  "BigIntStats", "StatFs",  "Dirent",    "ReadStream", "WriteStream", "FSWatcher",     "StatWatcher",
    "Socket", "Server",      "Timeout", "Immediate", "FileHandle", "Dir",         "ReadableState", "WritableState"};

// Who runs the suite is not the library's doing.
bool TellsOwner(const model::Property& property) {
  return (property.name == "uid" || property.name == "gid") && property.value.kind == Value::Kind::kNumber;
}

class Writer {
 public:
  explicit Writer(const ExpectationStyle& style) : style_(style) {}

  std::string Write(const Value& value, int depth) {
    if (depth > kDepth || --budget_ < 0) return "anything";
    switch (value.kind) {
      case Value::Kind::kString:
        return Text(value.text);
      case Value::Kind::kFunction:
        return "aFunction";
      case Value::Kind::kPromise:
        return "aPromise";
      case Value::Kind::kSymbol:
        return value.type.empty() ? fmt::format("aSymbol({})", Quote(value.text)) : LiteralText(value);
      case Value::Kind::kProxy:
      case Value::Kind::kThrows:
      case Value::Kind::kReference:
      case Value::Kind::kCut:
        return "anything";
      case Value::Kind::kError:
        return Error(value);
      case Value::Kind::kArray:
        return Array(value, depth);
      case Value::Kind::kObject:
        return Object(value, depth);
      case Value::Kind::kMap:
      case Value::Kind::kSet:
        return IsLiteral(value) && value.items.size() <= 8 ? LiteralText(value)
                                                           : fmt::format("instance({})", Quote(value.type));
      case Value::Kind::kBytes:
        return value.text.size() <= 64 && IsLiteral(value) ? LiteralText(value)
                                                           : fmt::format("instance({})", Quote(value.type));
      case Value::Kind::kUndefined:
      case Value::Kind::kNull:
      case Value::Kind::kBoolean:
      case Value::Kind::kNumber:
      case Value::Kind::kBigInt:
      case Value::Kind::kDate:
      case Value::Kind::kRegExp:
      case Value::Kind::kHole:
        break;
    }
    return IsLiteral(value) ? LiteralText(value) : "anything";
  }

 private:
  std::string Text(const std::string& text) const {
    const std::string& root = style_.scratch_root;
    if (!root.empty() && text == root) return "here()";
    if (!root.empty() && text.starts_with(root + "/")) {
      const std::string rest = text.substr(root.size() + 1);
      if (rest.find(root) == std::string::npos) return fmt::format("here({})", Quote(rest));
    }
    if (!root.empty() && text.find(root) != std::string::npos) return "anything";
    if (text.size() > kLongText) return "anything";
    return Quote(text);
  }

  static std::string Error(const Value& value) {
    const Value* code = value.Find("code");
    if (code != nullptr && code->kind == Value::Kind::kString) {
      return fmt::format("error({}, {})", Quote(value.type), Quote(code->text));
    }
    return fmt::format("error({})", Quote(value.type));
  }

  std::string Array(const Value& value, int depth) {
    if (value.type != "Array") return fmt::format("instance({})", Quote(value.type));
    if (value.items.size() > 12) {
      const bool cut = value.items.back().kind == Value::Kind::kCut;
      return cut ? "instance('Array')" : fmt::format("arrayOf({})", value.items.size());
    }
    std::string items;
    for (size_t i = 0; i < value.items.size(); ++i) {
      if (value.items[i].kind == Value::Kind::kCut) return "instance('Array')";
      if (i > 0) items += ", ";
      items += value.items[i].kind == Value::Kind::kHole ? "hole" : Write(value.items[i], depth + 1);
    }
    return fmt::format("[{}]", items);
  }

  std::string Object(const Value& value, int depth) {
    const bool plain = value.type == "Object" || value.type.empty();
    const bool host = std::find(kHostClasses.begin(), kHostClasses.end(), value.type) != kHostClasses.end();
    std::string members;
    size_t written = 0;
    bool whole = true;
    for (const model::Property& property : value.properties) {
      // What a class keeps to itself may change with its next release.
      const bool own = !plain && property.name.starts_with("_");
      const bool skip = host || own || TellsOwner(property) || property.name.starts_with("@@") ||
                        property.value.kind == Value::Kind::kCut || written >= 10 ||
                        (!plain && !model::IsPrimitive(property.value.kind));
      if (skip) {
        whole = false;
        continue;
      }
      const std::string member = Write(property.value, depth + 1);
      if (!plain && member == "anything") {
        whole = false;
        continue;
      }
      members += fmt::format("{}{}: {}", members.empty() ? "" : ", ", KeyText(property.name), member);
      ++written;
    }
    const std::string literal = members.empty() ? "{}" : fmt::format("{{ {} }}", members);
    if (plain && whole) return literal;
    if (plain) return fmt::format("partly({})", literal);
    return members.empty() ? fmt::format("instance({})", Quote(value.type))
                           : fmt::format("instance({}, {})", Quote(value.type), literal);
  }

  const ExpectationStyle& style_;
  int budget_ = kBudget;
};

}  // namespace

std::string ExpectationText(const Value& value, const ExpectationStyle& style) { return Writer(style).Write(value, 0); }

bool SaysSomething(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kCut:
    case Value::Kind::kProxy:
    case Value::Kind::kThrows:
    case Value::Kind::kReference:
      return false;
    default:
      return true;
  }
}

}  // namespace kingbird::emit
