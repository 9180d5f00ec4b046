#include "syntax/edits.h"

#include <algorithm>

#include "base/check.h"

namespace kingbird::syntax {

uint32_t PositionMap::ToOriginal(uint32_t rewritten_offset) const {
  auto after = std::upper_bound(steps_.begin(), steps_.end(), rewritten_offset,
                                [](uint32_t offset, const Step& step) { return offset < step.rewritten; });
  if (after == steps_.begin()) return rewritten_offset;
  const Step& step = *(after - 1);
  const uint32_t original = step.original + (rewritten_offset - step.rewritten);
  return after == steps_.end() ? original : std::min(original, after->original);
}

void Edits::Insert(uint32_t offset, std::string text) {
  CHECK(offset <= source_.size());
  CHECK(text.find('\n') == std::string::npos, "an insertion must not add a line");
  if (!text.empty()) edits_.push_back({offset, offset, std::move(text)});
}

void Edits::Replace(uint32_t begin, uint32_t end, std::string text) {
  CHECK(begin <= end && end <= source_.size());
  const std::string_view old = source_.substr(begin, end - begin);
  CHECK(std::count(old.begin(), old.end(), '\n') == std::count(text.begin(), text.end(), '\n'), "lines must stay");
  std::erase_if(edits_, [&](const Edit& edit) { return edit.begin >= begin && edit.end <= end; });
  edits_.push_back({begin, end, std::move(text)});
}

std::vector<Edits::Edit> Edits::Sorted() const {
  std::vector<Edit> sorted = edits_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  return sorted;
}

std::string Edits::Render(uint32_t begin, uint32_t end) const {
  std::string text;
  uint32_t at = begin;
  for (const Edit& edit : Sorted()) {
    if (edit.begin < begin || edit.end > end) continue;
    text.append(source_, at, edit.begin - at).append(edit.text);
    at = edit.end;
  }
  return text.append(source_, at, end - at);
}

std::string Edits::Apply(PositionMap* map) const {
  std::vector<uint32_t> order(edits_.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [this](uint32_t a, uint32_t b) { return edits_[a].begin < edits_[b].begin; });
  size_t size = source_.size();
  for (const Edit& edit : edits_) size += edit.text.size();
  std::string text;
  text.reserve(size);
  if (map != nullptr) map->steps_ = {{0, 0}};
  uint32_t at = 0;
  for (uint32_t i : order) {
    const Edit& edit = edits_[i];
    CHECK(edit.begin >= at, "edits overlap");
    text.append(source_, at, edit.begin - at).append(edit.text);
    at = edit.end;
    if (map != nullptr) map->steps_.push_back({static_cast<uint32_t>(text.size()), at});
  }
  return text.append(source_, at, source_.size() - at);
}

}  // namespace kingbird::syntax
