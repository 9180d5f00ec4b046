// The frame: inputs, conversions, comparisons, conditions. Arithmetic is in encode_numbers.cc, strings in
// encode_text.cc.
#include "concolic/solve/smt_encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "concolic/expression/apply.h"
#include "concolic/expression/coerce.h"
#include "concolic/expression/number_text.h"
#include "concolic/solve/encode.h"

namespace kingbird::concolic {
namespace {

using Kind = Encoded::Kind;

bool IsIntegerMatter(Op op) {
  switch (op) {
    case Op::kMod:
    case Op::kFloor:
    case Op::kCeil:
    case Op::kRound:
    case Op::kTrunc:
    case Op::kIsInteger:
    case Op::kFromCharCode:
    case Op::kToString:
    case Op::kSelect:
    case Op::kWithin:
      return true;
    default:
      return (op >= Op::kBitAnd && op <= Op::kUshr) || op == Op::kBitNot || (op >= Op::kCharAt && op <= Op::kRepeat);
  }
}

/// As a fraction of integers.
std::string FractionText(double number) {
  // The shortest decimal, as the program's text has it: 0.1 is 1/10.
  std::u16string wide = NumberToText(number);
  std::string text(wide.begin(), wide.end());
  int exponent = 0;
  if (const size_t mark = text.find('e'); mark != std::string::npos) {
    exponent = std::stoi(text.substr(mark + 1));
    text.resize(mark);
  }
  if (const size_t point = text.find('.'); point != std::string::npos) {
    exponent -= static_cast<int>(text.size() - point - 1);
    text.erase(point, 1);
  }
  if (exponent >= 0) return text + std::string(static_cast<size_t>(exponent), '0');
  return text + "/1" + std::string(static_cast<size_t>(-exponent), '0');
}

}  // namespace

bool PrefersIntegers(const Query& query) {
  const Path& path = *query.path;
  bool matter = false;
  bool number = false;
  for (NodeId id : Reachable(path.expressions, Roots(query.literals))) {
    const Node& node = path.expressions[id];
    matter = matter || IsIntegerMatter(node.op);
    number = number || (node.op == Op::kInput && query.types[node.symbol] == Type::kNumber &&
                        path.symbols[node.symbol].step != Symbol::Step::kLength);
  }
  return matter && number;
}

SmtEncoding::SmtEncoding(const Query& query, TermBuilder& builder, Options options)
    : query_(query), builder_(builder), options_(options), encoded_(query.path->expressions.size()) {
  const Expressions& expressions = query.path->expressions;
  for (NodeId id : Reachable(expressions, Roots(query.literals))) {
    failed_ = false;
    const Node& node = expressions[id];
    const bool sound = std::all_of(node.operands.begin(), node.operands.end(), [&](NodeId of) { return of < id; });
    if (sound) encoded_[id] = EncodeNode(node);
    if (failed_) encoded_[id] = {};
  }
  for (size_t i = 0; i < query.literals.size(); ++i) {
    const Literal& literal = query.literals[i];
    if (literal.kind == Literal::Kind::kType) continue;
    failed_ = false;
    std::optional<Term> truth = Truth(encoded_[literal.node]);
    if (failed_) truth.reset();
    if (truth) conditions_.push_back(literal.wanted_truth ? *truth : Not(*truth));
    if (!truth && i + 1 == query.literals.size()) complete_ = false;
  }
  for (const LengthBound& bound : LengthBounds(query)) {
    const auto found = input_of_.find(bound.symbol);
    if (found == input_of_.end()) continue;
    const Term length = inputs_[found->second].term;
    conditions_.push_back(Make(TermOp::kLe, {Int(static_cast<int64_t>(bound.least)), length}));
    conditions_.push_back(Make(TermOp::kLe, {length, Int(static_cast<int64_t>(kMostElements))}));
  }
}

Encoded SmtEncoding::EncodeInput(const Node& node) {
  const Type type = query_.types[node.symbol];
  if (type != Type::kBoolean && type != Type::kNumber && type != Type::kString) {
    Value value = DefaultValue(type == Type::kAbsent ? Type::kUndefined : type, node.symbol);
    return Fixed(std::move(value));
  }
  auto found = input_of_.find(node.symbol);
  if (found == input_of_.end()) {
    Input input;
    input.symbol = node.symbol;
    const bool length = query_.path->symbols[node.symbol].step == Symbol::Step::kLength;
    const bool integer = length || options_.integers;
    input.sort = type == Type::kBoolean  ? Sort::kBool
                 : type == Type::kString ? Sort::kText
                 : integer               ? Sort::kInt
                                         : Sort::kReal;
    input.term = builder_.Variable(input.sort, fmt::format("s{}", node.symbol));
    if (type == Type::kNumber && !length) input.nan = builder_.Variable(Sort::kBool, fmt::format("n{}", node.symbol));
    if (type == Type::kNumber && !length && options_.integers) narrowed_ = true;
    found = input_of_.emplace(node.symbol, inputs_.size()).first;
    inputs_.push_back(input);
  }
  const Input& input = inputs_[found->second];
  Encoded encoded;
  encoded.kind = input.sort == Sort::kBool   ? Kind::kTruth
                 : input.sort == Sort::kText ? Kind::kText
                 : input.sort == Sort::kInt  ? Kind::kInteger
                                             : Kind::kReal;
  encoded.term = input.term;
  encoded.nan = input.nan;
  return encoded;
}

Encoded SmtEncoding::EncodeNode(const Node& node) {
  if (node.op == Op::kConstant) return Fixed(node.constant);
  if (node.op == Op::kInput) return EncodeInput(node);
  std::vector<const Encoded*> operands;
  std::vector<const Value*> values;
  bool fixed = true;
  for (NodeId id : node.operands) {
    operands.push_back(&encoded_[id]);
    values.push_back(&encoded_[id].fixed);
    fixed = fixed && encoded_[id].kind == Kind::kFixed;
    if (encoded_[id].kind == Kind::kUnknown) return {};
  }
  if (operands.empty()) return {};
  if (node.op >= Op::kList) return ListEncoder(*this).Encode(node.op, operands);
  const Node& of = query_.path->expressions[node.operands[0]];
  if (node.op == Op::kPresent) {
    if (of.op != Op::kInput) return {};
    return Fixed(Value::Boolean(query_.types[of.symbol] != Type::kAbsent));
  }
  if (node.op == Op::kLength && of.op == Op::kInput && query_.types[of.symbol] == Type::kArray) {
    for (SymbolId id = 0; id < query_.path->symbols.size(); ++id) {
      const Symbol& symbol = query_.path->symbols[id];
      if (symbol.step == Symbol::Step::kLength && symbol.parent == of.symbol)
        return EncodeInput({.op = Op::kInput, .symbol = id});
    }
    return {};
  }
  if (node.op == Op::kInstanceOf && encoded_[node.operands[0]].fixed.type == Type::kObject) return {};
  if (fixed) {
    std::optional<Value> value = Apply(node.op, values);
    return value ? Fixed(*std::move(value)) : Encoded{};
  }
  switch (node.op) {
    case Op::kNot:
    case Op::kToBoolean: {
      const std::optional<Term> truth = Truth(*operands[0]);
      if (!truth) return {};
      return {Kind::kTruth, node.op == Op::kNot ? Not(*truth) : *truth, {}, {}};
    }
    case Op::kTypeof: {
      const Kind kind = operands[0]->kind;
      if (kind == Kind::kText && operands[0]->nan) return {};
      return Fixed(Value::String(kind == Kind::kTruth ? u"boolean" : kind == Kind::kText ? u"string" : u"number"));
    }
    case Op::kIsArray:
    case Op::kInstanceOf:
      return Fixed(Value::Boolean(false));
    case Op::kAdd:
      return EncodeSum(*operands[0], *operands[1]);
    case Op::kLt:
    case Op::kLe:
    case Op::kGt:
    case Op::kGe:
      return EncodeOrder(node.op, *operands[0], *operands[1]);
    case Op::kEq:
    case Op::kNe:
    case Op::kSeq:
    case Op::kSne:
      return EncodeEquality(node.op, *operands[0], *operands[1]);
    case Op::kToString:
      return Text(*operands[0]);
    default:
      if (node.op >= Op::kLength && node.op <= Op::kToUpperCase) return TextEncoder(*this).Encode(node.op, operands);
      if (node.op >= Op::kRegexTest) return RegexEncoder(*this).Encode(node.op, operands);
      return NumberEncoder(*this).Encode(node.op, operands);
  }
}

Encoded SmtEncoding::EncodeSum(const Encoded& left, const Encoded& right) {
  const auto text = [](const Encoded& value) {
    return value.kind == Kind::kText ||
           (value.kind == Kind::kFixed && (value.fixed.type == Type::kString || IsObject(value.fixed.type)));
  };
  if (!text(left) && !text(right)) return NumberEncoder(*this).Encode(Op::kAdd, {&left, &right});
  const Encoded a = Text(left);
  const Encoded b = Text(right);
  if (a.kind != Kind::kText || b.kind != Kind::kText) return {};
  return {Kind::kText, Make(TermOp::kConcat, {a.term, b.term}), {}, {}};
}

Encoded SmtEncoding::EncodeOrder(Op op, const Encoded& left, const Encoded& right) {
  const bool swapped = op == Op::kGt || op == Op::kGe;
  const bool strict = op == Op::kLt || op == Op::kGt;
  const auto text = [](const Encoded& value) {
    return value.kind == Kind::kText || (value.kind == Kind::kFixed && value.fixed.type == Type::kString);
  };
  const Encoded& low = swapped ? right : left;
  const Encoded& high = swapped ? left : right;
  if (text(low) && text(high)) {
    const Encoded a = Text(low);
    const Encoded b = Text(high);
    if (a.kind != Kind::kText || b.kind != Kind::kText) return {};
    return {Kind::kTruth, Make(strict ? TermOp::kTextLt : TermOp::kTextLe, {a.term, b.term}), {}, {}};
  }
  const Encoded a = Number(low);
  const Encoded b = Number(high);
  if (!a.IsNumber() || !b.IsNumber()) return {};
  const bool integers = a.kind == Kind::kInteger && b.kind == Kind::kInteger;
  const std::vector<Term> terms = integers ? std::vector{a.term, b.term} : std::vector{Real(a), Real(b)};
  const Term holds = Make(strict ? TermOp::kLt : TermOp::kLe, terms);
  return {Kind::kTruth, Unless(Or(a.nan, b.nan), holds), {}, {}};
}

Encoded SmtEncoding::EncodeEquality(Op op, const Encoded& left, const Encoded& right) {
  const bool negated = op == Op::kNe || op == Op::kSne;
  const bool strict = op == Op::kSeq || op == Op::kSne;
  const auto type = [](const Encoded& value) {
    switch (value.kind) {
      case Kind::kFixed:
        return value.fixed.type;
      case Kind::kTruth:
        return Type::kBoolean;
      case Kind::kText:
        return Type::kString;
      default:
        return Type::kNumber;
    }
  };
  const auto truth = [&](Term term) { return Encoded{Kind::kTruth, negated ? Not(term) : term, {}, {}}; };
  const bool nullish = IsNullish(type(left)) || IsNullish(type(right));
  for (const auto& [one, other] : {std::pair(&left, &right), std::pair(&right, &left)}) {
    // A group that may take no part.
    const bool asked = one->kind == Kind::kText && one->nan && IsNullish(type(*other));
    if (asked && (!strict || type(*other) != Type::kNull)) return truth(*one->nan);
  }
  // Not both are fixed, so an object or nothing on one side has a primitive on the other one.
  if (nullish || (type(left) != type(right) && strict)) return Fixed(Value::Boolean(negated));
  if (type(left) == Type::kString && type(right) == Type::kString) {
    const Encoded a = left.kind == Kind::kText ? left : Text(left);
    const Encoded b = right.kind == Kind::kText ? right : Text(right);
    if (a.kind != Kind::kText || b.kind != Kind::kText) return {};
    return truth(Unless(Or(a.nan, b.nan), Make(TermOp::kEq, {a.term, b.term})));
  }
  if (IsObject(type(left)) || IsObject(type(right))) {
    const Encoded& other = IsObject(type(left)) ? right : left;
    const Encoded object = Text(IsObject(type(left)) ? left : right);
    if (object.kind != Kind::kText) return {};
    // "[object Object]" is NaN as a number.
    if (type(other) != Type::kString) return Fixed(Value::Boolean(negated));
    return truth(Make(TermOp::kEq, {object.term, other.term}));
  }
  const Encoded a = Number(left);
  const Encoded b = Number(right);
  if (!a.IsNumber() || !b.IsNumber()) return {};
  const bool integers = a.kind == Kind::kInteger && b.kind == Kind::kInteger;
  const Term equal = Make(TermOp::kEq, integers ? std::vector{a.term, b.term} : std::vector{Real(a), Real(b)});
  return truth(Unless(Or(a.nan, b.nan), equal));
}

Encoded SmtEncoding::Fixed(Value value) const {
  Encoded encoded;
  encoded.kind = Kind::kFixed;
  encoded.fixed = std::move(value);
  return encoded;
}

std::optional<Term> SmtEncoding::Truth(const Encoded& value) {
  switch (value.kind) {
    case Kind::kFixed:
      return builder_.Bool(AsBoolean(value.fixed));
    case Kind::kTruth:
      return value.term;
    case Kind::kInteger:
      return Unless(value.nan, Not(Make(TermOp::kEq, {value.term, Int(0)})));
    case Kind::kReal:
      return Unless(value.nan, Not(Make(TermOp::kEq, {value.term, builder_.Real("0")})));
    case Kind::kText:
      return Unless(value.nan, Not(Make(TermOp::kEq, {value.term, builder_.Text(u"")})));
    default:
      return std::nullopt;
  }
}

Encoded SmtEncoding::Number(const Encoded& value) {
  if (value.IsNumber()) return value;
  if (value.kind == Kind::kTruth) return {Kind::kInteger, Ite(value.term, Int(1), Int(0)), {}, {}};
  if (value.kind == Kind::kText) {
    Encoded number = TextEncoder(*this).ToNumber(value);
    number.nan = Or(number.nan, value.nan);
    return number;
  }
  if (value.kind != Kind::kFixed) return {};
  const std::optional<double> number = AsNumber(value.fixed);
  if (!number || std::isinf(*number)) return {};
  if (std::isnan(*number)) return {Kind::kInteger, Int(0), {}, builder_.Bool(true)};
  if (*number == std::trunc(*number) && std::fabs(*number) < 1e15) {
    return {Kind::kInteger, Int(static_cast<int64_t>(*number)), {}, {}};
  }
  return {Kind::kReal, builder_.Real(FractionText(*number)), {}, {}};
}

Encoded SmtEncoding::Text(const Encoded& value) {
  switch (value.kind) {
    case Kind::kText:
      if (!value.nan) return value;
      return {Kind::kText, Ite(*value.nan, builder_.Text(u"undefined"), value.term), {}, {}};
    case Kind::kTruth:
      return {Kind::kText, Ite(value.term, builder_.Text(u"true"), builder_.Text(u"false")), {}, {}};
    case Kind::kFixed: {
      const std::optional<std::u16string> text = AsText(value.fixed);
      if (!text) return {};
      // Solvers count code points, the language units.
      if (std::any_of(text->begin(), text->end(), [](char16_t unit) { return unit >= 0xD800 && unit <= 0xDFFF; }))
        return {};
      return {Kind::kText, builder_.Text(*text), {}, {}};
    }
    case Kind::kInteger:
    case Kind::kReal:
      return TextEncoder(*this).OfNumber(value);
    default:
      return {};
  }
}

std::optional<Term> SmtEncoding::Integer(const Encoded& value) {
  const Encoded number = Number(value);
  if (!number.IsNumber()) return std::nullopt;
  const Term whole = number.kind == Kind::kInteger ? number.term : NumberEncoder(*this).Truncated(number.term);
  return number.nan ? Ite(*number.nan, Int(0), whole) : whole;
}

Term SmtEncoding::Real(const Encoded& number) {
  return number.kind == Kind::kReal ? number.term : Make(TermOp::kToReal, {number.term});
}

Term SmtEncoding::Make(TermOp op, const std::vector<Term>& operands) {
  const std::optional<Term> term = builder_.Make(op, operands);
  if (term) return *term;
  // Something of the right sort for what is built around it; the whole is thrown away.
  failed_ = true;
  return operands[0];
}

Term SmtEncoding::In(Term text, const regex::Language& language) {
  const std::optional<Term> term = builder_.In(text, language);
  if (term) return *term;
  failed_ = true;
  return builder_.Bool(true);
}

Term SmtEncoding::Int(int64_t value) { return builder_.Int(std::to_string(value)); }

std::optional<Term> SmtEncoding::Or(std::optional<Term> a, std::optional<Term> b) {
  if (!a) return b;
  return b ? Make(TermOp::kOr, {*a, *b}) : *a;
}

Term SmtEncoding::Unless(std::optional<Term> nan, Term condition) {
  return nan ? Make(TermOp::kAnd, {Not(*nan), condition}) : condition;
}

Term SmtEncoding::Fresh(Sort sort) { return builder_.Variable(sort, fmt::format("f{}", fresh_++)); }

void SmtEncoding::Assume(Term condition) {
  narrowed_ = true;
  conditions_.push_back(condition);
}

}  // namespace kingbird::concolic
