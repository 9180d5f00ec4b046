#include "generate/object_builder.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::Class;
using model::Member;
using model::Type;
using model::Value;

constexpr std::array<int, 9> kLengths = {1, 2, 3, 4, 6, 8, 12, 18, 26};
// Tests differ in kind, not only in values: some repeat themselves, some use few methods. Paper 002, section 5.1.2,
// reuses 25 % everywhere.
constexpr std::array<int, 3> kReuse = {15, 30, 60};
constexpr int kWithFavourite = 50;
constexpr int kFavourite = 80;
constexpr int kMutateShare = 45;
constexpr size_t kMostPaid = 400;
constexpr size_t kMostCalls = 40;
constexpr double kIdle = 0.3;  // weight of a member without unreached code

// By convention; agent/prototypes.js leaves such names out for functions.
bool IsPrivate(const Member& member) {
  const std::string& name = member.name;
  return name.size() > 1 && name[0] == '_' && std::isalpha(static_cast<unsigned char>(name[1])) != 0;
}

bool Callable(const Member& member) { return !member.is_static && !IsPrivate(member); }

}  // namespace

ObjectBuilder::ObjectBuilder(std::vector<Class> classes, const std::vector<std::string>& under_test,
                             const TypedValues& values, BuilderConfig config)
    : classes_(std::move(classes)),
      values_(values),
      arguments_(classes_, values),
      config_(std::move(config)),
      lengths_(kLengths.size(), {1, 4}) {
  for (size_t i = 0; i < classes_.size(); ++i) {
    if (std::find(under_test.begin(), under_test.end(), classes_[i].name) == under_test.end()) continue;
    if (config_.method.empty()) targets_.push_back({i, -1, 1});
    for (size_t k = 0; k < classes_[i].members.size(); ++k) {
      const Member& member = classes_[i].members[k];
      const bool wanted = config_.method.empty() ? !IsPrivate(member) : member.name == config_.method;
      if (wanted) targets_.push_back({i, static_cast<int>(k), 1});
    }
    if (config_.method == "constructor") targets_.push_back({i, -1, 1});
  }
}

model::Hits ObjectBuilder::Goal() const {
  std::set<uint32_t> goal;
  for (const Target& target : targets_) {
    const Class& of = classes_[target.of];
    if (target.member < 0) {
      goal.insert(of.counters.begin(), of.counters.end());
      if (config_.method.empty()) goal.insert(of.whole.begin(), of.whole.end());
      continue;
    }
    const Member& member = of.members[static_cast<size_t>(target.member)];
    if (!member.inherited) goal.insert(member.counters.begin(), member.counters.end());
  }
  return {goal.begin(), goal.end()};
}

void ObjectBuilder::Weigh(const std::function<bool(uint32_t)>& covered) {
  for (Target& target : targets_) {
    const Class& of = classes_[target.of];
    const model::Hits& hits = target.member < 0 ? of.counters : of.members[static_cast<size_t>(target.member)].counters;
    const auto open = std::count_if(hits.begin(), hits.end(), [&](uint32_t hit) { return !covered(hit); });
    target.weight = kIdle + static_cast<double>(std::min<ptrdiff_t>(open, 60));
  }
}

void ObjectBuilder::Adopt(std::vector<Class> classes) {
  if (classes.size() == classes_.size()) classes_ = std::move(classes);
}

size_t ObjectBuilder::ChooseLength(base::Rng& rng) {
  std::vector<double> weights;
  for (size_t i = 0; i < kLengths.size(); ++i) {
    const bool allowed = config_.sequence_length == 0 || kLengths[i] <= config_.sequence_length;
    weights.push_back(allowed || i == 0 ? lengths_[i].first / lengths_[i].second : 0);
  }
  return rng.Weighted(weights);
}

Built ObjectBuilder::Build(base::Rng& rng) {
  if (!paid_.empty() && rng.Percent(kMutateShare)) return Mutate(rng);
  return Fresh(rng);
}

Built ObjectBuilder::Fresh(base::Rng& rng) {
  std::vector<double> weights;
  for (const Target& target : targets_) weights.push_back(target.weight);
  const Target& target = targets_[rng.Weighted(weights)];
  Draft draft;
  draft.wild = rng.Percent(config_.wild_share);
  draft.reuse = kReuse[rng.Below(kReuse.size())];
  if (rng.Percent(kWithFavourite)) draft.favourite = rng.Next();
  const size_t length = ChooseLength(rng);
  const Member* member = target.member < 0 ? nullptr : &classes_[target.of].members[static_cast<size_t>(target.member)];
  if (member != nullptr && member->is_static) {
    CallMember(draft, target.of, 0, *member, rng);
    return Finish(std::move(draft), length);
  }
  const int instance = arguments_.Construct(draft, target.of, 0, rng);
  if (member != nullptr) {
    // The method under test comes last; earlier calls may be of it too.
    for (int i = 1; i < kLengths[length]; ++i) {
      if (rng.Percent(35)) {
        CallMember(draft, target.of, instance, *member, rng);
      } else {
        CallAny(draft, target.of, instance, rng);
      }
    }
    CallMember(draft, target.of, instance, *member, rng);
  }
  return Finish(std::move(draft), length);
}

