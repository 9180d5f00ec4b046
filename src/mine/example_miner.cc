// One walk per program. Names bound to the API map to access paths (api_names.h), other names to the expressions they
// were declared with. The outermost call that can be rebuilt from literals, API members and such names becomes a test;
// where it cannot, the calls inside it are tried. Scopes are not resolved: a name that means something else costs an
// example, not a wrong test, since every test is run before it counts.
#include "mine/example_miner.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "mine/callback_miner.h"
#include "mine/literal_value.h"
#include "syntax/literals.h"
#include "syntax/parser.h"
#include "syntax/scope.h"

namespace kingbird::mine {
namespace {

using model::AccessPath;
using model::Argument;
using model::Call;
using model::Value;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

constexpr size_t kMostExamples = 600;
constexpr size_t kMostCalls = 16;
constexpr int kMostDepth = 12;

// Members of these are never the target's.
constexpr std::array<std::string_view, 20> kForeignGlobals = {
    "console", "process", "assert", "expect", "should", "t",      "test",    "Math",    "JSON",   "Object",
    "Array",   "Number",  "String", "Date",   "Buffer", "module", "exports", "Promise", "Symbol", "this"};

bool IsForeign(std::string_view name) {
  return std::find(kForeignGlobals.begin(), kForeignGlobals.end(), name) != kForeignGlobals.end();
}

bool IsCall(Node node) { return node.Is(Kind::kCallExpression) || node.Is(Kind::kNewExpression); }

Node Callee(Node call) { return call.Child(call.Is(Kind::kNewExpression) ? Field::kConstructor : Field::kFunction); }

// "date-fns" is dateFns in a program, "@scope/name" is name.
std::string IdentifierOf(const std::string& package) {
  std::string name;
  bool upper = false;
  for (const char c : package.substr(package.rfind('/') == std::string::npos ? 0 : package.rfind('/') + 1)) {
    if (c == '-' || c == '.') {
      upper = true;
      continue;
    }
    name.push_back(upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c);
    upper = false;
  }
  return name;
}

syntax::Tree Parsed(const std::string& text) {
  syntax::Tree tree = syntax::Parse(text);
  return tree.has_error() ? syntax::Parse(text, syntax::Language::kTypeScript) : std::move(tree);
}

}  // namespace

/// What one page declares, and the walk over its programs.
class ExampleMiner::Page {
 public:
  Page(const model::Api& api, const std::string& package, std::vector<model::TestCase>& into)
      : api_(api), identifier_(IdentifierOf(package)), into_(into), names_([this](Node node) { return Guess(node); }) {}

  void Read(const std::string& program, const IsTarget& is_target) {
    names_.SetTarget(is_target);
    current_ = &programs_.emplace_back(program);
    syntax::Walk(
        current_->tree.root(), [&](Node node) { return Enter(node); }, [](Node) {});
  }

 private:
  struct Program {
    explicit Program(const std::string& text) : tree(Parsed(text)), scopes(tree) {}
    syntax::Tree tree;
    syntax::ScopeTree scopes;
  };
  /// An expression and the program it stands in.
  struct Bound {
    Node node;
    const Program* program;
  };
  /// The test under construction.
  struct Draft {
    std::vector<Call> body;
    std::map<std::string, Argument> names;  ///< Variables that were evaluated for it.
    int next_id = 1;
  };

  bool Enter(Node node) {
    if (node.Is(Kind::kVariableDeclarator)) Bind(node.Child(Field::kName), node.Child(Field::kValue));
    if (node.Is(Kind::kAssignmentExpression)) Bind(node.Child(Field::kLeft), node.Child(Field::kRight));
    if (node.Is(Kind::kImportStatement)) names_.BindImport(node);
    if (node.Is(Kind::kRequiredParameter) || (node.Is(Kind::kIdentifier) && node.field() == Field::kParameter))
      values_.erase(std::string(node.text()));
    if (!IsCall(node) || into_.size() >= kMostExamples) return true;
    Draft draft;
    const std::optional<Argument> result = Evaluate(draft, node, 0);
    if (!result || draft.body.empty()) return true;
    auto root = std::make_shared<model::Callback>();
    root->body = std::move(draft.body);
    model::TestCase test{std::move(root), draft.next_id};
    const bool known = std::any_of(into_.begin(), into_.end(), [&](const auto& other) { return other == test; });
    if (!known && model::WellFormedness(test).empty()) into_.push_back(std::move(test));
    return false;
  }

