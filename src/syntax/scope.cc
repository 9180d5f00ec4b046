// Two walks. The first opens scopes and declares names: var and function declarations hoist to the function (in sloppy
// code a function in a block is also a var of the function), let, const and class stay in their block. The second
// resolves every identifier that is not a declaration from its scope outwards.
#include "syntax/scope.h"

#include <algorithm>

#include "syntax/rewriter.h"

namespace kingbird::syntax {
namespace {

/// A field's value runs like a method: own `this`, own `arguments` rules, nothing hoists out of it.
bool IsFieldValue(Node node) { return node.field() == Field::kValue && node.parent().Is(Kind::kFieldDefinition); }

bool OpensFunctionScope(Node node) {
  return node.Is(Kind::kProgram) || IsFunction(node) || node.Is(Kind::kClassStaticBlock) || IsFieldValue(node);
}

bool OpensScope(Node node) {
  switch (node.kind()) {
    case Kind::kStatementBlock:
      // A function's body shares the scope of its parameters, as far as names go.
      return !IsFunction(node.parent()) && !node.parent().Is(Kind::kClassStaticBlock);
    case Kind::kForStatement:
    case Kind::kForInStatement:
    case Kind::kCatchClause:
    case Kind::kClass:
    case Kind::kClassDeclaration:
    case Kind::kSwitchBody:
    case Kind::kWithStatement:
      return true;
    default:
      return OpensFunctionScope(node);
  }
}

bool HasStrictDirective(Node body) {
  for (Node statement : body.children()) {
    if (!statement.directive()) return false;
    const std::string_view text = statement.NamedChild(0).text();
    if (text == "'use strict'" || text == "\"use strict\"") return true;
  }
  return false;
}

bool IsIdentifier(Node node) {
  return node.Is(Kind::kIdentifier) || node.Is(Kind::kShorthandPropertyIdentifier) ||
         node.Is(Kind::kShorthandPropertyIdentifierPattern);
}

/// Names that the grammar calls identifiers and that are no variables.
bool IsReference(Node node) {
  const Node parent = node.parent();
  if (parent.Is(Kind::kExportSpecifier))
    return node.field() == Field::kName && !parent.parent().parent().Child(Field::kSource);
  return !parent.Is(Kind::kImportSpecifier) && !parent.Is(Kind::kNamespaceExport) &&
         !parent.Is(Kind::kNamespaceImport) && !parent.Is(Kind::kImportClause) && !parent.Is(Kind::kMetaProperty);
}

bool IsWritten(Node node);

/// `arguments[i]`, `arguments.length` and `f.apply(x, arguments)` as values: nobody gets hold of the object.
bool OnlyReadsArguments(Node node) {
  const Node parent = node.parent();
  if (parent.Is(Kind::kMemberExpression) || parent.Is(Kind::kSubscriptExpression)) {
    const Node above = parent.parent();
    const bool called = above.Is(Kind::kCallExpression) && parent.field() == Field::kFunction;
    return node.field() == Field::kObject && !called && !IsWritten(parent) && !above.Is(Kind::kUnaryExpression);
  }
  if (!parent.Is(Kind::kArguments)) return false;
  const Node callee = parent.parent().Child(Field::kFunction);
  return callee && callee.Is(Kind::kMemberExpression) && callee.Child(Field::kProperty).text() == "apply";
}

/// Whether the identifier is (part of) the target of an assignment, update or loop.
bool IsWritten(Node node) {
  for (Node at = node; at; at = at.parent()) {
    const Node parent = at.parent();
    switch (parent.kind()) {
      case Kind::kAssignmentExpression:
      case Kind::kAugmentedAssignmentExpression:
      case Kind::kForInStatement:
        return at.field() == Field::kLeft;
      case Kind::kUpdateExpression:
        return true;
      case Kind::kAssignmentPattern:
      case Kind::kObjectAssignmentPattern:
        if (at.field() != Field::kLeft) return false;
        break;
      case Kind::kPairPattern:
        if (at.field() != Field::kValue) return false;
        break;
      case Kind::kObjectPattern:
      case Kind::kArrayPattern:
      case Kind::kRestPattern:
      case Kind::kParenthesizedExpression:
        break;
      default:
        return false;
    }
  }
  return false;
}

}  // namespace

/// Fills a ScopeTree; the two walks of the opening comment.
class ScopeBuilder {
 public:
  explicit ScopeBuilder(ScopeTree& result) : result_(result), tree_(result.tree_) {}