Built ObjectBuilder::Finish(Draft draft, size_t length) const {
  Built built;
  built.well_typed = !draft.strayed;
  built.length = length;
  built.test.next_id = draft.next_id;
  Callback root;
  root.body = std::move(draft.body);
  built.test.root = std::make_shared<Callback>(std::move(root));
  return built;
}

void ObjectBuilder::CallAny(Draft& draft, size_t of, int instance, base::Rng& rng) {
  std::vector<const Member*> members;
  for (const Member& member : classes_[of].members) {
    if (Callable(member)) members.push_back(&member);
  }
  if (members.empty()) return;
  const bool favourite = draft.favourite && rng.Percent(kFavourite);
  CallMember(draft, of, instance, favourite ? *members[*draft.favourite % members.size()] : *rng.Pick(members), rng);
}

void ObjectBuilder::CallMember(Draft& draft, size_t of, int instance, const Member& member, base::Rng& rng) {
  Call call;
  call.kind = member.kind == Member::Kind::kGet   ? Call::Kind::kGet
              : member.kind == Member::Kind::kSet ? Call::Kind::kAssign
                                                  : Call::Kind::kMethod;
  call.path = {member.name};
  if (member.is_static) {
    if (member.kind == Member::Kind::kMethod) {
      call.kind = Call::Kind::kCall;
      call.path = classes_[of].path;
      call.path.push_back(member.name);
    } else {
      call.receiver = Argument::Api(classes_[of].path);
    }
  } else {
    call.receiver = Argument::Result(instance);
  }
  call.arguments = arguments_.All(draft, member.parameters, 0, rng);
  if (member.kind == Member::Kind::kSet && call.arguments.empty())
    call.arguments.push_back(Argument::Literal(values_.Make(Type(), rng)));
  call.id = draft.next_id++;
  const auto known = results_.find(model::MemberName(classes_[of], member));
  if (known != results_.end()) draft.instances.emplace(known->second, call.id);
  draft.body.push_back(call);
  // What is iterable does its work when it is iterated.
  if (member.is_generator || (classes_[of].iterable && rng.Percent(6))) {
    Call iterate;
    iterate.kind = Call::Kind::kMethod;
    iterate.path = {"from"};
    iterate.receiver = Argument::Global({"Array"});
    iterate.arguments = {Argument::Result(member.is_generator ? call.id : instance)};
    iterate.id = draft.next_id++;
    draft.body.push_back(std::move(iterate));
  }
}

ObjectBuilder::Draft ObjectBuilder::Resume(const model::TestCase& test) const {
  Draft draft;
  draft.body = test.root->body;
  draft.next_id = test.next_id;
  for (const Call& call : draft.body) {
    if (call.kind == Call::Kind::kNew) {
      for (const Class& of : classes_) {
        if (of.path == call.path) draft.instances.emplace(of.name, call.id);
      }
    }
    for (const Argument& argument : call.arguments) {
      if (argument.kind != Argument::Kind::kLiteral) continue;
      if (argument.literal.kind == Value::Kind::kNumber) draft.used[Type::Kind::kNumber].push_back(argument.literal);
      if (argument.literal.kind == Value::Kind::kString) draft.used[Type::Kind::kString].push_back(argument.literal);
    }
  }
  return draft;
}

// A call of the test once more with another argument, at its place: what comes behind it meets another state.
void ObjectBuilder::Repeat(Draft& draft, base::Rng& rng) const {
  std::vector<size_t> calls;
  for (size_t i = 0; i < draft.body.size(); ++i) {
    if (draft.body[i].kind == Call::Kind::kMethod) calls.push_back(i);
  }
  if (calls.empty()) return;
  const size_t at = rng.Pick(calls);
  Call call = draft.body[at];
  for (Argument& argument : call.arguments) {
    if (argument.callback) return;
    if (argument.kind != Argument::Kind::kLiteral) continue;
    Value next = values_.Neighbour(argument.literal, rng);
    if (argument.literal.kind == Value::Kind::kNumber && rng.Percent(50))
      next = values_.Make(Type::Of(Type::Kind::kNumber), rng);
    if (next.kind != Value::Kind::kUndefined) argument = Argument::Literal(std::move(next));
  }
  call.id = draft.next_id++;
  draft.body.insert(draft.body.begin() + static_cast<ptrdiff_t>(at + 1), std::move(call));
}

