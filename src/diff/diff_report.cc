#include "diff/diff_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/text.h"
#include "diff/difference_text.h"
#include "emit/js_text.h"
#include "load/target_names.h"
#include "target/npm_cache.h"

namespace kingbird::diff {
namespace {

// Where the alias of a version is free of characters npm refuses.
std::string AliasOf(const target::Target& target, const std::string& role) {
  // Two folders may well bear the same version.
  const bool published = target.kind == target::Target::Kind::kPackage && !target.version.empty();
  std::string alias = load::FileTitle(target.name) + "-" + load::FileTitle(published ? target.version : role);
  std::transform(alias.begin(), alias.end(), alias.begin(), [](unsigned char c) { return std::tolower(c); });
  return alias;
}

std::string LoadText(const std::string& specifier, bool es_module) {
  return fmt::format("{}({})", es_module ? "import" : "require", emit::Quote(specifier));
}

void NoteModules(const model::Argument& argument, std::set<std::string>& names) {
  if (argument.kind == model::Argument::Kind::kApi && !argument.path.empty()) names.insert(argument.path[0]);
  for (const model::Argument& item : argument.items) NoteModules(item, names);
}

// The modules that a test uses.
std::set<std::string> ModulesOf(const model::TestCase& test) {
  std::set<std::string> names;
  model::ForEachCallback(*test.root, [&](const model::Callback& callback) {
    if (callback.result) NoteModules(*callback.result, names);
    for (const model::Call& call : callback.body) {
      const bool of_target = call.kind == model::Call::Kind::kCall || call.kind == model::Call::Kind::kNew;
      if (of_target && !call.path.empty()) names.insert(call.path[0]);
      if (call.receiver) NoteModules(*call.receiver, names);
      for (const model::Argument& argument : call.arguments) NoteModules(argument, names);
    }
  });
  return names;
}

// How a script loads a side: as a whole, or the modules that its test uses.
emit::ScriptSide SideOf(const ScriptLink& link, const model::TestCase& test) {
  emit::ScriptSide side = link.side;
  if (link.modules.empty()) return side;
  const std::set<std::string> used = ModulesOf(test);
  std::string members;
  for (const emit::ModuleImport& module : link.modules) {
    if (!used.contains(module.name)) continue;
    members += fmt::format("{}{}: {}{}", members.empty() ? "" : ", ", module.name, module.es_module ? "await " : "",
                           LoadText(module.package, module.es_module));
  }
  side.load = fmt::format("(async () => ({{ {} }}))()", members);
  return side;
}

// A call that shows that a function is gone: the simplest one there is.
std::optional<model::TestCase> CallOf(const model::Function& function) {
  if (function.kind == model::Function::Kind::kMethod && !function.owner.empty()) return std::nullopt;
  model::Call call;
  call.id = 1;
  call.path = function.path;
  if (function.kind == model::Function::Kind::kConstructor) call.kind = model::Call::Kind::kNew;
  model::Callback root;
  root.body = {call};
  return model::TestCase{std::make_shared<model::Callback>(std::move(root)), 2};
}

// Why the absence of differences says nothing, one reason each.
std::vector<std::string> WhatCannotBeTold(const model::DiffReport& diff, bool published) {
  using model::LineFate;
  const auto ran = [](const model::LineChange& change) {
    return change.fate == LineFate::kRan || change.fate == LineFate::kLoaded;
  };
  const bool some_ran = std::ranges::any_of(diff.changes, ran);
  std::vector<std::string> reasons;
  for (const model::UnloadedModule& module : diff.unloaded) reasons.push_back(module.file + " is not compared");
  std::set<std::string> files;
  for (const model::LineChange& change : diff.changes) {
    const bool other_build = published && some_ran && change.fate == LineFate::kNotLoaded;
    if (ran(change) || change.fate == LineFate::kNoCode || other_build || !files.insert(change.file).second) continue;
    reasons.push_back(change.fate == LineFate::kNotLoaded ? change.file + " has changed and was not loaded"
                                                          : "changed lines of " + change.file + " did not run");
  }
  return reasons;
}

class Describer {
 public:
  Describer(env::Env& env, const DiffOutput& output, model::RunReport& report)
      : env_(env), output_(output), report_(report) {}

  void Removed(const model::Function& function) {
    model::Finding finding;
    finding.kind = model::FindingKind::kMissingApi;
    finding.function = function.Name();
    finding.before = "is there";
    finding.after = "is not there";
    const auto test = CallOf(function);
    if (test) finding.test = *test;
    Add(std::move(finding), -1, test.has_value());
  }

  void Different(const ConfirmedDifference& confirmed) {
    const oracle::Difference& difference = confirmed.difference;
    model::Finding finding;
    finding.kind = difference.kind;
    finding.function = difference.function;
    const DifferenceText text = TextOf(difference, output_.likeness);
    finding.before = text.before;
    finding.after = text.after;
    finding.test = confirmed.test;
    finding.tests = confirmed.tests;
    const bool state =
        difference.kind == model::FindingKind::kReceiver || difference.kind == model::FindingKind::kArgument;
    finding.repaired = difference.before.failed && !difference.after.failed;
    Add(std::move(finding), state ? difference.node : -1, true);
  }