  // What does not lead to the API is looked at when it is used.
  void Bind(Node name, Node value) {
    value = Unwrapped(value);
    if (!name || !value) return;
    const bool api = names_.Bind(name, value);
    if (!name.Is(Kind::kIdentifier)) return;
    const std::string text(name.text());
    values_.erase(text);
    if (api) return;
    names_.Forget(text);
    values_[text] = {value, current_};
  }

  // What no import or declaration says: a program of a page may use the API as if it were there.
  std::optional<AccessPath> Guess(Node node) const {
    const bool member = node.Is(Kind::kMemberExpression);
    const Node from = member ? node.Child(Field::kObject) : node;
    const std::string name(from.text());
    if (!from.Is(Kind::kIdentifier) || values_.contains(name) || current_->scopes.BindingOf(from) != syntax::kNoId)
      return std::nullopt;
    if (member) {
      // `_.chunk(…)` without a word of where _ comes from.
      const std::string property(node.Child(Field::kProperty).text());
      return !IsForeign(name) && Find({property}) != nullptr ? std::optional(AccessPath{property}) : std::nullopt;
    }
    if (Find({name}) != nullptr) return AccessPath{name};
    return name == identifier_ ? std::optional(AccessPath{}) : std::nullopt;
  }

  // Exports of an ES module and of what it was compiled to differ by "default".
  const model::Function* Find(AccessPath path) const {
    const auto find = [&](const AccessPath& wanted) -> const model::Function* {
      for (const model::Function& function : api_.functions) {
        if (function.kind == model::Function::Kind::kMethod && !function.owner.empty()) continue;
        const bool alias =
            std::find(function.aliases.begin(), function.aliases.end(), wanted) != function.aliases.end();
        if (function.path == wanted || alias) return &function;
      }
      return nullptr;
    };
    if (const model::Function* function = find(path)) return function;
    if (!path.empty() && path[0] == "default") return find({path.begin() + 1, path.end()});
    path.insert(path.begin(), "default");
    return find(path);
  }

  std::optional<Argument> Evaluate(Draft& draft, Node node, int depth) {
    node = Unwrapped(node);
    if (!node || depth > kMostDepth) return std::nullopt;
    if (auto literal = LiteralValue(node)) return Argument::Literal(std::move(*literal));
    switch (node.kind()) {
      case Kind::kUnaryExpression:
        return Negated(draft, node, depth);
      case Kind::kBinaryExpression:
        return Joined(draft, node, depth);
      case Kind::kArray:
        return Array(draft, node, depth);
      case Kind::kObject:
        return Object(draft, node, depth);
      case Kind::kIdentifier:
        return Variable(draft, node, depth);
      case Kind::kMemberExpression:
        return Member(draft, node, depth);
      case Kind::kCallExpression:
        return CallOf(draft, node, depth);
      case Kind::kNewExpression:
        return New(draft, node, depth);
      case Kind::kArrowFunction:
      case Kind::kFunctionExpression:
        return Function(draft, node);
      default:
        return std::nullopt;
    }
  }

  std::optional<Argument> Negated(Draft& draft, Node node, int depth) {
    const auto value = Evaluate(draft, node.Child(Field::kArgument), depth + 1);
    if (!value || value->kind != Argument::Kind::kLiteral) return std::nullopt;
    const std::string_view sign = node.Child(Field::kOperator).text();
    if (sign == "void") return Argument::Literal(Value::Undefined());
    if (sign != "-" || value->literal.kind != Value::Kind::kNumber) return std::nullopt;
    return Argument::Literal(Value::Number(-value->literal.number));
  }

