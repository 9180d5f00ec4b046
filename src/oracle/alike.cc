#include "oracle/alike.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace kingbird::oracle {
namespace {

using model::Property;
using model::Value;

bool IsPlain(const Value& value) { return value.type == "Object" || value.type.empty(); }

bool IsInstance(const Value& value) { return value.kind == Value::Kind::kObject && !IsPlain(value); }

bool IsPublic(const Property& property) {
  return !property.name.starts_with("_") && !property.name.starts_with("@@") && !property.name.empty();
}

// A stack says where the code lies, which is no behaviour.
std::string_view WithoutStack(std::string_view text) { return text.substr(0, text.find("\n    at ")); }

bool IsCut(const Value& value) {
  return value.kind == Value::Kind::kCut || value.kind == Value::Kind::kProxy || value.kind == Value::Kind::kReference;
}

bool WasCutShort(const Value& value) {
  return (!value.items.empty() && value.items.back().kind == Value::Kind::kCut) ||
         (!value.properties.empty() && value.properties.back().name.empty() &&
          value.properties.back().value.kind == Value::Kind::kCut);
}

class ValueComparison {
 public:
  explicit ValueComparison(const Likeness& likeness) : likeness_(likeness) {}

  bool Same(const Value& a, const Value& b) {
    if (IsCut(a) || IsCut(b)) return true;
    if (likeness_.implementations && MayBePromise(a) && MayBePromise(b)) return true;
    if (a.kind != b.kind) return false;
    switch (a.kind) {
      case Value::Kind::kNumber:
        return (std::isnan(a.number) && std::isnan(b.number)) ||
               (a.number == b.number && std::signbit(a.number) == std::signbit(b.number));
      case Value::Kind::kDate:
        return a.number == b.number || (std::isnan(a.number) && std::isnan(b.number));
      case Value::Kind::kBoolean:
        return a.number == b.number;
      case Value::Kind::kString:
        return WasCutShort(a) || WasCutShort(b) || WithoutStack(a.text) == WithoutStack(b.text);
      case Value::Kind::kError:
        return SameError(a, b);
      case Value::Kind::kFunction:
      case Value::Kind::kUndefined:
      case Value::Kind::kNull:
      case Value::Kind::kHole:
        return true;
      case Value::Kind::kThrows:
        return Items(a, b);
      case Value::Kind::kPromise:
        // How it is settled is told by the events of the call, once it is.
        return true;
      case Value::Kind::kObject:
        return Objects(a, b);
      case Value::Kind::kBigInt:
      case Value::Kind::kSymbol:
      case Value::Kind::kRegExp:
      case Value::Kind::kBytes:
        return a.text == b.text && a.type == b.type;
      case Value::Kind::kArray:
      case Value::Kind::kMap:
      case Value::Kind::kSet:
      case Value::Kind::kProxy:
      case Value::Kind::kReference:
      case Value::Kind::kCut:
        break;
    }
    return a.type == b.type && Items(a, b) && Properties(a, b, false);
  }

 private:
  static bool MayBePromise(const Value& value) {
    return value.kind == Value::Kind::kPromise || (value.kind == Value::Kind::kObject && !IsPlain(value));
  }

  bool Objects(const Value& a, const Value& b) {
    if (IsPlain(a) != IsPlain(b)) return false;
    if (!IsInstance(a)) return Items(a, b) && Properties(a, b, false);
    if (a.type != b.type) return false;
    return likeness_.implementations || (Items(a, b) && Properties(a, b, true));
  }

  bool Items(const Value& a, const Value& b) {
    if (WasCutShort(a) || WasCutShort(b)) return true;
    if (a.items.size() != b.items.size()) return false;
    for (size_t i = 0; i < a.items.size(); ++i) {
      if (!Same(a.items[i], b.items[i])) return false;
    }
    return true;
  }

  bool Properties(const Value& a, const Value& b, bool only_public) {
    const bool cut = WasCutShort(a) || WasCutShort(b);
    const auto covers = [&](const Value& one, const Value& other, bool compare) {
      return std::all_of(one.properties.begin(), one.properties.end(), [&](const Property& property) {
        if (property.name.empty() || (only_public && !IsPublic(property))) return true;
        const Value* match = other.Find(property.name);
        if (match == nullptr) return cut || other.varies;
        return !compare || Same(property.value, *match);
      });
    };
    return covers(a, b, true) && covers(b, a, false);
  }

  const Likeness& likeness_;
};

}  // namespace

bool SameError(const Value& a, const Value& b) {
  if (a.kind != b.kind) return IsCut(a) || IsCut(b);
  if (a.kind != Value::Kind::kError) return Alike(a, b, {});
  if (a.type != b.type) return false;
  const Value* code_a = a.Find("code");
  const Value* code_b = b.Find("code");
  if (code_a == nullptr || code_b == nullptr) return code_a == code_b;
  return IsCut(*code_a) || IsCut(*code_b) ||
         (code_a->kind == code_b->kind && code_a->text == code_b->text && code_a->number == code_b->number);
}

bool Alike(const Value& a, const Value& b, const Likeness& likeness) { return ValueComparison(likeness).Same(a, b); }

}  // namespace kingbird::oracle
