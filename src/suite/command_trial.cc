// The copy is made once, on the disk. A script that Node loads first copies it into the sandbox's scratch folder, which
// is as writable as the user's disk: some runners keep caches beside the tests.
#include "suite/command_trial.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "load/target_names.h"

namespace kingbird::suite {
namespace {

constexpr char kSuiteOfPackage[] = "kingbird-out/suite";
// A larger project is not copied.
constexpr size_t kMostFiles = 5000;
// The script is passed in the environment, where one variable has at most 128 KiB.
constexpr size_t kLongestScript = size_t{64} << 10;
constexpr size_t kMostBytes = size_t{24} << 20;
constexpr std::chrono::milliseconds kLeastTime{4000};

constexpr char kPlace[] = R"JS('use strict';
// Processes that a runner starts load this file, too, and find the copy made.
const told = process.env.KINGBIRD_PLACE;
delete process.env.KINGBIRD_PLACE;
if (told) {
  const { mkdirSync, readFileSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } = require('node:fs');
  const { dirname, join } = require('node:path');
  const { source, cwd } = JSON.parse(told);
  const scratch = process.cwd();
  process.env.TMPDIR = join(scratch, 'tmp');
  process.env.HOME = join(scratch, 'home');
  for (const folder of [process.env.TMPDIR, process.env.HOME]) mkdirSync(folder);
  const copy = (from, to) => {
    mkdirSync(to);
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      const [source, place] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) copy(source, place);
      else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), place);
      else writeFileSync(place, readFileSync(source));
    }
  };
  copy(source, join(scratch, 'project'));
  process.chdir(join(scratch, 'project', cwd));
  process.env.PATH = [join(scratch, 'project/node_modules/.bin'), dirname(process.execPath), process.env.PATH].join(':');
}
)JS";

// As npm runs a script. What it prints last says whether a test of the suite wrote the file that shows that it ran.
constexpr char kNpmTest[] = R"JS('use strict';
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const seen = process.env.KINGBIRD_SEEN = join(process.env.TMPDIR, 'seen');
const { status } = spawnSync('/bin/sh', ['-c', process.env.KINGBIRD_SCRIPT], { stdio: ['ignore', 2, 2] });
process.stdout.write(JSON.stringify({ status, seen: existsSync(seen) }));
)JS";

constexpr char kWitness[] = "require('node:fs').writeFileSync(process.env.KINGBIRD_SEEN, '');";

// The program of a runner, below its package, and what else it is given.
std::pair<const char*, std::vector<std::string>> ProgramOf(model::SuiteFormat format) {
  switch (format) {
    case model::SuiteFormat::kMocha:
      return {"mocha/bin/mocha.js", {}};
    case model::SuiteFormat::kJest:
      return {"jest/bin/jest.js", {}};
    case model::SuiteFormat::kVitest:
      return {"vitest/vitest.mjs", {"run"}};
    case model::SuiteFormat::kNode:
      break;
  }
  return {"", {}};
}

base::Error NoProject(std::string why) { return base::NotFoundError(std::move(why), ""); }

}  // namespace

base::Status CommandTrial::Prepare() {
  ASSIGN_OR_RETURN(base::TempFolder folder, base::TempFolder::Make(env_.files, "kingbird-command"));
  folder_.emplace(std::move(folder));
  TRY(env_.files.Write(folder_->path() / "place.cjs", kPlace));
  TRY(env_.files.Write(folder_->path() / "npm-test.cjs", kNpmTest));
  const base::Path project = folder_->path() / "project";
  const target::Target& target = loaded_.target;
  if (target.kind != target::Target::Kind::kPackage) return CopyProject(target.Home());
  suite_place_ = kSuiteOfPackage;
  TRY(env_.files.Write(project / "package.json", "{\"private\": true}\n"));
  return env_.files.Link(target.root, project / "node_modules" / target.name);
}

base::Status CommandTrial::CopyProject(const base::Path& home) {
  const base::Path out = env_.Out("suite").lexically_normal();
  suite_place_ = out.lexically_relative(home);
  if (!base::IsBelow(out, home)) return NoProject("the suite is written outside the project");
  // The copy holds links to the user's packages.
  if (std::ranges::find(suite_place_, base::Path("node_modules")) != suite_place_.end())
    return NoProject("the suite is written among packages");
  TRY(CopyFolder(home, folder_->path() / "project"));
  const auto manifest = env_.package.Read(home / "package.json");
  const auto json =
      manifest.ok() ? base::ParseJson(*manifest, "package.json") : base::Result<base::Json>(manifest.error());
  if (json.ok() && json->is_object() && json->contains("scripts") && (*json)["scripts"].is_object())
    script_ = base::ValueOr((*json)["scripts"], "test", "");
  if (script_.size() > kLongestScript) script_.clear();
  // Packages are links to those of the user; the folder is one of the copy, for caches of runners.
  for (base::Path at = home; at != at.parent_path(); at = at.parent_path()) {
    const auto names = env_.files.List(at / "node_modules");
    if (!names.ok()) continue;
    for (const std::string& name : *names) {
      const base::Path place = folder_->path() / "project/node_modules" / name;
      const auto real = env_.files.Real(at / "node_modules" / name);
      if (real.ok() && !env_.files.IsFolder(place) && (name == ".bin" || !name.starts_with('.')))
        TRY(env_.files.Link(*real, place));
    }
  }
  FindRunner();
  return {};
}

