// The schema of results.sqlite, as the steps that lead to it. A step that was released is never changed: add another.
#pragma once

#include <span>

namespace kingbird::store {

/// Step i (from 0) leads from user_version i to i + 1.
std::span<const char* const> Migrations();

}  // namespace kingbird::store
