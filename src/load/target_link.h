// Lets what Kingbird writes find the package it is about.
#pragma once

#include "base/output_folder.h"
#include "base/result.h"
#include "target/target.h"

namespace kingbird::load {

/// Scripts in and below `output` load the target by its name: its node_modules/NAME becomes a link to the
/// installed package, unless the target is no package, is found from there anyway, or something else is in that place
/// already.
base::Status LinkTarget(const target::Target& target, base::OutputFolder& output, const base::FileSystem& files);

}  // namespace kingbird::load
