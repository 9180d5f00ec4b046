// Which decision to change next. One strategy serves one exploration; it is told every run and how its flips turned
// out.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "concolic/search/seen_run.h"
#include "concolic/text/shape.h"
#include "model/search_order.h"

namespace kingbird::concolic {

/// What the next input is to change: the run up to the last of `constraints`, with these negated. All of them are type
/// constraints or elements that are missing, or there is one and it is a branch.
struct Flip {
  std::shared_ptr<const SeenRun> run;
  std::vector<size_t> constraints;  ///< Indices into the run's constraints, ascending.
  std::vector<size_t> also =
      {};                  ///< Branches behind them to flip in the same input, as far as that does not matter to them.
  bool exact = false;      ///< Inputs used with a wrong type before the last of them are to stay wrong (type-agnostic).
  bool resolve = false;    ///< Every input used with a wrong type before the last of them gets a right one, too.
  bool keep = false;       ///< What the run read after the last of them is kept, too; otherwise it is dropped.
  bool coercions = false;  ///< Types an operator is not meant for may be tried.
  std::optional<Type> type = {};  ///< What the one type constraint's input is to be; none: any that turns it over.
  /// Decisions before the last that depend on the inputs it depends on may come out either way.
  bool relaxed = false;
  bool quick = false;  ///< No engine is asked: kUnknown where the search finds nothing.
  /// How long the engines may take, at most as long as the options say; none: as long as that.
  std::optional<std::chrono::milliseconds> deadline = {};
  /// Nobody is asked: the one type constraint's input is replaced and all else stays.
  enum class Swap : uint8_t {
    kNone,
    kConverted,  ///< A primitive, by an object that is converted to it each time.
    kThrowing,   ///< A function, by one that throws when it is called for the last time.
  };
  Swap swap = Swap::kNone;
};

enum class Outcome : uint8_t {
  kReached,     ///< A run did what was asked.
  kDiverged,    ///< A run was made and did something else.
  kRepeated,    ///< The input had been run before.
  kInfeasible,  ///< Proven: no input of the types tried.
  kUnknown,     ///< The solver gave up.
};

/// Whether a decision at `site` that comes out so leaves out the one at `other`; null: nobody knows.
using Detours = std::function<bool(uint32_t site, bool direction, uint32_t other)>;

/// Whether what happens at `site` lies in a block whose errors are caught; null: nobody knows.
using Caught = std::function<bool(uint32_t site)>;

/// Counters that tell whether a decision at `site` has come out so; empty: nobody knows; null: nobody is asked.
using Behind = std::function<const std::vector<uint32_t>&(uint32_t site, bool direction)>;

/// What all runs together have shown so far.
struct Progress {
  using Direction = std::pair<uint32_t, bool>;   ///< Branch site, and whether its condition is truthy.
  std::map<Direction, size_t> directions;        ///< → how often taken.
  std::set<Direction> well_typed;                ///< Directions taken with the types the condition is meant for.
  std::set<uint32_t> hits;                       ///< Coverage counters.
  std::set<uint32_t> missing;                    ///< Counters of the function that no run hit.
  std::set<uint32_t> handlers;                   ///< The same of those that errors lead to.
  bool counters_known = false;                   ///< `missing` means something.
  std::map<std::string, TypeSet> hints;          ///< Access path → the types some run wanted there.
  std::map<std::string, TypeSet> hints_by_name;  ///< Property → the types the program's text suggests.
  Detours detours;
  Caught caught;
  Behind behind;
  bool patient = false;  ///< ExploreOptions.
  bool plain = false;    ///< ExploreOptions.
  bool entries_left =
      false;      ///< Paths of callees are left to be tried, which may lead on sooner than more of the same.
  Shapes shapes;  ///< What the function's text expects of its inputs.

  /// What the value seems to be meant to be; empty: nobody knows.
  TypeSet Hint(const std::string& path, const std::string& property) const;
  bool LeavesOut(const Constraint& flipped, const Constraint& other) const {
    return detours && detours(flipped.site, !flipped.held, other.site);
  }
  enum class Leads : uint8_t { kNowhereNew, kUnknown, kOn };
  /// Whether something is missing where the direction leads. Others may have been there.
  Leads LeadsTo(const Direction& direction) const;
  /// The type-aware strategies take one round of a loop on all paths, and more of them while something is not covered
  /// (or nobody knows): the paper's limit for loops, raised where it costs coverage.
  bool MayGoDeeper() const { return !entries_left && (!counters_known || !missing.empty()); }
  bool Seen(uint32_t site, bool direction) const { return directions.contains({site, direction}); }

 private:
  /// By direction: the first of the counters behind it that is missing; their number: none is, nor will be.
  mutable std::map<Direction, size_t> missing_behind_;
};

/// Not thread-safe. Deterministic: the same runs give the same flips.
class Strategy {
 public:
  virtual ~Strategy() = default;
  virtual std::string_view name() const = 0;
  /// Nothing is remembered: it is told of paths that were taken before, too, and gets inputs again that were run
  /// before.
  virtual bool forgets() const { return false; }
  /// A run that took a path nobody took before (unless it forgets); `progress` has it already.
  virtual void Absorb(const std::shared_ptr<const SeenRun>& run, const Progress& progress) = 0;
  /// The next flip; none: there is nothing left to try.
  virtual std::optional<Flip> Next(const Progress& progress) = 0;
  /// How the last flip turned out, before Absorb is called with its run.
  virtual void Tell(const Flip& flip, Outcome outcome) = 0;
};

/// What was left for later becomes what is open, the oldest of it alone; whether there was any.
template <typename Candidates>
bool GoDeeper(const Progress& progress, Candidates& later, Candidates& open) {
  if (later.empty() || !progress.MayGoDeeper()) return false;
  open.push_back(std::move(later.front()));
  later.pop_front();
  return true;
}

std::unique_ptr<Strategy> MakeStrategy(model::SearchOrder order);

}  // namespace kingbird::concolic