bool CommandTrial::HasRunner() const {
  // Node and Mocha need the package tsx for TypeScript.
  const bool helped = suite_.format == model::SuiteFormat::kNode || suite_.format == model::SuiteFormat::kMocha;
  if (suite_.typescript && helped && !env_.files.IsFolder(folder_->path() / "project/node_modules/tsx")) return false;
  return suite_.format == model::SuiteFormat::kNode || !runner_.empty();
}

base::Status CommandTrial::CopyFolder(const base::Path& from, const base::Path& to) {
  TRY(env_.files.MakeFolder(to));
  ASSIGN_OR_RETURN(const std::vector<std::string> names, env_.files.List(from));
  for (const std::string& name : names) {
    const base::Path path = from / name;
    // What an earlier run left in the output folder is no part of the project.
    if (name == "node_modules" || name == ".git" || path == env_.Out("suite").parent_path()) continue;
    if (env_.files.LinkTarget(path).ok()) continue;
    if (env_.files.IsFolder(path)) {
      TRY(CopyFolder(path, to / name));
    } else if (const auto text = env_.package.Read(path); text.ok()) {
      bytes_ += text->size();
      if (++files_ > kMostFiles || bytes_ > kMostBytes) return NoProject("the project is too large to be copied");
      TRY(env_.files.Write(to / name, *text));
    }
  }
  return {};
}

void CommandTrial::FindRunner() {
  const base::Path program = ProgramOf(suite_.format).first;
  const base::Path place = folder_->path() / "project/node_modules" / program;
  if (program.empty() || !env_.files.IsFile(place)) return;
  if (const auto real = env_.files.Real(place); real.ok()) runner_ = *real;
}

base::Result<runtime::ScriptResult> CommandTrial::Run(const std::vector<emit::WrittenTest>& tests,
                                                      std::vector<std::string> command, const base::Path& place) {
  if (env_.TimeLeft().count() == 0) return SuiteTrial::Over();
  const base::Path project = folder_->path() / "project";
  TRY(env_.files.Remove(project / suite_place_));
  if (!tests.empty()) {
    ASSIGN_OR_RETURN(const auto files, emit::WriteSuite(tests, suite_));
    for (const auto& [name, content] : files) TRY(env_.files.Write(project / suite_place_ / name, content));
  }
  runtime::ScriptConfig config;
  config.node = loaded_.host.node;
  config.arguments = {"--require=" + (folder_->path() / "place.cjs").string()};
  config.arguments.insert(config.arguments.end(), command.begin(), command.end());
  const base::Json told = {{"source", project.string()}, {"cwd", place.string()}};
  config.environment = {{"KINGBIRD_PLACE", base::DumpJson(told)}, {"KINGBIRD_SCRIPT", script_}, {"CI", "1"}};
  for (const std::string& variable : env_.config.environment) {
    const size_t sign = variable.find('=');
    config.environment.try_emplace(variable.substr(0, sign), variable.substr(sign + 1));
  }
  config.deadline = &env_;
  config.time_limit = std::min(config.time_limit, std::max(kLeastTime, env_.TimeLeft() / 2));
  config.sandbox = loaded_.host.sandbox;
  config.reserves = true;  // WebAssembly and workers of runners take address space that they never use
  config.readable = load::ReadableFolders(loaded_.target, env_.files);
  config.readable.push_back(folder_->path());
  ASSIGN_OR_RETURN(const runtime::ScriptResult run, runtime::RunScript(config));
  env_.log.Debug("{}: exit {} {} {}", base::Join(command, " "), run.exit_code, run.out, run.err);
  if (run.cut) return SuiteTrial::Over();
  return run;
}

base::Result<bool> CommandTrial::RunPrinted(const std::vector<emit::WrittenTest>& tests) {
  std::vector<std::string> command = {"--test"};
  if (suite_.typescript) command.insert(command.begin(), "--import=tsx");
  const bool in_project = !runner_.empty() && suite_.in_project;
  if (!runner_.empty()) {
    command = in_project ? load::InProjectArguments(suite_, loaded_.target, suite_place_.generic_string())
                         : ProgramOf(suite_.format).second;
    command.insert(command.begin(), runner_.string());
    // Jest loads ES modules only when Node is told to let it.
    if (!in_project && suite_.format == model::SuiteFormat::kJest && suite_.es_module)
      command.insert(command.begin(), "--experimental-vm-modules");
  }
  const base::Path place = in_project ? base::Path(".") : suite_place_;
  ASSIGN_OR_RETURN(const runtime::ScriptResult run, Run(tests, std::move(command), place));
  return !run.timed_out && run.exit_code == 0;
}

base::Result<NpmTest> CommandTrial::RunNpmTest(const std::vector<emit::WrittenTest>& tests) {
  std::vector<emit::WrittenTest> with_witness = tests;
  if (!tests.empty()) {
    emit::WrittenTest witness = tests[0];
    witness.title = "runs";
    witness.longer_titles.clear();
    witness.body.push_back(kWitness);
    witness.needs_ordinary_user = false;
    with_witness.push_back(std::move(witness));
  }
  ASSIGN_OR_RETURN(const runtime::ScriptResult run,
                   Run(with_witness, {(folder_->path() / "npm-test.cjs").string()}, "."));
  const auto told = base::ParseJson(run.out, "npm test");
  if (run.timed_out || !told.ok() || !told->is_object()) return NpmTest{};
  return NpmTest{base::ValueOr(*told, "status", 1) == 0, base::ValueOr(*told, "seen", false)};
}

}  // namespace kingbird::suite
