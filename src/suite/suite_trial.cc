// The project is written by the core, copied into the sandbox's scratch folder by a script that Node loads first, and
// looked at again by the same script when the process ends: the suite may write there as it could on a user's disk.
#include "suite/suite_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/subprocess.h"
#include "base/text.h"
#include "load/target_names.h"
#include "runtime/node.h"
#include "runtime/script.h"

namespace kingbird::suite {
namespace {

constexpr char kPending[] = "Promise resolution is still pending";
constexpr char kBailOut[] = "Bail out!";
constexpr char kSuite[] = "kingbird-out/suite";
constexpr std::chrono::milliseconds kLeastTime{4000};
constexpr int kTries = 4;  // that there should be time for
constexpr int kPatientTries = 2;

// A test that writes to the standard descriptors would spoil the runner's own output; where they are taken, the report
// goes to stderr.
constexpr char kPlace[] = R"JS('use strict';
const { closeSync, lstatSync, mkdirSync, openSync, readFileSync, readdirSync, readlinkSync, symlinkSync, writeFileSync, writeSync } =
  require('node:fs');
const { join } = require('node:path');
const { source, cwd, umask, crowded } = JSON.parse(process.env.KINGBIRD_PLACE);
delete process.env.KINGBIRD_PLACE;
const scratch = process.cwd();
const project = join(scratch, 'project');
const temporary = process.env.TMPDIR = join(scratch, 'tmp');
process.env.HOME = join(scratch, 'home');
for (const folder of [temporary, process.env.HOME]) mkdirSync(folder);
// By hand: cpSync sets modes, which Landlock's sandbox refuses.
function copy(from, to) {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, place] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copy(source, place);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), place);
    else writeFileSync(place, readFileSync(source));
  }
}
copy(source, project);
process.chdir(join(project, cwd));
process.umask(umask);
const crowd = join(scratch, 'crowd.json');
writeFileSync(crowd, '{}');
if (crowded) {
  for (const standard of [0, 1]) {
    closeSync(standard);
    openSync(crowd, 'r+');
  }
  for (let i = 0; i < 64; i++) openSync(crowd, 'r+');
}
function listing(folder) {
  return readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const at = join(folder, entry.name);
    const { size, mtimeMs, mode } = lstatSync(at);
    return entry.isDirectory() ? [at, mode, listing(at)] : [at, size, mtimeMs, mode];
  });
}
const state = () => JSON.stringify([listing(project), readdirSync(temporary), readFileSync(crowd, 'utf8')]);
const before = state();
process.on('exit', () => {
  if (state() !== before) writeSync(2, '\nBail out!\n');
});
)JS";

// Tests as mocha runs them: all files are loaded first, and each test is begun by the event loop. Other runners begin
// it in a promise job, and what it puts off happens in another order then.
constexpr char kRunner[] = R"JS('use strict';
const { writeSync } = require('node:fs');
const { Promise, clearTimeout, setImmediate, setTimeout } = globalThis;
const groups = [];
globalThis.describe = (name, define) => {
  groups.push({ tests: [], beforeEach: [], afterEach: [], after: [] });
  define();
};
globalThis.it = (name, run) => groups.at(-1).tests.push(run);
globalThis.it.skip = (name) => globalThis.it(name, () => {});
for (const hook of ['beforeEach', 'afterEach', 'after']) globalThis[hook] = (run) => groups.at(-1)[hook].push(run);
// An error that comes when all tests are over belongs to none of them: the runner exits with 1.
const late = () => { process.exitCode = 1; };
let fail = late;
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (error) => fail(error));
const act = (run) => new Promise((resolve, reject) => {
  const timer = setTimeout(reject, 10000, new Error('too late'));
  fail = reject;
  setImmediate(() => new Promise((done) => done(run())).then(resolve, reject).then(() => clearTimeout(timer)));
});
setImmediate(async () => {
  let number = 0;
  for (const { tests, beforeEach, afterEach, after } of groups) {
    for (const run of tests) {
      let error;
      for (const step of [...beforeEach, run, ...afterEach]) await act(step).catch((reason) => { error = error || [reason]; });
      writeSync(1, `\n    ${error ? 'not ok' : 'ok'} ${++number}\n`);
      if (error) writeSync(2, `${number}: ${error[0] && error[0].message}\n`);
    }
    for (const step of after) await act(step).catch((error) => writeSync(2, `${error && error.stack}\n`));
  }
  fail = late;
});
)JS";

