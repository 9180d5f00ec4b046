// Where client code of a package is found without being told: its README, examples and tests, and packages beside it.
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
  std::string package;              ///< Name clients import it by; "" for a plain folder.
  base::Path root;                  ///< The package's own folder.
  base::Path entry;                 ///< Below the root: what clients get; "" when it is not known.
  std::vector<base::Path> folders;  ///< Client code the user points at.
  bool defaults = true;             ///< README, examples, tests and neighbours too.
  std::vector<base::Path> sources;  ///< The target's own files: their comments have examples.
  const model::Api* api = nullptr;  ///< Of the target; null: only nestings are wanted.
  std::function<bool()> stop;       ///< Asked before each file; null: never.
};

struct CorpusStats {
  int files = 0;
  int blocks = 0;  ///< Of code in Markdown.
};

struct MinedCode {
  std::vector<model::NestingExample> nestings;  ///< Merged.
  std::vector<model::TestCase> calls;           ///< Calls with their arguments, most telling first.
};

/// Of all files. Unreadable files and folders count for nothing; at most a few thousand files are read.
MinedCode MineCorpus(const CorpusConfig& config, const base::FileSystem& files, CorpusStats& stats);

}  // namespace kingbird::mine
