// The default: type-aware, and only what may lead somewhere new. What it asks for, the first that applies:
//
//   1. A run failed and some use had a wrong type, or used elements that are not there: the same with right types and
//      all of these elements.
//   2. A branch that no run took in one direction: that direction, from the latest run that passed there. The engines
//      are asked last, for what the search has found no answer to.
//   3. While counters of the function are missing: a branch taken after a decision after which it has not been taken
//   so.
//   4. A path that ended well with wrong types, or a direction taken with wrong types only: the same with right ones,
//   so
//      that there is a precondition for it.
//   5. A direction still not taken: with types the condition is not meant for (coercions).
//   6. While counters are missing: such a direction from a run whose decisions before it may change, as far as they
//      depend on the same inputs.
//   7. While counters are missing: a list where a text would do as well, or the other way round.
//   8. While counters are missing: an object in the place of a primitive that is used more than once (conversions.h).
//   9. A function that throws where that is caught (throwing_calls.h).
//   10. Questions that the engines did not answer within 100 ms, with longer deadlines.
//   11. Which of an object's names a key is (kAspects), while that leads to code; then one more value for a loop that
//      asks for one more in each round.
//
// Beside other generators (Progress::behind) directions in which nothing is missing are passed over, those in which
// something is go first, and the engines are asked when nothing else is left.
//
// Branches behind the one that is flipped are flipped in the same input where nobody has taken them so, inputs of
// their own decide them and no flip before leaves them out, as far as the text tells. Of the directions not taken the
// one goes first that takes most others with it. It ends when none applies. Types that are known are kept from run to
// run, and resolved together with a branch.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <unordered_set>
#include <vector>

#include "concolic/search/conversions.h"
#include "concolic/search/kindred_types.h"
#include "concolic/search/strategy.h"
#include "concolic/search/throwing_calls.h"

namespace kingbird::concolic {

class Cover : public Strategy {
 public:
  /// Solver questions about one direction from different paths; runs without news on behalf of missing counters.
  static constexpr size_t kAttempts = 6;
  static constexpr size_t kRelaxed = 2;
  static constexpr size_t kPatience = 8;
  /// How long the engines may take at first; while something else is left to ask they get no more.
  static constexpr std::chrono::milliseconds kShortDeadline{100};
  static constexpr std::chrono::milliseconds kLongDeadline{500};
  static constexpr size_t kLongPatience = 60;  ///< The same where every branch went both ways and there are loops.

  std::string_view name() const override { return "cover"; }
  void Absorb(const std::shared_ptr<const SeenRun>& run, const Progress& progress) override;
  std::optional<Flip> Next(const Progress& progress) override;
  void Tell(const Flip& flip, Outcome outcome) override;

 private:
  using Direction = Progress::Direction;
  struct Candidate {
    std::shared_ptr<const SeenRun> run;
    size_t constraint = 0;
    uint64_t path = 0;  ///< The decisions before it and the flipped one.
  };
  struct Wish {
    std::vector<Candidate> from;  ///< The latest ones, newest last.
    size_t attempts = 0;
    size_t coerced = 0;
    size_t relaxed = 0;
  };

  void NoteTypes(const std::shared_ptr<const SeenRun>& run);
  void NoteBranches(const std::shared_ptr<const SeenRun>& run);
  std::optional<Flip> Choose(const Progress& progress);
  static std::vector<size_t> Also(const Progress& progress, const SeenRun& run, size_t flipped);
  std::optional<Flip> Resolve(std::vector<Flip>& from);
  bool IsFinished(const SeenRun& run) const;
  bool IsIdle(const Direction& direction, const Progress& progress) const;
  static void Offer(Wish& wish, const Candidate& candidate);
  std::optional<Flip> Untaken(const Progress& progress, bool coercions, bool aspects);
  std::optional<Flip> Relaxed(const Progress& progress);
  std::optional<Flip> WrongTypesOnly(const Progress& progress);
  std::optional<Flip> Deeper(const Progress& progress);
  std::optional<Flip> NewSequence(const Progress& progress);
  std::optional<Flip> FromLatest(Wish& wish, bool coercions, bool quick);
  std::optional<Flip> PutOff(std::vector<Flip>& from, std::chrono::milliseconds deadline, const Progress& progress);

  KindredTypes kindred_;
  Conversions conversions_;
  ThrowingCalls throwing_;
  bool asks_engines_ = false;     ///< The flip that was chosen last is for them.
  bool renewed_ = false;          ///< The next run has more inputs to decide by: what was asked in vain is asked again.
  std::vector<Flip> stuck_;       ///< Step 1.
  std::vector<Flip> put_off_;     ///< Step 2, for the engines.
  std::vector<Flip> hard_;        ///< Those that the engines did not answer at once,
  std::vector<Flip> harder_;      ///< and those that took them longer still.
  std::vector<Flip> unfinished_;  ///< Step 4.
  std::vector<Flip> coerced_;     ///< Type constraints that right types alone do not fulfil.
  std::vector<Flip> endless_;     ///< Step 10.
  std::set<Direction> asked_;     ///< Flips of which nothing was told yet.
  std::map<Direction, Wish> wishes_;
  std::map<std::pair<Direction, Direction>, Candidate> sequences_;  ///< Not taken: by the decision before and this one.
  std::vector<Candidate> open_;                                     ///< Every flip that nobody tried, the latest last.
  std::vector<Candidate> rounds_;                                   ///< The same of later rounds of loops.
  std::set<std::pair<Direction, Direction>> taken_sequences_;
  std::unordered_set<uint64_t> tried_;
  /// On paths that ended well with right types; whether it was the first decision there: a loop without a round is not
  /// the end of one with some.
  std::set<std::pair<Direction, bool>> finished_;
  size_t without_news_ = 0;
  size_t without_cover_ = 0;
  bool loops_ = false;  ///< Some run came to a branch more than once, or might have.
};

}  // namespace kingbird::concolic
