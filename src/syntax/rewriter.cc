#include "syntax/rewriter.h"

#include "base/check.h"

namespace kingbird::syntax {
namespace {

/// Bodies whose first statements may be directives.
bool HasDirectives(Node body) {
  if (body.Is(Kind::kProgram)) return true;
  if (!body.Is(Kind::kStatementBlock) || body.field() != Field::kBody) return false;
  switch (body.parent().kind()) {
    case Kind::kFunctionDeclaration:
    case Kind::kFunctionExpression:
    case Kind::kGeneratorFunction:
    case Kind::kGeneratorFunctionDeclaration:
    case Kind::kArrowFunction:
    case Kind::kMethodDefinition:
      return true;
    default:
      return false;
  }
}

bool IsStringStatement(Node statement) {
  return statement.Is(Kind::kExpressionStatement) && statement.NamedChild(0).Is(Kind::kString);
}

}  // namespace

bool IsDirective(Node statement) {
  if (!IsStringStatement(statement) || !HasDirectives(statement.parent())) return false;
  for (Node sibling : statement.parent().children()) {
    if (sibling == statement) return true;
    if (!IsStringStatement(sibling) && !sibling.Is(Kind::kHashBangLine)) return false;
  }
  return false;
}

PrologueSite FindPrologueSite(const Tree& tree) {
  PrologueSite site;
  bool found = false;
  for (Node statement : tree.root().children()) {
    if (statement.Is(Kind::kImportStatement) || statement.Is(Kind::kExportStatement)) site.module = true;
    if (found || statement.Is(Kind::kHashBangLine)) continue;
    if (IsStringStatement(statement)) {
      site.offset = statement.end();
      site.after_directive = true;
      continue;
    }
    if (!site.after_directive) site.offset = statement.begin();
    found = true;
  }
  return site;
}

std::string FreshName(const Tree& tree, std::string_view stem) {
  std::string name(stem);
  // A name written with escapes (\u0024k) would slip through a plain search; then any free number might be the wrong
  // one, so start with a longer one.
  if (tree.source().find("\\u") != std::string_view::npos) name += "_";
  for (int i = 0; tree.source().find(name) != std::string_view::npos; ++i) name = std::string(stem) + std::to_string(i);
  return name;
}

Rewritten Rewrite(const Tree& tree, std::span<Pass* const> passes) {
  CHECK(!tree.has_error());
  for (Pass* pass : passes) pass->Analyse(tree);

  Edits edits(tree.source());
  const PrologueSite site = FindPrologueSite(tree);
  std::string prologue;
  for (Pass* pass : passes) prologue += pass->Prologue(site.module);
  if (!prologue.empty()) edits.Insert(site.offset, (site.after_directive ? ";" : "") + prologue);

  Walk(
      tree.root(),
      [&](Node node) {
        for (Pass* pass : passes) pass->Enter(node, edits);
        return true;
      },
      [&](Node node) {
        for (size_t i = passes.size(); i-- > 0;) passes[i]->Leave(node, edits);
      });
  Rewritten result;
  result.text = edits.Apply(&result.positions);
  return result;
}

}  // namespace kingbird::syntax
