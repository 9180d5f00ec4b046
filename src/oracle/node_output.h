// What Node printed when a program died of an error: the error and where it was thrown. Made for reproductions, which
// are run as a user would run them and believed only as far as that shows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"

namespace kingbird::oracle {

struct Frame {
  std::string function;  ///< "" for none.
  std::string file;      ///< Absolute path; "node:…" for Node's own.
  int line = 0;
};

struct PrintedError {
  std::string type;     ///< "TypeError"; "" where something else than an error was thrown.
  std::string message;  ///< First line.
  std::vector<Frame> frames;
  bool emitted = false;  ///< Of an emitter's 'error' event that nobody listened to.
};

/// From stderr; nothing when no stack of an error is in it.
std::optional<PrintedError> ReadPrintedError(const std::string& text);

/// The frames of a text: lines that begin with "at".
std::vector<Frame> ReadFrames(const std::string& text);

/// The first frame in a file below `root` that belongs to no other package, its file relative to it; nothing for none.
std::optional<Frame> OwnFrame(const std::vector<Frame>& frames, const base::Path& root);

/// What a program printed without Node's own warnings ("(node:1) … Warning: …" and the hint below) and empty lines.
std::string WithoutWarnings(const std::string& text);

}  // namespace kingbird::oracle
