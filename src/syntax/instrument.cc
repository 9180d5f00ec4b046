#include "syntax/instrument.h"

#include <vector>

#include "syntax/parser.h"
#include "syntax/pass/coverage.h"
#include "syntax/pass/read_trace.h"
#include "syntax/pass/type_hooks.h"
#include "syntax/rewriter.h"

namespace kingbird::syntax {

Instrumented Instrument(std::string source, const std::string& key, const InstrumentOptions& options) {
  Instrumented result;
  const Tree tree = Parse(std::move(source));
  if (tree.has_error()) {
    result.state = Instrumented::State::kUnparsable;
    result.text = tree.source();
    return result;
  }
  if (options.types) {
    TypeHooksPass hooks;
    Pass* const passes[] = {&hooks};
    Rewritten rewritten = Rewrite(tree, passes);
    result.text = std::move(rewritten.text);
    return result;
  }
  CoveragePass coverage(key);
  ReadTracePass read_trace;
  std::vector<Pass*> passes = {&coverage};
  if (options.read_trace) passes.push_back(&read_trace);
  Rewritten rewritten = Rewrite(tree, passes);
  result.counters = coverage.counters();
  if (result.counters.Size() == 1) result.state = Instrumented::State::kIgnored;
  result.text = std::move(rewritten.text);
  return result;
}

int InstrumentVersion(const InstrumentOptions& options) {
  if (options.types) return -TypeHooksPass().version();
  constexpr int kPasses = 100;
  return CoveragePass("").version() + (options.read_trace ? kPasses * ReadTracePass().version() : 0);
}

}  // namespace kingbird::syntax
