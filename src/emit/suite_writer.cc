#include "emit/suite_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/text.h"
#include "emit/clock_js.h"
#include "emit/fake_lines.h"
#include "emit/framework.h"
#include "emit/helper_files.h"
#include "emit/js_text.h"
#include "emit/scratch_js.h"
#include "emit/support_js.h"
#include "suite_files.h"

namespace kingbird::emit {
namespace {

constexpr size_t kTestsPerFile = 80;
constexpr char kBrowserFile[] = "./browser.cjs";

using model::SuiteFormat;

bool Uses(const WrittenTest& test, const std::string& name) {
  const auto in_line = [&](const std::string& line) {
    const auto is_word = [&](size_t i) {
      return i < line.size() && (std::isalnum(static_cast<unsigned char>(line[i])) || line[i] == '_' || line[i] == '$');
    };
    for (size_t at = line.find(name); at != std::string::npos; at = line.find(name, at + 1)) {
      const bool starts = at == 0 || (!is_word(at - 1) && line[at - 1] != '.' && line[at - 1] != '\'');
      if (starts && !is_word(at + name.size())) return true;
    }
    return false;
  };
  return std::any_of(test.body.begin(), test.body.end(), in_line);
}

std::string WordsUsed(const std::vector<const WrittenTest*>& tests) {
  // Only what the file uses is taken from the support file.
  std::vector<std::string> used;
  for (const char* word : {"spy", "caught", "settled", "fulfilled", "rejected", "same", "like", "error", "instance",
                           "partly", "arrayOf", "aFunction", "aPromise", "aSymbol", "anything", "hole"}) {
    const auto uses = [&](const WrittenTest* test) { return Uses(*test, word); };
    if (std::any_of(tests.begin(), tests.end(), uses)) used.emplace_back(word);
  }
  const auto for_users = [](const WrittenTest* test) { return test->needs_ordinary_user; };
  if (std::any_of(tests.begin(), tests.end(), for_users)) used.emplace_back("isRoot");
  return base::Join(used, ", ");
}

bool NeedsFolder(const WrittenTest* test) { return test->needs_folder || Uses(*test, "here"); }

/// The functions of a file's tests that work with files: their groups have hooks, the others have none.
std::set<std::string> FunctionsWithFiles(const std::vector<const WrittenTest*>& tests) {
  std::set<std::string> functions;
  for (const WrittenTest* test : tests) {
    if (NeedsFolder(test)) functions.insert(test->function);
  }
  return functions;
}

bool Requests(const WrittenTest* test) { return Uses(*test, "request"); }

/// What the tests of a file need around them.
struct Around {
  bool folder = false;          ///< Hooks that enter and leave a folder of files.
  bool clock = false;           ///< Hooks that stop and start the clock.
  bool fresh = false;           ///< Hooks that renew the state of the browser.
  std::set<std::string> fakes;  ///< Functions that the tests replace.
};

Around NeedsOf(const std::vector<const WrittenTest*>& tests, const SuiteConfig& config) {
  return {std::ranges::any_of(tests, NeedsFolder),
          std::ranges::any_of(tests, [](const WrittenTest* test) { return test->fixed_date; }), !config.browser.empty(),
          FakesOf(tests, "")};
}

std::string RunnerLine(const Framework& framework, const Around& around) {
  if (framework.import.empty()) return "";
  const bool mocks = around.fakes.contains("fetch") && framework.format == SuiteFormat::kVitest;
  std::vector<std::string> names = {"describe", framework.test};
  if (around.folder || around.clock) names.insert(names.end(), {"beforeEach", "afterEach"});
  if (around.fresh && !around.folder && !around.clock) names.emplace_back("beforeEach");
  if (!around.folder && !around.clock && (mocks || HasAnswers(around.fakes))) names.emplace_back("afterEach");
  if (around.folder) names.push_back(framework.after_all);
  if (mocks || (around.clock && framework.format == SuiteFormat::kVitest)) names.emplace_back("vi");
  return fmt::format(fmt::runtime(framework.import), base::Join(names, ", ")) + "\n";
}

bool IsImported(const SuiteConfig& config, const std::vector<const ModuleImport*>& modules) {
  return config.es_module ||
         std::any_of(modules.begin(), modules.end(), [](const ModuleImport* module) { return module->es_module; });
}

// "lib" where the target is one module; of several, an object with those that the file is about.
std::string TargetLine(const SuiteConfig& config, const std::vector<const ModuleImport*>& modules) {
  const std::string& variable = config.module_variable;
  const auto value = [&](const std::string& name, const std::string& package, bool imported) {
    return imported || config.imports ? name + "Module" : fmt::format("require({})", Quote(package));
  };
  if (config.modules.empty()) {
    return fmt::format("const {} = {};\n", variable,
                       InTheirPlace(value(variable, config.package, config.es_module), config.components));
  }
  std::string text = fmt::format("const {} = {{\n", variable);
  for (const ModuleImport* module : modules)
    text += fmt::format("  {}: {},\n", module->name,
                        InTheirPlace(value(module->name, module->package, module->es_module), module->rendered));
  return text + "};\n";
}

bool HasComponents(const SuiteConfig& config, const std::vector<const ModuleImport*>& modules) {
  return !config.components.empty() ||
         std::ranges::any_of(modules, [](const ModuleImport* module) { return !module->rendered.empty(); });
}

// Files that are loaded before the target, in this order.
std::vector<std::string> LoadedFirst(const SuiteConfig& config) {
  std::vector<std::string> files;
  if (!config.environment.empty()) files.emplace_back("./environment.cjs");
  if (!config.browser.empty()) files.emplace_back(kBrowserFile);
  if (!config.first.empty()) files.emplace_back("./first.cjs");
  return files;
}

// For a runner that transforms what it runs: only imports, as the project's own tests have them.
std::string ImportLines(const SuiteConfig& config, const std::vector<const ModuleImport*>& modules) {
  std::string text = "import assert from 'node:assert/strict';\n";
  for (const std::string& file : LoadedFirst(config))
    text += fmt::format("import {}{};\n", file == kBrowserFile ? "{ fresh } from " : "", Quote(file));
  if (config.starts_timers) text += "import './timers.cjs';\n";
  if (HasComponents(config, modules)) text += "import { rendered } from './rendered.cjs';\n";
  if (config.modules.empty())
    text += fmt::format("import * as {}Module from {};\n", config.module_variable, Quote(config.package));
  for (const ModuleImport* module : modules)
    text += fmt::format("import * as {}Module from {};\n", module->name, Quote(module->package));
  return text + "\n" + TargetLine(config, modules);
}

std::string LoadLines(const SuiteConfig& config, const Framework& framework, const Around& around,
                      const std::vector<const ModuleImport*>& modules) {
  std::string text;
  const std::vector<std::string> first = LoadedFirst(config);
  if (config.imports && !framework.module_syntax) {
    text = ImportLines(config, modules);
    if (!config.setup.empty()) text += "require('./setup.cjs');\n";
    if (config.starts_timers) text += "require('./timers.cjs').restore();\n";
    return text;
  }
  if (framework.module_syntax || IsImported(config, modules)) {
    for (const std::string& file : first) text += fmt::format("import {};\n", Quote(file));
    if (framework.module_syntax) text += RunnerLine(framework, around);
    if (around.fakes.contains("fetch") && framework.format == SuiteFormat::kJest)
      text += "import { jest } from '@jest/globals';\n";
    text += "import { createRequire } from 'node:module';\n";
    if (config.starts_timers) text += "import './timers.cjs';\n";
    if (config.es_module && config.modules.empty())
      text += fmt::format("import * as {}Module from {};\n", config.module_variable, Quote(config.package));
    for (const ModuleImport* module : modules) {
      if (module->es_module)
        text += fmt::format("import * as {}Module from {};\n", module->name, Quote(module->package));
    }
    text += "\nconst require = createRequire(import.meta.url);\n";
    if (!framework.module_syntax) text += RunnerLine(framework, around);
    text += "const assert = require('node:assert/strict');\n";
  } else {
    text += "'use strict';\n";
    for (const std::string& file : first) text += fmt::format("require({});\n", Quote(file));
    text += "const assert = require('node:assert/strict');\n";
    text += RunnerLine(framework, around);
    if (config.starts_timers) text += "require('./timers.cjs');\n";
  }
  if (!config.browser.empty()) text += "const { fresh } = require('./browser.cjs');\n";
  if (HasComponents(config, modules)) text += "const { rendered } = require('./rendered.cjs');\n";
  text += TargetLine(config, modules);
  if (!config.setup.empty()) text += "require('./setup.cjs');\n";
  if (config.starts_timers) text += "require('./timers.cjs').restore();\n";
  return text;
}

// The modules that these tests speak of.
std::vector<const ModuleImport*> ModulesOf(const SuiteConfig& config, const std::vector<const WrittenTest*>& tests) {
  std::vector<const ModuleImport*> used;
  for (const ModuleImport& module : config.modules) {
    const std::string name = config.module_variable + "." + module.name;
    if (std::any_of(tests.begin(), tests.end(), [&](const WrittenTest* test) { return Uses(*test, name); }))
      used.push_back(&module);
  }
  return used;
}

// The one that a test speaks of first.
std::string ModuleOf(const SuiteConfig& config, const WrittenTest& test) {
  const std::vector<const ModuleImport*> used = ModulesOf(config, {&test});
  const std::string body = base::Join(test.body, "\n");
  size_t first = std::string::npos;
  std::string name;
  for (const ModuleImport* module : used) {
    const size_t at = body.find(config.module_variable + "." + module->name);
    if (at >= first) continue;
    first = at;
    name = module->name;
  }
  return name;
}

std::string SupportLines(const std::vector<const WrittenTest*>& tests, const Around& around, SuiteFormat format) {
  const std::string words = WordsUsed(tests);
  std::string text = words.empty() ? "" : fmt::format("const {{ {} }} = require('./support.cjs');\n", words);
  const bool here = std::any_of(tests.begin(), tests.end(), [](const auto* test) { return Uses(*test, "here"); });
  if (around.clock)
    text +=
        format == SuiteFormat::kVitest ? VitestClock() : "const { stopClock, startClock } = require('./clock.cjs');\n";
  if (std::any_of(tests.begin(), tests.end(), Requests)) text += "const { request } = require('./request.cjs');\n";
  std::set<std::string> answers = around.fakes;
  answers.erase("fetch");
  if (!answers.empty())
    text += fmt::format("const {{ {}, stopAnswering }} = require('./answers.cjs');\n",
                        base::Join({answers.begin(), answers.end()}, ", "));
  if (around.folder)
    text += fmt::format("const {{ enter, leave, close{} }} = require('./scratch.cjs');\n", here ? ", here" : "");
  return text;
}

// No two tests of a function have the same: what their titles leave out is added, as little as it takes, and only where
// that does not help they are numbered.
std::map<const WrittenTest*, std::string> TitlesOf(const std::vector<const WrittenTest*>& tests) {
  std::map<const WrittenTest*, std::string> titles;
  std::map<std::pair<std::string, std::string>, int> seen;
  const auto is_free = [&](const WrittenTest* test, const std::string& title) {
    return !seen.contains({test->function, title});
  };
  for (const WrittenTest* test : tests) {
    std::string title = test->title;
    for (const std::string& longer : test->longer_titles) {
      if (is_free(test, title)) break;
      if (is_free(test, longer)) title = longer;
    }
    const int count = ++seen[{test->function, title}];
    titles[test] = count == 1 ? title : fmt::format("{} ({})", title, count);
  }
  return titles;
}

std::string FileText(const std::vector<const WrittenTest*>& tests,
                     const std::map<const WrittenTest*, std::string>& titles, const SuiteConfig& config,
                     const Framework& framework) {
  std::string text = config.docblock;
  text += fmt::format("// Generated by Kingbird (seed {}); yours to keep and edit.\n", config.seed);
  // Some of the arguments are of no type that is declared: that is the point of such tests.
  if (TestEnding(config, tests) == "test.ts") text += "// @ts-nocheck\n";
  const std::set<std::string> with_files = FunctionsWithFiles(tests);
  const Around around = NeedsOf(tests, config);
  text += LoadLines(config, framework, around, ModulesOf(config, tests));
  text += SupportLines(tests, around, framework.format);
  const bool any_root =
      std::any_of(tests.begin(), tests.end(), [](const auto* test) { return test->needs_ordinary_user; });
  if (any_root) text += fmt::format("const testAsUser = isRoot ? {0}.skip : {0};\n", framework.test);
  std::string group;
  for (const WrittenTest* test : tests) {
    if (test->function != group) {
      if (!group.empty()) text += "});\n";
      group = test->function;
      text += fmt::format("\ndescribe({}, () => {{\n", Quote(group));
      text += RestoringHooks(framework.format, FakesOf(tests, group));
      if (!config.browser.empty()) text += "  beforeEach(fresh);\n\n";
      if (with_files.contains(group))
        text += fmt::format("  beforeEach(enter);\n  afterEach(leave);\n  {}(close);\n\n", framework.after_all);
      if (test->fixed_date) text += "  beforeEach(stopClock);\n  afterEach(startClock);\n\n";
    } else {
      text += "\n";
    }
    const std::string verb = test->needs_ordinary_user ? "testAsUser" : framework.test;
    const bool context = framework.format == SuiteFormat::kNode &&
                         std::ranges::find(test->fakes, "fetch", &WrittenFake::name) != test->fakes.end();
    text += fmt::format("  {}({}, {}({}) => {{\n", verb, QuoteTitle(titles.at(test)), test->is_async ? "async " : "",
                        context ? "t" : "");
    for (const WrittenFake& fake : test->fakes) text += "    " + FakeLine(fake, framework.format) + "\n";
    for (const std::string& line : test->body) text += "    " + line + "\n";
    text += "  });\n";
  }
  if (!group.empty()) text += "});\n";
  return text;
}

std::string PackageFile(const SuiteConfig& config, const Framework& framework) {
  base::Json json;
  json["private"] = true;
  // Node needs help with TypeScript, and so does Mocha.
  const bool helped = (config.typescript || config.transformed) &&
                      (framework.format == SuiteFormat::kNode || framework.format == SuiteFormat::kMocha);
  // Jest loads ES modules only when Node is told to let it.
  const bool loads_modules = framework.format != SuiteFormat::kJest || !config.es_module;
  json["scripts"]["test"] = loads_modules ? base::Join(framework.command, " ")
                                          : "node --experimental-vm-modules node_modules/jest/bin/jest.js";
  if (helped) {
    json["scripts"]["test"] = framework.format == SuiteFormat::kNode ? "node --import tsx --test" : "mocha";
    json["devDependencies"]["tsx"] = "^4.0.0";
  }
  if (!config.version.empty()) json["dependencies"][PackageName(config.package)] = config.version;
  if (const size_t at = framework.package.rfind('@'); at != std::string::npos)
    json["devDependencies"][framework.package.substr(0, at)] = framework.package.substr(at + 1);
  return base::PrettyJson(json);
}

}  // namespace

std::string TestText(const WrittenTest& test, const std::string& indent) {
  std::string text =
      fmt::format("{}test({}, {}() => {{\n", indent, QuoteTitle(test.title), test.is_async ? "async " : "");
  for (const WrittenFake& fake : test.fakes) text += indent + "  " + FakeLine(fake, SuiteFormat::kMocha) + "\n";
  for (const std::string& line : test.body) text += indent + "  " + line + "\n";
  return text + indent + "});\n";
}

std::string TestEnding(const SuiteConfig& config, const std::vector<const WrittenTest*>& tests) {
  const Framework& framework = FrameworkFor(config.format);
  // Node looks for tests by their endings, and not for these.
  if (config.typescript && config.format != SuiteFormat::kNode) return "test.ts";
  if (config.imports && !framework.module_syntax) return "test.js";
  return framework.module_syntax || IsImported(config, ModulesOf(config, tests)) ? "test.mjs" : "test.js";
}

std::vector<SuitePart> SuiteParts(const std::vector<WrittenTest>& tests, const SuiteConfig& config) {
  std::map<std::string, std::vector<size_t>> by_module;
  for (size_t i = 0; i < tests.size(); ++i)
    by_module[config.modules.empty() ? "" : ModuleOf(config, tests[i])].push_back(i);
  std::vector<SuitePart> parts;
  for (auto& [module, order] : by_module) {
    const std::string name = module.empty() ? config.title : module;
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return tests[a].function < tests[b].function; });
    const size_t first = parts.size();
    for (size_t index : order) {
      const bool fresh = parts.size() == first;
      const bool full = !fresh && parts.back().tests.size() >= kTestsPerFile &&
                        tests[parts.back().tests.back()].function != tests[index].function;
      if (fresh || full) parts.push_back({fresh ? name : fmt::format("{}-{}", name, parts.size() - first + 1), {}});
      parts.back().tests.push_back(index);
    }
  }
  return parts;
}