  // 'a' + 'b', 24 * 60 * 60: what authors write instead of one literal.
  std::optional<Argument> Joined(Draft& draft, Node node, int depth) {
    const auto left = Evaluate(draft, node.Child(Field::kLeft), depth + 1);
    const auto right = Evaluate(draft, node.Child(Field::kRight), depth + 1);
    if (!left || !right || left->kind != Argument::Kind::kLiteral || right->kind != Argument::Kind::kLiteral)
      return std::nullopt;
    auto value = Combined(node.Child(Field::kOperator).text(), left->literal, right->literal);
    return value ? std::optional(Argument::Literal(std::move(*value))) : std::nullopt;
  }

  static bool AllLiterals(const std::vector<Argument>& items) {
    return std::all_of(items.begin(), items.end(),
                       [](const Argument& item) { return item.kind == Argument::Kind::kLiteral; });
  }

  std::optional<Argument> Array(Draft& draft, Node node, int depth) {
    std::vector<Argument> items;
    for (Node child : node.children()) {
      auto item = Evaluate(draft, child, depth + 1);
      if (!item) return std::nullopt;
      items.push_back(std::move(*item));
    }
    if (!AllLiterals(items)) return Argument::Array(std::move(items));
    std::vector<Value> values;
    for (Argument& item : items) values.push_back(std::move(item.literal));
    return Argument::Literal(Value::Array(std::move(values)));
  }

  std::optional<Argument> Object(Draft& draft, Node node, int depth) {
    std::vector<std::string> keys;
    std::vector<Argument> items;
    for (Node child : node.children()) {
      const bool shorthand = child.Is(Kind::kShorthandPropertyIdentifier);
      if (!shorthand && !child.Is(Kind::kPair)) return std::nullopt;
      const Node key = shorthand ? child : child.Child(Field::kKey);
      if (key.Is(Kind::kComputedPropertyName)) return std::nullopt;
      auto item =
          shorthand ? Variable(draft, child, depth + 1) : Evaluate(draft, child.Child(Field::kValue), depth + 1);
      if (!item) return std::nullopt;
      keys.push_back(key.Is(Kind::kString) ? syntax::StringValue(key) : std::string(key.text()));
      items.push_back(std::move(*item));
    }
    if (!AllLiterals(items)) return Argument::Object(std::move(keys), std::move(items));
    std::vector<model::Property> properties;
    for (size_t i = 0; i < keys.size(); ++i) properties.push_back({keys[i], std::move(items[i].literal)});
    return Argument::Literal(Value::Object(std::move(properties)));
  }

  std::optional<Argument> Variable(Draft& draft, Node node, int depth) {
    const std::string name(node.text());
    if (const auto known = draft.names.find(name); known != draft.names.end()) return known->second;
    if (const auto value = values_.find(name); value != values_.end()) {
      const Program* const here = std::exchange(current_, value->second.program);
      auto argument = Evaluate(draft, value->second.node, depth + 1);
      current_ = here;
      if (argument) draft.names.emplace(name, *argument);
      return argument;
    }
    const auto path = names_.PathOf(node);
    return path ? ApiValue(*path) : std::nullopt;
  }

  std::optional<Argument> ApiValue(const AccessPath& path) const {
    if (const model::Function* function = Find(path)) return Argument::Api(function->path);
    const bool constant = std::any_of(api_.constants.begin(), api_.constants.end(),
                                      [&](const model::Constant& one) { return one.path == path; });
    return constant ? std::optional(Argument::Api(path)) : std::nullopt;
  }

  std::optional<Argument> Member(Draft& draft, Node node, int depth) {
    if (const auto path = names_.PathOf(node)) return ApiValue(*path);
    auto object = Evaluate(draft, node.Child(Field::kObject), depth + 1);
    if (!object || object->kind != Argument::Kind::kResult) return std::nullopt;
    Argument property;
    property.kind = Argument::Kind::kProperty;
    property.keys = {std::string(node.Child(Field::kProperty).text())};
    property.items = {std::move(*object)};
    return property;
  }

