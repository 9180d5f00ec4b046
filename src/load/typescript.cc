// copy → esbuild in it, file by file (no bundle: files stay what coverage and tests speak of) → specifiers that Node
// resolves. What is imported decides the kind of module: "type" of package.json, else CommonJS, unless something can
// only be imported or awaits on top. What esbuild adds for itself is marked so that it does not count.
#include "load/typescript.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/json.h"
#include "base/package_files.h"
#include "base/text.h"
#include "emit/js_text.h"
#include "load/esbuild.h"
#include "load/esbuild_errors.h"
#include "load/import_paths.h"
#include "load/loaded_target.h"
#include "load/tsconfig.h"
#include "target/package_entry.h"
#include "target/source_entry.h"
#include "target/workspace.h"

namespace kingbird::load {
namespace {

using base::Path;

constexpr size_t kFilesAtOnce = 500;
constexpr char kConfig[] = "tsconfig.json";
// What a folder may fill our disk and time with, and esbuild our memory.
constexpr uint64_t kMostBytes = uint64_t{1} << 30;
constexpr size_t kMostFiles = 100'000;
constexpr uint64_t kMostMemory = uint64_t{2} << 30;
// The last line of what esbuild writes in front of a file that becomes CommonJS, and the first behind it.
constexpr std::string_view kHeadEnd = "module.exports = __toCommonJS(";
constexpr std::string_view kNodesNames = "// Annotate the CommonJS export names for ESM import in node:";

// Configurations extend those of folders around, as far as they are of the same project, and of packages.
std::vector<Path> ConfigurationFolders(const target::Target& target, const Path& root, const base::FileSystem& files) {
  std::vector<Path> folders = ReadableFolders(target, files);
  folders.push_back(root);
  return folders;
}

class Compiler {
 public:
  Compiler(const target::Target& target, const target::Surroundings& surroundings, Path node, Path root)
      : target_(target),
        surroundings_(surroundings),
        disk_(surroundings.files),
        node_(std::move(node)),
        root_(std::move(root)),
        config_root_(target::ConfigurationRoot(disk_, target.root)),
        own_(disk_, {target.root}),
        configuration_(disk_, ConfigurationFolders(target, config_root_, disk_)),
        imports_(configuration_, target.root) {}

  base::Result<target::Target> Run() {
    ASSIGN_OR_RETURN(const Path package,
                     target::FetchPackage("esbuild", PinnedEsbuild().version, surroundings_, &PinnedEsbuild()));
    esbuild_ = package / "bin/esbuild";
    ASSIGN_OR_RETURN(const base::Json manifest, target::ReadManifest(own_, target_.root));
    TRY(target_.own_files.empty() ? CopyFolder(target_.root, root_) : CopyOwnFiles());
    TRY(CopyConfigAround());
    TRY(LinkDependencies());
    as_modules_ = manifest.is_object() && base::ValueOr(manifest, "type", base::Json()) == "module";
    TRY(CompileAll());
    if (!as_modules_ && needs_modules_) {
      as_modules_ = true;
      base::Json changed = manifest.is_object() ? manifest : base::Json::object();
      changed["type"] = "module";
      TRY(disk_.Write(root_ / "package.json", base::PrettyJson(changed)));
      TRY(CompileAll());
    }
    return Moved();
  }

 private:
  base::Status CopyFolder(const Path& from, const Path& to) {
    TRY(disk_.MakeFolder(to));
    ASSIGN_OR_RETURN(const std::vector<std::string> names, disk_.List(from));
    for (const std::string& name : names) {
      const Path source = from / name;
      if (base::LeftOf(surroundings_.deadline, std::chrono::milliseconds(1)).count() == 0)
        return base::EnvironmentError("the time was over before all files were copied");
      if (name == "node_modules" || name == ".git") continue;
      const base::FileSystem::Entry entry = disk_.Look(source);
      if (entry.kind == base::FileSystem::Kind::kFolder) {
        if (!disk_.IsFile(source / ".kingbird-manifest.json")) TRY(CopyFolder(source, to / name));
        continue;
      }
      if (entry.kind == base::FileSystem::Kind::kFile) TRY(CopyFile(source, to / name, entry.size));
    }
    return {};
  }

  base::Status CopyFile(const Path& source, const Path& to, uint64_t size) {
    if (size > base::PackageFiles::kMostFileBytes) return {};
    bytes_ += size;
    if (++copied_ > kMostFiles || bytes_ > kMostBytes)
      return base::UsageError(target_.root.string() + " holds more than can be compiled");
    // Nothing but what is copied is read by esbuild.
    TRY(source.filename() == kConfig ? WriteConfig(source, to) : disk_.Copy(source, to));
    const Path key = source.lexically_relative(target_.root);
    if (target::IsTypeScript(key) || key.extension() == ".jsx") sources_.push_back(key);
    return {};
  }

