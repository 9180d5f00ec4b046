#include "generate/callback/any.h"

#include "generate/callback/deeds.h"

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Value;

Value ErrorValue(std::string message) {
  Value value;
  value.kind = Value::Kind::kError;
  value.type = "Error";
  value.text = std::move(message);
  return value;
}

constexpr int kDeedShare = 40;  // percent of the callbacks beside data that change what they are handed

}  // namespace

bool AnyCallbacks::AddDeeds(const CallbackSite& site, model::Callback& callback, base::Rng& rng) {
  if (callback.parameters == 0 || !rng.Percent(kDeedShare)) return false;
  std::vector<const Value*> data;
  for (const Argument& argument : site.call.arguments) {
    if (argument.kind == Argument::Kind::kLiteral && !model::IsPrimitive(argument.literal.kind))
      data.push_back(&argument.literal);
  }
  if (data.empty()) return false;
  callback.source = DeedsOn(*rng.Pick(data), rng);
  callback.parameters = callback.source.empty() ? callback.parameters : 1;
  return !callback.source.empty();
}

MadeCallback AnyCallbacks::Make(const CallbackSite& site, int& next_id, base::Rng& rng) {
  auto callback = std::make_shared<model::Callback>();
  callback->id = next_id++;
  callback->parameters = static_cast<int>(rng.Weighted({1, 3, 6, 1}));
  if (AddDeeds(site, *callback, rng)) return {std::move(callback), CallbackStrategy::kMix};
  const uint64_t draw = rng.Below(100);
  if (draw < 40) {
    // Returns nothing.
  } else if (draw < 60) {
    callback->result = Argument::Literal(pool_.Any(rng));
  } else if (draw < 75 && callback->parameters > 0) {
    callback->result =
        Argument::Parameter(callback->id, static_cast<int>(rng.Below(static_cast<uint64_t>(callback->parameters))));
  } else if (draw < 90 && !site.scope.empty()) {
    callback->result = PickEarlier(site.scope, rng);
  } else if (draw >= 90) {
    callback->result = Argument::Literal(ErrorValue("boom"));
    callback->throws = true;
  }
  return {std::move(callback), CallbackStrategy::kMix};
}

}  // namespace kingbird::generate
