#include "generate/value_pool.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace kingbird::generate {
namespace {

using model::Value;

//                                     path mined str num bool opt obj arr null bin exo fun earlier folder typed
constexpr TasteWeights kGeneral = {{18, 12, 7, 10, 5, 8, 6, 8, 5, 3, 3, 4, 14, 3, 0}};

constexpr std::array<std::string_view, 8> kStrings = {"",     "a",   "hello",     "0",
                                                      "utf8", "a/b", "{\"a\":1}", "\xC3\xA9\xE2\x82\xAC"};
constexpr std::array<double, 12> kNumbers = {0, 1, 2, -1, 3, 10, 100, 0.5, 438, 2147483648.0, 9007199254740991.0, 1e21};
constexpr std::array<std::string_view, 4> kKeys = {"a", "b", "name", "value"};

// Plain data that leads to a prototype where it is followed or copied without care.
Value Intruder(base::Rng& rng) {
  if (rng.Percent(50)) return Value::Object({{"__proto__", Value::Object({{"polluted", Value::Boolean(true)}})}});
  return Value::String(rng.Percent(50) ? "__proto__.polluted" : "constructor.prototype.polluted");
}

void Boost(TasteWeights& weights, std::initializer_list<Taste> tastes, double factor) {
  for (Taste taste : tastes) weights[static_cast<size_t>(taste)] *= factor;
}

bool Has(const std::string& text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return text.find(part) != std::string::npos; });
}

bool Is(const std::string& text, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

Value Make(Value::Kind kind, std::string text, std::string type, double number = 0) {
  Value value;
  value.kind = kind;
  value.text = std::move(text);
  value.type = std::move(type);
  value.number = number;
  return value;
}

}  // namespace

namespace {

std::string Plainly(const std::string& parameter) {
  std::string name;
  for (char c : parameter) name.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
  if (name.ends_with('=')) name.pop_back();
  return name;
}

}  // namespace

bool NamesFiles(const std::string& parameter) {
  const std::string name = Plainly(parameter);
  return Has(name, {"path", "file", "dir", "src", "dest", "folder", "root", "cwd", "target"}) ||
         Is(name, {"p", "from", "to"});
}

TasteWeights WeightsForName(const std::string& parameter) {
  const std::string name = Plainly(parameter);
  TasteWeights weights = kGeneral;
  if (Is(name, {"cb", "fn", "f", "func", "next", "done"}) || Has(name, {"callback", "handler", "listener"})) {
    Boost(weights, {Taste::kFunction}, 12);
  } else if (NamesFiles(parameter)) {
    Boost(weights, {Taste::kPath, Taste::kFolder}, 6);
    if (Has(name, {"dir", "folder", "root", "cwd"})) Boost(weights, {Taste::kFolder}, 6);
  } else if (Has(name, {"opt", "config", "settings", "props"})) {
    Boost(weights, {Taste::kOptions}, 8);
  } else if (Has(name, {"count", "len", "size", "num", "index", "offset", "delay", "time", "mode", "uid", "gid",
                        "position"}) ||
             Is(name, {"n", "i", "fd", "x", "y", "ms", "start", "end"}) ||
             std::string_view(parameter).substr(0, name.size()).ends_with("Ms")) {
    Boost(weights, {Taste::kNumber}, 6);
  } else if (Has(name, {"array", "list", "items", "promises", "entries", "values"})) {
    Boost(weights, {Taste::kArray}, 6);
  } else if (Has(name, {"promise", "value", "obj", "object", "thing"})) {
    Boost(weights, {Taste::kObject, Taste::kEarlier}, 3);
  } else if (Has(name, {"pattern", "str", "string", "text", "key", "name", "encoding", "flag", "prefix", "type"})) {
    Boost(weights, {Taste::kMinedString, Taste::kString, Taste::kPath}, 3);
  } else if (Has(name, {"buf", "data", "content", "chunk"})) {
    Boost(weights, {Taste::kBinary, Taste::kString, Taste::kObject}, 4);
  } else if (Has(name, {"json"})) {
    Boost(weights, {Taste::kObject, Taste::kString}, 4);
  }
  return weights;
}

std::span<const std::string_view> ValuePool::Keys() { return kKeys; }

ValuePool::ValuePool(MinedLiterals mined, std::vector<std::string> paths, std::vector<std::string> folders)
    : mined_(std::move(mined)), paths_(std::move(paths)), folders_(std::move(folders)) {}

