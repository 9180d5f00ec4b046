// What code reads of data that comes from outside (the body of a request, the answer of a service), as a tree of names,
// and data of that shape.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "generate/value_pool.h"
#include "model/value.h"

namespace kingbird::generate {

/// Values that were seen in answers, by the name of the property.
using SeenValues = std::map<std::string, std::vector<model::Value>>;

/// A value for a property of that name: what was seen, a text or a number of the target's source, or what the name
/// says.
model::Value ValueNamed(const std::string& name, const ValuePool& pool, const SeenValues& seen, base::Rng& rng);

/// The value as it comes out of JSON: what JSON does not have is null.
model::Value AsJson(const model::Value& value);

class DataShape {
 public:
  /// Code has read the member at `path`.
  void Add(std::span<const std::string> path);
  bool IsKnown() const { return list_ || !members_.empty(); }
  const std::map<std::string, DataShape>& members() const { return members_; }

  /// An object with most of the names, or an array where members of arrays are read. A shape without names is a value
  /// called `name`.
  model::Value Make(const std::string& name, const ValuePool& pool, const SeenValues& seen, base::Rng& rng) const;

 private:
  bool list_ = false;
  std::map<std::string, DataShape> members_;
};

}  // namespace kingbird::generate
