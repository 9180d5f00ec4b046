// Output goes to memory files rather than pipes: nobody has to drain them while the test runs, a writer never blocks,
// and what was written before a crash is there afterwards. They are opened for appending, so a reset is a truncation.
#include "runtime/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace kingbird::runtime {

base::Result<SharedMemory> SharedMemory::Make(const char* name, size_t size) {
  SharedMemory memory;
  memory.descriptor_ = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  // Who reads a mapping of a file that somebody cut short is killed.
  constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  if (memory.descriptor_ < 0 || ftruncate(memory.descriptor_, static_cast<off_t>(size)) != 0 ||
      fcntl(memory.descriptor_, F_ADD_SEALS, kSeals) != 0) {
    return base::EnvironmentError(std::string("cannot make shared memory: ") + std::strerror(errno));
  }
  if (size == 0) return memory;
  void* data = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory.descriptor_, 0);
  if (data == MAP_FAILED)
    return base::EnvironmentError(std::string("cannot map shared memory: ") + std::strerror(errno));
  memory.data_ = data;
  memory.size_ = size;
  return memory;
}

std::string SharedMemory::TakeCommitted() const {
  uint32_t committed = 0;
  if (size_ < sizeof committed) return {};
  std::memcpy(&committed, data_, sizeof committed);
  std::string taken(std::min(size_, sizeof committed + size_t{committed}), '\0');
  std::memcpy(taken.data(), data_, taken.size());
  std::memcpy(taken.data(), &committed, sizeof committed);
  return taken;
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept { *this = std::move(other); }

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

SharedMemory::~SharedMemory() {
  if (data_ != nullptr) munmap(data_, size_);
  if (descriptor_ >= 0) close(descriptor_);
}

base::Result<OutputFile> OutputFile::Make(const char* name) {
  OutputFile file;
  file.descriptor_ = memfd_create(name, MFD_CLOEXEC);
  const std::string path = "/proc/self/fd/" + std::to_string(file.descriptor_);
  file.writer_ = open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file.descriptor_ < 0 || file.writer_ < 0) {
    return base::EnvironmentError(std::string("cannot make a memory file: ") + std::strerror(errno));
  }
  return file;
}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(writer_, other.writer_);
  return *this;
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (writer_ >= 0) close(writer_);
}

std::string OutputFile::Read(size_t limit) const {
  struct stat info = {};
  if (fstat(descriptor_, &info) != 0 || info.st_size == 0) return {};
  std::string text(std::min(limit, static_cast<size_t>(info.st_size)), '\0');
  const ssize_t n = pread(descriptor_, text.data(), text.size(), 0);
  text.resize(n > 0 ? static_cast<size_t>(n) : 0);
  return text;
}

void OutputFile::Reset() const { (void)!ftruncate(descriptor_, 0); }

}  // namespace kingbird::runtime