// Another argument, or a small change of one.
bool ObjectBuilder::ChangeLiteral(Draft& draft, const model::TestCase& parent, base::Rng& rng) {
  std::vector<std::pair<size_t, size_t>> literals;  // call, argument
  for (size_t i = 0; i < draft.body.size(); ++i) {
    for (size_t k = 0; k < draft.body[i].arguments.size(); ++k) {
      if (draft.body[i].arguments[k].kind == Argument::Kind::kLiteral) literals.emplace_back(i, k);
    }
  }
  if (literals.empty()) return false;
  const auto [i, k] = rng.Pick(literals);
  Argument& argument = draft.body[i].arguments[k];
  Value next = values_.Neighbour(argument.literal, rng);
  const model::ParameterType* parameter = ParameterOf(parent, draft.body[i], k);
  if (next.kind == Value::Kind::kUndefined || rng.Percent(30))
    next = values_.Make(parameter == nullptr ? Type() : parameter->type, rng);
  argument = Argument::Literal(std::move(next));
  return true;
}

// A member that is under test, by weight, or any.
void ObjectBuilder::CallMore(Draft& draft, size_t of, int instance, base::Rng& rng) {
  std::vector<double> weights;
  std::vector<const Member*> members;
  for (const Target& target : targets_) {
    if (target.of != of || target.member < 0) continue;
    members.push_back(&classes_[of].members[static_cast<size_t>(target.member)]);
    weights.push_back(target.weight);
  }
  if (!members.empty() && rng.Percent(60)) {
    CallMember(draft, of, instance, *members[rng.Weighted(weights)], rng);
  } else {
    CallAny(draft, of, instance, rng);
  }
}

// A literal changed, more calls, or one call less.
Built ObjectBuilder::Mutate(base::Rng& rng) {
  const Built& parent =
      rng.Percent(60) ? paid_[paid_.size() - 1 - rng.Below(std::min<uint64_t>(paid_.size(), 16))] : rng.Pick(paid_);
  Draft draft = Resume(parent.test);
  draft.strayed = !parent.well_typed;
  std::vector<std::pair<size_t, int>> instances;  // class, call
  for (const Target& target : targets_) {
    const auto [first, last] = draft.instances.equal_range(classes_[target.of].name);
    for (auto it = first; it != last; ++it) instances.emplace_back(target.of, it->second);
  }
  const uint64_t rounds = 1 + rng.Below(3);
  for (uint64_t round = 0; round < rounds; ++round) {
    const uint64_t draw = rng.Below(100);
    if (draw < 40 && ChangeLiteral(draft, parent.test, rng)) continue;
    if (draw < 65 && draft.body.size() < kMostCalls) {
      Repeat(draft, rng);
    } else if (draw < 90 && !instances.empty() && draft.body.size() < kMostCalls) {
      const auto [of, instance] = rng.Pick(instances);
      CallMore(draft, of, instance, rng);
    } else if (draft.body.size() > 2) {
      const size_t at = rng.Below(draft.body.size());
      // What others refer to must stay.
      if (draft.body[at].kind != Call::Kind::kNew) draft.body.erase(draft.body.begin() + static_cast<ptrdiff_t>(at));
    }
  }
  Built built = Finish(std::move(draft), parent.length);
  return model::WellFormedness(built.test).empty() ? built : parent;
}

const model::ParameterType* ObjectBuilder::ParameterOf(const model::TestCase& test, const Call& call,
                                                       size_t position) const {
  const std::vector<model::ParameterType>* parameters = nullptr;
  if (call.kind == Call::Kind::kNew) {
    for (const Class& of : classes_) {
      if (of.path == call.path) parameters = &of.parameters;
    }
  } else if (call.receiver && call.receiver->kind == Argument::Kind::kResult && !call.path.empty()) {
    for (const Call& made : test.root->body) {
      if (made.id != call.receiver->node || made.kind != Call::Kind::kNew) continue;
      for (const Class& of : classes_) {
        const Member* member = of.path == made.path ? of.Find(call.path[0]) : nullptr;
        if (member != nullptr) parameters = &member->parameters;
      }
    }
  }
  return parameters != nullptr && position < parameters->size() ? &(*parameters)[position] : nullptr;
}

void ObjectBuilder::Report(const Built& built, bool paid) {
  lengths_[built.length].second += 1;
  if (!paid) return;
  lengths_[built.length].first += 4;
  if (paid_.size() < kMostPaid) paid_.push_back(built);
}

void ObjectBuilder::Learn(const model::TestCase& test, const model::Execution& execution) {
  if (execution.stopped) return;
  for (const Call& call : test.root->body) {
    if (call.kind != Call::Kind::kMethod && call.kind != Call::Kind::kCall && call.kind != Call::Kind::kGet) continue;
    const model::Event* returned = execution.Find(model::Event::Kind::kReturn, call.id);
    if (returned == nullptr || returned->values.empty() || returned->values[0].kind != Value::Kind::kObject) continue;
    if (!returned->values[0].type.empty() && returned->values[0].type != "Object")
      results_[model::CallName(call, execution)] = returned->values[0].type;
  }
}

}  // namespace kingbird::generate
