#include "syntax/statement_count.h"

namespace kingbird::syntax {

size_t CountStatements(const Tree& tree) {
  size_t count = 0;
  Walk(
      tree.root(),
      [&](Node node) {
        switch (node.kind()) {
          case Kind::kVariableDeclarator:
            count += node.Child(Field::kValue) ? 1 : 0;
            break;
          case Kind::kExpressionStatement:
          case Kind::kReturnStatement:
          case Kind::kThrowStatement:
          case Kind::kIfStatement:
          case Kind::kForStatement:
          case Kind::kForInStatement:
          case Kind::kWhileStatement:
          case Kind::kDoStatement:
          case Kind::kSwitchStatement:
          case Kind::kTryStatement:
          case Kind::kBreakStatement:
          case Kind::kContinueStatement:
            ++count;
            break;
          case Kind::kArrowFunction:
            // An expression for a body is returned.
            count += node.Child(Field::kBody).Is(Kind::kStatementBlock) ? 0 : 1;
            break;
          default:
            break;
        }
        return true;
      },
      [](Node) {});
  return count;
}

std::string ScriptOf(const std::string& text) {
  std::string scripts;
  for (size_t at = text.find("<script"); at != std::string::npos; at = text.find("<script", at)) {
    const size_t begin = text.find('>', at);
    const size_t end = begin == std::string::npos ? begin : text.find("</script", begin);
    if (end == std::string::npos) break;
    scripts += text.substr(begin + 1, end - begin - 1) + "\n";
    at = end;
  }
  if (text.starts_with("---\n")) {
    if (const size_t end = text.find("\n---", 3); end != std::string::npos) scripts += text.substr(4, end - 4);
  }
  return scripts.empty() ? text : scripts;
}

}  // namespace kingbird::syntax
