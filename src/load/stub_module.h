// JavaScript that stands in the copy of a project for a file that Node does not load.
#pragma once

#include <string>

#include "base/file_system.h"
#include "base/json.h"

namespace kingbird::load {

/// A style sheet is an object that has every name of a class, as itself; another asset is its path from the project's
/// root. `modules`: as an ES module, else CommonJS.
std::string AssetModule(const base::Path& key, bool modules);
/// The text of a file.
std::string TextModule(const std::string& text, bool modules);
/// An ES module with the members of a JSON file as its exports.
std::string JsonModule(const base::Json& json);
/// Throws an error of this class when it is loaded, as CommonJS or as an ES module.
std::string ThrowingModule(const std::string& error, const std::string& message);

}  // namespace kingbird::load