Value ValuePool::Make(Taste taste, base::Rng& rng) const {
  switch (taste) {
    case Taste::kPath:
      return Path(rng);
    case Taste::kFolder:
      return folders_.empty() ? Path(rng) : Value::String(rng.Pick(folders_));
    case Taste::kMinedString:
      return mined_.strings.empty() ? Text(rng) : Value::String(rng.Pick(mined_.strings));
    case Taste::kString:
      return Text(rng);
    case Taste::kNumber:
      return NumberValue(rng);
    case Taste::kBoolean:
      return Value::Boolean(rng.Percent(60));
    case Taste::kOptions:
      return Options(rng);
    case Taste::kObject: {
      std::vector<model::Property> properties;
      const uint64_t count = rng.Below(3);
      for (uint64_t i = 0; i < count; ++i) properties.push_back({std::string(kKeys[i]), Any(rng, 1)});
      return Value::Object(std::move(properties));
    }
    case Taste::kArray: {
      std::vector<Value> items;
      const uint64_t count = rng.Below(4);
      const bool same = rng.Percent(60);
      for (uint64_t i = 0; i < count; ++i) items.push_back(same && i > 0 ? items[0] : Any(rng, 1));
      return Value::Array(std::move(items));
    }
    case Taste::kNullish:
      return rng.Percent(50) ? Value::Null() : Value::Undefined();
    case Taste::kBinary:
      return rng.Percent(80) ? generate::Make(Value::Kind::kBytes, rng.Percent(50) ? "hello" : "{\"a\":1}", "Buffer")
                             : generate::Make(Value::Kind::kBytes, std::string("\x01\x02\xff", 3), "Uint8Array");
    case Taste::kExotic:
      return Exotic(rng);
    case Taste::kFunction:
    case Taste::kEarlier:
    case Taste::kTyped:
      break;
  }
  return Value::Undefined();
}

Value ValuePool::Any(base::Rng& rng, int depth) const {
  std::vector<double> weights(kGeneral.begin(), kGeneral.end());
  weights[static_cast<size_t>(Taste::kFunction)] = 0;
  weights[static_cast<size_t>(Taste::kEarlier)] = 0;
  if (depth > 0) {
    weights[static_cast<size_t>(Taste::kOptions)] = 0;
    weights[static_cast<size_t>(Taste::kObject)] /= 4;
    weights[static_cast<size_t>(Taste::kArray)] /= 4;
  }
  return Make(static_cast<Taste>(rng.Weighted(weights)), rng);
}

Value ValuePool::Path(base::Rng& rng) const {
  if (paths_.empty()) return Text(rng);
  return Value::String(rng.Pick(paths_));
}

Value ValuePool::Text(base::Rng& rng) const {
  if (!mined_.strings.empty() && rng.Percent(25))
    return Value::String(rng.Pick(mined_.strings) + std::string(rng.Pick(kStrings)));
  return Value::String(std::string(rng.Pick(kStrings)));
}

Value ValuePool::NumberValue(base::Rng& rng) const {
  if (!mined_.numbers.empty() && rng.Percent(40)) {
    // Off by one around a constant is where comparisons turn.
    return Value::Number(rng.Pick(mined_.numbers) +
                         static_cast<double>(rng.Between(-1, 1)) * (rng.Percent(30) ? 1 : 0));
  }
  if (rng.Percent(6)) return Value::Number(rng.Percent(50) ? NAN : INFINITY);
  if (rng.Percent(20)) return Value::Number(static_cast<double>(rng.Between(-20, 2000)));
  return Value::Number(rng.Pick(kNumbers));
}

// One to three keys the target reads; booleans most of all, since most options are switches.
Value ValuePool::Options(base::Rng& rng) const {
  std::vector<model::Property> properties;
  const uint64_t count = 1 + rng.Below(3);
  for (uint64_t i = 0; i < count; ++i) {
    const std::string key =
        mined_.option_keys.empty() || rng.Percent(5) ? std::string(rng.Pick(kKeys)) : rng.Pick(mined_.option_keys);
    const bool twice = std::any_of(properties.begin(), properties.end(), [&](const auto& p) { return p.name == key; });
    if (twice) continue;
    const uint64_t draw = rng.Below(100);
    Value value = draw < 55   ? Value::Boolean(rng.Percent(50))
                  : draw < 68 ? Make(Taste::kMinedString, rng)
                  : draw < 77 ? NumberValue(rng)
                  : draw < 84 ? Path(rng)
                  : draw < 90 ? Exotic(rng)
                              : Any(rng, 1);
    properties.push_back({key, std::move(value)});
  }
  return Value::Object(std::move(properties));
}

Value ValuePool::Exotic(base::Rng& rng) const {
  switch (rng.Below(10)) {
    case 0:
      return generate::Make(Value::Kind::kDate, "", "Date", 1e12);
    case 1:
    case 2: {
      const std::string source =
          mined_.regexes.empty() || rng.Percent(40) ? (rng.Percent(50) ? "." : "a") : rng.Pick(mined_.regexes);
      return generate::Make(Value::Kind::kRegExp, source, "");
    }
    case 3:
    case 4: {
      const bool map = rng.Percent(50);
      Value value = generate::Make(map ? Value::Kind::kMap : Value::Kind::kSet, "", map ? "Map" : "Set");
      if (rng.Percent(50)) value.items.assign(map ? 2 : 1, rng.Percent(50) ? Text(rng) : NumberValue(rng));
      return value;
    }
    case 5:
      return Value::BigInt("1");
    case 6:
      return generate::Make(Value::Kind::kSymbol, "s", "");
    case 7:
      return Intruder(rng);
    case 8: {
      Value promise = generate::Make(Value::Kind::kPromise, "fulfilled", "Promise");
      promise.items = {Text(rng)};
      return promise;
    }
    default:
      return generate::Make(Value::Kind::kError, "boom", "Error");
  }
}

}  // namespace kingbird::generate
