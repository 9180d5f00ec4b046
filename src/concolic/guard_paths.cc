#include "concolic/guard_paths.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "concolic/error_causes.h"
#include "concolic/precondition.h"
#include "concolic/preferred_types.h"
#include "model/v8_words.h"

namespace kingbird::concolic {
namespace {

using base::Json;

constexpr int kMostSplits = 60;  // Below each other; a file's JSON nests no deeper than its reader goes.
constexpr TypeSet kCallable = {Type::kFunction};

bool IsWrongUse(const std::string& message) { return message.starts_with("TypeError: ") && model::IsWrongUse(message); }

bool IsCall(const Constraint& use) { return use.wanted == kCallable; }

/// A use that ends in a TypeError with the type the input had.
bool Fails(const SeenRun& run, const Constraint& use) {
  if (use.IsBranch() || use.truth_test || use.held) return false;
  return IsCall(use) || kNothing.Has(run.types[use.symbol]);
}

/// ["arg", 0, "x"]; null where only a run could tell the value.
Json PlaceOf(const Path& path, SymbolId symbol) {
  const Symbol& at = path.symbols[symbol];
  switch (at.step) {
    case Symbol::Step::kThis:
      return Json::array({"this"});
    case Symbol::Step::kArgument:
      return Json::array({"arg", at.index});
    case Symbol::Step::kProperty:
    case Symbol::Step::kLength: {
      Json place = PlaceOf(path, at.parent);
      if (!place.is_null()) place.push_back(at.step == Symbol::Step::kLength ? "length" : at.name);
      return place;
    }
    default:
      return nullptr;
  }
}

}  // namespace

bool GuardPaths::Step::SameQuestion(const Step& other) const {
  return input == other.input && called == other.called && text == other.text;
}

void GuardPaths::Add(const SeenRun& seen, const Run& run) {
  const Constraint* last = nullptr;
  for (const Constraint& constraint : seen.constraints) {
    if (!Fails(seen, constraint)) continue;
    last = &constraint;
    if (!seen.failed) survived_.insert(constraint.site);
  }
  if (last != nullptr && seen.failed && IsWrongUse(ErrorText(run.execution))) failing_.insert(last->site);
  if (!EndedWell(seen) || seen.constraints.size() > Preconditions::kMostClauses || nodes_ > kMostWrittenNodes) return;
  for (SymbolId symbol = 0; symbol < seen.names.size(); ++symbol) {
    if (Json place = PlaceOf(seen.path, symbol); !place.is_null())
      inputs_.emplace(seen.names[symbol], std::move(place));
  }
  paths_.push_back(StepsOf(seen));
  for (const Step& step : paths_.back()) nodes_ += WrittenNodes(step.condition);
}

GuardPaths::Steps GuardPaths::StepsOf(const SeenRun& run) {
  // A dummy has to serve every use of the place on the path.
  std::map<SymbolId, TypeSet> served;
  for (const Constraint& constraint : run.constraints) {
    if (constraint.IsBranch() || constraint.truth_test) continue;
    const auto [place, first] = served.emplace(constraint.symbol, constraint.wanted);
    if (const TypeSet both = Both(place->second, constraint.wanted); !both.empty()) place->second = both;
  }
  Steps steps;
  for (const Constraint& constraint : run.constraints) {
    // Functions around it have run by then.
    if (constraint.truth_test || constraint.event < run.path.own) continue;
    // Whether an object has its own in the place of what it inherits: the value is looked at, wherever it comes from.
    if (AsksForOwn(run, constraint)) continue;
    Step step{.site = constraint.site};
    if (constraint.IsBranch()) {
      step.text = ToText(run.path.expressions, constraint.node, run.names);
      step.truth = constraint.held;
      step.condition = ConditionJson(run, constraint.node);
    } else {
      step.input = run.names[constraint.symbol];
      step.called = IsCall(constraint);
      step.types = served[constraint.symbol];
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

bool GuardPaths::MayFail(const Step& use, const Nature& fails) const {
  // What cannot be looked up cannot be mended either: the call comes by, or it fails there.
  return inputs_.contains(use.input) && !survived_.contains(use.site) &&
         (failing_.contains(use.site) || fails(use.site));
}

/// The paths agree up to `from`.
Json GuardPaths::PathJson(std::vector<const Steps*> paths, size_t from, int splits, const Decorate& decorate) const {
  Json result = Json::array();
  size_t size = 0;  // Up to the last use: decisions behind it lead nowhere.
  for (size_t at = from; std::ranges::all_of(paths, [&](const Steps* path) { return at < path->size(); }); ++at) {
    const Step& first = (*paths.front())[at];
    const auto is_same = [&](const Steps* path) { return (*path)[at].truth == first.truth; };
    const auto same_question = [&](const Steps* path) { return (*path)[at].SameQuestion(first); };
    if (!std::ranges::all_of(paths, same_question)) break;
    Json step;
    if (first.IsUse()) {
      TypeSet types = first.types;
      for (const Steps* path : paths) {
        if (const TypeSet both = Both(types, (*path)[at].types); !both.empty()) types = both;
      }
      step = {{"use", first.input}, {"types", TypeNames(types)}};
      if (first.called) step["called"] = true;
      size = result.size() + 1;
    } else {
      step = {{"if", first.condition}, {"text", first.text}};
    }
    decorate(first.site, step);
    if (std::ranges::all_of(paths, is_same)) {
      if (!first.IsUse()) step["truth"] = first.truth;
      result.push_back(std::move(step));
      continue;
    }
    if (splits >= kMostSplits) break;
    std::array<std::vector<const Steps*>, 2> ways;
    for (const Steps* path : paths) ways[(*path)[at].truth ? 1 : 0].push_back(path);
    step["then"] = PathJson(ways[1], at + 1, splits + 1, decorate);
    step["else"] = PathJson(ways[0], at + 1, splits + 1, decorate);
    if (!step["then"].empty() || !step["else"].empty()) {
      result.push_back(std::move(step));
      return result;
    }
    break;
  }
  result.erase(result.begin() + static_cast<std::ptrdiff_t>(size), result.end());
  return result;
}

Json GuardPaths::ToJson(const Decorate& decorate, const Natures& natures) const {
  std::vector<Steps> kept;
  for (const Steps& path : paths_) {
    Steps steps;
    for (Step step : path) {
      step.called = step.called && !natures.reads(step.site);
      if (!step.IsUse() || MayFail(step, natures.fails)) steps.push_back(std::move(step));
    }
    kept.push_back(std::move(steps));
  }
  std::vector<const Steps*> all;
  for (const Steps& path : kept) all.push_back(&path);
  // Whoever decorates learns of every decision, also of those that no use follows.
  for (const Steps& path : kept) {
    for (const Step& step : path) {
      Json scratch = {{"if", step.condition}};
      if (!step.IsUse()) decorate(step.site, scratch);
    }
  }
  Json path = all.empty() ? Json::array() : PathJson(all, 0, 0, decorate);
  Json inputs = Json::object();
  for (const auto& [name, place] : inputs_) inputs[name] = place;
  return {{"inputs", std::move(inputs)}, {"path", std::move(path)}};
}

}  // namespace kingbird::concolic
