// The call that an explored input makes, as a person would write it.
#pragma once

#include <string>

#include "emit/paste_text.h"
#include "explore/explore.h"
#include "explore/functions.h"

namespace kingbird::explore {

/// Statements to paste where a program can make the call (AsTest), on one line. `names` are
/// those of the module.
std::string PasteableCall(const ExplorableFunction& function, const concolic::Assignment& input,
                          const Constructors& constructors, const emit::PasteNames& names);

/// "f(1, {})", and what else the run was given: "f.call({n: 2})", "f(1) with document = undefined". A `this` without
/// properties and names that stay undeclared are left out.
std::string CallText(const std::string& function, bool script, const concolic::Assignment& input);

}  // namespace kingbird::explore
