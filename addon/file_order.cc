// A call that blocks, such as writeFileSync, would race with operations in libuv's thread. The thread takes its work in
// order: an empty piece of work behind all others is reached when those are done.
#include "file_order.h"

#include <semaphore.h>
#include <uv.h>

#include <cerrno>
#include <ctime>

namespace kingbird::addon {
namespace {

constexpr long kPatienceNs = 50'000'000;

struct Marker {
  uv_work_t work = {};
  sem_t reached;
};

void Reach(uv_work_t* work) { sem_post(&static_cast<Marker*>(work->data)->reached); }

void Forget(uv_work_t* work, int) {
  auto* marker = static_cast<Marker*>(work->data);
  sem_destroy(&marker->reached);
  delete marker;
}

}  // namespace

napi_value SettleFiles(napi_env env, napi_callback_info) {
  uv_loop_t* loop = nullptr;
  if (napi_get_uv_event_loop(env, &loop) != napi_ok || loop->active_reqs.count == 0) return nullptr;
  auto* marker = new Marker;
  marker->work.data = marker;
  sem_init(&marker->reached, 0, 0);
  if (uv_queue_work(loop, &marker->work, Reach, Forget) != 0) {
    Forget(&marker->work, 0);
    return nullptr;
  }
  timespec until = {};
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += kPatienceNs;
  if (until.tv_nsec >= 1'000'000'000) {
    until.tv_nsec -= 1'000'000'000;
    ++until.tv_sec;
  }
  while (sem_timedwait(&marker->reached, &until) != 0 && errno == EINTR) {
  }
  return nullptr;
}

}  // namespace kingbird::addon
