#include "explore/script.h"

#include <fmt/format.h>

#include <numeric>

#include "emit/js_text.h"
#include "load/target_names.h"

namespace kingbird::explore {
namespace {

/// What a program sees when it runs on one input, without Kingbird.
constexpr std::string_view kShim = R"(class NotAnErrorException {}
const counts = {};
const numbered = (name) => {
  counts[name] = (counts[name] || 0) + 1;
  return counts[name] === 1 ? name : `${name} (${counts[name]})`;
};
const apiWith = (named) => ({
  symbol(name, initial) {
    const own = named(name);
    return own in inputs ? inputs[own] : initial;
  },
  pureSymbol: (name) => inputs[named(name)],
  assume(condition) { if (!condition) throw new NotAnErrorException(); },
  assert(condition, message = 'assertion failed') { if (!condition) throw new Error(message); },
  fail(message = 'failed') { throw new Error(message); },
  NotAnErrorException,
});
const apis = { S$: apiWith(numbered), kingbird: apiWith((name) => name) };
const load = Module._load;
Module._load = function (request, ...rest) {
  return Object.hasOwn(apis, request) ? apis[request] : load.call(this, request, ...rest);
};
)";

std::string ScriptText(const concolic::ExploredError& error, const std::string& program) {
  std::string inputs;
  for (const auto& [name, input] : error.input.globals)
    inputs += fmt::format("  {}: {},\n", emit::KeyText(name), concolic::ToSource(input));
  return fmt::format(
      "// {}\n// Runs with plain Node: node <this file>\n'use strict';\nconst Module = require('node:module');\n"
      "const inputs = {{\n{}}};\n{}require({});\n",
      emit::Comment(error.message.substr(0, error.message.find('\n'))), inputs, kShim, emit::Quote(program));
}

}  // namespace

bool DeclaresInputs(const env::Env& env, const target::Target& target) {
  if (target.kind != target::Target::Kind::kFile || !target.member.empty()) return false;
  const auto source = env.package.Read(target.root / target.entry);
  if (!source.ok()) return false;
  for (const char* text : {"require('S$')", "require(\"S$\")", "require('kingbird')", "require(\"kingbird\")"}) {
    if (source->find(text) != std::string::npos) return true;
  }
  return false;
}

std::string ScriptLoader(const std::string& require_text) {
  return fmt::format("'use strict';\nmodule.exports = () => {};\n", require_text);
}

std::vector<ExplorableFunction> ScriptOf(const load::LoadedTarget& loaded) {
  const std::string key = base::Path(loaded.target.entry).lexically_normal().string();
  const syntax::ManifestFile* file = loaded.stage.manifest.Find(key);
  if (file == nullptr) return {};
  ExplorableFunction script;
  script.place.script = true;
  script.file = script.name = key;
  script.line = 1;
  script.found = true;
  script.counters.resize(file->size());
  std::iota(script.counters.begin(), script.counters.end(), file->offset);
  return {script};
}

base::Result<suite::Findings> WriteScriptFindings(env::Env& env, const load::LoadedTarget& loaded,
                                                  const ExploredFunction& explored) {
  suite::Findings findings;
  base::OutputEntries scripts;
  const std::string program = load::PackageSpecifier(loaded.target, env.Out("findings"));
  for (const concolic::ExploredError& error : explored.exploration.errors) {
    model::Finding finding;
    finding.kind = model::FindingKind::kError;
    finding.function = explored.name;
    finding.message = error.message + (error.where.empty() ? "" : " at " + error.where);
    finding.id = fmt::format("error-{}-{}", emit::IdentifierFrom(explored.name, "script"), findings.written.size() + 1);
    finding.repro = fmt::format("findings/{}.cjs", finding.id);
    finding.path = explored.file;
    finding.repro_text = ScriptText(error, program);
    scripts[finding.id + ".cjs"] = {finding.repro_text};
    findings.written.push_back(std::move(finding));
  }
  TRY(env.output->Replace("findings", scripts));
  return findings;
}

}  // namespace kingbird::explore
