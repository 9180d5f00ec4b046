#include "suite/class_shrinking.h"

#include <algorithm>
#include <set>

#include "env/run_options.h"
#include "oracle/behaviour.h"
#include "suite/selection.h"
#include "suite/shrinking.h"

namespace kingbird::suite {
namespace {

constexpr std::chrono::milliseconds kDeadline{1500};
constexpr int kAttempts = 400;
constexpr size_t kAttemptsAtOnce = 4;
// Percent of the time limit that is for checking.
constexpr int kShareAfterShrinking = 20;
constexpr int kMostReads = 3;     // of the state, at the end of a test
constexpr size_t kMostItems = 8;  // of an array that is worth writing down

// Says of candidates whether they show what their tests do. All of a round go to the agent in one question, which costs
// one process. Should one of them end it, each test's are asked about by themselves; a test whose candidates do not
// come back even so is not asked about again.
class AgentJudge {
 public:
  AgentJudge(const std::vector<Shrinkable>& tests, runtime::Executor& executor) : tests_(tests), executor_(executor) {}

  // What the tests show as they are.
  base::Status Begin() {
    std::vector<Attempt> attempts;
    for (size_t i = 0; i < tests_.size(); ++i) attempts.push_back({tests_[i].test, i});
    ASSIGN_OR_RETURN(wanted_, Ask(attempts));
    return {};
  }

  base::Result<std::vector<bool>> Judge(const std::vector<model::TestCase>& candidates,
                                        const std::vector<size_t>& owners) {
    std::vector<Attempt> attempts;
    for (size_t k = 0; k < candidates.size(); ++k) {
      if (!lost_.contains(owners[k])) attempts.push_back({&candidates[k], owners[k]});
    }
    ASSIGN_OR_RETURN(const std::vector<base::Json> shown, Ask(attempts));
    std::vector<bool> kept(candidates.size());
    for (size_t k = 0; k < attempts.size(); ++k) {
      const bool same = shown[k].is_string() && shown[k] == wanted_[attempts[k].owner];
      kept[static_cast<size_t>(attempts[k].test - candidates.data())] = same && !attempts[k].test->root->body.empty();
    }
    return kept;
  }

 private:
  struct Attempt {
    const model::TestCase* test;
    size_t owner;
  };

  base::Json QuestionAbout(std::span<const Attempt> attempts) const {
    base::Json list = base::Json::array();
    for (const auto& [test, owner] : attempts)
      list.push_back({{"test", model::ToJson(*test)}, {"hits", tests_[owner].hits}, {"calls", tests_[owner].calls}});
    return {{"ask", ToString(runtime::Question::kShown)}, {"tests", std::move(list)}};
  }

  static bool Answers(const base::Json& answer, size_t count) {
    return !answer.is_null() && answer.at("tests").size() == count;
  }

  // Of each what came of the calls, in words; null where it does not reach the counters. Those of one test stand
  // together.
  base::Result<std::vector<base::Json>> Ask(std::span<const Attempt> attempts) {
    if (attempts.empty()) return std::vector<base::Json>();
    ASSIGN_OR_RETURN(const auto together, executor_.Ask(std::vector{QuestionAbout(attempts)}, kDeadline));
    if (Answers(together[0], attempts.size())) return together[0]["tests"].get<std::vector<base::Json>>();
    std::vector<std::span<const Attempt>> parts;
    std::vector<base::Json> questions;
    for (size_t begin = 0, end = 0; begin < attempts.size(); begin = end) {
      while (end < attempts.size() && attempts[end].owner == attempts[begin].owner) ++end;
      parts.push_back(attempts.subspan(begin, end - begin));
      questions.push_back(QuestionAbout(parts.back()));
    }
    ASSIGN_OR_RETURN(const std::vector<base::Json> answers, executor_.Ask(questions, kDeadline));
    std::vector<base::Json> shown;
    for (size_t i = 0; i < parts.size(); ++i) {
      const bool answered = Answers(answers[i], parts[i].size());
      if (!answered) lost_.insert(parts[i][0].owner);
      for (size_t k = 0; k < parts[i].size(); ++k) shown.push_back(answered ? answers[i]["tests"][k] : base::Json());
    }
    return shown;
  }

  const std::vector<Shrinkable>& tests_;
  runtime::Executor& executor_;
  std::vector<base::Json> wanted_;
  std::set<size_t> lost_;
};

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
  const auto is_primitive = [](const model::Value& item) { return model::IsPrimitive(item.kind); };
  switch (value.kind) {
    case model::Value::Kind::kArray:
      return value.items.size() <= kMostItems && value.properties.empty() &&
             std::all_of(value.items.begin(), value.items.end(), is_primitive);
    case model::Value::Kind::kObject:
      return std::any_of(value.properties.begin(), value.properties.end(), [&](const model::Property& field) {
        return IsPublic(field.name) && model::IsPrimitive(field.value.kind);
      });
    case model::Value::Kind::kReference:  // shared with another field
      return true;
    default:
      return model::IsPrimitive(value.kind);
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

base::Result<std::vector<model::TestCase>> Shrink(env::Env& env, const std::vector<Shrinkable>& tests,
                                                  runtime::Executor& executor) {
  std::vector<emit::Minimizer> minimizers;
  for (const Shrinkable& one : tests) minimizers.push_back(emit::Minimizer::OfSequence(*one.test, kAttempts));
  AgentJudge judge(tests, executor);
  TRY(judge.Begin());
  Shrinking shrinking;
  shrinking.at_once = kAttemptsAtOnce;
  shrinking.judge = [&](const auto& candidates, const auto& owners) { return judge.Judge(candidates, owners); };
  shrinking.enough = [&] { return env.Hurries(kShareAfterShrinking); };
  TRY(ShrinkAll(env, minimizers, shrinking));
  std::vector<model::TestCase> smaller;
  for (const emit::Minimizer& minimizer : minimizers) smaller.push_back(minimizer.test());
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
  ASSIGN_OR_RETURN(std::vector<model::TestCase> tests, Shrink(env, shrinkable, executor));
  runtime::RunOptions options = env::RunOptionsOf(env);
  options.methods = true;
  ASSIGN_OR_RETURN(const std::vector<model::Execution> executions, executor.Run(tests, options));
  std::vector<loop::Candidate> kept;
  for (size_t i = 0; i < selected.size(); ++i) {
    oracle::Traits behaviours = oracle::TraitsOf(tests[i], executions[i]);
    const bool confirmed = executions[i].Passes() && ReachesAll(executions[i].hits, selected[i].needed_hits) &&
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
