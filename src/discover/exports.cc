#include "discover/exports.h"

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
  for (const auto& entry : description.at("functions")) TRY(AddFunction(entry, api));
  for (const auto& entry : description.at("constants")) {
    ASSIGN_OR_RETURN(model::Value value, model::ValueFromJson(entry.at("value")));
    api.constants.push_back({entry.at("path").get<model::AccessPath>(), std::move(value)});
  }
  return api;
}

}  // namespace kingbird::discover
