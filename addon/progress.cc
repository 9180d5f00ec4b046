// Node-API has no way into running JavaScript, V8 has: Isolate::RequestInterrupt, exported by every Node with the same
// signature for a decade and looked up by name here, so that a Node without it merely reports "busy". The interrupt
// calls ask(), which queues a tick and a microtask. A test that is busy in one function never gets to them; one that
// runs ever more ticks or microtasks does. Calling RequestInterrupt from a signal handler may block on a lock; the
// child is about to be killed in any case.
#include "progress.h"

#include <dlfcn.h>

#include "channel.h"
#include "napi.h"

namespace kingbird::addon {
namespace {

using Interrupt = void (*)(void* isolate, void* data);
using RequestInterrupt = void (*)(void* isolate, Interrupt callback, void* data);
using GetIsolate = void* (*)();

napi_env g_env = nullptr;
napi_ref g_ask = nullptr;
void* g_isolate = nullptr;
RequestInterrupt g_request = nullptr;

void Ask(void*, void*) {
  napi_handle_scope scope = nullptr;
  napi_value ask = nullptr;
  napi_value receiver = nullptr;
  napi_open_handle_scope(g_env, &scope);
  napi_get_reference_value(g_env, g_ask, &ask);
  napi_get_global(g_env, &receiver);
  napi_call_function(g_env, receiver, ask, 0, nullptr, nullptr);
  napi_close_handle_scope(g_env, scope);
}

void OnProbe(int) {
  if (g_request != nullptr && g_isolate != nullptr) g_request(g_isolate, Ask, nullptr);
}

}  // namespace

napi_value Probe(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value ask = nullptr;
  napi_get_cb_info(env, info, &count, &ask, nullptr, nullptr);
  g_env = env;
  napi_create_reference(env, ask, 1, &g_ask);
  const auto current = reinterpret_cast<GetIsolate>(dlsym(RTLD_DEFAULT, "_ZN2v87Isolate10GetCurrentEv"));
  g_request = reinterpret_cast<RequestInterrupt>(dlsym(RTLD_DEFAULT, "_ZN2v87Isolate16RequestInterruptEPFvPS0_PvES2_"));
  if (current != nullptr) g_isolate = current();
  return nullptr;
}

napi_value Progress(napi_env, napi_callback_info) {
  Control().progress.store(1);
  return nullptr;
}

void ListenForProbe() {
  struct sigaction action = {};
  action.sa_handler = OnProbe;
  action.sa_flags = SA_RESTART;
  sigaction(kProbeSignal, &action, nullptr);
}

}  // namespace kingbird::addon
