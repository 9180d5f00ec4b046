// The fork server: a blocking loop in the zygote that forks a child for every test.
#pragma once

#include <node_api.h>

namespace kingbird::addon {

/// start() → JSON text of the kStart frame, with the shared regions mapped.
napi_value Start(napi_env env, napi_callback_info info);
/// ready(json): tells the core that the target is loaded, or why not.
napi_value Ready(napi_env env, napi_callback_info info);
/// serve({root, working, entries}, fence) → {type, json}: returns in the children only; the zygote itself stays inside.
napi_value Serve(napi_env env, napi_callback_info info);

}  // namespace kingbird::addon
