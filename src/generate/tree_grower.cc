#include "generate/tree_grower.h"

#include <algorithm>
#include <cmath>

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::Event;
using model::Function;
using model::NestingExample;

constexpr double kDecay = 4;  // paper 001, section 5.2
constexpr double kRecovery = 0.7;
constexpr double kNestingShare = 60;  // percent of the calls whose callbacks are sure to run
constexpr double kForget = 0.99;      // what paid early says little later
constexpr double kTiny = 1e-100;
constexpr size_t kMostPoints = 4000;
constexpr size_t kMostPaidTests = 600;

struct CallbackAt {
  int position;
  model::CallbackRef callback;
};

void CollectCallbacks(const Argument& argument, int position, std::vector<CallbackAt>& into) {
  if (argument.callback && argument.callback->source.empty()) into.push_back({position, argument.callback});
  for (const Argument& item : argument.items) CollectCallbacks(item, position, into);
}

// Stands for functions that the target returns or hands to callbacks: "next", "done", "resolve".
Function HandedOut() {
  Function function;
  function.kind = Function::Kind::kMethod;
  function.owner = "Function";
  function.signatures = {{},
                         {{model::Position::kPlain}},
                         {{model::Position::kPlain, model::Position::kPlain}},
                         {{model::Position::kAsync}}};
  return function;
}

std::vector<CallbackAt> CallbacksOf(const Call& call) {
  std::vector<CallbackAt> callbacks;
  for (size_t i = 0; i < call.arguments.size(); ++i)
    CollectCallbacks(call.arguments[i], static_cast<int>(i), callbacks);
  return callbacks;
}

std::optional<Call> CallWithCallback(const model::TestCase& test, int id) {
  std::optional<Call> found;
  model::ForEachCall(*test.root, [&](const Call& call) {
    for (const CallbackAt& at : CallbacksOf(call)) {
      if (at.callback->id == id) found = call;
    }
  });
  return found;
}

// Literals of the test's calls so far: the same path or object again is how calls relate to each other.
std::vector<Argument> ReusableIn(const model::TestCase& test) {
  std::vector<Argument> reusable;
  model::ForEachCall(*test.root, [&](const Call& call) {
    for (const Argument& argument : call.arguments) {
      if (argument.kind == Argument::Kind::kLiteral) reusable.push_back(argument);
    }
  });
  return reusable;
}

}  // namespace

TreeGrower::TreeGrower(model::Api api, const ValuePool& pool, std::vector<NestingExample> examples, GrowerConfig config)
    : api_{{}, std::move(api.constants)},
      pool_(pool),
      arguments_(pool, api_, config.callbacks),
      config_(std::move(config)) {
  for (Function& function : api.functions) Register(std::move(function), 1);
  for (size_t i = api_.functions.size(); i > 0; --i) {
    const Function& function = api_.functions[i - 1];
    if (function.kind != Function::Kind::kMethod || function.owner.empty()) untried_.push_back(i - 1);
  }
  Register(HandedOut(), 1);
  for (NestingExample& example : examples) examples_[example.outer].push_back(std::move(example));
}

void TreeGrower::Register(Function function, double weight) {
  if (!by_name_.try_emplace(function.Name(), api_.functions.size()).second) return;
  // Clients, whose code is mined, may use any of them.
  for (const std::string& name : function.Names()) by_name_.try_emplace(name, api_.functions.size());
  api_.functions.push_back(std::move(function));
  weights_.push_back(weight);
}

Grown TreeGrower::Grow(base::Rng& rng) {
  if (!untried_.empty()) return First(rng);
  const Growth growth = ChooseGrowth(rng);
  if (growth == Growth::kMutated) return Mutate(rng);
  Cursor cursor = Start(growth, rng);
  const int64_t calls = rng.Between(1, 4);
  for (int64_t i = 0; i < calls; ++i) Extend(cursor, rng);
  return {std::move(cursor.test), std::move(cursor.choices), growth};
}

// In proportion to the square of how often it reached new code lately.
Growth TreeGrower::ChooseGrowth(base::Rng& rng) const {
  std::vector<Growth> possible = {Growth::kFresh};
  if (!paid_tests_.empty()) possible.push_back(Growth::kMutated);
  if (!ends_.all.empty()) possible.push_back(Growth::kLonger);
  if (config_.nesting) possible.push_back(Growth::kDeeper);
  std::vector<double> weights;
  for (Growth growth : possible) {
    const auto it = scores_.find(growth);
    const Score score = it == scores_.end() ? Score{} : it->second;
    weights.push_back(std::pow(score.won / score.tried, 2));
  }
  return possible[rng.Weighted(weights)];
}

