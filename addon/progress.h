// Tells an endless chain of microtasks or ticks from a loop that never returns, once the deadline has passed.
#pragma once

#include <node_api.h>

#include <csignal>

namespace kingbird::addon {

/// What the zygote sends to a child that seems busy.
inline const int kProbeSignal = SIGRTMAX - 1;

/// probe(ask): remembers the function ask(n) that asks for a tick and a microtask, each of which is to call
/// progress(n). Begins to account for collections.
napi_value Probe(napi_env env, napi_callback_info info);
/// progress(n): the tick or microtask asked for the n-th time has run.
napi_value Progress(napi_env env, napi_callback_info info);
/// In the child: answers kProbeSignal.
void ListenForProbe();

}  // namespace kingbird::addon
