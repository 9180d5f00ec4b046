#include "conform/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <thread>

namespace kingbird::conform {
namespace {

/// Cases of one task: engines are slow to start and become quick, but every thread must have some.
constexpr size_t kLeast = 250;
constexpr size_t kMost = 2000;

/// Some cases for one participant: what one thread does at a time.
struct Task {
  size_t participant = 0;
  std::vector<size_t> columns;
};

std::vector<Task> TasksFor(const std::vector<Participant>& participants, const std::vector<size_t>& who,
                           const std::vector<Case>& cases, const std::vector<bool>& heavy, int jobs) {
  const size_t share = std::clamp(cases.size() / (2 * static_cast<size_t>(std::max(1, jobs))) + 1, kLeast, kMost);
  std::vector<Task> tasks;
  for (const size_t participant : who) {
    Task task{participant, {}};
    for (size_t i = 0; i < cases.size(); ++i) {
      if (heavy[i] || !TakesPart(participants[participant], cases[i])) continue;
      task.columns.push_back(i);
      if (task.columns.size() < share) continue;
      tasks.push_back(std::move(task));
      task = {participant, {}};
    }
    if (!task.columns.empty()) tasks.push_back(std::move(task));
  }
  return tasks;
}

base::Status RunTasks(const std::vector<Task>& tasks, const std::vector<Participant>& participants,
                      const std::vector<Case>& cases, CaseRunner& runner, int jobs, Table& table) {
  std::atomic<size_t> next{0};
  std::mutex mutex;
  base::Status failure;
  const auto work = [&] {
    for (size_t i = next++; i < tasks.size(); i = next++) {
      const Task& task = tasks[i];
      std::vector<const Case*> own;
      for (const size_t column : task.columns) own.push_back(&cases[column]);
      auto outcomes = runner.Run(participants[task.participant].implementation, own, fmt::format("task-{}", i));
      if (!outcomes.ok()) {
        const std::lock_guard lock(mutex);
        failure = outcomes.error();
        return;
      }
      for (size_t j = 0; j < own.size(); ++j) table.at(task.participant, task.columns[j]) = std::move((*outcomes)[j]);
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < std::max(1, jobs); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return failure;
}

}  // namespace

bool TakesPart(const Participant& participant, const Case& one) {
  return participant.built_in < 0 || static_cast<size_t>(participant.built_in) == one.built_in;
}

base::Result<Table> RunAll(const std::vector<Participant>& participants, const std::vector<size_t>& who,
                           const std::vector<Case>& cases, CaseRunner& runner, int jobs) {
  Table table(participants.size(), cases.size());
  std::vector<size_t> pilots, others;
  for (const size_t participant : who)
    (participants[participant].implementation.engine.profile.pilot ? pilots : others).push_back(participant);
  std::vector<bool> heavy(cases.size(), false);
  TRY(RunTasks(TasksFor(participants, pilots, cases, heavy, jobs), participants, cases, runner, jobs, table));
  for (size_t i = 0; i < cases.size(); ++i) {
    for (const size_t pilot : pilots) heavy[i] = heavy[i] || table.at(pilot, i).kind == Outcome::Kind::kHeavy;
    for (const size_t other : others) {
      if (heavy[i]) table.at(other, i).kind = Outcome::Kind::kHeavy;
    }
  }
  TRY(RunTasks(TasksFor(participants, others, cases, heavy, jobs), participants, cases, runner, jobs, table));
  return table;
}

Verdict VoteOn(const std::vector<Participant>& participants, const std::vector<size_t>& who, const Case& one,
               const Table& table, size_t column) {
  std::vector<Ballot> ballots;
  for (const size_t participant : who) {
    if (!TakesPart(participants[participant], one)) continue;
    ballots.push_back({participant, participants[participant].implementation.votes, &table.at(participant, column)});
  }
  return Vote(ballots);
}

}  // namespace kingbird::conform
