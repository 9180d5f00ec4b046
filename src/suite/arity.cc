#include "suite/arity.h"

#include <algorithm>

#include "oracle/fit.h"

namespace kingbird::suite {
namespace {

using model::Argument;
using model::Call;
using model::Event;
using model::Type;

// "name=" has a default, "...name" is the rest; behind the first of them nothing is needed.
size_t NeededBy(const model::Function& function) {
  size_t count = 0;
  for (const std::string& parameter : function.parameters) {
    const bool declared_optional = count < function.types.size() && function.types[count].optional;
    if (declared_optional || parameter.ends_with('=') || parameter.starts_with("...")) break;
    ++count;
  }
  return count;
}

bool Calls(const Call& call) {
  return call.kind == Call::Kind::kCall || call.kind == Call::Kind::kNew || call.kind == Call::Kind::kMethod;
}

bool EndsWell(const model::Execution& execution, int call) {
  return execution.Find(Event::Kind::kThrow, call) == nullptr && execution.Find(Event::Kind::kReject, call) == nullptr;
}

// What it is, not what is in it.
Type Outline(const Type& type) {
  Type outline = type;
  outline.fields.clear();
  outline.name = type.kind == Type::Kind::kClass ? type.name : "";
  switch (type.kind) {
    case Type::Kind::kAny:
      return Type::Anything();
    case Type::Kind::kUnion:
      for (Type& part : outline.parts) part = Outline(part);
      break;
    case Type::Kind::kObject:
      outline.parts.clear();
      break;
    default:
      for (Type& part : outline.parts) part = Type::Anything();
  }
  const bool list = type.kind == Type::Kind::kArray || type.kind == Type::Kind::kIterable;
  if (list && outline.parts.empty()) outline.parts = {Type::Anything()};
  return outline;
}

// Results of calls and members of the API are what they are.
bool IsOf(const Argument& argument, const Type& type) {
  if (type.Has(Type::Kind::kAny)) return true;
  switch (argument.kind) {
    case Argument::Kind::kLiteral:
      return oracle::Fits(argument.literal, type);
    case Argument::Kind::kCallback:
      return type.Has(Type::Kind::kFunction);
    case Argument::Kind::kArray:
      return type.Has(Type::Kind::kArray) || type.Has(Type::Kind::kIterable);
    case Argument::Kind::kObject:
      return type.Has(Type::Kind::kObject) || type.Has(Type::Kind::kClass);
    default:
      return true;
  }
}

}  // namespace

Arities::Arities(const model::Api& api) {
  for (const model::Function& function : api.functions) {
    const std::string name = function.path.empty() ? "" : function.path.back();
    const size_t needed = NeededBy(function);
    const auto [known, fresh] = needed_.try_emplace(name, needed);
    if (!fresh) known->second = std::min(known->second, needed);
    std::vector<model::ParameterType>& types = types_[function.Name()];
    types = function.types;
    for (model::ParameterType& parameter : types) parameter.type = Outline(parameter.type);
  }
}

size_t Arities::Of(const Call& call) const {
  const auto known = needed_.find(call.path.empty() ? "" : call.path.back());
  return Calls(call) && known != needed_.end() ? known->second : 0;
}

bool Arities::AnyShort(const model::TestCase& test) const {
  bool any = false;
  model::ForEachCall(*test.root, [&](const Call& call) { any |= call.arguments.size() < Of(call); });
  return any;
}

const std::vector<model::ParameterType>* Arities::TypesOf(const Call& call) const {
  if (call.kind != Call::Kind::kCall && call.kind != Call::Kind::kNew) return nullptr;
  const auto known = types_.find(model::CallName(call, {}));
  return known == types_.end() || known->second.empty() ? nullptr : &known->second;
}

bool Arities::AnyMisfit(const model::TestCase& test) const {
  bool any = false;
  model::ForEachCall(*test.root, [&](const Call& call) {
    const std::vector<model::ParameterType>* types = TypesOf(call);
    for (size_t i = 0; types != nullptr && i < std::min(call.arguments.size(), types->size()); ++i) {
      const model::ParameterType& parameter = (*types)[i];
      const Argument& argument = call.arguments[i];
      const bool absent =
          argument.kind == Argument::Kind::kLiteral && argument.literal.kind == model::Value::Kind::kUndefined;
      any |= !parameter.rest && !(absent && parameter.optional) && !IsOf(argument, parameter.type);
    }
  });
  return any;
}

bool Arities::AllProper(const model::TestCase& test, const model::Execution& execution) const {
  const bool failed = execution.Failed() || std::ranges::any_of(execution.events, [](const Event& event) {
                        return event.kind == Event::Kind::kReject;
                      });
  return !failed && !AnyShort(test) && !AnyMisfit(test);
}

bool Arities::Loses(const model::TestCase& before, const model::TestCase& after,
                    const model::Execution& execution) const {
  std::map<int, size_t> had;
  model::ForEachCall(*before.root, [&](const Call& call) { had[call.id] = call.arguments.size(); });
  bool loses = false;
  model::ForEachCall(*after.root, [&](const Call& call) {
    const size_t wanted = std::min(had[call.id], Of(call));
    loses |= call.arguments.size() < wanted && EndsWell(execution, call.id);
  });
  return loses || (!execution.Failed() && AnyMisfit(after) && !AnyMisfit(before));
}

}  // namespace kingbird::suite
