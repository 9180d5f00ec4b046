#include "syntax/instrument.h"

#include "syntax/parser.h"
#include "syntax/pass/coverage.h"
#include "syntax/rewriter.h"

namespace kingbird::syntax {

Instrumented Instrument(std::string source, const std::string& key) {
  Instrumented result;
  const Tree tree = Parse(std::move(source));
  if (tree.has_error()) {
    result.state = Instrumented::State::kUnparsable;
    result.text = tree.source();
    return result;
  }
  CoveragePass coverage(key);
  Pass* const passes[] = {&coverage};
  Rewritten rewritten = Rewrite(tree, passes);
  result.counters = coverage.counters();
  if (result.counters.Size() == 1) result.state = Instrumented::State::kIgnored;
  result.text = std::move(rewritten.text);
  result.positions = std::move(rewritten.positions);
  return result;
}

int InstrumentVersion() { return CoveragePass("").version(); }

}  // namespace kingbird::syntax
