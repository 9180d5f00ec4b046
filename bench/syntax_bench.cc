// How fast files are rewritten: syntax_bench FILE… prints megabytes of source per second of processor time, parsing
// alone and all of Instrument, and how the time of rewriting grows with a file, all passes together: programs of
// several shapes, sixteen times as long. Exits 1 below the bar of 5 MB/s, or where a longer program costs more than
// twice as much for each of its bytes. bench/syntax_bench.js runs it on real packages.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "syntax/instrument.h"
#include "syntax/parser.h"
#include "syntax/pass/concolic.h"
#include "syntax/pass/coverage.h"
#include "syntax/pass/read_trace.h"
#include "syntax/pass/type_hooks.h"
#include "syntax/rewriter.h"

namespace kingbird {
namespace {

constexpr double kBar = 5.0;
constexpr int kRounds = 3;
constexpr size_t kTimesAsLong = 16;
constexpr double kMostGrowth = 2;
constexpr double kLeastSeconds = 0.02;  // of one go: the clock is coarse

double ProcessorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

template <typename Work>
double MegabytesPerSecond(const std::vector<std::string>& sources, Work&& work) {
  size_t bytes = 0;
  const double start = ProcessorSeconds();
  for (int round = 0; round < kRounds; ++round) {
    for (const std::string& source : sources) {
      work(source);
      bytes += source.size();
    }
  }
  return static_cast<double>(bytes) / 1e6 / (ProcessorSeconds() - start);
}

std::string Repeated(const std::string& text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

struct Shape {
  const char* name;
  size_t count;
  std::string (*program)(size_t count);
};

const Shape kShapes[] = {
    {"functions", 400,
     [](size_t n) {
       return Repeated("function f(a, b) { if (a.x + b) return g(a || b, a.y); for (const c of b) a[c] = c }\n", n);
     }},
    {"one body", 1500, [](size_t n) { return "function f(a) {\n" + Repeated("a.x = a.y + 1;\n", n) + "}"; }},
    {"nested blocks", 60, [](size_t n) { return Repeated("if (a.b) { c();", n) + Repeated("}", n); }},
    {"nested functions", 40, [](size_t n) { return Repeated("function f(a) { g(a.b);", n) + Repeated("}", n); }},
    {"one expression", 1500, [](size_t n) { return "x = a.b" + Repeated(" + a.b", n); }},
    {"one list", 1500, [](size_t n) { return "x = [" + Repeated("a.b || c,", n) + "]"; }},
    {"directives", 1500, [](size_t n) { return Repeated("'a';\n", n); }},
};

size_t RewriteByAll(const syntax::Tree& tree) {
  syntax::CoveragePass coverage("f.js");
  syntax::ReadTracePass read_trace;
  syntax::TypeHooksPass type_hooks;
  syntax::ConcolicPass concolic("f.js");
  syntax::Pass* const passes[] = {&coverage, &read_trace, &type_hooks, &concolic};
  return syntax::Rewrite(tree, passes).text.size();
}

/// Seconds per byte that all passes take on a parsed program; the fastest of a few goes.
double SecondsPerByte(const std::string& source) {
  const syntax::Tree tree = syntax::Parse(source);
  double best = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    const double start = ProcessorSeconds();
    int times = 0;
    for (; times == 0 || ProcessorSeconds() - start < kLeastSeconds; ++times) RewriteByAll(tree);
    best = std::min(best, (ProcessorSeconds() - start) / times);
  }
  return best / static_cast<double>(source.size());
}

bool GrowsLinearly() {
  bool linear = true;
  for (const Shape& shape : kShapes) {
    const double small = SecondsPerByte(shape.program(shape.count));
    const double large = SecondsPerByte(shape.program(shape.count * kTimesAsLong));
    linear = linear && large <= small * kMostGrowth;
    fmt::print("all passes, {}: {:.1f} MB/s, {} times as long {:.1f} MB/s\n", shape.name, 1e-6 / small, kTimesAsLong,
               1e-6 / large);
  }
  fmt::print("rewriting takes {} (bar: at most {} times as long for a byte)\n",
             linear ? "linear time" : "more than linear time", kMostGrowth);
  return linear;
}

int Main(int argc, char** argv) {
  base::DiskFileSystem disk;
  std::vector<std::string> sources;
  size_t bytes = 0;
  for (int i = 1; i < argc; ++i) {
    base::Result<std::string> text = disk.Read(argv[i]);
    if (!text.ok()) {
      fmt::print(stderr, "{}\n", text.error().ToString());
      return 3;
    }
    bytes += text->size();
    sources.push_back(*std::move(text));
  }
  if (bytes == 0) {
    fmt::print(stderr, "usage: syntax_bench FILE…\n");
    return 2;
  }
  size_t sink = 0;
  const double parse =
      MegabytesPerSecond(sources, [&](const std::string& source) { sink += syntax::Parse(source).size(); });
  const double all = MegabytesPerSecond(
      sources, [&](const std::string& source) { sink += syntax::Instrument(source, "file.js").text.size(); });
  fmt::print("{} files, {:.1f} MB: parse {:.1f} MB/s, rewrite {:.1f} MB/s (bar {:.0f}) [{}]\n", sources.size(),
             static_cast<double>(bytes) / 1e6, parse, all, kBar, sink % 10);
  const bool linear = GrowsLinearly();
  return all >= kBar && linear ? 0 : 1;
}

}  // namespace
}  // namespace kingbird

int main(int argc, char** argv) { return kingbird::Main(argc, argv); }
