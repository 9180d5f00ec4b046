#include "generate/argument_maker.h"

#include <algorithm>

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Position;
using model::Value;

constexpr double kRewardFactor = 1.6;
constexpr double kPunishFactor = 0.93;
constexpr double kLeast = 0.5;
constexpr double kMost = 400;

Value ErrorValue(std::string message) {
  Value value;
  value.kind = Value::Kind::kError;
  value.type = "Error";
  value.text = std::move(message);
  return value;
}

}  // namespace

model::Signature ArgumentMaker::ChooseSignature(const model::Function& function, base::Rng& rng) const {
  if (!function.signatures.empty() && !rng.Percent(4)) {
    std::vector<double> weights;
    for (const model::Signature& known : function.signatures) weights.push_back(known.weight);
    return function.signatures[rng.Weighted(weights)];
  }
  model::Signature signature;
  const auto declared =
      static_cast<int64_t>(std::max<size_t>(function.parameters.size(), static_cast<size_t>(function.length)));
  const int64_t count = rng.Percent(70) ? std::min<int64_t>(declared, 5) : rng.Between(0, 5);
  signature.arguments.assign(static_cast<size_t>(count), Position::kPlain);
  return signature;
}

void ArgumentMaker::Fill(const model::Function& function, const model::Signature& signature,
                         const std::vector<ScopeValue>& scope, const std::vector<Argument>& reusable, model::Call& call,
                         int& next_id, std::vector<Choice>& choices, base::Rng& rng) {
  for (size_t i = 0; i < signature.arguments.size(); ++i) {
    const int position = static_cast<int>(i);
    Argument argument;
    if (signature.arguments[i] != Position::kPlain) {
      argument = MakeCallback(scope, next_id, rng);
    } else {
      argument = Plain(function, position, scope, reusable, next_id, choices, rng);
    }
    for (const model::OptionCallback& option : signature.options) {
      if (option.position != position) continue;
      if (argument.kind != Argument::Kind::kObject) argument = Argument::Object({}, {});
      argument.keys.push_back(option.key);
      argument.items.push_back(MakeCallback(scope, next_id, rng));
    }
    call.arguments.push_back(std::move(argument));
  }
}

Argument ArgumentMaker::Plain(const model::Function& function, int position, const std::vector<ScopeValue>& scope,
                              const std::vector<Argument>& reusable, int& next_id, std::vector<Choice>& choices,
                              base::Rng& rng) {
  if (!reusable.empty() && rng.Percent(18)) return rng.Pick(reusable);
  const TasteWeights& weights = WeightsOf(function, position);
  const auto taste = static_cast<Taste>(rng.Weighted(std::vector<double>(weights.begin(), weights.end())));
  choices.push_back({function.Name(), position, taste});
  switch (taste) {
    case Taste::kEarlier:
      return scope.empty() ? Argument::Literal(pool_.Any(rng)) : Earlier(scope, rng);
    case Taste::kArray:
      return !scope.empty() && rng.Percent(45) ? ArrayOfEarlier(scope, rng) : Argument::Literal(pool_.Make(taste, rng));
    case Taste::kFunction: {
      // A function as a value: one of the API's, or one of ours.
      if (rng.Percent(35) && !api_.functions.empty()) {
        const model::Function& other = rng.Pick(api_.functions);
        if (other.kind != model::Function::Kind::kMethod) return Argument::Api(other.path);
      }
      return MakeCallback(scope, next_id, rng);
    }
    case Taste::kObject:
      if (!api_.constants.empty() && rng.Percent(15)) return Argument::Api(rng.Pick(api_.constants).path);
      [[fallthrough]];
    default:
      return Argument::Literal(pool_.Make(taste, rng));
  }
}

Argument ArgumentMaker::MakeCallback(const std::vector<ScopeValue>& scope, int& next_id, base::Rng& rng) {
  auto callback = std::make_shared<model::Callback>();
  callback->id = next_id++;
  callback->parameters = static_cast<int>(rng.Weighted({1, 3, 6, 1}));
  const uint64_t draw = rng.Below(100);
  if (draw < 40) {
    // Returns nothing.
  } else if (draw < 60) {
    callback->result = Argument::Literal(pool_.Any(rng));
  } else if (draw < 75 && callback->parameters > 0) {
    callback->result =
        Argument::Parameter(callback->id, static_cast<int>(rng.Below(static_cast<uint64_t>(callback->parameters))));
  } else if (draw < 90 && !scope.empty()) {
    callback->result = Earlier(scope, rng);
  } else if (draw >= 90) {
    callback->result = Argument::Literal(ErrorValue("boom"));
    callback->throws = true;
  }
  return Argument::Function(std::move(callback));
}

Argument ArgumentMaker::Earlier(const std::vector<ScopeValue>& scope, base::Rng& rng) const {
  // Objects are what an API hands out to be handed back; primitives come cheap elsewhere.
  std::vector<double> weights;
  for (const ScopeValue& value : scope) {
    const bool primitive = value.shape.kind <= Value::Kind::kSymbol;
    weights.push_back(value.shape.kind <= Value::Kind::kNull ? 0.2 : primitive ? 1 : 3);
  }
  return scope[rng.Weighted(weights)].reference;
}

Argument ArgumentMaker::ArrayOfEarlier(const std::vector<ScopeValue>& scope, base::Rng& rng) const {
  std::vector<Argument> items;
  const uint64_t count = 1 + rng.Below(3);
  for (uint64_t i = 0; i < count; ++i) {
    items.push_back(rng.Percent(75) ? Earlier(scope, rng) : Argument::Literal(pool_.Any(rng, 1)));
  }
  return Argument::Array(std::move(items));
}

TasteWeights& ArgumentMaker::WeightsOf(const model::Function& function, int position) {
  const auto [it, fresh] = weights_.try_emplace({function.Name(), position});
  if (fresh) {
    const auto index = static_cast<size_t>(position);
    it->second = WeightsForName(index < function.parameters.size() ? function.parameters[index] : "");
  }
  return it->second;
}

void ArgumentMaker::Reward(const std::vector<Choice>& choices) {
  for (const Choice& choice : choices) {
    const auto it = weights_.find({choice.function, choice.position});
    if (it == weights_.end()) continue;
    double& weight = it->second[static_cast<size_t>(choice.taste)];
    weight = std::min(weight * kRewardFactor, kMost);
  }
}

void ArgumentMaker::Punish(const std::vector<Choice>& choices) {
  for (const Choice& choice : choices) {
    const auto it = weights_.find({choice.function, choice.position});
    if (it == weights_.end()) continue;
    double& weight = it->second[static_cast<size_t>(choice.taste)];
    weight = std::max(weight * kPunishFactor, kLeast);
  }
}

}  // namespace kingbird::generate
