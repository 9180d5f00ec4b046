// Where client code of a package is found without being told: its README, examples and tests, and packages beside it.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "model/nesting_example.h"

namespace kingbird::mine {

struct CorpusConfig {
  std::string package;              ///< Name clients import it by; "" for a plain folder.
  base::Path root;                  ///< The package's own folder.
  std::vector<base::Path> folders;  ///< Client code the user points at.
  bool defaults = true;             ///< README, examples, tests and neighbours too.
};

struct CorpusStats {
  int files = 0;
  int blocks = 0;  ///< Of code in Markdown.
};

/// Merged examples of all files. Unreadable files and folders count for nothing; at most a few thousand files are read.
std::vector<model::NestingExample> MineCorpus(const CorpusConfig& config, const base::FileSystem& files,
                                              CorpusStats& stats);

/// The fenced JavaScript blocks of a Markdown text.
std::vector<std::string> CodeBlocks(const std::string& markdown);

}  // namespace kingbird::mine