base::Result<std::map<std::string, std::string>> WriteSuite(const std::vector<WrittenTest>& tests,
                                                            const SuiteConfig& config) {
  const Framework& framework = FrameworkFor(config.format);
  std::map<std::string, std::string> files = framework.extra_files;
  if (config.typescript && files.contains(".mocharc.json"))
    files[".mocharc.json"] = "{\n  \"spec\": [\"*.test.ts\"],\n  \"require\": [\"tsx\"],\n  \"timeout\": 10000\n}\n";
  const std::vector<SuitePart> parts = SuiteParts(tests, config);
  std::vector<const WrittenTest*> in_order;
  for (const SuitePart& part : parts) {
    for (size_t index : part.tests) in_order.push_back(&tests[index]);
  }
  const std::map<const WrittenTest*, std::string> titles = TitlesOf(in_order);
  for (const SuitePart& part : parts) {
    std::vector<const WrittenTest*> members;
    for (size_t index : part.tests) members.push_back(&tests[index]);
    files[part.name + "." + TestEnding(config, members)] = FileText(members, titles, config, framework);
  }
  files["support.cjs"] = SupportFile();
  if (std::any_of(in_order.begin(), in_order.end(), Requests)) files["request.cjs"] = kRequestFile;
  if (HasAnswers(FakesOf(in_order, ""))) files["answers.cjs"] = kAnswersFile;
  if (files.contains("request.cjs") || files.contains("answers.cjs")) files["connection.cjs"] = kConnectionFile;
  if (!config.environment.empty()) files["environment.cjs"] = EnvironmentFile(config.environment);
  if (config.starts_timers) files["timers.cjs"] = TimersFile();
  for (const auto& [name, helper] : {std::pair("browser.cjs", config.browser), {"first.cjs", config.first}}) {
    if (!helper.empty()) files[name] = helper;
  }
  if (!config.rendered.empty()) files["rendered.cjs"] = config.rendered;
  if (!config.setup.empty()) files["setup.cjs"] = config.setup;
  const Around around = NeedsOf(in_order, config);
  if (around.folder) files["scratch.cjs"] = ScratchFile(config.scratch);
  if (around.clock && config.format != SuiteFormat::kVitest) files["clock.cjs"] = ClockFile(config.format);
  // Jest knows from the project around it how TypeScript is loaded; a package.json here would make this the project.
  if (config.in_project || (config.typescript && config.format == SuiteFormat::kJest)) {
    for (const auto& [name, _] : framework.extra_files) files.erase(name);
    if (!config.runner_config.empty()) files["vitest.config.mjs"] = config.runner_config;
  } else {
    files["package.json"] = PackageFile(config, framework);
  }
  return files;
}

}  // namespace kingbird::emit