// Every function once by itself: shows what it leads to, and makes the simplest tests.
Grown TreeGrower::First(base::Rng& rng) {
  const Candidate candidate{untried_.back(), std::nullopt};
  untried_.pop_back();
  Cursor cursor;
  cursor.scope = config_.setup;
  Call call = MakeCall(cursor, candidate, rng);
  cursor.test = model::WithCallback(cursor.test, 0, [&](Callback root) {
    root.body.push_back(call);
    return root;
  });
  return {std::move(cursor.test), std::move(cursor.choices)};
}

void TreeGrower::Recover(const std::map<std::string, double>& potential) {
  double sum = 0;
  for (const auto& [name, value] : potential) sum += value;
  if (sum <= 0 || choices_ == 0) return;
  for (const auto& [name, value] : potential) {
    const auto it = by_name_.find(name);
    if (it != by_name_.end()) weights_[it->second] *= std::pow(kDecay, kRecovery * choices_ * value / sum);
  }
  choices_ = 0;
}

TreeGrower::Cursor TreeGrower::Start(Growth growth, base::Rng& rng) {
  Cursor cursor;
  cursor.nests = growth == Growth::kDeeper;
  cursor.scope = config_.setup;
  const bool from_nothing = cursor.nests && (insides_.all.empty() || rng.Percent(35));
  if (growth == Growth::kFresh || from_nothing) return cursor;
  const Places& places = growth == Growth::kDeeper ? insides_ : ends_;
  const bool prefer_paid = !places.paid.empty() && rng.Percent(60);
  const ExtensionPoint& point = points_[rng.Pick(prefer_paid ? places.paid : places.all)];
  cursor.test = point.test;
  cursor.callback = point.callback;
  cursor.scope.insert(cursor.scope.end(), point.scope.begin(), point.scope.end());
  cursor.reusable = ReusableIn(point.test);
  cursor.enclosing = CallWithCallback(point.test, point.callback);
  if (cursor.enclosing) {
    const Function* function = FunctionOf(*cursor.enclosing);
    cursor.enclosing_name = function == nullptr ? "" : function->Name();
  }
  return cursor;
}

void TreeGrower::Extend(Cursor& cursor, base::Rng& rng) {
  if (ExtendByExample(cursor, rng)) return;
  const std::optional<Candidate> candidate = ChooseFunction(cursor, rng);
  if (!candidate) return;
  Append(cursor, *candidate, MakeCall(cursor, *candidate, rng), rng);
}

// Weighted by how seldom a function was chosen; methods are candidates once per receiver in scope that has them.
std::optional<TreeGrower::Candidate> TreeGrower::ChooseFunction(const Cursor& cursor, base::Rng& rng) {
  std::vector<Candidate> candidates;
  std::vector<double> weights;
  for (size_t i = 0; i < api_.functions.size(); ++i) {
    if (api_.functions[i].kind == Function::Kind::kMethod && !api_.functions[i].owner.empty()) continue;
    candidates.push_back({i, std::nullopt});
    weights.push_back(weights_[i]);
  }
  for (const ScopeValue& value : cursor.scope) {
    if (value.shape.kind == model::Value::Kind::kFunction) {
      candidates.push_back({by_name_.at(HandedOut().Name()), value});
      weights.push_back(weights_[candidates.back().function]);
    }
    for (const std::string& method : value.shape.methods) {
      const auto it = by_name_.find(value.shape.type + "#" + method);
      if (it == by_name_.end()) continue;
      candidates.push_back({it->second, value});
      weights.push_back(weights_[it->second]);
    }
  }
  if (candidates.empty()) return std::nullopt;
  // All of them chosen so often that nothing of their weight is left: they are equal again.
  if (*std::max_element(weights.begin(), weights.end()) < kTiny) std::fill(weights.begin(), weights.end(), 1.0);
  const Candidate chosen = candidates[rng.Weighted(weights)];
  weights_[chosen.function] /= kDecay;
  ++choices_;
  if (*std::max_element(weights_.begin(), weights_.end()) < kTiny) {
    for (double& weight : weights_) weight /= kTiny;
  }
  return chosen;
}

