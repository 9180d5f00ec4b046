#include "conform/case.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/json.h"
#include "base/text.h"
#include "emit/js_text.h"

namespace kingbird::conform {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::Value;

constexpr std::string_view kHarness = "K";

// Writes ES5; `ok` turns false on what it has no words for.
class Writer {
 public:
  explicit Writer(const model::TestCase& test) {
    model::ForEachCall(*test.root, [&](const Call& call) {
      if (call.receiver) Note(*call.receiver);
      for (const Argument& argument : call.arguments) Note(argument);
    });
    model::ForEachCallback(*test.root, [&](const Callback& callback) {
      if (callback.result) Note(*callback.result);
    });
  }

  std::string Body(const Callback& callback, const std::string& indent) {
    std::string text;
    for (const Call& call : callback.body) {
      text += indent + (used_.contains(call.id) ? fmt::format("var r{} = ", call.id) : "") +
              CallExpression(call, indent) + ";\n";
    }
    return text;
  }

  std::string ArgumentText(const Argument& argument, const std::string& indent) {
    switch (argument.kind) {
      case Argument::Kind::kLiteral:
        return Literal(argument.literal);
      case Argument::Kind::kResult:
        return fmt::format("r{}", argument.node);
      case Argument::Kind::kParameter:
        return argument.index < 0 ? "this" : fmt::format("p{}_{}", argument.node, argument.index);
      case Argument::Kind::kCallback:
        return Function(*argument.callback, indent);
      case Argument::Kind::kArray:
        return "[" + List(argument.items, indent) + "]";
      case Argument::Kind::kObject:
        return Object(argument, indent);
      case Argument::Kind::kGlobal:
        if (argument.path.empty()) break;
        needs_.insert(argument.path[0]);
        return emit::PathText(argument.path[0], {argument.path.begin() + 1, argument.path.end()});
      case Argument::Kind::kProperty:
        return emit::Member(ArgumentText(argument.items[0], indent), argument.keys[0]);
      case Argument::Kind::kSetup:
        return argument.keys[0];
      case Argument::Kind::kApi:
        break;
    }
    ok_ = false;
    return "undefined";
  }

  std::string List(const std::vector<Argument>& items, const std::string& indent) {
    std::string text;
    for (size_t i = 0; i < items.size(); ++i) text += (i > 0 ? ", " : "") + ArgumentText(items[i], indent);
    return text;
  }
  bool ok() const { return ok_; }
  /// Globals it speaks of; without them the case cannot be made.
  const std::set<std::string>& needs() const { return needs_; }

 private:
  void Note(const Argument& argument) {
    if (argument.kind == Argument::Kind::kResult) used_.insert(argument.node);
    for (const Argument& item : argument.items) Note(item);
  }

  void NoteNeeds(const Value& value) {
    if (value.kind == Value::Kind::kMap) needs_.insert("Map");
    if (value.kind == Value::Kind::kSet) needs_.insert("Set");
    if (value.kind == Value::Kind::kSymbol) needs_.insert("Symbol");
    if (value.kind == Value::Kind::kBigInt) needs_.insert("BigInt");
    for (const Value& item : value.items) NoteNeeds(item);
    for (const model::Property& property : value.properties) NoteNeeds(property.value);
  }

  std::string Literal(const Value& value) {
    NoteNeeds(value);
    if (value.kind == Value::Kind::kBigInt) return fmt::format("K.bigint('{}')", value.text);
    if (value.kind == Value::Kind::kHole) return "undefined";
    // Classes and escapes of newer editions are for engines that have them: what is a syntax error elsewhere would take
    // all other cases with it.
    if (!IsPortable(value)) ok_ = false;
    return emit::LiteralText(value);
  }

  static bool IsPortable(const Value& value) {
    if (!emit::IsLiteral(value)) return false;
    switch (value.kind) {
      case Value::Kind::kBigInt:
      case Value::Kind::kBytes:
      case Value::Kind::kPromise:
      case Value::Kind::kProxy:
        return false;
      case Value::Kind::kRegExp:
        return value.type.find_first_not_of("gim") == std::string::npos && value.text.find("(?") == std::string::npos &&
               value.text.find("\\p") == std::string::npos;
      default:
        break;
    }
    const auto member = [](const model::Property& property) {
      return property.name != "__proto__" && !property.name.starts_with("@@") && IsPortable(property.value);
    };
    return std::all_of(value.properties.begin(), value.properties.end(), member) &&
           std::all_of(value.items.begin(), value.items.end(),
                       [](const Value& item) { return item.kind == Value::Kind::kHole || IsPortable(item); });
  }

  std::string Object(const Argument& argument, const std::string& indent) {
    std::string text = "{";
    for (size_t i = 0; i < argument.items.size(); ++i) {
      if (argument.keys[i] == "__proto__" || argument.keys[i].starts_with("@@")) ok_ = false;
      text += fmt::format("{}{}: {}", i > 0 ? ", " : "", emit::KeyText(argument.keys[i]),
                          ArgumentText(argument.items[i], indent));
    }
    return text + "}";
  }

