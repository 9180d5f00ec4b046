// Finds client code of a package: its README, examples and tests, and neighbouring packages.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "model/api.h"
#include "model/nesting_example.h"
#include "model/test_case.h"

namespace kingbird::mine {

struct CorpusConfig {
  std::string package;              ///< Name by which clients import the package; "" for a plain folder.
  base::Path root;                  ///< The package's own folder.
  base::Path entry;                 ///< The file below the root that clients load; "" if it is unknown.
  std::vector<base::Path> folders;  ///< Client code the user points at.
  bool defaults = true;             ///< Also read README, examples, tests and neighbouring packages.
  std::vector<base::Path> sources;  ///< The target's own files, whose comments may hold examples.
  const model::Api* api = nullptr;  ///< The API of the target; null if only nestings are wanted.
  std::function<bool()> stop;       ///< Called before each file; reading stops on true. May be empty.
};

struct CorpusStats {
  int files = 0;
  int blocks = 0;  ///< Number of code blocks in Markdown.
};

struct MinedCode {
  std::vector<model::NestingExample> nestings;  ///< Each example once, with its count.
  std::vector<model::TestCase> calls;           ///< Calls with their arguments, the best examples first.
};

/// Mines all files, at most a few thousand. Unreadable files and folders are skipped.
MinedCode MineCorpus(const CorpusConfig& config, const base::FileSystem& files, CorpusStats& stats);

}  // namespace kingbird::mine
