// The compiler of TypeScript that Kingbird has of its own.
#pragma once

#include "target/npm_cache.h"

namespace kingbird::load {

/// The version of esbuild, with the hashes of its archives for every Linux that it runs on. npm refuses other archives.
const target::Pinned& PinnedEsbuild();

}  // namespace kingbird::load
