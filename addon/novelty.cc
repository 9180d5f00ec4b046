// One pass over the counters, two at a time: nearly all are zero, so the pass runs at the speed of memory.
#include "novelty.h"

#include <cstring>
#include <vector>

#include "channel.h"
#include "napi.h"

namespace kingbird::addon {
namespace {

std::vector<bool>& Seen() {
  static std::vector<bool> seen(Counters().size());
  return seen;
}

}  // namespace

napi_value Known(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value index = nullptr;
  napi_get_cb_info(env, info, &count, &index, nullptr, nullptr);
  const auto at = static_cast<size_t>(ToInteger(env, index, -1));
  if (at < Seen().size()) Seen()[at] = true;
  return nullptr;
}

napi_value Novel(napi_env env, napi_callback_info) {
  std::vector<bool>& seen = Seen();
  const std::span<uint32_t> counters = Counters();
  Control().asked.fetch_add(1, std::memory_order_relaxed);
  bool novel = false;
  for (size_t i = 0; i < counters.size(); i += 2) {
    const size_t pair = counters.size() - i < 2 ? 1 : 2;
    uint64_t word = 0;
    std::memcpy(&word, &counters[i], pair * sizeof(uint32_t));
    if (word == 0) continue;
    for (size_t k = i; k < i + pair; ++k) {
      if (counters[k] == 0) continue;
      counters[k] = 0;
      if (seen[k]) continue;
      seen[k] = true;
      novel = true;
    }
  }
  napi_value result = nullptr;
  napi_get_boolean(env, novel, &result);
  return result;
}

}  // namespace kingbird::addon
