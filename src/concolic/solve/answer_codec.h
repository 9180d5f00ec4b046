// Answers as bytes, for an engine that runs in a process of its own. Stateless.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "concolic/solve/solver.h"

namespace kingbird::concolic {

std::string Encode(const Answer& answer);
/// Nothing for bytes that are no answer.
std::optional<Answer> DecodeAnswer(std::string_view bytes);

}  // namespace kingbird::concolic
