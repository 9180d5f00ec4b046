// Which functions of a module are components or hooks of React or Preact.
#pragma once

#include <string>

#include "base/file_system.h"
#include "load/import_paths.h"
#include "syntax/tree.h"
#include "target/target.h"

namespace kingbird::load {

/// Functions and classes with a capital name (or, as a default export, with none) that make elements, by JSX or by
/// createElement; and functions called useSomething that call one that is called so, too.
target::Components ComponentsOf(const syntax::Tree& tree);

/// Looks through the entry and the modules of a target that is not compiled yet, and through what these export of other
/// files of the project.
void FindComponents(const base::FileSystem& files, const ImportPaths& imports, target::Target& target);

}  // namespace kingbird::load
