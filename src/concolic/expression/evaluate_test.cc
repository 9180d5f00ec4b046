// The evaluator against the real engine: random operands for every operator, one script for Node.
#include "concolic/expression/evaluate.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

#include "base/json.h"
#include "base/rng.h"
#include "base/subprocess.h"
#include "base/text.h"
#include "concolic/expression/apply.h"
#include "regex/sampler.h"

namespace kingbird::concolic {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

const std::vector<double> kNumbers = {0,
                                      -0.0,
                                      1,
                                      -1,
                                      2,
                                      3,
                                      5,
                                      7,
                                      10,
                                      16,
                                      36,
                                      0.5,
                                      -0.5,
                                      1.5,
                                      2.5,
                                      -2.5,
                                      0.1,
                                      255,
                                      256,
                                      -7,
                                      1e21,
                                      123456789,
                                      1e-7,
                                      4294967295,
                                      65,
                                      97,
                                      31,
                                      32,
                                      33,
                                      2147483647,
                                      kNaN,
                                      kInfinity,
                                      -kInfinity,
                                      1e300,
                                      5e-324,
                                      1e15,
                                      4294967296,
                                      -2147483648.0,
                                      100,
                                      0.49999999999999994,
                                      9007199254740993.0,
                                      1.7976931348623157e308};
const std::vector<std::u16string> kTexts = {u"",
                                            u"a",
                                            u"abc",
                                            u"ABC",
                                            u"b",
                                            u" ",
                                            u"0",
                                            u"1",
                                            u"-1",
                                            u"12",
                                            u"1e3",
                                            u"0x1f",
                                            u"0b101",
                                            u"0o17",
                                            u"-0x1",
                                            u"Infinity",
                                            u"-Infinity",
                                            u"NaN",
                                            u"true",
                                            u".5",
                                            u"5.",
                                            u".",
                                            u"  7 ",
                                            u"\n\t3\xA0",
                                            u"1_0",
                                            u"aXbXc",
                                            u"abcabc",
                                            u"ab ab",
                                            u"\u2028x\uFEFF",
                                            u"é",
                                            u"\xD83D\xDE00",
                                            u"\xD83D",
                                            u"null",
                                            u"undefined",
                                            u"12px",
                                            u"-0",
                                            u"+5",
                                            u"1e400",
                                            u"3.14abc",
                                            u"bc",
                                            u"zzzz",
                                            u"1e",
                                            u"0x",
                                            u"99999999999999999999",
                                            u"0x1fffffffffffff7",
                                            u"[object Object]"};

class Sampler {
 public:
  explicit Sampler(uint64_t seed) : rng_(seed) {}

  Value Number() {
    if (rng_.Percent(70)) return Value::Number(rng_.Pick(kNumbers));
    if (rng_.Percent(50)) return Value::Number(static_cast<double>(rng_.Between(-40, 40)));
    return Value::Number((rng_.Unit() - 0.5) * std::pow(10.0, static_cast<double>(rng_.Between(-5, 12))));
  }
  Value Text() {
    std::u16string text = rng_.Pick(kTexts);
    if (rng_.Percent(30)) text += rng_.Pick(kTexts);
    if (rng_.Percent(10)) text = u" " + text + u"\n";
    return Value::String(std::move(text));
  }
  Value Any() {
    switch (rng_.Below(8)) {
      case 0:
        return Value::Undefined();
      case 1:
        return Value::Null();
      case 2:
        return Value::Boolean(rng_.Percent(50));
      case 3:
      case 4:
        return Text();
      default:
        return Number();
    }
  }
  size_t Below(size_t bound) { return rng_.Below(bound); }

