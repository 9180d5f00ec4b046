// What the user asked for, as plain data: defaults < config file < flags (src/cli/settings.cc holds the one table of
// all of them). Made by cli/, read by everybody who gets an Env; never changed after that.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/log.h"
#include "generate/callback/strategy.h"
#include "model/effects.h"
#include "model/run_kind.h"
#include "model/search_order.h"

namespace kingbird::env {

enum class Reporter : uint8_t { kText, kJson, kJunit, kSarif, kGithub };
/// kFamilies: one program per engine; kEngines: every program; kAll: the implementations under test, too.
enum class Voters : uint8_t { kFamilies, kEngines, kAll };
enum class CaseSource : uint8_t { kAll, kRandom, kSymbolic };
/// Those that are asked where the search for inputs finds nothing.
enum class Solvers : uint8_t { kBoth, kZ3, kCvc5, kNone };
/// kAuto: the strongest that works, never none. kNone: the user insists.
enum class SandboxMode : uint8_t { kAuto, kNamespaces, kLandlock, kNone };

struct Config {
  std::string target;  ///< As written on the command line.
  base::Path folder;   ///< Where the user stands.

  // How much.
  uint64_t seed = 0;  ///< Drawn by the CLI when the user gives none; always printed.
  int tests = 0;      ///< 0: a thousand of a package, of a class as many as it takes.
  int Tests() const { return tests > 0 ? tests : 1000; }
  std::chrono::milliseconds time_limit{0};        ///< Of the whole run, writing included; 0: none.
  std::chrono::milliseconds test_deadline{1000};  ///< Wall time of one test.
  int jobs = 0;                                   ///< Zygotes at once; the CLI replaces 0 by the number of cores.
  int memory_mb = 0;                              ///< Of Kingbird itself, without what it starts; 0: DefaultMemoryMb.

  // Where.
  base::Path out = "kingbird-out";
  base::Path node = "node";          ///< Looked up in PATH when it has no slash.
  std::vector<std::string> include;  ///< Globs relative to the target's root; empty: all its own files.
  std::vector<std::string> exclude;
  std::vector<std::string> only;  ///< Functions and classes to test: globs of their names; empty: all.
  std::vector<std::string> skip;
  std::vector<std::string> environment;  ///< "NAME" (the user's own value) or "NAME=value": what the target sees of it.
  std::vector<std::string> inherited;    ///< Names of those that have the user's own value: no file gets that.
  std::vector<base::Path> env_files;     ///< Files with lines NAME=value, the user's own values.
  std::string before_each;               ///< Of test: the text of `setup`, which runs before each test.
  base::Path entry;                      ///< The file of a folder to load; empty: what its package.json says.

  // How.
  bool nesting = true;           ///< Off: sequences only (paper 001, table "seq").
  bool symbolic = true;          ///< Flips of decisions towards unreached code (src/explore/flips.h).
  int mined_share = 50;          ///< Percent of the nestings that follow mined examples.
  std::vector<base::Path> mine;  ///< Folders with client code, besides what the target brings along.
  SandboxMode sandbox = SandboxMode::kAuto;
  bool virtual_time = true;
  model::Effects allow;  ///< What kept tests may do beyond their process and folder.

  // diff only.
  int repeats = 10;  ///< How often a difference is run again at most before it counts.
  generate::CallbackStrategy callbacks = generate::CallbackStrategy::kMix;
  base::Path setup;                  ///< A file with setup code; empty: what is built in, or none. Also for test.
  std::vector<std::string> natives;  ///< Built-ins under test: "Array.prototype.map".
  /// What replaces them: a file, a folder, a package; for conform also name=file, and as many as there are.
  std::vector<std::string> implementations;
  std::string adapter;  ///< Source of a function (or a file with it) from its module to the replacement.

  // Classes (file#Class).
  std::string method;             ///< Only this method is under test; "": all of them.
  std::string name_space;         ///< Where the class is found below the module: "ds.lists".
  int sequence_length = 0;        ///< Longest sequence of calls; 0: adapted to what pays.
  int stale = 0;                  ///< End after so many tests without new coverage; 0: classes/class_generation.cc.
  int type_inference_delay = 20;  ///< Calls with unknowns per function before its types are inferred.
  std::string strings;            ///< Regular expressions that strings and numbers are made from; "": none.
  std::string numbers;

  // explore only.
  model::SearchOrder strategy = model::SearchOrder::kCover;
  int inputs = 1000;                 ///< At most so many per function.
  Solvers solvers = Solvers::kBoth;  ///< Asked where the search finds nothing.
  bool explain = false;              ///< Say where symbolic information was lost.
  bool coercions = false;            ///< Try types that operators are not meant for everywhere.
  std::string preconditions;         ///< text, json or ts: what is printed instead of the table; "": the table.
  bool stub_callees = false;         ///< Other functions and modules are inputs, not called.
  bool callers_entries = false;      ///< Reused preconditions are what callers led a callee on, not its own.
  int levels = 0;                    ///< Of callees whose preconditions are found first and reused; 0: none.
  bool write_suite = true;           ///< Explored inputs become tests.

  // conform only.
  Voters voters = Voters::kFamilies;
  std::vector<base::Path> engines;  ///< Profiles of further engines.
  CaseSource cases = CaseSource::kAll;
  base::Path test262;  ///< A checkout whose coverage of an engine's code is compared with ours; "": none.

  // What comes out.
  /// None: the runner that the project of the target uses, else node:test.
  std::optional<model::SuiteFormat> format;
  model::SuiteFormat Format() const { return format.value_or(model::SuiteFormat::kNode); }

  Reporter reporter = Reporter::kText;
  bool all_findings = false;  ///< List also what no maintainer would call a bug.
  double threshold = 0;       ///< Exit code 1 when fewer percent of the statements are covered; 0: no threshold.
  bool color = true;
  base::LogLevel log_level = base::LogLevel::kWarning;
};

}  // namespace kingbird::env
