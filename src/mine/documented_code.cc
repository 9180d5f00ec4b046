#include "mine/documented_code.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "syntax/parser.h"

namespace kingbird::mine {
namespace {

constexpr size_t kIndent = 4;

bool IsJson(const std::string& language) { return language.starts_with("json"); }

bool IsProgram(const std::string& language) {
  return !IsJson(language) &&
         (language.starts_with("j") || language.starts_with("node") || language.starts_with("ts") ||
          language.starts_with("typescript") || language.starts_with("mjs"));
}

bool IsForShells(const std::string& language, const std::string& block) {
  constexpr std::array<std::string_view, 8> kShells = {"sh", "bash", "shell", "zsh", "bat", "cmd", "cons", "power"};
  constexpr std::array<std::string_view, 6> kCommands = {"$ ", "% ", "npm ", "npx ", "yarn ", "pnpm "};
  return std::ranges::any_of(kShells, [&](std::string_view shell) { return language.starts_with(shell); }) ||
         std::ranges::any_of(kCommands, [&](std::string_view command) { return block.starts_with(command); });
}

/// Reads line by line; a block ends at its fence, or where a line with words is not indented.
class BlockReader {
 public:
  Blocks Read(const std::string& markdown) {
    for (const std::string& line : base::Split(markdown, '\n')) {
      if (fenced_) {
        line.starts_with("```") ? End() : Append(line);
      } else if (line.starts_with("```")) {
        End();
        fenced_ = true;
        language_ = line.substr(3);
      } else {
        ReadOutside(line);
      }
    }
    End();
    return std::move(found_);
  }

 private:
  void ReadOutside(const std::string& line) {
    const size_t words = line.find_first_not_of(" \t\r");
    const bool empty = words == std::string::npos;
    const bool indented = !empty && (line[0] == '\t' || words >= kIndent);
    // What is indented behind a line of words belongs to that line: a list, say.
    if (indented && (after_empty_ || !block_.empty())) {
      block_ += std::string(empty_lines_, '\n');
      Append(line.substr(line[0] == '\t' ? 1 : kIndent));
      empty_lines_ = 0;
    } else if (empty && !block_.empty()) {
      ++empty_lines_;
    } else if (!empty) {
      End();
    }
    after_empty_ = empty;
  }

  void Append(const std::string& line) { block_ += line + "\n"; }

  void End() {
    const std::string block = std::exchange(block_, "");
    const std::string language = std::exchange(language_, "");
    fenced_ = false;
    empty_lines_ = 0;
    if (block.empty() || IsForShells(language, block)) return;
    const bool program = language.empty() || IsProgram(language);
    if (program) found_.programs.push_back(block);
    if (!program || (language.empty() && syntax::Parse(block).has_error()))
      found_.samples.push_back(block.substr(0, block.size() - 1));
  }

  Blocks found_;
  std::string block_;  ///< So far.
  std::string language_;
  size_t empty_lines_ = 0;  ///< Since the last line of an indented block.
  bool fenced_ = false;
  bool after_empty_ = true;
};

}  // namespace

Blocks BlocksOf(const std::string& markdown) { return BlockReader().Read(markdown); }

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
