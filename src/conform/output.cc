#include "conform/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "conform/script_run.h"
#include "conform/test262.h"

namespace kingbird::conform {
namespace {

// Of the cases that all agree on, so many of each built-in that behave in different ways.
constexpr size_t kMostAgreed = 40;

bool IsSynchronous(const std::string& expected) { return expected.find("; later ") == std::string::npos; }

// Names of implementations may be anything: "@scope/name@1.0.0" → "@scope+name@1.0.0".
std::string Plain(std::string name) {
  constexpr std::string_view kKept = "@+-_.";
  std::replace(name.begin(), name.end(), '/', '+');
  std::replace_if(
      name.begin(), name.end(),
      [&](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0 && kKept.find(c) == kKept.npos; }, '-');
  return name;
}

}  // namespace

base::Status WriteResults(const Voted& voted, base::OutputFolder& out, Conformance& result) {
  base::OutputEntries tests, scripts;
  std::map<size_t, std::set<std::string>> behaviours;
  std::map<size_t, size_t> numbers;
  const auto add = [&](const Case& one, const std::string& expected) {
    const BuiltIn& built_in = voted.built_ins[one.built_in];
    const std::string name = fmt::format("test/{}/{}.js", built_in.name, ++numbers[one.built_in]);
    tests[name] = {Test262File(one, built_in, expected), false};
  };
  for (const RootCause& bug : result.bugs) {
    if (IsSynchronous(bug.expected)) add(bug.example, bug.expected);
  }
  for (size_t i = 0; i < voted.cases.size(); ++i) {
    const Verdict& verdict = voted.verdicts[i];
    if (verdict.kind != Verdict::Kind::kAgree || verdict.huge || !IsSynchronous(verdict.expected)) continue;
    std::set<std::string>& seen = behaviours[voted.cases[i].built_in];
    if (seen.size() >= kMostAgreed || !seen.insert(verdict.expected).second) continue;
    add(voted.cases[i], verdict.expected);
  }
  if (!tests.empty()) tests[fmt::format("harness/{}", kTest262Include)] = {Test262Include(voted.harness), false};
  std::map<std::string, int> repeated;
  for (const RootCause& bug : result.bugs) {
    const Implementation& who = result.participants[bug.participant].implementation;
    const std::string stem = Plain(fmt::format("{}-{}", who.name, voted.built_ins[bug.built_in].name));
    const std::string name = fmt::format("{}-{}.js", stem, ++repeated[stem]);
    scripts[name] = {ReproScript(bug, voted.built_ins[bug.built_in], who, voted.harness), false};
    result.repros.push_back("findings/" + name);
  }
  TRY(out.Replace("test262", tests));
  return out.Replace("findings", scripts);
}

bool Loads(base::FileSystem& files, const Implementation& implementation, const std::string& harness,
           runtime::SandboxKind sandbox) {
  const auto folder = base::TempFolder::Make(files, "kingbird-candidate");
  if (!folder.ok()) return false;
  const base::Path script = folder->path() / "check.js";
  const std::string text =
      harness + HarnessStart(implementation.engine, "@check") + implementation.loader + "K.end();\n";
  if (!files.Write(script, text).ok()) return false;
  std::vector<base::Path> readable = implementation.readable;
  readable.push_back(folder->path());
  const auto run =
      RunEngine(implementation.engine, CommandFor(implementation.engine, script), sandbox, kStartTime, readable);
  return run.ok() && run->out.find("@check\t-1\tend") != std::string::npos;
}

}  // namespace kingbird::conform
