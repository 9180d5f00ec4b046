#include "loop/fakes.h"

#include <algorithm>
#include <utility>

#include "env/run_options.h"

namespace kingbird::loop {
namespace {

using model::Argument;
using model::Call;
using model::Event;
using model::Value;

constexpr int kMostOfSubject = 10;
constexpr size_t kLessons = 16;

// In front of all calls, with the highest number: the other calls keep theirs.
model::TestCase WithFake(const model::TestCase& test, const std::string& whom, Value answer) {
  Call fake;
  fake.kind = Call::Kind::kFake;
  fake.id = test.next_id;
  fake.path = {whom};
  fake.arguments = {Argument::Literal(std::move(answer))};
  model::Callback root = *test.root;
  root.body.insert(root.body.begin(), std::move(fake));
  return {std::make_shared<model::Callback>(std::move(root)), test.next_id + 1};
}

bool HasFake(const model::TestCase& test) { return model::CountCalls(test, Call::Kind::kFake) > 0; }

// Plain data as JSON; everything else is null.
base::Json JsonOf(const Value& value) {
  base::Json json;
  switch (value.kind) {
    case Value::Kind::kObject:
      json = base::Json::object();
      for (const model::Property& property : value.properties) json[property.name] = JsonOf(property.value);
      return json;
    case Value::Kind::kArray:
      json = base::Json::array();
      for (const Value& item : value.items) json.push_back(JsonOf(item));
      return json;
    case Value::Kind::kString:
      return value.text;
    case Value::Kind::kNumber:
      return value.number;
    case Value::Kind::kBoolean:
      return value.number != 0;
    default:
      return json;
  }
}

std::string SubjectOf(const model::TestCase& test, const model::Execution& execution) {
  std::string subject;
  for (const Call& call : test.root->body) {
    if (call.kind != Call::Kind::kAwait) subject = model::CallName(call, execution);
  }
  return subject;
}

}  // namespace

void Fakes::Watch(const model::TestCase& test, const model::Execution& execution, Gain /*gain*/) {
  if (execution.effects.Within(env_.config.allow) || HasFake(test)) return;
  std::string subject = SubjectOf(test, execution);
  if (by_subject_[subject] >= kMostOfSubject) return;
  ++by_subject_[subject];
  bases_.push_back({test, std::move(subject), execution.effects.network ? "fetch" : "programs", 0, 0});
}

std::vector<model::TestCase> Fakes::Propose(size_t count, const Standing& /*standing*/) {
  tests_.clear();
  proposed_.clear();
  for (size_t i = 0; i < count && !bases_.empty(); ++i) {
    std::vector<double> weights;
    for (const Base& base : bases_) weights.push_back((base.won + 1.0) / (base.tried + 2.0));
    const size_t chosen = rng_.Weighted(weights);
    Base& base = bases_[chosen];
    tests_.push_back(WithFake(base.test, base.whom, base.whom == "programs" ? OutputFor(base) : AnswerFor(base)));
    if (base.tried++ == 0) {
      to_learn_.push_back(tests_.back());
      learn_for_.push_back(base.subject);
    }
    proposed_.push_back(chosen);
  }
  return tests_;
}

// The first answers of a test are one of each kind.
Value Fakes::AnswerFor(const Base& base) {
  const auto answer = [](std::vector<model::Property> properties) { return Value::Object(std::move(properties)); };
  const auto json = [&] { return shapes_[base.subject].Make("", pool_, {}, rng_); };
  const auto shaped = [&] { return shapes_[base.subject].IsKnown() ? json() : Value::Object({}); };
  const bool known = base.tried > 0 && base.tried < 6;
  switch (known ? base.tried : static_cast<int>(rng_.Below(9))) {
    case 1:
      return answer({{"json", generate::AsJson(shaped())}, {"status", Value::Number(404)}});
    case 2:
      return answer({{"error", Value::String("fetch failed")}});
    case 3:
      return answer({{"text", Value::String("[")}});
    case 4:
      return answer({{"json", generate::AsJson(shaped())}, {"status", Value::Number(500)}});
    case 5:
      return answer({{"json", Value::Array({})}});
    default:
      return answer({{"json", generate::AsJson(shaped())}});
  }
}

// What a program prints: nothing, words and lines of the target's source, JSON.
Value Fakes::OutputFor(const Base& base) {
  std::vector<model::Property> output;
  const auto text = [&] { return pool_.Make(generate::Taste::kMinedString, rng_); };
  const int kind = base.tried < 5 ? base.tried : static_cast<int>(rng_.Below(6));
  switch (kind) {
    case 1:
      return Value::Object({{"stderr", Value::String("failed")}, {"code", Value::Number(1)}});
    case 2:
      return Value::Object({{"error", Value::String("spawn ENOENT")}});
    case 3:
      return Value::Object({{"stdout", Value::String("1 a\n2 b\n")}});
    case 4:
      return Value::Object(
          {{"stdout", Value::String(base::DumpJson(JsonOf(shapes_[base.subject].Make("", pool_, {}, rng_))))}});
    case 5:
      output.push_back({"stdout", Value::String(text().text + "\n" + text().text)});
      return Value::Object(std::move(output));
    default:
      return Value::Object({{"stdout", Value::String("")}});
  }
}

void Fakes::Absorb(size_t i, const model::Execution& execution, const News& news) {
  Base& base = bases_[proposed_[i]];
  if (execution.effects.network && base.whom == "fetch") {
    // Some other way to the network: most clients go by node:http.
    base.whom = "requests";
    base.tried = 0;
  } else if (execution.effects.Any()) {
    base.tried += kMostOfSubject;
  }
  if (news.gain == Gain::kNone) return;
  base.won += news.gain == Gain::kCode ? 3 : 1;
  to_learn_.push_back(tests_[i]);
  learn_for_.push_back(base.subject);
}

base::Status Fakes::EndTurn() {
  if (to_learn_.empty()) return {};
  to_learn_.resize(std::min(to_learn_.size(), kLessons));
  runtime::RunOptions options = env::RunOptionsOf(env_);
  options.reads = true;
  ASSIGN_OR_RETURN(const std::vector<model::Execution> executions, executor_.Run(to_learn_, options));
  for (size_t i = 0; i < executions.size(); ++i) {
    for (const Event& event : executions[i].events) {
      if (event.kind != Event::Kind::kRead || event.values.size() < 2 || event.values[0].text != "json") continue;
      std::vector<std::string> path;
      for (const Value& step : event.values) path.push_back(step.text);
      shapes_[learn_for_[i]].Add(std::span<const std::string>(path).subspan(1));
    }
  }
  to_learn_.clear();
  learn_for_.clear();
  return {};
}

}  // namespace kingbird::loop
