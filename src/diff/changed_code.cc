// A changed line runs when a statement that begins on it runs. A line on which none begins belongs to what stands
// around it: to the function whose head it is part of, or to the innermost statement or function around it. Lines
// without tokens, and lines of TypeScript from which esbuild makes nothing, have no code.
#include "diff/changed_code.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "diff/line_diff.h"
#include "load/compile.h"
#include "syntax/parser.h"
#include "target/source_entry.h"

namespace kingbird::diff {
namespace {

// Each is looked at after every test of the batch lane.
constexpr size_t kMostWatched = 1000;

/// A counter and the lines, from 1, of the code that it counts.
struct Counted {
  uint32_t counter = 0;
  uint32_t first = 0;
  uint32_t last = 0;
  bool is_function = false;
  uint32_t body = 0;  ///< Of a function: the line on which its body begins.
  uint32_t Lines() const { return last - first; }
};

/// Which lines of a source file have code, and which counters tell that they ran.
class LineIndex {
 public:
  explicit LineIndex(const SourceFile& file) : file_(file), lines_(LinesOf(file.text)) {
    if (file.map) {
      code_ = file.map->OriginalLines();
    } else {
      FindTokens();
    }
    if (file.counters == nullptr) return;
    const syntax::FileCounters& counters = file.counters->counters;
    const uint32_t offset = file.counters->offset;
    for (size_t i = 0; i < counters.statements.size(); ++i)
      Add(offset + static_cast<uint32_t>(counters.StatementIndex(i)), counters.statements[i]);
    for (size_t i = 0; i < counters.functions.size(); ++i) {
      const syntax::Function& function = counters.functions[i];
      const auto counter = offset + static_cast<uint32_t>(counters.FirstFunctionIndex() + i);
      Add(counter, {std::min(function.declaration.begin, function.body.begin), function.body.end}, function.body.begin);
    }
  }

  // The end of a block is no code: what stands in the block tells whether it ran.
  bool HasCode(uint32_t line) const {
    if (!code_.contains(line) || line > lines_.size()) return false;
    return lines_[line - 1].find_first_not_of(" \t{}()[];,") != std::string_view::npos;
  }

  model::Hits CountersOf(uint32_t line) const {
    model::Hits found;
    for (const Counted& one : counted_) {
      if (!one.is_function && one.first == line) found.push_back(one.counter);
    }
    if (!found.empty()) return Sorted(std::move(found));
    const Counted* innermost = nullptr;
    for (const Counted& one : counted_) {
      if (one.is_function && one.first <= line && line <= one.body) return {one.counter};
      const bool around = one.first <= line && line <= one.last;
      // Of a statement and a function on the same lines the function is the inner one: `const f = () => {`.
      if (around && (innermost == nullptr || one.Lines() < innermost->Lines() ||
                     (one.Lines() == innermost->Lines() && one.is_function)))
        innermost = &one;
    }
    return innermost == nullptr ? model::Hits() : model::Hits{innermost->counter};
  }

 private:
  static model::Hits Sorted(model::Hits hits) {
    std::ranges::sort(hits);
    return hits;
  }

  void FindTokens() {
    const syntax::Tree tree = syntax::Parse(file_.text);
    const auto enter = [&](syntax::Node node) {
      if (node.comment()) return false;
      if (node.first_child() || node.begin() == node.end()) return true;
      for (uint32_t line = tree.LineAt(node.begin()); line <= tree.LineAt(node.end() - 1); ++line) code_.insert(line);
      return true;
    };
    syntax::Walk(tree.root(), enter, [](syntax::Node) {});
  }

  std::optional<uint32_t> LineOf(syntax::Position place) const {
    if (!file_.map) return place.line;
    const auto original = file_.map->Original(place);
    return original ? std::optional(original->line) : std::nullopt;
  }