 private:
  base::Rng rng_;
};

base::Json Encode(const Value& value) {
  switch (value.type) {
    case Type::kNull:
      return nullptr;
    case Type::kBoolean:
      return value.number != 0;
    case Type::kNumber:
      return base::Json{{"n", ToText(value)}};
    case Type::kString: {
      base::Json units = base::Json::array();
      for (char16_t unit : value.text) units.push_back(static_cast<int>(unit));
      return base::Json{{"s", units}};
    }
    default:
      return base::Json{{"u", 0}};
  }
}

const std::vector<std::pair<std::u16string, std::u16string>> kRegexes = {
    {u"a", u""},
    {u"^ab*c$", u""},
    {u"(a)(b)?", u"g"},
    {u"(\\d+)-(\\d+)", u""},
    {u"[a-c]+?", u"g"},
    {u"x|(y)|z", u"gi"},
    {u"\\bab\\b", u""},
    {u"(?=.*\\d)\\w+", u""},
    {u"(?<!a)b", u"g"},
    {u"(.)\\1", u""},
    {u"^\\s*(.*?)\\s*$", u""},
    {u"", u"g"},
    {u"(?<n>\\w)=(?<v>[^;]*)", u"g"},
    {u"a{2,3}", u"y"},
    {u"^b", u"gm"},
    {u"[,;]", u""},
};

std::vector<Value> SampleRegex(Op op, Sampler& sampler) {
  const auto& [source, flags] = kRegexes[sampler.Below(kRegexes.size())];
  base::Rng rng(sampler.Below(1000000));
  std::u16string text = sampler.Text().text;
  if (sampler.Below(5) != 0) text = *regex::Sample(*regex::Parse(source, flags), {}, rng);
  if (sampler.Below(3) == 0) text += sampler.Text().text;
  std::vector<Value> operands = {Value::String(source), Value::String(flags), Value::String(text)};
  const bool split = op == Op::kRegexSplitPart;
  if (split || op == Op::kRegexNth)
    operands.push_back(Value::Number(static_cast<double>(sampler.Below(split ? 2 : 1))));
  if (op == Op::kRegexCapture || op == Op::kRegexNth) operands.push_back(Value::Number(0));
  if (op == Op::kRegexReplace) operands.push_back(Value::String(sampler.Below(2) == 0 ? u"<$&$1$$>" : u"-"));
  if (op <= Op::kRegexEnd && sampler.Below(3) == 0)
    operands.push_back(Value::Number(static_cast<double>(sampler.Below(3))));
  return operands;
}

std::vector<Value> SampleConversion(Op op, Sampler& sampler) {
  if (op == Op::kToFixed) {
    return {Value::Number(static_cast<double>(sampler.Below(100000)) / 64 - 500),
            Value::Number(static_cast<double>(sampler.Below(4)))};
  }
  if (op == Op::kClassOf) return {sampler.Any()};
  std::vector<Value> operands = {sampler.Text()};
  if (op == Op::kLocaleCompare) {
    const std::vector<std::u16string> words = {u"a", u"ab", u"b", u"abc", u"zz", u""};
    operands = {Value::String(words[sampler.Below(6)]), Value::String(words[sampler.Below(6)])};
  }
  if (op == Op::kSplitCount || op == Op::kSplitPart)
    operands.push_back(Value::String(sampler.Below(2) == 0 ? u"b" : u""));
  if (op == Op::kSplitPart) operands.push_back(Value::Number(0));
  return operands;
}

/// The operands an operator is given by the agent.
std::vector<Value> Sample(Op op, Sampler& sampler) {
  std::vector<Value> operands;
  if (op >= Op::kRegexTest && op <= Op::kRegexSplitPart) return SampleRegex(op, sampler);
  if (op == Op::kWithin) return {sampler.Number(), Value::Number(static_cast<double>(sampler.Below(5)))};
  if (op >= Op::kSplitCount) return SampleConversion(op, sampler);
  if (op >= Op::kLength && op <= Op::kToUpperCase) {
    operands.push_back(sampler.Text());
    const bool two = op == Op::kReplaceString || op == Op::kReplaceAllString;
    const size_t more = two ? 2 : sampler.Below(3);
    for (size_t i = 0; i < more; ++i)
      operands.push_back(sampler.Below(3) == 0                                 ? sampler.Any()
                         : i == 0 && op >= Op::kIndexOf && op <= Op::kEndsWith ? sampler.Text()
                                                                               : sampler.Number());
    return operands;
  }
  const bool binary = (op >= Op::kAdd && op <= Op::kSne) || op == Op::kPow;
  const bool many = op == Op::kMin || op == Op::kMax || op == Op::kFromCharCode;
  size_t count = binary ? 2 : many ? sampler.Below(4) : op == Op::kParseInt ? 1 + sampler.Below(2) : 1;
  if (op == Op::kNumberToString) {
    operands.push_back(sampler.Number());
    if (sampler.Below(2) == 0) operands.push_back(Value::Number(static_cast<double>(2 + sampler.Below(35))));
    return operands;
  }
  while (count-- > 0) operands.push_back(sampler.Any());
  // Equal operands are rare by chance.
  if (binary && sampler.Below(6) == 0) operands[1] = operands[0];
  return operands;
}

constexpr std::string_view kScript = R"(
const read = v => v === null || typeof v === 'boolean' ? v : 's' in v ? String.fromCharCode(...v.s)
  : 'n' in v ? Number(v.n) : undefined;
const write = v => v === null || typeof v === 'boolean' ? v : typeof v === 'number'
  ? {n: Object.is(v, -0) ? '-0' : String(v)} : typeof v === 'string'
  ? {s: Array.from({length: v.length}, (_, i) => v.charCodeAt(i))} : {u: 0};
const short = text => {
  if (text.length <= 1000) return text;
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum, 31) + text.charCodeAt(i) >>> 0;
  return `${text.length} ${sum}`;
};
const { evaluate } = require(process.argv[1]);
const { Op } = require(process.argv[2]);
const lines = require('fs').readFileSync(0, 'utf8').split('\n');
const out = [];
for (const line of lines) {
  if (line === '') continue;
  const [name, operands] = JSON.parse(line);
  try {
    const value = evaluate(Op[name], operands.map(read));
    out.push(typeof value === 'string' && value.length > 5e6 ? '"long"' : short(JSON.stringify(write(value))));
  } catch (error) {
    out.push('"throws"');
  }
}
process.stdout.write(out.join('\n'));
)";

