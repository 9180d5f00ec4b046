#include "model/v8_words.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace kingbird::model {
namespace {

constexpr std::string_view kNotAFunction = " is not a function";
constexpr std::string_view kNotAConstructor = " is not a constructor";
constexpr std::string_view kNotIterable = " is not iterable";
constexpr std::string_view kDestructures = "Cannot destructure ";
constexpr std::string_view kSearches = "Cannot use 'in' operator to search for";

template <size_t n>
bool Says(std::string_view text, const std::array<std::string_view, n>& sentences) {
  return std::ranges::any_of(sentences, [&](std::string_view one) { return text.find(one) != std::string_view::npos; });
}

}  // namespace

bool SaysOutOfMemory(std::string_view printed) {
  static constexpr std::array<std::string_view, 3> kFatal = {"heap out of memory", "Fatal process out of memory",
                                                             "Fatal JavaScript invalid size error"};
  return Says(printed, kFatal);
}

bool IsOfEngine(std::string_view message) {
  static constexpr std::array<std::string_view, 16> kMessages = {
      "Cannot read properties of", "Cannot set properties of", "is not a function",     "is not iterable",
      "is not a constructor",      "Maximum call stack",       "Invalid array length",  "is not defined",
      "Cannot destructure",        "Cannot convert",           "Cannot access",         "Invalid string length",
      "Cannot mix BigInt",         "Cannot create property",   "before initialization", "Cannot use 'in' operator"};
  return Says(message, kMessages);
}

bool IsStackOverflow(std::string_view message) { return message.starts_with("Maximum call stack"); }

bool IsTooLarge(std::string_view message) {
  static constexpr std::array<std::string_view, 2> kMessages = {"Invalid array length", "Invalid string length"};
  return Says(message, kMessages);
}

bool IsWrongUse(std::string_view message) {
  static constexpr std::array<std::string_view, 8> kMessages = {
      "Cannot read propert", "Cannot set propert", "Cannot destructure",       kNotAFunction,
      kNotIterable,          kNotAConstructor,     "Cannot use 'in' operator", "Right-hand side of"};
  return Says(message, kMessages);
}

std::string_view NameNotDefined(std::string_view message) {
  constexpr std::string_view kEnd = " is not defined";
  return message.ends_with(kEnd) ? message.substr(0, message.size() - kEnd.size()) : "";
}

std::string_view NameReadOfNothing(std::string_view message) {
  constexpr std::string_view kBegin = "Cannot read properties of null (reading '";
  constexpr std::string_view kEnd = "')";
  if (!message.starts_with(kBegin) || !message.ends_with(kEnd)) return "";
  return message.substr(kBegin.size(), message.size() - kBegin.size() - kEnd.size());
}

std::string_view LastNameNotCallable(std::string_view message) {
  const size_t end = message.find(kNotAFunction);
  if (end == std::string_view::npos) return "";
  size_t start = end;
  while (start > 0 && (std::isalnum(static_cast<unsigned char>(message[start - 1])) != 0 || message[start - 1] == '_'))
    --start;
  return message.substr(start, end - start);
}

std::string WithoutQuotedCode(std::string_view message) {
  // "Cannot destructure property 'a' of 'o.p' as it is undefined."
  if (message.starts_with(kDestructures)) return std::string(message.substr(0, message.find(" of '")));
  for (const std::string_view words : {kNotAFunction, kNotAConstructor, kNotIterable}) {
    if (const size_t at = message.find(words); at != std::string_view::npos)
      return "something" + std::string(message.substr(at));
  }
  return std::string(message);
}

std::string_view WithoutPlaceOfSearch(std::string_view message) {
  return message.starts_with(kSearches) ? kSearches : message;
}

}  // namespace kingbird::model
