#include "emit/diff_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

#include "base/text.h"
#include "emit/expressions.h"
#include "emit/js_text.h"

namespace kingbird::emit {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::Value;

constexpr std::string_view kTools = R"JS(
/** What two implementations keep in their promises is their own affair. */
const isThenable = (value) => {
  try {
    return value !== null && typeof value === 'object' && typeof value.then === 'function';
  } catch {
    return false;
  }
};
const isPromise = (value) => isThenable(value) && Object.getPrototypeOf(value) !== Object.prototype;
const show = (value) => {
  if (util.types.isNativeError(value) || value instanceof Error) {
    const message = String(value.message).split('\n')[0];
    return `${value.name}${value.code === undefined ? '' : ` [${String(value.code)}]`}: ${message}`;
  }
  if (isPromise(value)) return 'a promise';
  return util.inspect(value, { depth: 4, breakLength: Infinity, maxStringLength: 200, maxArrayLength: 20 });
};
const list = (values) => Array.from(values, show).join(', ');

/** Makes one call and prints what comes of it; an error ends the call, not the program. */
function run(name, call, after) {
  let value;
  try {
    value = call();
  } catch (error) {
    console.log(`${name} threw ${show(error)}`);
    if (after) console.log(`  and left ${list(after())}`);
    return undefined;
  }
  console.log(`${name} returned ${show(value)}`);
  if (after) console.log(`  and left ${list(after())}`);
  if (isThenable(value)) {
    value.then((result) => console.log(`${name} fulfilled with ${show(result)}`),
      (reason) => console.log(`${name} rejected with ${show(reason)}`));
  }
  return value;
}

/** A callback that prints how it is called. */
function spy(name, body) {
  const spied = function (...values) {
    console.log(`${name} called with (${list(values)})`);
    return body.apply(this, values);
  };
  return Object.defineProperty(spied, 'length', { value: body.length });
}

/** Goes on once the promise is fulfilled. */
const later = (promise, then) => { globalPromise.resolve(promise).then(then, () => {}); };
const globalPromise = Promise;
)JS";

constexpr std::string_view kMain = R"JS(
const SIDES = {
  before: { label: @BEFORE@, load: () => @LOAD_BEFORE@ },
  after: { label: @AFTER@, load: () => @LOAD_AFTER@ },
};
const FILES = @FILES@;
/** The exit code of a process whose side cannot be loaded. */
const CANNOT_LOAD = 86;

/** A fresh folder with the files the calls expect. */
function makeFolder() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'difference-')));
  for (const { path: name, kind, content, mode } of FILES) {
    const at = path.join(folder, name);
    if (kind === 'folder') fs.mkdirSync(at, { mode });
    else if (kind === 'link') fs.symlinkSync(content, at);
    else fs.writeFileSync(at, content, { mode });
  }
  return folder;
}

function observe(side) {
  const folder = makeFolder();
  const options = { cwd: folder, encoding: 'utf8', timeout: 5000, killSignal: 'SIGKILL', maxBuffer: 1 << 20 };
  const child = spawnSync(process.execPath, [...process.execArgv, __filename, side], options);
  fs.rmSync(folder, { recursive: true, force: true });
  const lines = `${child.stdout}${child.stderr}`.split(folder).join('.').split('\n').filter((line) => line !== '');
  if (child.error) lines.splice(20, lines.length, '(did not end within 5 s)');
  return { side, lines, loads: child.status !== CANNOT_LOAD };
}

if (process.argv[2] in SIDES) {
  // Rejections that nobody handles come here too. A listener of their own would keep libraries from printing theirs.
  process.on('uncaughtException', (error, origin) => {
    console.log(`${origin} ${show(error)}`);
    process.exit(1);
  });
@EXIT@  const refuse = (error) => {
    console.log(show(error));
    process.exit(CANNOT_LOAD);
  };
  globalPromise.resolve().then(SIDES[process.argv[2]].load).then((lib) => setImmediate(behave, lib), refuse);
} else {
  const sides = ['before', 'after'].map(observe);
  for (const { side, lines } of sides) {
    console.log(`${side}: ${SIDES[side].label}`);
    for (const line of lines) console.log(`  ${line}`);
  }
  const missing = sides.filter(({ loads }) => !loads);
  for (const { side } of missing) console.log(`The ${side} side cannot be loaded: there is nothing to compare.`);
  const differ = sides[0].lines.join('\n') !== sides[1].lines.join('\n');
  if (missing.length === 0) console.log(differ ? 'The behaviours differ.' : 'No difference.');
  process.exitCode = missing.length > 0 ? 2 : differ ? 0 : 1;
}
)JS";

