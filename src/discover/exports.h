// What agent/inspect.js saw of a module → the Api that generators work from.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "model/api.h"

namespace kingbird::discover {

/// A class becomes a constructor, a function that is written to be called with `new` becomes a function and a
/// constructor, a method of exported classes has the class as owner. Signatures are empty: they are found by probing
/// (signatures.h). What the module only hands on (a function of Node, the language or a dependency) is left out, unless
/// there is nothing else. `description`: an answer to Question::kExports. An Error means that it holds a value that is
/// none.
base::Result<model::Api> ReadExports(const base::Json& description);

}  // namespace kingbird::discover
