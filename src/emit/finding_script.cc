#include "emit/finding_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "base/text.h"
#include "emit/expressions.h"
#include "emit/js_text.h"
#include "model/pollution.h"
#include "model/scratch_tree.h"
#include "suite_files.h"

namespace kingbird::emit {
namespace {

using model::Call;
using model::Callback;
using model::Event;

// The folder goes when the process does; a link in it is removed, never followed.
constexpr char kFolder[] =
    R"JS(// The calls below use files: they get a folder of their own, which is removed at the end.
const fs = {0}('node:fs');
const path = {0}('node:path');
const os = {0}('node:os');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'finding-'));
process.on('exit', () => {{
  process.chdir(os.tmpdir());
  fs.rmSync(folder, {{ recursive: true, force: true }});
}});
process.chdir(folder);
const files = {1};
for (const {{ path: name, kind, content, mode }} of files) {{
  if (kind === 'folder') fs.mkdirSync(name, {{ mode }});
  else if (kind === 'link') fs.symlinkSync(content, name);
  else fs.writeFileSync(name, content, {{ mode }});
}}
)JS";

class ScriptWriter {
 public:
  ScriptWriter(const model::TestCase& test, const model::Execution& execution, int thrower, const std::string& variable)
      : names_(test, variable, &execution), execution_(execution), thrower_(thrower) {}

  void Write(const Callback& callback, int indent) {
    for (const Call& call : callback.body) {
      for (const model::CallbackRef& inner : DirectCallbacks(call)) WriteCallback(*inner, indent);
      WriteCall(call, indent);
    }
  }
  std::string Take() { return std::move(text_); }

 private:
  void WriteCall(const Call& call, int indent) {
    const std::string text = names_.CallText(call);
    const bool shown = call.id == thrower_;
    const bool rejects = execution_.Find(Event::Kind::kReject, call.id) != nullptr;
    if (!shown && execution_.Find(Event::Kind::kThrow, call.id) != nullptr) {
      Line(indent, "try {");
      Line(indent + 1, text + ";");
      return Line(indent, "} catch {}");
    }
    if (call.kind == Call::Kind::kRequest)
      return Line(indent, fmt::format("await {}{};", text, rejects && !shown ? ".catch(() => {})" : ""));
    if (call.kind == Call::Kind::kAwait) return Line(indent, text.substr(0, text.size() - 1) + ", () => {});");
    const std::string& name = names_.ResultName(call.id);
    const bool named = names_.IsReferenced(call.id) && call.kind != Call::Kind::kAssign;
    if (!shown && rejects && !named) return Line(indent, fmt::format("Promise.resolve({}).catch(() => {{}});", text));
    Line(indent, named ? fmt::format("const {} = {};", name, text) : text + ";");
    if (!shown && rejects) Line(indent, fmt::format("Promise.resolve({}).catch(() => {{}});", name));
  }

  void WriteCallback(const Callback& callback, int indent) {
    const std::string& name = names_.CallbackName(callback.id);
    if (!callback.source.empty()) return Line(indent, fmt::format("const {} = {};", name, callback.source));
    const std::string head = fmt::format("const {} = function {} {{", name, names_.ParameterList(callback));
    if (callback.body.empty() && !callback.result) return Line(indent, head + "};");
    Line(indent, head);
    Write(callback, indent + 1);
    if (callback.result) {
      Line(indent + 1,
           fmt::format("{} {};", callback.throws ? "throw" : "return", names_.ArgumentText(*callback.result)));
    }
    Line(indent, "};");
  }
  void Line(int indent, std::string_view text) {
    for (const std::string& line : StatementLines(text, indent)) text_ += line + "\n";
  }

  Expressions names_;
  const model::Execution& execution_;
  int thrower_;
  std::string text_;
};

std::string FolderText(bool es_module) {
  std::string tree = "[";
  for (const auto& entry : model::ToJson(model::ScratchTree())) tree += fmt::format("\n  {},", base::DumpJson(entry));
  tree += "\n]";
  return fmt::format(kFolder, es_module ? "await import" : "require", tree);
}