// For differences of this kind only.
constexpr std::string_view kPollution = R"JS(  process.on('exit', () => {
    for (const name of ['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'Date', 'RegExp', 'Promise', 'Map', 'Set']) {
      const own = globalThis[name];
      for (const [holder, object] of [[name, own], [`${name}.prototype`, own.prototype]]) {
        for (const key of Object.keys(object)) console.log(`${holder}.${key} is now ${show(object[key])}`);
      }
    }
  });
)JS";

// Once from left to right: what was put in place of a mark is not looked at, it may hold another one.
std::string Filled(std::string_view text, const std::map<std::string_view, std::string>& marks) {
  std::string filled;
  while (!text.empty()) {
    const auto found = std::ranges::find_if(marks, [&](const auto& mark) { return text.starts_with(mark.first); });
    filled += found == marks.end() ? std::string(text.substr(0, 1)) : found->second;
    text.remove_prefix(found == marks.end() ? 1 : found->first.size());
  }
  return filled;
}

// Statements in the order of the tree. Results and callbacks that something refers to live in variables of the whole
// test, so that a callback may name the result of the call it was passed to.
class Replay {
 public:
  Replay(const model::TestCase& test, const std::string& module_variable, int shown)
      : names_(test, module_variable, nullptr), shown_(shown) {
    std::string declared;
    model::ForEachCall(*test.root, [&](const Call& call) {
      if (names_.IsReferenced(call.id)) declared += (declared.empty() ? "" : ", ") + names_.ResultName(call.id);
    });
    if (!declared.empty()) Line(0, "let " + declared + ";");
    Body(*test.root, 0);
  }
  std::vector<std::string> Take() { return std::move(lines_); }

 private:
  void Body(const Callback& callback, int indent) {
    for (const Call& call : callback.body) {
      for (const model::CallbackRef& inner : DirectCallbacks(call)) Spy(*inner, indent);
      Statement(call, indent);
    }
  }

  void Spy(const Callback& callback, int indent) {
    const std::string& name = names_.CallbackName(callback.id);
    if (!callback.source.empty()) {
      return Line(indent, fmt::format("const {} = spy({}, {});", name, Quote(name), callback.source));
    }
    const std::string head =
        fmt::format("const {} = spy({}, function {} {{", name, Quote(name), names_.ParameterList(callback));
    if (callback.body.empty() && !callback.result) return Line(indent, head + "});");
    Line(indent, head);
    Body(callback, indent + 1);
    if (callback.result) {
      for (const model::CallbackRef& inner : CallbacksIn(*callback.result)) Spy(*inner, indent + 1);
      Line(indent + 1,
           fmt::format("{} {};", callback.throws ? "throw" : "return", names_.ArgumentText(*callback.result)));
    }
    Line(indent, "});");
  }

  static std::vector<model::CallbackRef> CallbacksIn(const Argument& argument) {
    Call holder;
    holder.arguments = {argument};
    return DirectCallbacks(holder);
  }

  void Statement(const Call& call, int indent) {
    if (call.kind == Call::Kind::kAwait) {
      const std::string then = call.arguments.empty() ? "undefined" : names_.ArgumentText(call.arguments[0]);
      return Line(indent, fmt::format("later({}, {});", names_.ArgumentText(*call.receiver), then));
    }
    const std::string text = names_.CallText(call);
    const std::string label = Quote(Label(call));
    const std::string target = names_.IsReferenced(call.id) ? names_.ResultName(call.id) + " = " : "";
    if (call.kind == Call::Kind::kAssign) {
      return Line(indent, fmt::format("run({}, () => {{ {}; }});", label, text));
    }
    if (call.id != shown_) return Line(indent, fmt::format("{}run({}, () => {});", target, label, text));
    std::string values;
    for (const Argument& argument : call.arguments) values += ", " + names_.ArgumentText(argument);
    Line(indent, fmt::format("const given = [{}];", values.empty() ? "" : values.substr(2)));
    Call spread = call;
    spread.arguments.clear();
    std::string open = names_.CallText(spread);
    open.insert(open.size() - 1, "...given");
    const std::string receiver = call.receiver ? names_.ArgumentText(*call.receiver) + ", " : "";
    Line(indent, fmt::format("{}run({}, () => {}, () => [{}...given]);", target, label, open, receiver));
  }

  // The function's name is enough where the call stands right beside it.
  std::string Label(const Call& call) const {
    Call bare = call;
    bare.arguments.clear();
    std::string text = names_.CallText(bare);
    constexpr size_t kMost = 60;
    if (call.kind == Call::Kind::kAssign) return text.substr(0, text.find(" = "));
    text = text.substr(0, text.rfind('('));
    return text.size() <= kMost ? text : text.substr(0, kMost) + "…";
  }