  // Of a file without a project.
  base::Status CopyOwnFiles() {
    TRY(disk_.MakeFolder(root_));
    for (const Path& key : target_.own_files) {
      if (!own_.IsFile(target_.root / key)) continue;
      TRY(disk_.MakeFolder((root_ / key).parent_path()));
      TRY(CopyFile(target_.root / key, root_ / key, disk_.Look(target_.root / key).size));
    }
    return {};
  }

  base::Status WriteConfig(const Path& from, const Path& to) {
    return disk_.Write(to, base::PrettyJson(OwnConfig(configuration_, from)));
  }

  // A folder without a configuration of its own has that of a folder above.
  base::Status CopyConfigAround() {
    if (disk_.IsFile(root_ / kConfig)) return {};
    ASSIGN_OR_RETURN(const Path start, disk_.Real(target_.root));
    for (Path at = start; base::IsBelow(at, config_root_); at = at.parent_path()) {
      if (configuration_.IsFile(at / kConfig)) return WriteConfig(at / kConfig, root_ / kConfig);
    }
    return {};
  }

  // Links to every package that Node would find from the user's folder, the nearest one first.
  base::Status LinkDependencies() {
    for (Path at = target_.root; at != at.parent_path(); at = at.parent_path()) {
      if (at.filename() != "node_modules") TRY(LinkPackages(at / "node_modules", root_ / "node_modules", false));
    }
    return {};
  }

  base::Status LinkPackages(const Path& from, const Path& to, bool in_scope) {
    const auto names = disk_.List(from);
    // A scope that is a link to elsewhere would show the names of what is there.
    if (!names.ok() || !configuration_.Real(from).ok()) return {};
    TRY(disk_.MakeFolder(to));
    for (const std::string& name : *names) {
      if (name.starts_with('.')) continue;
      if (name.starts_with('@') && !in_scope) {
        TRY(LinkPackages(from / name, to / name, true));
        continue;
      }
      if (disk_.Look(to / name).kind == base::FileSystem::Kind::kNothing) TRY(disk_.Link(from / name, to / name));
    }
    return {};
  }

  base::Error DoesNotCompile(const EsbuildError& failure) const {
    return base::UsageError(target_.display + " does not compile: " + failure.message);
  }

  bool IsNeeded(const Path& key) const {
    if (key == target_.entry) return true;
    return std::ranges::any_of(target_.modules, [&](const target::Module& module) { return module.file == key; });
  }

  base::Status CompileAll() {
    for (const auto& [extension, output] : {std::pair(".mts", ".mjs"), {".cts", ".cjs"}, {"", ".js"}}) {
      std::vector<Path> group;
      for (const Path& key : sources_) {
        const std::string own = key.extension();
        if (own == extension || (*extension == '\0' && own != ".mts" && own != ".cts")) group.push_back(key);
      }
      const bool modules = *extension == '\0' ? as_modules_ : std::string_view(extension) == ".mts";
      for (size_t at = 0; at < group.size(); at += kFilesAtOnce) {
        std::vector<Path> some(group.begin() + static_cast<long>(at),
                               group.begin() + static_cast<long>(std::min(at + kFilesAtOnce, group.size())));
        TRY(CompileSome(std::move(some), modules, output));
      }
    }
    return {};
  }

