#include "load/module_loader.h"

#include <fmt/format.h>

#include <algorithm>

#include "emit/js_text.h"

namespace kingbird::load {
namespace {

constexpr char kHead[] = R"JS(const { exit } = process;
process.exit = (code) => {
  throw new Error(`ends the process with ${code}`);
};
)JS";
constexpr char kTail[] = "process.exit = exit;\n";

}  // namespace

base::Result<base::Path> WriteModuleLoader(const target::Target& target, const base::Path& root,
                                           base::FileSystem& files) {
  const bool imports =
      std::ranges::any_of(target.modules, [](const target::Module& module) { return module.is_module; });
  std::string text =
      imports ? "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n"
              : "'use strict';\n";
  text += kHead;
  for (const target::Module& module : target.modules) {
    const std::string file = emit::Quote("./" + module.file.generic_string());
    const std::string load = fmt::format(fmt::runtime(module.is_module ? "await import({})" : "require({})"), file);
    text += imports ? fmt::format("let {}_;\ntry {{\n  {}_ = {};\n}} catch {{}}\n", module.name, module.name, load)
                    : fmt::format("try {{\n  exports.{} = {};\n}} catch {{}}\n", module.name, load);
    if (imports) text += fmt::format("export {{ {0}_ as {0} }};\n", module.name);
  }
  text += kTail;
  const base::Path file = root / (imports ? "kingbird-modules.mjs" : "kingbird-modules.cjs");
  TRY(files.Write(file, text));
  return file;
}

}  // namespace kingbird::load
