#include "emit/js_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "base/invisible.h"
#include "base/number_text.h"

namespace kingbird::emit {
namespace {

using model::Value;

constexpr std::array<std::string_view, 47> kReserved = {
    "await",  "break",     "case",       "catch",  "class",    "const",   "continue", "debugger", "default",  "delete",
    "do",     "else",      "enum",       "export", "extends",  "false",   "finally",  "for",      "function", "if",
    "import", "in",        "instanceof", "new",    "null",     "return",  "super",    "switch",   "this",     "throw",
    "true",   "try",       "typeof",     "var",    "void",     "while",   "with",     "yield",    "let",      "static",
    "eval",   "arguments", "undefined",  "NaN",    "Infinity", "require", "module"};
constexpr std::array<std::string_view, 8> kErrors = {"Error",          "TypeError", "RangeError", "SyntaxError",
                                                     "ReferenceError", "URIError",  "EvalError",  "AggregateError"};

constexpr std::array<std::string_view, 15> kSymbols = {"asyncIterator", "hasInstance", "isConcatSpreadable",
                                                       "iterator",      "match",       "matchAll",
                                                       "replace",       "search",      "species",
                                                       "split",         "toPrimitive", "toStringTag",
                                                       "unscopables",   "dispose",     "asyncDispose"};
constexpr std::array<std::string_view, 14> kByteClasses = {
    "Buffer",      "ArrayBuffer",       "SharedArrayBuffer", "DataView",     "Int8Array",
    "Uint8Array",  "Uint8ClampedArray", "Int16Array",        "Uint16Array",  "Int32Array",
    "Uint32Array", "Float32Array",      "Float64Array",      "BigInt64Array"};

template <size_t N>
bool IsOneOf(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// "iterator" for "Symbol.iterator" and "iterator"; "" for what is no symbol of the language.
std::string_view WellKnown(std::string_view name) {
  constexpr std::string_view kPrefix = "Symbol.";
  if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
  return IsWellKnownSymbol(name) ? name : "";
}

bool IsByteClass(std::string_view name) { return IsOneOf(kByteClasses, name) || name == "BigUint64Array"; }

std::string JoinItems(const std::vector<Value>& items) {
  std::string text;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += ", ";
    if (items[i].kind == Value::Kind::kHole) {
      // A trailing hole needs its own comma.
      if (i + 1 == items.size()) text += ",";
      continue;
    }
    text += LiteralText(items[i]);
  }
  return text;
}

std::string BytesText(const Value& value) {
  if (!IsByteClass(value.type)) return "undefined";
  const bool printable =
      std::all_of(value.text.begin(), value.text.end(), [](unsigned char c) { return c >= 32 && c < 127; });
  if (value.type == "Buffer") {
    if (value.text.empty()) return "Buffer.alloc(0)";
    return printable ? fmt::format("Buffer.from({})", Quote(value.text))
                     : fmt::format("Buffer.from({}, 'base64')", Quote(base::Base64Encode(value.text)));
  }
  std::string bytes;
  for (unsigned char c : value.text) bytes += fmt::format("{}{}", bytes.empty() ? "" : ", ", static_cast<int>(c));
  const std::string array = fmt::format("new Uint8Array([{}])", bytes);
  if (value.type == "Uint8Array") return array;
  if (value.type == "ArrayBuffer") return array + ".buffer";
  return fmt::format("new {}({}.buffer)", value.type, array);
}

// As the engine writes a source: no slash but escaped or in a class, no line ends.
bool CanStandBetweenSlashes(std::string_view source) {
  if (source.empty() || source[0] == '*' || source[0] == '?') return false;
  // A literal would hold them as they are.
  if (base::ShowInvisible(source) != source) return false;
  bool in_class = false;
  for (size_t i = 0; i < source.size(); ++i) {
    const char c = source[i];
    if (c == '\n' || c == '\r') return false;
    if (c == '\\' && (++i >= source.size() || source[i] == '\n' || source[i] == '\r')) return false;
    if (c == '[') in_class = true;
    if (c == ']') in_class = false;
    if (c == '/' && !in_class) return false;
  }
  return !in_class;
}

std::string RegExpText(const Value& value) {
  if (CanStandBetweenSlashes(value.text) && value.type.find_first_not_of("dgimsuvy") == std::string::npos)
    return fmt::format("/{}/{}", value.text, value.type);
  return fmt::format("new RegExp({}{})", Quote(value.text), value.type.empty() ? "" : ", " + Quote(value.type));
}

std::string ErrorText(const Value& value) {
  const bool known =
      std::find(kErrors.begin(), kErrors.end(), value.type) != kErrors.end() && value.type != "AggregateError";
  std::string text = fmt::format("new {}({})", known ? value.type : "Error", Quote(value.text));
  if (value.properties.empty()) return text;
  Value extra = Value::Object(value.properties);
  return fmt::format("Object.assign({}, {})", text, LiteralText(extra));
}

std::string PromiseText(const Value& value) {
  if (value.text == "pending") return "new Promise(() => {})";
  return fmt::format("Promise.{}({})", value.text == "rejected" ? "reject" : "resolve",
                     value.items.empty() ? "" : LiteralText(value.items[0]));
}

}  // namespace

std::string Quote(std::string_view text) {
  std::string out = "'";
  for (char16_t unit : base::Utf16FromWtf8(text)) {
    switch (unit) {
      case u'\'':
        out += "\\'";
        break;
      case u'\\':
        out += "\\\\";
        break;
      case u'\n':
        out += "\\n";
        break;
      case u'\r':
        out += "\\r";
        break;
      case u'\t':
        out += "\\t";
        break;
      case u'\0':
        out += "\\u0000";
        break;
      default:
        if (unit < 32 || unit == 127 || (unit >= 0x80 && (unit < 0xA0 || unit == 0xAD || unit > 0x2FF))) {
          out += fmt::format("\\u{:04x}", static_cast<unsigned>(unit));
        } else {
          out += base::Wtf8FromUtf16(std::u16string_view(&unit, 1));
        }
    }
  }
  return out + "'";
}

std::string QuoteAll(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + Quote(text);
  return all;
}

std::string QuoteTitle(std::string_view text) {
  const bool single = text.find('\'') != std::string_view::npos;
  const bool plain = text.find_first_of("\"\\\n") == std::string_view::npos;
  if (!single || !plain) return Quote(text);
  std::string inner = Quote(text);
  std::string out = "\"";
  for (size_t i = 1; i + 1 < inner.size(); ++i) {
    if (inner[i] == '\\' && inner[i + 1] == '\'') continue;
    out.push_back(inner[i]);
  }
  return out + "\"";
}

std::string Comment(std::string_view text) {
  constexpr size_t kMost = 300;
  const std::string line = base::Printable(text);
  if (line.size() <= kMost) return line;
  size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
  return line.substr(0, end) + "…";
}

std::string BlockComment(std::string_view text) {
  std::string line = base::Printable(text);
  for (size_t at = line.find("*/"); at != std::string::npos; at = line.find("*/", at)) line.replace(at, 2, "*\\/");
  return line;
}

std::string NumberText(double number) { return number == 0 && std::signbit(number) ? "-0" : base::NumberText(number); }

bool IsWellKnownSymbol(std::string_view name) { return IsOneOf(kSymbols, name); }

bool IsFreeName(std::string_view name) {
  return IsIdentifier(name) && std::find(kReserved.begin(), kReserved.end(), name) == kReserved.end();
}

std::vector<std::string> StatementLines(std::string_view text, int indent) {
  const std::string margin(static_cast<size_t>(indent) * 2, ' ');
  const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
  if (has("`") || has("\\\n")) return {margin + std::string(text)};
  std::vector<std::string> lines = base::Split(text, '\n');
  // The first line begins in the middle of one of the author's, the last ends where that one began.
  const size_t inner = std::min(lines.back().find_first_not_of(" \t"), lines.back().size());
  for (size_t i = 0; i < lines.size(); ++i) {
    const size_t spaces = std::min(lines[i].find_first_not_of(" \t"), lines[i].size());
    lines[i].erase(0, i == 0 ? 0 : std::min(spaces, inner));
    if (!lines[i].empty()) lines[i].insert(0, margin);
  }
  return lines;
}

std::string Member(std::string_view base, std::string_view name) {
  if (name.starts_with("@@")) {
    if (const std::string_view symbol = WellKnown(name.substr(2)); !symbol.empty())
      return fmt::format("{}[Symbol.{}]", base, symbol);
  }
  return IsIdentifier(name) ? fmt::format("{}.{}", base, name) : fmt::format("{}[{}]", base, Quote(name));
}

std::string PathText(std::string_view base, const model::AccessPath& path) {
  std::string text(base);
  for (const std::string& name : path) text = text.empty() ? name : Member(text, name);
  return text;
}

std::string KeyText(std::string_view name) {
  // Written plainly, __proto__ would set the prototype.
  if (name == "__proto__") return "['__proto__']";
  return IsIdentifier(name) ? std::string(name) : Quote(name);
}

std::string IdentifierFrom(std::string_view text, std::string_view fallback) {
  std::string name;
  bool upper = false;
  for (unsigned char c : text) {
    if (std::isalnum(c) || c == '_' || c == '$') {
      if (name.empty() && std::isdigit(c)) continue;
      name.push_back(static_cast<char>(upper && !name.empty() ? std::toupper(c) : c));
      upper = false;
    } else {
      upper = true;
    }
  }
  return IsFreeName(name) ? name : std::string(fallback);
}

bool IsLiteral(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kFunction:
    case Value::Kind::kPromise:
    case Value::Kind::kProxy:
    case Value::Kind::kThrows:
    case Value::Kind::kReference:
    case Value::Kind::kCut:
      return false;
    case Value::Kind::kObject:
      if (value.type != "Object" || !value.items.empty()) return false;
      break;
    case Value::Kind::kArray:
      if (value.type != "Array" || !value.properties.empty()) return false;
      break;
    case Value::Kind::kMap:
    case Value::Kind::kSet:
      if (!value.properties.empty()) return false;
      break;
    case Value::Kind::kBigInt:
      return base::IsInteger(value.text);
    case Value::Kind::kBytes:
      if (!IsByteClass(value.type)) return false;
      break;
    case Value::Kind::kSymbol:
      if (value.type == "well-known" && WellKnown(value.text).empty()) return false;
      break;
    case Value::Kind::kUndefined:
    case Value::Kind::kNull:
    case Value::Kind::kBoolean:
    case Value::Kind::kNumber:
    case Value::Kind::kString:
    case Value::Kind::kDate:
    case Value::Kind::kRegExp:
    case Value::Kind::kError:
    case Value::Kind::kHole:
      break;
  }
  return std::all_of(value.items.begin(), value.items.end(), IsLiteral) &&
         std::all_of(value.properties.begin(), value.properties.end(), [](const model::Property& property) {
           return !property.name.starts_with("@@") && IsLiteral(property.value);
         });
}

