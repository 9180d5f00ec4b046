#include "target/package_name.h"

#include <algorithm>
#include <cctype>

namespace kingbird::target {

bool IsPackageName(std::string_view name) {
  if (name.starts_with("@")) {
    const size_t slash = name.find('/');
    if (slash == std::string_view::npos || slash == 1) return false;
    const std::string_view scope = name.substr(1, slash - 1);
    return IsPackageName(scope) && IsPackageName(name.substr(slash + 1));
  }
  const auto allowed = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c == '~';
  };
  return !name.empty() && name.size() <= 214 && name[0] != '.' && name[0] != '-' &&
         std::all_of(name.begin(), name.end(), allowed);
}

bool IsVersionSpec(std::string_view version) {
  return !version.empty() &&
         version.find_first_not_of(
             "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
             ".-+^~<>=*| _") == std::string_view::npos &&
         version[0] != '-';
}

}  // namespace kingbird::target
