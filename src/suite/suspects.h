// Findings on their way: what ended badly while tests were generated may be chance, the test's own doing, or longer
// than it has to be.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "load/loaded_target.h"
#include "loop/generator.h"
#include "model/finding.h"
#include "suite/contracts.h"
#include "suite/finding_check.h"

namespace kingbird::suite {

/// A finding on its way: the end, and what its script showed.
struct Suspect {
  loop::BadEnd end;
  model::Finding finding;
  ScriptShown shown;
  std::string cause;   ///< Equal for what has the same root.
  std::string excuse;  ///< Why it is none; "" as long as it may be one.
};

inline constexpr char kNoTime[] = "could not be repeated in the time that was left";

template <typename Visit>
void ForEachOpen(std::vector<Suspect>& suspects, const Visit& visit) {
  for (Suspect& suspect : suspects) {
    if (suspect.excuse.empty()) visit(suspect);
  }
}

/// Repeats those without an excuse and makes them smaller; what does not end so every time, has arguments that nobody
/// may give or is kept going by a callback of the test's has an excuse then.
base::Status ConfirmAndShrink(env::Env& env, const load::LoadedTarget& loaded, const Contracts& contracts,
                              std::vector<Suspect>& suspects);

}  // namespace kingbird::suite
