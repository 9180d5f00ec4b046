// kingbird_fuzz TARGET --seconds N | --runs N [--seed S] [--corpus DIR] [--memory MB] [FILE…]
//
// Feeds a target with changed copies of its corpus, the same ones for the same seed. Built with the preset "fuzz" it is
// led by coverage: what reaches an edge of the code that nothing reached before becomes part of the corpus. With files
// it feeds those and nothing else. An input that ends the program is left in the working directory as fuzz-TARGET-end.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/file_system.h"
#include "base/json.h"
#include "base/text.h"
#include "fuzz.h"

namespace {

using namespace kingbird;

constexpr size_t kMostBytes = 256 << 10;
constexpr time_t kMostSeconds = 20;  // Of its own time, for one input; a sanitizer takes its part.
constexpr size_t kMostKept = 20'000;
constexpr int kSmallShape = 2500;
constexpr int kLargeShape = 24'000;
constexpr size_t kEdges = 1 << 18;

std::string g_input;
std::string g_left;
bool g_seen[kEdges];
size_t g_new_edges = 0;
uint64_t g_steps = 0;

void LeaveInput() {
  const int fd = creat(g_left.c_str(), 0644);
  (void)!write(fd, g_input.data(), g_input.size());
  close(fd);
}

void LeaveInputAndEnd(int signal_number) {
  LeaveInput();
  const char* why = signal_number == SIGVTALRM ? "took too long\n" : "ended\n";
  (void)!write(2, why, std::strlen(why));
  signal(SIGABRT, SIG_DFL);
  abort();
}

void SetAlarm(time_t seconds) {
  const itimerval timer = {{0, 0}, {seconds, 0}};
  setitimer(ITIMER_VIRTUAL, &timer, nullptr);
}

void Feed(const fuzz::Target& target, std::string input) {
  g_input = std::move(input);
  SetAlarm(kMostSeconds);
  target.run(g_input);
  SetAlarm(0);
}

size_t PeakMegabytes() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<size_t>(usage.ru_maxrss) >> 10;
}

struct Options {
  std::string target;
  uint64_t seconds = 0;
  uint64_t runs = 0;
  uint64_t seed = 1;
  size_t memory = 0;
  std::string corpus;
  std::vector<std::string> files;
};

Options Parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto number = [&] { return i + 1 < argc ? std::strtoull(argv[++i], nullptr, 10) : 0; };
    if (word == "--seconds") {
      options.seconds = number();
    } else if (word == "--runs") {
      options.runs = number();
    } else if (word == "--seed") {
      options.seed = number();
    } else if (word == "--memory") {
      options.memory = number();
    } else if (word == "--corpus" && i + 1 < argc) {
      options.corpus = argv[++i];
    } else if (options.target.empty()) {
      options.target = word;
    } else {
      options.files.push_back(word);
    }
  }
  return options;
}

std::vector<fuzz::Target> AllTargets() {
  std::vector<fuzz::Target> all;
  for (auto& list : {fuzz::WireTargets(), fuzz::TextTargets(), fuzz::StoreTargets()})
    all.insert(all.end(), list.begin(), list.end());
  return all;
}

std::vector<std::string> CorpusOf(const fuzz::Target& target, const std::string& folder) {
  const base::DiskFileSystem disk;
  std::vector<std::string> known = target.seeds;
  const auto names = disk.List(base::Path(folder) / target.name);
  for (const std::string& name : names.ok() ? *names : std::vector<std::string>()) {
    if (auto text = disk.Read(base::Path(folder) / target.name / name); text.ok()) known.push_back(*std::move(text));
  }
  if (known.empty()) known.emplace_back("");
  return known;
}

uint64_t StepsFor(const fuzz::Target& target, std::string input) {
  g_steps = 0;
  Feed(target, std::move(input));
  return g_steps;
}

