#include "generate/argument_maker.h"

#include <algorithm>
#include <iterator>
#include <numeric>

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
constexpr int kTypedShare = 80;  // percent of the calls of a function with known types that have as many arguments
constexpr int kKnownShare = 60;  // percent of those that follow a signature discovery found, where one fits
constexpr int kLeaveOut = 40;    // percent of the optional parameters at the end that are left out
constexpr uint64_t kMostRest = 3;
constexpr int kMoreOptions = 60;  // percent of the objects that get one more property
constexpr int kSmallSteps = 40;   // percent of the other literals that are changed a little, not replaced
constexpr double kExoticOdds = 4;
constexpr double kTypedOdds = 3;  // of a value of the known type against all others together

// As written, without the marks of default and rest parameters.
std::string ParameterName(const model::Function& function, int position) {
  const auto index = static_cast<size_t>(position);
  std::string name = index < function.parameters.size() ? function.parameters[index] : "";
  std::erase_if(name, [](char c) { return c == '=' || c == '.'; });
  return name.size() < 2 ? "" : name;
}

// The items of a rest parameter are what it and all behind it are.
const model::Type* TypeAt(const model::Function& function, int position) {
  if (function.types.empty()) return nullptr;
  const auto index = static_cast<size_t>(position);
  const model::ParameterType& last = function.types.back();
  if (last.rest && index + 1 >= function.types.size())
    return last.type.kind == model::Type::Kind::kArray && !last.type.parts.empty() ? &last.type.parts[0] : nullptr;
  return index < function.types.size() ? &function.types[index].type : nullptr;
}

std::string ClassOf(const model::Call& call) {
  return call.kind == model::Call::Kind::kNew && !call.path.empty() ? call.path.back() : "";
}

}  // namespace

// As many as its types ask for, optional ones from the last on left out at times; a callback where it was seen to take
// one.
model::Signature ArgumentMaker::TypedSignature(const model::Function& function, base::Rng& rng) const {
  size_t count = function.types.size();
  while (count > 0 && (function.types[count - 1].optional || function.types[count - 1].rest) && rng.Percent(kLeaveOut))
    --count;
  if (count > 0 && function.types[count - 1].rest) count += rng.Below(kMostRest);
  std::vector<double> weights;
  for (const model::Signature& known : function.signatures)
    weights.push_back(known.arguments.size() == count ? known.weight : 0);
  const bool fits = std::any_of(weights.begin(), weights.end(), [](double weight) { return weight > 0; });
  if (fits && rng.Percent(kKnownShare)) return function.signatures[rng.Weighted(weights)];
  model::Signature signature;
  signature.arguments.assign(count, Position::kPlain);
  return signature;
}

