// The forked process has everything the query refers to, so nothing is sent but the answer. The engines are used only
// there: whatever they leave behind dies with it.
#include "concolic/solve/race.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <list>
#include <optional>

#include "base/file_system.h"
#include "concolic/solve/answer_codec.h"
#include "concolic/solve/decorators.h"
#include "concolic/solve/query.h"

namespace kingbird::concolic {
namespace {

using Verdict = Answer::Verdict;

constexpr rlim_t kMostMemory = rlim_t{2} << 30;

/// What this process uses already, plus the allowance.
void LimitMemory() {
  const auto sizes = base::Disk().Read("/proc/self/statm");
  const rlim_t pages = sizes.ok() ? std::strtoul(sizes->c_str(), nullptr, 10) : 0;
  const rlim_t most = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + kMostMemory;
  const rlimit limit{most, most};
  ::setrlimit(RLIMIT_AS, &limit);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
}

[[noreturn]] void RunEngine(Solver& engine, const Query& query, int out) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Descriptors of the parent must not stay open here: somebody waits for their end.
  ::dup2(out, 3);
  ::close_range(4, ~0U, 0);
  LimitMemory();
  std::string bytes;
  try {
    bytes = Encode(engine.Solve(query));
  } catch (...) {
    ::_exit(1);
  }
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t written = ::write(3, bytes.data() + done, bytes.size() - done);
    if (written <= 0) ::_exit(1);
    done += static_cast<size_t>(written);
  }
  ::_exit(0);
}

/// One engine under way. Ends with the object.
class EngineRun {
 public:
  EngineRun(Solver& engine, const Query& query) : name_(engine.name()) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return;
    pid_ = ::fork();
    if (pid_ == 0) RunEngine(engine, query, ends[1]);
    ::close(ends[1]);
    fd_ = ends[0];
  }
  EngineRun(const EngineRun&) = delete;
  EngineRun& operator=(const EngineRun&) = delete;
  ~EngineRun() {
    if (fd_ >= 0) ::close(fd_);
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

  int fd() const { return fd_; }
  /// Reads what is there; true at the end.
  bool Read() {
    char buffer[4096];
    const ssize_t count = ::read(fd_, buffer, sizeof buffer);
    if (count < 0) return errno != EINTR;
    bytes_.append(buffer, static_cast<size_t>(count));
    return count == 0;
  }
  const std::string& name() const { return name_; }
  /// Nothing: it died, or said what is no answer.
  std::optional<Answer> Take() const {
    std::optional<Answer> answer = DecodeAnswer(bytes_);
    if (answer) answer->solver = name_;
    return answer;
  }

 private:
  std::string name_;
  pid_t pid_ = -1;
  int fd_ = -1;
  std::string bytes_;
};

int Milliseconds(base::Clock::Time::duration duration) {
  return static_cast<int>(std::max<int64_t>(0, std::chrono::ceil<std::chrono::milliseconds>(duration).count()));
}

/// Waits for one of them to end; the end of the list when `until` passed before.
std::list<EngineRun>::iterator Wait(std::list<EngineRun>& runners, const base::Clock& clock, base::Clock::Time until) {
  while (true) {
    std::vector<pollfd> fds;
    for (const EngineRun& runner : runners) fds.push_back({runner.fd(), POLLIN, 0});
    const int ready = ::poll(fds.data(), fds.size(), Milliseconds(until - clock.Now()));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return runners.end();
    auto runner = runners.begin();
    for (size_t i = 0; i < fds.size(); ++i, ++runner) {
      if (fds[i].revents != 0 && runner->Read()) return runner;
    }
  }
}

}  // namespace

bool IsAboutText(const Query& query) {
  std::vector<NodeId> roots = Roots(query.literals);
  for (NodeId id : Reachable(query.path->expressions, roots)) {
    const Node& node = query.path->expressions[id];
    if (node.op == Op::kInput && query.types[node.symbol] == Type::kString) return true;
  }
  return false;
}

std::vector<Solver*> RacingSolver::Order(const Query& query) const {
  std::vector<Solver*> order;
  for (const auto& engine : engines_) order.push_back(engine.get());
  if (IsAboutText(query)) {
    std::stable_partition(order.begin(), order.end(), [](const Solver* engine) { return engine->name() == "cvc5"; });
  }
  return order;
}

Answer RacingSolver::Solve(const Query& query) {
  const std::vector<Solver*> order = Order(query);
  const base::Clock::Time deadline = clock_.Now() + query.time_limit;
  std::list<EngineRun> runners;
  size_t started = 0;
  Answer last;
  while (clock_.Now() < deadline) {
    if (started < order.size()) runners.emplace_back(*order[started++], query);
    if (runners.empty()) break;
    const base::Clock::Time until = started < order.size() ? std::min(deadline, clock_.Now() + head_start_) : deadline;
    const auto ended = Wait(runners, clock_, until);
    if (ended == runners.end()) continue;
    std::optional<Answer> answer = ended->Take();
    if (statistics_ != nullptr && !answer) ++statistics_->by_solver[ended->name()].broken;
    if (statistics_ != nullptr && answer && answer->verdict == Verdict::kUnknown)
      ++statistics_->by_solver[ended->name()].silent;
    last = Validated(query, std::move(answer).value_or(Answer{}), statistics_);
    if (last.verdict != Verdict::kUnknown) return last;
    runners.erase(ended);
  }
  for (const EngineRun& runner : runners) {
    if (statistics_ != nullptr) ++statistics_->by_solver[runner.name()].silent;
  }
  last.verdict = Verdict::kUnknown;
  last.model.clear();
  return last;
}

}  // namespace kingbird::concolic
