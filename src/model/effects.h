// What a test does beyond its own process and the scratch folder. In the sandbox it is harmless; in an emitted suite or
// a reproduction it happens on the user's machine.
#pragma once

#include <string>

namespace kingbird::model {

struct Effects {
  bool processes = false;  ///< Starts programs, or sends signals to other processes.
  bool network = false;    ///< Opens sockets, or looks names up.

  bool Any() const { return processes || network; }
  bool Within(const Effects& allowed) const {
    return (!processes || allowed.processes) && (!network || allowed.network);
  }
  void Add(const Effects& other);
  bool operator==(const Effects& other) const = default;
};

/// "starts processes", "uses the network", "starts processes and uses the network"; "" for none.
std::string ToString(const Effects& effects);

}  // namespace kingbird::model