  void Run() {
    result_.scope_by_node_.assign(tree_.size(), kNoId);
    result_.binding_by_node_.assign(tree_.size(), kNoId);
    const bool module = IsModule(tree_);
    Walk(
        tree_.root(),
        [&](Node node) {
          // The root does in any case: of a text that is no program at all it is an error, not a program.
          if (OpensScope(node) || current_ == kNoId) Open(node, module);
          result_.scope_by_node_[node.index()] = current_;
          Declare(node);
          return true;
        },
        [&](Node node) {
          if (result_.scopes_[current_].node == node.index()) current_ = result_.scopes_[current_].parent;
        });
    current_ = kNoId;
    Walk(
        tree_.root(),
        [&](Node node) {
          if (result_.scope_by_node_[node.index()] != current_) Enter(result_.scope_by_node_[node.index()]);
          if (IsIdentifier(node) && result_.binding_by_node_[node.index()] == kNoId && IsReference(node)) Resolve(node);
          return true;
        },
        [&](Node node) {
          if (result_.scopes_[current_].node == node.index()) Leave();
        });
  }

 private:
  void Open(Node node, bool module) {
    Scope scope;
    scope.parent = current_;
    scope.node = node.index();
    scope.function = OpensFunctionScope(node) || current_ == kNoId;
    if (current_ == kNoId) {
      scope.strict = module || HasStrictDirective(node);
    } else {
      const Scope& outer = result_.scopes_[current_];
      scope.strict = outer.strict || node.Is(Kind::kClass) || node.Is(Kind::kClassDeclaration) ||
                     (IsFunction(node) && HasStrictDirective(node.Child(Field::kBody)));
      scope.inside_with = outer.inside_with || node.Is(Kind::kWithStatement);
    }
    const ScopeId around = current_;
    current_ = static_cast<ScopeId>(result_.scopes_.size());
    scope.holder = scope.function ? current_ : result_.scopes_[around].holder;
    result_.scopes_.push_back(std::move(scope));
  }

  /// What a scope declares hides what is around it.
  void Enter(ScopeId scope) {
    current_ = scope;
    for (const auto& [name, binding] : result_.scopes_[scope].names) visible_[name].push_back(binding);
  }

  void Leave() {
    for (const auto& [name, binding] : result_.scopes_[current_].names) visible_[name].pop_back();
    current_ = result_.scopes_[current_].parent;
  }

  BindingId Visible(std::string_view name) const {
    const auto found = visible_.find(std::string(name));
    return found == visible_.end() || found->second.empty() ? kNoId : found->second.back();
  }

  ScopeId FunctionScope() const { return result_.scopes_[current_].holder; }

  void Declare(Node node) {
    switch (node.kind()) {
      case Kind::kVariableDeclarator: {
        const Node declaration = node.parent();
        const bool var = declaration.Is(Kind::kVariableDeclaration);
        const BindingKind kind = var                                                 ? BindingKind::kVar
                                 : declaration.Child(Field::kKind).type() == "const" ? BindingKind::kConst
                                                                                     : BindingKind::kLet;
        DeclarePattern(node.Child(Field::kName), kind, var ? FunctionScope() : current_);
        break;
      }
      case Kind::kForInStatement:
        if (const Node kind = node.Child(Field::kKind)) {
          const bool var = kind.type() == "var";
          DeclarePattern(node.Child(Field::kLeft),
                         var                      ? BindingKind::kVar
                         : kind.type() == "const" ? BindingKind::kConst
                                                  : BindingKind::kLet,
                         var ? FunctionScope() : current_);
        }
        break;
      case Kind::kFormalParameters:
        for (Node parameter : node.children()) DeclarePattern(parameter, BindingKind::kParameter, current_);
        break;
      case Kind::kArrowFunction:
        if (const Node parameter = node.Child(Field::kParameter)) Add(parameter, BindingKind::kParameter, current_);
        break;
      case Kind::kCatchClause:
        DeclarePattern(node.Child(Field::kParameter), BindingKind::kCatch, current_);
        break;
      case Kind::kFunctionDeclaration:
      case Kind::kGeneratorFunctionDeclaration:
        DeclareFunction(node);
        break;
      case Kind::kClassDeclaration:
        Add(node.Child(Field::kName), BindingKind::kClass, result_.scopes_[current_].parent);
        break;
      case Kind::kFunctionExpression:
      case Kind::kGeneratorFunction:
      case Kind::kClass:
        if (const Node name = node.Child(Field::kName)) Add(name, BindingKind::kFunctionName, current_);
        break;
      case Kind::kImportClause:
      case Kind::kNamespaceImport:
        for (Node child : node.children()) {
          if (child.Is(Kind::kIdentifier)) Add(child, BindingKind::kImport, current_);
        }
        break;
      case Kind::kImportSpecifier:
        Add(node.Child(Field::kAlias) ? node.Child(Field::kAlias) : node.Child(Field::kName), BindingKind::kImport,
            current_);
        break;
      default:
        break;
    }
  }

  /// Called inside the function's own scope: the name belongs to the scope around it.
  void DeclareFunction(Node node) {
    const Node name = node.Child(Field::kName);
    const ScopeId around = result_.scopes_[current_].parent;
    if (!name) return;
    Add(name, BindingKind::kFunction, around);
    // In a block of sloppy code the function around gets a variable of that name, but for generators and async ones.
    if (result_.scopes_[around].function || result_.scopes_[around].strict) return;
    if (node.Is(Kind::kGeneratorFunctionDeclaration) || node.Token("async")) return;
    const ScopeId function = result_.scopes_[around].holder;
    auto [entry, added] =
        result_.scopes_[function].names.emplace(name.text(), static_cast<BindingId>(result_.bindings_.size()));
    if (added)
      result_.bindings_.push_back({entry->first, BindingKind::kVar, function, {name.index()}, {}, true, false});
  }

