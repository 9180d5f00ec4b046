#include "diff/difference_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "emit/js_text.h"
#include "emit/value_text.h"

namespace kingbird::diff {
namespace {

using model::Value;

constexpr size_t kMostText = 160;
constexpr size_t kMostBesidePlace = 60;
constexpr size_t kLeadIn = 20;  // of what two texts share, before they differ

std::string Short(std::string text, size_t most = kMostText) { return emit::Shortened(std::move(text), most); }

using emit::ValueText;

std::string BehaviourText(const oracle::Behaviour& behaviour) {
  std::string text = oracle::Words(behaviour);
  const bool waits_for_values = behaviour.deed == oracle::Deed::kCalledBack ||
                                behaviour.deed == oracle::Deed::kFulfilled || behaviour.deed == oracle::Deed::kRejected;
  if (waits_for_values && behaviour.values.empty()) return text + " nothing";
  for (size_t i = 0; i < behaviour.values.size(); ++i) {
    text += (i == 0 ? " " : ", ") + Short(ValueText(behaviour.values[i]));
  }
  return Short(std::move(text));
}

/// Where two values differ, innermost; null where a side has nothing there.
struct DifferingPart {
  std::string path;
  const Value* before;
  const Value* after;
};

std::optional<DifferingPart> FirstDifferingPart(const std::string& path, const Value* before, const Value* after,
                                                const oracle::Likeness& likeness) {
  if (before == nullptr || after == nullptr) return DifferingPart{path, before, after};
  if (oracle::Alike(*before, *after, likeness)) return std::nullopt;
  const auto item = [](const Value& value, size_t i) { return i < value.items.size() ? &value.items[i] : nullptr; };
  for (size_t i = 0; i < std::max(before->items.size(), after->items.size()); ++i) {
    const auto place = FirstDifferingPart(fmt::format("{}[{}]", path, i), item(*before, i), item(*after, i), likeness);
    if (place) return place;
  }
  std::set<std::string> seen;
  for (const Value* side : {before, after}) {
    for (const model::Property& property : side->properties) {
      const bool is_public = !property.name.empty() && !property.name.starts_with("_");
      if (!is_public || !seen.insert(property.name).second) continue;
      const std::string inner = emit::Member(path, property.name);
      if (const auto place =
              FirstDifferingPart(inner, before->Find(property.name), after->Find(property.name), likeness)) {
        return place;
      }
    }
  }
  return DifferingPart{path, before, after};
}

std::optional<DifferingPart> FirstDifferingPart(const oracle::Difference& difference,
                                                const oracle::Likeness& likeness) {
  const std::vector<Value>& before = difference.before.values;
  const std::vector<Value>& after = difference.after.values;
  for (size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
    if (const auto place = FirstDifferingPart("", &before[i], &after[i], likeness)) return place;
  }
  return std::nullopt;
}

// From shortly before the first character that differs.
std::string Tail(const std::string& text, const std::string& other) {
  const auto at = std::mismatch(text.begin(), text.end(), other.begin(), other.end()).first - text.begin();
  size_t begin = static_cast<size_t>(at) < kLeadIn ? 0 : static_cast<size_t>(at) - kLeadIn;
  while (begin < text.size() && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) ++begin;
  return (begin == 0 ? "" : "…") + Short(text.substr(begin), kMostBesidePlace);
}

std::string WithPlace(const std::string& text, const std::string& path, const Value* here, const Value* there) {
  const std::string head = Short(text, kMostBesidePlace);
  if (here == nullptr) return head + " without " + path;
  const std::string value = ValueText(*here);
  const std::string shown = there == nullptr ? Short(value, kMostBesidePlace) : Tail(value, ValueText(*there));
  return path.empty() ? fmt::format("{}: {}", head, shown) : fmt::format("{} with {}: {}", head, path, shown);
}

}  // namespace

DifferenceText TextOf(const oracle::Difference& difference, const oracle::Likeness& likeness) {
  DifferenceText text{BehaviourText(difference.before), BehaviourText(difference.after)};
  if (text.before != text.after) return text;
  if (const auto place = FirstDifferingPart(difference, likeness)) {
    return {WithPlace(text.before, place->path, place->before, place->after),
            WithPlace(text.after, place->path, place->after, place->before)};
  }
  return text;
}

}  // namespace kingbird::diff
