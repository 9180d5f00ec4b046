#include "explore/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/text.h"

namespace kingbird::explore {
namespace {

constexpr size_t kMostShown = 20;

/// What the pass and the agent call what they lose → what a user can do about it.
constexpr std::pair<std::string_view, std::string_view> kAdvice[] = {
    {"a BigInt", "numbers are followed, big integers are not: use a number where its range is enough"},
    {"an object as an operand",
     "its conversion is not followed: convert it before, with a method that returns a primitive"},
    {"a loop that goes on", "the first 20,000 values of an operator are followed: explore with a smaller bound"},
    {"what is thrown", "throw an object and keep the value in a property: properties are followed"},
    {"the result of an async function or a generator",
     "explore the synchronous part by itself (file#function), or yield the value instead of returning it"},
    {"for await", "gather what comes into an array first and loop over that"},
    {"a tagged template", "call a function with the values instead"},
    {"delete", "which name is removed is not followed: assign undefined, or explore with names that are fixed"},
    {"a variable that cannot be followed",
     "eval, an export, a pattern or a catch clause writes to it as well: use a variable of its own"},
    {"an optional call of a method", "ask first and call then: o.m ? o.m(x) : undefined"},
    {"super or a private accessor that is written to", "use a field or a method instead"},
    {"a field with a computed name", "assign the field in the constructor"},
    {"a computed name in an object", "assign to the object after it was made: o[name] = value"},
    {"what is spread into a call and is no array", "make it an array before: f(...Array.from(list))"},
};

std::string AdviceFor(const std::string& what) {
  for (const auto& [loss, advice] : kAdvice) {
    if (what == loss) return std::string(advice);
  }
  if (what.ends_with("()"))
    return "native code without a model (docs/models.md) or a file that was not rewritten: hand its result to the "
           "function as an "
           "argument";
  return "";
}

}  // namespace

std::vector<Explanation> Explain(const std::vector<ExploredFunction>& functions, const SiteIndex& sites) {
  std::map<std::pair<uint32_t, std::string>, concolic::LostThere> all;
  for (const ExploredFunction& function : functions) {
    for (const auto& [place, lost] : function.exploration.losses) {
      concolic::LostThere& sum = all[place];
      sum.runs += lost.runs;
      for (const auto& [site, ways] : lost.decisions) {
        sum.decisions[site].truthy |= ways.truthy;
        sum.decisions[site].falsy |= ways.falsy;
      }
    }
  }
  std::vector<Explanation> explanations;
  for (const auto& [place, lost] : all) {
    const SiteIndex::Place where = sites[place.first];
    Explanation one{.what = place.second, .runs = lost.runs, .decisions = lost.decisions.size()};
    if (where.file != nullptr) {
      one.file = where.file->key;
      one.line = where.site->range.begin.line;
    }
    for (const auto& [site, ways] : lost.decisions) one.one_sided += ways.truthy && ways.falsy ? 0 : 1;
    one.advice = AdviceFor(one.what);
    explanations.push_back(std::move(one));
  }
  std::ranges::stable_sort(explanations, [](const Explanation& a, const Explanation& b) {
    return std::tie(b.one_sided, b.decisions, b.runs) < std::tie(a.one_sided, a.decisions, a.runs);
  });
  return explanations;
}

std::string ToText(const std::vector<Explanation>& explanations) {
  if (explanations.empty()) return "nothing symbolic was lost\n";
  std::string text = "where symbolic information was lost, the most costly first\n";
  for (size_t i = 0; i < std::min(explanations.size(), kMostShown); ++i) {
    const Explanation& one = explanations[i];
    text += fmt::format("  {}\n    in {} runs; {} decisions depend on it, {} of them went one way only\n",
                        base::Printable(fmt::format("{}:{}  {}", one.file, one.line, one.what)), one.runs,
                        one.decisions, one.one_sided);
    if (!one.advice.empty()) text += fmt::format("    {}\n", one.advice);
  }
  if (explanations.size() > kMostShown)
    text += fmt::format("  and {} more (summary.json)\n", explanations.size() - kMostShown);
  return text;
}

base::Json ToJson(const std::vector<Explanation>& explanations) {
  base::Json list = base::Json::array();
  for (const Explanation& one : explanations) {
    list.push_back({{"file", one.file},
                    {"line", one.line},
                    {"what", one.what},
                    {"runs", one.runs},
                    {"decisions", one.decisions},
                    {"one_sided", one.one_sided},
                    {"advice", one.advice}});
  }
  return list;
}

}  // namespace kingbird::explore
