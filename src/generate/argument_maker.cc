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
constexpr int kProvenShare = 20;  // percent of the arguments for which there are proven literals
constexpr size_t kMostProven = 40;

// As written, without the marks of default and rest parameters.
std::string ParameterName(const model::Function& function, int position) {
  const auto index = static_cast<size_t>(position);
  std::string name = index < function.parameters.size() ? function.parameters[index] : "";
  std::erase_if(name, [](char c) { return c == '=' || c == '.'; });
  return name.size() < 2 ? "" : name;
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
  // Plain ones first: a callback may write to them.
  for (size_t i = 0; i < signature.arguments.size(); ++i) {
    const bool plain = signature.arguments[i] == Position::kPlain;
    call.arguments.push_back(plain ? Plain(function, static_cast<int>(i), scope, reusable, next_id, choices, rng)
                                   : Argument());
  }
  for (size_t i = 0; i < signature.arguments.size(); ++i) {
    const int position = static_cast<int>(i);
    Argument argument = call.arguments[i];
    if (signature.arguments[i] != Position::kPlain) {
      argument = CallbackFor(call, position, scope, next_id, choices, rng);
    }
    for (const model::OptionCallback& option : signature.options) {
      if (option.position != position) continue;
      if (argument.kind != Argument::Kind::kObject) argument = Argument::Object({}, {});
      argument.keys.push_back(option.key);
      argument.items.push_back(CallbackFor(call, position, scope, next_id, choices, rng));
    }
    call.arguments[i] = std::move(argument);
  }
}

Argument ArgumentMaker::CallbackFor(const model::Call& call, int position, const std::vector<ScopeValue>& scope,
                                    int& next_id, std::vector<Choice>& choices, base::Rng& rng) {
  CallbackMaker& maker = callbacks_ == nullptr ? any_ : *callbacks_;
  MadeCallback made = maker.Make({call, position, scope}, next_id, rng);
  if (!made.callback) return Argument::Literal(pool_.Any(rng));
  choices.push_back({"", position, Taste::kFunction, static_cast<int>(made.strategy)});
  return Argument::Function(std::move(made.callback));
}

Argument ArgumentMaker::Plain(const model::Function& function, int position, const std::vector<ScopeValue>& scope,
                              const std::vector<Argument>& reusable, int& next_id, std::vector<Choice>& choices,
                              base::Rng& rng) {
  if (!reusable.empty() && rng.Percent(18)) return rng.Pick(reusable);
  const std::string parameter = ParameterName(function, position);
  const auto proven = proven_.find(parameter);
  if (proven != proven_.end() && rng.Percent(kProvenShare)) return Argument::Literal(rng.Pick(proven->second));
  const TasteWeights& weights = WeightsOf(function, position);
  const auto taste = static_cast<Taste>(rng.Weighted(std::vector<double>(weights.begin(), weights.end())));
  choices.push_back({function.Name(), position, taste, -1, parameter});
  const auto literal = [&](model::Value value) {
    choices.back().literal = value;
    return Argument::Literal(std::move(value));
  };
  switch (taste) {
    case Taste::kEarlier:
      return scope.empty() ? Argument::Literal(pool_.Any(rng)) : PickEarlier(scope, rng);
    case Taste::kArray:
      return !scope.empty() && rng.Percent(45) ? ArrayOfEarlier(scope, rng) : literal(pool_.Make(taste, rng));
    case Taste::kFunction: {
      // A function as a value: one of the API's, or one of ours.
      if (rng.Percent(35) && !api_.functions.empty()) {
        const model::Function& other = rng.Pick(api_.functions);
        if (other.kind != model::Function::Kind::kMethod) return Argument::Api(other.path);
      }
      const model::Call unknown;
      return CallbackFor(unknown, position, scope, next_id, choices, rng);
    }
    case Taste::kObject:
      if (!api_.constants.empty() && rng.Percent(15)) return Argument::Api(rng.Pick(api_.constants).path);
      [[fallthrough]];
    default:
      return literal(pool_.Make(taste, rng));
  }
}

Argument ArgumentMaker::ArrayOfEarlier(const std::vector<ScopeValue>& scope, base::Rng& rng) const {
  std::vector<Argument> items;
  const uint64_t count = 1 + rng.Below(3);
  for (uint64_t i = 0; i < count; ++i) {
    items.push_back(rng.Percent(75) ? PickEarlier(scope, rng) : Argument::Literal(pool_.Any(rng, 1)));
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

void ArgumentMaker::Learn(const model::TestCase& test, const model::Execution& execution,
                          const std::vector<Choice>& choices, bool paid) {
  if (callbacks_ == nullptr) return;
  callbacks_->Learn(test, execution);
  for (const Choice& choice : choices) {
    if (choice.strategy >= 0) callbacks_->Judge(static_cast<CallbackStrategy>(choice.strategy), paid);
  }
}

void ArgumentMaker::Reward(const std::vector<Choice>& choices) {
  for (const Choice& choice : choices) {
    const auto it = weights_.find({choice.function, choice.position});
    if (it == weights_.end() || choice.strategy >= 0) continue;
    double& weight = it->second[static_cast<size_t>(choice.taste)];
    weight = std::min(weight * kRewardFactor, kMost);
    if (choice.parameter.empty() || choice.literal.kind == Value::Kind::kUndefined) continue;
    std::vector<Value>& proven = proven_[choice.parameter];
    const bool known = std::find(proven.begin(), proven.end(), choice.literal) != proven.end();
    if (!known && proven.size() < kMostProven) proven.push_back(choice.literal);
  }
}

void ArgumentMaker::Punish(const std::vector<Choice>& choices) {
  for (const Choice& choice : choices) {
    const auto it = weights_.find({choice.function, choice.position});
    if (it == weights_.end() || choice.strategy >= 0) continue;
    double& weight = it->second[static_cast<size_t>(choice.taste)];
    weight = std::max(weight * kPunishFactor, kLeast);
  }
}

}  // namespace kingbird::generate
