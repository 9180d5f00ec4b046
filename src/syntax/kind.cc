#include "syntax/kind.h"

#include <unordered_map>

namespace kingbird::syntax {
namespace {

constexpr std::string_view kKindNames[] = {"token", "other",
#define KB_KIND(name, text) text,
                                           KB_KINDS(KB_KIND)
#undef KB_KIND
};

constexpr std::string_view kFieldNames[] = {"",
#define KB_FIELD(name, text) text,
                                            KB_FIELDS(KB_FIELD)
#undef KB_FIELD
};

template <size_t N>
std::unordered_map<std::string_view, uint8_t> Index(const std::string_view (&names)[N]) {
  std::unordered_map<std::string_view, uint8_t> index;
  for (size_t i = 0; i < N; ++i) index.emplace(names[i], static_cast<uint8_t>(i));
  return index;
}

}  // namespace

Kind KindFromName(std::string_view name) {
  static const auto index = Index(kKindNames);
  auto found = index.find(name);
  return found == index.end() ? Kind::kOther : static_cast<Kind>(found->second);
}

Field FieldFromName(std::string_view name) {
  static const auto index = Index(kFieldNames);
  auto found = index.find(name);
  return found == index.end() ? Field::kNone : static_cast<Field>(found->second);
}

std::string_view ToString(Kind kind) { return kKindNames[static_cast<size_t>(kind)]; }

}  // namespace kingbird::syntax
