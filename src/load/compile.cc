// copy → esbuild in it, file by file (no bundle: files stay what coverage and tests speak of) → specifiers that Node
// resolves. What is imported decides the kind of module: "type" of package.json, else CommonJS, unless something can
// only be imported or awaits on top. Code for bundlers becomes CommonJS first, since that is how bundlers treat what it
// imports. What esbuild adds for itself is marked so that it does not count.
#include "load/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/json.h"
#include "base/package_files.h"
#include "base/sha256.h"
#include "base/text.h"
#include "emit/module_import.h"
#include "load/esbuild.h"
#include "load/esbuild_errors.h"
#include "load/import_paths.h"
#include "load/project_copy.h"
#include "load/stub_module.h"
#include "target/package_entry.h"
#include "target/source_entry.h"

namespace kingbird::load {
namespace {

using base::Path;

constexpr size_t kFilesAtOnce = 500;
constexpr uint64_t kMostMemory = uint64_t{2} << 30;
// The last line of what esbuild writes in front of a file that becomes CommonJS, and the first behind it.
constexpr std::string_view kHeadEnd = "module.exports = __toCommonJS(";
constexpr std::string_view kNodesNames = "// Annotate the CommonJS export names for ESM import in node:";
// What esbuild makes of an import in a file that becomes CommonJS.
constexpr std::string_view kImportLine = "var import_";
// As vite and vitest have it in tests.
constexpr char kMetaEnv[] =
    R"(--define:import.meta.env={"MODE":"test","DEV":true,"PROD":false,"SSR":false,"BASE_URL":"/"})";

class Compiler {
 public:
  Compiler(const target::Target& target, const CompilerInput& input, const target::Surroundings& surroundings,
           Path node, Path root)
      : target_(target),
        scan_(input.scan),
        surroundings_(surroundings),
        disk_(surroundings.files),
        node_(std::move(node)),
        root_(std::move(root)),
        own_(disk_, {target.root}),
        configuration_(disk_, ConfigurationFolders(target, disk_)),
        imports_(configuration_, target.root, input.config) {}

  base::Result<target::Target> Run() {
    ASSIGN_OR_RETURN(const Path package,
                     target::FetchPackage("esbuild", PinnedEsbuild().version, surroundings_, &PinnedEsbuild()));
    esbuild_ = package / "bin/esbuild";
    ASSIGN_OR_RETURN(manifest_, target::ReadManifest(own_, target_.root));
    ASSIGN_OR_RETURN(sources_, CopyProject(target_, surroundings_, root_));
    for (const Path& script : scan_.scripts) {
      if (std::ranges::find(sources_, script) == sources_.end()) sources_.push_back(script);
    }
    const bool declared = manifest_.is_object() && base::ValueOr(manifest_, "type", base::Json()) == "module";
    as_modules_ = scan_.uses_meta || (declared && !(scan_.bundled && !IsTypeScript(target_)));
    if (as_modules_ != declared) TRY(WriteType());
    TRY(CompileAll());
    if (!as_modules_ && needs_modules_) {
      as_modules_ = true;
      TRY(WriteType());
      for (const Path& script : scan_.scripts) TRY(Restore(script));
      TRY(CompileAll());
    }
    return Moved();
  }

 private:
  base::Status WriteType() {
    base::Json changed = manifest_.is_object() ? manifest_ : base::Json::object();
    changed["type"] = as_modules_ ? "module" : "commonjs";
    return disk_.Write(root_ / "package.json", base::PrettyJson(changed));
  }

  // What was compiled in its place, once more as its author wrote it.
  base::Status Restore(const Path& key) {
    ASSIGN_OR_RETURN(const std::string text, own_.Read(target_.root / key));
    return disk_.Write(root_ / key, text);
  }

  bool IsModule(const Path& key) const {
    Path folder = key.parent_path();
    while (!folder.empty() && !disk_.IsFile(root_ / folder / "package.json")) folder = folder.parent_path();
    if (folder.empty())
      return key.extension() == ".mts" || key.extension() == ".mjs" ||
             (key.extension() != ".cts" && key.extension() != ".cjs" && as_modules_);
    const auto manifest = target::ReadManifest(disk_, root_ / folder);
    return target::IsModule(key, manifest.ok() ? *manifest : base::Json());
  }

  base::Error DoesNotCompile(const EsbuildError& failure) const {
    return base::UsageError(target_.display + " does not compile: " + failure.message);
  }

