#include "report/changed_lines.h"

#include <fmt/format.h>

namespace kingbird::report {
namespace {

using model::LineChange;
using model::LineFate;

std::string Fate(const LineChange& change) {
  const bool one = change.first == change.last;
  switch (change.fate) {
    case LineFate::kRan:
      return fmt::format("{} {} ran {}; {} behaved differently", Thousands(change.tests),
                         change.tests == 1 ? "test" : "tests", one ? "it" : "them",
                         change.differing == 0 ? "none" : Thousands(change.differing));
    case LineFate::kLoaded:
      return fmt::format("{} ran when the file was loaded, and in no test", one ? "it" : "they");
    case LineFate::kDidNotRun:
      if (change.tests > 0)
        return fmt::format("{} {} ran a part of {}, and none ran the rest", Thousands(change.tests),
                           change.tests == 1 ? "test" : "tests", one ? "it" : "them");
      return "no test ran " + std::string(one ? "it" : "them");
    case LineFate::kNotLoaded:
      return "the file was not loaded";
    case LineFate::kNoCode:
      return "";
  }
  return "";
}

}  // namespace

std::string Thousands(int64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<long>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<size_t>(at), ",");
  return digits;
}

std::vector<std::string> ChangedLines(const model::DiffReport& diff) {
  std::vector<std::string> lines;
  for (const LineChange& change : diff.changes) {
    if (change.fate == LineFate::kNoCode) continue;
    const std::string place = change.first == change.last ? fmt::format("line {}", change.first)
                                                          : fmt::format("lines {}-{}", change.first, change.last);
    lines.push_back(fmt::format("{}: {} {}; {}", change.file, place,
                                change.removed ? "of the first side removed" : "changed", Fate(change)));
  }
  return lines;
}

std::vector<std::string> UnloadedLines(const model::DiffReport& diff) {
  std::vector<std::string> lines;
  for (const model::UnloadedModule& module : diff.unloaded) {
    const bool both = !module.before.empty() && !module.after.empty();
    const std::string where =
        both ? "loads on neither side" : "does not load on " + (module.before.empty() ? diff.after : diff.before);
    lines.push_back(fmt::format("{} is not compared: it {}: {}", module.file, where,
                                module.after.empty() ? module.before : module.after));
  }
  return lines;
}

std::string Verdict(const model::DiffReport& diff) {
  using model::Release;
  switch (diff.release) {
    case Release::kBreaking:
      return "As a release this is breaking.";
    case Release::kMinor:
      return "As a release this is a minor.";
    case Release::kPatch:
      return "As a release this is a patch.";
    case Release::kUnchanged:
      return diff.differences.empty() ? "Nothing to release: no source line changed." : "No source line changed.";
    case Release::kUnknown:
      return "No difference was found, but whether this is a patch cannot be told.";
    case Release::kNone:
      break;
  }
  return "";
}

}  // namespace kingbird::report
