// The generation loop with tests of classes: many at once are screened in the batch lane; those that show something new
// run in processes of their own and are built upon.
#pragma once

#include "base/result.h"
#include "classes/class_study.h"
#include "loop/generation.h"

namespace kingbird::classes {

/// Ends when everything that is under test is covered, after config.stale tests without new coverage, after
/// config.tests tests (of a package: the part that classes have of its unreached code, at most half), or when a share
/// of the time limit is used up. The study's types may be better afterwards.
base::Result<loop::Generated> GenerateForClasses(env::Env& env, load::LoadedTarget& loaded, ClassStudy& study,
                                                 const env::ProgressSink& progress);

}  // namespace kingbird::classes
