#include "diff/native.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/json.h"
#include "base/text.h"

namespace kingbird::diff {
namespace {

using model::Argument;
using model::Function;

constexpr std::chrono::milliseconds kLookDeadline{5000};

// The code of the loader's error, with the name of the built-in behind it.
const std::string kMissing = "KINGBIRD_NO_BUILT_IN ";

constexpr std::string_view kLoader = R"JS(
  const natives = @NATIVES@;
  const adapter = @ADAPTER@;
  const holderOf = (path) => path.slice(0, -1).reduce((holder, name) => Object(holder)[name], globalThis);
  const last = (path) => path[path.length - 1];
  // Hidden while the implementation is loaded: many step back where the built-in is there.
  const hidden = [];
  for (const native of natives) {
    const whole = native.split('.');
    const path = adapter === undefined ? whole : whole.slice(0, 1);
    const holder = holderOf(path);
    const property = holder && Object.getOwnPropertyDescriptor(holder, last(path));
    if (property === undefined) throw Object.assign(new Error('not there'), { code: '@MISSING@' + native });
    hidden[hidden.length] = { native, path, holder, property };
  }
  // From here on no method of an array may be used: it may be one of the hidden.
  const restore = (entry) => Object.defineProperty(entry.holder, last(entry.path), entry.property);
  for (const entry of hidden) delete entry.holder[last(entry.path)];
  let loaded;
  try {
    loaded = @REQUIRE@;
  } catch (error) {
    // It cannot do without the built-in; then it must replace it of its own accord.
    for (const entry of hidden) restore(entry);
    loaded = @REQUIRE@;
  }
  const replace = (holder, key, value) => {
    Object.defineProperty(holder, key, { value, writable: true, enumerable: false, configurable: true });
  };
  for (const entry of hidden) {
    const { native, path, holder } = entry;
    const key = last(path);
    const root = path[0];
    if (adapter !== undefined) {
      replace(globalThis, root, adapter(loaded));
      continue;
    }
    let now = globalThis;
    for (let i = 0; i < path.length - 1; i++) now = Object(now)[path[i]];
    const has = () => now && Object.getOwnPropertyDescriptor(now, key) !== undefined;
    if (!has() && loaded && typeof loaded.shim === 'function') loaded.shim();
    if (!has()) {
      for (const candidate of [loaded, loaded && loaded[key], loaded && loaded[root], loaded && loaded.default]) {
        if (typeof candidate !== 'function') continue;
        const isClass = path.length > 2 && candidate.prototype && typeof candidate.prototype[key] === 'function';
        if (isClass) {
          restore(entry);
          replace(globalThis, root, candidate);
          now = candidate.prototype;
        } else {
          replace(now, key, candidate);
        }
        break;
      }
    }
    if (!has() && !(now && typeof now[key] === 'function')) throw new Error(`the implementation offers no ${native}`);
    if (now !== holder) restore(entry);
  }
  return {};
)JS";

std::string Replace(std::string text, std::string_view mark, std::string_view with) {
  for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + with.size())) {
    text.replace(at, mark.size(), with);
  }
  return text;
}

Function MethodOf(const std::string& owner, const std::string& name) {
  Function function;
  function.kind = Function::Kind::kMethod;
  function.owner = owner;
  function.path = {name};
  return function;
}

}  // namespace

base::Result<Native> ParseNatives(const std::vector<std::string>& names) {
  Native native;
  for (const std::string& name : names) {
    const std::vector<std::string> parts = base::Split(name, '.');
    const bool method = parts.size() == 3 && parts[1] == "prototype";
    if (!method && parts.size() != 2) {
      return base::UsageError(fmt::format("'{}' names no built-in function", name),
                              "for instance --native Array.prototype.map or --native Array.from");
    }
    if (!native.class_name.empty() && native.class_name != parts[0]) {
      return base::UsageError(fmt::format("{} and {} do not belong together", native.class_name, name),
                              "compare the functions of one class at a time");
    }
    native.class_name = parts[0];
    native.names.push_back(name);
    (method ? native.methods : native.statics).push_back(parts.back());
  }
  return native;
}

model::Api ApiOf(const Native& native) {
  model::Api api;
  for (const std::string& name : native.methods) api.functions.push_back(MethodOf(native.class_name, name));
  for (const std::string& name : native.statics) api.functions.push_back(MethodOf(native.class_name + " class", name));
  if (!native.methods.empty()) api.functions.push_back(MethodOf("Function", "call"));
  return api;
}

std::vector<generate::ScopeValue> HoldersOf(const Native& native, bool through_call) {
  std::vector<generate::ScopeValue> holders;
  for (size_t i = 0; through_call && i < native.methods.size(); ++i) {
    // Not of kind function: without a receiver of their own they are not called.
    generate::Shape shape{model::Value::Kind::kObject, "Function", {"call"}};
    holders.push_back({Argument::Global({native.class_name, "prototype", native.methods[i]}), shape});
  }
  if (!native.statics.empty()) {
    // Not of kind function: the class itself is not under test.
    generate::Shape shape{model::Value::Kind::kObject, native.class_name + " class", native.statics};
    holders.push_back({Argument::Global({native.class_name}), shape});
  }
  return holders;
}

base::Result<NativeLook> LookAtNatives(const Native& native, const Setup& setup, runtime::Executor& executor,
                                       const syntax::Manifest& manifest) {
  base::Json question = {
      {"ask", ToString(runtime::Question::kNatives)}, {"setup", setup.code}, {"variables", setup.names}};
  for (const std::string& name : native.names) question["paths"].push_back(base::Split(name, '.'));
  ASSIGN_OR_RETURN(const std::vector<base::Json> answers, executor.Ask({&question, 1}, kLookDeadline));
  NativeLook look;
  // Where looking ends the process there is nothing to know.
  const base::Json functions = answers[0].is_null() ? base::Json::array() : answers[0].at("functions");
  for (size_t i = 0; i < std::min(functions.size(), native.names.size()); ++i) {
    const model::Hits counters = discover::ReadCounters(functions[i], manifest);
    look.counters.insert(look.counters.end(), counters.begin(), counters.end());
    for (const std::string& name : functions[i].at("reads").get<std::vector<std::string>>()) {
      look.reads[base::Split(native.names[i], '.').back()].insert({"receiver", name});
    }
  }
  std::sort(look.counters.begin(), look.counters.end());
  return look;
}

base::Error ExplainNative(const base::Error& error, const Native& native) {
  for (const std::string& name : native.names) {
    if (error.reason != kMissing + name) continue;
    return base::UsageError("this Node has no built-in " + name,
                            "for instance --native Array.prototype.map or --native Array.from");
  }
  return error;
}

std::string LoaderText(const Native& native, const std::string& adapter, const std::string& require_text) {
  std::string text = Replace(std::string(kLoader), "@NATIVES@", base::DumpJson(base::Json(native.names)));
  text = Replace(std::move(text), "@MISSING@", kMissing);
  text = Replace(std::move(text), "@ADAPTER@", adapter.empty() ? "undefined" : "(" + adapter + ")");
  return Replace(std::move(text), "@REQUIRE@", require_text);
}

}  // namespace kingbird::diff
