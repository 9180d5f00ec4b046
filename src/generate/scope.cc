// Walks from the root to the callback, collecting results of calls left of the way and parameters on the way.
#include "generate/scope.h"

#include <algorithm>

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::Event;

class Walk {
 public:
  Walk(int id, const model::Execution& execution) : id_(id), execution_(execution) {}

  bool Enter(const Callback& callback) {
    const size_t mark = scope_.size();
    AddParameters(callback);
    for (const Call& call : callback.body) {
      if (callback.id != id_) {
        bool found = call.receiver && EnterArgument(*call.receiver);
        for (size_t i = 0; !found && i < call.arguments.size(); ++i) found = EnterArgument(call.arguments[i]);
        if (found) return true;
      }
      AddResult(call);
    }
    if (callback.id == id_) return true;
    scope_.resize(mark);
    return false;
  }

  std::vector<ScopeValue> Take() { return std::move(scope_); }

 private:
  bool EnterArgument(const Argument& argument) {
    if (argument.callback && Enter(*argument.callback)) return true;
    return std::any_of(argument.items.begin(), argument.items.end(),
                       [&](const Argument& item) { return EnterArgument(item); });
  }

  void AddParameters(const Callback& callback) {
    const Event* event = execution_.Find(Event::Kind::kInvoke, callback.id);
    if (event == nullptr) return;
    // values[0] is `this`.
    const int count = std::min(callback.parameters, static_cast<int>(event->values.size()) - 1);
    for (int i = 0; i < count; ++i) {
      scope_.push_back({Argument::Parameter(callback.id, i), Shape::Of(event->values[static_cast<size_t>(i) + 1])});
    }
  }

  void AddResult(const Call& call) {
    if (call.kind == Call::Kind::kAwait || call.kind == Call::Kind::kAssign) return;
    const Event* event = execution_.Find(Event::Kind::kReturn, call.id);
    if (event == nullptr || event->values.empty()) return;
    scope_.push_back({Argument::Result(call.id), Shape::Of(event->values[0])});
  }

  int id_;
  const model::Execution& execution_;
  std::vector<ScopeValue> scope_;
};

}  // namespace

bool Shape::IsThenable() const {
  return kind == model::Value::Kind::kPromise || std::find(methods.begin(), methods.end(), "then") != methods.end();
}

Argument PickEarlier(const std::vector<ScopeValue>& scope, base::Rng& rng) {
  std::vector<double> weights;
  for (const ScopeValue& value : scope) {
    const model::Value::Kind kind = value.shape.kind;
    weights.push_back(model::IsNothing(kind) ? 0.2 : model::IsPrimitive(kind) ? 1 : 3);
  }
  return scope[rng.Weighted(weights)].reference;
}

std::vector<ScopeValue> ScopeAt(const model::TestCase& test, int id, const model::Execution& execution) {
  Walk walk(id, execution);
  walk.Enter(*test.root);
  return walk.Take();
}

}  // namespace kingbird::generate