  void Line(int indent, std::string_view text) {
    std::ranges::move(StatementLines(text, indent), std::back_inserter(lines_));
  }

  Expressions names_;
  int shown_;
  std::vector<std::string> lines_;
};

void ForEachString(const Value& value, const std::function<void(const std::string&)>& visit) {
  if (value.kind == Value::Kind::kString) visit(value.text);
  for (const Value& item : value.items) ForEachString(item, visit);
  for (const model::Property& property : value.properties) ForEachString(property.value, visit);
}

void ForEachString(const Argument& argument, const std::function<void(const std::string&)>& visit) {
  ForEachString(argument.literal, visit);
  for (const Argument& item : argument.items) ForEachString(item, visit);
}

}  // namespace

std::vector<model::ScratchEntry> ScratchNeeded(const model::TestCase& test) {
  const std::vector<model::ScratchEntry>& tree = model::ScratchTree();
  std::vector<bool> needed(tree.size());
  const auto note = [&](const std::string& text) {
    const bool wide = text == "." || text == "./" || text.find("..") != std::string::npos ||
                      text.find('*') != std::string::npos || text.starts_with("/");
    for (size_t i = 0; i < tree.size(); ++i) {
      const std::string& path = tree[i].path;
      const bool related = text == path || text.starts_with(path + "/") || path.starts_with(text + "/");
      if (wide || (!text.empty() && related)) needed[i] = true;
      if (needed[i] && tree[i].kind == model::ScratchEntry::Kind::kLink) needed[0] = true;  // what links point to
    }
  };
  model::ForEachCallback(*test.root, [&](const Callback& callback) {
    if (callback.result) ForEachString(*callback.result, note);
    for (const Call& call : callback.body) {
      if (call.receiver) ForEachString(*call.receiver, note);
      for (const Argument& argument : call.arguments) ForEachString(argument, note);
    }
  });
  std::vector<model::ScratchEntry> entries;
  for (size_t i = 0; i < tree.size(); ++i) {
    if (needed[i]) entries.push_back(tree[i]);
  }
  return entries;
}

std::vector<std::string> ReplayLines(const model::TestCase& test, const std::string& module_variable, int shown) {
  return Replay(test, module_variable, shown).Take();
}

std::string WriteDiffScript(const model::Finding& finding, int shown, const DiffScriptConfig& config) {
  std::string text = fmt::format("// {}: {}\n", finding.id, Comment(finding.function));
  for (const std::string& line : base::Split(finding.call, '\n')) {
    if (!line.empty()) text += "//   " + Comment(line) + "\n";
  }
  text += fmt::format("//   before, {}: {}\n//   after, {}: {}\n", Comment(config.before.label),
                      Comment(finding.before), Comment(config.after.label), Comment(finding.after));
  std::vector<std::string> installs;
  for (const ScriptSide* side : {&config.before, &config.after}) {
    if (!side->install.empty()) installs.push_back(side->install);
  }
  if (!installs.empty()) text += "// Elsewhere, first: npm install " + Comment(base::Join(installs, " ")) + "\n";
  text += fmt::format("// Run with: {} {}\n", config.runner, base::Split(finding.repro, '/').back());
  text +=
      "const { spawnSync } = require('node:child_process');\n"
      "const fs = require('node:fs');\n"
      "const os = require('node:os');\n"
      "const path = require('node:path');\n"
      "const util = require('node:util');\n\n";
  text += fmt::format("/** The calls that behave differently. */\nfunction behave({}) {{\n", config.module_variable);
  std::string indent = "  ";
  if (!config.setup.empty()) {
    for (const std::string& line : base::Split(config.setup, '\n')) {
      if (!line.empty()) text += "  " + line + "\n";
    }
    text += "  {\n";
    indent = "    ";
  }
  for (const std::string& line : ReplayLines(finding.test, config.module_variable, shown)) text += indent + line + "\n";
  if (!config.setup.empty()) text += "  }\n";
  text += "}\n";
  text += kTools;
  return text +
         Filled(kMain, {{"@BEFORE@", Quote(config.before.label)},
                        {"@AFTER@", Quote(config.after.label)},
                        {"@FILES@", base::DumpJson(model::ToJson(ScratchNeeded(finding.test)))},
                        {"@EXIT@", finding.kind == model::FindingKind::kPollution ? std::string(kPollution) : ""},
                        {"@LOAD_BEFORE@", config.before.load},
                        {"@LOAD_AFTER@", config.after.load}});
}

}  // namespace kingbird::emit