// A test of the user's own; what it sees of the process is what it saw when it was loaded.
constexpr char kOwnTest[] = R"JS('use strict';
const assert = require('node:assert');
const { existsSync } = require('node:fs');
const { describe, test } = globalThis.it ? { describe: globalThis.describe, test: globalThis.it } : require('node:test');
const seen = () => [process.cwd(), process.umask(), existsSync('package.json')];
const before = seen();
describe('own', () => {
  test('sees what it always sees', () => assert.deepStrictEqual(seen(), before));
});
)JS";

// The title in a line of the report such as: # Error: Test "calls back" at a.test.js:9:3 generated asynchronous
// activity after the test ended. [...] The file fails then, although each of its tests is "ok".
std::optional<std::string> ActiveAfterwards(const std::string& line) {
  constexpr std::string_view kOpening = ": Test \"";
  const size_t begin = line.find(kOpening);
  const size_t activity = line.find("generated asynchronous activity");
  if (!line.starts_with("# ") || begin == std::string::npos || activity == std::string::npos) return std::nullopt;
  const size_t title = begin + kOpening.size();
  const size_t at = line.rfind("\" at ", activity);
  const size_t end = at != std::string::npos && at > title ? at : line.rfind("\" ", activity);
  if (end == std::string::npos || end < title) return std::nullopt;
  return line.substr(title, end - title);
}

}  // namespace

std::vector<TestEnd> TapResults(const std::string& tap) {
  std::vector<TestEnd> results;
  std::vector<std::string> titles;
  std::set<std::string> active_afterwards;
  bool innermost = false;
  for (const std::string& line : base::Split(tap, '\n')) {
    const bool ok = line.starts_with("    ok ");
    if (ok || line.starts_with("    not ok ")) {
      results.push_back(ok ? TestEnd::kPassed : TestEnd::kFailed);
      const size_t dash = line.find(" - ");
      titles.push_back(dash == std::string::npos ? "" : line.substr(dash + 3));
      innermost = true;
    } else if (line.starts_with("ok ") || line.starts_with("not ok ")) {
      innermost = false;
    } else if (innermost && line.starts_with("      error:") && line.find(kPending) != std::string::npos) {
      results.back() = TestEnd::kCancelled;
    } else if (std::optional<std::string> title = ActiveAfterwards(line)) {
      active_afterwards.insert(std::move(*title));
    }
  }
  for (size_t i = 0; i < results.size(); ++i) {
    if (active_afterwards.contains(titles[i])) results[i] = TestEnd::kFailed;
  }
  return results;
}

SuiteTrial::SuiteTrial(env::Env& env, const load::LoadedTarget& loaded, emit::SuiteConfig suite)
    : env_(env), loaded_(loaded), suite_(std::move(suite)) {}

base::Error SuiteTrial::Over() {
  return {base::ErrorCode::kInterrupted, "the time was over before the suite was checked", ""};
}

base::Status SuiteTrial::Prepare() {
  ASSIGN_OR_RETURN(base::TempFolder folder, base::TempFolder::Make(env_.files, "kingbird-suite"));
  folder_.emplace(std::move(folder));
  // The real path: the suite's relative one does not hold in this folder.
  load::LoadFrom(loaded_, base::Path(), suite_);
  return env_.files.Write(folder_->path() / "place.cjs", kPlace);
}

