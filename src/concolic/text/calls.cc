#include "concolic/text/calls.h"

#include <algorithm>
#include <map>
#include <optional>

#include "concolic/text/names.h"
#include "syntax/function_sites.h"

namespace kingbird::concolic {
namespace {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

/// Methods of different classes that are called by one name.
constexpr size_t kMostNamesakes = 3;

syntax::Range TextRangeOf(const syntax::Tree& tree, Node node) {
  return {tree.PositionAt(node.begin()), tree.PositionAt(node.end())};
}

class CallReader {
 public:
  CallReader(const syntax::Tree& tree, Node function) : tree_(tree), functions_(FunctionsByName(tree)) {
    size_t index = 0;
    for (Node parameter : function.Child(Field::kParameters).children()) {
      if (parameter.Is(Kind::kIdentifier)) names_[std::string(parameter.text())] = {std::to_string(index)};
      ++index;
    }
    const Node body = function.Child(Field::kBody);
    Walk(
        body, [&](Node node) { return (node == body || !syntax::IsFunctionSite(node)) && Enter(node); }, [](Node) {});
  }

  std::vector<TextCall> Take() { return std::move(calls_); }

 private:
  bool Enter(Node node) {
    if (node.Is(Kind::kVariableDeclarator) && node.Child(Field::kName).Is(Kind::kIdentifier)) {
      names_[std::string(node.Child(Field::kName).text())] = Along(node.Child(Field::kValue));
    } else if (node.Is(Kind::kAssignmentExpression)) {
      Assign(node.Child(Field::kLeft), node.Child(Field::kRight));
    } else if (node.Is(Kind::kCallExpression)) {
      Note(node.Child(Field::kFunction), node.Child(Field::kArguments), true);
    } else if (node.Is(Kind::kNewExpression)) {
      Note(node.Child(Field::kConstructor), node.Child(Field::kArguments), false);
    }
    return true;
  }

  /// From here on a variable may be something else, and a member is what was assigned.
  void Assign(Node left, Node right) {
    if (left.Is(Kind::kIdentifier)) names_[std::string(left.text())] = {};
    const PassedPlace place = left.Is(Kind::kMemberExpression) ? Along(left) : PassedPlace();
    if (!place.empty()) written_[place] = Along(right);
  }

  PassedPlace Along(Node node) const {
    if (node.Is(Kind::kThis)) return {"this"};
    if (node.Is(Kind::kIdentifier)) {
      const auto found = names_.find(std::string(node.text()));
      return found == names_.end() ? PassedPlace() : found->second;
    }
    if (!node.Is(Kind::kMemberExpression)) return {};
    PassedPlace place = Along(node.Child(Field::kObject));
    if (!place.empty()) place.emplace_back(node.Child(Field::kProperty).text());
    const auto written = written_.find(place);
    return written == written_.end() ? place : written->second;
  }

  void Note(Node callee, Node arguments, bool receives) {
    const bool member = callee.Is(Kind::kMemberExpression);
    const Node name = member ? callee.Child(Field::kProperty) : callee;
    const auto found = functions_.find(std::string(name.text()));
    if (found == functions_.end() || (!member && names_.contains(found->first))) return;
    TextCall call;
    call.passed.push_back(member && receives ? Along(callee.Child(Field::kObject)) : PassedPlace());
    for (Node argument : arguments.children()) call.passed.push_back(Along(argument));
    if (std::ranges::all_of(call.passed, [](const PassedPlace& place) { return place.empty(); })) return;
    for (size_t i = 0; i < std::min(found->second.size(), kMostNamesakes); ++i) {
      call.callee = TextRangeOf(tree_, found->second[i]);
      calls_.push_back(call);
    }
  }

  const syntax::Tree& tree_;
  std::map<std::string, std::vector<Node>> functions_;
  std::map<std::string, PassedPlace> names_;    ///< Parameters and variables; empty: something else.
  std::map<PassedPlace, PassedPlace> written_;  ///< Members that were assigned to, and what.
  std::vector<TextCall> calls_;
};

void AddMissing(const Input& wanted, Input& at) {
  if (at.type == Type::kAbsent) {
    at = wanted;
  } else if (at.type == wanted.type && at.type >= Type::kObject) {
    for (const auto& [name, part] : wanted.properties) AddMissing(part, at.properties[name]);
  }
}

/// Null where the way there is barred by something that is no object.
Input* InputAt(Assignment& start, const PassedPlace& place) {
  Input* at = &start.self;
  if (place[0] != "this") {
    const size_t index = std::stoul(place[0]);
    if (start.arguments.size() <= index) start.arguments.resize(index + 1);
    at = &start.arguments[index];
  }
  for (size_t i = 1; i < place.size(); ++i) {
    if (at->type == Type::kAbsent) at->type = Type::kObject;
    if (at->type != Type::kObject) return nullptr;
    at = &at->properties[place[i]];
  }
  return at;
}

}  // namespace

std::vector<TextCall> CallsIn(const syntax::Tree& tree, const syntax::Range& function) {
  if (tree.has_error()) return {};
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const syntax::Node node = tree.At(i);
    if (syntax::IsFunctionSite(node) && TextRangeOf(tree, node) == function) return CallReader(tree, node).Take();
  }
  return {};
}

void BeginWith(const Assignment& entry, const TextCall& call, Assignment& start) {
  for (size_t i = 0; i < call.passed.size() && i <= entry.arguments.size(); ++i) {
    const Input& wanted = i == 0 ? entry.self : entry.arguments[i - 1];
    if (call.passed[i].empty() || wanted.type == Type::kAbsent) continue;
    if (Input* at = InputAt(start, call.passed[i])) AddMissing(wanted, *at);
  }
}

}  // namespace kingbird::concolic
