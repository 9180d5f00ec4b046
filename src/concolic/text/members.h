// Whose members names are: what a text that says `x.trim()` takes x for.
#pragma once

#include <string_view>

#include "concolic/preferred_types.h"

namespace kingbird::concolic {

/// What any object may have a member in.
inline constexpr TypeSet kReadable = {Type::kObject, Type::kArray, Type::kFunction};

/// What has a member of this name; kReadable: the name says nothing.
TypeSet OwnersOf(std::string_view member);

}  // namespace kingbird::concolic