// What is very deep, long or wide, which changing small inputs does not lead to. Steps are counted with the preset
// "fuzz": three times the input may take five times as many, not nine.
bool FeedShapes(const fuzz::Target& target, const std::string& corpus) {
  const auto text = base::DiskFileSystem().Read(base::Path(corpus) / "shapes" / (target.name + ".json"));
  if (!text.ok()) return true;
  bool all_grow_well = true;
  const base::Json shapes = base::ParseJson(*text, "shapes").value();
  for (const base::Json& shape : shapes) {
    const auto [name, head, open, middle, close, tail] = shape.get<std::array<std::string, 6>>();
    const auto grown = [&](int times) {
      return head + fuzz::Repeated(open, times) + middle + fuzz::Repeated(close, times) + tail;
    };
    const uint64_t steps = StepsFor(target, grown(kSmallShape));
    if (StepsFor(target, grown(3 * kSmallShape)) > 5 * steps) {
      std::printf("%s: %s takes more than its share of time when it grows\n", target.name.c_str(), name.c_str());
      all_grow_well = false;
    }
    Feed(target, grown(kLargeShape));
  }
  return all_grow_well;
}

int Fuzz(const fuzz::Target& target, const Options& options) {
  std::vector<std::string> known = CorpusOf(target, options.corpus);
  const size_t given = known.size();
  for (const std::string& input : known) Feed(target, input);
  if (!FeedShapes(target, options.corpus)) return 1;
  const auto begin = std::chrono::steady_clock::now();
  base::Rng rng(options.seed);
  uint64_t runs = 0;
  while (options.runs == 0 || runs < options.runs) {
    if (options.seconds > 0 && std::chrono::steady_clock::now() - begin >= std::chrono::seconds(options.seconds)) break;
    g_new_edges = 0;
    // Mostly small: more of them, and what they do is more often new.
    const size_t most = rng.Percent(2) ? kMostBytes : rng.Percent(50) ? 8 << 10 : size_t{64} << rng.Below(7);
    Feed(target, fuzz::Mutated(known, target.words, most, rng));
    ++runs;
    if (options.memory > 0 && PeakMegabytes() > options.memory) break;
    if (g_new_edges > 0 && known.size() < kMostKept) known.push_back(g_input);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("%s: %llu inputs in %.1f s, %zu of the corpus, %zu edges, peak %zu MB\n", target.name.c_str(),
              static_cast<unsigned long long>(runs), seconds, known.size() - given,
              static_cast<size_t>(std::count(g_seen, g_seen + kEdges, true)), PeakMegabytes());
  if (options.memory == 0 || PeakMegabytes() <= options.memory) return 0;
  std::printf("that is more than %zu MB, at the last of them: %s\n", options.memory, g_left.c_str());
  LeaveInput();
  return 1;
}

}  // namespace

// Called by the code of the preset "fuzz" on every edge; by some of it (options of ours) before the sanitizer is ready.
extern "C" __attribute__((no_sanitize("address"))) void __sanitizer_cov_trace_pc() {
  ++g_steps;
  const auto place = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  const size_t edge = (place ^ (place >> 18)) % kEdges;
  if (g_seen[edge]) return;
  g_seen[edge] = true;
  ++g_new_edges;
}

extern "C" const char* __asan_default_options() {
  return "abort_on_error=1:quarantine_size_mb=16:allocator_may_return_null=0:detect_leaks=0";
}
extern "C" const char* __ubsan_default_options() { return "halt_on_error=1:print_stacktrace=1"; }

int main(int argc, char** argv) {
  const Options options = Parse(argc, argv);
  for (const fuzz::Target& target : AllTargets()) {
    if (options.target == "--list") std::puts(target.name.c_str());
    if (target.name != options.target) continue;
    g_left = "fuzz-" + target.name + "-end";
    for (const int number : {SIGABRT, SIGVTALRM, SIGSEGV, SIGBUS, SIGFPE}) signal(number, LeaveInputAndEnd);
    if (options.files.empty()) return Fuzz(target, options);
    for (const std::string& file : options.files) Feed(target, base::DiskFileSystem().Read(file).value());
    return 0;
  }
  if (options.target == "--list") return 0;
  std::fputs("kingbird_fuzz --list names the targets\n", stderr);
  return 2;
}
