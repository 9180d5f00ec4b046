// All tests go to the agent in one question, which costs one process. Should one of them end it, each is asked about by
// itself.
#include "suite/class_shrinking.h"

#include <algorithm>
#include <set>

#include "env/run_options.h"
#include "oracle/behaviour.h"
#include "suite/selection.h"

namespace kingbird::suite {
namespace {

constexpr std::chrono::milliseconds kDeadline{1500};
// Percent of the time limit that is for checking.
constexpr int kShareAfterShrinking = 20;
constexpr int kMostReads = 3;     // of the state, at the end of a test
constexpr size_t kMostItems = 8;  // of an array that is worth writing down

bool Contains(const model::Hits& all, const model::Hits& needed) {
  return std::includes(all.begin(), all.end(), needed.begin(), needed.end());
}

base::Json QuestionAbout(std::span<const Shrinkable> tests) {
  base::Json list = base::Json::array();
  for (const Shrinkable& one : tests)
    list.push_back({{"test", model::ToJson(*one.test)}, {"hits", one.hits}, {"calls", one.calls}});
  return {{"ask", "shrink"}, {"tests", std::move(list)}};
}

// The agent drops calls and changes literals; anything else is a misunderstanding.
model::TestCase Accept(const base::Json& answer, const model::TestCase& original) {
  auto smaller = model::TestCaseFromJson(answer);
  if (!smaller.ok() || !model::WellFormedness(*smaller).empty()) return original;
  smaller->next_id = original.next_id;
  return std::move(*smaller);
}

// The method under test is what the test is about, even where others reach the same code.
int LastCallOf(const model::TestCase& test, const std::string& method) {
  int last = 0;
  for (const model::Call& call : test.root->body) {
    if (!method.empty() && !call.path.empty() && call.path.back() == method) last = call.id;
  }
  return last;
}

bool IsPublic(const std::string& name) { return !name.empty() && name[0] != '_' && name[0] != '@'; }

// What a reader learns something from: plain values, short lists of them, objects that hold one.
bool IsWorthReading(const model::Value& value) {
  const auto is_primitive = [](const model::Value& item) { return item.IsPrimitive(); };
  switch (value.kind) {
    case model::Value::Kind::kArray:
      return value.items.size() <= kMostItems && value.properties.empty() &&
             std::all_of(value.items.begin(), value.items.end(), is_primitive);
    case model::Value::Kind::kObject:
      return std::any_of(value.properties.begin(), value.properties.end(), [&](const model::Property& field) {
        return IsPublic(field.name) && field.value.IsPrimitive();
      });
    case model::Value::Kind::kReference:  // shared with another field
      return true;
    default:
      return value.IsPrimitive();
  }
}

// The last method of an object made in the test that returned, with the object's state then.
const model::Event* LastReturn(const model::TestCase& test, const model::Execution& execution,
                               model::Argument& instance) {
  for (auto call = test.root->body.rbegin(); call != test.root->body.rend(); ++call) {
    if (call->kind != model::Call::Kind::kMethod || !call->receiver ||
        call->receiver->kind != model::Argument::Kind::kResult)
      continue;
    const model::Event* after = execution.Find(model::Event::Kind::kReturn, call->id);
    if (after == nullptr || after->values.size() < 2) continue;
    instance = *call->receiver;
    return after;
  }
  return nullptr;
}

// What the calls changed of the object's public fields is read at the end, so that a method that returns nothing is
// held to what it does.
void ReadState(model::TestCase& test, const model::Execution& execution) {
  model::Argument instance;
  const model::Event* after = LastReturn(test, execution, instance);
  if (after == nullptr) return;
  const model::Event* made = execution.Find(model::Event::Kind::kReturn, instance.node);
  const model::Value& state = after->values[1];
  if (made == nullptr || made->values.empty() || state.kind != model::Value::Kind::kObject) return;
  auto root = std::make_shared<model::Callback>(*test.root);
  int reads = 0;
  for (const model::Property& field : state.properties) {
    const model::Value* before = made->values[0].Find(field.name);
    const bool changed = before == nullptr || *before != field.value;
    if (!changed || !IsPublic(field.name) || !IsWorthReading(field.value)) continue;
    if (reads++ == kMostReads) break;
    model::Call read;
    read.kind = model::Call::Kind::kGet;
    read.path = {field.name};
    read.receiver = instance;
    read.id = test.next_id++;
    root->body.push_back(std::move(read));
  }
  test.root = std::move(root);
}

}  // namespace

base::Result<std::vector<model::TestCase>> Shrink(const std::vector<Shrinkable>& tests, runtime::Executor& executor) {
  std::vector<model::TestCase> smaller;
  for (const Shrinkable& one : tests) smaller.push_back(*one.test);
  if (tests.empty()) return smaller;
  const auto answered = [](const base::Json& answer, size_t count) {
    return answer.is_object() && answer.contains("tests") && answer["tests"].size() == count;
  };
  ASSIGN_OR_RETURN(const std::vector<base::Json> together, executor.Ask(std::vector{QuestionAbout(tests)}, kDeadline));
  if (answered(together[0], tests.size())) {
    for (size_t i = 0; i < tests.size(); ++i) smaller[i] = Accept(together[0]["tests"][i], *tests[i].test);
    return smaller;
  }
  std::vector<base::Json> questions;
  for (const Shrinkable& one : tests) questions.push_back(QuestionAbout({&one, 1}));
  ASSIGN_OR_RETURN(const std::vector<base::Json> answers, executor.Ask(questions, kDeadline));
  for (size_t i = 0; i < tests.size(); ++i) {
    if (answered(answers[i], 1)) smaller[i] = Accept(answers[i]["tests"][0], *tests[i].test);
  }
  return smaller;
}

base::Status ShrinkCandidates(env::Env& env, std::vector<loop::Candidate>& candidates, runtime::Executor& executor) {
  if (env.Hurries(kShareAfterShrinking)) return {};
  std::vector<loop::Candidate> left = candidates;
  const std::vector<Selected> selected = Select(left, Shown{{executor.LoadHits()}, {}});
  std::vector<const loop::Candidate*> originals;
  std::vector<Shrinkable> shrinkable;
  for (const Selected& one : selected) {
    originals.push_back(&*std::find_if(candidates.begin(), candidates.end(),
                                       [&](const loop::Candidate& next) { return next.test == one.test; }));
    std::set<int> calls;
    for (const oracle::Trait& behaviour : one.needed_behaviours)
      calls.insert(originals.back()->behaviours.at(behaviour));
    if (const int call = LastCallOf(one.test, env.config.method); call != 0) calls.insert(call);
    shrinkable.push_back({&one.test, one.needed_hits, {calls.begin(), calls.end()}});
  }
  ASSIGN_OR_RETURN(std::vector<model::TestCase> tests, Shrink(shrinkable, executor));
  runtime::RunOptions options = env::RunOptionsOf(env);
  options.methods = true;
  ASSIGN_OR_RETURN(const std::vector<model::Execution> executions, executor.Run(tests, options));
  std::vector<loop::Candidate> kept;
  for (size_t i = 0; i < selected.size(); ++i) {
    oracle::Traits behaviours = oracle::TraitsOf(tests[i], executions[i]);
    const bool confirmed = executions[i].end == model::End::kFinished &&
                           Contains(executions[i].hits, selected[i].needed_hits) &&
                           oracle::HasAll(behaviours, selected[i].needed_behaviours);
    if (confirmed) {
      ReadState(tests[i], executions[i]);
      kept.push_back({tests[i], executions[i].hits, std::move(behaviours)});
    } else {
      kept.push_back(*originals[i]);
    }
  }
  candidates = std::move(kept);
  return {};
}

}  // namespace kingbird::suite
