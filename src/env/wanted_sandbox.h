// The kind of sandbox that the user's configuration asks for.
#pragma once

#include <optional>

#include "env/config.h"

namespace kingbird::env {

/// Nothing: the strongest kind that works here.
inline std::optional<model::SandboxKind> WantedSandbox(const Config& config) {
  switch (config.sandbox) {
    case SandboxMode::kAuto:
      return std::nullopt;
    case SandboxMode::kNamespaces:
      return model::SandboxKind::kNamespaces;
    case SandboxMode::kLandlock:
      return model::SandboxKind::kLandlock;
    case SandboxMode::kNone:
      return model::SandboxKind::kNone;
  }
  return std::nullopt;
}

}  // namespace kingbird::env