std::string LiteralText(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kUndefined:
      return "undefined";
    case Value::Kind::kNull:
      return "null";
    case Value::Kind::kBoolean:
      return value.number != 0 ? "true" : "false";
    case Value::Kind::kNumber:
      return NumberText(value.number);
    case Value::Kind::kBigInt:
      return base::IsInteger(value.text) ? value.text + "n" : "undefined";
    case Value::Kind::kString:
      return Quote(value.text);
    case Value::Kind::kSymbol:
      if (value.type == "well-known")
        return WellKnown(value.text).empty() ? "undefined" : fmt::format("Symbol.{}", WellKnown(value.text));
      return fmt::format("Symbol{}({})", value.type == "global" ? ".for" : "",
                         value.text.empty() ? "" : Quote(value.text));
    case Value::Kind::kArray:
      return fmt::format("[{}]", JoinItems(value.items));
    case Value::Kind::kObject: {
      if (value.properties.empty()) return "{}";
      std::string members;
      for (const model::Property& property : value.properties) {
        members +=
            fmt::format("{}{}: {}", members.empty() ? "" : ", ", KeyText(property.name), LiteralText(property.value));
      }
      return fmt::format("{{ {} }}", members);
    }
    case Value::Kind::kMap: {
      std::string entries;
      for (size_t i = 0; i + 1 < value.items.size(); i += 2) {
        entries +=
            fmt::format("{}[{}, {}]", i > 0 ? ", " : "", LiteralText(value.items[i]), LiteralText(value.items[i + 1]));
      }
      return entries.empty() ? "new Map()" : fmt::format("new Map([{}])", entries);
    }
    case Value::Kind::kSet:
      return value.items.empty() ? "new Set()" : fmt::format("new Set([{}])", JoinItems(value.items));
    case Value::Kind::kDate:
      return fmt::format("new Date({})", NumberText(value.number));
    case Value::Kind::kRegExp:
      return RegExpText(value);
    case Value::Kind::kError:
      return ErrorText(value);
    case Value::Kind::kBytes:
      return BytesText(value);
    case Value::Kind::kPromise:
      return PromiseText(value);
    case Value::Kind::kFunction:
    case Value::Kind::kProxy:
    case Value::Kind::kThrows:
    case Value::Kind::kReference:
    case Value::Kind::kHole:
    case Value::Kind::kCut:
      break;
  }
  return "undefined";
}

}  // namespace kingbird::emit
