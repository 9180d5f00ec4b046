// Writes the files of a run beside its report: Test262 files and scripts.
#pragma once

#include <vector>

#include "base/output_folder.h"
#include "conform/conform.h"

namespace kingbird::conform {

struct Voted {
  const std::vector<Case>& cases;
  const std::vector<Verdict>& verdicts;
  const std::vector<BuiltIn>& built_ins;
  const std::string& harness;
};

/// Writes test262/ and findings/, and sets the paths of the scripts in the result.
base::Status WriteResults(const Voted& voted, base::OutputFolder& out, Conformance& result);

/// The start-up check of a candidate: it loads and puts something of its own in the place of the built-in.
bool Loads(base::FileSystem& files, const Implementation& implementation, const std::string& harness,
           runtime::SandboxKind sandbox);

}  // namespace kingbird::conform
