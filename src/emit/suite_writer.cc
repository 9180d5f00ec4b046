#include "emit/suite_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/text.h"
#include "emit/js_text.h"
#include "emit/support_js.h"

namespace kingbird::emit {
namespace {

constexpr size_t kTestsPerFile = 80;

/// What a runner wants: how its functions are got and named, and files that point it to the tests.
struct Framework {
  std::string name;
  std::string import;  ///< Line that brings describe, test and hooks; "" when they are global.
  std::string each_before;
  std::string each_after;
  std::string test;
  bool module_syntax;
  std::vector<std::string> command;
  std::map<std::string, std::string> extra_files;
};

const std::vector<Framework>& Frameworks() {
  static const std::vector<Framework> kFrameworks = {
      {"node",
       "const { describe, test, beforeEach, afterEach } = require('node:test');",
       "beforeEach",
       "afterEach",
       "test",
       false,
       {"node", "--test"},
       {}},
      {"mocha",
       "",
       "beforeEach",
       "afterEach",
       "it",
       false,
       {"npx", "mocha"},
       {{".mocharc.json", "{\n  \"spec\": [\"*.test.*js\"],\n  \"timeout\": 10000\n}\n"}}},
      {"jest",
       "",
       "beforeEach",
       "afterEach",
       "test",
       false,
       {"npx", "jest"},
       {{"jest.config.json",
         "{\n  \"testEnvironment\": \"node\",\n  \"testMatch\": [\"**/*.test.*js\"],\n  \"testTimeout\": 10000\n}\n"}}},
      {"vitest",
       "import { describe, test, beforeEach, afterEach } from 'vitest';",
       "beforeEach",
       "afterEach",
       "test",
       true,
       {"npx", "vitest", "run"},
       {{"vitest.config.mjs",
         "export default { test: { include: ['*.test.mjs'], pool: 'forks', testTimeout: 10000 } };\n"}}},
  };
  return kFrameworks;
}

const Framework* FindFramework(const std::string& name) {
  for (const Framework& framework : Frameworks()) {
    if (framework.name == name) return &framework;
  }
  return nullptr;
}

std::string WordsUsed(const std::vector<const WrittenTest*>& tests) {
  // Only what the file uses is taken from the support file.
  std::vector<std::string> used;
  for (const char* word : {"spy", "caught", "settled", "fulfilled", "rejected", "same", "like", "error", "instance",
                           "partly", "arrayOf", "aFunction", "aPromise", "aSymbol", "anything", "hole", "here"}) {
    const std::string name(word);
    const auto uses = [&](const WrittenTest* test) {
      return std::any_of(test->body.begin(), test->body.end(), [&](const std::string& line) {
        for (size_t at = line.find(name); at != std::string::npos; at = line.find(name, at + 1)) {
          const auto is_word = [&](size_t i) {
            return i < line.size() &&
                   (std::isalnum(static_cast<unsigned char>(line[i])) || line[i] == '_' || line[i] == '$');
          };
          const bool starts = at == 0 || (!is_word(at - 1) && line[at - 1] != '.' && line[at - 1] != '\'');
          if (starts && !is_word(at + name.size())) return true;
        }
        return false;
      });
    };
    if (std::any_of(tests.begin(), tests.end(), uses)) used.push_back(name);
  }
  for (const WrittenTest* test : tests) {
    if (!test->needs_ordinary_user) continue;
    used.emplace_back("isRoot");
    break;
  }
  used.insert(used.begin(), {"enter", "leave"});
  return base::Join(used, ", ");
}

std::string LoadLines(const SuiteConfig& config, const Framework& framework, const std::string& words) {
  const std::string member = config.member.empty() ? "" : "." + config.member;
  std::string text;
  if (framework.module_syntax || config.es_module) {
    if (!framework.import.empty() && framework.module_syntax) text += framework.import + "\n";
    text += "import { createRequire } from 'node:module';\n";
    if (config.es_module)
      text += fmt::format("import * as {}Module from {};\n", config.module_variable, Quote(config.package));
    text += "\nconst require = createRequire(import.meta.url);\n";
    if (!framework.module_syntax && !framework.import.empty()) text += framework.import + "\n";
    text += "const assert = require('node:assert/strict');\n";
    text += config.es_module
                ? fmt::format("const {} = {}Module{};\n", config.module_variable, config.module_variable, member)
                : fmt::format("const {} = require({}){};\n", config.module_variable, Quote(config.package), member);
  } else {
    text += "'use strict';\nconst assert = require('node:assert/strict');\n";
    if (!framework.import.empty()) text += framework.import + "\n";
    text += fmt::format("const {} = require({}){};\n", config.module_variable, Quote(config.package), member);
  }
  return text + fmt::format("const {{ {} }} = require('./support.cjs');\n", words);
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
  std::string text = fmt::format("// Generated by Kingbird (seed {}); yours to keep and edit.\n", config.seed);
  text += LoadLines(config, framework, WordsUsed(tests));
  const bool any_root =
      std::any_of(tests.begin(), tests.end(), [](const auto* test) { return test->needs_ordinary_user; });
  if (any_root) text += fmt::format("const testAsUser = isRoot ? {0}.skip : {0};\n", framework.test);
  text += fmt::format("\n{}(enter);\n{}(leave);\n", framework.each_before, framework.each_after);
  std::string group;
  for (const WrittenTest* test : tests) {
    if (test->function != group) {
      if (!group.empty()) text += "});\n";
      group = test->function;
      text += fmt::format("\ndescribe({}, () => {{\n", Quote(group));
    } else {
      text += "\n";
    }
    const std::string verb = test->needs_ordinary_user ? "testAsUser" : framework.test;
    text += fmt::format("  {}({}, {}() => {{\n", verb, QuoteTitle(titles.at(test)), test->is_async ? "async " : "");
    for (const std::string& line : test->body) text += "    " + line + "\n";
    text += "  });\n";
  }
  if (!group.empty()) text += "});\n";
  return text;
}

std::string PackageFile(const SuiteConfig& config, const Framework& framework) {
  base::Json json;
  json["private"] = true;
  json["scripts"]["test"] = base::Join(framework.command, " ");
  if (!config.version.empty()) json["dependencies"][config.package] = config.version;
  return base::PrettyJson(json);
}

}  // namespace

std::vector<std::string> Formats() {
  std::vector<std::string> names;
  for (const Framework& framework : Frameworks()) names.push_back(framework.name);
  return names;
}

std::vector<std::string> RunnerCommand(const std::string& format) {
  const Framework* framework = FindFramework(format);
  return framework == nullptr ? std::vector<std::string>{} : framework->command;
}

std::string TestText(const WrittenTest& test, const std::string& indent) {
  std::string text =
      fmt::format("{}test({}, {}() => {{\n", indent, QuoteTitle(test.title), test.is_async ? "async " : "");
  for (const std::string& line : test.body) text += indent + "  " + line + "\n";
  return text + indent + "});\n";
}

std::vector<std::vector<size_t>> SuiteParts(const std::vector<WrittenTest>& tests) {
  std::vector<size_t> order(tests.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return tests[a].function < tests[b].function; });
  std::vector<std::vector<size_t>> parts;
  for (size_t index : order) {
    const bool full = parts.empty() || parts.back().size() >= kTestsPerFile;
    if (parts.empty() || (full && tests[parts.back().back()].function != tests[index].function)) parts.emplace_back();
    parts.back().push_back(index);
  }
  return parts;
}

