#include "suite/contracts.h"

#include <algorithm>

#include "model/declared.h"
#include "oracle/fit.h"

namespace kingbird::suite {
namespace {

using model::Call;
using model::Event;
using Parameters = std::vector<model::ParameterType>;

bool IsWritten(const Parameters& parameters) {
  return std::all_of(parameters.begin(), parameters.end(), [](const model::ParameterType& parameter) {
    return parameter.source != model::ParameterType::Source::kInferred;
  });
}

// Inference looked at every use: what it puts no bounds to has none.
model::Type Unbound(model::Type type) {
  using Kind = model::Type::Kind;
  if (type.kind == Kind::kAny) return model::Type::Anything();
  if (type.kind == Kind::kFunction) return type;
  for (model::Type& part : type.parts) part = Unbound(std::move(part));
  const bool holds = type.kind == Kind::kArray || type.kind == Kind::kSet || type.kind == Kind::kIterable;
  const size_t wanted = holds ? 1 : type.kind == Kind::kMap ? 2 : 0;
  while (type.parts.size() < wanted) type.parts.push_back(model::Type::Anything());
  return type;
}

Parameters Inferred(Parameters parameters) {
  for (model::ParameterType& parameter : parameters) parameter.type = Unbound(std::move(parameter.type));
  return parameters;
}

}  // namespace

Contracts::Contracts(Declarations declared, const model::Api& api, const std::vector<model::Class>& classes,
                     bool inferred)
    : known_(std::move(declared)) {
  // Inner functions often have the names of exported ones: what is said of them is not said of these. Of two exported
  // ones with one name (a.parse, a.b.parse) it is not said which is meant.
  std::set<std::string> met;
  for (const model::Function& function : api.functions) {
    if (function.kind == model::Function::Kind::kMethod || function.path.empty()) continue;
    const std::string key = function.path.back() + (function.kind == model::Function::Kind::kConstructor ? "#" : "");
    const bool again = !met.insert(key).second;
    if (known_.contains(key) && (again || model::DeclaredOf(known_, function) == nullptr)) known_.erase(key);
  }
  if (!inferred) return;
  for (const model::Class& next : classes) {
    known_[next.name + "#"] = Inferred(next.parameters);
    for (const model::Member& member : next.members) {
      if (member.kind == model::Member::Kind::kMethod)
        known_[next.name + "#" + member.name] = Inferred(member.parameters);
    }
  }
}

Contracts Contracts::None() {
  Contracts contracts;
  contracts.all_fit_ = true;
  return contracts;
}

const Parameters* Contracts::Find(const std::string& name) const {
  const auto it = known_.find(name);
  return it == known_.end() ? nullptr : &it->second;
}

const Parameters* Contracts::Of(const model::Function& function) const { return model::DeclaredOf(known_, function); }

// By the class of its receiver; where the declarations call that otherwise, by a name that only one of them has.
const Parameters* Contracts::OfMethod(const Call& call, const model::Execution& execution) const {
  if (const Parameters* own = Find(model::CallName(call, execution))) return own;
  const std::string end = "#" + call.path.back();
  const Parameters* only = nullptr;
  for (const auto& [name, parameters] : known_) {
    if (!name.ends_with(end)) continue;
    if (only != nullptr) return nullptr;
    only = &parameters;
  }
  return only != nullptr && IsWritten(*only) ? only : nullptr;
}

const Parameters* Contracts::OfResult(const Call& maker) const {
  if (maker.kind != Call::Kind::kCall) return nullptr;
  return Find((maker.path.empty() ? "default" : maker.path.back()) + "()");
}

// By the function that returned it.
const Parameters* Contracts::OfHandedOut(const model::TestCase& test, const Call& call) const {
  if (!call.receiver || call.receiver->kind != model::Argument::Kind::kResult) return nullptr;
  const Parameters* found = nullptr;
  model::ForEachCall(*test.root, [&](const Call& maker) {
    if (maker.id == call.receiver->node) found = OfResult(maker);
  });
  return found;
}

const Parameters* Contracts::Of(const model::TestCase& test, const Call& call,
                                const model::Execution& execution) const {
  if (call.kind == Call::Kind::kMethod && call.path.empty()) return OfHandedOut(test, call);
  if (call.kind == Call::Kind::kMethod) return OfMethod(call, execution);
  model::Function function;
  function.path = call.path;
  if (call.kind == Call::Kind::kNew) function.kind = model::Function::Kind::kConstructor;
  return Of(function);
}

// An object that lacks what its class is declared to have is half made: a parser without its lexer, say. What comes of
// calling its methods then is nobody's mistake but the test's.
bool Contracts::IsWhole(const model::Argument& object, const model::Execution& execution) const {
  if (object.kind != model::Argument::Kind::kResult) return true;
  const Event* made = execution.Find(Event::Kind::kReturn, object.node);
  if (made == nullptr || made->values.empty()) return true;
  const model::Value& value = made->values[0];
  const Parameters* fields = value.type.empty() ? nullptr : Find(value.type + ".");
  const bool cut = !value.properties.empty() && value.properties.back().name.empty();
  if (fields == nullptr || cut) return true;
  return std::ranges::all_of(*fields, [&](const model::ParameterType& field) {
    const auto property = std::ranges::find(value.properties, field.name, &model::Property::name);
    return property != value.properties.end() && property->value.kind != model::Value::Kind::kUndefined;
  });
}

bool Contracts::CallFits(const model::TestCase& test, const Call& call, const model::Execution& execution) const {
  if (all_fit_) return true;
  if (call.kind == Call::Kind::kAwait || call.kind == Call::Kind::kGet) return true;
  if (call.kind == Call::Kind::kAssign) return false;
  const bool built_in = call.receiver && call.receiver->kind == model::Argument::Kind::kGlobal;
  if (built_in) return true;
  if (call.receiver && !IsWhole(*call.receiver, execution)) return false;
  const Parameters* parameters = Of(test, call, execution);
  const Event* made = execution.Find(Event::Kind::kCall, call.id);
  if (parameters == nullptr || made == nullptr) return false;
  return oracle::ArgumentsFit(made->values, *parameters) && oracle::CallbacksFit(call, *parameters);
}

std::set<int> Contracts::Fitting(const model::TestCase& test, const model::Execution& execution) const {
  std::set<int> fitting;
  model::ForEachCall(*test.root, [&](const Call& call) {
    if (CallFits(test, call, execution)) fitting.insert(call.id);
  });
  return fitting;
}

bool Contracts::Fits(const model::TestCase& test, const model::Execution& execution) const {
  bool all = true;
  model::ForEachCall(*test.root, [&](const Call& call) {
    const bool made = execution.Find(Event::Kind::kCall, call.id) != nullptr;
    all = all && (!made || CallFits(test, call, execution));
  });
  return all;
}

}  // namespace kingbird::suite