struct Sampled {
  Op op;
  std::vector<Value> operands;
};

std::optional<Value> ApplyTo(const Sampled& sampled) {
  std::vector<const Value*> pointers;
  for (const Value& operand : sampled.operands) pointers.push_back(&operand);
  return Apply(sampled.op, pointers);
}

/// As the script does it: of what a program prints only so much is kept (base::kMostOutput).
std::string Short(const std::string& text) {
  if (text.size() <= 1000) return text;
  uint32_t sum = 0;
  for (const char c : text) sum = sum * 31 + static_cast<unsigned char>(c);
  return std::to_string(text.size()) + " " + std::to_string(sum);
}

/// Operators that need inputs, or that have no model.
bool IsLeftOut(Op op) {
  // Lists are no values by themselves: lists_test.cc.
  const bool list = op == Op::kList || op == Op::kStore || op == Op::kSelect;
  return list || op == Op::kInput || op == Op::kConstant || op == Op::kPresent || op == Op::kInstanceOf;
}

TEST(Evaluate, AgreesWithTheEngineOnEveryOperator) {
  Sampler sampler(20);
  std::vector<Sampled> samples;
  std::string input;
  for (int i = 0; i < kOps; ++i) {
    const auto op = static_cast<Op>(i);
    if (IsLeftOut(op)) continue;
    for (int k = 0; k < 1000; ++k) {
      Sampled sampled{op, Sample(op, sampler)};
      base::Json operands = base::Json::array();
      for (const Value& operand : sampled.operands) operands.push_back(Encode(operand));
      input += base::DumpJson(base::Json::array({OpName(op), operands})) + "\n";
      samples.push_back(std::move(sampled));
    }
  }
  const std::string agent = KINGBIRD_AGENT "/concolic/";
  const auto result = base::RunCommand(
      {.arguments = {"node", "-e", std::string(kScript), agent + "evaluate.js", agent + "ops.js"}, .input = input});
  ASSERT_TRUE(result.ok());
  ASSERT_EQ(result->exit_code, 0) << result->err;
  const std::vector<std::string> answers = base::Split(result->out, '\n');
  ASSERT_EQ(answers.size(), samples.size());
  std::map<Op, int> known;
  std::map<Op, int> wrong;
  for (size_t i = 0; i < samples.size(); ++i) {
    const std::optional<Value> value = ApplyTo(samples[i]);
    if (!value) continue;
    ++known[samples[i].op];
    if (Short(base::DumpJson(Encode(*value))) == answers[i]) continue;
    if (wrong[samples[i].op]++ > 3) continue;
    std::string operands;
    for (const Value& operand : samples[i].operands) operands += ToText(operand) + " ";
    ADD_FAILURE() << OpName(samples[i].op) << " of " << operands << "is " << ToText(*value)
                  << ", engine: " << answers[i];
  }
  // Most samples must be known: an operator that never answers agrees with everything.
  for (const auto& [op, count] : known) EXPECT_GE(count, 500) << OpName(op);
  EXPECT_EQ(known.size(), samples.size() / 1000);
}

TEST(Evaluator, TextsOfAllNodesTogetherAreBounded) {
  Path path;
  path.symbols.emplace_back();
  const NodeId input = path.expressions.Add({.op = Op::kInput, .symbol = 0});
  const NodeId letter = path.expressions.Add({.constant = Value::String(u"b")});
  std::vector<NodeId> sums;
  for (int i = 0; i < 400; ++i) sums.push_back(path.expressions.Add({.op = Op::kAdd, .operands = {input, letter}}));
  Evaluator evaluator(path, sums, {Value::String(std::u16string(100'000, u'a'))});
  EXPECT_NE(evaluator.Get(sums.front()), nullptr);
  EXPECT_EQ(evaluator.Get(sums.back()), nullptr);
  EXPECT_GT(evaluator.work(), 10'000U) << "long texts cost more than a node";
  evaluator.Set(0, Value::String(u"a"));
  EXPECT_NE(evaluator.Get(sums.back()), nullptr) << "what shorter texts leave is free again";
}

}  // namespace
}  // namespace kingbird::concolic
