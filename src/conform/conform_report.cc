#include <fmt/format.h>

#include "base/text.h"
#include "conform/conform.h"

namespace kingbird::conform {
namespace {

using base::Json;
using base::Printable;

constexpr size_t kShown = 40;

std::string NameOf(const Conformance& conformance, const RootCause& bug) {
  return conformance.participants[bug.participant].implementation.name;
}

std::string_view RoleOf(const Participant& one) {
  if (one.implementation.votes) return "votes";
  return one.implementation.candidate ? "judged" : "observes";
}

Json BuiltInJson(const BuiltInResult& result) {
  Json coverage = Json::object();
  for (const auto& [name, totals] : result.coverage) coverage[name] = totals.branches.Percent();
  Json engine = Json::object();
  for (const auto& [depth, count] : result.engine.branches) {
    engine[std::to_string(depth)] = {
        {"total", count.total}, {"test262", count.test262}, {"ours", count.ours}, {"both", count.both}};
  }
  return {{"name", result.built_in.name}, {"section", result.built_in.Section()},
          {"cases", result.cases},        {"symbolic", result.symbolic},
          {"coverage", coverage},         {"agree", result.agree},
          {"dissent", result.dissent},    {"review", result.review},
          {"silent", result.silent},      {"votes", result.matrix},
          {"engine_coverage", engine},    {"test262_files", result.engine.tests}};
}

}  // namespace

Json SummaryOf(const Conformance& conformance) {
  Json built_ins = Json::array(), bugs = Json::array(), voters = Json::array(), reviews = Json::array();
  for (const BuiltInResult& result : conformance.built_ins) built_ins.push_back(BuiltInJson(result));
  for (size_t i = 0; i < conformance.bugs.size(); ++i) {
    const RootCause& bug = conformance.bugs[i];
    const BuiltIn& built_in = conformance.built_ins[bug.built_in].built_in;
    bugs.push_back({{"implementation", NameOf(conformance, bug)},
                    {"builtin", built_in.name},
                    {"section", built_in.Section()},
                    {"kind", bug.difference},
                    {"case", CallText(bug.example, built_in)},
                    {"expected", bug.expected},
                    {"actual", bug.actual},
                    {"cases", bug.cases},
                    {"symbolic", bug.symbolic},
                    {"repro", i < conformance.repros.size() ? conformance.repros[i] : ""}});
  }
  for (const Participant& one : conformance.participants) {
    if (one.built_in >= 0) continue;
    const Implementation& who = one.implementation;
    voters.push_back({{"name", who.name},
                      {"engine", who.engine.profile.engine},
                      {"version", who.engine.version},
                      {"role", RoleOf(one)}});
  }
  for (const Conformance::Review& review : conformance.reviews) {
    const BuiltIn& built_in = conformance.built_ins[review.example.built_in].built_in;
    reviews.push_back(
        {{"builtin", built_in.name}, {"case", CallText(review.example, built_in)}, {"told", review.told}});
  }
  Json implementations = Json::array();
  for (const auto& [name, tally] : conformance.tallies) {
    implementations.push_back({{"name", name},
                               {"exceptions", tally.exceptions.size()},
                               {"timeouts", tally.timeouts},
                               {"out_of_memory", tally.out_of_memory},
                               {"crashes", tally.crashes}});
  }
  return {{"builtins", built_ins},
          {"implementations", implementations},
          {"bugs", bugs},
          {"voters", voters},
          {"reviews", reviews},
          {"executions", conformance.executions},
          {"executions_per_s",
           conformance.seconds > 0 ? static_cast<double>(conformance.executions) / conformance.seconds : 0}};
}

std::string ConformText(const Conformance& conformance) {
  std::string text = "voters:";
  for (const Participant& one : conformance.participants) {
    if (one.built_in >= 0) continue;
    const Implementation& who = one.implementation;
    text += fmt::format(" {}{}{}{}", Printable(who.name), who.engine.version.empty() ? "" : " ",
                        Printable(who.engine.version), who.votes ? "," : " (observes),");
  }
  if (text.ends_with(',')) text.pop_back();
  text += fmt::format("\n\n{:<34} {:>6} {:>9} {:>6} {:>7}  {}\n", "built-in", "cases", "symbolic", "agree", "review",
                      "dissent");
  for (const BuiltInResult& result : conformance.built_ins) {
    std::string dissent;
    for (const auto& [name, count] : result.dissent)
      dissent += fmt::format("{}{} {}", dissent.empty() ? "" : ", ", Printable(name), count);
    text += fmt::format("{:<34} {:>6} {:>9} {:>6} {:>7}  {}\n", Printable(result.built_in.name), result.cases,
                        result.symbolic, result.agree, result.review, dissent);
  }
  for (size_t i = 0; i < conformance.bugs.size() && i < kShown; ++i) {
    const RootCause& bug = conformance.bugs[i];
    const BuiltIn& built_in = conformance.built_ins[bug.built_in].built_in;
    text += fmt::format("\n{}\n  {}\n  is       {}\n  must be  {}\n  {} cases, {}\n",
                        Printable(fmt::format("{}: {}: {}", NameOf(conformance, bug), built_in.name, bug.difference)),
                        Printable(CallText(bug.example, built_in)), Printable(bug.actual), Printable(bug.expected),
                        bug.cases, Printable(conformance.repros[i]));
  }
  if (conformance.bugs.size() > kShown)
    text += fmt::format("\nand {} more in summary.json\n", conformance.bugs.size() - kShown);
  for (const std::string& note : conformance.report.notes) text += fmt::format("\nnote: {}", Printable(note));
  text += fmt::format("\n{} bugs, {} executions, {:.0f} a second\n", conformance.bugs.size(), conformance.executions,
                      conformance.report.tests_per_s);
  return text;
}

}  // namespace kingbird::conform
