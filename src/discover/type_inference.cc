#include "discover/type_inference.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "discover/class_analysis.h"
#include "discover/type_of_uses.h"

namespace kingbird::discover {
namespace {

// Few at a time: each may take its deadline and more, and between them the run is asked whether there is time.
constexpr size_t kInferenceBatch = 4;

constexpr size_t kMostOthers = 24;
// Classes in which an inherited member is asked for.
constexpr int kMostTimes = 3;

base::Json Others(const model::Class& of, const model::Member* except) {
  base::Json others = base::Json::array();
  for (const model::Member& member : of.members) {
    if (member.is_static || member.kind != model::Member::Kind::kMethod || &member == except) continue;
    if (others.size() < kMostOthers) others.push_back({{"name", member.name}, {"count", member.parameters.size()}});
  }
  return others;
}

bool IsPrimitive(const model::Type& type) {
  using Kind = model::Type::Kind;
  return type.kind == Kind::kNumber || type.kind == Kind::kString || type.kind == Kind::kBoolean;
}

// What is declared says nothing, names a class that is not there, or behaviour shows a primitive to be none or the
// other way round.
bool Contradicts(const model::Type& declared, const model::Type& seen, const std::vector<model::Class>& classes) {
  using Kind = model::Type::Kind;
  if (declared.kind == Kind::kAny) return true;
  const auto named = [&](const model::Class& next) { return next.name == declared.name; };
  if (declared.kind == Kind::kClass && std::none_of(classes.begin(), classes.end(), named)) return true;
  if (seen.kind == Kind::kAny || seen.IsUnion() || declared.IsUnion()) return false;
  const bool object = seen.kind == Kind::kClass || seen.kind == Kind::kFunction || seen.kind == Kind::kObject;
  return (IsPrimitive(declared) && object) || (declared.kind == Kind::kFunction && IsPrimitive(seen));
}

// "object", somebody said, or "object | undefined": which members it has, its uses tell.
void AddFields(const model::Type& seen, model::Type& declared) {
  if (declared.kind == model::Type::Kind::kObject && declared.fields.empty()) {
    if (seen.kind == model::Type::Kind::kObject) declared.fields = seen.fields;
    for (const model::Type& part : seen.parts) {
      if (seen.IsUnion() && declared.fields.empty()) AddFields(part, declared);
    }
  }
  if (!declared.IsUnion()) return;
  for (model::Type& part : declared.parts) AddFields(seen, part);
}

// The program takes values of several kinds, or of a kind that others resemble.
bool TellsApart(const model::Type& seen) { return seen.IsUnion() || seen.kind == model::Type::Kind::kClass; }

std::string KeyOf(const model::Class& of, const std::string& member) { return of.name + "#" + member; }

// The class whose own a member is, as far as it is one of these.
const model::Class& DefinerOf(const model::Class& of, const std::string& member,
                              const std::vector<model::Class>& classes) {
  const model::Class* at = &of;
  for (size_t steps = 0; steps < classes.size(); ++steps) {
    const auto found = std::ranges::find(at->members, member, &model::Member::name);
    const bool inherited = found != at->members.end() && found->inherited;
    const model::Class* base = inherited && !at->base.empty() ? FindClass(classes, at->base) : nullptr;
    if (base == nullptr) break;
    at = base;
  }
  return *at;
}

}  // namespace

base::Json TypeInference::Question(const model::Class& of, const model::Member* member) const {
  const bool setter = member != nullptr && member->kind == model::Member::Kind::kSet;
  model::AccessPath path = of.path;
  const bool is_static = member != nullptr && member->is_static;
  if (is_static) path.push_back(member->name);
  return {{"ask", ToString(runtime::Question::kProbe)},
          {"path", path},
          {"member", member == nullptr ? "" : member->name},
          {"kind", member == nullptr ? "constructor"
                   : is_static       ? "function"
                   : setter          ? "set"
                                     : "method"},
          {"count", member == nullptr ? of.parameters.size() : member->parameters.size()},
          {"others", Others(of, member)},
          {"constructor", {{"count", of.parameters.size()}, {"values", nullptr}}},
          {"delay", config_.delay},
          {"seed", config_.seed + static_cast<uint64_t>(rounds_)}};
}

void TypeInference::Learn(const std::string& function, const base::Json& parameters) {
  for (size_t i = 0; i < parameters.size(); ++i) uses_[{function, i}].Add(UsesFromJson(parameters[i]));
}

void TypeInference::Learn(const Asked& asked, const base::Json& answer, const std::vector<model::Class>& classes) {
  const model::Class* of = asked.first;
  const model::Member* member = asked.second;
  if (answer.is_null()) return;
  const auto learn = [&](const std::string& name, const base::Json& parameters) {
    Learn(KeyOf(DefinerOf(*of, name, classes), name), parameters);
  };
  if (member != nullptr) learn(member->name, answer.at("parameters"));
  if (member == nullptr || !member->is_static) Learn(KeyOf(*of, ""), answer.at("construction"));
  for (const base::Json& other : answer.at("others")) learn(other.at("name"), other.at("parameters"));
}

void TypeInference::Fill(const std::string& function, const std::vector<model::ParameterType>* declared,
                         std::vector<model::ParameterType>& parameters,
                         const std::vector<model::Class>& classes) const {
  for (size_t i = 0; i < parameters.size(); ++i) {
    const auto it = uses_.find({function, i});
    Conclusion conclusion;
    if (it != uses_.end()) conclusion = TypeOf(it->second, classes);
    const model::ParameterType* prior = declared != nullptr && i < declared->size() ? &(*declared)[i] : nullptr;
    if (prior != nullptr && prior->type == model::Type::Anything() && TellsApart(conclusion.type)) {
      prior = nullptr;
      conclusion.type = model::Type::Anything();
    }
    if (prior != nullptr && !Contradicts(prior->type, conclusion.type, classes)) {
      const std::string seen = conclusion.evidence.empty() ? "" : "; " + conclusion.evidence;
      const model::Type used = std::move(conclusion.type);
      conclusion = {prior->type, prior->optional, prior->evidence + seen};
      if (conclusion.type.constants.empty()) conclusion.type.constants = used.constants;
      AddFields(used, conclusion.type);
    } else if (it == uses_.end()) {
      continue;
    }
    parameters[i].type = std::move(conclusion.type);
    parameters[i].optional = parameters[i].optional || conclusion.optional;
    parameters[i].evidence = conclusion.evidence.empty() ? "not used" : std::move(conclusion.evidence);
  }
}

const std::vector<model::ParameterType>* TypeInference::Declared(const model::Class& of, const std::string& member,
                                                                 const std::vector<model::Class>& classes) const {
  if (overruled_.contains(KeyOf(of, member))) return nullptr;
  const model::Class* at = &of;
  for (size_t steps = 0; at != nullptr && steps <= classes.size(); ++steps) {
    if (const auto declared = declared_.find(KeyOf(*at, member)); declared != declared_.end()) return &declared->second;
    // A constructor may be another one in each class.
    at = member.empty() || at->base.empty() ? nullptr : FindClass(classes, at->base);
  }
  return nullptr;
}

base::Result<std::vector<base::Json>> TypeInference::Ask(const std::vector<base::Json>& questions) {
  std::vector<base::Json> answers;
  while (answers.size() < questions.size() && !config_.stop()) {
    const size_t size = std::min(kInferenceBatch, questions.size() - answers.size());
    const std::span batch(questions.data() + answers.size(), size);
    ASSIGN_OR_RETURN(std::vector<base::Json> next, executor_.Ask(batch, config_.deadline));
    std::move(next.begin(), next.end(), std::back_inserter(answers));
  }
  probes_ += static_cast<int>(answers.size());
  ++rounds_;
  answers.resize(questions.size());
  return answers;
}

// What is inherited is the same function in all classes that do not override it: asked in a few, it is known in all.
// Methods without parameters still show what becomes of the constructor's.
std::vector<TypeInference::Asked> TypeInference::Askable(const std::vector<model::Class>& classes,
                                                         const std::vector<const model::Class*>& wanted) {
  std::vector<Asked> asked;
  std::map<std::string, int> times;
  for (const model::Class* next : wanted) {
    if (!next->parameters.empty()) asked.push_back({next, nullptr});
    for (const model::Member& member : next->members) {
      const bool takes = member.kind != model::Member::Kind::kGet && !member.parameters.empty();
      const bool shows = !member.is_static && !member.inherited && !next->parameters.empty() &&
                         member.kind == model::Member::Kind::kMethod;
      if (!takes && !shows) continue;
      if (times[KeyOf(DefinerOf(*next, member.name, classes), member.name)]++ < kMostTimes)
        asked.push_back({next, &member});
    }
  }
  return asked;
}

base::Status TypeInference::Infer(std::vector<model::Class>& classes, const std::vector<const model::Class*>& wanted) {
  std::vector<base::Json> questions;
  const std::vector<Asked> asked = Askable(classes, wanted);
  for (const auto& [of, member] : asked) questions.push_back(Question(*of, member));
  ASSIGN_OR_RETURN(const std::vector<base::Json> answers, Ask(questions));
  for (size_t i = 0; i < asked.size(); ++i) Learn(asked[i], answers[i], classes);
  const std::vector<model::Class> known = classes;
  for (model::Class& next : classes) {
    const auto fill = [&](const std::string& member, std::vector<model::ParameterType>& parameters) {
      const model::Class& definer = DefinerOf(next, member, known);
      Fill(KeyOf(member.empty() ? next : definer, member), Declared(next, member, known), parameters, known);
    };
    fill("", next.parameters);
    for (model::Member& member : next.members) {
      if (member.kind != model::Member::Kind::kGet) fill(member.name, member.parameters);
    }
  }
  return {};
}

}  // namespace kingbird::discover
