// The zygote's side of one test: waits for the child, enforces the limits of its RunHeader, kills what it leaves
// behind.
#pragma once

#include <sys/types.h>

#include "runtime/wire.h"
#include "scratch.h"

namespace kingbird::addon {

/// Returns when the child and every process it started are gone.
runtime::wire::DoneBody Await(pid_t child, const runtime::wire::RunHeader& limits, const Scratch& scratch);

}  // namespace kingbird::addon
