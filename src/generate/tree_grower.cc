#include "generate/tree_grower.h"

#include <algorithm>
#include <cmath>

#include "generate/test_parts.h"

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::Event;
using model::Function;
using model::NestingExample;

constexpr double kDecay = 4;       // paper 001, section 5.2
constexpr int64_t kMostAdded = 4;  // the same: calls per extension
constexpr double kRecovery = 0.7;
constexpr double kPatience = 8;     // choices in vain that halve what a function gets back
constexpr int kInsideShare = 50;    // percent of the longer tests that grow inside a callback, too
constexpr int kNestedResults = 60;  // percent of the nested calls whose result their callback returns
constexpr int kOwnShare = 50;       // percent of them that are of what the callback receives
// Calls of a function with arguments that are known to go together.
constexpr int kMatchingShare = 50;
constexpr double kForget = 0.99;  // what paid early says little later
constexpr double kTiny = 1e-100;
constexpr size_t kMostPoints = 4000;
constexpr size_t kMostPaidTests = 600;

// Stands for functions that the target returns or hands to callbacks: "next", "done", "resolve".
Function HandedOut(std::string origin) {
  Function function;
  function.kind = Function::Kind::kMethod;
  function.owner = std::move(origin);
  function.signatures = {{},
                         {{model::Position::kPlain}},
                         {{model::Position::kPlain, model::Position::kPlain}},
                         {{model::Position::kAsync}}};
  return function;
}

// Of a method that an object turned out to have. Without types the first calls tell what it takes: callbacks, as
// then-like methods do, or plain values.
void Describe(Function& function, std::optional<std::vector<model::ParameterType>> types) {
  using model::Position;
  const bool known = types && std::ranges::all_of(*types, [](const model::ParameterType& parameter) {
                       return parameter.type.kind != model::Type::Kind::kAny || !parameter.type.name.empty();
                     });
  if (types) {
    for (const model::ParameterType& parameter : *types) function.parameters.push_back(parameter.name);
    function.length = static_cast<int>(types->size());
    function.types = std::move(*types);
  }
  if (known && !function.types.empty()) return;
  function.signatures = {{}};
  if (known) return;
  for (std::vector<Position> positions : {std::vector{Position::kAsync},
                                          {Position::kAsync, Position::kAsync},
                                          {Position::kPlain},
                                          {Position::kPlain, Position::kAsync},
                                          {Position::kPlain, Position::kPlain}})
    function.signatures.push_back({std::move(positions)});
}

const Call& LastCall(const model::TestCase& test) { return test.root->body.back(); }

// What was served to calls that threw; all of it where the test did not end well.
std::vector<Choice> FailedIn(const model::Execution& execution, std::vector<Choice> choices) {
  if (execution.end != model::End::kFinished) return choices;
  std::erase_if(choices,
                [&](const Choice& choice) { return execution.Find(Event::Kind::kThrow, choice.call) == nullptr; });
  return choices;
}

// Who was never seen to return, and has loops, may take its time, or all of it.
enum class Promise : uint8_t { kLoops, kUnknown, kReturns };

Promise PromiseOf(const Function& function) {
  if (!function.signatures.empty()) return Promise::kReturns;
  const bool loops = function.source.find("while") != std::string::npos ||
                     function.source.find("for (") != std::string::npos ||
                     function.source.find("for(") != std::string::npos;
  return loops ? Promise::kLoops : Promise::kUnknown;
}

}  // namespace

TreeGrower::TreeGrower(model::Api api, const ValuePool& pool, std::vector<NestingExample> examples, GrowerConfig config)
    : api_{{}, std::move(api.constants)},
      arguments_(pool, api_, config.callbacks, config.typed),
      config_(std::move(config)),
      first_(api_, by_name_, arguments_),
      observed_([this](Shape shape) { return WithNativeMethods(std::move(shape)); }) {
  for (Function& function : api.functions) Register(std::move(function));
  // The last comes first.
  for (const Promise promise : {Promise::kLoops, Promise::kUnknown, Promise::kReturns}) {
    for (size_t i = api_.functions.size(); i > 0; --i) {
      const Function& function = api_.functions[i - 1];
      const bool callable = function.kind != Function::Kind::kMethod || function.owner.empty();
      if (callable && PromiseOf(function) == promise) first_.Await(i - 1);
    }
  }
  for (NestingExample& example : examples) examples_[example.outer].push_back(std::move(example));
  std::vector<Grown> written;
  for (const model::TestCase& example : config_.examples) written.push_back(Named(example));
  first_.AddExamples(std::move(written));
}

