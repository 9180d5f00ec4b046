// Words of ours that come back from a file, as the enumerators that print them.
#pragma once

#include <optional>
#include <string_view>

namespace kingbird::model {

/// The enumerator whose ToString it is; none for any other word. Enumerators count from 0, without gaps.
template <typename Enum>
std::optional<Enum> FromWord(std::string_view word) {
  for (int i = 0; i <= 0xff; ++i) {
    const auto one = static_cast<Enum>(i);
    // Beyond the last there are no words; the first may have none.
    if (i > 0 && ToString(one).empty()) break;
    if (ToString(one) == word) return one;
  }
  return std::nullopt;
}

}  // namespace kingbird::model