  void Add(uint32_t counter, const syntax::Range& range, std::optional<syntax::Position> body = {}) {
    const auto first = LineOf(range.begin);
    if (!first) return;
    const auto last = LineOf(range.end);
    const auto head = body ? LineOf(*body) : std::nullopt;
    counted_.push_back(
        {counter, *first, std::max(*first, last.value_or(*first)), body.has_value(), head.value_or(*first)});
  }

  const SourceFile& file_;
  std::vector<std::string_view> lines_;
  std::set<uint32_t> code_;
  std::vector<Counted> counted_;
};

bool HitsOneOf(const model::Hits& hits, const model::Hits& wanted) {
  return std::ranges::any_of(wanted, [&](uint32_t counter) { return std::ranges::binary_search(hits, counter); });
}

}  // namespace

std::vector<SourceFile> SourcesOf(const load::LoadedTarget& loaded, const std::string& entry,
                                  const base::FileSystem& files) {
  std::vector<SourceFile> sources;
  const bool one_file = loaded.target.kind == target::Target::Kind::kFile;
  const model::Hits& load = loaded.executor->LoadHits();
  for (const syntax::ManifestFile& file : loaded.stage.manifest.files) {
    if (one_file && !std::ranges::binary_search(load, file.loaded_index())) continue;
    load::WrittenSource written = load::FindWritten(loaded.target, file.key, files);
    const bool is_entry = one_file && base::Path(file.key) == loaded.target.entry.lexically_normal();
    if (!is_entry && !target::IsOwnSource(written.key)) continue;
    auto text = files.Read(written.file);
    if (!text.ok()) continue;
    sources.push_back(
        {is_entry ? entry : written.key.generic_string(), std::move(*text), &file, std::move(written.map)});
  }
  return sources;
}

ChangedCode::ChangedCode(const std::vector<SourceFile>& before, const std::vector<SourceFile>& after) {
  std::map<std::string, std::pair<const SourceFile*, const SourceFile*>> pairs;
  for (const SourceFile& file : before) pairs[file.path].first = &file;
  for (const SourceFile& file : after) pairs[file.path].second = &file;
  for (const auto& [path, pair] : pairs) {
    const SourceFile nothing{.path = path, .text = ""};
    Compare(pair.first == nullptr ? nothing : *pair.first, pair.second == nullptr ? nothing : *pair.second);
  }
  for (Side* side : {&before_, &after_}) {
    for (size_t i = 0; i < side->lines.size() && side->watched.size() < kMostWatched; ++i) {
      if (side->lines[i].counters.empty()) continue;
      side->watched.push_back(side->lines[i].counters);
      side->watched_lines.push_back(i);
    }
  }
  std::ranges::sort(of_files_);
}

void ChangedCode::Compare(const SourceFile& before, const SourceFile& after) {
  const std::vector<Hunk> hunks = DiffLines(before.text, after.text);
  if (hunks.empty()) return;
  if (after.counters != nullptr) {
    for (uint32_t i = 0; i < after.counters->size(); ++i) of_files_.push_back(after.counters->offset + i);
  }
  const LineIndex index_before(before);
  const LineIndex index_after(after);
  const auto span_of = [](const SourceFile& file, const LineIndex& index, size_t begin, size_t end, Side& side) {
    Span span{file.path, false, static_cast<int>(begin) + 1, {}};
    for (size_t at = begin; at < end; ++at) {
      const auto line = static_cast<uint32_t>(at) + 1;
      span.lines.emplace_back();
      if (!index.HasCode(line)) continue;
      span.lines.back() = side.lines.size();
      side.lines.push_back({.counters = index.CountersOf(line)});
      if (file.counters != nullptr) side.lines.back().loaded = file.counters->loaded_index();
    }
    return span;
  };
  const auto has_code = [](const Span& span) {
    return std::ranges::any_of(span.lines, [](const auto& line) { return line.has_value(); });
  };
  for (const Hunk& hunk : hunks) {
    Span now = span_of(after, index_after, hunk.after_begin, hunk.after_end, after_);
    if (!has_code(now)) {
      // What is gone tells whether the change matters.
      Span gone = span_of(before, index_before, hunk.before_begin, hunk.before_end, before_);
      gone.removed = true;
      if (has_code(gone) || now.lines.empty()) now = std::move(gone);
    }
    spans_.push_back(std::move(now));
  }
}

std::set<std::string> ChangedCode::Files() const {
  std::set<std::string> files;
  for (const Span& span : spans_) files.insert(span.file);
  return files;
}

model::Hits ChangedCode::CountersAfter() const {
  std::set<uint32_t> all;
  for (const Line& line : after_.lines) all.insert(line.counters.begin(), line.counters.end());
  return {all.begin(), all.end()};
}

void ChangedCode::Note(const model::Hits& hits, bool differs, Side& side) {
  for (Line& line : side.lines) {
    if (!HitsOneOf(hits, line.counters)) continue;
    for (const uint32_t counter : line.counters) {
      if (std::ranges::binary_search(hits, counter)) side.hit.insert(counter);
    }
    ++line.tests;
    line.differing += differs ? 1 : 0;
  }
}

void ChangedCode::NoteTest(const model::Hits& before, const model::Hits& after, bool differs) {
  Note(before, differs, before_);
  Note(after, differs, after_);
}

void ChangedCode::NoteScreened(const std::vector<int64_t>& before, const std::vector<int64_t>& after) {
  for (const auto& [counts, side] : {std::pair(&before, &before_), std::pair(&after, &after_)}) {
    for (size_t i = 0; i < std::min(counts->size(), side->watched_lines.size()); ++i)
      side->lines[side->watched_lines[i]].tests += (*counts)[i];
  }
}

void ChangedCode::Describe(const Span& span, const model::Hits& load, std::vector<model::LineChange>& into) const {
  using model::LineFate;
  const Side& side = span.removed ? before_ : after_;
  const size_t first_of_span = into.size();
  for (size_t i = 0; i < span.lines.size(); ++i) {
    const int number = span.first + static_cast<int>(i);
    model::LineChange change{span.file, number, number, span.removed};
    if (span.lines[i]) {
      const Line& line = side.lines[*span.lines[i]];
      change.tests = line.tests;
      change.differing = line.differing;
      const bool loaded = line.loaded && std::ranges::binary_search(load, *line.loaded);
      // Code without a counter of its own, such as an import, runs when its file is loaded.
      const bool ran_at_load = loaded && (line.counters.empty() || HitsOneOf(load, line.counters));
      // Of `if (a) return b;` both statements have to run. What the batch lane meets first runs again by itself.
      const bool all = std::ranges::all_of(line.counters, [&](uint32_t counter) {
        return side.hit.contains(counter) || std::ranges::binary_search(load, counter);
      });
      change.fate = line.tests > 0 ? (all ? LineFate::kRan : LineFate::kDidNotRun)
                    : ran_at_load  ? LineFate::kLoaded
                    : loaded       ? LineFate::kDidNotRun
                                   : LineFate::kNotLoaded;
    }
    const bool first = into.size() == first_of_span;
    // A blank line or a comment between two lines goes with the first of them, before all it goes with the next.
    if (!first && change.fate == LineFate::kNoCode) {
      into.back().last = number;
    } else if (!first && (into.back().fate == change.fate || into.back().fate == LineFate::kNoCode)) {
      change.first = into.back().first;
      change.tests = std::max(change.tests, into.back().tests);
      change.differing = std::max(change.differing, into.back().differing);
      into.back() = change;
    } else {
      into.push_back(change);
    }
  }
}

std::vector<model::LineChange> ChangedCode::Changes(const model::Hits& load_before,
                                                    const model::Hits& load_after) const {
  std::vector<model::LineChange> changes;
  for (const Span& span : spans_) Describe(span, span.removed ? load_before : load_after, changes);
  return changes;
}

}  // namespace kingbird::diff
