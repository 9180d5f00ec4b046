#include "model/pollution.h"

namespace kingbird::model {

std::string Pollution::Holder() const {
  std::string text = path.front();
  for (size_t i = 1; i + 1 < path.size(); ++i) text += "." + path[i];
  return text;
}

std::vector<Pollution> PollutionsOf(const Execution& execution) {
  std::vector<Pollution> list;
  for (const Event& event : execution.events) {
    if (event.kind != Event::Kind::kPollute || event.values.size() < 3) continue;
    // Repeated runs may have cut what they do not agree on.
    if (event.values[0].items.size() < 2) continue;
    Pollution pollution{event.node, {}, event.values[1], event.values[2].number != 0};
    for (const Value& name : event.values[0].items) pollution.path.push_back(name.text);
    list.push_back(std::move(pollution));
  }
  return list;
}

}  // namespace kingbird::model
