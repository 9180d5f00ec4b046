// Comments and names are read as text: a name is the last word before what opens parameters, a type or a value.
#include "discover/documented_throws.h"

#include <cctype>
#include <string_view>

namespace kingbird::discover {
namespace {

constexpr size_t kLongestHead = 200;

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

// "throws", "@throws", "Throw an error": as a word.
bool SpeaksOfThrowing(std::string_view comment) {
  for (size_t at = comment.find("hrow"); at != std::string_view::npos; at = comment.find("hrow", at + 1)) {
    if (at == 0 || (comment[at - 1] != 't' && comment[at - 1] != 'T')) continue;
    size_t end = at + 4;
    if (end < comment.size() && comment[end] == 's') ++end;
    const bool begins = at < 2 || !IsWord(comment[at - 2]);
    if (begins && (end == comment.size() || !IsWord(comment[end]))) return true;
  }
  return false;
}

// "export declare function parse(", "exports.parse = ", "static parse<T>(", "parse: (": parse.
std::string NameBehind(std::string_view text) {
  std::string word;
  for (size_t i = 0; i < std::min(text.size(), kLongestHead); ++i) {
    if (IsWord(text[i])) {
      if (i > 0 && !IsWord(text[i - 1])) word.clear();
      word.push_back(text[i]);
    } else if (std::string_view("(:=<?").find(text[i]) != std::string_view::npos) {
      return word;
    } else if (std::string_view(" \t\r\n.*").find(text[i]) == std::string_view::npos) {
      break;
    }
  }
  return "";
}

}  // namespace

void ReadDocumentedThrows(const std::string& source, std::set<std::string>& into) {
  const std::string_view text(source);
  for (size_t at = text.find("/**"); at != std::string_view::npos; at = text.find("/**", at)) {
    const size_t end = text.find("*/", at + 3);
    if (end == std::string_view::npos) return;
    if (SpeaksOfThrowing(text.substr(at, end - at))) {
      if (std::string name = NameBehind(text.substr(end + 2)); !name.empty()) into.insert(std::move(name));
    }
    at = end + 2;
  }
}

}  // namespace kingbird::discover
