// What is fed with bytes that somebody else wrote. A target never crashes, throws, hangs or fills the memory, whatever
// it is given; that is all it promises.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"

namespace kingbird::fuzz {

struct Target {
  std::string name;
  std::function<void(std::string_view)> run;
  std::vector<std::string> seeds;  ///< Besides the files of corpus/NAME.
  std::vector<std::string> words;  ///< What its inputs are made of.
};

/// Frames, logs, values, traces and answers.
std::vector<Target> WireTargets();
/// Declarations, manifests, programs, documentation, stacks, patterns.
std::vector<Target> TextTargets();
/// results.sqlite.
std::vector<Target> StoreTargets();

/// The text so many times, as long as it stays within `most` bytes.
std::string Repeated(std::string_view text, size_t times, size_t most = std::string::npos);

/// One of `known` with something changed, at most `most` bytes long.
std::string Mutated(const std::vector<std::string>& known, const std::vector<std::string>& words, size_t most,
                    base::Rng& rng);

}  // namespace kingbird::fuzz
