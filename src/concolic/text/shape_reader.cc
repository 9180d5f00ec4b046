// An expression stands for places in the shapes: a parameter for its root, a member for a part of what its object
// stands for, a local variable for whatever it was ever assigned. Each use then marks the places its operands stand
// for. Functions inside are left out: they run when somebody calls them.
#include "concolic/text/shape_reader.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "concolic/text/members.h"
#include "concolic/text/names.h"
#include "syntax/function_sites.h"

namespace kingbird::concolic {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using Places = std::vector<Shape*>;

constexpr size_t kMostPlaces = 8;
constexpr size_t kDeepestCall = 2;

template <size_t N>
bool OneOf(std::string_view text, const std::array<std::string_view, N>& names) {
  return std::ranges::find(names, text) != names.end();
}

TypeSet LiteralType(Node node) {
  if (node.Is(Kind::kNumber)) return {Type::kNumber};
  if (node.Is(Kind::kString) || node.Is(Kind::kTemplateString)) return {Type::kString};
  if (node.Is(Kind::kTrue) || node.Is(Kind::kFalse)) return {Type::kBoolean};
  return {};
}

std::string_view OperatorOf(Node node) { return node.Child(Field::kOperator).text(); }

std::string NameOfCallee(Node callee) {
  if (callee.Is(Kind::kIdentifier)) return std::string(callee.text());
  return callee.Is(Kind::kMemberExpression) ? std::string(callee.Child(Field::kProperty).text()) : std::string();
}

/// What is known of the whole file.
struct File {
  const std::map<std::string, Node>& callees;         ///< To be read with the function.
  const std::map<std::string, std::string>& modules;  ///< By variable.
};

class Reader {
 public:
  Reader(Shapes& shapes, const File& file, std::set<uint32_t>& under_way)
      : shapes_(shapes), file_(file), under_way_(under_way) {}

  void Read(Node function, Places self, const std::vector<Places>& arguments) {
    self_ = std::move(self);
    under_way_.insert(function.index());
    BindParameters(function, arguments);
    const Node body = function.Child(Field::kBody);
    CollectSources(body);
    Visit(body, [this](Node node) { NoteUses(node); });
    under_way_.erase(function.index());
  }

 private:
  /// Of this function, not of those inside it.
  template <typename Enter>
  void Visit(Node body, Enter&& enter) {
    Walk(
        body,
        [&](Node node) {
          if (node != body && syntax::IsFunctionSite(node)) return false;
          if (node.named()) enter(node);
          return true;
        },
        [](Node) {});
  }

  void BindParameters(Node function, const std::vector<Places>& arguments) {
    const auto bind = [&](Node parameter, size_t index) {
      ForEachName(parameter, {}, [&](const std::string& name, const std::vector<std::string>& steps) {
        bound_[name] = Along(index < arguments.size() ? arguments[index] : Places(), steps);
      });
    };
    if (const Node single = function.Child(Field::kParameter)) bind(single, 0);
    size_t index = 0;
    for (Node parameter : function.Child(Field::kParameters).children()) bind(parameter, index++);
  }

  void CollectSources(Node body) {
    Visit(body, [this](Node node) {
      if (node.Is(Kind::kUpdateExpression)) counted_.insert(std::string(node.Child(Field::kArgument).text()));
      const bool declared = node.Is(Kind::kVariableDeclarator);
      const bool iterated = IsForOf(node);
      if (!declared && !iterated && !node.Is(Kind::kAssignmentExpression)) return;
      const Node name = node.Child(declared ? Field::kName : Field::kLeft);
      const Node value = node.Child(declared ? Field::kValue : Field::kRight);
      std::vector<std::string> steps;
      if (iterated) steps.emplace_back(Shape::kElement);
      ForEachName(name, std::move(steps), [&](const std::string& bound, const std::vector<std::string>& along) {
        if (!declared && bound_.contains(bound)) return;
        auto& sources = sources_[bound];
        if (value) sources.push_back({value, along});
      });
      if (IsPlace(name)) sources_[std::string(name.text())].push_back({value, {}});
    });
  }

