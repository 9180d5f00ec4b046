// First what the parameter is used as (a function, something iterated, an object with members), then, where that says
// nothing, which primitive its operators speak for; `typeof` and `instanceof` tests add the types that the program is
// prepared for. The weights say how seldom a kind of use goes with another type: "text" + x says little, since every
// value is put into messages.
#include "discover/type_of_uses.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "discover/builtin_members.h"

namespace kingbird::discover {
namespace {

using model::Type;
using TypeKind = Type::Kind;

constexpr int kMostUsesDepth = 3;
constexpr size_t kMostFields = 12;
constexpr double kLeastMatch = 0.5;  // of the members must belong to a class for it to be the type

Conclusion TypeAt(const Uses& uses, const std::vector<model::Class>& classes, int depth);

std::string Listed(std::vector<std::string> names) {
  const size_t count = names.size();
  if (count > 4) names.resize(4);
  return base::Join(names, ", ") + (count > 4 ? " …" : "");
}

// Names with something done to them; toString and length are on too much to count alone.
std::vector<std::string> MemberNames(const Uses& uses) {
  std::vector<std::string> names;
  for (const auto& [name, member] : uses.members) {
    if (!member.counts.empty()) names.push_back(name);
  }
  return names;
}

struct Match {
  double share = 0;
  size_t count = 0;
  Conclusion conclusion;
};

void Offer(Match& best, double share, size_t count, Conclusion conclusion) {
  if (count == 0 || share < best.share || (share == best.share && best.count > 0)) return;
  best = {share, count, std::move(conclusion)};
}

// The class with the highest correspondence; among equals the one with the fewest other members.
Match MatchClasses(const std::vector<std::string>& names, const std::vector<model::Class>& classes) {
  Match best;
  size_t best_size = 0;
  for (const model::Class& next : classes) {
    std::vector<std::string> found;
    for (const std::string& name : names) {
      if (next.HasMember(name)) found.push_back(name);
    }
    if (found.empty()) continue;
    const double share = static_cast<double>(found.size()) / static_cast<double>(names.size());
    const size_t size = next.fields.size() + next.members.size();
    if (share < best.share || (share == best.share && best.count > 0 && size >= best_size)) continue;
    best_size = size;
    best = {share,
            found.size(),
            {Type::Class(next.name), false, fmt::format("uses {} of {}", Listed(std::move(found)), next.name)}};
  }
  return best;
}

Type PartOf(const std::vector<Uses>& part, const std::vector<model::Class>& classes, int depth) {
  return part.empty() || depth >= kMostUsesDepth ? Type() : TypeAt(part[0], classes, depth + 1).type;
}

Match MatchBuiltIns(const Uses& uses, const std::vector<std::string>& names, const std::vector<model::Class>& classes,
                    int depth) {
  Match best;
  for (const BuiltIn& built_in : BuiltIns()) {
    std::vector<std::string> found;
    for (const std::string& name : names) {
      if (built_in.members.contains(name)) found.push_back(name);
    }
    const double share = static_cast<double>(found.size()) / static_cast<double>(names.size());
    Type type = Type::Of(built_in.kind);
    if (built_in.kind == TypeKind::kArray || built_in.kind == TypeKind::kPromise)
      type.parts.push_back(PartOf(uses.element, classes, depth));
    const size_t count = found.size();
    Offer(best, share, count, {type, false, fmt::format("uses {} of {}", Listed(std::move(found)), built_in.name)});
  }
  return best;
}

// "written number" on a field tells its type where nothing else does.
std::optional<Type> Written(const Uses& uses) {
  std::vector<Type> types;
  for (const auto& [use, count] : uses.counts) {
    if (use == "written number") types.push_back(Type::Of(TypeKind::kNumber));
    if (use == "written string") types.push_back(Type::Of(TypeKind::kString));
    if (use == "written boolean") types.push_back(Type::Of(TypeKind::kBoolean));
    if (use == "written array") types.push_back(Type::Of(TypeKind::kArray));
  }
  if (types.size() != 1) return std::nullopt;
  return types[0];
}

// Fields of an object; methods that only strings have are those of an alternative (AddTexts).
Conclusion Shape(const Uses& uses, std::vector<std::string> names, const std::vector<model::Class>& classes,
                 int depth) {
  if (uses.Count("string member") > 0)
    std::erase_if(names, [](const std::string& name) { return BuiltIns()[0].members.contains(name); });
  Type type = Type::Of(TypeKind::kObject);
  for (const std::string& name : names) {
    if (type.fields.size() >= kMostFields || depth >= kMostUsesDepth) break;
    const Uses& member = uses.members.at(name);
    const Conclusion field = TypeAt(member, classes, depth + 1);
    const auto written = field.type.kind == TypeKind::kAny ? Written(member) : std::nullopt;
    type.fields.push_back({name, written ? *written : field.type, field.optional});
  }
  return {type, false, fmt::format("reads or writes {}", Listed(names))};
}

std::optional<Conclusion> AsObject(const Uses& uses, const std::vector<model::Class>& classes, int depth) {
  std::vector<std::string> names = MemberNames(uses);
  const bool length_only = names == std::vector<std::string>{"length"};
  if (names.empty()) return std::nullopt;
  if (length_only) {
    if (uses.Count("array member") + uses.Count("index") + uses.Count("iterated") > 0 &&
        uses.Count("string member") == 0)
      return Conclusion{Type::With(TypeKind::kArray, {PartOf(uses.element, classes, depth)}), false,
                        "indexed, has a length"};
    return Conclusion{Type::Union({Type::Of(TypeKind::kString), Type::With(TypeKind::kArray, {Type()})}), false,
                      "has a length"};
  }
  const Match of_class = MatchClasses(names, classes);
  const Match built_in = MatchBuiltIns(uses, names, classes, depth);
  if (built_in.share == 1 && built_in.share >= of_class.share) return built_in.conclusion;
  if (of_class.share >= kLeastMatch && of_class.share >= built_in.share) return of_class.conclusion;
  // Neither alone explains it: code for both, behind a test.
  const auto is_member = [](size_t of, const std::string& name) { return BuiltIns()[of].members.contains(name); };
  const bool either = std::all_of(names.begin(), names.end(),
                                  [&](const std::string& name) { return is_member(0, name) || is_member(1, name); });
  if (either)
    return Conclusion{Type::Union({Type::Of(TypeKind::kString),
                                   Type::With(TypeKind::kArray, {PartOf(uses.element, classes, depth)})}),
                      false, fmt::format("uses {} of strings and arrays", Listed(names))};
  if (built_in.share > kLeastMatch) return built_in.conclusion;
  return Shape(uses, names, classes, depth);
}

std::optional<Conclusion> AsFunction(const Uses& uses, const std::vector<model::Class>& classes, int depth) {
  if (uses.Count("called") == 0 && uses.Count("constructed") == 0) return std::nullopt;
  Type type = Type::Of(TypeKind::kFunction);
  type.arity = std::max(uses.arity, 0);
  if (!uses.result.empty()) type.parts.push_back(PartOf(uses.result, classes, depth));
  return Conclusion{type, false, fmt::format("called with {} argument{}", type.arity, type.arity == 1 ? "" : "s")};
}

std::optional<Conclusion> AsCollection(const Uses& uses, const std::vector<model::Class>& classes, int depth) {
  if (uses.Count("promise member") > 0 && !uses.members.contains("then"))
    return Conclusion{Type::With(TypeKind::kPromise, {PartOf(uses.element, classes, depth)}), false, "awaited"};
  if (uses.Count("index") > 0)
    return Conclusion{Type::With(TypeKind::kArray, {PartOf(uses.element, classes, depth)}), false, "indexed"};
  if (uses.Count("iterated") > 0 || uses.Count("iterated asynchronously") > 0)
    return Conclusion{Type::With(TypeKind::kIterable, {PartOf(uses.element, classes, depth)}), false, "iterated"};
  if (uses.Count("keys") > 0) return Conclusion{Type::Of(TypeKind::kObject), false, "its keys are listed"};
  return std::nullopt;
}

struct Vote {
  TypeKind kind;
  std::string use;
  double weight;
  std::string words;
};

const std::vector<Vote>& Votes() {
  static const std::vector<Vote> kVotes = {
      {TypeKind::kNumber, "coerced to number", 2, "used in arithmetic or an order"},
      {TypeKind::kNumber, "compared with number", 3, "compared with a number"},
      {TypeKind::kNumber, "added to number", 2, "added to a number"},
      {TypeKind::kNumber, "key of array", 3, "index of an array"},
      {TypeKind::kNumber, "key of string", 3, "index of a string"},
      {TypeKind::kNumber, "isNumber", 3, "checked to be a number"},
      {TypeKind::kString, "coerced to string", 1, "used as text"},
      {TypeKind::kString, "compared with string", 3, "compared with a string"},
      {TypeKind::kString, "added to string", 0.25, "added to a string"},
      {TypeKind::kString, "key of object", 1, "key of an object"},
      {TypeKind::kString, "string member", 4, "a method of strings"},
      {TypeKind::kString, "path", 6, "names a file"},
      {TypeKind::kBoolean, "compared with boolean", 3, "compared with a boolean"},
      {TypeKind::kBigInt, "compared with bigint", 3, "compared with a bigint"},
      {TypeKind::kBigInt, "added to bigint", 3, "added to a bigint"},
      {TypeKind::kSymbol, "compared with symbol", 3, "compared with a symbol"},
  };
  return kVotes;
}

std::optional<Conclusion> AsPrimitive(const Uses& uses) {
  std::map<TypeKind, double> scores;
  for (const Vote& vote : Votes()) scores[vote.kind] += vote.weight * uses.Count(vote.use);
  for (const model::Value& value : uses.constants) {
    if (value.kind == model::Value::Kind::kRegExp) scores[TypeKind::kString] += 2;
    if (value.kind == model::Value::Kind::kNumber) scores[TypeKind::kNumber] += 1;
    if (value.kind == model::Value::Kind::kString) scores[TypeKind::kString] += 1;
    if (value.kind == model::Value::Kind::kBoolean) scores[TypeKind::kBoolean] += 1;
  }
  TypeKind best = TypeKind::kAny;
  for (const auto& [kind, score] : scores) {
    if (score > 0 && (best == TypeKind::kAny || score > scores[best])) best = kind;
  }
  if (best == TypeKind::kAny) return std::nullopt;
  std::vector<std::string> words;
  for (const Vote& vote : Votes()) {
    if (vote.kind == best && uses.Count(vote.use) > 0) words.push_back(vote.words);
  }
  Type type = Type::Of(best);
  if (best == TypeKind::kString && uses.Count("path") > 0) type.name = "path";
  return Conclusion{type, false, words.empty() ? "compared with constants" : Listed(words)};
}

std::optional<Type> GuardType(const std::string& use, const std::vector<model::Class>& classes) {
  static const std::map<std::string, TypeKind> kKinds = {{"typeof string", TypeKind::kString},
                                                         {"typeof number", TypeKind::kNumber},
                                                         {"typeof boolean", TypeKind::kBoolean},
                                                         {"typeof function", TypeKind::kFunction},
                                                         {"typeof bigint", TypeKind::kBigInt},
                                                         {"typeof symbol", TypeKind::kSymbol},
                                                         {"isArray", TypeKind::kArray},
                                                         {"isBuffer", TypeKind::kBuffer},
                                                         {"instanceof Array", TypeKind::kArray},
                                                         {"instanceof Date", TypeKind::kDate},
                                                         {"instanceof RegExp", TypeKind::kRegExp},
                                                         {"instanceof Map", TypeKind::kMap},
                                                         {"instanceof Set", TypeKind::kSet},
                                                         {"instanceof Error", TypeKind::kError},
                                                         {"instanceof Buffer", TypeKind::kBuffer},
                                                         {"instanceof Promise", TypeKind::kPromise},
                                                         {"instanceof Uint8Array", TypeKind::kBuffer},
                                                         {"instanceof Function", TypeKind::kFunction}};
  if (const auto it = kKinds.find(use); it != kKinds.end()) return Type::Of(it->second);
  if (!use.starts_with("instanceof ")) return std::nullopt;
  const std::string name = use.substr(11);
  const bool known = std::any_of(classes.begin(), classes.end(), [&](const auto& next) { return next.name == name; });
  return known ? std::optional<Type>(Type::Class(name)) : std::nullopt;
}

// What the program asks for before it uses the value: alternatives that it is prepared for.
void AddGuards(const Uses& uses, const std::vector<model::Class>& classes, Conclusion& conclusion) {
  std::vector<Type> parts;
  std::vector<std::string> tests;
  const auto covered = [&](const Type& type) {
    if (type.kind == TypeKind::kClass) return conclusion.type == type;
    return conclusion.type.Has(type.kind);
  };
  for (const auto& [use, count] : uses.counts) {
    const auto guard = GuardType(use, classes);
    if (!guard) continue;
    tests.push_back(use);
    if (!covered(*guard)) parts.push_back(*guard);
  }
  if (parts.empty()) return;
  const bool nothing = conclusion.type.kind == TypeKind::kAny;
  if (!nothing) parts.insert(parts.begin(), conclusion.type);
  conclusion.type = Type::Union(std::move(parts));
  conclusion.evidence += (conclusion.evidence.empty() ? "" : "; ") + Listed(std::move(tests));
}

// Methods of strings beside members that strings do not have: code for both, behind a test.
void AddTexts(const Uses& uses, Conclusion& conclusion) {
  const TypeKind kind = conclusion.type.kind;
  if (uses.Count("string member") == 0 || (kind != TypeKind::kObject && kind != TypeKind::kClass)) return;
  conclusion.type = Type::Union({Type::Of(TypeKind::kString), conclusion.type});
  conclusion.evidence += "; a method of strings";
}

std::optional<Type> DefaultType(const std::string& kind) {
  if (kind == "number") return Type::Of(TypeKind::kNumber);
  if (kind == "string") return Type::Of(TypeKind::kString);
  if (kind == "boolean") return Type::Of(TypeKind::kBoolean);
  if (kind == "array") return Type::With(TypeKind::kArray, {Type()});
  if (kind == "function") return Type::Of(TypeKind::kFunction);
  if (kind == "object Object") return Type::Of(TypeKind::kObject);
  if (kind.starts_with("object ")) return Type::Class(kind.substr(7));
  return std::nullopt;
}

bool IsOptional(const Uses& uses, const Type& type) {
  if (uses.Count("compared with undefined") + uses.Count("typeof undefined") + uses.Count("compared with null") > 0)
    return true;
  for (const auto& [use, count] : uses.counts) {
    if (use.starts_with("default ")) return true;
  }
  const bool reference =
      type.kind == TypeKind::kClass || type.kind == TypeKind::kFunction || type.kind == TypeKind::kObject;
  return reference && uses.Count("tested") > 0;
}

Conclusion TypeAt(const Uses& uses, const std::vector<model::Class>& classes, int depth) {
  Conclusion conclusion;
  // "called" beside members: a function with properties is a function.
  std::optional<Conclusion> found = AsFunction(uses, classes, depth);
  if (!found) found = AsObject(uses, classes, depth);
  if (!found) found = AsCollection(uses, classes, depth);
  if (!found) found = AsPrimitive(uses);
  if (found && found->type.IsUnion()) {
    // Only a length is known; operators decide.
    if (const auto primitive = AsPrimitive(uses); primitive && primitive->type.kind == TypeKind::kString)
      found = primitive;
  }
  if (found) conclusion = *found;
  for (const auto& [use, count] : uses.counts) {
    if (!use.starts_with("default ") || conclusion.type.kind != TypeKind::kAny) continue;
    if (const auto type = DefaultType(use.substr(8))) conclusion = {*type, true, "has a default"};
  }
  AddTexts(uses, conclusion);
  AddGuards(uses, classes, conclusion);
  if (conclusion.type.kind == TypeKind::kAny && uses.Count("tested") > 0)
    conclusion = {Type::Of(TypeKind::kBoolean), false, "only tested for truth"};
  conclusion.type.constants = uses.constants;
  for (Type& part : conclusion.type.parts) {
    if (conclusion.type.IsUnion()) part.constants = uses.constants;
  }
  conclusion.optional = conclusion.optional || IsOptional(uses, conclusion.type);
  return conclusion;
}

}  // namespace

Conclusion TypeOf(const Uses& uses, const std::vector<model::Class>& classes) { return TypeAt(uses, classes, 0); }

}  // namespace kingbird::discover
