#include "explore/flip_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "concolic/trace_codec.h"
#include "explore/input_arguments.h"
#include "explore/literal_input.h"

namespace kingbird::explore {
namespace {

constexpr size_t kMostArguments = 4;
constexpr size_t kArgumentsOfMethods = 2;  // at least: what they declare is not known
constexpr size_t kMostApart = 20;          // after so many failures each test has a process of its own

/// A list that code looks for named members in was meant to be an object.
concolic::Input Plainer(concolic::Input input) {
  const auto is_index = [](const auto& property) {
    return property.first.find_first_not_of("0123456789") == std::string::npos;
  };
  const bool named = !std::ranges::all_of(input.properties, is_index);
  if (input.type == concolic::Type::kArray && named) {
    input.type = concolic::Type::kObject;
    std::erase_if(input.properties, is_index);
  }
  return input;
}

std::string KeyOf(concolic::Assignment input) {
  concolic::DropAbsent(input);
  return base::DumpJson(concolic::ToJson(input));
}

}  // namespace

std::optional<concolic::Assignment> FlipRunner::AddSeed(const model::TestCase& test) {
  Template next{test, {}};
  concolic::Assignment assignment;
  assignment.subject = static_cast<uint32_t>(templates_.size() + 1);
  for (const model::Call& call : test.root->body) AddHoles(call, next, assignment);
  if (next.holes.empty()) return std::nullopt;
  known_.insert(KeyOf(assignment));
  templates_.push_back(std::move(next));
  return assignment;
}

base::Result<concolic::Run> FlipRunner::Execute(const concolic::Assignment& input) {
  ASSIGN_OR_RETURN(std::vector<concolic::Run> runs, ExecuteAll({input}));
  return std::move(runs[0]);
}

base::Result<std::vector<concolic::Run>> FlipRunner::ExecuteAll(const std::vector<concolic::Assignment>& inputs) {
  std::vector<base::Json> jobs;
  for (const concolic::Assignment& input : inputs) jobs.push_back(JobOf(input));
  ASSIGN_OR_RETURN(std::vector<runtime::TracedRun> traced, RunJobs(jobs));
  std::vector<concolic::Run> runs;
  for (size_t i = 0; i < inputs.size(); ++i) runs.push_back(Decode(inputs[i], std::move(traced[i])));
  return runs;
}

base::Json FlipRunner::JobOf(const concolic::Assignment& input) const {
  const Template& subject = templates_[input.subject - 1];
  base::Json holes = base::Json::array();
  for (const Hole& hole : subject.holes)
    holes.push_back({{"call", hole.call}, {"position", hole.position}, {"name", hole.name}});
  return {{"test", model::ToJson(subject.test)}, {"holes", std::move(holes)}, {"assignment", concolic::ToJson(input)}};
}

base::Result<std::vector<runtime::TracedRun>> FlipRunner::RunJobs(const std::vector<base::Json>& jobs) {
  std::vector<runtime::TracedRun> traced;
  if (jobs.size() > 1 && apart_ < kMostApart) {
    ASSIGN_OR_RETURN(traced, loaded_.executor->RunTracedTogether(jobs, options_));
    if (traced.size() < jobs.size()) ++apart_;
    together_ += traced.size();
  }
  const std::span<const base::Json> rest = std::span(jobs).subspan(traced.size());
  ASSIGN_OR_RETURN(std::vector<runtime::TracedRun> more, loaded_.executor->RunTraced(rest, options_));
  std::ranges::move(more, std::back_inserter(traced));
  return traced;
}

concolic::Run FlipRunner::Decode(const concolic::Assignment& input, runtime::TracedRun traced) {
  concolic::Run run;
  run.execution = std::move(traced.execution);
  run.execution.hits = loaded_.stage.manifest.Renumber(run.execution.hits, target_.manifest);
  const auto* bytes = reinterpret_cast<const uint8_t*>(traced.trace.data());
  if (auto path = concolic::DecodeTrace({bytes, traced.trace.size()}); path.ok()) run.path = std::move(*path);
  std::optional<model::TestCase> test = Filled(templates_[input.subject - 1], input);
  // What no test can say has reached nothing.
  const bool reached = test && covered_.Add(run.execution.hits) > 0;
  const bool fresh = known_.insert(KeyOf(input)).second;
  if (test && reached)
    reaching.push_back(*std::move(test));
  else if (test && fresh)
    others.push_back(*std::move(test));
  return run;
}

void FlipRunner::AddHoles(const model::Call& call, Template& next, concolic::Assignment& assignment) const {
  using Kind = model::Call::Kind;
  if (call.kind != Kind::kCall && call.kind != Kind::kNew && call.kind != Kind::kMethod) return;
  // What a caller leaves out is an input, too.
  size_t count = std::max(call.arguments.size(), call.kind == Kind::kMethod ? kArgumentsOfMethods : 0);
  for (const model::Function& function : target_.api.functions) {
    if (call.kind != Kind::kMethod && function.path == call.path) count = std::max(count, function.parameters.size());
  }
  for (size_t i = 0; i < std::min(count, kMostArguments); ++i) {
    const std::string name = fmt::format("test {}, call {}, argument {}", assignment.subject, call.id, i);
    if (i < call.arguments.size()) {
      if (call.arguments[i].kind != model::Argument::Kind::kLiteral) continue;
      const std::optional<concolic::Input> input = InputOf(call.arguments[i].literal);
      if (!input) continue;
      assignment.globals[name] = *input;
    }
    next.holes.push_back({call.id, i, name});
  }
}

std::optional<model::TestCase> FlipRunner::Filled(const Template& subject, const concolic::Assignment& input) const {
  model::Callback root = *subject.test.root;
  InputArguments made(constructors_, subject.test.next_id);
  for (model::Call& call : std::exchange(root.body, {})) {
    for (const Hole& hole : subject.holes) {
      if (hole.call == call.id) Fill(hole, input, made, call);
    }
    std::ranges::move(made.TakeCalls(), std::back_inserter(root.body));
    root.body.push_back(std::move(call));
  }
  if (made.impossible()) return std::nullopt;
  return model::TestCase{std::make_shared<model::Callback>(std::move(root)), made.NextId()};
}

void FlipRunner::Fill(const Hole& hole, const concolic::Assignment& input, InputArguments& made, model::Call& call) {
  const auto found = input.globals.find(hole.name);
  const bool absent = found == input.globals.end() || found->second.type == concolic::Type::kAbsent;
  if (absent && hole.position + 1 >= call.arguments.size()) {
    call.arguments.resize(std::min(call.arguments.size(), hole.position));
    return;
  }
  if (call.arguments.size() <= hole.position)
    call.arguments.resize(hole.position + 1, model::Argument::Literal(model::Value::Undefined()));
  call.arguments[hole.position] = made.Make(absent ? concolic::Input{} : Plainer(found->second));
}

}  // namespace kingbird::explore
