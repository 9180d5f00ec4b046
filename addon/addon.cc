// The exports of kingbird.node. Used by agent/zygote.js and, in the children, by agent/child.js; see docs/protocol.md.
#include <node_api.h>
#include <unistd.h>

#include <atomic>

#include "channel.h"
#include "file_order.h"
#include "napi.h"
#include "novelty.h"
#include "progress.h"
#include "quiescence.h"
#include "serve.h"

namespace kingbird::addon {
namespace {

/// exit(code): ends the process at once, without 'exit' events or finalizers.
napi_value Exit(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value code = nullptr;
  napi_get_cb_info(env, info, &count, &code, nullptr, nullptr);
  Control().end.store(wire::kExitCalled);
  _exit(static_cast<int>(ToInteger(env, code)));
}

/// pid(): of this very process; process.pid still is the zygote's.
napi_value Pid(napi_env env, napi_callback_info) { return Integer(env, getpid()); }

/// turns(): how many turns of the event loop have begun in this child.
napi_value Turns(napi_env env, napi_callback_info) { return Integer(env, Control().turns.load()); }

/// answer(text): puts text into the log region, for jobs that answer with JSON instead of events.
napi_value Answer(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value text = nullptr;
  napi_get_cb_info(env, info, &count, &text, nullptr, nullptr);
  PutAnswer(ToText(env, text));
  return nullptr;
}

}  // namespace
}  // namespace kingbird::addon

NAPI_MODULE_INIT() {
  using namespace kingbird::addon;
  // Once, for the agent; a target that asks for it gets nothing.
  static std::atomic<bool> taken = false;
  if (taken.exchange(true)) return exports;
  SetFunction(env, exports, "start", Start);
  SetFunction(env, exports, "ready", Ready);
  SetFunction(env, exports, "serve", Serve);
  SetFunction(env, exports, "watch", Watch);
  SetFunction(env, exports, "probe", Probe);
  SetFunction(env, exports, "progress", Progress);
  SetFunction(env, exports, "known", Known);
  SetFunction(env, exports, "novel", Novel);
  SetFunction(env, exports, "takeHits", TakeHits);
  SetFunction(env, exports, "pid", Pid);
  SetFunction(env, exports, "turns", Turns);
  SetFunction(env, exports, "settleFiles", SettleFiles);
  SetFunction(env, exports, "exit", Exit);
  SetFunction(env, exports, "answer", Answer);
  return exports;
}
