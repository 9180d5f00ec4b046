// Primitive and built-in values for an inferred type: constants of the code and their neighbours, strings over the
// code's own alphabets and regular expressions, small numbers that meet each other again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "generate/pattern.h"
#include "generate/value_pool.h"
#include "model/type.h"

namespace kingbird::generate {

/// Immutable once made; thread-safe.
class TypedValues {
 public:
  TypedValues(const ValuePool& pool, std::optional<Pattern> strings, std::optional<Pattern> numbers);

  model::Value Number(const std::vector<model::Value>& constants, base::Rng& rng) const;
  model::Value String(const std::vector<model::Value>& constants, base::Rng& rng) const;
  /// A value of the type that needs no call and no callback: functions are undefined, classes empty objects.
  model::Value Make(const model::Type& type, base::Rng& rng, int depth = 0) const;
  /// One small step away: a character or digit more, less or other, a word of the code's in the place of another, two
  /// texts in a row; of lists and objects one member so. Undefined where there is none.
  model::Value Neighbour(const model::Value& value, base::Rng& rng) const;

 private:
  std::u16string Letters(base::Rng& rng) const;
  model::Value NeighbourOfMember(model::Value value, base::Rng& rng) const;
  std::optional<std::u16string> WithAnotherWord(const std::u16string& text, base::Rng& rng) const;
  int Length(base::Rng& rng) const;

  const ValuePool& pool_;
  std::optional<Pattern> strings_;
  std::optional<Pattern> numbers_;
  std::vector<Pattern> patterns_;          ///< The code's own regular expressions.
  std::vector<std::u16string> alphabets_;  ///< Its single characters together, and each string of many characters.
  std::vector<int> lengths_;               ///< Small whole numbers of the code.
  std::vector<std::u16string> words_;      ///< Its strings that are one word, and names every object knows.
};

}  // namespace kingbird::generate
