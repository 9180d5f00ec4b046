#include "mine/documented_code.h"

#include <algorithm>

#include "base/text.h"
#include "syntax/parser.h"

namespace kingbird::mine {
namespace {

bool IsProgram(const std::string& language) {
  return language.empty() || language.starts_with("j") || language.starts_with("node") || language.starts_with("ts") ||
         language.starts_with("typescript") || language.starts_with("mjs");
}

}  // namespace

std::vector<std::string> CodeBlocks(const std::string& markdown) {
  std::vector<std::string> blocks;
  bool inside = false;   // a block
  bool program = false;  // one that is read
  for (const std::string& line : base::Split(markdown, '\n')) {
    if (line.starts_with("```")) {
      inside = !inside;
      program = inside && IsProgram(line.substr(3));
      if (program) blocks.emplace_back();
    } else if (program) {
      blocks.back() += line + "\n";
    }
  }
  return blocks;
}

std::vector<std::string> CommentExamples(const std::string& source) {
  std::vector<std::string> programs;
  const syntax::Tree tree = syntax::Parse(source);
  for (const uint32_t index : tree.comments()) {
    const std::string comment(tree.At(index).text());
    if (!comment.starts_with("/**") || comment.find("@example") == std::string::npos) continue;
    bool inside = false;
    for (std::string line : base::Split(comment, '\n')) {
      line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
      if (line.starts_with("*/")) break;
      if (line.starts_with('*')) line.erase(0, 1);
      const size_t word = std::min(line.find_first_not_of(" \t"), line.size());
      if (line.compare(word, 8, "@example") == 0) {
        inside = true;
        programs.emplace_back();
      } else if (line.compare(word, 1, "@") == 0) {
        inside = false;
      } else if (inside && line.compare(word, 3, "```") != 0) {
        programs.back() += line + "\n";
      }
    }
  }
  return programs;
}

}  // namespace kingbird::mine
