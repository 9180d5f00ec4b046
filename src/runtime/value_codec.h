// Bytes of agent/describe.js → model::Value. The layout is described in docs/architecture/agent.md.
#pragma once

#include <optional>

#include "model/value.h"
#include "runtime/byte_reader.h"

namespace kingbird::runtime {

/// Decodes one description from the reader's position. Nothing when the bytes are malformed or truncated; never
/// crashes, whatever the bytes: a target may scribble over its own log.
///
/// A string or bytes that a limit cut short have one item, the kCut that says how much is missing. Where a limit cut
/// the properties, the last one has the name "" and a kCut as value.
std::optional<model::Value> DecodeValue(ByteReader& reader);

}  // namespace kingbird::runtime
