// Short forms for the Node-API calls the addon makes. Only from the thread that runs JavaScript.
#pragma once

#include <node_api.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace kingbird::addon {

napi_value Text(napi_env env, std::string_view text);
napi_value Integer(napi_env env, int64_t value);
std::string ToText(napi_env env, napi_value value);
int64_t ToInteger(napi_env env, napi_value value, int64_t otherwise = 0);
napi_value Get(napi_env env, napi_value object, const char* name);
void Set(napi_env env, napi_value object, const char* name, napi_value value);
void SetFunction(napi_env env, napi_value object, const char* name, napi_callback callback);
/// Throws a JavaScript Error with the text of errno.
napi_value ThrowErrno(napi_env env, const char* what);

}  // namespace kingbird::addon