  /// `v.name`, `this.list[i]`: what is assigned to it is found there again, where the same is written.
  static bool IsPlace(Node node) {
    if (!node.Is(Kind::kMemberExpression) && !node.Is(Kind::kSubscriptExpression)) return false;
    const Node index = node.Child(Field::kIndex);
    if (index && !index.Is(Kind::kIdentifier) && !index.Is(Kind::kString) && !index.Is(Kind::kNumber)) return false;
    const Node object = node.Child(Field::kObject);
    return object.Is(Kind::kIdentifier) || object.Is(Kind::kThis) || IsPlace(object);
  }

  static bool IsForOf(Node node) { return node.Is(Kind::kForInStatement) && OperatorOf(node) == "of"; }

  static Places Along(Places places, const std::vector<std::string>& steps) {
    for (const std::string& step : steps) {
      for (Shape* place : places) place->Use(step == Shape::kElement ? TypeSet{Type::kArray} : OwnersOf(step));
      places = Parts(places, step);
    }
    return places;
  }

  static void Add(Places& to, const Places& more) {
    for (Shape* place : more) {
      if (to.size() < kMostPlaces && std::ranges::find(to, place) == to.end()) to.push_back(place);
    }
  }

  static Places Parts(const Places& of, std::string_view name) {
    Places parts;
    for (Shape* place : of) parts.push_back(&place->properties[std::string(name)]);
    return parts;
  }

  Places OfName(const std::string& name) {
    if (const auto bound = bound_.find(name); bound != bound_.end()) return bound->second;
    return sources_.contains(name) ? OfSources(name) : OfFile(name);
  }

  Places OfSources(const std::string& name) {
    Places places;
    const auto local = sources_.find(name);
    if (local == sources_.end() || !resolving_.insert(name).second) return places;
    for (const Source& source : local->second) Add(places, Along(Resolve(source.value), source.steps));
    resolving_.erase(name);
    return places;
  }

  Places OfPart(Node node, std::string_view name) {
    Places places = Parts(Resolve(node.Child(Field::kObject)), name);
    if (IsPlace(node)) Add(places, OfSources(std::string(node.text())));
    return places;
  }

  /// A variable of the file: a module where that is what it holds.
  Places OfFile(const std::string& name) {
    const auto module = file_.modules.find(name);
    return {&shapes_.roots[module == file_.modules.end() ? name : "require:" + module->second]};
  }

  Places OfCall(Node callee) {
    Places places = Parts(Resolve(callee), Shape::kResult);
    if (const std::string name = NameOfCallee(callee); !name.empty()) Add(places, {&shapes_.results[name]});
    return places;
  }

  static std::string KeyOf(Node subscript) {
    const Node index = subscript.Child(Field::kIndex);
    if (!index.Is(Kind::kString)) return std::string(Shape::kElement);
    const std::string_view text = index.text();
    return std::string(text.substr(1, text.size() - 2));
  }

  Places Resolve(Node node) {
    switch (node.kind()) {
      case Kind::kThis:
        return self_;
      case Kind::kIdentifier:
        return OfName(std::string(node.text()));
      case Kind::kMemberExpression:
        return OfPart(node, node.Child(Field::kProperty).text());
      case Kind::kSubscriptExpression:
        return OfPart(node, KeyOf(node));
      case Kind::kCallExpression:
        return OfCall(node.Child(Field::kFunction));
      case Kind::kNewExpression:
        return OfCall(node.Child(Field::kConstructor));
      case Kind::kParenthesizedExpression:
        return Resolve(node.NamedChild(0));
      case Kind::kAssignmentExpression:
        return Resolve(node.Child(Field::kRight));
      case Kind::kTernaryExpression: {
        Places places = Resolve(node.Child(Field::kConsequence));
        Add(places, Resolve(node.Child(Field::kAlternative)));
        return places;
      }
      case Kind::kBinaryExpression: {
        const std::string_view op = OperatorOf(node);
        Places places;
        if (op == "||" || op == "??") places = Resolve(node.Child(Field::kLeft));
        if (op == "||" || op == "??" || op == "&&") Add(places, Resolve(node.Child(Field::kRight)));
        return places;
      }
      default:
        return {};
    }
  }