void TreeGrower::Register(Function function) {
  if (!by_name_.try_emplace(function.Name(), api_.functions.size()).second) return;
  // Clients, whose code is mined, may use any of them.
  for (const std::string& name : function.Names()) by_name_.try_emplace(name, api_.functions.size());
  api_.functions.push_back(std::move(function));
  weights_.push_back(weights_.empty() ? 1 : *std::max_element(weights_.begin(), weights_.end()));
  idle_.push_back(0);
}

size_t TreeGrower::HandedOutBy(const Cursor& cursor, const Argument& reference) {
  std::string origin;
  if (reference.kind == Argument::Kind::kParameter) {
    const std::optional<Call> giver = CallWithCallback(cursor.test, reference.node);
    const auto name = giver ? cursor.names.find(giver->id) : cursor.names.end();
    origin = (name == cursor.names.end() ? "" : name->second) + ", parameter " + std::to_string(reference.index);
  } else if (const auto name = cursor.names.find(reference.node); name != cursor.names.end()) {
    origin = name->second;
  }
  Function function = HandedOut(origin.empty() ? "setup" : origin);
  const std::string name = function.Name();
  Register(std::move(function));
  return by_name_.at(name);
}

Grown TreeGrower::Grow(base::Rng& rng) {
  if (auto example = first_.Replay()) return std::move(*example);
  if (const auto function = first_.Awaiting()) return First(*function, rng);
  if (auto varied = first_.Vary(rng)) return std::move(*varied);
  const Growth growth = ChooseGrowth(rng);
  if (growth == Growth::kMutated) return Mutate(rng.Pick(paid_tests_), rng);
  Cursor cursor;
  cursor.at.scope = config_.setup;
  if (growth == Growth::kLonger) Continue(cursor, rng);
  const int64_t calls = rng.Between(1, kMostAdded);
  cursor.alone = calls == 1 && cursor.test.root->body.empty();
  for (int64_t i = 0; i < calls; ++i) Extend(cursor, rng);
  return {std::move(cursor.test), std::move(cursor.choices), std::move(cursor.names), std::move(cursor.asides), growth};
}

// In proportion to the square of how often it reached new code lately.
Growth TreeGrower::ChooseGrowth(base::Rng& rng) const {
  std::vector<Growth> possible = {Growth::kFresh};
  if (!paid_tests_.empty()) possible.push_back(Growth::kMutated);
  if (!points_.empty()) possible.push_back(Growth::kLonger);
  std::vector<double> weights;
  for (Growth growth : possible) {
    const auto it = scores_.find(growth);
    const Score score = it == scores_.end() ? Score{} : it->second;
    weights.push_back(std::pow(score.won / score.tried, 2));
  }
  return possible[rng.Weighted(weights)];
}

// Every function once, not beside others: shows what it leads to, and makes the simplest tests.
Grown TreeGrower::First(size_t function, base::Rng& rng) {
  const Candidate candidate{function, std::nullopt};
  Cursor cursor;
  cursor.at.scope = config_.setup;
  cursor.alone = true;
  Append(cursor, candidate, MakeCall(cursor, candidate, rng), rng);
  return {std::move(cursor.test), std::move(cursor.choices), std::move(cursor.names), std::move(cursor.asides),
          Growth::kFirst};
}

void TreeGrower::Recover(const std::map<std::string, double>& unreached) {
  std::map<size_t, double> shares;
  double sum = 0;
  for (const auto& [name, value] : unreached) {
    const auto it = by_name_.find(name);
    if (it == by_name_.end()) continue;
    const double share = value / (1 + idle_[it->second] / kPatience);
    shares[it->second] = share;
    sum += share;
  }
  if (sum <= 0 || choices_ == 0) return;
  for (const auto& [function, share] : shares)
    weights_[function] *= std::pow(kDecay, kRecovery * choices_ * share / sum);
  choices_ = 0;
  // Only ratios count; without this they would leave what a double can hold.
  const double heaviest = *std::max_element(weights_.begin(), weights_.end());
  for (double& weight : weights_) weight = std::max(weight / heaviest, kTiny);
}