  base::Status CompileAll() {
    std::map<std::pair<std::string, bool>, std::vector<Path>> groups;
    for (const Path& key : sources_) {
      const std::string output = key.extension() == ".cjs" || key.extension() == ".mjs"
                                     ? key.extension().string()
                                     : CompiledName(key).extension().string();
      groups[{output, IsModule(key)}].push_back(key);
    }
    for (const auto& [kind, group] : groups) {
      for (size_t at = 0; at < group.size(); at += kFilesAtOnce) {
        std::vector<Path> some(group.begin() + static_cast<long>(at),
                               group.begin() + static_cast<long>(std::min(at + kFilesAtOnce, group.size())));
        TRY(CompileSome(std::move(some), kind.second, kind.first));
      }
    }
    return {};
  }

  base::Status CompileSome(std::vector<Path> keys, bool modules, const std::string& output) {
    ASSIGN_OR_RETURN(const std::vector<EsbuildError> failed, Esbuild(keys, modules, output));
    // Of several modules one may be broken, and so may a file that nobody needs.
    for (const EsbuildError& failure : failed) {
      // The name was read from a text that quotes names of the project: any other file is not ours to write.
      if (std::ranges::find(keys, failure.file) == keys.end()) return DoesNotCompile(failure);
      if (failure.wants_module)
        needs_modules_ = true;
      else if (failure.file == target_.entry)
        return DoesNotCompile(failure);
      else
        TRY(WriteRefusal(failure));
      std::erase(keys, failure.file);
    }
    if (needs_modules_ && !modules && !as_modules_) return {};
    if (!failed.empty()) {
      ASSIGN_OR_RETURN(const std::vector<EsbuildError> again, Esbuild(keys, modules, output));
      if (!again.empty()) return DoesNotCompile(again[0]);
    }
    for (const Path& key : keys) TRY(Finish(key, modules));
    return {};
  }

  // Whoever loads the file is told what is wrong with it.
  base::Status WriteRefusal(const EsbuildError& failure) {
    return disk_.Write(root_ / CompiledName(failure.file),
                       ThrowingModule("SyntaxError", "does not compile: " + failure.message));
  }

  std::vector<std::string> Flags(bool modules, const std::string& output) const {
    std::vector<std::string> flags = {"--outdir=.",
                                      "--outbase=.",
                                      "--out-extension:.js=" + output,
                                      modules ? "--format=esm" : "--format=cjs",
                                      "--platform=node",
                                      "--target=node18",
                                      "--sourcemap",
                                      "--log-level=error",
                                      "--log-limit=0",
                                      "--color=false",
                                      "--allow-overwrite",
                                      "--loader:.js=jsx",
                                      kMetaEnv};
    if (const std::string source = JsxSource(); !source.empty()) {
      flags.emplace_back("--jsx=automatic");
      flags.push_back("--jsx-import-source=" + source);
    }
    return flags;
  }

  // The package whose elements JSX makes; "" where React has to be imported by name for that.
  std::string JsxSource() const {
    for (const char* name : {"react", "preact"}) {
      for (const char* file : {"jsx-runtime.js", "jsx-runtime/package.json"}) {
        if (disk_.IsFile(root_ / "node_modules" / name / file)) return name;
      }
    }
    return "";
  }

  // The files that do not compile; then nothing is written.
  base::Result<std::vector<EsbuildError>> Esbuild(const std::vector<Path>& keys, bool modules,
                                                  const std::string& output) {
    if (keys.empty()) return std::vector<EsbuildError>();
    base::Command command;
    command.arguments = {node_.string(), esbuild_.string()};
    for (const Path& key : keys) command.arguments.push_back("./" + key.string());
    for (std::string& flag : Flags(modules, output)) command.arguments.push_back(std::move(flag));
    command.folder = root_;
    command.most_memory = kMostMemory;
    command.rights.writable = {root_};
    command.rights.readable = {esbuild_.parent_path().parent_path().parent_path()};
    // Its script starts the program for this kind of machine.
    command.rights.starts_programs = true;
    const auto run = surroundings_.Run(command);
    if (!run.ok()) return base::EnvironmentError("cannot run esbuild: " + run.error().message);
    if (run->exit_code == 0) return std::vector<EsbuildError>();
    std::vector<EsbuildError> failed = ReadEsbuildErrors(run->err);
    if (failed.empty()) return base::EnvironmentError("esbuild failed: " + run->err.substr(0, run->err.find('\n')));
    return failed;
  }

