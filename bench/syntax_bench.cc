// How fast files are rewritten: syntax_bench FILE… prints megabytes of source per second of processor time, parsing
// alone and all of Instrument, and exits 1 below the bar of 5 MB/s. bench/syntax_bench.js runs it on real packages.
#include <fmt/format.h>

#include <ctime>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "syntax/instrument.h"
#include "syntax/parser.h"

namespace kingbird {
namespace {

constexpr double kBar = 5.0;
constexpr int kRounds = 3;

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
  return all >= kBar ? 0 : 1;
}

}  // namespace
}  // namespace kingbird

int main(int argc, char** argv) { return kingbird::Main(argc, argv); }