Call TreeGrower::MakeCall(Cursor& cursor, const Candidate& candidate, base::Rng& rng) {
  const Function& function = api_.functions[candidate.function];
  Call call;
  call.id = cursor.test.next_id++;
  call.path = function.path;
  if (function.kind == Function::Kind::kConstructor) call.kind = Call::Kind::kNew;
  if (candidate.receiver) {
    call.kind = Call::Kind::kMethod;
    call.receiver = candidate.receiver->reference;
  }
  arguments_.Fill(function, arguments_.ChooseSignature(function, rng), cursor.scope, cursor.reusable, call,
                  cursor.test.next_id, cursor.choices, rng);
  return call;
}

// Section 5.3: inside a callback of f_outer, imitate what clients nest there, links between arguments included.
bool TreeGrower::ExtendByExample(Cursor& cursor, base::Rng& rng) {
  if (!cursor.enclosing || !rng.Percent(config_.mined_share)) return false;
  const auto it = examples_.find(cursor.enclosing_name);
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
    if (link.kind == NestingExample::Link::Kind::kOuter && index < cursor.enclosing->arguments.size()) {
      const Argument& outer = cursor.enclosing->arguments[index];
      if (!outer.callback && outer.kind != Argument::Kind::kObject && outer.kind != Argument::Kind::kArray)
        call.arguments[i] = outer;
    } else if (link.kind == NestingExample::Link::Kind::kParameter) {
      cursor.test = model::WithCallback(cursor.test, cursor.callback, [&](Callback callback) {
        callback.parameters = std::max(callback.parameters, link.index + 1);
        return callback;
      });
      call.arguments[i] = Argument::Parameter(cursor.callback, link.index);
    }
  }
  Append(cursor, candidate, std::move(call), rng);
  return true;
}

void TreeGrower::Append(Cursor& cursor, const Candidate& candidate, Call call, base::Rng& rng) {
  const std::string name = api_.functions[candidate.function].Name();
  cursor.test = model::WithCallback(cursor.test, cursor.callback, [&](Callback callback) {
    callback.body.push_back(call);
    return callback;
  });
  for (const Argument& argument : call.arguments) {
    if (argument.kind == Argument::Kind::kLiteral) cursor.reusable.push_back(argument);
  }
  NestOrStay(cursor, call, name, rng);
}

// The next call goes inside a callback of this one, behind its promise, or beside it.
void TreeGrower::NestOrStay(Cursor& cursor, const Call& call, const std::string& name, base::Rng& rng) {
  const auto known = results_.find(name);
  const Shape result = known == results_.end() ? Shape{} : known->second;
  std::vector<CallbackAt> callbacks = CallbacksOf(call);
  const bool thenable = result.IsThenable();
  const auto stay = [&] {
    if (known != results_.end()) cursor.scope.push_back({Argument::Result(call.id), result});
  };
  const bool can_nest = cursor.nests && (!callbacks.empty() || thenable);
  if (!can_nest) return stay();
  const bool behind_promise = thenable && (callbacks.empty() || rng.Percent(50));
  const CallbackAt at = behind_promise ? CallbackAt{0, nullptr} : rng.Pick(callbacks);
  // What is nested where nothing runs is lost.
  const double chance = behind_promise ? Chance("await " + name, 0) : Chance(name, at.position);
  if (!rng.Percent(static_cast<int>(kNestingShare * chance))) return stay();
  if (behind_promise) {
    auto continuation = std::make_shared<Callback>();
    Call await;
    await.kind = Call::Kind::kAwait;
    await.id = cursor.test.next_id++;
    continuation->id = cursor.test.next_id++;
    continuation->parameters = 1;
    await.receiver = Argument::Result(call.id);
    await.arguments = {Argument::Function(continuation)};
    cursor.test = model::WithCallback(cursor.test, cursor.callback, [&](Callback callback) {
      callback.body.push_back(await);
      return callback;
    });
    cursor.scope.push_back({Argument::Result(call.id), result});
    Enter(cursor, await, "await " + name, 0, *continuation);
    return;
  }
  Enter(cursor, call, name, at.position, *at.callback);
}

double TreeGrower::Chance(const std::string& name, int position) const {
  const auto it = records_.find({name, position});
  if (it == records_.end()) return 0.5;
  return (it->second.invoked + 1.0) / (it->second.passed + 2.0);
}

