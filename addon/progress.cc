// Node-API has no way into running JavaScript, V8 has: Isolate::RequestInterrupt and the callbacks around collections,
// exported by every Node with the same signatures for a decade and looked up by name here, so that a Node without them
// merely reports "busy". The interrupt calls ask(), which queues a tick and a microtask. A test that is busy in one
// function never gets to them; one that runs ever more ticks or microtasks does.
//
// No interrupt is taken while the heap is collected, which in a child without helper threads may take longer than the
// zygote is patient: the child keeps account of that time. A signal that arrives meanwhile is left to the end of the
// collection, since RequestInterrupt may block on a lock that the collection holds. Elsewhere it hardly can, and the
// child is about to be killed in any case.
#include "progress.h"

#include <dlfcn.h>

#include <ctime>

#include "channel.h"
#include "napi.h"

namespace kingbird::addon {
namespace {

using Interrupt = void (*)(void* isolate, void* data);
using RequestInterrupt = void (*)(void* isolate, Interrupt callback, void* data);
using GetIsolate = void* (*)();
using Collection = void (*)(void* isolate, int type, int flags);
using AddCollection = void (*)(void* isolate, Collection callback, int types);

// v8::GCType: scavenges and the two kinds of marking, which are the first three bits in all versions.
constexpr int kAllCollections = 7;

napi_env g_env = nullptr;
napi_ref g_ask = nullptr;
void* g_isolate = nullptr;
RequestInterrupt g_request = nullptr;
// How often the zygote asked, and which of these times led to an interrupt.
volatile sig_atomic_t g_asked = 0;
volatile sig_atomic_t g_requested = 0;

template <typename Function>
Function Find(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

int64_t CpuMicroseconds() {
  timespec time = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<int64_t>(time.tv_sec) * 1000000 + time.tv_nsec / 1000;
}

void OnInterrupt(void*, void*) {
  napi_handle_scope scope = nullptr;
  napi_value ask = nullptr;
  napi_value receiver = nullptr;
  napi_open_handle_scope(g_env, &scope);
  napi_value number = Integer(g_env, g_asked);
  napi_get_reference_value(g_env, g_ask, &ask);
  napi_get_global(g_env, &receiver);
  napi_call_function(g_env, receiver, ask, 1, &number, nullptr);
  napi_close_handle_scope(g_env, scope);
}

void Request() {
  if (g_request == nullptr || g_isolate == nullptr || g_requested == g_asked) return;
  g_requested = g_asked;
  g_request(g_isolate, OnInterrupt, nullptr);
}

void OnProbe(int) {
  g_asked = g_asked + 1;
  if (Control().collecting_since_us.load() == 0) Request();
}

void OnCollection(void*, int, int) {
  int64_t none = 0;
  Control().collecting_since_us.compare_exchange_strong(none, CpuMicroseconds());
}

void OnCollected(void*, int, int) {
  const int64_t since = Control().collecting_since_us.exchange(0);
  if (since != 0) Control().collected_us.fetch_add(CpuMicroseconds() - since);
  Request();
}

}  // namespace

napi_value Probe(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value ask = nullptr;
  napi_get_cb_info(env, info, &count, &ask, nullptr, nullptr);
  g_env = env;
  napi_create_reference(env, ask, 1, &g_ask);
  const auto current = Find<GetIsolate>("_ZN2v87Isolate10GetCurrentEv");
  g_request = Find<RequestInterrupt>("_ZN2v87Isolate16RequestInterruptEPFvPS0_PvES2_");
  if (current == nullptr) return nullptr;
  g_isolate = current();
  const auto before =
      Find<AddCollection>("_ZN2v87Isolate21AddGCPrologueCallbackEPFvPS0_NS_6GCTypeENS_15GCCallbackFlagsEES2_");
  const auto after =
      Find<AddCollection>("_ZN2v87Isolate21AddGCEpilogueCallbackEPFvPS0_NS_6GCTypeENS_15GCCallbackFlagsEES2_");
  if (before != nullptr && after != nullptr) {
    before(g_isolate, OnCollection, kAllCollections);
    after(g_isolate, OnCollected, kAllCollections);
  }
  return nullptr;
}

napi_value Progress(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value number = nullptr;
  napi_get_cb_info(env, info, &count, &number, nullptr, nullptr);
  const auto answered = static_cast<uint32_t>(ToInteger(env, number));
  if (answered > Control().progress.load()) Control().progress.store(answered);
  return nullptr;
}

void ListenForProbe() {
  struct sigaction action = {};
  action.sa_handler = OnProbe;
  action.sa_flags = SA_RESTART;
  sigaction(kProbeSignal, &action, nullptr);
}

}  // namespace kingbird::addon
