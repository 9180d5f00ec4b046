// Programs that stand inside other text: blocks of a Markdown page, @example in comments.
#pragma once

#include <string>
#include <vector>

namespace kingbird::mine {

/// The fenced JavaScript blocks of a Markdown text.
std::vector<std::string> CodeBlocks(const std::string& markdown);

/// The programs behind @example in the comments of a source.
std::vector<std::string> CommentExamples(const std::string& source);

}  // namespace kingbird::mine