  std::string Function(const Callback& callback, const std::string& indent) {
    if (!callback.source.empty()) ok_ = false;
    std::string parameters;
    for (int i = 0; i < callback.parameters; ++i)
      parameters += fmt::format("{}p{}_{}", i > 0 ? ", " : "", callback.id, i);
    const std::string inner = indent + "  ";
    std::string text =
        fmt::format("function ({}) {{\n{}K.enter(at, 'f{}', this, arguments);\n", parameters, inner, callback.id);
    text += Body(callback, inner);
    if (callback.result) {
      text +=
          fmt::format("{}{} {};\n", inner, callback.throws ? "throw" : "return", ArgumentText(*callback.result, inner));
    }
    return text + indent + "}";
  }

  std::string CallExpression(const Call& call, const std::string& indent) {
    switch (call.kind) {
      case Call::Kind::kMethod: {
        if (!call.receiver) break;
        std::string callee = ArgumentText(*call.receiver, indent);
        if (!call.path.empty()) callee = emit::Member(callee, call.path[0]);
        return fmt::format("{}({})", callee, List(call.arguments, indent));
      }
      case Call::Kind::kAssign:
        if (!call.receiver || call.path.empty() || call.arguments.empty()) break;
        return fmt::format("{} = {}", emit::Member(ArgumentText(*call.receiver, indent), call.path[0]),
                           ArgumentText(call.arguments[0], indent));
      default:
        break;
    }
    ok_ = false;
    return "undefined";
  }

  std::set<int> used_;
  std::set<std::string> needs_;
  bool ok_ = true;
};

// Characters beyond ASCII stand in strings only; engines differ in how they read files.
std::string Ascii(std::string_view text) {
  std::string out;
  for (const char16_t unit : base::Utf16FromWtf8(text)) {
    out += unit < 128 ? std::string(1, static_cast<char>(unit)) : fmt::format("\\u{:04x}", static_cast<unsigned>(unit));
  }
  return out;
}

std::string Statements(const model::TestCase& test, std::string_view indent, Writer& writer) {
  std::string text = writer.Body(*test.root, std::string(indent));
  if (test.root->result) {
    text += fmt::format("{}return {};\n", indent, writer.ArgumentText(*test.root->result, std::string(indent)));
  }
  return writer.ok() ? Ascii(text) : "";
}

}  // namespace

std::string BuiltIn::Section() const {
  std::string text = "sec-";
  for (size_t i = 0; i < path.size(); ++i) text += (i > 0 ? "." : "") + path[i];
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  // Constructors and functions of the global object have sections by their names alone.
  return text;
}

base::Result<BuiltIn> ParseBuiltIn(const std::string& name) {
  BuiltIn built_in;
  built_in.name = name;
  built_in.path = base::Split(name, '.');
  const bool plain = std::all_of(built_in.path.begin(), built_in.path.end(), emit::IsIdentifier);
  if (name.empty() || !plain) {
    return base::UsageError(fmt::format("'{}' names no built-in function", name),
                            "for instance Array.prototype.fill, Math.max or parseInt");
  }
  return built_in;
}

Argument Harness() {
  Argument harness;
  harness.kind = Argument::Kind::kSetup;
  harness.keys = {std::string(kHarness)};
  return harness;
}

Argument CallHarness(const std::string& name, std::vector<Argument> arguments, std::vector<Call>& body, int& next_id) {
  Call call;
  call.kind = Call::Kind::kMethod;
  call.id = next_id++;
  call.receiver = Harness();
  call.path = {name};
  call.arguments = std::move(arguments);
  body.push_back(std::move(call));
  return Argument::Result(body.back().id);
}

std::string StatementsOf(const model::TestCase& test, std::string_view indent) {
  Writer writer(test);
  return Statements(test, indent, writer);
}

std::string CaseText(const Case& one, const BuiltIn& built_in, size_t number, CaseForm form) {
  Writer writer(one.test);
  const std::string body = Statements(one.test, "  ", writer);
  if (body.empty()) return "";
  const std::string_view head = form == CaseForm::kArrow ? "(K, at) =>" : "function (K, at)";
  return fmt::format("K.run({}, {}, {} {{\n  'use strict';\n{}}}{});\n", number,
                     base::DumpJson(base::Json(built_in.path)), head, body,
                     writer.needs().empty() ? "" : ", " + base::DumpJson(base::Json(writer.needs())));
}

std::string CallText(const Case& one, const BuiltIn& built_in) {
  const std::vector<Call>& body = one.test.root->body;
  if (body.empty()) return built_in.name;
  Writer writer(one.test);
  std::string text;
  for (size_t i = 0; i + 1 < body.size(); ++i) {
    Callback single;
    single.body = {body[i]};
    std::string line = writer.Body(single, "");
    if (!line.empty()) line.pop_back();
    text += line + " ";
  }
  const bool constructs = body.back().path == model::AccessPath{"construct"};
  text += fmt::format("{}{}({})", constructs ? "new " : "", built_in.name + (constructs ? "" : ".call"),
                      writer.List(body.back().arguments, ""));
  return Ascii(text);
}

}  // namespace kingbird::conform
