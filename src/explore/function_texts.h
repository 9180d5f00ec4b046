// What the texts of a target's functions tell of their inputs and of where their decisions lead.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "concolic/explorer.h"
#include "concolic/text/calls.h"
#include "concolic/text/flow.h"
#include "concolic/text/shape_reader.h"
#include "concolic/text/words.h"
#include "explore/functions.h"
#include "syntax/tree.h"

namespace kingbird::explore {

/// Thread-safe. Everything it is given must outlive it.
class FunctionTexts {
 public:
  /// `stub`: callees do not run.
  FunctionTexts(const base::FileSystem& files, base::Path root, const std::vector<ExplorableFunction>& functions,
                const SiteIndex& sites, bool stub);

  /// What properties seem to be (text/hints.h); empty where the file cannot be read.
  std::map<std::string, concolic::TypeSet> Hints(const ExplorableFunction& function);
  /// Constants that its text mentions, then those of the rest of its file; empty where the file cannot be read.
  concolic::Words Words(const ExplorableFunction& function);
  /// Fills in hints, shapes and detours; nothing where the file cannot be read. The options refer to this.
  void Describe(const ExplorableFunction& function, concolic::ExploreOptions& options);
  /// Counters that tell whether a decision has come out so: of what the other direction passes over. Empty: the text
  /// does not tell.
  model::Hits Behind(uint32_t site, bool direction);
  /// What it passes on to functions of its file; empty where the file cannot be read.
  std::vector<concolic::TextCall> Calls(const ExplorableFunction& function);
  /// What the function's own text expects, without that of the functions it calls.
  concolic::Shapes OwnShapes(const ExplorableFunction& function);
  /// Fills in shapes alone.
  void DescribeShapes(const ExplorableFunction& function, concolic::ExploreOptions& options);

 private:
  struct File {
    syntax::Tree tree;
    std::map<std::string, concolic::TypeSet> hints;
    std::unique_ptr<concolic::TextShapes> shapes;
    std::unique_ptr<concolic::TextFlow> flow;
  };
  const File* Read(const std::string& key);
  /// concolic::Detours.
  bool LeavesOut(uint32_t site, bool direction, uint32_t other);
  /// concolic::Caught.
  bool IsCaught(uint32_t site);

  const base::FileSystem& files_;
  base::Path root_;
  const SiteIndex& sites_;
  bool stub_;
  std::map<std::string, std::vector<std::string>> stand_ins_;  ///< By last name.
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<File>> read_;                        ///< Null: not readable.
  std::map<std::pair<uint32_t, bool>, std::vector<syntax::Range>> skipped_;  ///< By decision.
};

}  // namespace kingbird::explore
