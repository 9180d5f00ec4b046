// A pattern becomes a small program, and the program goes over the path once with all places it may be at (Thompson
// 1968): patterns come with packages, and trying one way after the other takes for ever with enough stars or braces.
#include "syntax/glob.h"

#include <optional>
#include <utility>

namespace kingbird::syntax {
namespace {

struct Step {
  enum class Kind { kThis, kNoSlash, kAny, kSet, kEither, kEnd };
  Kind kind;
  char expected = 0;          ///< kThis
  std::string_view set = {};  ///< kSet
  size_t next = 0;            ///< Where it goes on; of kEither one of two.
  size_t other = 0;
};

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

class Program {
 public:
  explicit Program(std::string_view pattern) : pattern_(pattern), closed_(ClosedBraces()) {
    for (size_t at = 0; at < pattern_.size();) at = Read(at);
    Add({.kind = Step::Kind::kEnd});
  }

  bool Matches(std::string_view path) {
    seen_.assign(steps_.size(), false);
    Enter(0);
    for (const char c : path) {
      if (c == '/' && IsAtEnd()) return true;
      const std::vector<size_t> before = std::exchange(current_, {});
      seen_.assign(steps_.size(), false);
      for (const size_t at : before) {
        if (Takes(steps_[at], c)) Enter(steps_[at].next);
      }
    }
    return IsAtEnd();
  }

 private:
  struct Brace {
    size_t choice;             ///< The last kEither that was written for it; what comes next is one of two.
    std::vector<size_t> ends;  ///< Last steps of its parts, which go on behind it.
  };

  /// By position: whether the brace there has its partner.
  std::vector<bool> ClosedBraces() const {
    std::vector<bool> closed(pattern_.size());
    std::vector<size_t> open;
    for (size_t i = 0; i < pattern_.size(); ++i) {
      if (const auto set = SetAt(i)) {
        i += set->size() + 1;
      } else if (pattern_[i] == '{') {
        open.push_back(i);
      } else if (pattern_[i] == '}' && !open.empty()) {
        closed[i] = closed[open.back()] = true;
        open.pop_back();
      }
    }
    return closed;
  }

  /// What is between the brackets that begin there.
  std::optional<std::string_view> SetAt(size_t at) const {
    if (pattern_[at] != '[') return std::nullopt;
    const size_t close = pattern_.find(']', at + 1);
    if (close == std::string_view::npos) return std::nullopt;
    return pattern_.substr(at + 1, close - at - 1);
  }

  size_t Add(Step step) {
    step.next = steps_.size() + 1;
    steps_.push_back(step);
    return steps_.size() - 1;
  }

  /// Any number of what `kind` takes.
  void AddMany(Step::Kind kind) {
    const size_t either = Add({.kind = Step::Kind::kEither});
    steps_[Add({.kind = kind})].next = either;
    steps_[either].other = steps_.size();
  }

  /// The part of the pattern that begins at `at`; where the next one does.
  size_t Read(size_t at) {
    const std::string_view rest = pattern_.substr(at);
    if (rest.starts_with("**/")) {
      const size_t either = Add({.kind = Step::Kind::kEither});
      AddMany(Step::Kind::kAny);
      Add({.kind = Step::Kind::kThis, .expected = '/'});
      steps_[either].other = steps_.size();
      return at + 3;
    }
    if (rest.starts_with("**")) {
      AddMany(Step::Kind::kAny);
      return at + 2;
    }
    if (const auto set = SetAt(at)) {
      Add({.kind = Step::Kind::kSet, .set = *set});
      return at + set->size() + 2;
    }
    if (closed_[at] && rest[0] == '{') {
      braces_.push_back({Add({.kind = Step::Kind::kEither}), {}});
    } else if (!braces_.empty() && rest[0] == ',') {
      EndPart();
      steps_[braces_.back().choice].other = steps_.size();
      braces_.back().choice = Add({.kind = Step::Kind::kEither});
    } else if (closed_[at]) {
      EndPart();
      for (const size_t end : braces_.back().ends) steps_[end].next = steps_[end].other = steps_.size();
      steps_[braces_.back().choice].other = steps_[braces_.back().choice].next;
      braces_.pop_back();
    } else if (rest[0] == '*') {
      AddMany(Step::Kind::kNoSlash);
    } else if (rest[0] == '?') {
      Add({.kind = Step::Kind::kNoSlash});
    } else {
      Add({.kind = Step::Kind::kThis, .expected = rest[0]});
    }
    return at + 1;
  }

  void EndPart() { braces_.back().ends.push_back(Add({.kind = Step::Kind::kEither})); }

  static bool Takes(const Step& step, char c) {
    switch (step.kind) {
      case Step::Kind::kThis:
        return c == step.expected;
      case Step::Kind::kNoSlash:
        return c != '/';
      case Step::Kind::kAny:
        return true;
      case Step::Kind::kSet:
        return MatchesSet(step.set, c);
      case Step::Kind::kEither:
      case Step::Kind::kEnd:
        return false;
    }
    return false;
  }

  /// The place and those that it leads to without taking anything.
  void Enter(size_t place) {
    open_.push_back(place);
    while (!open_.empty()) {
      const size_t at = open_.back();
      open_.pop_back();
      if (seen_[at]) continue;
      seen_[at] = true;
      if (steps_[at].kind != Step::Kind::kEither) {
        current_.push_back(at);
        continue;
      }
      open_.push_back(steps_[at].next);
      open_.push_back(steps_[at].other);
    }
  }

  bool IsAtEnd() const { return !current_.empty() && seen_[steps_.size() - 1]; }

  std::string_view pattern_;
  std::vector<bool> closed_;
  std::vector<Step> steps_;
  std::vector<Brace> braces_;
  std::vector<size_t> current_;  ///< Places that take something, or the end.
  std::vector<bool> seen_;       ///< Of the places, those that were entered for the character that comes next.
  std::vector<size_t> open_;
};

}  // namespace

bool MatchesGlob(std::string_view pattern, std::string_view path) {
  if (pattern.starts_with("./")) pattern.remove_prefix(2);
  while (pattern.ends_with("/")) pattern.remove_suffix(1);
  return Program(pattern).Matches(path);
}

bool MatchesAnyGlob(const std::vector<std::string>& patterns, std::string_view path) {
  for (const std::string& pattern : patterns) {
    if (MatchesGlob(pattern, path)) return true;
  }
  return false;
}

}  // namespace kingbird::syntax
