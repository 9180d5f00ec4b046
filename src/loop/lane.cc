#include "loop/lane.h"

#include <algorithm>

namespace kingbird::loop {
namespace {

using model::Call;

constexpr int kCleanRuns = 2;
// Of a function that others were called beside: so many clean runs make up for one that was not, whoever it was.
constexpr int kMakeUp = 3;
// So many runs, and that part of them without a trace, say that the package is harmless.
constexpr int kManyRuns = 40;
constexpr double kCleanShare = 0.8;

constexpr char kMethodMark = '#';

std::string MethodName(const model::AccessPath& path) { return kMethodMark + model::ToString(path); }

bool IsMethod(const std::string& name) { return !name.empty() && name.front() == kMethodMark; }

}  // namespace

Lane::Lane(const model::Api& api) {
  for (const model::Function& function : api.functions) {
    for (const std::string& name : function.Names()) aliases_.try_emplace(name, function.Name());
  }
}

// Functions and constructors have different names: a class that is called throws, whatever it does when constructed.
std::string Lane::KeyOf(const Call& call) const {
  const bool plain = call.kind == Call::Kind::kCall || call.kind == Call::Kind::kNew;
  const bool built_in = call.receiver && call.receiver->kind == model::Argument::Kind::kGlobal;
  if (!plain && !built_in) return MethodName(call.path);
  const std::string name = model::CallName(call, {});
  const auto it = aliases_.find(name);
  return it == aliases_.end() ? name : it->second;
}

void Lane::Note(const model::TestCase& test, const model::Execution& execution) {
  const bool clean = execution.IsClean();
  ++runs_;
  clean_runs_ += clean ? 1 : 0;
  const bool alone = model::CountCalls(test) == 1;
  model::ForEachCall(*test.root, [&](const Call& call) {
    if (execution.Find(model::Event::Kind::kCall, call.id) == nullptr) return;
    Record& record = records_[KeyOf(call)];
    record.clean += clean ? 1 : 0;
    record.doubtful += clean ? 0 : 1;
    record.out = record.out || (alone && !clean);
  });
}

bool Lane::AdmitsName(const std::string& name) const {
  const auto it = records_.find(name);
  const Record record = it == records_.end() ? Record() : it->second;
  if (record.out) return false;
  if (record.clean >= std::max(kCleanRuns, kMakeUp * record.doubtful)) return true;
  const bool harmless = runs_ >= kManyRuns && clean_runs_ >= kCleanShare * runs_;
  return harmless && record.doubtful == 0 && IsMethod(name);
}

bool Lane::Admits(const model::Function& function) const {
  const bool method = function.kind == model::Function::Kind::kMethod && !function.owner.empty();
  return AdmitsName(method ? MethodName(function.path) : function.Name());
}

bool Lane::Admits(const model::TestCase& test) const {
  bool all = true;
  model::ForEachCall(
      *test.root, [&](const Call& call) { all = all && call.kind != Call::Kind::kAwait && AdmitsName(KeyOf(call)); });
  return all;
}

}  // namespace kingbird::loop
