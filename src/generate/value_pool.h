// Literals for arguments: every kind of JavaScript value, paths into the scratch tree, constants mined from the
// target's own source, option objects made of keys the target reads. Which kind is likely depends on the parameter's
// name.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "model/value.h"

namespace kingbird::generate {

/// What the target's source offers; filled by the campaign from syntax/.
struct MinedLiterals {
  std::vector<std::string> strings;
  std::vector<double> numbers;
  std::vector<std::string> regexes;        ///< Source text between the slashes.
  std::vector<std::string> option_keys;    ///< Property names read from parameters.
  std::vector<std::string> callback_keys;  ///< Those of them that are called somewhere.
};

/// The kinds of argument a generator chooses between; a weight each, learnt per parameter (see Tastes).
enum class Taste : uint8_t {
  kPath,
  kMinedString,
  kString,
  kNumber,
  kBoolean,
  kOptions,
  kObject,
  kArray,
  kNullish,
  kBinary,
  kExotic,
  kFunction,
  kEarlier,
  kFolder,
  kTyped,  ///< Of the parameter's type, where one is known; the caller's.
};
constexpr size_t kTastes = 15;
using TasteWeights = std::array<double, kTastes>;

/// First guess from the parameter's name as written in the source ("" when unknown): "path" wants paths, "cb"
/// functions.
TasteWeights WeightsForName(const std::string& parameter);

/// Whether a parameter of that name takes names of files.
bool NamesFiles(const std::string& parameter);

/// Immutable once made; thread-safe.
class ValuePool {
 public:
  /// `folders` are those of the paths that are existing folders.
  ValuePool(MinedLiterals mined, std::vector<std::string> paths, std::vector<std::string> folders = {});

  /// A literal of that taste; kFunction, kEarlier and kTyped are the caller's and give undefined here.
  model::Value Make(Taste taste, base::Rng& rng) const;
  /// Any taste with the general weights.
  model::Value Any(base::Rng& rng, int depth = 0) const;
  /// Names of members that nobody asked for: few, so that those of one object are found again in another.
  static std::span<const std::string_view> Keys();
  const MinedLiterals& mined() const { return mined_; }

 private:
  model::Value Text(base::Rng& rng) const;
  model::Value NumberValue(base::Rng& rng) const;
  model::Value Options(base::Rng& rng) const;
  model::Value Exotic(base::Rng& rng) const;
  model::Value Path(base::Rng& rng) const;

  MinedLiterals mined_;
  std::vector<std::string> paths_;
  std::vector<std::string> folders_;
};

}  // namespace kingbird::generate
