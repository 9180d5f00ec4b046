// What a stream of the target has from Node itself: the same call says something else on another Node.
#pragma once

#include <string_view>

#include "model/value.h"

namespace kingbird::emit {

/// Whether `member` of the receiver is Node's own: the receiver is a stream, and streams have such a member.
bool IsOfNodesStreams(const model::Value& receiver, std::string_view member);

}  // namespace kingbird::emit