// Of several modules, those that the test calls.
std::string LoadText(const model::TestCase& test, const FindingScript& config) {
  const auto load = [](bool es_module, const std::string& package) {
    return fmt::format("{}({})", es_module ? "await import" : "require", Quote(package));
  };
  if (config.modules.empty())
    return fmt::format("const {} = {};\n\n", config.module_variable, load(config.es_module, config.package));
  std::set<std::string> used;
  const auto note = [&](const model::AccessPath& path) {
    if (!path.empty()) used.insert(path[0]);
  };
  std::function<void(const model::Argument&)> look = [&](const model::Argument& argument) {
    if (argument.kind == model::Argument::Kind::kApi) note(argument.path);
    for (const model::Argument& item : argument.items) look(item);
  };
  model::ForEachCall(*test.root, [&](const Call& call) {
    if (call.kind == Call::Kind::kCall || call.kind == Call::Kind::kNew) note(call.path);
    if (call.receiver) look(*call.receiver);
    for (const model::Argument& argument : call.arguments) look(argument);
  });
  std::string text;
  const bool mixed =
      config.es_module && std::ranges::any_of(config.modules, [](const auto& one) { return !one.es_module; });
  if (mixed) text += "const require = (await import('node:module')).createRequire(import.meta.url);\n";
  text += fmt::format("const {} = {{\n", config.module_variable);
  for (const ModuleImport& module : config.modules) {
    if (used.contains(module.name))
      text += fmt::format("  {}: {},\n", module.name, load(module.es_module, module.package));
  }
  return text + "};\n\n";
}

// What requests and fakes of the test need.
std::string HelpersText(const model::TestCase& test, bool es_module) {
  bool answers = false;
  model::ForEachCall(
      *test.root, [&](const Call& call) { answers |= call.kind == Call::Kind::kFake && call.path.at(0) != "fetch"; });
  const bool requests = model::CountCalls(test, Call::Kind::kRequest) > 0;
  std::string text = requests || answers ? kConnectionFunctions : "";
  if (requests) text += kRequestFunctions;
  std::string more = answers ? kAnswersFunctions : "";
  // Both load node:http, under the same name.
  const std::string http = "const http = require('node:http');\n";
  if (const size_t at = requests ? more.find(http) : std::string::npos; at != std::string::npos)
    more.erase(at, http.size());
  text += more;
  const std::string load = "require(";
  for (size_t at = text.find(load); es_module && at != std::string::npos; at = text.find(load, at))
    text.replace(at, load.size(), "await import(");
  return text;
}

// Says what is left behind, and fails if it is.
std::string PollutionText(const model::Finding& finding, const model::Execution& execution) {
  const std::vector<model::Pollution> pollutions = model::PollutionsOf(execution);
  if (finding.kind != model::FindingKind::kPollution || pollutions.empty()) return "";
  const model::AccessPath& path = pollutions[0].path;
  const std::string holder = pollutions[0].Holder();
  return fmt::format(
      "\nsetImmediate(() => {{\n  if (!Object.hasOwn({0}, {1})) return;\n"
      "  console.error('left on {0}, which the whole program shares:', {{ [{1}]: {2} }});\n  process.exitCode = "
      "1;\n}});\n",
      holder, Quote(path.back()), Member(holder, path.back()));
}

std::string Capitalized(std::string text) {
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

}  // namespace

std::string WriteFindingScript(const model::Finding& finding, const model::Execution& execution, int thrower,
                               const FindingScript& config) {
  std::string text;
  if (execution.effects.Any()) text += fmt::format("// Careful: this script {}.\n", ToString(execution.effects));
  text += fmt::format("// {}: {}\n// {} of {}. Run with: {} {}\n", finding.id, Comment(Capitalized(finding.message)),
                      Comment(finding.function), Comment(config.display), config.runner,
                      base::Split(finding.repro, '/').back());
  if (!config.es_module) text += "'use strict';\n";
  if (execution.files) text += FolderText(config.es_module);
  text += LoadText(finding.test, config);
  if (!config.setup.empty()) text += "// The setup code.\n{\n" + config.setup + "\n}\n\n";
  text += HelpersText(finding.test, config.es_module);
  const bool waits = model::CountCalls(finding.test, Call::Kind::kRequest) > 0;
  ScriptWriter writer(finding.test, execution, thrower, config.module_variable);
  writer.Write(*finding.test.root, waits ? 1 : 0);
  const std::string calls = waits ? "(async () => {\n" + writer.Take() + "})();\n" : writer.Take();
  return text + calls + PollutionText(finding, execution);
}

}  // namespace kingbird::emit
