#include "mine/corpus.h"

#include <algorithm>

#include "base/text.h"
#include "mine/nesting_miner.h"

namespace kingbird::mine {
namespace {

constexpr int kMostFiles = 3000;
constexpr size_t kMostBytes = 1 << 20;

bool IsScript(const base::Path& path) {
  const std::string extension = path.extension().string();
  return extension == ".js" || extension == ".mjs" || extension == ".cjs";
}

bool IsMarkdown(const base::Path& path) { return path.extension() == ".md" || path.extension() == ".markdown"; }

class Corpus {
 public:
  Corpus(const CorpusConfig& config, const base::FileSystem& files, CorpusStats& stats)
      : config_(config), files_(files), stats_(stats) {}

  std::vector<model::NestingExample> Run() {
    for (const base::Path& folder : config_.folders) Visit(folder, /*dependencies=*/true);
    if (config_.defaults) {
      for (const char* name : {"README.md", "readme.md", "Readme.md"}) ReadFile(config_.root / name);
      for (const char* name : {"docs", "doc", "example", "examples", "test", "tests", "__tests__", "spec"})
        Visit(config_.root / name, false);
      VisitNeighbours();
    }
    return MergeNestings(std::move(examples_));
  }

 private:
  // Packages installed next to the target that name it as a dependency.
  void VisitNeighbours() {
    if (config_.package.empty()) return;
    base::Path modules = config_.root.parent_path();
    if (modules.filename().string().starts_with("@")) modules = modules.parent_path();
    if (modules.filename() != "node_modules") return;
    const auto names = files_.List(modules);
    if (!names.ok()) return;
    for (const std::string& name : *names) {
      const auto manifest = files_.Read(modules / name / "package.json");
      if (manifest.ok() && manifest->find("\"" + config_.package + "\"") != std::string::npos)
        Visit(modules / name, false);
    }
  }

  void Visit(const base::Path& folder, bool dependencies) {
    const auto names = files_.List(folder);
    if (!names.ok()) {
      if (files_.IsFile(folder)) ReadFile(folder);
      return;
    }
    for (const std::string& name : *names) {
      if (stats_.files >= kMostFiles) return;
      if (name.starts_with(".") || (name == "node_modules" && !dependencies)) continue;
      const base::Path path = folder / name;
      if (files_.IsFolder(path)) {
        Visit(path, dependencies);
      } else {
        ReadFile(path);
      }
    }
  }

  void ReadFile(const base::Path& path) {
    const bool markdown = IsMarkdown(path);
    if (!markdown && !IsScript(path)) return;
    const auto text = files_.Read(path);
    if (!text.ok() || text->size() > kMostBytes) return;
    ++stats_.files;
    const base::Path folder = path.parent_path();
    const IsTarget is_target = [&](const std::string& specifier) { return IsTheTarget(specifier, folder); };
    if (!markdown) {
      Add(MineNestings(*text, is_target));
      return;
    }
    // Blocks of one page often leave out the import that an earlier block shows, so they are read as one program.
    std::string program;
    for (const std::string& block : CodeBlocks(*text)) {
      program += block + "\n;\n";
      ++stats_.blocks;
    }
    Add(MineNestings(program, is_target));
  }

  // By name, or by a relative path that leads to the package's folder or its entry.
  bool IsTheTarget(const std::string& specifier, const base::Path& folder) const {
    if (!config_.package.empty() && specifier == config_.package) return true;
    if (!specifier.starts_with(".")) return false;
    std::string at = (folder / specifier).lexically_normal().string();
    if (at.ends_with('/')) at.pop_back();
    std::string root = config_.root.lexically_normal().string();
    if (root.ends_with('/')) root.pop_back();
    if (!at.starts_with(root)) return false;
    const std::string rest = at.substr(root.size());
    return rest.empty() || rest == "/index" || rest == "/index.js" || rest == "/lib" || rest == "/lib/index" ||
           rest == "/lib/index.js" || rest == "/" + config_.package || rest == "/" + config_.package + ".js" ||
           rest == "/lib/" + config_.package;
  }

  void Add(std::vector<model::NestingExample> examples) {
    std::move(examples.begin(), examples.end(), std::back_inserter(examples_));
  }

  const CorpusConfig& config_;
  const base::FileSystem& files_;
  CorpusStats& stats_;
  std::vector<model::NestingExample> examples_;
};

}  // namespace

std::vector<std::string> CodeBlocks(const std::string& markdown) {
  std::vector<std::string> blocks;
  bool inside = false;
  for (const std::string& line : base::Split(markdown, '\n')) {
    if (line.starts_with("```")) {
      const std::string language = line.substr(3);
      if (!inside && (language.empty() || language.starts_with("j") || language.starts_with("node"))) {
        inside = true;
        blocks.emplace_back();
      } else {
        inside = false;
      }
    } else if (inside) {
      blocks.back() += line + "\n";
    }
  }
  return blocks;
}

std::vector<model::NestingExample> MineCorpus(const CorpusConfig& config, const base::FileSystem& files,
                                              CorpusStats& stats) {
  return Corpus(config, files, stats).Run();
}

}  // namespace kingbird::mine
