#include "conform/vote.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace kingbird::conform {
namespace {

constexpr size_t kFewestForDissent = 3;

bool IsVote(const Ballot& ballot) {
  return ballot.votes && (ballot.outcome->kind == Outcome::Kind::kDid || ballot.outcome->kind == Outcome::Kind::kCrash);
}

std::string Words(const Outcome& outcome) { return outcome.kind == Outcome::Kind::kDid ? outcome.text : Told(outcome); }

// Whether an outcome is a limit of its implementation where the others went on.
bool IsLimit(const Outcome& outcome, bool huge) { return outcome.limited && huge; }

bool Differs(const Outcome& outcome, const Verdict& verdict) {
  switch (outcome.kind) {
    case Outcome::Kind::kDid:
      return outcome.text != verdict.expected && !IsLimit(outcome, verdict.huge);
    case Outcome::Kind::kTimeout:
    case Outcome::Kind::kMemory:
      return !verdict.huge;
    case Outcome::Kind::kCrash:
      return true;
    default:
      return false;
  }
}

// The kind of value a description begins with.
std::string KindOf(std::string_view text) {
  if (text.empty()) return "nothing";
  const char c = text[0];
  if (c == '\'') return "a string";
  if (c == '[') return "an array";
  if (c == '{' || c == '<') return "an object";
  if (text.starts_with("this")) return "this";
  if (text.starts_with("arg")) return "an argument";
  if (text.starts_with("new ")) return "a wrapped value";
  if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '-' || text.starts_with("NaN") ||
      text.starts_with("Infinity")) {
    return "a number";
  }
  const std::string word(text.substr(0, text.find_first_of(" ;,([{<")));
  return word == "true" || word == "false" ? "a boolean" : word;
}

/// A description in parts: completion, what became of the inputs, what was called.
struct Parts {
  std::string completion;
  std::map<std::string, std::string> becomes;
  std::string calls;
};

Parts Split(std::string_view text) {
  Parts parts;
  bool quoted = false;
  size_t begin = 0;
  const auto add = [&](std::string_view part) {
    const size_t becomes = part.find(" becomes ");
    if (parts.completion.empty()) {
      parts.completion = part;
    } else if (becomes != std::string_view::npos && (part.starts_with("this ") || part.starts_with("arg"))) {
      parts.becomes[std::string(part.substr(0, becomes))] = part.substr(becomes);
    } else {
      parts.calls += std::string(part) + ";";
    }
  };
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
      continue;
    }
    if (text[i] == '\'') quoted = !quoted;
    if (quoted) continue;
    if (text[i] == '(' || text[i] == '[' || text[i] == '{') ++depth;
    if (text[i] == ')' || text[i] == ']' || text[i] == '}') --depth;
    if (depth > 0 || text.substr(i, 2) != "; ") continue;
    add(text.substr(begin, i - begin));
    begin = i + 2;
  }
  add(text.substr(std::min(begin, text.size())));
  return parts;
}

std::string CompletionDifference(const std::string& actual, const std::string& expected) {
  const auto word = [](const std::string& text) {
    const size_t space = text.find(' ');
    return space == std::string::npos ? std::string() : text.substr(space + 1);
  };
  const bool throws = actual.starts_with("throws");
  const bool must_throw = expected.starts_with("throws");
  if (throws && must_throw)
    return fmt::format("throws {}, must throw {}", KindOf(word(actual)), KindOf(word(expected)));
  if (throws) return fmt::format("throws {}, must return {}", KindOf(word(actual)), KindOf(word(expected)));
  if (must_throw) return fmt::format("returns, must throw {}", KindOf(word(expected)));
  const std::string is = KindOf(word(actual));
  const std::string must = KindOf(word(expected));
  if (is != must) return fmt::format("returns {}, must return {}", is, must);
  return fmt::format("returns another {}", is.substr(is.find(' ') == std::string::npos ? 0 : is.find(' ') + 1));
}

}  // namespace

Verdict Vote(const std::vector<Ballot>& ballots) {
  Verdict verdict;
  std::map<std::string, std::vector<const Ballot*>> camps;
  bool huge = false;
  for (const Ballot& ballot : ballots) {
    if (ballot.votes && (ballot.outcome->huge || ballot.outcome->kind == Outcome::Kind::kMemory)) huge = true;
  }
  size_t votes = 0;
  for (const Ballot& ballot : ballots) {
    if (!IsVote(ballot) || IsLimit(*ballot.outcome, huge)) continue;
    camps[Words(*ballot.outcome)].push_back(&ballot);
    ++votes;
  }
  if (votes < 2) return verdict;
  const auto largest = std::max_element(camps.begin(), camps.end(),
                                        [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  for (const auto& [text, members] : camps) {
    if (text == largest->first) continue;
    for (const Ballot* member : members) verdict.dissenters.push_back(member->implementation);
  }
  const size_t against = verdict.dissenters.size();
  if (against > 1 || (against == 1 && votes < kFewestForDissent)) {
    verdict.kind = Verdict::Kind::kReview;
    return verdict;
  }
  verdict.kind = against == 0 ? Verdict::Kind::kAgree : Verdict::Kind::kDissent;
  verdict.expected = largest->first;
  verdict.huge = huge;
  for (const Ballot& ballot : ballots) {
    if (!ballot.votes && Differs(*ballot.outcome, verdict)) verdict.candidates.push_back(ballot.implementation);
  }
  return verdict;
}

std::string DifferenceOf(const Outcome& outcome, const std::string& expected) {
  if (outcome.kind != Outcome::Kind::kDid) return Told(outcome);
  const Parts actual = Split(outcome.text);
  const Parts wanted = Split(expected);
  if (actual.completion != wanted.completion) return CompletionDifference(actual.completion, wanted.completion);
  if (actual.becomes != wanted.becomes) {
    for (const auto& [name, text] : wanted.becomes) {
      const auto found = actual.becomes.find(name);
      if (found == actual.becomes.end()) return fmt::format("leaves {} as it is, must change it", name);
      if (found->second != text) return fmt::format("changes {} in another way", name);
    }
    for (const auto& [name, text] : actual.becomes) {
      if (!wanted.becomes.contains(name)) return fmt::format("changes {}, must leave it as it is", name);
    }
  }
  return "asks and calls in another way";
}

}  // namespace kingbird::conform