  base::Status Finish(const Path& key, bool modules) {
    const Path compiled = CompiledName(key);
    ASSIGN_OR_RETURN(const std::string text, disk_.Read(root_ / compiled));
    base::Status written;
    const std::string renamed = RenameImports(text, [&](const std::string& specifier) -> std::optional<std::string> {
      const auto found = imports_.Find(key, specifier);
      if (!found) return Foreign(key, specifier, modules, written);
      if (found->file.empty()) return found->package;
      Path file = CompiledName(found->file);
      if (const auto stub = StubFor(*found, modules)) {
        file = StubName(*found, modules);
        if (written.ok()) written = disk_.Write(root_ / file, *stub);
      }
      return Relative(file, key);
    });
    if (!written.ok()) return written;
    return disk_.Write(root_ / compiled, MarkOwn(renamed, root_ / (compiled.string() + ".map")));
  }

  // Stubs stand at the top of the copy under names of Kingbird's: what an import asks for is a text of the project, and
  // the file may belong to a package that the copy only links.
  static Path StubName(const ImportPaths::Import& found, bool modules) {
    return "kingbird-stub-" + base::Sha256(found.file.generic_string() + "?" + found.query) +
           (modules ? ".mjs" : ".cjs");
  }

  static std::string Relative(const Path& file, const Path& key) {
    const std::string path = file.lexically_relative(key.parent_path()).generic_string();
    return path.starts_with('.') ? path : "./" + path;
  }

  // A specifier that leads out of the project: to a package, or to nothing.
  std::optional<std::string> Foreign(const Path& key, const std::string& specifier, bool modules,
                                     base::Status& written) {
    if (!specifier.starts_with('.') && IsAsset(specifier)) {
      const Path file = "kingbird-asset.css.js";
      if (specifier.ends_with(".css") && written.ok()) {
        written = disk_.Write(root_ / file, AssetModule("style.css", modules));
        return Relative(file, key);
      }
    }
    if (!modules && !as_modules_ && IsModuleOnly(specifier)) needs_modules_ = true;
    return modules ? WithEnding(specifier) : std::nullopt;
  }

  // What stands in for a file that Node does not load: a JSON file where modules import it, an asset, a text that is
  // asked for as such, a component of a framework that Kingbird does not compile.
  std::optional<std::string> StubFor(const ImportPaths::Import& found, bool modules) const {
    const std::string extension = found.file.extension();
    if (found.query == "raw") return TextModule(TextOf(found.file), modules);
    if (found.query == "url" || IsAsset(found.file)) return AssetModule(found.file, modules);
    if (extension == ".vue" || extension == ".svelte" || extension == ".astro")
      return ThrowingModule(
          "Error", found.file.string() + " is not supported: Kingbird does not compile " + extension + " files");
    const auto json = modules && extension == ".json" ? base::ParseJson(TextOf(found.file), found.file.string())
                                                      : base::Result<base::Json>(base::Json());
    if (!modules || extension != ".json" || !json.ok()) return std::nullopt;
    return JsonModule(*json);
  }

  std::string TextOf(const Path& key) const {
    const auto text = own_.Read(target_.root / key);
    return text.ok() ? *text : "";
  }

  // "lodash/map" of a package without "exports": require() finds the file, import wants its ending.
  std::optional<std::string> WithEnding(const std::string& specifier) const {
    const std::string name = PackageOf(specifier);
    if (name == specifier || name.empty()) return std::nullopt;
    const Path package = root_ / "node_modules" / name;
    const auto manifest = target::ReadManifest(disk_, package);
    if (!manifest.ok() || !manifest->is_object() || manifest->contains("exports")) return std::nullopt;
    const Path path = root_ / "node_modules" / specifier;
    if (disk_.IsFile(path)) return std::nullopt;
    for (const char* ending : {".js", ".mjs", ".cjs", ".json", "/index.js"}) {
      if (disk_.IsFile(path.string() + ending)) return specifier + ending;
    }
    return std::nullopt;
  }

