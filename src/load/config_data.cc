// The syntax tree of the file is folded from the exported expression downwards. Expressions that only a running program
// could know are null.
#include "load/config_data.h"

#include "load/tsconfig.h"
#include "syntax/literals.h"
#include "syntax/parser.h"

namespace kingbird::load {
namespace {

using base::Json;
using base::Path;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

constexpr int kMostDepth = 64;
constexpr std::string_view kFileUrl = "file://";

std::string TextOf(const Json& json) { return json.is_string() ? json.get<std::string>() : ""; }

class DataReader {
 public:
  DataReader(const syntax::Tree& tree, Path file) : tree_(tree), file_(std::move(file)) {}

  Json Exported() { return Evaluate(Export(), 0); }

 private:
  Node Export() const {
    Node found;
    for (const Node statement : tree_.root().children()) {
      if (statement.Is(Kind::kExportStatement) && statement.Child(Field::kValue))
        found = statement.Child(Field::kValue);
      const Node assignment = statement.Is(Kind::kExpressionStatement) ? statement.NamedChild(0) : Node();
      if (!assignment.Is(Kind::kAssignmentExpression)) continue;
      const std::string_view left = assignment.Child(Field::kLeft).text();
      if (left == "module.exports" || left == "exports.default") found = assignment.Child(Field::kRight);
    }
    return found;
  }

  Node Constant(std::string_view name) const {
    for (const Node statement : tree_.root().children()) {
      if (!statement.Is(Kind::kLexicalDeclaration) && !statement.Is(Kind::kVariableDeclaration)) continue;
      for (const Node one : statement.children()) {
        if (one.Child(Field::kName).Is(Kind::kIdentifier) && one.Child(Field::kName).text() == name)
          return one.Child(Field::kValue);
      }
    }
    return {};
  }

  Json Evaluate(Node node, int depth) {
    if (!node || depth > kMostDepth) return nullptr;
    switch (node.kind()) {
      case Kind::kString:
        return syntax::StringValue(node);
      case Kind::kTemplateString:
        return Template(node, depth);
      case Kind::kNumber:
        return syntax::NumberValue(std::string(node.text()));
      case Kind::kTrue:
        return true;
      case Kind::kFalse:
        return false;
      case Kind::kObject:
        return Object(node, depth);
      case Kind::kArray:
        return List(node, depth);
      case Kind::kRegex:
        return {{"regex", std::string(node.Child(Field::kPattern).text())},
                {"flags", std::string(node.Child(Field::kFlags).text())}};
      case Kind::kIdentifier:
        return Named(node.text(), depth);
      case Kind::kMemberExpression:
        return Member(node, depth);
      case Kind::kNewExpression:
        return node.Child(Field::kConstructor).text() == "URL" ? Url(List(node.Child(Field::kArguments), depth))
                                                               : Json(nullptr);
      case Kind::kCallExpression:
        return Call(node, depth);
      case Kind::kArrowFunction:
      case Kind::kFunctionExpression:
        return Returned(node.Child(Field::kBody), depth);
      case Kind::kBinaryExpression:
        return Sum(node, depth);
      case Kind::kParenthesizedExpression:
      case Kind::kAwaitExpression:
      case Kind::kAsExpression:
      case Kind::kSatisfiesExpression:
        return Evaluate(node.NamedChild(0), depth + 1);
      default:
        return nullptr;
    }
  }

  Json Template(Node node, int depth) {
    std::string text;
    uint32_t done = node.begin() + 1;
    for (const Node part : node.children()) {
      if (!part.Is(Kind::kTemplateSubstitution)) continue;
      const Json value = Evaluate(part.NamedChild(0), depth + 1);
      if (!value.is_string()) return nullptr;
      text += std::string(tree_.source().substr(done, part.begin() - done)) + TextOf(value);
      done = part.end();
    }
    return text + std::string(tree_.source().substr(done, node.end() - 1 - done));
  }

  Json Object(Node node, int depth) {
    Json made = Json::object();
    for (const Node member : node.children()) {
      if (member.Is(Kind::kShorthandPropertyIdentifier)) {
        made[std::string(member.text())] = Named(member.text(), depth);
      } else if (member.Is(Kind::kSpreadElement)) {
        if (const Json spread = Evaluate(member.NamedChild(0), depth + 1); spread.is_object()) made.update(spread);
      } else if (member.Is(Kind::kMethodDefinition)) {
        made[std::string(member.Child(Field::kName).text())] = nullptr;
      } else if (member.Is(Kind::kPair)) {
        const Node key = member.Child(Field::kKey);
        const Json name = key.Is(Kind::kString)                 ? Json(syntax::StringValue(key))
                          : key.Is(Kind::kComputedPropertyName) ? Evaluate(key.NamedChild(0), depth + 1)
                                                                : Json(std::string(key.text()));
        if (name.is_string()) made[TextOf(name)] = Evaluate(member.Child(Field::kValue), depth + 1);
      }
    }
    return made;
  }

