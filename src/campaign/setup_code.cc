#include "campaign/setup_code.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/text.h"
#include "syntax/parser.h"
#include "syntax/scope.h"

namespace kingbird::campaign {
namespace {

using model::Argument;
using model::Value;

// One variable per line, none of which uses another: scripts take the lines they need.
const std::map<std::string, std::string>& Lines() {
  static const std::map<std::string, std::string> lines = {
      {"Array",
       "var empty = [];\n"
       "var letters = ['a', 'b', 'c'];\n"
       "var numbers = [3, 1, 2, 0, -1];\n"
       "var mixed = [1, 'x', null, undefined, { k: 1 }, [2]];\n"
       "var nested = [[1, 2], [3]];\n"
       "var arrayLike = Object.assign(Object.create(Array.prototype), { 0: 'a', 1: 'b', 2: 'c', length: 3 });\n"
       "var text = 'abc';\n"
       "var object = { k: 1 };\n"},
      {"String",
       "var none = '';\n"
       "var word = 'hello';\n"
       "var words = 'a b, c  d';\n"
       "var digits = '0123';\n"
       "var accents = 'e\\u0301\\u00e9\\ud83d\\ude00';\n"
       "var boxed = new String('box');\n"
       "var pattern = /[a-c]/g;\n"},
      {"Promise",
       "var fulfilled = new Promise(function (resolve) { resolve(7); });\n"
       "var rejected = new Promise(function (resolve, reject) { reject(new Error('no')); }); "
       "rejected.then(undefined, function () {});\n"
       "var pending = new Promise(function () {});\n"
       "var later = new Promise(function (resolve) { setTimeout(resolve, 5, 'later'); });\n"
       "var refused = new Promise(function (resolve, reject) { setTimeout(reject, 5, 17); }); "
       "refused.then(undefined, function () {});\n"
       "var thrown = new Promise(function () { throw new Error('thrown'); }); "
       "thrown.then(undefined, function () {});\n"
       "var resolved = Promise.resolve('now');\n"
       "var adopted = Promise.resolve({ then: function (resolve) { resolve('adopted'); } });\n"
       "var failed = Promise.reject(new TypeError('bad')); failed.then(undefined, function () {});\n"
       "var all = Promise.all([1, Promise.resolve(2), { then: function (resolve) { resolve(3); } }]);\n"
       "var race = Promise.race([new Promise(function () {}), Promise.reject(4)]); race.then(undefined, function () "
       "{});\n"
       "var thenable = { then: function (resolve) { resolve('thenable'); } };\n"
       "var object = { k: 1 };\n"},
      {"Map",
       "var emptyMap = new Map();\n"
       "var map = new Map([[1, 'a'], ['k', { v: 1 }], [NaN, 0]]);\n"
       "var object = { k: 1 };\n"},
      {"Set",
       "var emptySet = new Set();\n"
       "var set = new Set([1, 'a', NaN]);\n"
       "var object = { k: 1 };\n"},
      {"Iterator",
       "var iterator = [1, 2, 3][Symbol.iterator]();\n"
       "var generator = (function* () { yield 1; yield 2; yield 3; })();\n"
       "var entries = new Map([[1, 'a']]).entries();\n"},
      {"",
       "var object = { k: 1, n: { m: 2 } };\n"
       "var list = [1, 2, 3];\n"
       "var text = 'abc';\n"
       "var identity = function (x) { return x; };\n"
       "var pairs = new Map([[1, 'a'], [2, 'b']]);\n"
       "var iterator = [1, 2, 3][Symbol.iterator]();\n"
       "var date = new Date(0);\n"
       "var pattern = /a(b)?/g;\n"}};
  return lines;
}

const std::map<std::string, std::string>& RichLines() {
  static const std::map<std::string, std::string> lines = {
      {"Array",
       "var sparse = [1, , 3];\n"
       "var openEnded = ['a', , ,];\n"
       "var frozen = Object.freeze([1, 2]);\n"},
      {"String", "var lone = 'a\\ud83d';\n"},
      {"Promise", "var settledTwice = new Promise(function (a, b) { a(1); b(2); a(3); throw new Error('late'); });\n"}};
  return lines;
}

void CollectNames(const Argument& argument, std::set<std::string>& into) {
  if (argument.kind == Argument::Kind::kSetup) into.insert(argument.keys.at(0));
  for (const Argument& item : argument.items) CollectNames(item, into);
}

// Object(value): the value itself for objects, so that an execution describes it with its methods.
model::Call ShowCall(int id, Argument value) {
  model::Call call;
  call.kind = model::Call::Kind::kMethod;
  call.id = id;
  call.receiver = Argument::Global({"Object"});
  call.arguments = {std::move(value)};
  return call;
}

Argument VariableOf(const std::string& name) {
  Argument argument;
  argument.kind = Argument::Kind::kSetup;
  argument.keys = {name};
  return argument;
}

Argument MemberOf(Argument object, const std::string& name) {
  Argument argument;
  argument.kind = Argument::Kind::kProperty;
  argument.items = {std::move(object)};
  argument.keys = {name};
  return argument;
}

}  // namespace

base::Result<Setup> ReadSetup(std::string code, const std::string& where) {
  const syntax::Tree tree = syntax::Parse(code);
  if (tree.has_error()) return base::UsageError(fmt::format("{} is not valid JavaScript", where));
  const syntax::ScopeTree scopes(tree);
  Setup setup;
  for (const syntax::Binding& binding : scopes.bindings()) {
    if (scopes.scopes()[binding.scope].parent == syntax::kNoId) setup.names.push_back(binding.name);
  }
  if (setup.names.empty()) return base::UsageError(fmt::format("{} declares no variable", where));
  setup.code = std::move(code);
  return setup;
}

Setup BuiltInSetup(const std::string& class_name, bool rich) {
  const auto known = Lines().find(class_name);
  std::string code = (known == Lines().end() ? Lines().find("") : known)->second;
  if (const auto more = RichLines().find(class_name); rich && more != RichLines().end()) code += more->second;
  return *ReadSetup(std::move(code), "setup");
}

base::Result<std::vector<generate::ScopeValue>> LookAtSetup(const Setup& setup, const std::string& type_name,
                                                            const std::vector<std::string>& methods,
                                                            runtime::Executor& executor) {
  model::Callback root;
  int next_id = 1;
  for (const std::string& name : setup.names) {
    root.body.push_back(ShowCall(next_id++, VariableOf(name)));
    for (const std::string& method : methods) {
      root.body.push_back(ShowCall(next_id++, MemberOf(VariableOf(name), method)));
    }
  }
  const model::TestCase test{std::make_shared<model::Callback>(root), next_id};
  runtime::RunOptions options;
  options.setup = setup.code;
  options.methods = true;
  options.coverage = false;
  ASSIGN_OR_RETURN(const auto executions, executor.Run(std::span(&test, 1), options));
  std::vector<generate::ScopeValue> values;
  int id = 1;
  for (const std::string& name : setup.names) {
    const auto shown = [&](int call) {
      const model::Event* event = executions[0].Find(model::Event::Kind::kReturn, call);
      return event == nullptr || event->values.empty() ? Value() : event->values[0];
    };
    generate::ScopeValue value{VariableOf(name), generate::Shape::Of(shown(id++))};
    for (const std::string& method : methods) {
      if (shown(id++).kind != Value::Kind::kFunction) continue;
      value.shape.type = type_name;
      value.shape.methods.push_back(method);
    }
    values.push_back(std::move(value));
  }
  return values;
}

std::string SetupNeeded(const Setup& setup, const model::TestCase& test) {
  std::set<std::string> used;
  model::ForEachCallback(*test.root, [&](const model::Callback& callback) {
    if (callback.result) CollectNames(*callback.result, used);
    for (const model::Call& call : callback.body) {
      if (call.receiver) CollectNames(*call.receiver, used);
      for (const Argument& argument : call.arguments) CollectNames(argument, used);
    }
  });
  if (used.empty()) return "";
  std::string needed;
  for (const std::string& line : base::Split(setup.code, '\n')) {
    if (line.empty()) continue;
    const bool simple = line.starts_with("var ") && line.ends_with(";");
    if (!simple) return setup.code;
    if (used.contains(line.substr(4, line.find(' ', 4) - 4))) needed += line + "\n";
  }
  return needed;
}

}  // namespace kingbird::campaign
