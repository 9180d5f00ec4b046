// What a run tells the world, as plain data. The campaign fills it; the store keeps it; every
// reporter (text, json, html, junit, sarif, github) reads it and nothing else. Paths are relative to the output folder
// unless said otherwise.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "model/api.h"
#include "model/finding.h"
#include "model/run_kind.h"

namespace kingbird::model {

/// So many of so many. Nothing to cover counts as fully covered, as in Istanbul.
struct Ratio {
  int64_t covered = 0;
  int64_t total = 0;
  /// 0 to 100, cut (not rounded) to two digits as Istanbul does, so that 100 means all.
  double Percent() const;
  bool operator==(const Ratio& other) const = default;
};

struct CoverageTotals {
  Ratio statements;
  Ratio branches;
  Ratio functions;
  bool operator==(const CoverageTotals& other) const = default;
};

/// After `tests` tests, `statements` statements were covered (loading included).
struct CurvePoint {
  int64_t tests = 0;
  int64_t statements = 0;
  bool operator==(const CurvePoint& other) const = default;
};

enum class LineState : uint8_t {
  kNone,    ///< No statement starts here.
  kMissed,  ///< Nothing on the line ran.
  kLoaded,  ///< Ran when the module was loaded, and in no test.
  kPartly,  ///< Some statements or branches of the line ran.
  kHit,     ///< All of it ran in a test.
};

/// One source file of the target.
struct FileReport {
  std::string path;  ///< Relative to the target's root.
  std::string source;
  std::vector<LineState> lines;  ///< One per line of `source`.
  CoverageTotals before;         ///< Loading alone.
  CoverageTotals after;
  std::vector<std::string> missed =
      {};                       ///< Branches that nothing took: "12:5 if 2" is the second way of the `if` there.
  std::string not_loaded = {};  ///< Why this module could not be loaded; "" for one that was.
};

/// A test of the emitted suite.
struct KeptTest {
  std::string name;
  std::string file;    ///< Of the suite: "suite/readFile.test.js".
  std::string source;  ///< The text of this one test.
  int64_t gain = 0;    ///< Statements, branches and functions it was the first to cover.
};

struct ReportedSignature {
  std::string function;  ///< Function::Name.
  std::vector<Position> arguments;
};

/// What a parameter was inferred to be.
struct InferredType {
  std::string function;
  std::string parameter;
  std::string type;
  std::string evidence;  ///< "declared", "member access", …
};

/// What the tests of a diff had to do with lines that differ between its two sides.
enum class LineFate : uint8_t {
  kRan,        ///< Tests ran the lines.
  kLoaded,     ///< The lines ran when the file was loaded, and in no test.
  kDidNotRun,  ///< No test reached the lines.
  kNotLoaded,  ///< Nothing loaded the file.
  kNoCode,     ///< There is nothing to run: comments, blank lines, types.
};
std::string_view ToString(LineFate value);  // "ran"

/// Lines of one source file that differ between the two sides of a diff.
struct LineChange {
  std::string file;  ///< Relative to the folder of the target.
  int first = 0;     ///< The first and the last of the lines, from 1, on the second side.
  int last = 0;
  bool removed = false;  ///< Only the first side has the lines; `first` and `last` count on the first side.
  LineFate fate = LineFate::kNoCode;
  int64_t tests = 0;      ///< How many tests ran them.
  int64_t differing = 0;  ///< How many of those tests did not do the same on both sides when they first ran.
};

/// A module of a diff's target that does not load on at least one side and is not compared.
struct UnloadedModule {
  std::string file;    ///< Relative to the folder of the target.
  std::string before;  ///< Why the module does not load on the first side; "": it loads.
  std::string after;
};

/// The two sides of a diff and what the comparison amounts to.
struct DiffReport {
  std::string before;  ///< "jsonfile@5.0.0".
  std::string after;
  int64_t differing_tests = 0;
  int64_t flaky_dropped = 0;
  std::vector<std::string> added;  ///< Functions only the second side has.
  Release release = Release::kNone;
  std::vector<std::string> reasons;
  std::vector<Finding> differences;
  bool has_sources = false;         ///< The sources of the two sides were compared line by line.
  std::vector<LineChange> changes;  ///< By file, then by line.
  std::vector<UnloadedModule> unloaded;
};

struct RunReport {
  std::string kingbird;  ///< Our version.
  RunKind kind = RunKind::kTest;
  std::string target;  ///< As the user would write it: "jsonfile@6.1.0".
  std::string root;    ///< Absolute folder of the target's sources; only for links, never in summary.json.
  std::string node;    ///< "v20.11.0".
  SandboxKind sandbox = SandboxKind::kNone;
  SuiteFormat format = SuiteFormat::kNode;  ///< Of the suite.
  RunWith run_with = RunWith::kInstalledRunner;
  /// What runs the suite from the user's folder, where the project's own runner does; "": a command in its folder does.
  std::string run_suite = {};
  uint64_t seed = 0;
  double wall_s = 0;
  double cpu_s = 0;
  double tests_per_s = 0;
  int64_t executed = 0;
  int64_t screened = 0;  ///< In the batch lane, where many share a process.
  int64_t kept = 0;
  int64_t failing = 0;
  bool interrupted = false;  ///< Ctrl-C or the time limit ended it before the asked number of tests.

  CoverageTotals before;  ///< Loading alone.
  CoverageTotals after;
  CoverageTotals suite;  ///< What the emitted suite alone covers, loading included.
  std::vector<CurvePoint> curve;
  std::vector<FileReport> files;
  std::vector<KeptTest> tests;
  std::vector<ReportedSignature> signatures;
  std::vector<InferredType> types;
  std::vector<Finding> findings;
  DiffReport diff;     ///< kDiff
  base::Json explore;  ///< kExplore: its own keys of summary.json
  base::Json conform;  ///< kConform: its own keys of summary.json
  std::vector<std::string>
      notes;  ///< Things the user should know: "3 files could not be parsed and were left as they are".
};

/// What the live progress line shows; cheap to make.
struct Progress {
  std::string phase;  ///< "loading", "discovering", "generating", "minimising", "writing".
  int64_t executed = 0;
  int64_t planned = 0;  ///< 0: unknown.
  Ratio statements;
  int64_t findings = 0;
  double elapsed_s = 0;
  double limit_s = 0;  ///< 0: none.
};

}  // namespace kingbird::model
