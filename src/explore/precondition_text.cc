// Types of a function are read off its entries: a place has the types that its entries ask for, and is optional where
// an entry does not mention it.
#include "explore/precondition_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <vector>

#include "base/text.h"
#include "emit/js_text.h"

namespace kingbird::explore {
namespace {

using base::Json;
using Entry = std::vector<const Json*>;  // Clauses.

constexpr size_t kMostShown = 12;  // Entries in a comment.

void Collect(const Json& trie, Entry& prefix, std::vector<Entry>& entries) {
  for (const Json& node : trie) {
    prefix.push_back(&node);
    if (base::ValueOr(node, "end", false)) entries.push_back(prefix);
    if (node.contains("then")) Collect(node["then"], prefix, entries);
    prefix.pop_back();
  }
}

std::vector<Entry> EntriesOf(const Json& function) {
  std::vector<Entry> entries;
  const Json& preconditions = function["preconditions"];
  if (base::ValueOr(preconditions, "always", false)) entries.emplace_back();
  Entry prefix;
  Collect(preconditions["trie"], prefix, entries);
  return entries;
}

std::string ParameterName(const Json& function, size_t index) {
  const Json& names = function["parameters"];
  if (index < names.size() && names[index].is_string()) return names[index].get<std::string>();
  return fmt::format("arg{}", index);
}

/// "arg0.x" → "options.x"; in texts of conditions, too.
std::string WithNames(const Json& function, const std::string& text) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    const auto is_name = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
    };
    size_t end = i;
    while (end < text.size() && is_name(text[end])) ++end;
    const std::string word = text.substr(i, end - i);
    const bool member = i > 0 && text[i - 1] == '.';
    const bool number =
        word.size() > 3 && std::ranges::all_of(word.substr(3), [](char c) { return c >= '0' && c <= '9'; });
    if (!member && number && word.size() < 8 && word.starts_with("arg")) {
      result += ParameterName(function, std::stoul(word.substr(3)));
    } else {
      result += word.empty() ? std::string(1, text[end++]) : word;
    }
    i = end;
  }
  return result;
}

std::string ClauseText(const Json& function, const Json& clause) {
  if (clause.contains("path")) {
    // What has properties is called an object, though a string or an array would do.
    std::vector<std::string> types = clause["types"].get<std::vector<std::string>>();
    if (!types.empty() && types[0] == "object") types.resize(1);
    return fmt::format("{}: {}", WithNames(function, clause["path"].get<std::string>()), base::Join(types, " | "));
  }
  const std::string text = WithNames(function, clause["text"].get<std::string>());
  return base::ValueOr(clause, "truth", true) ? text : fmt::format("!({})", text);
}

std::string EntryText(const Json& function, const Entry& entry) {
  std::vector<std::string> clauses;
  for (const Json* clause : entry) clauses.push_back(ClauseText(function, *clause));
  return clauses.empty() ? "always" : base::Join(clauses, ", ");
}

/// What entries say about a place and what is below it.
struct Shape {
  std::set<std::string> types;
  std::string preferred;
  size_t mentioned = 0;  ///< Entries.
  std::map<std::string, Shape> parts;
};

void AddClause(const Json& place, const Json& types, Shape& root) {
  Shape* at = &root;
  for (const Json& step : place) at = &at->parts[step.is_string() ? step.get<std::string>() : step.dump()];
  ++at->mentioned;
  for (const Json& type : types) {
    if (at->preferred.empty()) at->preferred = type.get<std::string>();
    at->types.insert(type.get<std::string>());
  }
}

Shape ShapeOf(const Json& function, const std::vector<Entry>& entries) {
  Shape root;
  for (const Entry& entry : entries) {
    for (const Json* clause : entry) {
      if (!clause->contains("path")) continue;
      const auto place = function["inputs"].find((*clause)["path"].get<std::string>());
      if (place != function["inputs"].end()) AddClause(*place, (*clause)["types"], root);
    }
  }
  return root;
}

std::string TypeText(const Shape& shape) {
  const std::string& preferred = shape.preferred;
  if (preferred == "array") {
    std::set<std::string> elements;
    for (const auto& [name, part] : shape.parts) {
      if (name != "length") elements.insert(TypeText(part));
    }
    return elements.size() == 1 ? fmt::format("Array<{}>", *elements.begin()) : "any[]";
  }
  std::vector<std::string> members;
  for (const auto& [name, part] : shape.parts) {
    const std::string key = emit::IsIdentifier(name) ? name : base::PrintableJson(base::DumpJson(name));
    members.push_back(fmt::format("{}{}: {}", key, part.mentioned < shape.mentioned ? "?" : "", TypeText(part)));
  }
  const std::string object = members.empty() ? "object" : fmt::format("{{ {} }}", base::Join(members, "; "));
  if (preferred == "object") return object;
  if (preferred == "function") return members.empty() ? "Function" : "Function & " + object;
  std::vector<std::string> names;
  for (const char* name : {"number", "string", "boolean", "null", "undefined"}) {
    if (shape.types.contains(name)) names.emplace_back(name);
  }
  return names.empty() ? "any" : base::Join(names, " | ");
}

