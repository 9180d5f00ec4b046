// Literals that have parts: templates, arrays, objects. The engine makes them as they are written; then the agent is
// told which part has which shadow.
#include <fmt/format.h>

#include "base/json.h"
#include "syntax/pass/concolic.h"

namespace kingbird::syntax {
namespace {

/// The text between two substitutions as a template of its own, on one line.
std::string Quasi(std::string_view raw) {
  std::string text = "`";
  for (size_t i = 0; i < raw.size(); ++i) {
    const bool continued = raw[i] == '\\' && i + 1 < raw.size() && (raw[i + 1] == '\n' || raw[i + 1] == '\r');
    if (continued) {
      i += raw.substr(i + 1, 2) == "\r\n" ? 2 : 1;
    } else if (raw[i] == '\\' && i + 1 < raw.size()) {
      text += raw[i];
      text += raw[++i];
    } else if (raw[i] == '\r') {
      if (i + 1 < raw.size() && raw[i + 1] == '\n') ++i;
      text += "\\n";
    } else if (raw[i] == '\n') {
      text += "\\n";
    } else {
      text += raw[i];
    }
  }
  return text + "`";
}

}  // namespace

ConcolicPass::Expression ConcolicPass::Template(Node node) {
  std::vector<Node> nodes;
  std::vector<Expression> parts;
  for (Node child : node.children()) {
    if (!child.Is(Kind::kTemplateSubstitution)) continue;
    nodes.push_back(child.NamedChild(0));
    parts.push_back(Compile(nodes.back()));
  }
  std::vector<std::string> shadows;
  for (const Expression& part : parts) shadows.push_back(part.shadow);
  if (AnyOf(shadows) == "0") return {};
  std::string quasis;
  std::string shadow_list;
  std::string values;
  uint32_t at = node.begin() + 1;
  for (size_t i = 0; i < nodes.size(); ++i) {
    parts[i] = Keep(nodes[i], parts[i], i + 1 < nodes.size());
    const Node substitution = nodes[i].parent();
    quasis += Quasi(tree_->source().substr(at, substitution.begin() - at)) + ",";
    at = substitution.end();
    shadow_list += parts[i].shadow + ",";
    values += parts[i].value + ",";
  }
  quasis += Quasi(tree_->source().substr(at, node.end() - 1 - at));
  shadows.clear();
  for (const Expression& part : parts) shadows.push_back(part.shadow);
  const std::string value = Temporary();
  const std::string shadow = Temporary();
  Wrap(node, fmt::format("({}=", value),
       fmt::format(",{}={}!==0?{}.tpl([{}],[{}],[{}]):0,{})", shadow, AnyOf(shadows), kConcolicRuntime, quasis,
                   shadow_list, values, value));
  return {shadow, value, false, false};
}

/// What is spread is meant to be something to spread, which is noted before the engine does it.
void ConcolicPass::TakenApart(Node node, const Expression& expression, bool list) {
  if (!expression.symbolic()) return;
  const std::string any = list ? AnyOf({expression.shadow, Tables(Names::kAny)}) : expression.shadow;
  Wrap(node, "(",
       fmt::format(",{0}!==0&&{1}.pattern({2},{3},{4},[{5}]),{4})", any, kConcolicRuntime,
                   SiteText(ConcolicSite::Kind::kUse, node), expression.shadow, expression.value, list ? 1 : 0));
}

// [a, ...b, c]: where an element is depends on the lists before it, which the agent knows.
ConcolicPass::Expression ConcolicPass::SpreadArray(Node node) {
  std::string list;
  std::vector<std::string> shadows = {Tables(Names::kAny)};
  const auto add = [&](bool spread, const std::string& what) {
    list += fmt::format("{}{},{}", list.empty() ? "" : ",", spread ? 1 : 0, what);
  };
  bool hole = true;
  for (Node child = node.first_child(); child; child = child.next()) {
    if (child.comment()) continue;
    if (!child.named()) {
      if (child.text() == "," && hole) add(false, "0");
      hole = true;
      continue;
    }
    hole = false;
    const bool spread = child.Is(Kind::kSpreadElement);
    const Node inner = spread ? child.NamedChild(0) : child;
    Expression element = Compile(inner);
    if (spread || element.symbolic()) element = Keep(inner, element, true);
    if (spread) TakenApart(inner, element, true);
    shadows.push_back(element.shadow);
    add(spread, spread ? element.value : element.shadow);
  }
  const std::string value = Temporary();
  Wrap(node, fmt::format("({}=", value),
       fmt::format(",{}!==0&&{}.arr({},[{}]),{})", AnyOf(shadows), kConcolicRuntime, value, list, value));
  return {"0", value, false, false};
}

ConcolicPass::Expression ConcolicPass::Array(Node node) {
  for (Node child : node.children()) {
    if (child.Is(Kind::kSpreadElement)) return SpreadArray(node);
  }
  std::string list;
  std::vector<std::string> shadows;
  int index = 0;
  // Holes are tokens: count commas.
  for (Node child = node.first_child(); child; child = child.next()) {
    if (child.comment()) continue;
    if (!child.named()) {
      if (child.text() == ",") ++index;
      continue;
    }
    Expression element = Compile(child);
    if (!element.symbolic()) continue;
    element = Keep(child, element, true);
    shadows.push_back(element.shadow);
    list += fmt::format("{}{},{},{}", list.empty() ? "" : ",", index, element.shadow, element.value);
  }
  if (shadows.empty()) return {};
  const std::string value = Temporary();
  Wrap(node, fmt::format("({}=", value),
       fmt::format(",{}!==0&&{}.obj({},[{}]),{})", AnyOf(shadows), kConcolicRuntime, value, list, value));
  return {"0", value, false, false};
}

// A key that is computed: a variable for it.
std::string ConcolicPass::KeepKey(Node name) {
  const Node key = name.NamedChild(0);
  const Expression expression = Compile(key);
  Lose(key, expression, "a computed name in an object");
  const std::string variable = Temporary();
  Wrap(key, fmt::format("({}=", variable), ")");
  return variable;
}

ConcolicPass::Expression ConcolicPass::Object(Node node) {
  std::string list;
  std::vector<std::string> shadows;
  const auto note = [&](Node name, Node value, Expression expression) {
    if (!expression.symbolic()) return;
    expression = Keep(value, expression, true);
    shadows.push_back(expression.shadow);
    const std::string key = name.Is(Kind::kString) || name.Is(Kind::kNumber) ? std::string(name.text())
                                                                             : base::DumpJson(std::string(name.text()));
    list += fmt::format("{}{},{},{}", list.empty() ? "" : ",", key, expression.shadow, expression.value);
  };
  for (Node member : node.children()) {
    if (member.Is(Kind::kMethodDefinition)) {
      CompileFunction(member);
    } else if (member.Is(Kind::kPair)) {
      const Node name = member.Child(Field::kKey);
      const Node value = member.Child(Field::kValue);
      const bool computed = name.Is(Kind::kComputedPropertyName);
      const std::string key = computed ? KeepKey(name) : "";
      Expression expression = Compile(value);
      if (computed && expression.symbolic()) {
        expression = Keep(value, expression, true);
        shadows.push_back(expression.shadow);
        list += fmt::format("{}{},{},{}", list.empty() ? "" : ",", key, expression.shadow, expression.value);
      }
      if (!computed && name.text() != "__proto__" && name.text().find('\\') == std::string_view::npos)
        note(name, value, std::move(expression));
    } else if (member.Is(Kind::kShorthandPropertyIdentifier)) {
      // Stays as it is written; nothing can change the variable before its twin is read but a later member.
      if (member.text() != "__proto__" && IsSymbolicName(member)) {
        shadows.push_back(Twin(member.text()));
        list += fmt::format("{}{},{},{}", list.empty() ? "" : ",", base::DumpJson(std::string(member.text())),
                            Twin(member.text()), member.text());
      }
    } else if (member.Is(Kind::kSpreadElement)) {
      const Node inner = member.NamedChild(0);
      const Expression source = Keep(inner, Compile(inner), true);
      TakenApart(inner, source, false);
      shadows.push_back(source.shadow);
      shadows.push_back(Tables(Names::kAny));
      list += fmt::format("{}null,{},0", list.empty() ? "" : ",", source.value);
    } else {
      Others(member);
    }
  }
  if (shadows.empty()) return {};
  const std::string value = Temporary();
  Wrap(node, fmt::format("({}=", value),
       fmt::format(",{}!==0&&{}.obj({},[{}]),{})", AnyOf(shadows), kConcolicRuntime, value, list, value));
  return {"0", value, false, false};
}

}  // namespace kingbird::syntax