void TreeGrower::Enter(Cursor& cursor, const Call& call, const std::string& name, int position,
                       const Callback& callback) {
  cursor.callback = callback.id;
  cursor.enclosing = call;
  cursor.enclosing_name = name;
  const auto known = parameters_.find({name, position});
  if (known == parameters_.end()) return;
  for (size_t i = 0; i < known->second.size() && static_cast<int>(i) < callback.parameters; ++i) {
    cursor.scope.push_back({Argument::Parameter(callback.id, static_cast<int>(i)), known->second[i]});
  }
}

// Another value for one argument of a test that paid: the step that reaches the other side of a check.
Grown TreeGrower::Mutate(base::Rng& rng) {
  Grown grown = rng.Pick(paid_tests_);
  grown.growth = Growth::kMutated;
  grown.choices.clear();
  std::vector<std::pair<int, Call>> calls;  // callback id, call
  model::ForEachCallback(*grown.test.root, [&](const Callback& callback) {
    for (const Call& call : callback.body) {
      if (call.kind != Call::Kind::kAwait && call.kind != Call::Kind::kAssign) calls.emplace_back(callback.id, call);
    }
  });
  if (calls.empty()) return grown;
  const auto [callback_id, chosen] = rng.Pick(calls);
  const Function* function = FunctionOf(chosen);
  if (function == nullptr) return grown;
  Call call = chosen;
  const size_t count = call.arguments.size();
  const size_t position = count == 0 ? 0 : rng.Below(count);
  if (count == 0 || (rng.Percent(12) && count < 5)) {
    call.arguments.push_back(
        arguments_.Plain(*function, static_cast<int>(count), {}, {}, grown.test.next_id, grown.choices, rng));
  } else if (rng.Percent(12)) {
    call.arguments.pop_back();
  } else if (Argument& argument = call.arguments[position]; argument.kind == Argument::Kind::kLiteral &&
                                                            argument.literal.kind == model::Value::Kind::kObject &&
                                                            rng.Percent(60)) {
    for (model::Property& property : pool_.Make(Taste::kOptions, rng).properties) {
      std::erase_if(argument.literal.properties, [&](const model::Property& old) { return old.name == property.name; });
      argument.literal.properties.push_back(std::move(property));
    }
  } else {
    argument = arguments_.Plain(*function, static_cast<int>(position), {}, {}, grown.test.next_id, grown.choices, rng);
  }
  grown.test = model::WithCallback(grown.test, callback_id, [&](Callback callback) {
    for (Call& old : callback.body) {
      if (old.id == call.id) old = call;
    }
    return callback;
  });
  // Dropping a callback may leave references to its parameters behind.
  if (!model::WellFormedness(grown.test).empty()) grown.test = rng.Pick(paid_tests_).test;
  return grown;
}

const Function* TreeGrower::FunctionOf(const Call& call) const {
  Function probe;
  probe.path = call.path;
  if (call.kind == Call::Kind::kNew) probe.kind = Function::Kind::kConstructor;
  const auto it = by_name_.find(probe.Name());
  if (call.kind != Call::Kind::kMethod) return it == by_name_.end() ? nullptr : &api_.functions[it->second];
  for (const Function& function : api_.functions) {
    if (function.kind == Function::Kind::kMethod && function.path == call.path) return &function;
  }
  return nullptr;
}

Shape TreeGrower::WithNativeMethods(Shape shape) const {
  if (config_.native_methods.empty()) return shape;
  if (shape.kind == model::Value::Kind::kString) shape.type = "String";
  if (shape.kind == model::Value::Kind::kNumber) shape.type = "Number";
  const auto known = config_.native_methods.find(shape.type);
  if (known != config_.native_methods.end()) shape.methods = known->second;
  return shape;
}

