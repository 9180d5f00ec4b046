// Start: regions and output files are made, Node is launched in the sandbox with them as descriptors 1…7, told by a
// kStart frame what to load, and expected to answer kReady. Run: regions are reset (only what the last test touched), a
// frame is sent, kDone awaited. The regions outlive the child, so a crash loses nothing.
#include "runtime/zygote.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "model/scratch_tree.h"
#include "runtime/answer.h"
#include "runtime/protocol.h"

namespace kingbird::runtime {
namespace {

// One thread, because a fork keeps only one. Everything compiled when it is loaded, source positions included, and
// never dropped: what the zygote has, its children need not make again. No memory reducer: eight seconds after a
// collection it would start another one, in every child from then on. Room in the heap that V8 would give only after a
// collection, which would again be one in every child.
constexpr const char* kZygoteFlags[] = {"--single-threaded",   "--no-lazy",
                                        "--no-flush-bytecode", "--no-enable-lazy-source-positions",
                                        "--no-memory-reducer", "--initial-old-space-size=64"};
constexpr size_t kShownOutput = 4000;
constexpr size_t kMostVersion = 40;
constexpr size_t kMostReason = 200;
// The zygote keeps the deadline; the core only notices when the zygote does not.
constexpr std::chrono::milliseconds kGrace{20000};

base::Json ScratchJson(const base::Path& root) {
  using EntryKind = model::ScratchEntry::Kind;
  std::vector<model::ScratchEntry> entries = {{"work", EntryKind::kFolder, "", 0755},
                                              {"tmp", EntryKind::kFolder, "", 0755},
                                              {"home", EntryKind::kFolder, "", 0755}};
  for (model::ScratchEntry entry : model::ScratchTree()) {
    entry.path = "work/" + entry.path;
    entries.push_back(std::move(entry));
  }
  return {{"root", root.string()}, {"working", (root / "work").string()}, {"entries", model::ToJson(entries)}};
}

std::vector<std::string> Environment(const base::Path& scratch, const std::vector<std::string>& more) {
  std::vector<std::string> environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + (scratch / "home").string(),
                                          "TMPDIR=" + (scratch / "tmp").string(), "LANG=C.UTF-8", "TZ=UTC",
                                          "USER=kingbird",
                                          // File operations end in the order in which they began: the same test
                                          // does the same again. Tests in real time have more (agent/child.js).
                                          "UV_THREADPOOL_SIZE=1"};
  environment.insert(environment.end(), more.begin(), more.end());
  return environment;
}

}  // namespace

Zygote::~Zygote() {
  if (socket_ >= 0) close(socket_);
}

base::Result<std::unique_ptr<Zygote>> Zygote::Start(const ZygoteConfig& config) {
  ASSIGN_OR_RETURN(auto control, SharedMemory::Make("control", wire::kControlSize));
  ASSIGN_OR_RETURN(auto log, SharedMemory::Make("log", config.log_bytes));
  ASSIGN_OR_RETURN(auto counters, SharedMemory::Make("counters", size_t{4} * config.counters));
  ASSIGN_OR_RETURN(auto trace, SharedMemory::Make("trace", config.trace_bytes));
  ASSIGN_OR_RETURN(auto out, OutputFile::Make("stdout"));
  ASSIGN_OR_RETURN(auto err, OutputFile::Make("stderr"));
  std::unique_ptr<Zygote> zygote(new Zygote(config, {std::move(control), std::move(log), std::move(counters),
                                                     std::move(trace), std::move(out), std::move(err)}));
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    return base::EnvironmentError(fmt::format("cannot make a socket: {}", std::strerror(errno)));
  }
  zygote->socket_ = sockets[0];
  const base::Status launched = zygote->Launch(sockets[1]);
  close(sockets[1]);
  if (!launched.ok()) return launched.error();
  TRY(zygote->Load());
  return zygote;
}

base::Status Zygote::Launch(int socket) {
  scratch_root_ = kScratchMount;
  if (config_.sandbox != SandboxKind::kNamespaces) {
    ASSIGN_OR_RETURN(base::TempFolder folder, base::TempFolder::Make(base::Disk(), "kingbird-scratch"));
    scratch_.emplace(std::move(folder));
    scratch_root_ = scratch_->path();
  }
  LaunchSpec spec;
  spec.sandbox = config_.sandbox;
  spec.command = {config_.node.string(), fmt::format("--max-old-space-size={}", config_.heap_mb)};
  spec.command.insert(spec.command.end(), std::begin(kZygoteFlags), std::end(kZygoteFlags));
  spec.command.insert(spec.command.end(), config_.node_flags.begin(), config_.node_flags.end());
  spec.command.push_back((config_.layout.agent / "zygote.js").string());
  spec.command.push_back(config_.layout.addon.string());
  spec.environment = Environment(scratch_root_, config_.environment);
  // Taken away again by agent/zygote.js, so that what the target starts does not inherit it. See addon/lost_threads.cc.
  spec.environment.push_back("LD_PRELOAD=" + config_.layout.addon.string());
  spec.descriptors = {-1,
                      memory_.out.descriptor(),
                      memory_.err.descriptor(),
                      socket,
                      memory_.control.descriptor(),
                      memory_.log.descriptor(),
                      memory_.counters.descriptor(),
                      memory_.trace.descriptor()};
  spec.scratch = scratch_root_;
  spec.readable = config_.readable;
  for (const base::Path& path : {config_.layout.agent, config_.layout.addon, config_.node, config_.base}) {
    spec.readable.push_back(path);
  }
  if (!config_.manifest.empty()) spec.readable.push_back(config_.manifest);
  spec.limits = config_.limits;
  ASSIGN_OR_RETURN(SandboxedProcess process, SandboxedProcess::Launch(spec));
  process_.emplace(std::move(process));
  return {};
}

