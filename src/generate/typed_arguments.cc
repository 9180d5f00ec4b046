#include "generate/typed_arguments.h"

#include <algorithm>

#include "generate/recipes.h"

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::Type;
using model::Value;

constexpr int kReuseInstance = 55;
constexpr int kByRecipe = 85;  // percent of the new instances that come about as others did before
constexpr int kMostDepth = 3;

}  // namespace

std::optional<size_t> TypedArguments::ClassNamed(const std::string& name) const {
  for (size_t i = 0; i < classes_.size(); ++i) {
    if (classes_[i].name == name) return i;
  }
  return std::nullopt;
}

int TypedArguments::Construct(Draft& draft, size_t of, int depth, base::Rng& rng) const {
  Call call;
  call.kind = Call::Kind::kNew;
  call.path = classes_[of].path;
  call.arguments = All(draft, classes_[of].parameters, depth + 1, rng);
  call.id = draft.next_id++;
  draft.instances.emplace(classes_[of].name, call.id);
  draft.body.push_back(call);
  return call.id;
}

std::vector<Argument> TypedArguments::All(Draft& draft, const std::vector<model::ParameterType>& parameters, int depth,
                                          base::Rng& rng) const {
  std::vector<Argument> arguments;
  size_t count = parameters.size();
  // Optional parameters may be left out, from the last on.
  while (count > 0 && parameters[count - 1].optional && rng.Percent(35)) --count;
  for (size_t i = 0; i < count; ++i) {
    const model::ParameterType& parameter = parameters[i];
    if (parameter.rest) {
      const uint64_t more = rng.Below(4);
      const Type item =
          parameter.type.kind == Type::Kind::kArray && !parameter.type.parts.empty() ? parameter.type.parts[0] : Type();
      for (uint64_t k = 0; k < more; ++k) arguments.push_back(One(draft, item, depth, rng));
      break;
    }
    if (draft.wild && rng.Percent(50)) {
      draft.strayed = true;
      arguments.push_back(One(draft, Type(), depth, rng));
      continue;
    }
    const bool missing = parameter.optional && rng.Percent(15);
    arguments.push_back(missing ? Argument::Literal(Value::Undefined()) : One(draft, parameter.type, depth, rng));
  }
  if (draft.wild && !arguments.empty() && rng.Percent(15)) {
    draft.strayed = true;
    arguments.pop_back();
  }
  return arguments;
}

Argument TypedArguments::One(Draft& draft, const Type& type, int depth, base::Rng& rng) const {
  switch (type.kind) {
    case Type::Kind::kUnion:
      return type.parts.empty() ? Argument::Literal(Value::Undefined()) : One(draft, rng.Pick(type.parts), depth, rng);
    case Type::Kind::kClass:
      return InstanceOf(draft, type.name, depth, rng);
    case Type::Kind::kFunction:
      return FunctionFor(draft, type, depth, rng);
    case Type::Kind::kArray:
    case Type::Kind::kIterable: {
      const bool literal = type.parts.empty() || type.parts[0].kind == Type::Kind::kAny;
      if (literal || depth >= kMostDepth) break;
      std::vector<Argument> items;
      const uint64_t count = rng.Below(5);
      for (uint64_t i = 0; i < count; ++i) items.push_back(One(draft, type.parts[0], depth + 1, rng));
      return Argument::Array(std::move(items));
    }
    case Type::Kind::kObject: {
      if ((type.fields.empty() && type.parts.empty()) || depth >= kMostDepth) break;
      Argument object = Argument::Object({}, {});
      const size_t more = type.parts.empty() ? 0 : rng.Below(ValuePool::Keys().size() + 1);
      for (size_t i = 0; i < more; ++i)
        object.Set(std::string(ValuePool::Keys()[i]), One(draft, type.parts[0], depth + 1, rng));
      for (const model::TypeField& field : type.fields) {
        if (!rng.Percent(field.optional ? 50 : 85)) continue;
        object.Set(field.name, One(draft, field.type, depth + 1, rng));
      }
      return object;
    }
    case Type::Kind::kAny:
      // What nobody looks at may be anything; an instance now and then, since it may be looked at later.
      if (!draft.instances.empty() && rng.Percent(8)) {
        auto it = draft.instances.begin();
        std::advance(it, rng.Below(draft.instances.size()));
        return Argument::Result(it->second);
      }
      break;
    default:
      break;
  }
  std::vector<Value>& used = draft.used[type.kind];
  if (!used.empty() && rng.Percent(draft.reuse)) return Argument::Literal(rng.Pick(used));
  used.push_back(values_.Make(type, rng));
  return Argument::Literal(used.back());
}

Argument TypedArguments::InstanceOf(Draft& draft, const std::string& name, int depth, base::Rng& rng) const {
  const auto [first, last] = draft.instances.equal_range(name);
  const auto count = static_cast<uint64_t>(std::distance(first, last));
  const auto of = ClassNamed(name);
  const bool recipe = draft.recipes != nullptr && draft.recipes->Knows(name);
  const bool possible = recipe || (of && depth < kMostDepth);
  if (count > 0 && (!possible || rng.Percent(kReuseInstance)))
    return Argument::Result(std::next(first, static_cast<ptrdiff_t>(rng.Below(count)))->second);
  if (!possible) return Argument::Literal(Value::Null());
  if (recipe && (!of || depth >= kMostDepth || rng.Percent(kByRecipe)))
    return Argument::Result(draft.recipes->Follow(name, draft, rng));
  return Argument::Result(Construct(draft, *of, depth, rng));
}

Argument TypedArguments::FunctionFor(Draft& draft, const Type& type, int depth, base::Rng& rng) const {
  auto callback = std::make_shared<Callback>();
  callback->id = draft.next_id++;
  callback->parameters = type.arity < 0 ? static_cast<int>(rng.Below(3)) : std::min(type.arity, 4);
  const uint64_t draw = rng.Below(100);
  if (callback->parameters > 0 && draw < 35) {
    callback->result =
        Argument::Parameter(callback->id, static_cast<int>(rng.Below(static_cast<uint64_t>(callback->parameters))));
  } else if (draw < 90) {
    const Type result = type.parts.empty() ? Type() : type.parts[0];
    const bool simple = result.kind != Type::Kind::kClass && result.kind != Type::Kind::kFunction;
    callback->result =
        simple ? Argument::Literal(values_.Make(result, rng, depth + 1)) : One(draft, result, kMostDepth, rng);
  } else if (draft.wild && draw < 95) {
    callback->result = Argument::Literal(values_.Make(Type::Of(Type::Kind::kError), rng));
    callback->throws = true;
    draft.strayed = true;
  }
  if (callback->result && callback->result->kind == Argument::Kind::kCallback) callback->result.reset();
  return Argument::Function(std::move(callback));
}

}  // namespace kingbird::generate