  // Counters are for what somebody wrote.
  std::string MarkOwn(const std::string& text, const Path& map_file) const {
    const auto map_text = disk_.Read(map_file);
    const auto map =
        map_text.ok() ? syntax::SourceMap::Parse(*map_text) : base::Result<syntax::SourceMap>(map_text.error());
    if (!map.ok()) return text;
    std::vector<std::string> lines = base::Split(text, '\n');
    size_t own = 0;
    while (own < lines.size() && !map->HasLine(static_cast<uint32_t>(own) + 1)) ++own;
    for (size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].starts_with(kHeadEnd)) own = i + 1;
      if (lines[i] == kNodesNames) lines[i] = "/* c8 ignore start */ " + lines[i];
    }
    for (size_t i = own; i < lines.size(); ++i) {
      const bool import = lines[i].starts_with(kImportLine) && lines[i].find(" = ") != std::string::npos &&
                          lines[i].find("require(") != std::string::npos;
      if (import) lines[i] = "/* istanbul ignore next */ " + lines[i];
    }
    if (own > 0 && own < lines.size()) {
      lines[0] = "/* c8 ignore start */ " + lines[0];
      lines[own - 1] += " /* c8 ignore stop */";
    }
    return base::Join(lines, "\n");
  }

  static std::string PackageOf(const std::string& specifier) {
    return specifier.starts_with('.') || specifier.starts_with("node:") ? "" : emit::PackageName(specifier);
  }

  // A package that require() does not load, as Node 20 sees it.
  bool IsModuleOnly(const std::string& specifier) {
    const std::string name = PackageOf(specifier);
    if (name.empty()) return false;
    const auto [known, fresh] = module_only_.try_emplace(name, false);
    if (!fresh) return known->second;
    const Path package = root_ / "node_modules" / name;
    const auto manifest = target::ReadManifest(disk_, package);
    if (!manifest.ok() || manifest->is_null()) return false;
    const auto entry = target::FindEntry(disk_, package, *manifest);
    return known->second = entry.ok() && entry->is_module;
  }

  target::Target Moved() const {
    target::Target moved = target_;
    moved.origin = target_.root;
    moved.root = root_;
    moved.own_files.clear();
    moved.source = target_.entry;
    moved.entry = CompiledName(target_.entry);
    moved.is_module = IsModule(moved.entry);
    for (std::string& name : moved.setup) {
      if (name.starts_with("./")) name = "./" + CompiledName(name).lexically_normal().string();
    }
    for (target::Module& module : moved.modules) {
      module.source = module.file;
      module.file = CompiledName(module.file);
      module.is_module = IsModule(module.file);
    }
    return moved;
  }

  const target::Target& target_;
  const SourceScan& scan_;
  const target::Surroundings& surroundings_;
  base::FileSystem& disk_;
  Path node_;
  Path root_;
  Path esbuild_;
  base::PackageFiles own_;            ///< Of the target.
  base::PackageFiles configuration_;  ///< Of its project.
  ImportPaths imports_;
  base::Json manifest_;
  std::vector<Path> sources_;
  bool as_modules_ = false;
  bool needs_modules_ = false;
  std::map<std::string, bool> module_only_;
};

}  // namespace

bool IsTypeScript(const target::Target& target) {
  if (target.kind == target::Target::Kind::kPackage) return false;
  return target::IsTypeScript(target.entry) ||
         std::ranges::any_of(target.modules, [](const auto& module) { return target::IsTypeScript(module.file); });
}

base::Result<Compiled> Compile(const target::Target& target, const CompilerInput& input,
                               const target::Surroundings& surroundings, const base::Path& node) {
  ASSIGN_OR_RETURN(base::TempFolder folder, base::TempFolder::Make(surroundings.files, "kingbird-compiled"));
  ASSIGN_OR_RETURN(const Path real, surroundings.files.Real(folder.path()));
  const Path root = real / target.root.filename();
  ASSIGN_OR_RETURN(target::Target made, Compiler(target, input, surroundings, node, root).Run());
  return Compiled{std::move(made), std::move(folder)};
}

WrittenSource FindWritten(const target::Target& target, const std::string& key, const base::FileSystem& files) {
  WrittenSource written{target.Home() / key, key, std::nullopt};
  if (target.origin.empty()) return written;
  const auto text = files.Read(target.root / (key + ".map"));
  auto map = text.ok() ? syntax::SourceMap::Parse(*text) : base::Result<syntax::SourceMap>(text.error());
  if (!map.ok()) return written;
  for (const char* extension : {".ts", ".tsx", ".mts", ".cts", ".jsx", ".js", ".mjs", ".cjs"}) {
    Path source = key;
    source.replace_extension(extension);
    if (!files.IsFile(target.origin / source) || CompiledName(source) != Path(key)) continue;
    return {target.origin / source, source, std::move(*map)};
  }
  return written;
}

}  // namespace kingbird::load
