#include "generate/observations.h"

#include "generate/test_parts.h"

namespace kingbird::generate {
namespace {

using model::Argument;
using model::Call;
using model::Event;
using model::Value;

constexpr size_t kMostParameters = 6;

}  // namespace

void Observations::LearnResult(const std::string& name, const Value& value) {
  // An object tells more than the undefined of another overload.
  Shape& shape = results_[name];
  if (!model::IsPrimitive(value.kind) || shape.kind == Value::Kind::kUndefined) shape = refine_(Shape::Of(value));
}

void Observations::Learn(const model::TestCase& test, const CallNames& names, const model::Execution& execution,
                         const std::function<void(const Value&)>& seen) {
  const auto name_of = [&](int call) {
    const auto it = names.find(call);
    return it == names.end() ? std::string() : it->second;
  };
  model::ForEachCall(*test.root, [&](const Call& call) {
    std::string name = name_of(call.id);
    const bool awaits = call.kind == Call::Kind::kAwait;
    if (awaits && call.receiver && call.receiver->kind == Argument::Kind::kResult)
      name = "await " + name_of(call.receiver->node);
    const Event* returned = execution.Find(Event::Kind::kReturn, call.id);
    if (returned != nullptr && !returned->values.empty() && !awaits) {
      LearnResult(name, returned->values[0]);
      seen(returned->values[0]);
    }
    for (const CallbackAt& at : CallbacksOf(call)) {
      const Event* invoked = execution.Find(Event::Kind::kInvoke, at.callback->id);
      Record& record = records_[{name, at.position}];
      if (execution.Find(Event::Kind::kCall, call.id) != nullptr) ++record.passed;
      if (invoked == nullptr) continue;
      ++record.invoked;
      std::vector<Shape>& shapes = received_[{name, at.position}];
      // values[0] is `this`.
      for (size_t i = 1; i < invoked->values.size() && i <= kMostParameters; ++i) {
        if (shapes.size() < i) shapes.emplace_back();
        if (!model::IsPrimitive(invoked->values[i].kind) || model::IsNothing(shapes[i - 1].kind))
          shapes[i - 1] = Shape::Of(invoked->values[i]);
        seen(invoked->values[i]);
      }
    }
  });
}

const Shape* Observations::Result(const std::string& function) const {
  const auto it = results_.find(function);
  return it == results_.end() ? nullptr : &it->second;
}

const std::vector<Shape>* Observations::Received(const std::string& function, int position) const {
  const auto it = received_.find({function, position});
  return it == received_.end() ? nullptr : &it->second;
}

double Observations::Chance(const std::string& function, int position) const {
  const auto it = records_.find({function, position});
  if (it == records_.end()) return 0.5;
  return (it->second.invoked + 1.0) / (it->second.passed + 2.0);
}

}  // namespace kingbird::generate