  bool FillArguments(Draft& draft, Node node, Call& call, int depth) {
    for (Node child : node.Child(Field::kArguments).children()) {
      auto argument = Evaluate(draft, child, depth + 1);
      if (!argument) return false;
      call.arguments.push_back(std::move(*argument));
    }
    return true;
  }

  std::optional<Argument> Made(Draft& draft, Call call) {
    if (draft.body.size() >= kMostCalls) return std::nullopt;
    call.id = draft.next_id++;
    draft.body.push_back(std::move(call));
    return Argument::Result(draft.body.back().id);
  }

  std::optional<Argument> CallOf(Draft& draft, Node node, int depth) {
    const Node callee = Unwrapped(Callee(node));
    if (callee.text() == "require" || callee.Is(Kind::kImport)) return std::nullopt;
    Call call;
    if (const auto path = names_.PathOf(callee)) {
      const model::Function* function = Find(*path);
      if (function == nullptr) return std::nullopt;
      call.path = function->path;
    } else if (callee.Is(Kind::kMemberExpression)) {
      // z.string().min(5), schema.parse(…)
      auto receiver = Evaluate(draft, callee.Child(Field::kObject), depth + 1);
      if (!receiver || receiver->kind != Argument::Kind::kResult) return std::nullopt;
      call.kind = Call::Kind::kMethod;
      call.receiver = std::move(*receiver);
      call.path = {std::string(callee.Child(Field::kProperty).text())};
    } else {
      // A function that the API returned: limit(2)(…), const f = make(); f(…)
      auto receiver = Evaluate(draft, callee, depth + 1);
      if (!receiver || receiver->kind != Argument::Kind::kResult) return std::nullopt;
      call.kind = Call::Kind::kMethod;
      call.receiver = std::move(*receiver);
    }
    return FillArguments(draft, node, call, depth) ? Made(draft, std::move(call)) : std::nullopt;
  }

  std::optional<Argument> New(Draft& draft, Node node, int depth) {
    const auto path = names_.PathOf(Callee(node));
    const model::Function* function = path ? Find(*path) : nullptr;
    Call call;
    call.kind = Call::Kind::kNew;
    if (!FillArguments(draft, node, call, depth)) return std::nullopt;
    if (function == nullptr) return BuiltIn(std::string(Callee(node).text()), call.arguments);
    call.path = function->path;
    return Made(draft, std::move(call));
  }

  static std::optional<Argument> BuiltIn(const std::string& name, const std::vector<Argument>& arguments) {
    if (!AllLiterals(arguments)) return std::nullopt;
    std::vector<Value> values;
    for (const Argument& argument : arguments) values.push_back(argument.literal);
    auto value = ConstructedValue(name, values);
    return value ? std::optional(Argument::Literal(std::move(*value))) : std::nullopt;
  }

  std::optional<Argument> Function(Draft& draft, Node node) {
    const std::string source = SelfContained(current_->tree, current_->scopes, node);
    if (source.empty()) return std::nullopt;
    auto callback = std::make_shared<model::Callback>();
    callback->id = draft.next_id++;
    callback->source = source;
    for (Node parameter : node.Child(Field::kParameters).children()) callback->parameters += parameter.named() ? 1 : 0;
    if (node.Child(Field::kParameter)) callback->parameters = 1;
    return Argument::Function(std::move(callback));
  }

  const model::Api& api_;
  const std::string identifier_;
  std::vector<model::TestCase>& into_;
  std::deque<Program> programs_;  ///< Values point into them.
  const Program* current_ = nullptr;
  ApiNames names_;
  std::map<std::string, Bound> values_;
};

ExampleMiner::ExampleMiner(const model::Api& api, std::string package) : api_(api), package_(std::move(package)) {
  EndPage();
}
ExampleMiner::~ExampleMiner() = default;

void ExampleMiner::Read(const std::string& program, const IsTarget& is_target) { page_->Read(program, is_target); }

void ExampleMiner::EndPage() { page_ = std::make_unique<Page>(api_, package_, found_); }

std::vector<model::TestCase> ExampleMiner::Take() { return std::move(found_); }

}  // namespace kingbird::mine