base::Result<std::string> SuiteTrial::WriteProject(const std::vector<emit::WrittenTest>& tests, const Place& place,
                                                   const base::Path& project) {
  TRY(env_.files.Write(project / "package.json", "{\"private\": true}\n"));
  if (loaded_.target.kind == target::Target::Kind::kPackage) {
    TRY(env_.files.Link(loaded_.target.root, project / "node_modules" / loaded_.target.name));
  } else if (env_.files.IsFolder(loaded_.target.root / "node_modules")) {
    // What gives tests a document, and what renders components, is the project's.
    TRY(env_.files.Link(loaded_.target.root / "node_modules", project / "node_modules"));
  }
  emit::SuiteConfig suite = suite_;
  suite.format = place.loads_all ? model::SuiteFormat::kMocha : model::SuiteFormat::kNode;
  ASSIGN_OR_RETURN(const auto files, emit::WriteSuite(tests, suite));
  for (const auto& [name, content] : files) TRY(env_.files.Write(project / kSuite / name, content));
  std::vector<std::string> scripts;
  for (const emit::SuitePart& part : emit::SuiteParts(tests, suite)) {
    std::vector<const emit::WrittenTest*> members;
    for (size_t index : part.tests) members.push_back(&tests[index]);
    scripts.push_back(fmt::format("./{}/{}.{}", kSuite, part.name, emit::TestEnding(suite, members)));
  }
  if (!place.whole) return scripts.at(0);
  for (const char* own : {"./first.test.cjs", "./last.test.cjs"}) TRY(env_.files.Write(project / own, kOwnTest));
  scripts.insert(scripts.begin(), "./first.test.cjs");
  if (place.loads_all) {
    TRY(env_.files.Write(project / "runner.cjs", kRunner));
    scripts.insert(scripts.begin(), "./runner.cjs");
  }
  scripts.emplace_back("./last.test.cjs");
  std::string all;
  const bool imports = loaded_.host.es_module;
  for (const std::string& script : scripts)
    all += imports ? fmt::format("import '{}';\n", script) : fmt::format("require('{}');\n", script);
  const std::string name = imports ? "./all.mjs" : "./all.cjs";
  TRY(env_.files.Write(project / name, all));
  return name;
}

base::Result<std::vector<TestEnd>> SuiteTrial::Run(const std::vector<emit::WrittenTest>& tests, const Place& place) {
  if (env_.TimeLeft().count() == 0) return Over();
  const base::Path project = folder_->path() / fmt::format("project-{}", next_++);
  ASSIGN_OR_RETURN(const std::string script, WriteProject(tests, place, project));
  runtime::ScriptConfig config;
  config.node = place.node.empty() ? loaded_.host.node : place.node;
  config.arguments = {"--require=" + (folder_->path() / "place.cjs").string(), "--test-reporter=tap"};
  if (place.crowded) config.arguments.emplace_back("--test-reporter-destination=stderr");
  config.arguments.push_back("project/" + script);
  const base::Json told = {{"source", project.string()},
                           {"cwd", place.from_root ? "." : kSuite},
                           {"umask", place.umask},
                           {"crowded", place.crowded}};
  config.environment = {{"TZ", place.time_zone},
                        {"LANG", place.language},
                        {"LC_ALL", place.language},
                        {"KINGBIRD_PLACE", base::DumpJson(told)}};
  for (const std::string& variable : env_.config.environment) {
    const size_t sign = variable.find('=');
    config.environment.try_emplace(variable.substr(0, sign), variable.substr(sign + 1));
  }
  config.elsewhere = place.crowded;
  config.deadline = &env_;
  // One that hangs must leave time to find out which test it is.
  const auto part = env_.TimeLeft() / (place.patient ? kPatientTries : kTries);
  config.time_limit = std::min(config.time_limit, std::max(kLeastTime, part));
  config.sandbox = loaded_.host.sandbox;
  config.readable = load::ReadableFolders(loaded_.target, env_.files);
  config.readable.push_back(folder_->path());
  ASSIGN_OR_RETURN(const runtime::ScriptResult run, runtime::RunScript(config));
  env_.log.Debug("suite check {}: {} {}", script, run.out, run.err);
  TRY(env_.files.Remove(project));
  if (run.cut) return Over();
  // Which of the tests did it is not known: as if the process had broken off.
  if (run.err.find(kBailOut) != std::string::npos) return std::vector<TestEnd>{};
  std::vector<TestEnd> ends = TapResults(place.crowded ? run.err : run.out);
  // Each test passed and the file failed: something went wrong between the tests or after them.
  const bool all_passed = std::ranges::all_of(ends, [](TestEnd end) { return end == TestEnd::kPassed; });
  if (all_passed && run.exit_code != 0) return std::vector<TestEnd>{};
  if (!place.whole || ends.empty()) return ends;
  // Between the user's own tests.
  ends.erase(ends.begin());
  if (ends.size() <= tests.size()) return ends;
  if (ends.back() == TestEnd::kFailed) return std::vector<TestEnd>{};
  ends.pop_back();
  return ends;
}

}  // namespace kingbird::suite
