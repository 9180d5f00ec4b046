// What the texts of a target's functions tell of their inputs.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "concolic/explorer.h"
#include "concolic/text_shape.h"
#include "explore/functions.h"
#include "syntax/tree.h"

namespace kingbird::explore {

/// Thread-safe. Everything it is given must outlive it.
class FunctionTexts {
 public:
  /// `stub`: callees do not run.
  FunctionTexts(const base::FileSystem& files, base::Path root, const std::vector<ExplorableFunction>& functions,
                bool stub);

  /// Fills in hints and shapes; nothing where the file cannot be read.
  void Describe(const ExplorableFunction& function, concolic::ExploreOptions& options);

 private:
  struct File {
    syntax::Tree tree;
    std::map<std::string, concolic::TypeSet> hints;
    std::unique_ptr<concolic::TextShapes> shapes;
  };
  const File* Read(const std::string& key);

  const base::FileSystem& files_;
  base::Path root_;
  bool stub_;
  std::map<std::string, std::vector<std::string>> stand_ins_;  ///< By last name.
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<File>> read_;  ///< Null: not readable.
};

}  // namespace kingbird::explore