  void Use(Node operand, TypeSet types) {
    for (Shape* place : Resolve(operand)) place->Use(types);
  }
  void Ask(Node operand) {
    for (Shape* place : Resolve(operand)) place->asked = true;
  }

  /// An index that is counted up, or computed: what it is an index of has numbers for names.
  bool IsCounter(Node index) const {
    if (index.Is(Kind::kIdentifier)) return counted_.contains(std::string(index.text()));
    return index.Is(Kind::kNumber) || index.Is(Kind::kUpdateExpression) ||
           (index.Is(Kind::kBinaryExpression) && OperatorOf(index) == "-");
  }

  void NoteUses(Node node) {
    switch (node.kind()) {
      case Kind::kMemberExpression:
        Use(node.Child(Field::kObject), OwnersOf(node.Child(Field::kProperty).text()));
        break;
      case Kind::kSubscriptExpression:
        Resolve(node);  // That it has elements is known from here on.
        Use(node.Child(Field::kObject), IsCounter(node.Child(Field::kIndex)) ? TypeSet{Type::kArray} : kReadable);
        break;
      case Kind::kCallExpression:
        NoteCall(node, node.Child(Field::kFunction));
        break;
      case Kind::kNewExpression:
        NoteCall(node, node.Child(Field::kConstructor));
        break;
      case Kind::kBinaryExpression:
        NoteOperator(OperatorOf(node), node.Child(Field::kLeft), node.Child(Field::kRight));
        break;
      case Kind::kAugmentedAssignmentExpression: {
        const std::string_view op = OperatorOf(node);
        const bool logical = op.size() == 3 && (op[0] == '&' || op[0] == '|' || op[0] == '?');
        if (logical) break;
        const TypeSet types = op == "+=" ? TypeSet{Type::kNumber, Type::kString} : TypeSet{Type::kNumber};
        Use(node.Child(Field::kLeft), types);
        Use(node.Child(Field::kRight), types);
        break;
      }
      case Kind::kForInStatement:
        if (IsForOf(node)) Use(node.Child(Field::kRight), {Type::kArray});
        break;
      case Kind::kVariableDeclarator:
        if (node.Child(Field::kName).Is(Kind::kObjectPattern)) Use(node.Child(Field::kValue), kReadable);
        break;
      case Kind::kUpdateExpression:
        Use(node.Child(Field::kArgument), {Type::kNumber});
        break;
      case Kind::kUnaryExpression:
        if (OperatorOf(node) == "typeof") Ask(node.Child(Field::kArgument));
        if (OperatorOf(node) == "-" || OperatorOf(node) == "~") Use(node.Child(Field::kArgument), {Type::kNumber});
        break;
      default:
        break;
    }
  }

  void NoteOperator(std::string_view op, Node left, Node right) {
    constexpr auto kArithmetic =
        std::to_array<std::string_view>({"-", "*", "/", "%", "**", "<<", ">>", ">>>", "&", "|", "^"});
    constexpr auto kRelational = std::to_array<std::string_view>({"<", "<=", ">", ">="});
    constexpr auto kEquality = std::to_array<std::string_view>({"==", "===", "!=", "!=="});
    const bool compared = OneOf(op, kEquality);
    if (OneOf(op, kArithmetic)) {
      Use(left, {Type::kNumber});
      Use(right, {Type::kNumber});
    } else if (op == "instanceof") {
      Ask(left);
    } else if (op == "+" || compared || OneOf(op, kRelational)) {
      for (const auto& [one, other] : {std::pair(left, right), std::pair(right, left)}) {
        const TypeSet literal = LiteralType(other);
        if (!literal.empty()) Use(one, literal);
        if (literal.empty() && !compared) Use(one, {Type::kNumber, Type::kString});
        if (compared && (other.Is(Kind::kNull) || other.Is(Kind::kUndefined))) Ask(one);
      }
    }
  }

