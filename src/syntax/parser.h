// Text to Tree, by tree-sitter. The only file that knows tree-sitter is parser.cc.
#pragma once

#include <memory>
#include <string>

#include "syntax/tree.h"

namespace kingbird::syntax {

/// Reusable for many files of one language; thread-compatible (one thread at a time).
class Parser {
 public:
  explicit Parser(Language language = Language::kJavaScript);
  ~Parser();
  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;

  /// Always gives a tree; Tree::has_error says whether it can be trusted. Text that takes longer than half a minute or
  /// more than half of the memory counts as an error too, and so does all text after StopParsing.
  Tree Parse(std::string source);

 private:
  /// Parses `text`, which differs from `source` in blanks at most.
  Tree Read(const std::string& text, std::string source);

  struct State;
  std::unique_ptr<State> state_;
};

/// The run is overdue: texts that are being parsed, in whatever thread, and all that come after them are errors.
void StopParsing();

/// Parses with a parser of its own.
Tree Parse(std::string source, Language language = Language::kJavaScript);

}  // namespace kingbird::syntax
