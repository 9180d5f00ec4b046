// Reads what agent/byte_writer.js wrote. Never reads past the end: the first read that would makes `ok` false for good,
// and every read after it returns nothing.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace kingbird::runtime {

/// Borrows the bytes.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  bool AtEnd() const { return position_ == bytes_.size(); }
  void Fail() { ok_ = false; }

  uint8_t U8() {
    const std::string_view taken = Take(1);
    return taken.empty() ? 0 : static_cast<uint8_t>(taken[0]);
  }
  uint32_t U32() {
    uint32_t value = 0;
    const std::string_view taken = Take(sizeof value);
    if (!taken.empty()) std::memcpy(&value, taken.data(), sizeof value);
    return value;
  }
  double F64() {
    double value = 0;
    const std::string_view taken = Take(sizeof value);
    if (!taken.empty()) std::memcpy(&value, taken.data(), sizeof value);
    return value;
  }
  uint64_t Varint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      const uint8_t byte = U8();
      value |= static_cast<uint64_t>(byte & 127) << shift;
      if (byte < 128) return value;
    }
    ok_ = false;
    return 0;
  }
  int32_t Signed() {
    const uint32_t value = static_cast<uint32_t>(Varint());
    return static_cast<int32_t>(value >> 1) ^ -static_cast<int32_t>(value & 1);
  }
  std::string_view String() {
    const uint8_t size = U8();
    return Take(size == 255 ? U32() : size);
  }
  std::string_view Take(size_t count) {
    if (!ok_ || count > bytes_.size() - position_) {
      ok_ = false;
      return {};
    }
    position_ += count;
    return bytes_.substr(position_ - count, count);
  }

 private:
  std::string_view bytes_;
  size_t position_ = 0;
  bool ok_ = true;
};

}  // namespace kingbird::runtime
