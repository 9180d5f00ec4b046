#include "model/effects.h"

namespace kingbird::model {

void Effects::Add(const Effects& other) {
  processes |= other.processes;
  network |= other.network;
}

std::string ToString(const Effects& effects) {
  std::string text = effects.processes ? "starts processes" : "";
  if (effects.network) text += text.empty() ? "uses the network" : " and uses the network";
  return text;
}

}  // namespace kingbird::model
