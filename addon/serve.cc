// Start-up: the core's kStart frame is read, JavaScript loads the target, kReady is sent. Loop: a frame is read by a
// blocking read (a libuv handle would live on in the children), a child is forked, awaited, reported by kDone, and the
// scratch folder made anew while the core digests the report. Exit: when the core closes the socket.
//
// V8 marks its heap MADV_DONTFORK: undone once, before the first fork. No JavaScript runs in the zygote after that, so
// its mappings stay as they are. A child re-initialises the event loop with uv_loop_fork.
#include "serve.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include <cstdio>
#include <cstring>

#include "channel.h"
#include "effects.h"
#include "foreign_signals.h"
#include "huge_code.h"
#include "lost_threads.h"
#include "napi.h"
#include "progress.h"
#include "runtime/signal_fence.h"
#include "scratch.h"
#include "watchdog.h"

namespace kingbird::addon {
namespace {

constexpr int kZygoteFailed = 70;

[[noreturn]] void Die(const char* what) {
  std::fprintf(stderr, "kingbird zygote: %s\n", what);
  _exit(kZygoteFailed);
}

void MakeMemoryForkable() {
  FILE* maps = std::fopen("/proc/self/maps", "re");
  if (maps == nullptr) Die("cannot read /proc/self/maps");
  char line[4352];
  while (std::fgets(line, sizeof line, maps) != nullptr) {
    unsigned long begin = 0;
    unsigned long end = 0;
    char permissions[8];
    if (std::sscanf(line, "%lx-%lx %7s", &begin, &end, permissions) == 3 && permissions[3] == 'p') {
      madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DOFORK);
    }
  }
  std::fclose(maps);
}

Scratch ReadScratch(napi_env env, napi_value description) {
  Scratch scratch;
  scratch.root = ToText(env, Get(env, description, "root"));
  scratch.working = ToText(env, Get(env, description, "working"));
  napi_value entries = Get(env, description, "entries");
  uint32_t count = 0;
  napi_get_array_length(env, entries, &count);
  for (uint32_t i = 0; i < count; ++i) {
    napi_value item = nullptr;
    napi_get_element(env, entries, i, &item);
    const std::string kind = ToText(env, Get(env, item, "kind"));
    scratch.entries.push_back({ToText(env, Get(env, item, "path")),
                               kind == "folder" ? Entry::Kind::kFolder
                               : kind == "link" ? Entry::Kind::kLink
                                                : Entry::Kind::kFile,
                               ToText(env, Get(env, item, "content")),
                               static_cast<int>(ToInteger(env, Get(env, item, "mode"), 0644))});
  }
  return scratch;
}

void BecomeTest(uv_loop_t* loop, const Scratch& scratch, bool fence) {
  ForgetLostThreads();
  close(wire::kSocket);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 1);
  setpgid(0, 0);
  umask(022);
  // Node ignores it and goes on with EFBIG, an answer that no other machine gives: a file that outgrows the limit ends
  // the test.
  signal(SIGXFSZ, SIG_DFL);
  if (chdir(scratch.working.c_str()) != 0) Die("the scratch folder is gone");
  if (uv_loop_fork(loop) != 0) Die("uv_loop_fork failed");
  ListenForProbe();
  if (fence && !runtime::FenceSignals()) Die("cannot fence signals");
  WatchEffects(scratch.root);
  Control().started.store(1);
}

napi_value Job(napi_env env, const Frame& frame) {
  napi_value job = nullptr;
  napi_create_object(env, &job);
  Set(env, job, "type", Text(env, ToString(frame.type)));
  Set(env, job, "json", Text(env, std::string_view(frame.payload).substr(sizeof(wire::RunHeader))));
  return job;
}

}  // namespace

napi_value Start(napi_env env, napi_callback_info) {
  // No process of a test may reach into the zygote through /proc.
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_CHILD_SUBREAPER, getppid() == 1 ? 0 : 1);
  umask(022);
  // Node would start a debugger, which listens in the zygote as long as that lives: a target may ask for it while it is
  // loaded.
  signal(SIGUSR1, SIG_IGN);
  Frame frame;
  if (!MapRegions()) return ThrowErrno(env, "kingbird: shared regions");
  if (!ReadFrame(frame) || frame.type != wire::FrameType::kStart) return ThrowErrno(env, "kingbird: start frame");
  napi_value result = RegionArrays(env);
  Set(env, result, "json", Text(env, frame.payload));
  Set(env, result, "protocol", Integer(env, wire::kProtocolVersion));
  return result;
}

napi_value Ready(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value json = nullptr;
  napi_get_cb_info(env, info, &count, &json, nullptr, nullptr);
  const std::string text = ToText(env, json);
  if (!WriteFrame(wire::FrameType::kReady, text.data(), text.size())) _exit(0);
  return nullptr;
}

napi_value Serve(napi_env env, napi_callback_info info) {
  size_t count = 2;
  napi_value arguments[2] = {};
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  bool fence = false;
  napi_get_value_bool(env, arguments[1], &fence);
  uv_loop_t* loop = nullptr;
  napi_get_uv_event_loop(env, &loop);
  const Scratch scratch = ReadScratch(env, arguments[0]);
  FindRealFunctions();
  AwaitIdleThreads();
  MakeMemoryForkable();
  PutCodeOnHugePages();
  ForeignSignals signals;
  signals.Ignore();
  Frame frame;
  while (true) {
    if (!scratch.Refresh()) Die("cannot make the scratch folder");
    if (!ReadFrame(frame)) _exit(0);
    wire::RunHeader limits;
    if (frame.payload.size() < sizeof limits) Die("frame too short");
    std::memcpy(&limits, frame.payload.data(), sizeof limits);
    const pid_t child = fork();
    if (child < 0) Die("cannot fork");
    if (child == 0) {
      signals.Restore();
      BecomeTest(loop, scratch, fence);
      return Job(env, frame);
    }
    const wire::DoneBody done = Await(child, limits, scratch);
    if (!WriteFrame(wire::FrameType::kDone, &done, sizeof done)) _exit(0);
  }
}

}  // namespace kingbird::addon