void TreeGrower::Absorb(const Grown& grown, const model::Execution& execution, Gain gain) {
  const bool paid = gain != Gain::kNone;
  Score& score = scores_[grown.growth];
  score.tried = score.tried * kForget + 1;
  score.won = score.won * kForget + (gain == Gain::kCode ? 1 : 0);
  LearnShapes(grown.test, execution);
  arguments_.Learn(grown.test, execution, grown.choices, paid);
  if (paid) {
    arguments_.Reward(grown.choices);
    if (paid_tests_.size() < kMostPaidTests) paid_tests_.push_back(grown);
    model::ForEachCall(*grown.test.root, [&](const Call& call) {
      const auto it = by_name_.find(model::CallName(call, execution));
      if (it != by_name_.end()) weights_[it->second] *= kDecay;
    });
  } else if (execution.Failed()) {
    arguments_.Punish(grown.choices);
  }
  int calls = 0;  // of the API; awaits come for free
  model::ForEachCall(*grown.test.root, [&](const Call& call) { calls += call.kind == Call::Kind::kAwait ? 0 : 1; });
  const bool full = calls >= config_.most_calls || points_.size() >= kMostPoints;
  if (execution.Failed() || full) return;
  model::ForEachCallback(*grown.test.root, [&](const Callback& callback) {
    if (callback.id != 0 && (!config_.nesting || execution.Invocations(callback.id) == 0)) return;
    if (callback.throws) return;
    Places& places = callback.id == 0 ? ends_ : insides_;
    places.all.push_back(points_.size());
    if (paid) places.paid.push_back(points_.size());
    points_.push_back({grown.test, callback.id, ScopeAt(grown.test, callback.id, execution), paid});
    for (ScopeValue& value : points_.back().scope) value.shape = WithNativeMethods(std::move(value.shape));
  });
}

void TreeGrower::LearnShapes(const model::TestCase& test, const model::Execution& execution) {
  std::map<int, std::string> awaited;  // call whose promise is awaited → name
  model::ForEachCall(*test.root, [&](const Call& call) {
    std::string name = model::CallName(call, execution);
    if (call.kind == Call::Kind::kAwait && call.receiver && call.receiver->kind == Argument::Kind::kResult) {
      name = "await " + awaited[call.receiver->node];
    }
    awaited[call.id] = name;
    const Event* returned = execution.Find(Event::Kind::kReturn, call.id);
    if (returned != nullptr && !returned->values.empty() && call.kind != Call::Kind::kAwait) {
      const model::Value& value = returned->values[0];
      // An object tells more than the undefined of another overload.
      Shape& shape = results_[name];
      if (!value.IsPrimitive() || shape.kind == model::Value::Kind::kUndefined) {
        shape = WithNativeMethods(Shape::Of(value));
      }
      LearnMethods(value);
    }
    for (const CallbackAt& at : CallbacksOf(call)) {
      const Event* invoked = execution.Find(Event::Kind::kInvoke, at.callback->id);
      Record& record = records_[{name, at.position}];
      if (execution.Find(Event::Kind::kCall, call.id) != nullptr) ++record.passed;
      if (invoked == nullptr) continue;
      ++record.invoked;
      std::vector<Shape>& shapes = parameters_[{name, at.position}];
      for (size_t i = 1; i < invoked->values.size() && i <= 6; ++i) {
        if (shapes.size() < i) shapes.emplace_back();
        if (!invoked->values[i].IsPrimitive() || shapes[i - 1].kind <= model::Value::Kind::kNull) {
          shapes[i - 1] = Shape::Of(invoked->values[i]);
        }
        LearnMethods(invoked->values[i]);
      }
    }
  });
}

void TreeGrower::LearnMethods(const model::Value& value) {
  // Arrays, errors and native promises are the language's, not the target's.
  if (value.kind != model::Value::Kind::kObject && value.kind != model::Value::Kind::kFunction) return;
  for (const std::string& method : value.methods) {
    Function function;
    function.kind = Function::Kind::kMethod;
    function.owner = value.type;
    function.path = {method};
    if (by_name_.contains(function.Name())) continue;
    function.length = 1;
    // Then-like methods take callbacks; the first calls tell what others do.
    model::Signature plain;
    for (int callbacks = 0; callbacks <= 2; ++callbacks) {
      model::Signature signature;
      signature.arguments.assign(static_cast<size_t>(callbacks), model::Position::kAsync);
      function.signatures.push_back(signature);
    }
    plain.arguments.assign(1, model::Position::kPlain);
    function.signatures.push_back(plain);
    plain.arguments = {model::Position::kPlain, model::Position::kAsync};
    function.signatures.push_back(plain);
    plain.arguments = {model::Position::kPlain, model::Position::kPlain};
    function.signatures.push_back(plain);
    Register(std::move(function), 0.5);
  }
}

}  // namespace kingbird::generate
