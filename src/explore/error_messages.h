// Messages of errors as the author of the code would read them. V8 quotes the code that failed, and what ran under
// exploration was rewritten: where a test can bring about the error, the message is what a copy without passes says.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "explore/explore.h"
#include "explore/functions.h"
#include "load/loaded_target.h"

namespace kingbird::explore {

/// Loads the target once more if there is such a message. `functions` and `explored` belong together; `options` are
/// those that it was loaded with.
base::Status QuoteOriginals(env::Env& env, const target::Target& target, load::PrepareOptions options,
                            const std::vector<ExplorableFunction>& functions, const Constructors& constructors,
                            std::vector<ExploredFunction>& explored);

/// The message without the code that it quotes: "TypeError: something is not a function". Messages that quote none
/// stay.
std::string WithoutQuote(const std::string& message);

}  // namespace kingbird::explore
