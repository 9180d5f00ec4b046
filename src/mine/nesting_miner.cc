// One walk over the tree. A stack holds the callbacks of API calls (api_names.h) around the current node, so that an
// inner call is paired with the nearest of them.
#include "mine/nesting_miner.h"

#include <optional>

#include "syntax/parser.h"

namespace kingbird::mine {
namespace {

using model::AccessPath;
using model::NestingExample;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

bool IsLiteral(Node node) { return node.Is(Kind::kString) || node.Is(Kind::kNumber) || node.Is(Kind::kTemplateString); }

std::vector<Node> ArgumentsOf(Node call) {
  std::vector<Node> arguments;
  for (Node child : call.Child(Field::kArguments).children()) arguments.push_back(child);
  return arguments;
}

std::vector<std::string> ParameterNames(Node function) {
  std::vector<std::string> names;
  if (Node single = function.Child(Field::kParameter)) return {std::string(single.text())};
  for (Node parameter : function.Child(Field::kParameters).children()) {
    names.push_back(parameter.Is(Kind::kIdentifier) ? std::string(parameter.text()) : "");
  }
  return names;
}

class NestingMiner {
 public:
  explicit NestingMiner(const IsTarget& is_target) { names_.SetTarget(is_target); }

  std::vector<NestingExample> Run(Node root) {
    syntax::Walk(
        root,
        [&](Node node) {
          Enter(node);
          return true;
        },
        [&](Node node) {
          if (!around_.empty() && around_.back().function == node) around_.pop_back();
        });
    return std::move(examples_);
  }

 private:
  struct Around {
    Node function;
    Node call;
    std::string name;
    std::vector<std::string> parameters;
  };

  void Enter(Node node) {
    if (node.Is(Kind::kVariableDeclarator)) names_.Bind(node.Child(Field::kName), node.Child(Field::kValue));
    if (node.Is(Kind::kAssignmentExpression)) names_.Bind(node.Child(Field::kLeft), node.Child(Field::kRight));
    if (node.Is(Kind::kImportStatement)) names_.BindImport(node);
    if (node.Is(Kind::kCallExpression)) Pair(node);
    if (syntax::IsFunctionValue(node) && node.parent().Is(Kind::kArguments)) Open(node);
  }

  std::optional<std::string> NameOf(Node call) const {
    const Node callee = call.Child(Field::kFunction);
    if (callee.text() == "require") return std::nullopt;
    const std::optional<AccessPath> path = names_.PathOf(callee);
    return path ? std::optional(model::ToString(*path)) : std::nullopt;
  }

  // A function literal among the arguments of an API call, or of .then behind one.
  void Open(Node function) {
    const Node call = function.parent().parent();
    if (!call.Is(Kind::kCallExpression)) return;
    if (const auto name = NameOf(call)) {
      around_.push_back({function, call, *name, ParameterNames(function)});
      return;
    }
    const Node callee = call.Child(Field::kFunction);
    const Node object = callee.Child(Field::kObject);
    if (!callee.Is(Kind::kMemberExpression) || callee.Child(Field::kProperty).text() != "then" ||
        !object.Is(Kind::kCallExpression))
      return;
    if (const auto name = NameOf(object))
      around_.push_back({function, object, "await " + *name, ParameterNames(function)});
  }

  void Pair(Node inner) {
    if (around_.empty() || inner == around_.back().call) return;
    const auto name = NameOf(inner);
    if (!name) return;
    const Around& outer = around_.back();
    NestingExample example;
    example.outer = outer.name;
    example.inner = *name;
    const std::vector<Node> outer_arguments = ArgumentsOf(outer.call);
    for (Node argument : outer_arguments) {
      example.outer_arguments.push_back(syntax::IsFunctionValue(argument) ? model::Position::kAsync
                                                                          : model::Position::kPlain);
    }
    for (Node argument : ArgumentsOf(inner))
      example.inner_arguments.push_back(LinkOf(argument, outer, outer_arguments));
    examples_.push_back(std::move(example));
  }

  static NestingExample::Link LinkOf(Node argument, const Around& outer, const std::vector<Node>& outer_arguments) {
    using LinkKind = NestingExample::Link::Kind;
    if (argument.Is(Kind::kIdentifier)) {
      for (size_t k = 0; k < outer.parameters.size(); ++k) {
        if (outer.parameters[k] == argument.text()) return {LinkKind::kParameter, static_cast<int>(k)};
      }
    }
    if (!argument.Is(Kind::kIdentifier) && !argument.Is(Kind::kMemberExpression) && !IsLiteral(argument)) return {};
    for (size_t k = 0; k < outer_arguments.size(); ++k) {
      if (outer_arguments[k].text() == argument.text()) return {LinkKind::kOuter, static_cast<int>(k)};
    }
    return {};
  }

  ApiNames names_;
  std::vector<Around> around_;
  std::vector<NestingExample> examples_;
};

}  // namespace

std::vector<NestingExample> MineNestings(const std::string& source, const IsTarget& is_target) {
  const syntax::Tree tree = syntax::Parse(source);
  return NestingMiner(is_target).Run(tree.root());
}

std::vector<NestingExample> MergeNestings(std::vector<NestingExample> examples) {
  std::vector<NestingExample> merged;
  for (NestingExample& example : examples) {
    bool known = false;
    for (NestingExample& other : merged) {
      if (!other.SameShape(example)) continue;
      other.count += example.count;
      known = true;
      break;
    }
    if (!known) merged.push_back(std::move(example));
  }
  return merged;
}

}  // namespace kingbird::mine