  base::Status WriteScripts() {
    base::OutputEntries entries;
    for (const auto& [name, text] : scripts_) entries[name] = {text};
    for (const ScriptLink* link : {&output_.before, &output_.after}) {
      if (!link->target.empty() && !scripts_.empty())
        entries["node_modules/" + link->alias] = {link->target.string(), true};
    }
    return env_.output->Replace("findings", entries);
  }

 private:
  void Add(model::Finding finding, int shown, bool has_script) {
    const std::string stem =
        std::string(ToString(finding.kind)) + "-" + emit::IdentifierFrom(finding.function, "module");
    finding.id = fmt::format("{}-{}", stem, ++numbers_[stem]);
    finding.message = fmt::format("before: {}; after: {}", finding.before, finding.after);
    if (has_script) {
      finding.call = emit::PasteText(finding.test, output_.names);
      finding.repro = env_.output->NameFor(fmt::format("findings/{}.cjs", finding.id));
      const bool typescript = output_.before.typescript || output_.after.typescript;
      const emit::DiffScriptConfig config{SideOf(output_.before, finding.test), SideOf(output_.after, finding.test),
                                          output_.module_variable, SetupNeeded(output_.setup, finding.test),
                                          typescript ? "npx tsx" : "node"};
      finding.repro_text = emit::WriteDiffScript(finding, shown, config);
      scripts_[base::Path(finding.repro).filename()] = finding.repro_text;
    }
    std::vector<model::Finding>& rows = report_.diff.differences;
    if (!rows.empty() && rows.back().kind == finding.kind && rows.back().function == finding.function) {
      // A release is judged by the worst of them.
      rows.back().repaired &= finding.repaired;
      rows.back().variants.push_back(std::move(finding));
      return;
    }
    report_.findings.push_back(finding);
    rows.push_back(std::move(finding));
  }

  env::Env& env_;
  const DiffOutput& output_;
  model::RunReport& report_;
  std::map<std::string, int> numbers_;
  std::map<std::string, std::string> scripts_;
};

}  // namespace

ScriptLink LinkOf(const load::LoadedTarget& loaded, const std::string& role, const base::Path& folder) {
  const target::Target& target = loaded.target;
  const bool es_module = loaded.host.es_module;
  ScriptLink link;
  link.side.label = target.display;
  link.modules = load::ModuleSpecifiers(target, folder);
  link.typescript = !target.origin.empty();
  if (!link.modules.empty()) return link;
  // Of TypeScript a package's name stands for what a build makes of it.
  if (target.kind == target::Target::Kind::kFile || link.typescript) {
    link.side.load = LoadText(load::PackageSpecifier(target, folder), es_module);
    return link;
  }
  link.alias = AliasOf(target, role);
  link.target = target.root;
  link.side.load = LoadText(link.alias, es_module);
  if (target.kind == target::Target::Kind::kPackage) {
    if (!target::IsExactVersion(target.version)) return link;
    link.side.install = base::ShellWord(fmt::format(
        "{}@npm:{}@{}", link.alias, target.published.empty() ? target.name : target.published, target.version));
  } else {
    link.side.install = base::ShellWord(fmt::format("{}@file:{}", link.alias, target.root.string()));
  }
  return link;
}

void JudgeRelease(model::DiffReport& diff, bool published) {
  const std::vector<std::string> unsure = WhatCannotBeTold(diff, published);
  const bool unchanged = diff.has_sources && diff.changes.empty() && diff.unloaded.empty();
  diff.release = !diff.added.empty() ? model::Release::kMinor
                 : unchanged         ? model::Release::kUnchanged
                 : !unsure.empty()   ? model::Release::kUnknown
                                     : model::Release::kPatch;
  std::vector<std::string> mild;
  for (const std::string& name : diff.added) mild.push_back(name + " is new");
  for (const model::Finding& difference : diff.differences) {
    if (difference.repaired) {
      mild.push_back(fmt::format("{} is repaired: {} → {}", difference.function, difference.before, difference.after));
      continue;
    }
    diff.release = model::Release::kBreaking;
    diff.reasons.push_back(
        fmt::format("{} behaves differently: {} → {}", difference.function, difference.before, difference.after));
  }
  // What breaks comes first.
  diff.reasons.insert(diff.reasons.end(), mild.begin(), mild.end());
  if (diff.release == model::Release::kUnknown) diff.reasons.insert(diff.reasons.end(), unsure.begin(), unsure.end());
}

base::Status DescribeDifferences(env::Env& env, const DiffOutput& output, const ApiChange& change,
                                 const Confirmed& confirmed, model::RunReport& report) {
  report.kind = model::RunKind::kDiff;
  report.diff.before = output.before.side.label;
  report.diff.after = output.after.side.label;
  report.diff.flaky_dropped = confirmed.flaky_dropped;
  report.diff.added = change.added;
  report.target = report.diff.before + " → " + report.diff.after;
  Describer describer(env, output, report);
  for (const model::Function& function : change.removed) describer.Removed(function);
  for (const ConfirmedDifference& difference : confirmed.differences) describer.Different(difference);
  // A replacement of a built-in is no release of it.
  if (output.versions) JudgeRelease(report.diff, output.published);
  return describer.WriteScripts();
}

}  // namespace kingbird::diff
