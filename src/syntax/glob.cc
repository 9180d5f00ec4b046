// Braces are expanded first; what remains is matched by backtracking over the pattern.
#include "syntax/glob.h"

namespace kingbird::syntax {
namespace {

bool MatchesSet(std::string_view set, char c) {
  const bool negated = !set.empty() && (set[0] == '!' || set[0] == '^');
  if (negated) set.remove_prefix(1);
  bool found = false;
  for (size_t i = 0; i < set.size(); ++i) {
    if (i + 2 < set.size() && set[i + 1] == '-') {
      found = found || (c >= set[i] && c <= set[i + 2]);
      i += 2;
    } else {
      found = found || c == set[i];
    }
  }
  return found != negated && c != '/';
}

bool MatchesPlain(std::string_view pattern, std::string_view path) {
  while (!pattern.empty()) {
    if (pattern.starts_with("**")) {
      std::string_view rest = pattern.substr(2);
      if (rest.starts_with("/") && MatchesPlain(rest.substr(1), path)) return true;
      for (size_t i = 0; i <= path.size(); ++i) {
        if (MatchesPlain(rest, path.substr(i))) return true;
      }
      return false;
    }
    if (pattern[0] == '*') {
      for (size_t i = 0;; ++i) {
        if (MatchesPlain(pattern.substr(1), path.substr(i))) return true;
        if (i >= path.size() || path[i] == '/') return false;
      }
    }
    if (path.empty()) return false;
    if (size_t close = pattern.find(']', 1); pattern[0] == '[' && close != std::string_view::npos) {
      if (!MatchesSet(pattern.substr(1, close - 1), path[0])) return false;
      pattern.remove_prefix(close + 1);
    } else {
      if (pattern[0] == '?' ? path[0] == '/' : pattern[0] != path[0]) return false;
      pattern.remove_prefix(1);
    }
    path.remove_prefix(1);
  }
  return path.empty() || path[0] == '/';
}

}  // namespace

bool MatchesGlob(std::string_view pattern, std::string_view path) {
  if (pattern.starts_with("./")) pattern.remove_prefix(2);
  while (pattern.ends_with("/")) pattern.remove_suffix(1);
  const size_t open = pattern.find('{');
  const size_t close = pattern.find('}', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || close == std::string_view::npos) return MatchesPlain(pattern, path);
  for (size_t begin = open + 1; begin <= close;) {
    const size_t end = std::min(pattern.find(',', begin), close);
    std::string expanded(pattern.substr(0, open));
    expanded.append(pattern.substr(begin, end - begin)).append(pattern.substr(close + 1));
    if (MatchesGlob(expanded, path)) return true;
    begin = end + 1;
  }
  return false;
}

bool MatchesAnyGlob(const std::vector<std::string>& patterns, std::string_view path) {
  for (const std::string& pattern : patterns) {
    if (MatchesGlob(pattern, path)) return true;
  }
  return false;
}

}  // namespace kingbird::syntax
