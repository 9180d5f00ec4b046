#include "syntax/rewriter.h"

#include "base/check.h"

namespace kingbird::syntax {

bool IsModule(const Tree& tree) {
  for (Node statement : tree.root().children()) {
    if (statement.Is(Kind::kImportStatement) || statement.Is(Kind::kExportStatement)) return true;
  }
  return false;
}

std::string FreshName(const Tree& tree, std::string_view stem) {
  std::string name(stem);
  // A name written with escapes (\u0024k) would slip through a plain search; then any free number might be the wrong
  // one, so start with a longer one.
  if (tree.source().find("\\u") != std::string_view::npos) name += "_";
  for (int i = 0; tree.source().find(name) != std::string_view::npos; ++i) name = std::string(stem) + std::to_string(i);
  return name;
}

Rewritten Rewrite(const Tree& tree, std::span<Pass* const> passes, std::span<const uint32_t> tracked) {
  CHECK(!tree.has_error());
  Edits edits(tree);
  for (size_t i = 0; i < passes.size(); ++i) {
    edits.SetPass(static_cast<uint8_t>(i + 1));
    passes[i]->Run(tree, edits);
  }

  edits.SetPass(0);  // The prologue is before all of them.
  const bool module = IsModule(tree);
  std::string prologue;
  for (Pass* pass : passes) prologue += pass->Prologue(module);
  edits.BodyBegin(tree.root(), std::move(prologue));

  for (const uint32_t node : tracked) edits.Track(tree.At(node));
  Rewritten result;
  result.text = edits.Apply(&result.spans);
  result.dropped = edits.dropped();
  return result;
}

}  // namespace kingbird::syntax
