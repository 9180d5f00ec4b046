#include "base/output_journal.h"

#include <string_view>

#include "base/json.h"
#include "base/sha256.h"

namespace kingbird::base {
namespace {

constexpr size_t kMostJournalBytes = size_t{1} << 16;

bool IsNumber(std::string_view text) {
  return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

OutputJournal::OutputJournal(FileSystem& files, const Path& place, const Path& folder, HeldFolder::Identity identity)
    : files_(files),
      note_(place.empty() ? Path() : place / (Sha256(folder.string()) + ".json")),
      folder_(folder),
      identity_(identity) {}

std::vector<std::string> OutputJournal::Unfinished() const {
  if (note_.empty()) return {};
  const auto text = files_.ReadAtMost(note_, kMostJournalBytes);
  if (!text.ok()) return {};
  const auto note = ParseJson(*text, note_.string());
  // The name of the note tells the path. Another folder may have that path by now.
  if (!note.ok() || ValueOr(*note, "device", uint64_t{0}) != identity_.device ||
      ValueOr(*note, "inode", uint64_t{0}) != identity_.inode)
    return {};
  std::vector<std::string> numbers;
  for (const Json& number : ValueOr(*note, "numbers", Json::array())) {
    if (!number.is_string() || !IsNumber(number.get<std::string>())) return {};
    numbers.push_back(number.get<std::string>());
  }
  return numbers;
}

void OutputJournal::Write(const std::vector<std::string>& numbers) {
  if (note_.empty()) return;
  if (numbers.empty())
    (void)files_.Remove(note_);
  else
    (void)files_.Write(note_, DumpJson({{"folder", folder_.string()},
                                        {"device", identity_.device},
                                        {"inode", identity_.inode},
                                        {"numbers", numbers}}));
}

}  // namespace kingbird::base