  /// All names of a pattern. A loop, because a file may nest them deeper than the stack.
  void DeclarePattern(Node pattern, BindingKind kind, ScopeId scope) {
    std::vector<Node> open = {pattern};
    while (!open.empty()) {
      const Node part = open.back();
      open.pop_back();
      switch (part.kind()) {
        case Kind::kIdentifier:
        case Kind::kUndefined:
        case Kind::kShorthandPropertyIdentifierPattern:
          Add(part, kind, scope);
          break;
        case Kind::kAssignmentPattern:
        case Kind::kObjectAssignmentPattern:
          open.push_back(part.Child(Field::kLeft));
          break;
        case Kind::kPairPattern:
          open.push_back(part.Child(Field::kValue));
          break;
        case Kind::kObjectPattern:
        case Kind::kArrayPattern:
        case Kind::kRestPattern: {
          const size_t first = open.size();
          for (Node inner : part.children()) open.push_back(inner);
          std::reverse(open.begin() + static_cast<long>(first), open.end());
          break;
        }
        default:
          break;
      }
    }
  }

  void Add(Node name, BindingKind kind, ScopeId scope) {
    if (!name || scope == kNoId) return;  // broken code
    auto [entry, added] =
        result_.scopes_[scope].names.emplace(name.text(), static_cast<BindingId>(result_.bindings_.size()));
    if (added) {
      result_.bindings_.push_back({entry->first, kind, scope, {}, {}, false, false});
    } else if (Binding& known = result_.bindings_[entry->second]; known.kind == BindingKind::kFunctionName) {
      known.kind = kind;  // A parameter or variable hides the function expression's own name.
    }
    result_.bindings_[entry->second].declarations.push_back(name.index());
    result_.binding_by_node_[name.index()] = entry->second;
  }

  void Resolve(Node node) {
    const ScopeId scope = result_.ScopeOf(node);
    const std::string_view name = node.text();
    if (name == "eval" && node.field() == Field::kFunction && node.parent().Is(Kind::kCallExpression)) MarkEval(scope);
    const BindingId binding = Visible(name);
    if (binding == kNoId) {
      if (name == "arguments") MarkArguments(scope, OnlyReadsArguments(node));
      result_.unresolved_.push_back(node.index());
      return;
    }
    result_.binding_by_node_[node.index()] = binding;
    Binding& found = result_.bindings_[binding];
    found.references.push_back(node.index());
    found.assigned = found.assigned || IsWritten(node);
    found.captured = found.captured || result_.scopes_[scope].holder != result_.scopes_[found.scope].holder;
  }

  void MarkEval(ScopeId scope) {
    for (; scope != kNoId && !result_.scopes_[scope].direct_eval; scope = result_.scopes_[scope].parent)
      result_.scopes_[scope].direct_eval = true;
  }

  void MarkArguments(ScopeId scope, bool only_read) {
    while (scope != kNoId &&
           (!result_.scopes_[scope].function || tree_.At(result_.scopes_[scope].node).Is(Kind::kArrowFunction))) {
      scope = result_.scopes_[scope].parent;
    }
    if (scope == kNoId) return;
    result_.scopes_[scope].uses_arguments = true;
    result_.scopes_[scope].writes_arguments |= !only_read;
  }

  ScopeTree& result_;
  const Tree& tree_;
  ScopeId current_ = kNoId;
  std::unordered_map<std::string, std::vector<BindingId>> visible_;  ///< Of each name, the innermost last.
};

ScopeTree::ScopeTree(const Tree& tree) : tree_(tree) { ScopeBuilder(*this).Run(); }

ScopeId ScopeTree::ScopeOf(Node node) const {
  // A declaration's name and a class's heritage belong outside, but names resolve the same from inside.
  return node ? scope_by_node_[node.index()] : 0;
}

BindingId ScopeTree::BindingOf(Node identifier) const {
  return identifier ? binding_by_node_[identifier.index()] : kNoId;
}

bool ScopeTree::IsUncertain(Node identifier) const {
  const BindingId binding = BindingOf(identifier);
  const Scope& inner = scopes_[ScopeOf(identifier)];
  // An eval is one of all scopes around it; `with` and strictness are those of all scopes inside.
  if (binding == kNoId) return inner.inside_with || (scopes_[0].direct_eval && !scopes_[0].strict);
  const Scope& home = scopes_[bindings_[binding].scope];
  return home.direct_eval || (inner.inside_with && !home.inside_with);
}

std::vector<std::string> ScopeTree::Globals() const {
  std::vector<std::string> names;
  for (const uint32_t index : unresolved_) names.emplace_back(tree_.At(index).text());
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace kingbird::syntax
