// Detects the end of a test: the event loop has nothing left that could run.
#pragma once

#include <node_api.h>

namespace kingbird::addon {

/// watch(idle): from now on, whenever nothing but the watch itself keeps the loop alive, idle() is called; when it
/// returns false the process ends with the mark kQuiescent.
napi_value Watch(napi_env env, napi_callback_info info);

}  // namespace kingbird::addon
