#include "load/module_loader.h"

#include <fmt/format.h>

#include <algorithm>

#include "emit/js_text.h"
#include "emit/module_import.h"
#include "load/browser_js.h"

namespace kingbird::load {
namespace {

constexpr char kBrowser[] = "./kingbird-browser.cjs";
constexpr char kRendered[] = "./kingbird-rendered.cjs";

constexpr char kHead[] = R"JS(const { exit } = process;
process.exit = (code) => {
  throw new Error(`ends the process with ${code}`);
};
const loaded = { failed: [] };
globalThis[Symbol.for('kingbird.loaded')] = loaded;
const failed = (module, error) => {
  loaded.failed.push({ module, reason: String((error && error.stack && `${error.name}: ${error.message}`) || error) });
};
)JS";
constexpr char kTail[] = "process.exit = exit;\n";

class LoaderWriter {
 public:
  LoaderWriter(const target::Target& target, base::Path root, base::FileSystem& files)
      : target_(target), root_(std::move(root)), files_(files) {
    imports_ = target.modules.empty()
                   ? target.is_module
                   : std::ranges::any_of(target.modules, [](const auto& module) { return module.is_module; });
  }

  base::Result<base::Path> Run() {
    std::string text =
        imports_ ? "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n"
                 : "'use strict';\n";
    text += kHead;
    TRY(WriteParts(text));
    for (const std::string& name : target_.setup) {
      // A setup file may speak to its runner, which is not there; what it did until then counts.
      const bool script = name.starts_with("./");
      text += fmt::format("try {{\n  {};\n}} catch {{}}\n", Load(name, script && IsModule(name)));
    }
    if (target_.modules.empty()) {
      const std::string file = "./" + target_.entry.generic_string();
      const std::string value = Rendered(Load(file, target_.is_module), target_.components);
      text += fmt::format("{} = {};\n", imports_ ? "loaded.value" : "module.exports", value);
    }
    for (const target::Module& module : target_.modules) AddModule(module, text);
    text += kTail;
    const base::Path file = root_ / (imports_ ? "kingbird-modules.mjs" : "kingbird-modules.cjs");
    TRY(files_.Write(file, text));
    return file;
  }

 private:
  // The setup files of a project are of the kind that its modules are.
  bool IsModule(const std::string& name) const {
    const std::string extension = base::Path(name).extension();
    return extension == ".mjs" || (extension != ".cjs" && imports_);
  }

  base::Status WriteParts(std::string& text) {
    if (!target_.dom.empty()) {
      TRY(files_.Write(root_ / kBrowser, BrowserProgram(target_)));
      text += fmt::format("require('{}');\n", kBrowser);
    }
    if (target_.renderer == target::Renderer::kNone) return {};
    text += fmt::format("const {{ rendered }} = require('{}');\n", kRendered);
    return files_.Write(root_ / kRendered, RenderedProgram(target_.renderer));
  }

  static std::string Load(const std::string& file, bool is_module) {
    return fmt::format(fmt::runtime(is_module ? "await import({})" : "require({})"), emit::Quote(file));
  }

  static std::string Rendered(const std::string& value, const target::Components& components) {
    return emit::InTheirPlace(value, {components.rendered, components.hooks});
  }

  void AddModule(const target::Module& module, std::string& text) const {
    const std::string load = Rendered(Load("./" + module.file.generic_string(), module.is_module), module.components);
    const std::string caught = fmt::format("}} catch (error) {{\n  failed({}, error);\n}}\n", emit::Quote(module.name));
    text += imports_ ? fmt::format("let {}_;\ntry {{\n  {}_ = {};\n", module.name, module.name, load)
                     : fmt::format("try {{\n  exports.{} = {};\n", module.name, load);
    text += caught;
    if (imports_) text += fmt::format("export {{ {0}_ as {0} }};\n", module.name);
  }

  const target::Target& target_;
  base::Path root_;
  base::FileSystem& files_;
  bool imports_ = false;  ///< The program is an ES module.
};

}  // namespace

bool NeedsLoader(const target::Target& target) {
  return !target.modules.empty() || !target.dom.empty() || !target.setup.empty() || !target.components.empty();
}

base::Result<base::Path> WriteModuleLoader(const target::Target& target, const base::Path& root,
                                           base::FileSystem& files) {
  return LoaderWriter(target, root, files).Run();
}

}  // namespace kingbird::load
