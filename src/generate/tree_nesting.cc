// The part of TreeGrower that puts calls inside callbacks and behind promises.
#include <algorithm>

#include "generate/test_parts.h"
#include "generate/tree_grower.h"

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::Function;
using model::NestingExample;

constexpr double kNestingShare = 70;  // percent of the calls whose callbacks are sure to run
constexpr int kMostReceived = 4;      // parameters that a callback declares because it receives them

}  // namespace

// Section 5.3: inside a callback of f_outer, imitate what clients nest there, links between arguments included.
bool TreeGrower::ExtendByExample(Cursor& cursor, base::Rng& rng) {
  if (!cursor.at.enclosing || !rng.Percent(config_.mined_share)) return false;
  const auto it = examples_.find(cursor.at.enclosing_name);
  if (it == examples_.end()) return false;
  std::vector<double> weights;
  for (const NestingExample& example : it->second) weights.push_back(example.count);
  const NestingExample& example = it->second[rng.Weighted(weights)];
  const auto inner = by_name_.find(example.inner);
  if (inner == by_name_.end() || api_.functions[inner->second].kind == Function::Kind::kMethod) return false;

  const Candidate candidate{inner->second, std::nullopt};
  Call call = MakeCall(cursor, candidate, rng);
  call.arguments.resize(std::max(call.arguments.size(), example.inner_arguments.size()),
                        Argument::Literal(model::Value::Undefined()));
  for (size_t i = 0; i < example.inner_arguments.size(); ++i) {
    const NestingExample::Link& link = example.inner_arguments[i];
    const auto index = static_cast<size_t>(link.index);
    if (link.kind == NestingExample::Link::Kind::kOuter && index < cursor.at.enclosing->arguments.size()) {
      const Argument& outer = cursor.at.enclosing->arguments[index];
      if (!outer.callback && outer.kind != Argument::Kind::kObject && outer.kind != Argument::Kind::kArray)
        call.arguments[i] = outer;
    } else if (link.kind == NestingExample::Link::Kind::kParameter) {
      cursor.test = model::WithCallback(cursor.test, cursor.at.callback, [&](Callback callback) {
        callback.parameters = std::max(callback.parameters, link.index + 1);
        return callback;
      });
      call.arguments[i] = Argument::Parameter(cursor.at.callback, link.index);
    }
  }
  Append(cursor, candidate, std::move(call), rng);
  return true;
}

// A callback declares what it is known to receive: only that can be used inside.
void TreeGrower::DeclareReceived(Call& call, const std::string& name) const {
  if (config_.callbacks != nullptr) return;
  Callback holder;
  holder.id = -1;
  holder.body = {call};
  model::TestCase whole{std::make_shared<Callback>(std::move(holder)), 0};
  for (const CallbackAt& at : CallbacksOf(call)) {
    const std::vector<Shape>* received = observed_.Received(name, at.position);
    if (received == nullptr) continue;
    whole = model::WithCallback(whole, at.callback->id, [&](Callback callback) {
      callback.parameters = std::max(callback.parameters, std::min(static_cast<int>(received->size()), kMostReceived));
      return callback;
    });
  }
  call = whole.root->body[0];
}

// The next call goes beside this one; on top, one more may go inside a callback of it or behind its promise.
void TreeGrower::NestOrStay(Cursor& cursor, const Call& call, const std::string& name, base::Rng& rng) {
  const Shape* result = observed_.Result(name);
  const std::vector<CallbackAt> callbacks = CallbacksOf(call);
  const bool thenable = result != nullptr && result->IsThenable();
  Place beside = cursor.at;
  if (result != nullptr) beside.scope.push_back({Argument::Result(call.id), *result});
  if (config_.nesting && !cursor.aside && !cursor.alone && (!callbacks.empty() || thenable)) {
    const bool behind_promise = thenable && (callbacks.empty() || rng.Percent(50));
    const CallbackAt at = behind_promise ? CallbackAt{0, nullptr} : rng.Pick(callbacks);
    // What is nested where nothing runs is lost.
    const double chance = behind_promise ? observed_.Chance("await " + name, 0) : observed_.Chance(name, at.position);
    if (rng.Percent(static_cast<int>(kNestingShare * chance))) {
      if (behind_promise)
        EnterAwait(cursor, call, name);
      else
        Enter(cursor, call, name, at.position, *at.callback);
      ExtendAside(cursor, 1, rng);
    }
  }
  cursor.at = std::move(beside);
}

void TreeGrower::EnterAwait(Cursor& cursor, const Call& call, const std::string& name) {
  auto continuation = std::make_shared<Callback>();
  Call await;
  await.kind = Call::Kind::kAwait;
  await.id = cursor.test.next_id++;
  continuation->id = cursor.test.next_id++;
  continuation->parameters = 1;
  await.receiver = Argument::Result(call.id);
  await.arguments = {Argument::Function(continuation)};
  cursor.test = model::WithCallback(cursor.test, cursor.at.callback, [&](Callback callback) {
    callback.body.push_back(await);
    return callback;
  });
  cursor.at.scope.push_back({Argument::Result(call.id), *observed_.Result(name)});
  Enter(cursor, await, "await " + name, 0, *continuation);
}

void TreeGrower::Enter(Cursor& cursor, const Call& call, const std::string& name, int position,
                       const Callback& callback) {
  cursor.at.callback = callback.id;
  cursor.at.enclosing = call;
  cursor.at.enclosing_name = name;
  const std::vector<Shape>* received = observed_.Received(name, position);
  if (received == nullptr) return;
  for (size_t i = 0; i < received->size() && static_cast<int>(i) < callback.parameters; ++i) {
    cursor.at.scope.push_back({Argument::Parameter(callback.id, static_cast<int>(i)), (*received)[i]});
  }
}

}  // namespace kingbird::generate
