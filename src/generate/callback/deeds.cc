// Text, not calls of the test: what the language's own methods do to the target's objects is the target's behaviour,
// and what they return nobody's.
#include "generate/callback/deeds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>

#include "generate/value_pool.h"

namespace kingbird::generate {
namespace {

using model::Value;

constexpr uint64_t kMostDeeds = 2;
constexpr int kDeeperShare = 50;  // percent of the deeds on a member that has members itself that go on there
constexpr int kThereShare = 75;   // percent of the keys that are there
constexpr int kPassedOn = 20;     // percent of the callbacks that return what they were handed
constexpr int kDeepest = 3;
constexpr double kSmall = 1000;

// {0} stands for a value, {1} for a key.
constexpr std::array<std::string_view, 9> kOnLists = {"push({0})",    "pop()",        "shift()",
                                                      "unshift({0})", "splice(0, 1)", "sort()",
                                                      "reverse()",    "fill({0})",    "forEach(() => {{}})"};
constexpr std::array<std::string_view, 8> kOnMaps = {
    "set({1}, {0})", "delete({1})", "clear()", "get({1})", "has({1})", "keys()", "entries()", "forEach(() => {{}})"};
constexpr std::array<std::string_view, 6> kOnSets = {"add({0})", "delete({1})", "clear()",
                                                     "has({1})", "values()",    "forEach(() => {{}})"};
constexpr std::array<std::string_view, 8> kValues = {"1", "'b'", "true", "null", "undefined", "[1]", "{ a: 1 }", "{}"};

bool IsChangeable(const Value& value) {
  return value.kind == Value::Kind::kObject || value.kind == Value::Kind::kArray || value.kind == Value::Kind::kMap ||
         value.kind == Value::Kind::kSet;
}

bool IsPlainName(const std::string& key) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !key.empty() && std::isdigit(static_cast<unsigned char>(key[0])) == 0 && std::ranges::all_of(key, fits);
}

// Of a literal that is a key of a collection; other keys are left to chance.
std::string KeyText(const Value& key) {
  if (key.kind == Value::Kind::kString && IsPlainName(key.text)) return "'" + key.text + "'";
  const bool small = key.kind == Value::Kind::kNumber && std::abs(key.number) < kSmall;
  return small ? fmt::format("{}", std::trunc(key.number)) : "'a'";
}

template <typename Texts>
std::string OnCollection(const std::string& what, const Texts& texts, const Value& like, base::Rng& rng) {
  const size_t step = like.kind == Value::Kind::kMap ? 2 : 1;
  const bool there = like.items.size() >= step && rng.Percent(kThereShare);
  const std::string key = there ? KeyText(like.items[step * rng.Below(like.items.size() / step)]) : "'a'";
  const std::string value(rng.Pick(kValues));
  return what + "." + fmt::format(fmt::runtime(rng.Pick(texts)), value, key) + ";";
}

std::string One(const std::string& what, const Value& like, int depth, base::Rng& rng) {
  if (like.kind == Value::Kind::kMap) return OnCollection(what, kOnMaps, like, rng);
  if (like.kind == Value::Kind::kSet) return OnCollection(what, kOnSets, like, rng);
  const std::string value(rng.Pick(kValues));
  if (like.kind == Value::Kind::kArray) {
    const bool inside = !like.items.empty() && IsChangeable(like.items[0]) && depth < kDeepest;
    if (inside && rng.Percent(kDeeperShare)) return One(what + "[0]", like.items[0], depth + 1, rng);
    if (rng.Percent(70)) return OnCollection(what, kOnLists, like, rng);
    return rng.Percent(70) ? what + "[0] = " + value + ";" : what + ".length = 0;";
  }
  const bool there = !like.properties.empty() && rng.Percent(kThereShare);
  const model::Property* property = there ? &rng.Pick(like.properties) : nullptr;
  const bool named = there && IsPlainName(property->name);
  const std::string key = named ? property->name : std::string(rng.Pick(ValuePool::Keys()));
  if (named && IsChangeable(property->value) && depth < kDeepest && rng.Percent(kDeeperShare))
    return One(what + "." + key, property->value, depth + 1, rng);
  const uint64_t draw = rng.Below(100);
  if (draw < 60) return what + "." + key + " = " + value + ";";
  if (draw < 80) return "delete " + what + "." + key + ";";
  return draw < 90 ? "Object.keys(" + what + ");" : "'" + key + "' in " + what + ";";
}

}  // namespace

std::string DeedsOn(const Value& like, base::Rng& rng) {
  if (!IsChangeable(like)) return "";
  std::string deeds;
  for (uint64_t left = 1 + rng.Below(kMostDeeds); left > 0; --left) deeds += " " + One("value", like, 0, rng);
  return "(value) => {" + deeds + (rng.Percent(kPassedOn) ? " return value;" : "") + " }";
}

}  // namespace kingbird::generate
