// One walk. A property key counts when it is read from a name that some enclosing function has as a parameter:
// o.encoding, o["flag"], {mode} = o, function f({mode}); an over-approximation by name is good enough for a pool of
// values.
#include "syntax/literals.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_set>

#include "base/text.h"
#include "syntax/parser.h"

namespace kingbird::syntax {
namespace {

void AppendCodePoint(std::u16string& units, uint32_t code) {
  if (code >= 0x10000 && code <= 0x10ffff) {
    units += static_cast<char16_t>(0xd7c0 + (code >> 10));
    units += static_cast<char16_t>(0xdc00 + (code & 0x3ff));
  } else {
    units += static_cast<char16_t>(code);
  }
}

uint32_t ParseHex(std::string_view digits) {
  uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return value;
}

void AppendEscape(std::u16string& units, std::string_view escape) {
  const char c = escape.size() > 1 ? escape[1] : '\\';
  static constexpr std::string_view kLetters = "bfnrtv";
  static constexpr std::string_view kValues = "\b\f\n\r\t\v";
  if (const size_t i = kLetters.find(c); i != std::string_view::npos) {
    units += static_cast<char16_t>(kValues[i]);
  } else if (c == 'x') {
    AppendCodePoint(units, ParseHex(escape.substr(2)));
  } else if (c == 'u') {
    AppendCodePoint(units, ParseHex(escape.substr(escape.starts_with("\\u{") ? 3 : 2)));
  } else if (c >= '0' && c <= '7') {
    uint32_t value = 0;
    std::from_chars(escape.data() + 1, escape.data() + escape.size(), value, 8);
    units += static_cast<char16_t>(value);
  } else if (c != '\n' && c != '\r' && !escape.substr(1).starts_with("\xe2\x80\xa8") &&
             !escape.substr(1).starts_with("\xe2\x80\xa9")) {
    units += base::Utf16FromWtf8(escape.substr(1));
  }
}

class Finder {
 public:
  void Collect(const Tree& tree) {
    Walk(
        tree.root(),
        [this](Node node) {
          if (node.Is(Kind::kIdentifier) && IsParameter(node)) parameters_.insert(std::string(node.text()));
          return true;
        },
        [](Node) {});
    Walk(
        tree.root(),
        [this](Node node) {
          Visit(node);
          return true;
        },
        [](Node) {});
  }

  Literals Take() {
    const auto tidy = [](auto& list) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    };
    tidy(found_.strings);
    tidy(found_.numbers);
    tidy(found_.bigints);
    tidy(found_.regexes);
    tidy(found_.property_keys);
    return std::move(found_);
  }

 private:
  static bool IsParameter(Node identifier) {
    Node parent = identifier.parent();
    if (parent.Is(Kind::kArrowFunction)) return identifier.field() == Field::kParameter;
    if (parent.Is(Kind::kAssignmentPattern)) {
      if (identifier.field() != Field::kLeft) return false;
      parent = parent.parent();
    }
    return parent.Is(Kind::kFormalParameters) || parent.Is(Kind::kRequiredParameter) ||
           parent.Is(Kind::kOptionalParameter);
  }

  bool ReadsParameter(Node object) const {
    return object.Is(Kind::kIdentifier) && parameters_.contains(std::string(object.text()));
  }

  /// Whether the pattern takes a parameter, or a value that is one, apart.
  bool DestructuresParameter(Node pattern) const {
    for (Node at = pattern; at; at = at.parent()) {
      const Node parent = at.parent();
      if (parent.Is(Kind::kFormalParameters)) return true;
      if (parent.Is(Kind::kVariableDeclarator)) return ReadsParameter(parent.Child(Field::kValue));
      if (parent.Is(Kind::kAssignmentExpression)) return ReadsParameter(parent.Child(Field::kRight));
      if (at.Is(Kind::kStatementBlock)) return false;
    }
    return false;
  }

  void Visit(Node node) {
    switch (node.kind()) {
      case Kind::kString:
        VisitString(node);
        break;
      case Kind::kTemplateString: {
        const bool plain = node.text().find("${") == std::string_view::npos;
        if (plain && !node.parent().Is(Kind::kCallExpression)) found_.strings.push_back(StringValue(node));
        break;
      }
      case Kind::kNumber:
        VisitNumber(node);
        break;
      case Kind::kRegex:
        found_.regexes.emplace_back(node.text());
        break;
      case Kind::kMemberExpression:
        if (const Node property = node.Child(Field::kProperty);
            property.Is(Kind::kPropertyIdentifier) && ReadsParameter(node.Child(Field::kObject))) {
          found_.property_keys.emplace_back(property.text());
        }
        break;
      case Kind::kShorthandPropertyIdentifierPattern:
        if (DestructuresParameter(node)) found_.property_keys.emplace_back(node.text());
        break;
      case Kind::kPairPattern:
        if (const Node key = node.Child(Field::kKey);
            key.Is(Kind::kPropertyIdentifier) && DestructuresParameter(node)) {
          found_.property_keys.emplace_back(key.text());
        }
        break;
      default:
        break;
    }
  }

  void VisitString(Node node) {
    const Node parent = node.parent();
    if (node.field() == Field::kSource || parent.Is(Kind::kMethodDefinition)) return;
    if (parent.Is(Kind::kArguments) && parent.parent().Child(Field::kFunction).text() == "require") return;
    if (parent.Is(Kind::kExpressionStatement)) return;  // A directive.
    if (parent.Is(Kind::kSubscriptExpression) && ReadsParameter(parent.Child(Field::kObject))) {
      found_.property_keys.push_back(StringValue(node));
      return;
    }
    found_.strings.push_back(StringValue(node));
  }

  void VisitNumber(Node node) {
    std::string text(node.text());
    if (text.ends_with("n")) {
      text.pop_back();
      std::erase(text, '_');
      found_.bigints.push_back(std::move(text));
      return;
    }
    const double value = NumberValue(std::move(text));
    const Node parent = node.parent();
    const bool negative = parent.Is(Kind::kUnaryExpression) && parent.Child(Field::kOperator).type() == "-";
    found_.numbers.push_back(negative ? -value : value);
  }

  Literals found_;
  std::unordered_set<std::string> parameters_;
};

}  // namespace

double NumberValue(std::string text) {
  std::erase(text, '_');
  const auto integer = [&](size_t skip, double radix) {
    double value = 0;
    for (const char c : std::string_view(text).substr(skip)) {
      value = value * radix + static_cast<double>(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
    }
    return value;
  };
  if (text.size() > 1 && text[0] == '0') {
    const char base = static_cast<char>(text[1] | 32);
    if (base == 'x') return integer(2, 16);
    if (base == 'o') return integer(2, 8);
    if (base == 'b') return integer(2, 2);
    if (text.find_first_not_of("01234567") == std::string::npos) return integer(1, 8);
  }
  return std::strtod(text.c_str(), nullptr);
}

std::string StringValue(Node string) {
  std::u16string units;
  for (Node part : string.children()) {
    if (part.Is(Kind::kEscapeSequence)) AppendEscape(units, part.text());
    if (part.Is(Kind::kStringFragment)) units += base::Utf16FromWtf8(part.text());
  }
  return base::Wtf8FromUtf16(units);
}

Literals FindLiterals(const Tree& tree) {
  Finder finder;
  finder.Collect(tree);
  return finder.Take();
}

Literals FindLiterals(std::string source) { return FindLiterals(Parse(std::move(source))); }

}  // namespace kingbird::syntax
