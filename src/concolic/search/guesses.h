// Inputs that nobody has solved for, tried while code is missing and no decision is left to flip: values of every type
// for each input, constants that the text mentions and their neighbours and encodings, and mutations of inputs that
// showed something new. Flips go on from what a guess has reached, and guesses start from what flips have reached.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "concolic/input.h"
#include "concolic/search/seen_run.h"
#include "concolic/text/shape.h"
#include "concolic/text/words.h"

namespace kingbird::concolic {

/// Not thread-safe. Deterministic: the same words and runs give the same guesses.
class Guesses {
 public:
  /// `parameters`: how many arguments are passed at least. `words` and `shapes` must outlive it.
  Guesses(const Words& words, const Shapes& shapes, size_t parameters);

  /// A run; those that were news are what guesses start from.
  void Absorb(const std::shared_ptr<const SeenRun>& run);
  /// The next guess; it may have been tried before. Nothing while no run is known.
  bool Next(Assignment& input);

 private:
  /// A place of an input: a symbol of the run, or an argument that the run has not looked at.
  struct Place {
    std::shared_ptr<const SeenRun> run;
    std::optional<SymbolId> symbol = {};
    size_t argument = 0;
  };
  std::vector<Place> PlacesOf(const std::shared_ptr<const SeenRun>& run) const;
  static Input& At(Assignment& input, const Place& place);

  void FillPool(const Words& words);
  /// Each value of the pool at each place, those of the places' names first.
  bool NextTyped(Assignment& input);
  void Mutate(Assignment& input, const std::shared_ptr<const SeenRun>& run);
  void MutateInput(Input& input, int depth);
  void MutateText(std::u16string& text);
  void MutateNumber(Input& input);
  void MutateParts(Input& input, int depth);
  std::u16string Word();
  /// A text of a common format with words in it: JSON, a query, a URL, a date.
  std::u16string Formatted();
  Input Some(int depth);

  const Shapes& shapes_;
  size_t parameters_;
  base::Rng rng_;
  std::vector<Input> pool_;
  std::vector<std::u16string> words_;
  std::vector<double> numbers_;
  std::vector<std::shared_ptr<const SeenRun>> starts_;
  std::deque<Place> typed_;  ///< Places whose pool values are not all tried; the first one is at `value_`.
  size_t value_ = 0;
  std::set<std::string> placed_;  ///< Names of inputs that are or were in `typed_`.
};

}  // namespace kingbird::concolic