base::Status Zygote::Load() {
  base::Json start = {{"protocol", wire::kProtocolVersion},
                      {"target", {{"entry", config_.entry}, {"base", config_.base.string()}}},
                      {"scratch", ScratchJson(scratch_root_)}};
  if (!config_.manifest.empty()) start["manifest"] = config_.manifest.string();
  if (!config_.original_root.empty()) {
    start["sources"] = {{"staged", config_.staged_root.string()}, {"original", config_.original_root.string()}};
  }
  if (config_.fence_signals) start["fence"] = true;
  if (config_.type_hooks) start["types"] = true;
  if (config_.concolic) start["concolic"] = {{"stand_ins", config_.stand_ins}};
  if (config_.few_tests) start["fewTests"] = true;
  if (!config_.child.empty()) start["child"] = config_.child;
  const base::Status told =
      WriteFrame(socket_, wire::FrameType::kStart, base::DumpJson(start), config_.load_time_limit, config_.run);
  const auto frame =
      told.ok() ? ReadFrame(socket_, config_.load_time_limit, config_.run) : base::Result<Frame>(told.error());
  if (!frame || frame->type != wire::FrameType::kReady) {
    std::string printed = memory_.err.Read(kShownOutput) + memory_.out.Read(kShownOutput);
    printed.erase(0, printed.find_first_not_of('\n'));  // The lines of the warm-up are empty.
    return base::Error{base::ErrorCode::kEndsWhileLoaded,
                       fmt::format("{} ended or hung while it was loaded", config_.entry), "", printed};
  }
  // The target is loaded by then, and may have written this itself.
  const auto ready = DecodeAnswer(ToString(frame->type), frame->payload);
  if (!ready || ready->at("protocol") != wire::kProtocolVersion) {
    return base::EnvironmentError(fmt::format("{} answers in place of the agent", config_.entry));
  }
  if (ready->contains("error")) {
    return base::Error{base::ErrorCode::kDoesNotLoad, fmt::format("{} does not load", config_.entry), "",
                       base::ValueOr(*ready, "error", ""), base::ValueOr(*ready, "code", "").substr(0, kMostReason)};
  }
  memory_.out.Reset();
  memory_.err.Reset();
  node_version_ = base::ValueOr(*ready, "node", "").substr(0, kMostVersion);
  es_module_ = base::ValueOr(*ready, "format", "") == "module";
  starts_timers_ = base::ValueOr(*ready, "timers", false);
  for (const base::Json& one : base::ValueOr(*ready, "failed", base::Json::array()))
    failed_.emplace_back(base::ValueOr(one, "module", ""), base::ValueOr(one, "reason", ""));
  working_folder_ = (base::Path(scratch_root_) / "work").string();
  load_hits_ = ReadHits();
  return {};
}

model::Hits Zygote::ReadHits() const {
  model::Hits hits;
  // One u32 per counter; two at a time, because most are zero.
  const std::span<const uint8_t> bytes = memory_.counters.bytes();
  for (size_t at = 0; at + 4 <= bytes.size(); at += 8) {
    uint32_t pair[2] = {0, 0};
    std::memcpy(pair, bytes.data() + at, std::min<size_t>(8, bytes.size() - at));
    if ((pair[0] | pair[1]) == 0) continue;
    if (pair[0] != 0) hits.push_back(static_cast<uint32_t>(at / 4));
    if (pair[1] != 0) hits.push_back(static_cast<uint32_t>(at / 4 + 1));
  }
  return hits;
}

void Zygote::Reset(bool coverage) {
  std::memset(memory_.control.bytes().data(), 0, sizeof(wire::Control));
  std::memset(memory_.log.bytes().data(), 0, std::min<size_t>(memory_.log.bytes().size(), 64));
  if (coverage && !memory_.counters.bytes().empty())
    std::memset(memory_.counters.bytes().data(), 0, memory_.counters.bytes().size());
  memory_.out.Reset();
  memory_.err.Reset();
}

base::Result<RawResult> Zygote::Run(wire::FrameType type, std::string_view json, std::chrono::milliseconds deadline,
                                    bool coverage) {
  Reset(coverage);
  wire::RunHeader header;
  header.deadline_ms = static_cast<uint32_t>(deadline.count());
  header.output_limit = config_.output_bytes;
  header.process_limit = config_.processes;
  if (scratch_) header.scratch_limit_mb = static_cast<uint32_t>(config_.limits.scratch_size >> 20);
  header.memory_limit_mb = config_.memory_mb;
  std::string payload(reinterpret_cast<const char*>(&header), sizeof header);
  payload += json;
  TRY(WriteFrame(socket_, type, payload, kGrace, config_.run));
  ASSIGN_OR_RETURN(const Frame frame, ReadFrame(socket_, deadline + kGrace, config_.run));
  RawResult result;
  if (frame.type != wire::FrameType::kDone || frame.payload.size() != sizeof result.done) {
    return base::InternalError("the zygote sent an unexpected frame");
  }
  std::memcpy(&result.done, frame.payload.data(), sizeof result.done);
  result.end_mark = memory_.control.As<wire::Control>().end.load();
  result.asked = memory_.control.As<wire::Control>().asked.load();
  result.effects = memory_.control.As<wire::Control>().effects.load();
  result.log = memory_.log.TakeCommitted();
  result.out = memory_.out.Read(config_.output_bytes);
  result.err = memory_.err.Read(config_.output_bytes);
  if (coverage) result.hits = ReadHits();
  result.trace = memory_.trace.TakeCommitted();
  return result;
}

}  // namespace kingbird::runtime
