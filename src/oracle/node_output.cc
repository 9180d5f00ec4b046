// Node prints the place and the line of code, a caret, an empty line, then the error's stack: "TypeError: words", which
// may go on over several lines, and frames "    at name (file:line:column)".
#include "oracle/node_output.h"

#include <cctype>

#include "base/text.h"

namespace kingbird::oracle {
namespace {

bool IsFrame(const std::string& line) {
  const size_t at = line.find_first_not_of(' ');
  return at != std::string::npos && at >= 2 && line.compare(at, 3, "at ") == 0;
}

// "name (file:line:column)", "file:line:column", both with "async " or "new " in front and " {" behind.
Frame ReadFrame(std::string text) {
  Frame frame;
  if (text.ends_with(" {")) text.resize(text.size() - 2);
  std::string place = text;
  if (const size_t open = text.rfind(" ("); open != std::string::npos && text.ends_with(")")) {
    frame.function = text.substr(0, open);
    place = text.substr(open + 2, text.size() - open - 3);
  } else if (place.starts_with("async ")) {
    place = place.substr(6);
  }
  for (int* number : {static_cast<int*>(nullptr), &frame.line}) {
    const size_t colon = place.rfind(':');
    const bool numeric = colon != std::string::npos && colon + 1 < place.size() &&
                         place.find_first_not_of("0123456789", colon + 1) == std::string::npos;
    if (!numeric) break;
    if (number != nullptr) *number = std::atoi(place.c_str() + colon + 1);
    place.resize(colon);
  }
  frame.file = place.starts_with("file://") ? place.substr(7) : place;
  return frame;
}

bool IsErrorName(const std::string& name) {
  if (name.empty() || std::isupper(static_cast<unsigned char>(name[0])) == 0) return false;
  return name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$.") ==
         std::string::npos;
}

}  // namespace

std::vector<Frame> ReadFrames(const std::string& text) {
  std::vector<Frame> frames;
  for (const std::string& line : base::Split(text, '\n')) {
    if (IsFrame(line)) frames.push_back(ReadFrame(line.substr(line.find("at ") + 3)));
  }
  return frames;
}

std::optional<PrintedError> ReadPrintedError(const std::string& text) {
  const std::vector<std::string> lines = base::Split(text, '\n');
  size_t first = 0;
  while (first < lines.size() && !IsFrame(lines[first])) ++first;
  if (first == lines.size() || first == 0) return std::nullopt;
  size_t head = first - 1;
  while (head > 0 && !lines[head - 1].empty()) --head;
  PrintedError error;
  const std::string& title = lines[head];
  const size_t colon = title.find(": ");
  std::string name = title.substr(0, colon);
  // "Error [ERR_SOMETHING]: words"
  if (const size_t code = name.find(" ["); code != std::string::npos) name = name.substr(0, code);
  if (IsErrorName(name)) {
    error.type = name;
    error.message = colon == std::string::npos ? "" : title.substr(colon + 2);
  } else {
    error.message = title;
  }
  std::string stack;
  for (size_t i = first; i < lines.size() && IsFrame(lines[i]); ++i) stack += lines[i] + "\n";
  error.frames = ReadFrames(stack);
  error.emitted = text.find("\nEmitted 'error' event") != std::string::npos;
  return error;
}

std::optional<Frame> OwnFrame(const std::vector<Frame>& frames, const base::Path& root) {
  const std::string start = root.string() + "/";
  for (const Frame& frame : frames) {
    if (!frame.file.starts_with(start)) continue;
    Frame own = frame;
    own.file = frame.file.substr(start.size());
    if (own.file.starts_with("node_modules/") || own.file.find("/node_modules/") != std::string::npos) continue;
    return own;
  }
  return std::nullopt;
}

std::string WithoutWarnings(const std::string& text) {
  std::string kept;
  for (const std::string& line : base::Split(text, '\n')) {
    const bool warning = line.starts_with("(node:") || line.starts_with("(Use `node --trace");
    if (!warning && !line.empty()) kept += line + "\n";
  }
  return kept;
}

}  // namespace kingbird::oracle
