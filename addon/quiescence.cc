// A prepare handle runs once per turn, before the loop polls. It takes its own reference away, asks the loop whether
// anything else is alive, and puts it back. 'beforeExit' would be the documented way, but Node 26 waits there for
// platform threads that a forked child does not have. The same hook keeps the turn counter and the polling flag from
// which the zygote tells a busy test from a waiting one.
#include "quiescence.h"

#include <unistd.h>
#include <uv.h>

#include "channel.h"
#include "napi.h"

namespace kingbird::addon {
namespace {

struct Watcher {
  napi_env env = nullptr;
  napi_ref idle = nullptr;
  napi_async_context context = nullptr;
  uv_prepare_t prepare;
  uv_check_t check;
};

Watcher g_watcher;

bool OthersAlive() {
  uv_handle_t* prepare = reinterpret_cast<uv_handle_t*>(&g_watcher.prepare);
  uv_unref(prepare);
  const bool alive = uv_loop_alive(prepare->loop) != 0;
  uv_ref(prepare);
  return alive;
}

// In a callback scope of its own, so that ticks and microtasks run after it. True: the test goes on.
bool CallIdle() {
  napi_env env = g_watcher.env;
  napi_handle_scope scope = nullptr;
  napi_open_handle_scope(env, &scope);
  napi_value idle = nullptr;
  napi_value receiver = nullptr;
  napi_value result = nullptr;
  napi_get_reference_value(env, g_watcher.idle, &idle);
  napi_get_global(env, &receiver);
  bool more = false;
  const napi_status status = napi_make_callback(env, g_watcher.context, receiver, idle, 0, nullptr, &result);
  if (status == napi_ok) {
    napi_get_value_bool(env, result, &more);
  } else if (status == napi_pending_exception) {
    // The test threw out of a timer: hand it to 'uncaughtException' as Node would.
    napi_value error = nullptr;
    napi_get_and_clear_last_exception(env, &error);
    napi_fatal_exception(env, error);
    more = true;
  }
  napi_close_handle_scope(env, scope);
  return more;
}

void OnPrepare(uv_prepare_t*) {
  wire::Control& control = Control();
  control.turns.fetch_add(1, std::memory_order_relaxed);
  while (!OthersAlive()) {
    if (!CallIdle()) {
      control.end.store(wire::kQuiescent);
      _exit(0);
    }
    control.turns.fetch_add(1, std::memory_order_relaxed);
  }
  control.polling.store(1, std::memory_order_relaxed);
}

void OnCheck(uv_check_t*) { Control().polling.store(0, std::memory_order_relaxed); }

}  // namespace

napi_value Watch(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value idle = nullptr;
  napi_get_cb_info(env, info, &count, &idle, nullptr, nullptr);
  uv_loop_t* loop = nullptr;
  napi_get_uv_event_loop(env, &loop);
  g_watcher.env = env;
  napi_create_reference(env, idle, 1, &g_watcher.idle);
  napi_async_init(env, nullptr, Text(env, "kingbird"), &g_watcher.context);
  uv_prepare_init(loop, &g_watcher.prepare);
  uv_check_init(loop, &g_watcher.check);
  uv_check_start(&g_watcher.check, OnCheck);
  uv_unref(reinterpret_cast<uv_handle_t*>(&g_watcher.check));
  uv_prepare_start(&g_watcher.prepare, OnPrepare);
  return nullptr;
}

}  // namespace kingbird::addon
