// Errors that say nothing about the target: a browser or the renderer of a framework is not there.
#pragma once

#include "model/execution.h"

namespace kingbird::suite {

/// "document is not defined", or what a hook of React throws outside of a component.
bool IsAboutSurroundings(const model::Value& error);

/// Whether a call threw such an error, a promise was rejected with one, or one ended the test.
bool MissesSurroundings(const model::Execution& execution);

}  // namespace kingbird::suite
