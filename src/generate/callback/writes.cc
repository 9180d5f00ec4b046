#include "generate/callback/writes.h"

#include <algorithm>

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::Event;
using model::Value;

constexpr size_t kMostReads = 64;
constexpr size_t kMostHanded = 6;
constexpr double kLargestSize = 100;

// Can be named from inside the callback; a literal is made anew wherever it is written.
bool IsReferable(const Argument& argument) {
  switch (argument.kind) {
    case Argument::Kind::kResult:
    case Argument::Kind::kParameter:
    case Argument::Kind::kApi:
    case Argument::Kind::kGlobal:
    case Argument::Kind::kSetup:
      return true;
    default:
      return false;
  }
}

Argument MemberNamed(Argument object, const std::string& name) {
  Argument member;
  member.kind = Argument::Kind::kProperty;
  member.items = {std::move(object)};
  member.keys = {name};
  return member;
}

bool IsIndex(const std::string& key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

MadeCallback WritingCallbacks::Make(const CallbackSite& site, int& next_id, base::Rng& rng) {
  auto callback = std::make_shared<Callback>();
  callback->id = next_id++;
  const auto seen = parameters_.find({site.Name(), site.position});
  callback->parameters = static_cast<int>(seen == parameters_.end() ? rng.Below(4) : seen->second);
  AddWrites(site, *callback, next_id, rng);
  AddResult(site, *callback, next_id, rng);
  return {std::move(callback), CallbackStrategy::kWrites};
}

void WritingCallbacks::AddWrites(const CallbackSite& site, Callback& callback, int& next_id, base::Rng& rng) const {
  const auto known = reads_.find(site.Name());
  if (known == reads_.end()) return;
  std::vector<Steps> places(known->second.begin(), known->second.end());
  std::erase_if(places, [](const Steps& steps) { return steps[0] == "ret"; });
  // A location for itself more often than its elements: "length" would drown among 0, 1, 2 …
  std::vector<double> weights;
  for (const Steps& steps : places) weights.push_back(IsIndex(steps.back()) ? 0.3 : 1);
  const uint64_t count = rng.Below(3) + (rng.Percent(80) ? 1 : 0);
  for (uint64_t i = 0; i < count && !places.empty(); ++i) {
    const Steps& steps = places[rng.Weighted(weights)];
    std::optional<Call> write;
    if (callback.parameters > 0 && rng.Percent(15)) {
      // The same name on what the callback receives.
      write.emplace();
      write->receiver =
          Argument::Parameter(callback.id, static_cast<int>(rng.Below(static_cast<uint64_t>(callback.parameters))));
      write->path = {steps.back()};
      write->arguments = {Argument::Literal(ValueFor(steps.back(), rng))};
    } else {
      write = Write(site, steps, rng);
    }
    if (!write) continue;
    write->kind = Call::Kind::kAssign;
    write->id = next_id++;
    callback.body.push_back(std::move(*write));
  }
}

std::optional<Call> WritingCallbacks::Write(const CallbackSite& site, const Steps& steps, base::Rng& rng) const {
  Argument object;
  size_t next = 1;
  if (steps[0] == "receiver") {
    if (!site.call.receiver) return std::nullopt;
    object = *site.call.receiver;
  } else if (steps[0] == "global") {
    object = Argument::Global({});
  } else {
    const auto index = static_cast<size_t>(std::stoi(steps[0].substr(3)));
    if (index >= site.call.arguments.size()) return std::nullopt;
    object = site.call.arguments[index];
  }
  if (!IsReferable(object) || steps.size() < 2) return std::nullopt;
  for (; next + 1 < steps.size(); ++next) object = MemberNamed(std::move(object), steps[next]);
  Call write;
  write.receiver = std::move(object);
  write.path = {steps.back()};
  const bool earlier = !site.scope.empty() && rng.Percent(15);
  write.arguments = {earlier ? rng.Pick(site.scope).reference : Argument::Literal(ValueFor(steps.back(), rng))};
  return write;
}

Value WritingCallbacks::ValueFor(const std::string& key, base::Rng& rng) const {
  // A size is best changed to another one; all kinds of values stay possible, but none that takes forever to count to.
  const bool size = key == "length" || key == "size";
  if (size && rng.Percent(70)) {
    if (rng.Percent(25)) return rng.Percent(50) ? Value::Boolean(false) : Value::Null();
    if (rng.Percent(15)) return Value::Number(rng.Percent(50) ? -1 : 2.5);
    return Value::Number(static_cast<double>(rng.Below(6)));
  }
  Value value = pool_.Any(rng);
  if (size && value.kind == Value::Kind::kNumber && value.number > kLargestSize) value.number = kLargestSize;
  return value;
}

void WritingCallbacks::AddResult(const CallbackSite& site, Callback& callback, int& next_id, base::Rng& rng) const {
  const uint64_t draw = rng.Below(100);
  if (draw < 15) return;
  if (draw < 45) {
    callback.result = Argument::Literal(pool_.Any(rng));
  } else if (draw < 60 && callback.parameters > 0) {
    callback.result =
        Argument::Parameter(callback.id, static_cast<int>(rng.Below(static_cast<uint64_t>(callback.parameters))));
  } else if (draw < 75 && !site.scope.empty()) {
    callback.result = rng.Pick(site.scope).reference;
  } else if (draw < 85 && site.call.id > 0) {
    callback.result = Argument::Result(site.call.id);
  } else if (draw < 93) {
    const auto known = reads_.find(site.Name());
    std::set<std::string> keys;
    if (known != reads_.end()) {
      for (const Steps& steps : known->second) {
        if (steps[0] == "ret" && steps.size() == 2) keys.insert(steps[1]);
      }
    }
    if (!keys.empty()) callback.result = Returned({keys.begin(), keys.end()}, next_id, rng);
  } else {
    Value error;
    error.kind = Value::Kind::kError;
    error.type = "Error";
    error.text = "boom";
    callback.result = Argument::Literal(std::move(error));
    callback.throws = true;
  }
}

// An object with what is read from returned values: values, and functions since what is read may be called.
Argument WritingCallbacks::Returned(const Steps& keys, int& next_id, base::Rng& rng) const {
  std::vector<Argument> items;
  for (size_t i = 0; i < keys.size(); ++i) {
    if (rng.Percent(40)) {
      items.push_back(Argument::Literal(pool_.Any(rng)));
      continue;
    }
    auto function = std::make_shared<Callback>();
    function->id = next_id++;
    function->parameters = 2;
    if (rng.Percent(60)) {
      // Calls what it receives: the resolving functions of a thenable, a continuation.
      Call call;
      call.kind = Call::Kind::kMethod;
      call.id = next_id++;
      call.receiver = Argument::Parameter(function->id, static_cast<int>(rng.Below(2)));
      call.arguments = {Argument::Literal(pool_.Any(rng))};
      function->body = {std::move(call)};
    }
    if (rng.Percent(30)) function->result = Argument::Literal(pool_.Any(rng));
    items.push_back(Argument::Function(std::move(function)));
  }
  return Argument::Object(keys, std::move(items));
}

void WritingCallbacks::Learn(const model::TestCase& test, const model::Execution& execution) {
  std::map<int, std::string> names;
  model::ForEachCall(*test.root, [&](const Call& call) {
    names[call.id] = PlainName(call);
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      const model::CallbackRef& callback = call.arguments[i].callback;
      const Event* invoked = callback ? execution.Find(Event::Kind::kInvoke, callback->id) : nullptr;
      if (invoked == nullptr) continue;
      size_t& count = parameters_[{PlainName(call), static_cast<int>(i)}];
      count = std::min(kMostHanded, std::max(count, invoked->values.size() - 1));
    }
  });
  for (const Event& event : execution.events) {
    if (event.kind != Event::Kind::kRead || event.values.empty()) continue;
    Steps steps;
    for (const Value& value : event.values) steps.push_back(value.text);
    // Names that say they are private: no caller writes there.
    if (steps.back().starts_with("_")) continue;
    std::set<Steps>& known = reads_[names[event.node]];
    if (known.size() < kMostReads) known.insert(std::move(steps));
  }
}

}  // namespace kingbird::generate
