// Which counters were hit for the first time; for the batch lane, which asks after every input.
#pragma once

#include <node_api.h>

namespace kingbird::addon {

/// known(index): a counter that is no news.
napi_value Known(napi_env env, napi_callback_info info);
/// novel() → true when a counter was hit that never was before; sets all counters back to zero.
napi_value Novel(napi_env env, napi_callback_info info);
/// takeHits(list): the counters that were hit, behind each other in an empty list; sets all counters back to zero.
napi_value TakeHits(napi_env env, napi_callback_info info);

}  // namespace kingbird::addon
