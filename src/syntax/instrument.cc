#include "syntax/instrument.h"

#include <memory>

#include "base/check.h"
#include "code_of_passes.h"
#include "syntax/parser.h"
#include "syntax/pass/concolic.h"
#include "syntax/pass/coverage.h"
#include "syntax/pass/read_trace.h"
#include "syntax/pass/type_hooks.h"
#include "syntax/rewriter.h"

namespace kingbird::syntax {
namespace {

std::unique_ptr<Pass> MakePass(PassKind kind, const std::string& key) {
  switch (kind) {
    case PassKind::kCoverage:
      return std::make_unique<CoveragePass>(key);
    case PassKind::kReadTrace:
      return std::make_unique<ReadTracePass>();
    case PassKind::kTypeHooks:
      return std::make_unique<TypeHooksPass>();
    case PassKind::kConcolic:
      return std::make_unique<ConcolicPass>(key);
    case PassKind::kConcolicStress:
      return std::make_unique<ConcolicPass>(key, ConcolicPass::Options{.stress = true});
  }
  CHECK(false, "no such pass");
}

}  // namespace

std::string NameOf(PassKind kind) { return std::string(MakePass(kind, "")->name()); }

std::optional<PassKind> PassFromName(std::string_view name) {
  for (const PassKind kind : kAllPasses) {
    if (NameOf(kind) == name) return kind;
  }
  return std::nullopt;
}

Instrumented Instrument(std::string source, const std::string& key, const PassList& kinds) {
  Instrumented result;
  const Tree tree = Parse(std::move(source));
  if (tree.has_error()) {
    result.state = Instrumented::State::kUnparsable;
    result.text = tree.source();
    return result;
  }
  std::vector<std::unique_ptr<Pass>> owned;
  std::vector<Pass*> passes;
  for (const PassKind kind : kinds) {
    owned.push_back(MakePass(kind, key));
    passes.push_back(owned.back().get());
  }
  std::vector<FunctionSite>& sites = result.facts.sites;
  sites = FindFunctionSites(tree);
  Rewritten rewritten = Rewrite(tree, passes, NodesToTrack(tree, sites));
  result.text = std::move(rewritten.text);
  PlaceFunctionSites(tree, result.text, rewritten.spans, sites);
  for (const Pass* pass : passes) pass->Describe(result.facts);
  if (result.text == tree.source()) result.state = Instrumented::State::kIgnored;
  return result;
}

std::string_view CodeOfPasses() { return KINGBIRD_CODE_OF_PASSES; }

}  // namespace kingbird::syntax