// Behind what was run, and often in one of the callbacks that ran.
void TreeGrower::Continue(Cursor& cursor, base::Rng& rng) {
  const bool prefer_paid = !paid_points_.empty() && rng.Percent(60);
  const ExtensionPoint& point = points_[prefer_paid ? rng.Pick(paid_points_) : rng.Below(points_.size())];
  cursor.test = point.test;
  cursor.names = point.names;
  cursor.asides = point.asides;
  cursor.reusable = ReusableIn(point.test);
  if (!point.insides.empty() && rng.Percent(kInsideShare)) {
    const auto& [callback, scope] = rng.Pick(point.insides);
    cursor.at.callback = callback;
    cursor.at.scope.insert(cursor.at.scope.end(), scope.begin(), scope.end());
    cursor.at.enclosing = CallWithCallback(point.test, callback);
    const auto name = cursor.at.enclosing ? point.names.find(cursor.at.enclosing->id) : point.names.end();
    if (name != point.names.end()) cursor.at.enclosing_name = name->second;
    ExtendAside(cursor, rng.Between(1, kMostAdded), rng);
    cursor.at = {0, config_.setup, std::nullopt, {}};
  }
  cursor.at.scope.insert(cursor.at.scope.end(), point.scope.begin(), point.scope.end());
}

void TreeGrower::Extend(Cursor& cursor, base::Rng& rng) {
  if (ExtendByExample(cursor, rng)) return;
  const std::optional<Candidate> candidate = ChooseFunction(cursor, rng);
  if (!candidate) return;
  Append(cursor, *candidate, MakeCall(cursor, *candidate, rng), rng);
}

void TreeGrower::ExtendAside(Cursor& cursor, int64_t calls, base::Rng& rng) {
  cursor.aside = true;
  for (int64_t i = 0; i < calls; ++i) Extend(cursor, rng);
  cursor.aside = false;
}

