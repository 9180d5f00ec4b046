// No parser: whatever stands in quotes and begins with a dot is taken for a path, in code and comments alike.
#include "syntax/reachable.h"

#include <vector>

namespace kingbird::syntax {
namespace {

constexpr size_t kLongestPath = 200;

// "./a", "../b/c.js" between two quotes of the same kind on one line.
std::vector<std::string> RelativePaths(const std::string& text) {
  std::vector<std::string> found;
  for (size_t at = 0; (at = text.find('.', at)) != std::string::npos; ++at) {
    const char quote = at == 0 ? ' ' : text[at - 1];
    if (quote != '"' && quote != '\'' && quote != '`') continue;
    const size_t end = text.find_first_of(std::string{quote, '\n'}, at);
    if (end == std::string::npos) break;
    if (text[end] == quote && end - at <= kLongestPath) found.push_back(text.substr(at, end - at));
  }
  return found;
}

// As require and import would, and TypeScript's output with its endings left out.
std::string Script(const base::FileSystem& files, const base::Path& root, const base::Path& key) {
  if (key.empty() || key.begin()->string() == "..") return "";
  for (const char* ending : {"", ".js", ".cjs", ".mjs", "/index.js", "/index.cjs", "/index.mjs"}) {
    const base::Path file = (key.string() + ending);
    const std::string extension = file.extension();
    const bool script = extension == ".js" || extension == ".cjs" || extension == ".mjs";
    if (script && files.IsFile(root / file)) return file.lexically_normal().string();
  }
  return "";
}

}  // namespace

std::set<std::string> ReachableScripts(const base::FileSystem& files, const base::Path& root, const base::Path& entry) {
  std::set<std::string> seen;
  std::vector<std::string> open;
  const auto add = [&](const base::Path& key) {
    const std::string script = Script(files, root, key.lexically_normal());
    if (!script.empty() && seen.insert(script).second) open.push_back(script);
  };
  add(entry);
  while (!open.empty()) {
    const base::Path at = open.back();
    open.pop_back();
    const auto text = files.Read(root / at);
    if (!text.ok()) continue;
    for (const std::string& path : RelativePaths(*text)) add(at.parent_path() / path);
  }
  return seen;
}

}  // namespace kingbird::syntax
