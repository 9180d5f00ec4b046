// Whether a caller may pass these values: do they fit the types that somebody declared or documented? Only then is what
// comes of the call the callee's fault. Strict: what is not known does not fit.
#pragma once

#include <span>
#include <vector>

#include "model/execution.h"
#include "model/test_case.h"
#include "model/type.h"
#include "model/value.h"

namespace kingbird::oracle {

/// Cycles, proxies, getters that throw, NaN and infinite numbers fit nothing: who passes them asks for trouble.
bool Fits(const model::Value& value, const model::Type& type);

/// None missing, none too many, each of its type.
bool ArgumentsFit(std::span<const model::Value> arguments, const std::vector<model::ParameterType>& parameters);

/// The callbacks among the arguments return what is expected of them: where that is not known, or is nothing, nothing.
bool CallbacksFit(const model::Call& call, const std::vector<model::ParameterType>& parameters);

/// No number and no length in it is large: the amount of work was not asked for.
bool IsModest(const model::Value& value);

}  // namespace kingbird::oracle
