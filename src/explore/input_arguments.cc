#include "explore/input_arguments.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"

namespace kingbird::explore {
namespace {

using concolic::Input;
using concolic::Type;
using model::Argument;
using model::Value;

bool IsIndex(const std::string& name) {
  return !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
}

/// A list or an object of literals is one.
Argument Plain(Argument argument) {
  const auto is_literal = [](const Argument& item) { return item.kind == Argument::Kind::kLiteral; };
  if (!std::ranges::all_of(argument.items, is_literal)) return argument;
  if (argument.kind == Argument::Kind::kArray) {
    std::vector<Value> items;
    for (Argument& item : argument.items) items.push_back(std::move(item.literal));
    return Argument::Literal(Value::Array(std::move(items)));
  }
  std::vector<model::Property> properties;
  for (size_t i = 0; i < argument.keys.size(); ++i)
    properties.push_back({std::move(argument.keys[i]), std::move(argument.items[i].literal)});
  return Argument::Literal(Value::Object(std::move(properties)));
}

}  // namespace

Argument InputArguments::Make(const Input& input) {
  switch (input.type) {
    case Type::kAbsent:
    case Type::kUndefined:
      return Argument::Literal(Value::Undefined());
    case Type::kNull:
      return Argument::Literal(Value::Null());
    case Type::kBoolean:
      return Argument::Literal(Value::Boolean(input.number != 0));
    case Type::kNumber:
      return Argument::Literal(Value::Number(input.number));
    case Type::kString:
      return Argument::Literal(Value::String(base::Wtf8FromUtf16(input.text)));
    case Type::kObject:
      return MakeObject(input);
    case Type::kArray:
      return MakeArray(input);
    case Type::kFunction:
      return MakeFunction(input);
  }
  return {};
}

Argument InputArguments::InstanceOf(Argument prototype, const Input& input) {
  Argument properties = Properties(input);
  return With(MethodOfObject("create", {std::move(prototype)}), std::move(properties));
}

Argument InputArguments::Constructed(model::AccessPath path, std::vector<Argument> arguments) {
  model::Call call;
  call.id = NextId();
  call.kind = model::Call::Kind::kNew;
  call.path = std::move(path);
  call.arguments = std::move(arguments);
  calls_.push_back(std::move(call));
  return Argument::Result(calls_.back().id);
}

Argument InputArguments::MethodOfObject(std::string name, std::vector<Argument> arguments) {
  model::Call call;
  call.id = NextId();
  call.kind = model::Call::Kind::kMethod;
  call.receiver = Argument::Global({"Object"});
  call.path = {std::move(name)};
  call.arguments = std::move(arguments);
  calls_.push_back(std::move(call));
  return Argument::Result(calls_.back().id);
}

/// Of a list those that are no elements.
Argument InputArguments::Properties(const Input& input, bool of_array) {
  std::vector<std::string> keys;
  std::vector<Argument> items;
  for (const auto& [name, property] : input.properties) {
    if (property.type == Type::kAbsent || concolic::IsHandedOn(name) || (of_array && IsIndex(name))) continue;
    // Literals of tests have no symbols for names.
    impossible_ |= concolic::IsSymbolName(name);
    keys.push_back(name);
    items.push_back(Make(property));
  }
  return Argument::Object(std::move(keys), std::move(items));
}

Argument InputArguments::With(Argument object, Argument properties) {
  if (properties.keys.empty()) return object;
  return MethodOfObject("assign", {std::move(object), Plain(std::move(properties))});
}

Argument InputArguments::MakeObject(const Input& input) {
  if (input.instance == 0) return Plain(Properties(input));
  const auto found = constructors_.find(input.instance);
  if (found == constructors_.end()) {
    impossible_ = true;
    return {};
  }
  model::AccessPath path = found->second.path;
  path.emplace_back("prototype");
  return InstanceOf(found->second.global ? Argument::Global(std::move(path)) : Argument::Api(std::move(path)), input);
}

Argument InputArguments::MakeArray(const Input& input) {
  if (!(input.number >= 0 && input.number <= kLongestArray)) {
    impossible_ = true;
    return {};
  }
  std::vector<Argument> items;
  for (size_t i = 0; i < static_cast<size_t>(input.number); ++i) {
    const auto found = input.properties.find(std::to_string(i));
    items.push_back(Make(found == input.properties.end() ? Input{} : found->second));
  }
  Argument properties = Properties(input, /*of_array=*/true);
  return With(Plain(Argument::Array(std::move(items))), std::move(properties));
}

Argument InputArguments::MakeFunction(const Input& input) {
  model::Callback callback;
  callback.id = NextId();
  const bool calls = input.properties.contains("(0)");
  if (calls) {
    concolic::Input alone = input;
    std::erase_if(alone.properties, [](const auto& property) { return !concolic::IsHandedOn(property.first); });
    callback.source = concolic::ToSource(alone);
  } else if (input.throws == 0 && input.results.size() == 1) {
    callback.result = Make(input.results[0]);
  } else if (input.throws != 0 || !input.results.empty()) {
    // Each call does something else: a function expression says it shortest.
    callback.source =
        concolic::ToSource(Input{.type = Type::kFunction, .results = input.results, .throws = input.throws});
  }
  Argument function = Argument::Function(std::make_shared<model::Callback>(std::move(callback)));
  Argument properties = Properties(input);
  return With(std::move(function), std::move(properties));
}

}  // namespace kingbird::explore
