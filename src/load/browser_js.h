// The JavaScript that gives code for browsers what it expects of its surroundings: the same text is loaded before the
// target and written beside suites.
#pragma once

#include <string>

#include "target/target.h"

namespace kingbird::load {

/// A CommonJS program. It installs the globals of the package `target.dom` unless there is a document already, and
/// window.matchMedia where that package has none. Its export `fresh` puts back what tests of one process share: the
/// document, storage, cookies, the address, listeners and timers, as they were when `fresh` was called first.
std::string BrowserProgram(const target::Target& target);

/// A CommonJS program whose export `rendered` takes what a module exports and the names of its components and hooks. It
/// gives the same exports, in which a component is a function from its properties to markup, and a hook is run inside
/// of a component.
std::string RenderedProgram(target::Renderer renderer);

}  // namespace kingbird::load
