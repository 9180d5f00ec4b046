// Extracts code from other text: programs and samples in blocks of a Markdown page, @example in comments.
#pragma once

#include <string>
#include <vector>

namespace kingbird::mine {

/// The blocks of a Markdown text, fenced or indented, in the order of the text.
struct Blocks {
  std::vector<std::string> programs;  ///< Blocks in JavaScript or without a language.
  /// Other blocks except shell commands: perhaps texts that the package reads or writes. The last line end is removed.
  /// A block without a language is a sample if it does not parse as JavaScript.
  std::vector<std::string> samples;
};
Blocks BlocksOf(const std::string& markdown);

/// Returns the programs behind @example in the comments of a source text.
std::vector<std::string> CommentExamples(const std::string& source);

}  // namespace kingbird::mine
