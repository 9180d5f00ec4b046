// Receivers and arguments for the functions of the language.
#pragma once

#include <string>

#include "diff/setup_code.h"

namespace kingbird::diff {

/// For methods of a built-in class ("Array", "String", "Promise", "Map", "Set", "Iterator" …): receivers of that class
/// and their likes, a part for each. `rich`: odd ones too (sparse arrays and the like).
Setup BuiltInSetup(const std::string& class_name, bool rich);

}  // namespace kingbird::diff
