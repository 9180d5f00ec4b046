// Tests → files of a suite for one runner. What differs between runners is data (Framework); what is the same is here.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "emit/module_import.h"
#include "emit/test_writer.h"
#include "model/run_kind.h"

namespace kingbird::emit {

struct SuiteConfig {
  model::SuiteFormat format = model::SuiteFormat::kNode;
  std::string package;  ///< What the tests load: "jsonfile", or a path relative to the suite ("../../src/list.js").
  std::string version;  ///< Pinned in the suite's package.json; "" for paths.
  std::string title;    ///< Name of the test file, "jsonfile".
  std::string module_variable;
  bool es_module = false;  ///< The package can only be imported.
  /// The target is all of these, and `package` is ""; each has a test file of its own.
  std::vector<ModuleImport> modules;
  bool typescript = false;   ///< What is loaded is TypeScript: so are the tests, where their runner takes that.
  bool imports = false;      ///< The project's runner transforms tests: they import, in files that end in .js or .ts.
  bool transformed = false;  ///< What is loaded is written for a bundler: plain Node and Mocha need help with it.
  bool in_project = false;   ///< The project's own runner and configuration run the suite, which brings none along.
  /// Text of vitest.config.mjs, where the project's own configuration looks for tests elsewhere; "" for none.
  std::string runner_config;
  std::string docblock;        ///< A comment on top by which the runner gives the file a document; "" for none.
  std::string browser;         ///< Text of browser.cjs, which gives tests a fresh document; "" where none is needed.
  std::string first;           ///< Text of first.cjs, loaded before the target; "" for none.
  std::string rendered;        ///< Text of rendered.cjs; "" where the target has no components.
  RenderedNames components;    ///< Of a target that is one module.
  bool starts_timers = false;  ///< Loading it leaves a timer running, which must not keep the tests alive.
  base::Json scratch = base::Json::array();  ///< See ScratchFile.
  uint64_t seed = 0;
  std::string setup;  ///< Code that ran before each test; "" for none.
  /// Variables the target saw: "NAME=value", or "NAME" for one whose value is its user's own and must be set.
  std::vector<std::string> environment;
};

/// The tests of one file, as indices into all of them, and the file's name without its ending.
struct SuitePart {
  std::string name;
  std::vector<size_t> tests;
};
/// By module where there are several, then by function, a few dozen tests each.
std::vector<SuitePart> SuiteParts(const std::vector<WrittenTest>& tests, const SuiteConfig& config);
/// What the files with tests end in: "test.mjs".
std::string TestEnding(const SuiteConfig& config, const std::vector<const WrittenTest*>& tests);

/// File name → content. One test file for each of SuiteParts. Titles are made unique.
base::Result<std::map<std::string, std::string>> WriteSuite(const std::vector<WrittenTest>& tests,
                                                            const SuiteConfig& config);

/// One test alone, as shown in the report.
std::string TestText(const WrittenTest& test, const std::string& indent);

}  // namespace kingbird::emit
