// What stands inside other text: programs and samples in blocks of a Markdown page, @example in comments.
#pragma once

#include <string>
#include <vector>

namespace kingbird::mine {

/// The blocks of a Markdown text, fenced or indented, in the order of the text.
struct Blocks {
  std::vector<std::string> programs;  ///< JavaScript, or said to be of no language.
  /// Whatever else is shown, commands for a shell apart: what the package reads or writes, perhaps. Without the last
  /// line's end; what is of no language is a sample if it is no JavaScript.
  std::vector<std::string> samples;
};
Blocks BlocksOf(const std::string& markdown);

/// The programs behind @example in the comments of a source.
std::vector<std::string> CommentExamples(const std::string& source);

}  // namespace kingbird::mine