  base::Status CompileSome(std::vector<Path> keys, bool modules, const std::string& output) {
    ASSIGN_OR_RETURN(const std::vector<EsbuildError> failed, Esbuild(keys, modules, output));
    // A file that nobody needs may be as broken as it likes.
    for (const EsbuildError& failure : failed) {
      if (failure.wants_module)
        needs_modules_ = true;
      else if (IsNeeded(failure.file))
        return DoesNotCompile(failure);
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

  // The files that do not compile; then nothing is written.
  base::Result<std::vector<EsbuildError>> Esbuild(const std::vector<Path>& keys, bool modules,
                                                  const std::string& output) {
    if (keys.empty()) return std::vector<EsbuildError>();
    base::Command command;
    command.arguments = {node_.string(), esbuild_.string()};
    for (const Path& key : keys) command.arguments.push_back("./" + key.string());
    for (std::string flag :
         {std::string("--outdir=."), std::string("--outbase=."), "--out-extension:.js=" + output,
          std::string(modules ? "--format=esm" : "--format=cjs"), std::string("--platform=node"),
          std::string("--target=node18"), std::string("--sourcemap"), std::string("--log-level=error"),
          std::string("--log-limit=0"), std::string("--color=false"), std::string("--allow-overwrite")})
      command.arguments.push_back(std::move(flag));
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
    const auto rename = [&](const std::string& specifier) -> std::optional<std::string> {
      const auto found = imports_.Find(key, specifier);
      if (!found) {
        if (!modules && !as_modules_ && IsModuleOnly(specifier)) needs_modules_ = true;
        return std::nullopt;
      }
      Path file = CompiledName(*found);
      if (modules && file.extension() == ".json") {
        file += ".js";
        if (written.ok()) written = WriteJsonModule(*found, file);
      }
      const std::string path = file.lexically_relative(key.parent_path()).generic_string();
      return path.starts_with('.') ? path : "./" + path;
    };
    const std::string renamed = RenameImports(text, rename);
    if (!written.ok()) return written;
    return disk_.Write(root_ / compiled, MarkOwn(renamed, root_ / (compiled.string() + ".map")));
  }

  base::Status WriteJsonModule(const Path& key, const Path& file) {
    ASSIGN_OR_RETURN(const std::string text, own_.Read(target_.root / key));
    ASSIGN_OR_RETURN(const base::Json json, base::ParseJson(text, key.string()));
    std::vector<std::string> names;
    const base::Json members = json.is_object() ? json : base::Json::object();
    for (const auto& [name, value] : members.items()) {
      if (emit::IsFreeName(name) && name != "data") names.push_back(name);
    }
    return disk_.Write(
        root_ / file,
        fmt::format(
            "/* istanbul ignore file */\nconst data = {};\nexport default data;\nexport const {{ {} }} = data;\n",
            base::DumpJson(json), base::Join(names, ", ")));
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
    if (own > 0 && own < lines.size()) {
      lines[0] = "/* c8 ignore start */ " + lines[0];
      lines[own - 1] += " /* c8 ignore stop */";
    }
    return base::Join(lines, "\n");
  }

  // A package that require() does not load, as Node 20 sees it.
  bool IsModuleOnly(const std::string& specifier) {
    if (specifier.starts_with('.') || specifier.starts_with("node:")) return false;
    const size_t first = specifier.find('/');
    const std::string name = specifier.substr(
        0, specifier.starts_with('@') && first != std::string::npos ? specifier.find('/', first + 1) : first);
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
    const auto is_module = [&](const Path& file) {
      return file.extension() == ".mjs" || (file.extension() != ".cjs" && as_modules_);
    };
    moved.is_module = is_module(moved.entry);
    for (target::Module& module : moved.modules) {
      module.source = module.file;
      module.file = CompiledName(module.file);
      module.is_module = is_module(module.file);
    }
    return moved;
  }

  const target::Target& target_;
  const target::Surroundings& surroundings_;
  base::FileSystem& disk_;
  Path node_;
  Path root_;
  Path config_root_;
  Path esbuild_;
  base::PackageFiles own_;            ///< Of the target.
  base::PackageFiles configuration_;  ///< Of its project.
  ImportPaths imports_;
  std::vector<Path> sources_;
  uint64_t bytes_ = 0;
  size_t copied_ = 0;
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

base::Result<Compiled> Compile(const target::Target& target, const target::Surroundings& surroundings,
                               const base::Path& node) {
  ASSIGN_OR_RETURN(base::TempFolder folder, base::TempFolder::Make(surroundings.files, "kingbird-typescript"));
  ASSIGN_OR_RETURN(const Path real, surroundings.files.Real(folder.path()));
  const Path root = real / target.root.filename();
  ASSIGN_OR_RETURN(target::Target made, Compiler(target, surroundings, node, root).Run());
  return Compiled{std::move(made), std::move(folder)};
}

WrittenSource FindWritten(const target::Target& target, const std::string& key, const base::FileSystem& files) {
  WrittenSource written{target.Home() / key, key, std::nullopt};
  if (target.origin.empty()) return written;
  const auto text = files.Read(target.root / (key + ".map"));
  auto map = text.ok() ? syntax::SourceMap::Parse(*text) : base::Result<syntax::SourceMap>(text.error());
  if (!map.ok()) return written;
  for (const char* extension : {".ts", ".tsx", ".mts", ".cts", ".jsx"}) {
    Path source = key;
    source.replace_extension(extension);
    if (!files.IsFile(target.origin / source) || CompiledName(source) != Path(key)) continue;
    return {target.origin / source, source, std::move(*map)};
  }
  return written;
}

}  // namespace kingbird::load