base::Result<std::map<std::string, std::string>> WriteSuite(const std::vector<WrittenTest>& tests,
                                                            const SuiteConfig& config) {
  const Framework* framework = FindFramework(config.format);
  if (framework == nullptr) {
    return base::UsageError(fmt::format("unknown format '{}'", config.format), "known: " + base::Join(Formats(), ", "));
  }
  std::map<std::string, std::string> files = framework->extra_files;
  const std::vector<std::vector<size_t>> parts = SuiteParts(tests);
  std::vector<const WrittenTest*> in_order;
  for (const std::vector<size_t>& part : parts) {
    for (size_t index : part) in_order.push_back(&tests[index]);
  }
  const std::map<const WrittenTest*, std::string> titles = TitlesOf(in_order);
  const std::string extension = framework->module_syntax || config.es_module ? "mjs" : "js";
  size_t number = 0;
  for (const std::vector<size_t>& part : parts) {
    std::vector<const WrittenTest*> members;
    for (size_t index : part) members.push_back(&tests[index]);
    ++number;
    const std::string suffix = number == 1 ? "" : fmt::format("-{}", number);
    files[fmt::format("{}{}.test.{}", config.title, suffix, extension)] = FileText(members, titles, config, *framework);
  }
  files["support.cjs"] = SupportFile(config.scratch);
  files["package.json"] = PackageFile(config, *framework);
  return files;
}

}  // namespace kingbird::emit
