// Lets file operations that a test has begun end before its next call begins.
#pragma once

#include <node_api.h>

namespace kingbird::addon {

/// settleFiles(): waits until libuv's thread is done with what it was given so far; their callbacks run later, as ever.
/// Right only where libuv has one thread (UV_THREADPOOL_SIZE). Gives up on an operation that blocks.
napi_value SettleFiles(napi_env env, napi_callback_info info);

}  // namespace kingbird::addon
