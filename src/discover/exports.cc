#include "discover/exports.h"

#include <algorithm>

namespace kingbird::discover {
namespace {

using model::Api;
using model::Function;

base::Status AddFunction(const base::Json& entry, Api& api) {
  ASSIGN_OR_RETURN(Function function, model::FunctionFromJson(entry));
  const bool also_constructor = function.kind == Function::Kind::kFunction && entry.at("constructs").get<bool>();
  api.functions.push_back(function);
  if (also_constructor) {
    function.kind = Function::Kind::kConstructor;
    api.functions.push_back(std::move(function));
  }
  return {};
}

}  // namespace

base::Result<Api> ReadExports(const base::Json& description) {
  Api api;
  const base::Json& functions = description.at("functions");
  const auto is_own = [](const base::Json& entry) { return !base::ValueOr(entry, "foreign", false); };
  const bool any_own = std::ranges::any_of(functions, is_own);
  for (const auto& entry : functions) {
    if (!any_own || is_own(entry)) TRY(AddFunction(entry, api));
  }
  for (const auto& entry : description.at("constants")) {
    ASSIGN_OR_RETURN(model::Value value, model::ValueFromJson(entry.at("value")));
    api.constants.push_back({entry.at("path").get<model::AccessPath>(), std::move(value)});
  }
  if (!description.at("http").get<bool>()) return api;
  api.uses_http = true;
  for (const auto& path : description.at("servers")) api.servers.push_back({path.get<model::AccessPath>(), false, {}});
  return api;
}

}  // namespace kingbird::discover