  Json List(Node node, int depth) {
    Json made = Json::array();
    for (const Node item : node ? node.children() : Node::Children(Node())) made.push_back(Evaluate(item, depth + 1));
    return made;
  }

  Json Named(std::string_view name, int depth) {
    if (name == "__dirname") return file_.parent_path().string();
    if (name == "__filename") return file_.string();
    return Evaluate(Constant(name), depth + 1);
  }

  Json Member(Node node, int depth) {
    const std::string_view text = node.text();
    if (text == "import.meta.url") return std::string(kFileUrl) + file_.string();
    if (text == "import.meta.dirname") return file_.parent_path().string();
    if (text == "import.meta.filename") return file_.string();
    const std::string name(node.Child(Field::kProperty).text());
    const Json object = Evaluate(node.Child(Field::kObject), depth + 1);
    if (object.is_string() && name == "pathname") return PathOf(object);
    return object.is_object() && object.contains(name) ? object[name] : Json(nullptr);
  }

  Json Url(const Json& arguments) const {
    if (arguments.size() != 2 || !TextOf(arguments[1]).starts_with(kFileUrl)) return nullptr;
    const Path base = PathOf(arguments[1]).get<std::string>();
    return std::string(kFileUrl) + (base.parent_path() / TextOf(arguments[0])).lexically_normal().string();
  }

  static Json PathOf(const Json& url) {
    const std::string text = TextOf(url);
    return text.starts_with(kFileUrl) ? text.substr(kFileUrl.size()) : text;
  }

  Json Call(Node node, int depth) {
    const Node function = node.Child(Field::kFunction);
    const std::string name(function.Is(Kind::kMemberExpression) ? function.Child(Field::kProperty).text()
                                                                : function.text());
    const Json arguments = List(node.Child(Field::kArguments), depth);
    if (name == "cwd") return file_.parent_path().string();
    if (arguments.empty()) return nullptr;
    if (name == "resolve" || name == "join") return Joined(arguments, function.text() == "require.resolve");
    if (name == "fileURLToPath") return PathOf(arguments[0]);
    if (name == "dirname" && arguments[0].is_string()) return Path(TextOf(arguments[0])).parent_path().string();
    Json merged = Json::object();
    for (const Json& argument : arguments) {
      if (argument.is_object()) merged.update(argument, true);
    }
    return merged.empty() ? Json(nullptr) : merged;
  }

  Json Joined(const Json& parts, bool module) const {
    Path path;
    for (const Json& part : parts) {
      if (!part.is_string()) return nullptr;
      path /= TextOf(part);
    }
    if (module && !TextOf(parts[0]).starts_with('.')) return parts[0];
    return (path.is_absolute() ? path : file_.parent_path() / path).lexically_normal().string();
  }

  Json Returned(Node body, int depth) {
    if (!body.Is(Kind::kStatementBlock)) return Evaluate(body, depth + 1);
    Json last;
    for (const Node statement : body.children()) {
      if (statement.Is(Kind::kReturnStatement)) last = Evaluate(statement.NamedChild(0), depth + 1);
    }
    return last;
  }

  Json Sum(Node node, int depth) {
    const Json left = Evaluate(node.Child(Field::kLeft), depth + 1);
    const Json right = Evaluate(node.Child(Field::kRight), depth + 1);
    const bool texts = node.Child(Field::kOperator).text() == "+" && left.is_string() && right.is_string();
    return texts ? Json(TextOf(left) + TextOf(right)) : Json(nullptr);
  }

  const syntax::Tree& tree_;
  Path file_;
};

}  // namespace

base::Json ReadConfigData(const std::string& text, const Path& file) {
  const std::string extension = file.extension();
  if (extension == ".json" || extension.empty() || extension.ends_with("rc")) {
    const auto json = base::ParseJson(PlainJson(text), file.filename().string());
    return json.ok() ? *json : Json(nullptr);
  }
  const bool typed = extension == ".ts" || extension == ".mts" || extension == ".cts";
  const syntax::Tree tree = syntax::Parse(text, typed ? syntax::Language::kTypeScript : syntax::Language::kJavaScript);
  return DataReader(tree, file).Exported();
}

}  // namespace kingbird::load