  void NoteCall(Node call, Node callee) {
    const Node arguments = call.Child(Field::kArguments);
    if (callee.text() == "Array.isArray") {
      Ask(arguments.NamedChild(0));
      return;
    }
    for (Shape* place : Resolve(callee)) {
      place->Use({Type::kFunction});
      ++place->calls;
    }
    const std::string name = NameOfCallee(callee);
    if (!name.empty()) ++shapes_.results[name].calls;
    const auto known = file_.callees.find(name);
    if (known == file_.callees.end() || !known->second || under_way_.size() > kDeepestCall ||
        under_way_.contains(known->second.index()))
      return;
    std::vector<Places> passed;
    for (Node argument : arguments.children()) passed.push_back(Resolve(argument));
    const bool method = callee.Is(Kind::kMemberExpression);
    Reader(shapes_, file_, under_way_)
        .Read(known->second, method ? Resolve(callee.Child(Field::kObject)) : Places(), passed);
  }

  /// A variable is a part of a value: of `{x: v} = o` the part x of o.
  struct Source {
    Node value;
    std::vector<std::string> steps;
  };

  Shapes& shapes_;
  const File& file_;
  std::set<uint32_t>& under_way_;  ///< Functions that are being read.
  Places self_;
  std::map<std::string, Places> bound_;                 ///< Parameters.
  std::map<std::string, std::vector<Source>> sources_;  ///< Variables and places in them: what they are assigned.
  std::set<std::string> counted_;                       ///< Variables that are counted up or down.
  std::set<std::string> resolving_;
};

/// `body.push(f)` beside `body.move(dt)`: no list, but an object with two methods.
void TakeForObjects(Shape& shape) {
  for (auto& [name, part] : shape.properties) TakeForObjects(part);
  if (shape.served != TypeSet{Type::kArray}.bits() || shape.properties.contains(std::string(Shape::kElement)) ||
      shape.properties.contains("length"))
    return;
  const auto foreign = [](const auto& part) { return part.second.calls > 0 && OwnersOf(part.first) == kReadable; };
  if (std::ranges::any_of(shape.properties, foreign)) shape.served = TypeSet{Type::kObject}.bits();
}

}  // namespace

TextShapes::TextShapes(const syntax::Tree& tree) : tree_(tree), modules_(ModulesOf(tree)) {
  if (tree.has_error()) return;
  for (const auto& [name, functions] : FunctionsByName(tree))
    callees_[name] = functions.size() == 1 ? functions[0] : syntax::Node();
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const syntax::Node node = tree.At(i);
    if (syntax::IsFunctionSite(node)) functions_[{tree.PositionAt(node.begin()), tree.PositionAt(node.end())}] = i;
  }
}

Shapes TextShapes::Of(const syntax::Range& range, CalleesAre callees) const {
  Shapes shapes;
  const auto found = functions_.find(range);
  if (found == functions_.end()) return shapes;
  const syntax::Node function = tree_.At(found->second);
  const std::map<std::string, syntax::Node> none;
  const File file{.callees = callees == CalleesAre::kRead ? callees_ : none, .modules = modules_};
  std::vector<Places> arguments;
  size_t count = 0;
  for ([[maybe_unused]] syntax::Node parameter : function.Child(Field::kParameters).children()) ++count;
  for (size_t i = 0; i < std::max<size_t>(count, 1); ++i) arguments.push_back({&shapes.roots[std::to_string(i)]});
  std::set<uint32_t> under_way;
  Reader(shapes, file, under_way).Read(function, {&shapes.roots["this"]}, arguments);
  // A method that the file has itself is not the one of texts or lists.
  Shape& self = shapes.roots["this"];
  const auto own = [&](const auto& part) { return part.second.calls > 0 && callees_.contains(part.first); };
  if (function.Is(Kind::kMethodDefinition) || std::ranges::any_of(self.properties, own)) self.served = kReadable.bits();
  if (callees != CalleesAre::kStandIns) {
    // What is called on the receiver is most likely a method, and an own property would hide it.
    std::erase_if(self.properties, [](const auto& part) { return part.second.calls > 0; });
  }
  for (auto& [name, root] : shapes.roots) TakeForObjects(root);
  return shapes;
}

}  // namespace kingbird::concolic
