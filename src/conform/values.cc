#include "conform/values.h"

#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "conform/case.h"

namespace kingbird::conform {
namespace {

using model::Argument;
using model::Callback;
using model::Value;

// Where conversions turn: signs, halves, ends of ranges. Large ones are rare: counting to them takes forever.
constexpr double kNumbers[] = {0, 1, 2, 3, 5, 10, -1, -2, -3, 0.5, -0.5, 1.5, 2.9, -1.5, -0.0};
constexpr double kEnds[] = {4294967295.0,
                            4294967296.0,
                            4294967297.0,
                            2147483647.0,
                            2147483648.0,
                            -2147483648.0,
                            -2147483649.0,
                            9007199254740991.0,
                            9007199254740992.0,
                            -9007199254740991.0,
                            1e21,
                            5e-324,
                            1.7976931348623157e308,
                            268435456.0,
                            std::numeric_limits<double>::infinity(),
                            -std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN()};
constexpr const char* kTexts[] = {"",
                                  "a",
                                  "abc",
                                  "abcabc",
                                  "0",
                                  "1",
                                  "2",
                                  "-1",
                                  "1.5",
                                  " 3 ",
                                  "0x10",
                                  "1e2",
                                  "NaN",
                                  "Infinity",
                                  "undefined",
                                  "null",
                                  "length",
                                  "constructor",
                                  " \t\n\r",
                                  "\xc2\xa0 x \xef\xbb\xbf",
                                  "\xe2\x80\xa8y\xe1\xa0\x8e",
                                  "\xc2\x85z\xe2\x80\x8b",
                                  "e\xcc\x81",
                                  "\xf0\x9f\x98\x80",
                                  "a\xed\xa0\xbd",
                                  "\xed\xb8\x80z",
                                  "\xc4\xb0\xc3\x9f",
                                  "a,b",
                                  "$&$1",
                                  "[object Object]"};
// Classes of the language whose instances literals cannot write, with what they are made of: 0 nothing, 1 a list of
// numbers, 2 a list of pairs, 3 a number, 4 a text, 5 a boolean, 6 a buffer.
struct Made {
  const char* name;
  int from;
};
constexpr Made kMade[] = {{"Map", 2},         {"Set", 1},           {"WeakMap", 0},      {"WeakSet", 0},
                          {"Date", 3},        {"Boolean", 5},       {"Number", 3},       {"String", 4},
                          {"Uint8Array", 1},  {"Int16Array", 1},    {"Float64Array", 1}, {"Uint8ClampedArray", 1},
                          {"ArrayBuffer", 3}, {"DataView", 6},      {"Int32Array", 1},   {"Error", 4},
                          {"TypeError", 4},   {"BigInt64Array", 0}, {"Float32Array", 1}, {"Uint32Array", 1}};
constexpr size_t kPlainSamples = 12;
constexpr size_t kMadeSamples = std::size(kMade);
constexpr int kDeepest = 2;

Argument Lit(Value value) { return Argument::Literal(std::move(value)); }
Argument Lit(double number) { return Lit(Value::Number(number)); }
Argument Lit(const char* text) { return Lit(Value::String(text)); }

Value Plain(Value::Kind kind, std::string text, std::string type = "") {
  Value value;
  value.kind = kind;
  value.text = std::move(text);
  value.type = std::move(type);
  return value;
}

Argument FunctionOf(int& next_id, Argument result, bool throws = false) {
  auto callback = std::make_shared<Callback>();
  callback->id = next_id++;
  callback->result = std::move(result);
  callback->throws = throws;
  return Argument::Function(std::move(callback));
}

}  // namespace

Argument Values::Number(base::Rng& rng) const {
  if (!mined_.numbers.empty() && rng.Percent(10)) {
    const double number = rng.Pick(mined_.numbers);
    if (std::fabs(number) < 1e6 || rng.Percent(20)) return Lit(number);
  }
  if (rng.Percent(15)) return Lit(kEnds[rng.Below(std::size(kEnds))]);
  return Lit(kNumbers[rng.Below(std::size(kNumbers))]);
}

Argument Values::Text(base::Rng& rng) const {
  if (!mined_.strings.empty() && rng.Percent(10)) return Lit(Value::String(rng.Pick(mined_.strings)));
  return Lit(kTexts[rng.Below(std::size(kTexts))]);
}

Argument Values::Primitive(base::Rng& rng) const {
  switch (rng.Weighted({3, 2, 2, 8, 8, 0.6, 0.4})) {
    case 0:
      return Lit(Value::Undefined());
    case 1:
      return Lit(Value::Null());
    case 2:
      return Lit(Value::Boolean(rng.Percent(50)));
    case 3:
      return Number(rng);
    case 4:
      return Text(rng);
    case 5:
      return Lit(Plain(Value::Kind::kSymbol, "s"));
    default:
      return Lit(Value::BigInt(rng.Percent(50) ? "0" : "7"));
  }
}

Argument Values::List(Making& making, int depth) const {
  std::vector<Argument> items;
  const size_t count = making.rng.Below(5);
  for (size_t i = 0; i < count; ++i) {
    items.push_back(depth < kDeepest && making.rng.Percent(20) ? Any(making, depth + 1) : Primitive(making.rng));
  }
  if (making.rng.Percent(80)) return Argument::Array(std::move(items));
  // With holes.
  std::vector<std::string> keys;
  std::vector<Argument> kept;
  for (size_t i = 0; i < items.size(); ++i) {
    if (making.rng.Percent(40)) continue;
    keys.push_back(std::to_string(i));
    kept.push_back(items[i]);
  }
  const Argument length = Lit(static_cast<double>(count + making.rng.Below(3)));
  return CallHarness("sparse", {length, Argument::Object(keys, kept)}, making.body, making.next_id);
}

Argument Values::ArrayLike(Making& making, int depth) const {
  base::Rng& rng = making.rng;
  std::vector<std::string> keys;
  std::vector<Argument> items;
  const size_t count = rng.Below(4);
  for (size_t i = 0; i < count; ++i) {
    if (rng.Percent(15)) continue;
    keys.push_back(std::to_string(i));
    items.push_back(Primitive(rng));
  }
  Argument length = Lit(static_cast<double>(count));
  if (rng.Percent(45)) length = depth < kDeepest && rng.Percent(25) ? Converting(making) : Primitive(rng);
  const bool ahead = rng.Percent(30);
  keys.insert(ahead ? keys.begin() : keys.end(), "length");
  items.insert(ahead ? items.begin() : items.end(), length);
  return Argument::Object(std::move(keys), std::move(items));
}

Argument Values::Object(Making& making, int depth) const {
  base::Rng& rng = making.rng;
  std::vector<std::string> keys;
  std::vector<Argument> items;
  static constexpr const char* kNames[] = {"a", "b", "0", "1", "k", "name", "value", "x"};
  const size_t count = rng.Below(4);
  for (size_t i = 0; i < count; ++i) {
    std::string key = kNames[rng.Below(std::size(kNames))];
    if (!mined_.option_keys.empty() && rng.Percent(30)) key = rng.Pick(mined_.option_keys);
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    keys.push_back(std::move(key));
    items.push_back(depth < kDeepest && rng.Percent(20) ? Any(making, depth + 1) : Primitive(rng));
  }
  return Argument::Object(std::move(keys), std::move(items));
}

Argument Values::Converting(Making& making) const {
  base::Rng& rng = making.rng;
  std::vector<std::string> keys;
  std::vector<Argument> items;
  const auto convert = [&](const char* name) {
    keys.emplace_back(name);
    Value error = Plain(Value::Kind::kError, "no", "SyntaxError");
    const bool throws = rng.Percent(10);
    items.push_back(FunctionOf(making.next_id, throws ? Lit(error) : Primitive(rng), throws));
  };
  const uint64_t which = rng.Below(3);
  if (which != 1) convert("valueOf");
  if (which != 0) convert("toString");
  return Argument::Object(std::move(keys), std::move(items));
}

Argument Values::Any(Making& making, int depth) const {
  base::Rng& rng = making.rng;
  switch (rng.Weighted({10, 4, 3, 2, 3, 1.5, 1.5, 0.7})) {
    case 0:
      return Primitive(rng);
    case 1:
      return List(making, depth);
    case 2:
      return ArrayLike(making, depth);
    case 3:
      return Object(making, depth);
    case 4:
      return Converting(making);
    case 5:
      return Sample(rng.Below(SampleCount()), making);
    case 6:
      return Spoilt(rng.Percent(50) ? List(making, depth) : ArrayLike(making, depth), making);
    default:
      return CallHarness("iterable", {List(making, depth)}, making.body, making.next_id);
  }
}

Argument Values::Spoilt(Argument thing, Making& making) const {
  base::Rng& rng = making.rng;
  static constexpr const char* kKeys[] = {"0", "1", "length", "constructor", "a"};
  const Argument key = Lit(kKeys[rng.Below(std::size(kKeys))]);
  const auto call = [&](const char* name, std::vector<Argument> arguments) {
    return CallHarness(name, std::move(arguments), making.body, making.next_id);
  };
  switch (rng.Below(8)) {
    case 0:
      return call("freeze", {std::move(thing)});
    case 1:
      return call("seal", {std::move(thing)});
    case 2:
      return call("close", {std::move(thing)});
    case 3:
      return call("inherit", {std::move(thing), rng.Percent(50) ? Lit(Value::Null()) : Object(making, kDeepest)});
    case 4: {
      static constexpr const char* kAttributes[] = {"", "e", "w", "c", "ew", "cw"};
      const Argument attributes = Lit(kAttributes[rng.Below(std::size(kAttributes))]);
      return call("property", {std::move(thing), Lit(rng.Percent(70) ? "0" : "1"), Primitive(rng), attributes});
    }
    case 5:
      return call("thrower", {Argument(Object(making, kDeepest)), key});
    case 6:
      return call("inherit", {std::move(thing), Argument::Global({"Array", "prototype"})});
    default:
      return call("getter", {Argument(ArrayLike(making, kDeepest)), key, Primitive(rng)});
  }
}

size_t Values::SampleCount() { return kPlainSamples + kMadeSamples; }

// An instance of a class that literals cannot write.
Argument Values::MadeSample(size_t index, Making& making) const {
  base::Rng& rng = making.rng;
  const auto make = [&](const char* name, std::vector<Argument> from) {
    return CallHarness("make", {Lit(name), Argument::Array(std::move(from))}, making.body, making.next_id);
  };
  const auto numbers = [&] {
    std::vector<Argument> items;
    for (uint64_t i = rng.Below(4); i > 0; --i) items.push_back(Lit(static_cast<double>(rng.Below(5))));
    return Argument::Array(std::move(items));
  };
  const Made& made = kMade[index];
  std::vector<Argument> from;
  if (made.from == 1) from = {numbers()};
  if (made.from == 2)
    from = {Argument::Array({Argument::Array({Primitive(rng), Primitive(rng)}), Argument::Array({Lit("a"), Lit(1)})})};
  if (made.from == 3) from = {Lit(static_cast<double>(rng.Below(9)))};
  if (made.from == 4) from = {Text(rng)};
  if (made.from == 5) from = {Lit(Value::Boolean(rng.Percent(50)))};
  if (made.from == 6) from = {make("ArrayBuffer", {Lit(8)})};
  return make(made.name, std::move(from));
}

Argument Values::Sample(size_t index, Making& making) const {
  base::Rng& rng = making.rng;
  const auto call = [&](const char* name, std::vector<Argument> arguments) {
    return CallHarness(name, std::move(arguments), making.body, making.next_id);
  };
  if (index >= kPlainSamples) return MadeSample(index - kPlainSamples, making);
  switch (index) {
    case 0:
      return Argument::Array({Primitive(rng), Primitive(rng), Primitive(rng)});
    case 1:
      return Text(rng);
    case 2:
      return Number(rng);
    case 3:
      return Lit(Value::Boolean(true));
    case 4:
      return Lit(Plain(Value::Kind::kSymbol, "s"));
    case 5:
      return Lit(Value::BigInt("12"));
    case 6:
      return Object(making, 1);
    case 7:
      return FunctionOf(making.next_id, Primitive(rng));
    case 8:
      return Lit(Plain(Value::Kind::kRegExp, rng.Percent(50) ? "b(c)?" : "[a-c]", rng.Percent(50) ? "g" : ""));
    case 9: {
      model::Call resolve;
      resolve.kind = model::Call::Kind::kMethod;
      resolve.id = making.next_id++;
      resolve.receiver = Argument::Global({"Promise"});
      resolve.path = {"resolve"};
      resolve.arguments = {Primitive(rng)};
      making.body.push_back(std::move(resolve));
      return Argument::Result(making.body.back().id);
    }
    case 10:
      return call("iterator", {List(making, kDeepest)});
    default:
      return call("iterator", {call("make", {Lit("Map"), Argument::Array({})})});
  }
}

}  // namespace kingbird::conform
