// What the main job needs from this machine, checked one by one.
#pragma once

#include <string>
#include <vector>

#include "env/config.h"

namespace kingbird::campaign {

struct Diagnosis {
  enum class Grade : uint8_t {
    kGood,
    kMissing,  ///< Something works less well.
    kFatal,    ///< The main job cannot run.
  };
  std::string need;  ///< "Node", "addon", …
  Grade grade = Grade::kGood;
  std::string found;   ///< "v20.11.0 at /usr/bin/node", or what is wrong.
  std::string advice;  ///< What to do about it; empty when good.
};

/// In a fixed order; later checks that need an earlier one which failed say so.
std::vector<Diagnosis> Diagnose(const env::Config& config, base::FileSystem& files);

}  // namespace kingbird::campaign
