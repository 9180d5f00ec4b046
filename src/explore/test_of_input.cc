// Plain values become literals, arrays and objects of arguments; what has an identity of its own (instances, functions
// with properties) is made by calls before the one under test.
#include "explore/test_of_input.h"

#include "base/text.h"

namespace kingbird::explore {
namespace {

using concolic::Input;
using concolic::Type;
using model::Argument;
using model::Call;
using model::Value;

/// Found where instances of a class find it.
bool IsMethod(const Reach& reach) { return reach.path.size() >= 2 && reach.path[reach.path.size() - 2] == "prototype"; }

class Builder {
 public:
  explicit Builder(const Constructors& constructors) : constructors_(constructors) {}

  std::optional<model::TestCase> Build(const Reach& reach, const concolic::Assignment& input) {
    Call call;
    for (const Input& argument : input.arguments) call.arguments.push_back(Make(argument));
    call.path = reach.path;
    if (reach.constructs) {
      call.kind = Call::Kind::kNew;
    } else if (reach.uses_this) {
      call.kind = Call::Kind::kMethod;
      if (IsMethod(reach) && input.self.type == Type::kObject) {
        call.receiver = Instance(Argument::Api({reach.path.begin(), reach.path.end() - 1}), Properties(input.self));
        call.path = {reach.path.back()};
      } else {
        call.arguments.insert(call.arguments.begin(), Make(input.self));
        call.receiver = Argument::Api(reach.path);
        call.path = {"call"};
      }
    }
    if (impossible_) return std::nullopt;
    Add(std::move(call));
    model::TestCase test;
    test.root = std::make_shared<model::Callback>(std::move(root_));
    test.next_id = next_id_;
    return test;
  }

 private:
  int Add(Call call) {
    call.id = next_id_++;
    root_.body.push_back(std::move(call));
    return root_.body.back().id;
  }

  Argument MethodOfObject(std::string name, std::vector<Argument> arguments) {
    Call call;
    call.kind = Call::Kind::kMethod;
    call.receiver = Argument::Global({"Object"});
    call.path = {std::move(name)};
    call.arguments = std::move(arguments);
    return Argument::Result(Add(std::move(call)));
  }

  Argument Make(const Input& input) {
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

  Argument Properties(const Input& input) {
    std::vector<std::string> keys;
    std::vector<Argument> items;
    for (const auto& [name, property] : input.properties) {
      if (property.type == Type::kAbsent) continue;
      // Literals of tests have no symbols for names.
      impossible_ |= concolic::IsSymbolName(name);
      keys.push_back(name);
      items.push_back(Make(property));
    }
    return Argument::Object(std::move(keys), std::move(items));
  }

  Argument MakeObject(const Input& input) {
    Argument properties = Properties(input);
    if (input.instance == 0) return properties;
    const std::optional<Argument> prototype = PrototypeOf(input.instance);
    if (!prototype) {
      impossible_ = true;
      return properties;
    }
    return Instance(*prototype, properties);
  }

  Argument Instance(Argument prototype, Argument properties) {
    Argument instance = MethodOfObject("create", {std::move(prototype)});
    return properties.keys.empty() ? instance : MethodOfObject("assign", {instance, std::move(properties)});
  }

  /// Instances are made without running the constructor, as agent/concolic/runtime.js makes them.
  std::optional<Argument> PrototypeOf(uint32_t tag) const {
    const auto found = constructors_.find(tag);
    if (found == constructors_.end()) return std::nullopt;
    model::AccessPath path = found->second.path;
    path.emplace_back("prototype");
    return found->second.global ? Argument::Global(std::move(path)) : Argument::Api(std::move(path));
  }

  Argument MakeArray(const Input& input) {
    std::vector<Argument> items;
    if (!(input.number >= 0 && input.number <= kLongestArray)) {
      impossible_ = true;
      return Argument::Array({});
    }
    for (size_t i = 0; i < static_cast<size_t>(input.number); ++i) {
      const auto found = input.properties.find(std::to_string(i));
      items.push_back(Make(found == input.properties.end() ? Input{} : found->second));
    }
    return Argument::Array(std::move(items));
  }

  Argument MakeFunction(const Input& input) {
    model::Callback callback;
    callback.id = next_id_++;
    if (input.throws == 0 && input.results.size() == 1) {
      callback.result = Make(input.results[0]);
    } else if (input.throws != 0 || !input.results.empty()) {
      // Each call does something else: a function expression says it shortest.
      callback.source =
          concolic::ToSource(Input{.type = Type::kFunction, .results = input.results, .throws = input.throws});
    }
    Argument function = Argument::Function(std::make_shared<model::Callback>(std::move(callback)));
    Argument properties = Properties(input);
    return properties.keys.empty() ? function : MethodOfObject("assign", {function, properties});
  }

  const Constructors& constructors_;
  model::Callback root_;
  int next_id_ = 1;
  bool impossible_ = false;
};

}  // namespace

std::optional<model::TestCase> AsTest(const Reach& reach, const concolic::Assignment& input,
                                      const Constructors& constructors) {
  if (!input.globals.empty()) return std::nullopt;
  return Builder(constructors).Build(reach, input);
}

}  // namespace kingbird::explore
