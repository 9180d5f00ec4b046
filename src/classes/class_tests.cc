#include "classes/class_tests.h"

#include <algorithm>

#include "oracle/engine_error.h"
#include "suite/class_shrinking.h"

namespace kingbird::classes {
namespace {

constexpr size_t kFirstRound = 64;  // the first, and after a round with hangs
constexpr int kMostInferences = 4;
constexpr int kMostOfOneError = 4;  // tests that show it: the first may have made an object of it oddly
constexpr int kTypeErrors = 6;      // of well-typed tests in one function make its types doubtful

std::string NameOfThrower(const loop::BadEnd& end) {
  const auto& body = end.test.root->body;
  const auto call = std::ranges::find(body, end.thrower, &model::Call::id);
  return call == body.end() ? "" : model::CallName(*call, end.execution);
}

}  // namespace

ClassTests::ClassTests(env::Env& env, ClassStudy& study, runtime::Executor& executor,
                       const generate::BuilderConfig& config)
    : env_(env),
      study_(study),
      executor_(executor),
      builder_(study.classes, study.under_test, *study.values, config),
      rng_(env.Rng("classes")),
      goal_(builder_.Goal()) {}

std::vector<model::TestCase> ClassTests::Propose(size_t count, const loop::Standing& standing) {
  builder_.Weigh([&](uint32_t counter) { return standing.so_far.covered.Has(counter); });
  const size_t grown = std::max(static_cast<size_t>(standing.so_far.executed) / 2, kFirstRound);
  const size_t size = std::min(count, hung_ ? kFirstRound : grown);
  built_.clear();
  paid_.clear();
  hung_ = false;
  std::vector<model::TestCase> tests;
  for (size_t i = 0; i < size; ++i) {
    built_.push_back(builder_.Build(rng_));
    tests.push_back(built_.back().test);
  }
  return tests;
}

void ClassTests::Absorb(size_t i, const model::Execution& execution, const loop::News& news) {
  builder_.Learn(built_[i].test, execution);
  hung_ |= execution.end == model::End::kTimedOut;
  if (!news.reached.empty()) paid_[i] = news.reached;
  if (built_[i].well_typed && !execution.depends_on_machine) NoteErrors(built_[i].test, execution);
}

base::Status ClassTests::EndTurn() {
  TRY(ShrinkPaid());
  for (size_t i = 0; i < built_.size(); ++i) builder_.Report(built_[i], paid_.contains(i));
  return InferAgain();
}

// What is mutated later should hold nothing but what it paid for.
base::Status ClassTests::ShrinkPaid() {
  std::vector<suite::Shrinkable> shrinkable;
  for (const auto& [place, gained] : paid_) shrinkable.push_back({&built_[place].test, gained, {}});
  ASSIGN_OR_RETURN(std::vector<model::TestCase> smaller, suite::Shrink(env_, shrinkable, executor_));
  size_t next = 0;
  for (const auto& [place, gained] : paid_) built_[place].test = std::move(smaller[next++]);
  return {};
}

// Errors of the engine, not those that the target throws on purpose, and not for want of an instance.
void ClassTests::NoteErrors(const model::TestCase& test, const model::Execution& execution) {
  for (const model::Call& call : test.root->body) {
    const model::Event* thrown = execution.Find(model::Event::Kind::kThrow, call.id);
    if (thrown == nullptr || thrown->values.empty() || !oracle::IsEngineError(thrown->values[0])) continue;
    if (call.receiver && (thrown->values.size() < 2 || model::IsPrimitive(thrown->values[1].kind))) continue;
    const std::string name = model::CallName(call, execution);
    ++doubts_[name];
    const bool iterates = call.receiver && call.receiver->kind == model::Argument::Kind::kGlobal;
    if (!study_.only_class || iterates) continue;
    if (++messages_[name][oracle::ErrorPattern(thrown->values[0])] <= kMostOfOneError)
      thrown_.push_back({test, execution, call.id});
  }
}

// "Class#method" → the types of its parameters.
std::map<std::string, std::string> ClassTests::TypesByFunction() const {
  std::map<std::string, std::string> types;
  for (const model::InferredType& type : ReportedTypes(study_)) types[type.function] += type.type + ";";
  return types;
}

base::Status ClassTests::InferAgain() {
  const bool doubtful = std::ranges::any_of(doubts_, [](const auto& entry) { return entry.second >= kTypeErrors; });
  if (!doubtful || inferences_ >= kMostInferences) return {};
  ++inferences_;
  for (const auto& [function, count] : doubts_) {
    if (count >= kTypeErrors) study_.inference->Overrule(function);
  }
  doubts_.clear();
  std::vector<const model::Class*> wanted;
  for (const model::Class& next : study_.classes) wanted.push_back(&next);
  std::map<std::string, std::string> before = TypesByFunction();
  TRY(study_.inference->Infer(study_.classes, wanted));
  builder_.Adopt(study_.classes);
  // What was thrown at arguments of another type says nothing.
  std::map<std::string, std::string> after = TypesByFunction();
  std::erase_if(thrown_, [&](const loop::BadEnd& end) {
    const std::string function = NameOfThrower(end);
    if (before[function] == after[function]) return false;
    messages_.erase(function);
    return true;
  });
  return {};
}

}  // namespace kingbird::classes