// Functions and objects that a callback receives can be called nowhere else: "resolve", "next", "done".
void TreeGrower::PreferReceived(int callback, const std::vector<Candidate>& candidates, std::vector<double>& weights) {
  std::vector<double> received(weights.size(), 0.0);
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (!candidates[i].receiver) continue;
    const Argument& reference = candidates[i].receiver->reference;
    if (reference.kind == Argument::Kind::kParameter && reference.node == callback) received[i] = weights[i];
  }
  if (std::any_of(received.begin(), received.end(), [](double weight) { return weight > 0; })) weights = received;
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
  for (const ScopeValue& value : cursor.at.scope) {
    if (value.shape.kind == model::Value::Kind::kFunction && !value.shape.own) {
      candidates.push_back({HandedOutBy(cursor, value.reference), value});
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
  if (cursor.at.enclosing && rng.Percent(kOwnShare)) PreferReceived(cursor.at.callback, candidates, weights);
  // All of them chosen so often that nothing of their weight is left: they are equal again.
  if (*std::max_element(weights.begin(), weights.end()) < kTiny) std::fill(weights.begin(), weights.end(), 1.0);
  const Candidate chosen = candidates[rng.Weighted(weights)];
  if (cursor.aside) return chosen;
  weights_[chosen.function] /= kDecay;
  ++idle_[chosen.function];
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
  Making making{cursor.at.scope, cursor.reusable, cursor.test.next_id, {}, {}};
  const auto matching = config_.matching.find(function.Name());
  if (matching != config_.matching.end() && rng.Percent(kMatchingShare))
    call.arguments = rng.Pick(matching->second).Make(rng);
  else
    arguments_.Fill(function, arguments_.ChooseSignature(function, rng), making, call, rng);
  cursor.test.next_id = making.next_id;
  for (Choice& choice : making.choices) {
    choice.call = call.id;
    cursor.choices.push_back(std::move(choice));
  }
  if (!making.before.empty()) {
    for (const Call& maker : making.before) cursor.asides.insert(maker.id);
    cursor.test = model::WithCallback(cursor.test, cursor.at.callback, [&](Callback callback) {
      callback.body.insert(callback.body.end(), making.before.begin(), making.before.end());
      return callback;
    });
  }
  cursor.names[call.id] = function.Name();
  if (cursor.aside) cursor.asides.insert(call.id);
  return call;
}

void TreeGrower::Append(Cursor& cursor, const Candidate& candidate, Call call, base::Rng& rng) {
  const std::string name = api_.functions[candidate.function].Name();
  DeclareReceived(call, name);
  const bool inside = cursor.at.enclosing && cursor.at.enclosing->kind != Call::Kind::kAwait;
  const bool returned = inside && config_.callbacks == nullptr && rng.Percent(kNestedResults);
  cursor.test = model::WithCallback(cursor.test, cursor.at.callback, [&](Callback callback) {
    callback.body.push_back(call);
    if (returned) {
      callback.result = Argument::Result(call.id);
      callback.throws = false;
    }
    return callback;
  });
  for (const Argument& argument : call.arguments) {
    if (argument.kind == Argument::Kind::kLiteral) cursor.reusable.push_back(argument);
  }
  NestOrStay(cursor, call, name, rng);
}

// Another value for one argument of a test that paid: the step that reaches the other side of a check.
Grown TreeGrower::Mutate(Grown grown, base::Rng& rng) {
  grown.growth = Growth::kMutated;
  grown.choices.clear();
  std::vector<std::pair<int, Call>> calls;  // callback id, call
  model::ForEachCallback(*grown.test.root, [&](const Callback& callback) {
    for (const Call& call : callback.body) {
      const bool calls_something = call.kind != Call::Kind::kAwait && call.kind != Call::Kind::kAssign;
      if (calls_something && grown.names.contains(call.id)) calls.emplace_back(callback.id, call);
    }
  });
  if (calls.empty()) return grown;
  const auto [callback_id, chosen] = rng.Pick(calls);
  const Function* function = &api_.functions[by_name_.at(grown.names.at(chosen.id))];
  Call call = chosen;
  Making making;
  making.next_id = grown.test.next_id;
  const size_t count = call.arguments.size();
  const size_t position = count == 0 ? 0 : rng.Below(count);
  if (count == 0 || (rng.Percent(12) && count < 5)) {
    call.arguments.push_back(arguments_.Plain(*function, static_cast<int>(count), making, rng));
  } else if (rng.Percent(12)) {
    call.arguments.pop_back();
  } else if (Argument& argument = call.arguments[position]; argument.kind == Argument::Kind::kLiteral) {
    argument = arguments_.Another(*function, static_cast<int>(position), argument.literal, making, rng);
  } else {
    argument = arguments_.Plain(*function, static_cast<int>(position), making, rng);
  }
  return WithCall(std::move(grown), callback_id, std::move(call), std::move(making));
}

std::string TreeGrower::NameOf(const Call& call, const model::Execution& execution) const {
  const bool method = call.kind == Call::Kind::kMethod && !call.path.empty();
  if (call.kind != Call::Kind::kCall && call.kind != Call::Kind::kNew && !method) return "";
  const std::string name = model::CallName(call, execution);
  // Whose method it is no execution has shown.
  if (method && name.find('#') == std::string::npos) return "";
  const auto it = by_name_.find(name);
  return it == by_name_.end() ? "" : api_.functions[it->second].Name();
}

Grown TreeGrower::Named(const model::TestCase& test) const {
  Grown grown;
  grown.test = test;
  grown.growth = Growth::kAdopted;
  NameCalls(grown, {});
  return grown;
}

void TreeGrower::NameCalls(Grown& grown, const model::Execution& execution) const {
  model::ForEachCall(*grown.test.root, [&](const Call& call) {
    if (grown.names.contains(call.id) || grown.asides.contains(call.id)) return;
    const std::string name = NameOf(call, execution);
    if (!name.empty()) grown.names[call.id] = name;
  });
}

Shape TreeGrower::WithNativeMethods(Shape shape) const {
  if (config_.native_methods.empty()) return shape;
  if (shape.kind == model::Value::Kind::kString) shape.type = "String";
  if (shape.kind == model::Value::Kind::kNumber) shape.type = "Number";
  const auto known = config_.native_methods.find(shape.type);
  if (known != config_.native_methods.end()) shape.methods = known->second;
  return shape;
}

void TreeGrower::Score::Note(bool code) {
  tried = tried * kForget + 1;
  won = won * kForget + (code ? 1 : 0);
}

void TreeGrower::Absorb(Grown grown, const model::Execution& execution, Gain gain) {
  const bool paid = gain != Gain::kNone;
  scores_[grown.growth].Note(gain == Gain::kCode);
  observed_.Learn(grown.test, grown.names, execution, [this](const model::Value& value) { LearnMethods(value); });
  NameCalls(grown, execution);
  arguments_.Learn(grown.test, execution, grown.choices, paid);
  first_.Learn(grown, execution);
  if (execution.files) NoteFiles(grown.names);
  if (paid) {
    arguments_.Reward(grown.choices);
    if (paid_tests_.size() < kMostPaidTests) {
      const auto name = grown.test.root->body.empty() ? grown.names.end() : grown.names.find(LastCall(grown.test).id);
      if (name != grown.names.end() && execution.IsClean()) paid_last_[name->second].push_back(paid_tests_.size());
      paid_tests_.push_back(grown);
    }
    model::ForEachCall(*grown.test.root, [&](const Call& call) {
      const auto name = grown.names.find(call.id);
      if (name == grown.names.end() || grown.asides.contains(call.id)) return;
      const size_t function = by_name_.at(name->second);
      weights_[function] *= kDecay;
      if (gain == Gain::kCode) idle_[function] = 0;
    });
  } else {
    arguments_.Punish(FailedIn(execution, grown.choices));
  }
  LearnPoint(grown, execution, paid);
}

void TreeGrower::LearnPoint(const Grown& grown, const model::Execution& execution, bool paid) {
  if (execution.end != model::End::kFinished || points_.size() >= kMostPoints) return;
  model::TestCase test = WithoutThrowers(grown.test, execution);
  if (test.root->body.empty() || CountApiCalls(test, grown.asides) >= config_.most_calls) return;
  const auto scope_in = [&](int callback) {
    std::vector<ScopeValue> scope = ScopeAt(test, callback, execution);
    for (ScopeValue& value : scope) value.shape = WithNativeMethods(std::move(value.shape));
    return scope;
  };
  ExtensionPoint point;
  point.names = grown.names;
  point.asides = grown.asides;
  point.scope = scope_in(0);
  AddMembers(test, execution, point.scope);
  model::ForEachCallback(*test.root, [&](const Callback& callback) {
    // A mined callback is its text.
    const bool open = callback.id != 0 && !callback.throws && callback.source.empty();
    if (config_.nesting && open && execution.Invocations(callback.id) > 0)
      point.insides.emplace_back(callback.id, scope_in(callback.id));
  });
  point.test = std::move(test);
  if (execution.IsClean()) NoteReceivers(point);
  if (paid) paid_points_.push_back(points_.size());
  points_.push_back(std::move(point));
}

// Where one of them is known to use files, that explains it.
void TreeGrower::NoteFiles(const CallNames& names) {
  if (std::ranges::any_of(names, [&](const auto& call) { return arguments_.UsesFiles(call.second); })) return;
  for (const auto& [call, name] : names) arguments_.NoteFiles(name);
}

void TreeGrower::LearnMethods(const model::Value& value) {
  // Arrays, errors and native promises are the language's, not the target's.
  if (value.kind != model::Value::Kind::kObject && value.kind != model::Value::Kind::kFunction) return;
  for (const std::string& method : value.methods) {
    Function function;
    function.kind = Function::Kind::kMethod;
    function.owner = model::OwnerName(value);
    function.path = {method};
    if (by_name_.contains(function.Name())) continue;
    function.length = 1;
    Describe(function, config_.methods.Find(value, method));
    Register(std::move(function));
  }
}

}  // namespace kingbird::generate
