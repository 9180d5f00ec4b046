// Reads the output of Node when a program died of an error: the error and the place of its throw. Reproductions are run
// as a user would run them, and only this output counts.
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
  bool emitted = false;  ///< The error comes from an 'error' event without a listener.
};

/// From stderr; nothing when no stack of an error is in it.
std::optional<PrintedError> ReadPrintedError(const std::string& text);

/// The frames of a text: lines that begin with "at".
std::vector<Frame> ReadFrames(const std::string& text);

/// The first frame in a file below `root` that belongs to no other package, its file relative to it; nothing for none.
std::optional<Frame> OwnFrame(const std::vector<Frame>& frames, const base::Path& root);

/// Removes Node's own warnings ("(node:1) … Warning: …" and the hint below) and empty lines from the output of a
/// program.
std::string WithoutWarnings(const std::string& text);

}  // namespace kingbird::oracle