struct Parameter {
  std::string name;
  std::string type;
  bool optional = false;
};

std::vector<Parameter> ParametersOf(const Json& function, const Shape& shape, size_t entries) {
  std::vector<Parameter> parameters;
  const auto arguments = shape.parts.find("arg");
  size_t count = function["parameters"].size();
  if (arguments != shape.parts.end()) {
    for (const auto& [index, part] : arguments->second.parts) count = std::max(count, std::stoul(index) + 1);
  }
  for (size_t i = 0; i < count; ++i) {
    Parameter parameter{.name = ParameterName(function, i), .type = "any", .optional = true};
    if (arguments != shape.parts.end()) {
      if (const auto part = arguments->second.parts.find(std::to_string(i)); part != arguments->second.parts.end()) {
        parameter.type = TypeText(part->second);
        parameter.optional = part->second.mentioned < entries;
      }
    }
    parameters.push_back(std::move(parameter));
  }
  // Only what comes last can be left out.
  bool optional = true;
  for (size_t i = count; i-- > 0;) {
    optional = optional && parameters[i].optional;
    if (parameters[i].optional && !optional) parameters[i].type += " | undefined";
    parameters[i].optional = optional;
  }
  return parameters;
}

std::string LastPart(const std::string& name) {
  const std::string last = name.substr(name.rfind('.') + 1);
  return emit::IsIdentifier(last) ? last : "anonymous";
}

struct Declaration {
  std::string comment;    ///< JSDoc.
  std::string signature;  ///< TypeScript.
};

Declaration DeclarationOf(const Json& function) {
  const std::vector<Entry> entries = EntriesOf(function);
  const Shape shape = ShapeOf(function, entries);
  const auto self = shape.parts.find("this");
  const bool with_this = self != shape.parts.end() && !self->second.parts.empty();
  std::string comment = "/**\n * Runs well where\n";
  std::vector<std::string> list;
  if (with_this) {
    comment = fmt::format("/**\n * @this {{{}}}\n", emit::BlockComment(TypeText(self->second))) + comment.substr(4);
    list.push_back("this: " + TypeText(self->second));
  }
  for (size_t i = 0; i < entries.size() && i < kMostShown; ++i)
    comment += fmt::format(" *   {}\n", emit::BlockComment(EntryText(function, entries[i])));
  if (entries.size() > kMostShown) comment += fmt::format(" *   and on {} more paths\n", entries.size() - kMostShown);
  for (const Parameter& parameter : ParametersOf(function, shape, entries.size())) {
    const std::string shown = parameter.optional ? fmt::format("[{}]", parameter.name) : parameter.name;
    comment += fmt::format(" * @param {{{}}} {}\n", emit::BlockComment(parameter.type), emit::BlockComment(shown));
    list.push_back(fmt::format("{}{}: {}", parameter.name, parameter.optional ? "?" : "", parameter.type));
  }
  return {.comment = comment + " */\n",
          .signature = fmt::format("function {}({}): any;\n", LastPart(function["name"].get<std::string>()),
                                   base::Join(list, ", "))};
}

std::string Head(const std::string& file, const Json& function) {
  std::vector<std::string> names;
  for (size_t i = 0; i < function["parameters"].size(); ++i) names.push_back(ParameterName(function, i));
  return base::Printable(fmt::format("{}({}) at {}:{}", function["name"].get<std::string>(), base::Join(names, ", "),
                                     file, function["line"].get<uint32_t>()));
}

template <typename Write>
std::string ForEachFunction(const Json& file, const Write& write) {
  std::string text;
  for (const auto& [key, described] : file["files"].items()) {
    for (const Json& function : described["functions"]) text += write(key, function);
  }
  return text.empty() ? "no function could be explored\n" : text;
}

}  // namespace

std::string PreconditionText(const Json& file) {
  return ForEachFunction(file, [](const std::string& key, const Json& function) {
    std::string text = Head(key, function) + "\n";
    const std::vector<Entry> entries = EntriesOf(function);
    for (const Entry& entry : entries) text += fmt::format("  {}\n", base::Printable(EntryText(function, entry)));
    if (entries.empty()) text += "  no path ended well\n";
    if (const auto left_out = base::ValueOr(function["preconditions"], "left_out", 0); left_out > 0)
      text += fmt::format("  {} paths are too long to be written down\n", left_out);
    return text;
  });
}

namespace {

std::string Declared(const Json& file, bool signature) {
  return ForEachFunction(file, [&](const std::string& key, const Json& function) {
    if (EntriesOf(function).empty()) return fmt::format("// {}: no path ended well\n\n", Head(key, function));
    const Declaration declaration = DeclarationOf(function);
    if (signature)
      return fmt::format("// {}:{}\n{}{}\n", base::Printable(key), function["line"].get<uint32_t>(),
                         declaration.comment, declaration.signature);
    return fmt::format("// {}\n{}\n", Head(key, function), declaration.comment);
  });
}

}  // namespace

std::string PreconditionTypes(const Json& file) { return Declared(file, true); }

std::string PreconditionDocs(const Json& file) { return Declared(file, false); }

}  // namespace kingbird::explore
