// Memory shared with the zygotes: a memory file, mapped here, its descriptor handed over at their start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "base/result.h"

namespace kingbird::runtime {

/// Owns the descriptor and the mapping. Thread-compatible.
class SharedMemory {
 public:
  static base::Result<SharedMemory> Make(const char* name, size_t size);
  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&& other) noexcept;
  ~SharedMemory();

  int descriptor() const { return descriptor_; }
  std::span<uint8_t> bytes() const { return {static_cast<uint8_t*>(data_), size_}; }
  /// Of a region that begins with the number of bytes in it, a u32: the number and the bytes, as many as there are.
  /// A copy: what is checked stays as it was, whoever still writes there.
  std::string TakeCommitted() const;
  template <typename T>
  T& As() const {
    return *static_cast<T*>(data_);
  }

 private:
  SharedMemory() = default;
  int descriptor_ = -1;
  void* data_ = nullptr;
  size_t size_ = 0;
};

/// A file in memory that a zygote has as its stdout or stderr. It survives whoever writes to it.
class OutputFile {
 public:
  static base::Result<OutputFile> Make(const char* name);
  OutputFile(OutputFile&& other) noexcept { *this = std::move(other); }
  OutputFile& operator=(OutputFile&& other) noexcept;
  ~OutputFile();

  /// For the writing process: it can append but not read, as with the pipe it would have elsewhere.
  int descriptor() const { return writer_; }
  /// What was written since the last Reset, at most `limit` bytes.
  std::string Read(size_t limit) const;
  void Reset() const;

 private:
  OutputFile() = default;
  int descriptor_ = -1;
  int writer_ = -1;
};

}  // namespace kingbird::runtime
