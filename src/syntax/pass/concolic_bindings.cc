// A fixpoint over what is assigned to each variable: one that only ever holds what cannot be symbolic (literals,
// functions, sums of such variables) needs no twin and costs nothing.
#include "syntax/pass/concolic_bindings.h"

namespace kingbird::syntax {
namespace {

constexpr int kDeepestBinding = 200;

/// A direct eval, or a with.
bool SeesAllNames(Node node) {
  if (node.Is(Kind::kWithStatement)) return true;
  const Node callee = node.Is(Kind::kCallExpression) ? node.Child(Field::kFunction) : Node();
  return callee.Is(Kind::kIdentifier) && callee.text() == "eval";
}

/// What an expression or a loop writes to; null for all others.
Node WrittenBy(Node node) {
  switch (node.kind()) {
    case Kind::kAssignmentExpression:
    case Kind::kAugmentedAssignmentExpression:
    case Kind::kForInStatement:
      return node.Child(Field::kLeft);
    case Kind::kUpdateExpression:
      return node.Child(Field::kArgument);
    default:
      return {};
  }
}

}  // namespace

bool IsFunctionLike(Node node) {
  return IsFunction(node) || node.Is(Kind::kProgram) || node.Is(Kind::kClassStaticBlock);
}

bool IsBigInt(Node node) { return node.Is(Kind::kNumber) && node.text().ends_with('n'); }

Node WithoutParentheses(Node node) {
  while (node.Is(Kind::kParenthesizedExpression)) node = node.NamedChild(0);
  return node;
}

bool TakesName(Node node) {
  node = WithoutParentheses(node);
  return (IsFunctionExpression(node) || node.Is(Kind::kClass)) && !node.Child(Field::kName);
}

ConcolicBindings::ConcolicBindings(const Tree& tree, const ScopeTree& scopes, bool stress)
    : tree_(tree),
      scopes_(scopes),
      stress_(stress),
      opaque_(tree.size()),
      twins_(scopes.bindings().size()),
      never_(scopes.bindings().size()) {
  MarkVerbatim();
  Exclude();
  ExcludeBlockFunctions();
  CollectSources();
  Solve();
}

bool ConcolicBindings::HasTwin(Node identifier) const {
  const BindingId binding = scopes_.BindingOf(identifier);
  return HasTwin(binding) && !scopes_.IsUncertain(identifier);
}

bool ConcolicBindings::IsBarred(Node identifier) const {
  const BindingId binding = scopes_.BindingOf(identifier);
  return binding != kNoId && (never_[binding] || scopes_.IsUncertain(identifier));
}

// Everything below the node except the inside of functions, whose code has places for temporaries of its own. A
// variable that is written to here would leave its twin behind.
void ConcolicBindings::MarkRegion(Node root) {
  Walk(
      root,
      [&](Node node) {
        if (IsFunctionLike(node) && !(node == root)) return false;
        if (const Node target = WrittenBy(node)) ForgetNames(target);
        return true;
      },
      [](Node) {});
}

// Twins get their shadows behind the pattern; functions inside would see them before.
void ConcolicBindings::MarkInnerFunctions(Node pattern) {
  Walk(
      pattern,
      [&](Node node) {
        if (!IsFunctionLike(node)) return true;
        ForgetNames(node);
        return false;
      },
      [](Node) {});
}

void ConcolicBindings::ForgetNames(Node root) {
  Walk(
      root,
      [&](Node node) {
        const BindingId binding = IsName(node) ? scopes_.BindingOf(node) : kNoId;
        if (binding != kNoId) never_[binding] = true;
        return true;
      },
      [](Node) {});
}

void ConcolicBindings::MarkVerbatim() {
  for (uint32_t i = 0; i < tree_.size(); ++i) {
    if (!SeesAllNames(tree_.At(i))) continue;
    Node at = tree_.At(i);
    while (at && !IsFunctionLike(at)) at = at.parent();
    if (at) opaque_[at.index()] = true;
    for (ScopeId up = scopes_.ScopeOf(tree_.At(i)); up != kNoId; up = scopes_.scopes()[up].parent) {
      for (const auto& [name, binding] : scopes_.scopes()[up].names) never_[binding] = true;
    }
  }
  Walk(
      tree_.root(),
      [&](Node node) {
        switch (node.kind()) {
          case Kind::kFormalParameters:
          case Kind::kComputedPropertyName:
          case Kind::kDecorator:
            MarkRegion(node);
            break;
          case Kind::kClassHeritage:
            MarkRegion(node);
            break;
          case Kind::kObjectPattern:
          case Kind::kArrayPattern:
            MarkRegion(node);
            MarkInnerFunctions(node);
            break;
          default:
            break;
        }
        return !opaque_[node.index()];
      },
      [](Node) {});
  // What stays as it is inside an opaque function may write to anything it sees.
  Walk(
      tree_.root(),
      [&](Node node) {
        const Node parent = node.parent();
        if (parent && opaque_[parent.index()]) opaque_[node.index()] = true;
        if (!opaque_[node.index()]) return true;
        const BindingId binding = IsName(node) ? scopes_.BindingOf(node) : kNoId;
        if (binding != kNoId) never_[binding] = true;
        return true;
      },
      [](Node) {});
}

// Bindings that cannot have a twin beside them.
void ConcolicBindings::Exclude() {
  const auto& bindings = scopes_.bindings();
  for (BindingId id = 0; id < bindings.size(); ++id) {
    const Binding& binding = bindings[id];
    const Scope& scope = scopes_.scopes()[binding.scope];
    switch (binding.kind) {
      case BindingKind::kFunction:
      case BindingKind::kClass:
      case BindingKind::kImport:
      case BindingKind::kFunctionName:
        never_[id] = true;
        break;
      case BindingKind::kParameter:
        // `arguments` of sloppy code and its parameters are the same variables.
        if (scope.writes_arguments && !scope.strict) never_[id] = true;
        break;
      default:
        break;
    }
    // The twin of a parameter lies in the body, which functions among the parameters do not see.
    if (binding.kind == BindingKind::kParameter) {
      for (uint32_t index : binding.references) {
        bool inner = false;
        for (Node at = tree_.At(index); at && at.index() != scope.node; at = at.parent()) {
          inner = inner || IsFunctionLike(at);
          if (inner && at.Is(Kind::kFormalParameters) && at.parent().index() == scope.node) never_[id] = true;
        }
      }
    }
    for (uint32_t index : binding.declarations) {
      for (Node at = tree_.At(index); at && !IsFunctionLike(at); at = at.parent()) {
        // `catch (e) { var e = 1 }` writes to the parameter; a loop's variable may be declared anew in the loop's body.
        const bool clash = at.Is(Kind::kCatchClause) && binding.kind == BindingKind::kVar;
        if (clash) ForgetNames(at.Child(Field::kParameter));
        if (clash || at.Is(Kind::kExportStatement)) never_[id] = true;
      }
    }
  }
}

// In sloppy code a function in a block is also assigned to the variable of its name around the block.
void ConcolicBindings::ExcludeBlockFunctions() {
  for (uint32_t i = 0; i < tree_.size(); ++i) {
    const Node node = tree_.At(i);
    if (!node.Is(Kind::kFunctionDeclaration) || IsFunctionLike(node.parent().parent())) continue;
    const std::string name(node.Child(Field::kName).text());
    for (ScopeId up = scopes_.ScopeOf(node); up != kNoId; up = scopes_.scopes()[up].parent) {
      const auto found = scopes_.scopes()[up].names.find(name);
      if (found != scopes_.scopes()[up].names.end()) never_[found->second] = true;
    }
  }
}

void ConcolicBindings::AddPattern(Node pattern) {
  Walk(
      pattern,
      [&](Node node) {
        if (IsFunctionLike(node)) return false;
        if (IsName(node)) {
          if (const BindingId binding = scopes_.BindingOf(node); binding != kNoId) sources_.push_back({binding, {}});
        }
        return true;
      },
      [](Node) {});
}

void ConcolicBindings::AddSource(Node target, Node value) {
  if (!target.Is(Kind::kIdentifier)) return AddPattern(target);
  if (const BindingId binding = scopes_.BindingOf(target); binding != kNoId) sources_.push_back({binding, value});
}

bool ConcolicBindings::IsFileVariable(BindingId id) const {
  const Binding& binding = scopes_.bindings()[id];
  if (binding.kind != BindingKind::kVar && binding.kind != BindingKind::kLet) return false;
  return scopes_.scopes()[binding.scope].node == tree_.root().index() && binding.captured && binding.assigned;
}

void ConcolicBindings::CollectSources() {
  for (BindingId id = 0; id < scopes_.bindings().size(); ++id) {
    const bool given = scopes_.bindings()[id].kind == BindingKind::kParameter || IsFileVariable(id);
    if (given) sources_.push_back({id, {}});
  }
  Walk(
      tree_.root(),
      [&](Node node) {
        switch (node.kind()) {
          case Kind::kVariableDeclarator:
            if (const Node value = node.Child(Field::kValue)) AddSource(node.Child(Field::kName), value);
            break;
          case Kind::kAssignmentExpression:
            AddSource(WithoutParentheses(node.Child(Field::kLeft)), node.Child(Field::kRight));
            break;
          case Kind::kAugmentedAssignmentExpression:
            AddSource(WithoutParentheses(node.Child(Field::kLeft)), node);
            break;
          case Kind::kUpdateExpression:
            AddSource(WithoutParentheses(node.Child(Field::kArgument)), node);
            break;
          case Kind::kForInStatement:
            AddPattern(node.Child(Field::kLeft));
            break;
          case Kind::kCatchClause:
            if (const Node caught = node.Child(Field::kParameter)) AddPattern(caught);
            break;
          default:
            break;
        }
        return true;
      },
      [](Node) {});
}

bool ConcolicBindings::MaybeSymbolic(Node node, int depth, std::vector<BindingId>& read) const {
  node = WithoutParentheses(node);
  if (!node || depth > kDeepestBinding) return true;
  const auto below = [&](Field field) { return MaybeSymbolic(node.Child(field), depth + 1, read); };
  switch (node.kind()) {
    case Kind::kNumber:
    case Kind::kString:
      return stress_ && !IsBigInt(node);
    case Kind::kTrue:
    case Kind::kFalse:
    case Kind::kNull:
    case Kind::kUndefined:
    case Kind::kRegex:
    case Kind::kFunctionExpression:
    case Kind::kGeneratorFunction:
    case Kind::kArrowFunction:
    case Kind::kClass:
    case Kind::kObject:
    case Kind::kArray:
    case Kind::kNewExpression:
    case Kind::kMetaProperty:
      return false;
    case Kind::kIdentifier:
      if (const BindingId binding = scopes_.BindingOf(node); binding != kNoId) read.push_back(binding);
      return false;
    case Kind::kBinaryExpression:
      return below(Field::kLeft) || below(Field::kRight);
    case Kind::kUnaryExpression:
    case Kind::kUpdateExpression:
      return below(Field::kArgument);
    case Kind::kTernaryExpression:
      return below(Field::kConsequence) || below(Field::kAlternative);
    case Kind::kAssignmentExpression:
      return below(Field::kRight);
    case Kind::kAugmentedAssignmentExpression:
      return below(Field::kLeft) || below(Field::kRight);
    default:
      return true;
  }
}

// What is symbolic spreads from variable to variable, along each assignment once.
void ConcolicBindings::Solve() {
  std::vector<std::vector<BindingId>> written_from(twins_.size());  // By the variable that is read.
  std::vector<BindingId> fresh;
  const auto give = [&](BindingId binding) {
    if (twins_[binding] || never_[binding]) return;
    twins_[binding] = true;
    fresh.push_back(binding);
  };
  std::vector<BindingId> read;
  for (const Source& source : sources_) {
    read.clear();
    if (MaybeSymbolic(source.value, 0, read)) {
      give(source.binding);
      continue;
    }
    for (const BindingId binding : read) written_from[binding].push_back(source.binding);
  }
  while (!fresh.empty()) {
    const BindingId binding = fresh.back();
    fresh.pop_back();
    for (const BindingId target : written_from[binding]) give(target);
  }
}

}  // namespace kingbird::syntax
