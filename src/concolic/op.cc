#include "concolic/op.h"

#include <array>

namespace kingbird::concolic {

std::string_view OpName(Op op) {
  static constexpr std::array<std::string_view, kOps> kNames = {
#define KINGBIRD_OP(name, text) text,
      KINGBIRD_CONCOLIC_OPS(KINGBIRD_OP)
#undef KINGBIRD_OP
  };
  return kNames[static_cast<size_t>(op)];
}

}  // namespace kingbird::concolic
