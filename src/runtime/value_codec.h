// Bytes of agent/describe.js → model::Value. The layout is described in docs/architecture/agent.md.
#pragma once

#include <cstddef>
#include <optional>

#include "model/value.h"
#include "runtime/byte_reader.h"

namespace kingbird::runtime {

/// How many values and names may still be made of bytes: each is a hundred times its smallest encoding. The agent
/// describes a value by 1500 at most: a hundred of the largest, which no test has, are thirty megabytes.
struct ValueBudget {
  size_t left = size_t{192} << 10;
  /// False, for good, when nothing is left.
  bool Take() { return left != 0 && --left != 0; }
};

/// Decodes one description from the reader's position. Nothing when the bytes are malformed or truncated or the budget
/// is used up; never crashes, whatever the bytes: a target may scribble over its own log.
///
/// A string or bytes that a limit cut short have one item, the kCut that says how much is missing. Where a limit cut
/// the properties, the last one has the name "" and a kCut as value.
std::optional<model::Value> DecodeValue(ByteReader& reader, ValueBudget& budget);

}  // namespace kingbird::runtime
