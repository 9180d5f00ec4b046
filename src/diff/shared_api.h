// What two sides of a diff have in common, and what only one of them has.
#pragma once

#include <string>
#include <vector>

#include "generate/value_pool.h"
#include "model/api.h"

namespace kingbird::diff {

struct ApiChange {
  std::vector<model::Function> removed;  ///< In the order of the first side.
  std::vector<std::string> added;        ///< Function::Name
};

/// By the exports alone: call it before discovery adds methods of returned objects.
ApiChange CompareApis(const model::Api& before, const model::Api& after);

/// The functions both sides have.
model::Api SharedApi(const model::Api& before, const model::Api& after);

/// What belongs to a function or a class of that name: the function, or the constructor with its methods and statics.
model::Api OnlyMember(model::Api api, const std::string& member);

generate::MinedLiterals MergedLiterals(const generate::MinedLiterals& a, const generate::MinedLiterals& b);

}  // namespace kingbird::diff
