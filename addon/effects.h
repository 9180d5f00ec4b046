// What a test does beyond its own process and folder, noticed beneath JavaScript: the zygote preloads the addon, so
// that its functions (effects.cc, read_paths.cc, written_paths.cc) stand in front of libc's, whatever API or native
// module called them. Noted in the control region.
#pragma once

#include <string>

#include "runtime/wire.h"

namespace kingbird::addon {

/// In the zygote, before the first fork: finds functions that are called between a test's fork and exec.
void FindRealFunctions();
/// In a forked child: from now on effects are noted. `scratch` is the only folder that may be written to.
void WatchEffects(const std::string& scratch);

/// Nothing happens in a process that is not watched.
void NoteEffect(runtime::wire::Effect effect);
/// Of a call that looks at what is at `path` (relative to the folder `at`).
void NoteRead(int at, const char* path);
/// Of a call that changes what is at `path` (relative to the folder `at`) and returned `result`; keeps errno.
void NoteWrite(int at, const char* path, long result);

}  // namespace kingbird::addon
