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

/// Calls `take` with each counter that is not zero and sets it back.
template <typename Take>
void TakeEach(Take take) {
  const std::span<uint32_t> counters = Counters();
  for (size_t i = 0; i < counters.size(); i += 2) {
    const size_t pair = counters.size() - i < 2 ? 1 : 2;
    uint64_t word = 0;
    std::memcpy(&word, &counters[i], pair * sizeof(uint32_t));
    if (word == 0) continue;
    for (size_t k = i; k < i + pair; ++k) {
      if (counters[k] == 0) continue;
      counters[k] = 0;
      take(k);
    }
  }
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
  Control().asked.fetch_add(1, std::memory_order_relaxed);
  bool novel = false;
  TakeEach([&](size_t counter) {
    novel |= !seen[counter];
    seen[counter] = true;
  });
  napi_value result = nullptr;
  napi_get_boolean(env, novel, &result);
  return result;
}

napi_value TakeHits(napi_env env, napi_callback_info info) {
  Control().asked.fetch_add(1, std::memory_order_relaxed);
  size_t arguments = 1;
  napi_value list = nullptr;
  napi_get_cb_info(env, info, &arguments, &list, nullptr, nullptr);
  uint32_t count = 0;
  TakeEach([&](size_t counter) {
    napi_value index = nullptr;
    napi_create_uint32(env, static_cast<uint32_t>(counter), &index);
    napi_set_element(env, list, count++, index);
  });
  return list;
}

}  // namespace kingbird::addon
