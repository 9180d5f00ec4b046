#include "channel.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "napi.h"

namespace kingbird::addon {
namespace {

struct Region {
  int descriptor;
  const char* name;
  void* data = nullptr;
  size_t size = 0;
};

Region g_control{wire::kControl, "control"};
Region g_regions[] = {{wire::kLog, "log"}, {wire::kCounters, "counters"}, {wire::kTrace, "trace"}};

bool Map(Region& region) {
  struct stat info = {};
  if (fstat(region.descriptor, &info) != 0) return false;
  region.size = static_cast<size_t>(info.st_size);
  if (region.size > 0) {
    region.data = mmap(nullptr, region.size, PROT_READ | PROT_WRITE, MAP_SHARED, region.descriptor, 0);
    if (region.data == MAP_FAILED) return false;
  }
  close(region.descriptor);
  return true;
}

bool Transfer(bool reading, void* data, size_t length) {
  char* at = static_cast<char*>(data);
  while (length > 0) {
    const ssize_t n = reading ? read(wire::kSocket, at, length) : write(wire::kSocket, at, length);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    length -= static_cast<size_t>(n);
  }
  return true;
}

}  // namespace

bool ReadFrame(Frame& frame) {
  wire::FrameHeader header;
  if (!Transfer(true, &header, sizeof header) || header.length > wire::kMaxFrame) return false;
  frame.type = header.type;
  frame.payload.resize(header.length);
  return Transfer(true, frame.payload.data(), header.length);
}

bool WriteFrame(wire::FrameType type, const void* payload, size_t length) {
  wire::FrameHeader header;
  header.length = static_cast<uint32_t>(length);
  header.type = type;
  return Transfer(false, &header, sizeof header) && Transfer(false, const_cast<void*>(payload), length);
}

wire::Control& Control() { return *static_cast<wire::Control*>(g_control.data); }

bool MapRegions() {
  if (!Map(g_control) || g_control.size < sizeof(wire::Control)) return false;
  return std::all_of(std::begin(g_regions), std::end(g_regions), [](Region& region) { return Map(region); });
}

napi_value RegionArrays(napi_env env) {
  napi_value result = nullptr;
  napi_create_object(env, &result);
  for (const Region& region : g_regions) {
    napi_value buffer = nullptr;
    napi_value array = nullptr;
    if (region.size == 0) {
      napi_create_arraybuffer(env, 0, nullptr, &buffer);
    } else {
      napi_create_external_arraybuffer(
          env, region.data, region.size, [](napi_env, void*, void*) {}, nullptr, &buffer);
    }
    napi_create_typedarray(env, napi_uint8_array, region.size, buffer, 0, &array);
    Set(env, result, region.name, array);
  }
  return result;
}

std::span<uint32_t> Counters() {
  const Region& counters = g_regions[1];
  return {static_cast<uint32_t*>(counters.data), counters.size / sizeof(uint32_t)};
}

void PutAnswer(const std::string& bytes) {
  const Region& log = g_regions[0];
  const uint32_t length = static_cast<uint32_t>(std::min(bytes.size(), log.size - sizeof(uint32_t)));
  std::memcpy(static_cast<char*>(log.data) + sizeof length, bytes.data(), length);
  std::memcpy(log.data, &length, sizeof length);
}

}  // namespace kingbird::addon
