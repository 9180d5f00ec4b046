// What the agent answers, by the shapes in agent/wire.json: here JSON that a target could have written becomes data.
//
// A shape is a text, a list or an object:
//   "count|null"            of one of these kinds: text, truth, null, number, integer (32 bits), count (those of them
//                           that are not negative), 'word' (this text); or the name of one of the "shapes"
//   ["text"]                a list of any length
//   ["count", "text"]       a list of exactly these
//   {"a": …, "b?": …}       an object with these members, b may be missing; no others
//   {"*": …}                an object whose members have any names
#pragma once

#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace kingbird::runtime {

/// An answer that has the shape of this name, as deep and as large as base::ParseJson allows: who reads it finds every
/// member and item that the shape names, of its kind and in its range. An Error is what the target made of the agent.
base::Result<base::Json> DecodeAnswer(std::string_view name, std::string_view text,
                                      uint64_t most_values = base::kMostAnswerValues);

}  // namespace kingbird::runtime
