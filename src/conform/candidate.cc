#include "conform/candidate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "diff/native.h"
#include "emit/js_text.h"
#include "env/wanted_sandbox.h"
#include "load/loaded_target.h"
#include "load/own_files.h"
#include "runtime/helper.h"
#include "target/npm_cache.h"

namespace kingbird::conform {
namespace {

using base::Path;

// How packages name the file of one built-in. {name} String.prototype.padStart, {path} String/prototype/padStart,
// {class} string, {method} padStart, {dashed} pad-start.
constexpr const char* kLayouts[] = {"{name}.js",           "polyfills/{path}/polyfill.js",
                                    "{path}/polyfill.js",  "modules/es.{class}.{dashed}.js",
                                    "{class}/{dashed}.js", "modules/esnext.{class}.{dashed}.js",
                                    "{class}/{method}.js", "{path}.js",
                                    "{path}/index.js"};

std::string Dashed(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0 && !text.empty()) text += '-';
    text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

std::string Filled(std::string layout, const BuiltIn& built_in) {
  const std::pair<std::string, std::string> marks[] = {{"{name}", built_in.name},
                                                       {"{path}", base::Join(built_in.path, "/")},
                                                       {"{class}", Dashed(built_in.path.front())},
                                                       {"{method}", built_in.path.back()},
                                                       {"{dashed}", Dashed(built_in.path.back())}};
  for (const auto& [mark, with] : marks) {
    if (const size_t at = layout.find(mark); at != std::string::npos) layout.replace(at, mark.size(), with);
  }
  return layout;
}

// Puts the implementation there; what is native afterwards is no candidate. Asked with the toString of before: core-js
// makes its functions look native.
std::string Loader(const BuiltIn& built_in, const Path& file) {
  diff::Native native;
  native.class_name = built_in.path.front();
  native.names = {built_in.name};
  return fmt::format(
      "(function (show) {{\n(function () {{{}}})();\n(function (f) {{ if (typeof f !== 'function' || /\\[native "
      "code\\]/.test(show.call(f))) throw new Error('the built-in is still native'); }})({});\n"
      "}})(Function.prototype.toString);\n",
      diff::LoaderText(native, "", fmt::format("require({})", emit::Quote(file.string()))), built_in.name);
}

// A package that consists of its files and has none to be loaded by its name alone.
base::Result<target::Target> WithoutEntry(const std::string& text, const target::Surroundings& surroundings) {
  const size_t at = text.find('@', 1);
  target::Target target;
  target.name = text.substr(0, at);
  target.display = text;
  const Path here = surroundings.folder / "node_modules" / target.name;
  if (at == std::string::npos && surroundings.files.IsFile(here / "package.json")) {
    target.root = here;
    return target;
  }
  ASSIGN_OR_RETURN(target.root,
                   target::FetchPackage(target.name, at == std::string::npos ? "" : text.substr(at + 1), surroundings));
  return target;
}

}  // namespace

base::Result<CandidateSource> FindCandidate(const std::string& text, env::Env& env) {
  const size_t equals = text.find('=');
  const std::string place = equals == std::string::npos ? text : text.substr(equals + 1);
  ASSIGN_OR_RETURN(const Path cache, target::CacheFolder(env.files));
  target::Surroundings surroundings{env.files, env.log, env.config.folder, cache};
  surroundings.run = runtime::HelperRunner(env::WantedSandbox(env.config));
  surroundings.deadline = &env;
  auto resolved = target::Resolve(place, surroundings);
  if (!resolved.ok() && resolved.error().code == base::ErrorCode::kUsage) resolved = WithoutEntry(place, surroundings);
  if (!resolved.ok()) return resolved.error();
  target::Target target = *std::move(resolved);
  load::FindOwnFiles(target, env.files);
  load::Admit(env, target);
  const std::string name = equals == std::string::npos ? target.display : text.substr(0, equals);
  if (name.empty()) return base::UsageError(fmt::format("--impl wants name=file, not '{}'", text));
  return CandidateSource{name, std::move(target)};
}

Path FileFor(const CandidateSource& source, const BuiltIn& built_in, const base::FileSystem& files) {
  const target::Target& target = source.target;
  if (target.kind == target::Target::Kind::kFile) return target.root / target.entry;
  for (const char* layout : kLayouts) {
    const Path file = target.root / Filled(layout, built_in);
    if (files.IsFile(file)) return file;
  }
  return target.entry.empty() ? target.root : target.root / target.entry;
}

base::Result<Implementation> MakeCandidate(const CandidateSource& source, const BuiltIn& built_in, const Path& file,
                                           const Engine& node, env::Env& env) {
  Implementation implementation;
  implementation.name = source.name;
  implementation.engine = node;
  implementation.candidate = true;
  implementation.votes = env.config.voters == env::Voters::kAll;
  implementation.file = file;
  implementation.loader = Loader(built_in, file);
  implementation.readable = load::ReadableFolders(source.target, env.files);
  implementation.readable.push_back(source.target.root);
  return implementation;
}

}  // namespace kingbird::conform
