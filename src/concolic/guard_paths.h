// What a guard at run time follows (paper 003, 5.4): the paths that ended well in the order of execution, reduced to
// uses that fail where the type is wrong and the decisions that lead to them. No use counts as one that fails if a run
// has survived it: what stands in a try block is the function's own business.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/json.h"
#include "concolic/runner.h"
#include "concolic/search/seen_run.h"

namespace kingbird::concolic {

/// Thread-compatible.
class GuardPaths {
 public:
  /// What the writer of a file knows about a place: null or members that are added to a step (line, constructors).
  using Decorate = std::function<void(uint32_t site, base::Json& step)>;

  /// Any run: those that ended well give paths, those that failed tell where.
  void Add(const SeenRun& seen, const Run& run);

  /// What the text says of the use at a place.
  using Nature = std::function<bool(uint32_t site)>;
  struct Natures {
    Nature fails;  ///< It fails by its nature, though no run has failed there yet.
    Nature reads;  ///< A member is read from it: whatever has members will do, also where the name is that of a method.
  };

  /// {"inputs": {name: ["arg", 0, "x"]}, "path": [step…]}; step := {"use": name, "types": […], "called"?: true} |
  /// {"if": condition, "text", "truth"} (only one way was seen) | {"if": condition, "text", "then": [step…], "else":
  /// [step…]} (the last of its list). A path ends where runs went different ways without a decision that says why.
  base::Json ToJson(const Decorate& decorate, const Natures& natures) const;

 private:
  struct Step {
    uint32_t site = 0;
    std::string input;  ///< Of a use.
    TypeSet types;
    bool called = false;
    std::string text;  ///< Of a decision.
    bool truth = false;
    base::Json condition;

    bool IsUse() const { return !input.empty(); }
    bool SameQuestion(const Step& other) const;
  };
  using Steps = std::vector<Step>;

  Steps StepsOf(const SeenRun& run);
  bool MayFail(const Step& use, const Nature& fails) const;
  base::Json PathJson(std::vector<const Steps*> paths, size_t from, int splits, const Decorate& decorate) const;

  std::vector<Steps> paths_;
  size_t nodes_ = 0;                          ///< Of all conditions in paths_.
  std::map<std::string, base::Json> inputs_;  ///< Access paths that a program can look up.
  std::set<uint32_t> failing_;                ///< Sites.
  std::set<uint32_t> survived_;
};

}  // namespace kingbird::concolic
