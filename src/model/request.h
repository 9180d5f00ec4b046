// The arguments of a call that sends a request (Call::Kind::kRequest).
#pragma once

#include <string>

#include "model/test_case.h"

namespace kingbird::model {

/// Places of the arguments; those behind the last one that matters may be missing.
enum class RequestPart : uint8_t {
  kParams,   ///< Object: values of the names in the route's path.
  kQuery,    ///< Object.
  kBody,     ///< undefined, a text, or what travels as JSON.
  kHeaders,  ///< Object.
};

/// Null where that part of the request is missing or undefined.
const Value* PartOf(const Call& request, RequestPart part);

/// The route's path with its parameters filled in, and the query: "/items/7?done=true". A parameter without a value is
/// "1".
std::string UrlOf(const Call& request);

}  // namespace kingbird::model
