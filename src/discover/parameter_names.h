// Wrappers hide parameters: promisify and universalify hand on (...args). The function they wrap usually stands in the
// same package under the same name, so its parameter names are a fair guess.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/api.h"

namespace kingbird::discover {

/// Function name → parameter names as in model::Function; the longest list wins where a name is used twice.
using ParameterNames = std::map<std::string, std::vector<std::string>>;

/// Adds the named functions of one source file: declarations, function expressions assigned to a name, methods.
void CollectParameterNames(const std::string& source, ParameterNames& into);

/// Gives functions that declare nothing but a rest parameter the names known for their own name.
void AdoptParameterNames(const ParameterNames& known, model::Api& api);

}  // namespace kingbird::discover
