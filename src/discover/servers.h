// Which exports answer HTTP requests, and the routes that they know.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/api.h"
#include "runtime/executor.h"

namespace kingbird::discover {

/// Completes api.servers, which holds the exports that are servers, by functions that make a server when they are
/// called without arguments and by request handlers. Functions that turn out to be one of these leave api.functions,
/// and where there is a server, so do functions that only its framework can call. `literals` are texts of the target's
/// source: those that are paths tell where routers are mounted.
base::Status FindServers(runtime::Executor& executor, const std::vector<std::string>& literals, model::Api& api);

}  // namespace kingbird::discover
