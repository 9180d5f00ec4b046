#include "generate/callback/deeds.h"

#include <array>
#include <string>
#include <utility>

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Call;
using model::Value;

constexpr uint64_t kMostDeeds = 3;
constexpr int kDeeperShare = 50;  // percent of the deeds on a member that has members itself that go on there
constexpr int kThereShare = 75;   // percent of the keys that are there
constexpr int kDeepest = 3;

// With so many arguments.
using Method = std::pair<const char*, int>;
constexpr std::array<Method, 8> kOfLists = {
    {{"push", 1}, {"pop", 0}, {"shift", 0}, {"unshift", 1}, {"splice", 2}, {"sort", 0}, {"reverse", 0}, {"fill", 1}}};
constexpr std::array<Method, 7> kOfMaps = {
    {{"set", 2}, {"delete", 1}, {"clear", 0}, {"get", 1}, {"has", 1}, {"keys", 0}, {"entries", 0}}};
constexpr std::array<Method, 5> kOfSets = {{{"add", 1}, {"delete", 1}, {"clear", 0}, {"has", 1}, {"values", 0}}};
constexpr std::array<Method, 3> kOfObjects = {{{"deleteProperty", 2}, {"has", 2}, {"ownKeys", 1}}};

bool IsChangeable(const Value& value) {
  return value.kind == Value::Kind::kObject || value.kind == Value::Kind::kArray || value.kind == Value::Kind::kMap ||
         value.kind == Value::Kind::kSet;
}

class Doer {
 public:
  Doer(const ValuePool& pool, int& next_id, base::Rng& rng) : pool_(pool), next_id_(next_id), rng_(rng) {}

  Call Do(const Argument& what, const Value& like, int depth) {
    switch (like.kind) {
      case Value::Kind::kArray:
        return rng_.Percent(30) ? Write(what, rng_.Percent(80) ? "0" : "length", depth) : Invoke(what, kOfLists, like);
      case Value::Kind::kMap:
        return Invoke(what, kOfMaps, like);
      case Value::Kind::kSet:
        return Invoke(what, kOfSets, like);
      default:
        return OnObject(what, like, depth);
    }
  }

 private:
  Call OnObject(const Argument& what, const Value& like, int depth) {
    const bool known = !like.properties.empty() && rng_.Percent(kThereShare);
    const model::Property* property = known ? &rng_.Pick(like.properties) : nullptr;
    const std::string key = known ? property->name : std::string(rng_.Pick(ValuePool::Keys()));
    const bool open = known && IsChangeable(property->value) && depth < kDeepest;
    if (open && rng_.Percent(kDeeperShare)) {
      Argument member;
      member.kind = Argument::Kind::kProperty;
      member.keys = {key};
      member.items = {what};
      return Do(member, property->value, depth + 1);
    }
    if (rng_.Percent(65)) return Write(what, key, depth);
    const auto& [name, count] = rng_.Pick(kOfObjects);
    Call call = New(Call::Kind::kMethod, Argument::Global({"Reflect"}), name);
    call.arguments = {what};
    if (count > 1) call.arguments.push_back(Argument::Literal(Value::String(key)));
    return call;
  }

  Call Write(const Argument& what, const std::string& key, int depth) {
    Call call = New(Call::Kind::kAssign, what, key);
    call.arguments = {Argument::Literal(key == "length" ? Value::Number(0) : pool_.Any(rng_, depth + 1))};
    return call;
  }

  template <typename Methods>
  Call Invoke(const Argument& what, const Methods& methods, const Value& like) {
    const auto& [name, count] = rng_.Pick(methods);
    Call call = New(Call::Kind::kMethod, what, name);
    const size_t step = like.kind == Value::Kind::kMap ? 2 : 1;
    for (int i = 0; i < count; ++i) {
      const bool key = i == 0 && like.kind != Value::Kind::kArray && !like.items.empty() && rng_.Percent(kThereShare);
      const bool position = std::string_view(name) == "splice";
      call.arguments.push_back(Argument::Literal(key        ? like.items[step * rng_.Below(like.items.size() / step)]
                                                 : position ? Value::Number(i)
                                                            : pool_.Any(rng_, 1)));
    }
    return call;
  }

  Call New(Call::Kind kind, Argument receiver, const std::string& name) {
    Call call;
    call.kind = kind;
    call.id = next_id_++;
    call.receiver = std::move(receiver);
    call.path = {name};
    return call;
  }

  const ValuePool& pool_;
  int& next_id_;
  base::Rng& rng_;
};

}  // namespace

std::vector<Call> DeedsOn(const Argument& what, const Value& like, const ValuePool& pool, int& next_id,
                          base::Rng& rng) {
  std::vector<Call> deeds;
  for (uint64_t left = IsChangeable(like) ? 1 + rng.Below(kMostDeeds) : 0; left > 0; --left)
    deeds.push_back(Doer(pool, next_id, rng).Do(what, like, 0));
  return deeds;
}

}  // namespace kingbird::generate
