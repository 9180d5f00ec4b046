#include "suite/arity.h"

#include <algorithm>

namespace kingbird::suite {
namespace {

using model::Call;
using model::Event;

// "name=" has a default, "...name" is the rest; behind the first of them nothing is needed.
size_t NeededBy(const model::Function& function) {
  size_t count = 0;
  for (const std::string& parameter : function.parameters) {
    const bool declared_optional = count < function.types.size() && function.types[count].optional;
    if (declared_optional || parameter.ends_with('=') || parameter.starts_with("...")) break;
    ++count;
  }
  return count;
}

bool Calls(const Call& call) {
  return call.kind == Call::Kind::kCall || call.kind == Call::Kind::kNew || call.kind == Call::Kind::kMethod;
}

bool EndsWell(const model::Execution& execution, int call) {
  return execution.Find(Event::Kind::kThrow, call) == nullptr && execution.Find(Event::Kind::kReject, call) == nullptr;
}

}  // namespace

Arities::Arities(const model::Api& api) {
  for (const model::Function& function : api.functions) {
    const std::string name = function.path.empty() ? "" : function.path.back();
    const size_t needed = NeededBy(function);
    const auto [known, fresh] = needed_.try_emplace(name, needed);
    if (!fresh) known->second = std::min(known->second, needed);
  }
}

size_t Arities::Of(const Call& call) const {
  const auto known = needed_.find(call.path.empty() ? "" : call.path.back());
  return Calls(call) && known != needed_.end() ? known->second : 0;
}

bool Arities::AnyShort(const model::TestCase& test) const {
  bool any = false;
  model::ForEachCall(*test.root, [&](const Call& call) { any |= call.arguments.size() < Of(call); });
  return any;
}

bool Arities::Loses(const model::TestCase& before, const model::TestCase& after,
                    const model::Execution& execution) const {
  std::map<int, size_t> had;
  model::ForEachCall(*before.root, [&](const Call& call) { had[call.id] = call.arguments.size(); });
  bool loses = false;
  model::ForEachCall(*after.root, [&](const Call& call) {
    const size_t wanted = std::min(had[call.id], Of(call));
    loses |= call.arguments.size() < wanted && EndsWell(execution, call.id);
  });
  return loses;
}

}  // namespace kingbird::suite