model::Signature ArgumentMaker::ChooseSignature(const model::Function& function, base::Rng& rng) const {
  if (typed_ != nullptr && !function.types.empty() && rng.Percent(kTypedShare)) return TypedSignature(function, rng);
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

void ArgumentMaker::Fill(const model::Function& function, const model::Signature& signature, Making& making,
                         model::Call& call, base::Rng& rng) {
  // Plain ones first: a callback may write to them.
  for (size_t i = 0; i < signature.arguments.size(); ++i) {
    const bool plain = signature.arguments[i] == Position::kPlain;
    call.arguments.push_back(plain ? Plain(function, static_cast<int>(i), making, rng) : Argument());
  }
  for (size_t i = 0; i < signature.arguments.size(); ++i) {
    const int position = static_cast<int>(i);
    Argument argument = call.arguments[i];
    if (signature.arguments[i] != Position::kPlain) argument = CallbackFor(call, position, making, rng);
    for (const model::OptionCallback& option : signature.options) {
      if (option.position != position) continue;
      if (argument.kind != Argument::Kind::kObject) argument = Argument::Object({}, {});
      argument.Set(option.key, CallbackFor(call, position, making, rng));
    }
    call.arguments[i] = std::move(argument);
  }
}

Argument ArgumentMaker::CallbackFor(const model::Call& call, int position, Making& making, base::Rng& rng) {
  CallbackMaker& maker = callbacks_ == nullptr ? any_ : *callbacks_;
  MadeCallback made = maker.Make({call, position, making.scope}, making.next_id, rng);
  if (!made.callback) return Argument::Literal(pool_.Any(rng));
  making.choices.push_back({"", position, Taste::kFunction, static_cast<int>(made.strategy)});
  return Argument::Function(std::move(made.callback));
}

Draft ArgumentMaker::DraftFor(const Making& making) const {
  Draft draft;
  draft.next_id = making.next_id;
  draft.recipes = &recipes_;
  for (const ScopeValue& value : making.scope) {
    if (value.reference.kind != Argument::Kind::kResult) continue;
    for (const std::string& name : recipes_.Ancestry(value.shape.type))
      draft.instances.emplace(name, value.reference.node);
  }
  for (const model::Call& call : making.before) draft.instances.emplace(ClassOf(call), call.id);
  return draft;
}

Argument ArgumentMaker::Typed(const model::Type& type, Making& making, base::Rng& rng) const {
  Draft draft = DraftFor(making);
  Argument argument = typed_->One(draft, type, 0, rng);
  making.next_id = draft.next_id;
  std::move(draft.body.begin(), draft.body.end(), std::back_inserter(making.before));
  return argument;
}

Argument ArgumentMaker::Made(Making& making, base::Rng& rng) const {
  if (recipes_.empty()) return Argument::Literal(pool_.Any(rng));
  Draft draft = DraftFor(making);
  const int call = recipes_.FollowAny(draft, rng);
  making.next_id = draft.next_id;
  std::move(draft.body.begin(), draft.body.end(), std::back_inserter(making.before));
  return Argument::Result(call);
}

Argument ArgumentMaker::Plain(const model::Function& function, int position, Making& making, base::Rng& rng) {
  if (!making.reusable.empty() && rng.Percent(18)) return rng.Pick(making.reusable);
  const std::string parameter = ParameterName(function, position);
  const auto proven = proven_.find(parameter);
  if (proven != proven_.end() && rng.Percent(kProvenShare)) return Argument::Literal(rng.Pick(proven->second));
  const TasteWeights& weights = WeightsOf(function, position);
  auto taste = static_cast<Taste>(rng.Weighted(std::vector<double>(weights.begin(), weights.end())));
  const bool file = taste == Taste::kPath || taste == Taste::kFolder;
  if (file && !UsesFiles(function.Name()) && !NamesFiles(parameter)) taste = Taste::kString;
  making.choices.push_back({function.Name(), position, taste, -1, parameter});
  const size_t choice = making.choices.size() - 1;
  const auto served = [&](Argument argument) {
    if (argument.kind == Argument::Kind::kLiteral) making.choices[choice].literal = argument.literal;
    return argument;
  };
  switch (taste) {
    case Taste::kTyped:
      return served(Typed(*TypeAt(function, position), making, rng));
    case Taste::kEarlier:
      return making.scope.empty() ? Made(making, rng) : PickEarlier(making.scope, rng);
    case Taste::kArray:
      return !making.scope.empty() && rng.Percent(45) ? ArrayOfEarlier(making.scope, rng)
                                                      : served(Argument::Literal(pool_.Make(taste, rng)));
    case Taste::kFunction: {
      // A function as a value: one of the API's, or one of ours.
      if (rng.Percent(35) && !api_.functions.empty()) {
        const model::Function& other = rng.Pick(api_.functions);
        if (other.kind != model::Function::Kind::kMethod) return Argument::Api(other.path);
      }
      const model::Call unknown;
      return CallbackFor(unknown, position, making, rng);
    }
    case Taste::kObject:
      if (!api_.constants.empty() && rng.Percent(15)) return Argument::Api(rng.Pick(api_.constants).path);
      [[fallthrough]];
    default:
      return served(Argument::Literal(pool_.Make(taste, rng)));
  }
}

Argument ArgumentMaker::Another(const model::Function& function, int position, Value literal, Making& making,
                                base::Rng& rng) {
  if (literal.kind == Value::Kind::kObject && rng.Percent(kMoreOptions)) {
    for (model::Property& property : pool_.Make(Taste::kOptions, rng).properties) {
      std::erase_if(literal.properties, [&](const model::Property& old) { return old.name == property.name; });
      literal.properties.push_back(std::move(property));
    }
    return Argument::Literal(std::move(literal));
  }
  if (rng.Percent(kSmallSteps)) {
    Value next = Neighbour(literal, rng);
    if (next.kind != Value::Kind::kUndefined) return Argument::Literal(std::move(next));
  }
  return Plain(function, position, making, rng);
}

Value ArgumentMaker::Neighbour(const Value& value, base::Rng& rng) const {
  return typed_ == nullptr ? Value::Undefined() : typed_->values().Neighbour(value, rng);
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
    const model::Type* known = typed_ == nullptr ? nullptr : TypeAt(function, position);
    // Whoever takes anything tells kinds apart.
    if (known != nullptr && *known == model::Type::Anything())
      it->second[static_cast<size_t>(Taste::kExotic)] *= kExoticOdds;
    if (known != nullptr && known->kind != model::Type::Kind::kAny) {
      const double others = std::accumulate(it->second.begin(), it->second.end(), 0.0);
      it->second[static_cast<size_t>(Taste::kTyped)] = std::min(others * kTypedOdds, kMost);
    }
  }
  return it->second;
}

void ArgumentMaker::Learn(const model::TestCase& test, const model::Execution& execution,
                          const std::vector<Choice>& choices, bool paid) {
  recipes_.Learn(test, execution);
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
    Prove(choice.parameter, choice.literal);
  }
}

void ArgumentMaker::Prove(const model::Function& function, int position, const Value& literal) {
  Prove(ParameterName(function, position), literal);
}

void ArgumentMaker::Prove(const std::string& parameter, const Value& literal) {
  if (parameter.empty() || literal.kind == Value::Kind::kUndefined) return;
  std::vector<Value>& proven = proven_[parameter];
  const bool known = std::find(proven.begin(), proven.end(), literal) != proven.end();
  if (!known && proven.size() < kMostProven) proven.push_back(literal);
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
