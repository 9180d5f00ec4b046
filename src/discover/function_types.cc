// Functions are asked the way methods are. A text that meets regular expressions stops there unless it matches: so a
// second round asks again with texts that do, made of those expressions.
#include <algorithm>
#include <map>

#include "base/rng.h"
#include "discover/type_inference.h"
#include "generate/pattern.h"
#include "model/declared.h"

namespace kingbird::discover {
namespace {

using model::Class;
using model::Function;
using model::ParameterType;

constexpr size_t kMostParameters = 8;
constexpr size_t kOpenEnded = 3;  // arguments of a function that names none but uses some
constexpr int kSamplesPerPattern = 6;

std::string KeyOf(const Function& function) { return "function " + function.Name(); }

std::vector<ParameterType> ParametersOf(const Function& function) {
  std::vector<ParameterType> parameters;
  for (std::string name : function.parameters) {
    ParameterType parameter;
    parameter.rest = name.starts_with("...");
    if (parameter.rest) name = name.substr(3);
    parameter.optional = name.ends_with("=");
    if (parameter.optional) name.pop_back();
    parameter.name = std::move(name);
    parameters.push_back(std::move(parameter));
  }
  size_t wanted = static_cast<size_t>(std::max(function.length, 0));
  if (parameters.empty() && wanted == 0 && function.source.find("arguments") != std::string::npos) wanted = kOpenEnded;
  while (parameters.size() < std::min(wanted, kMostParameters)) parameters.emplace_back();
  return parameters;
}

bool IsUnknown(const ParameterType& parameter) {
  return parameter.type.kind == model::Type::Kind::kAny && parameter.type.name.empty();
}

// What one function calls "range", others do, too: for parameters that no probe got as far as.
void AdoptByName(std::vector<Function>& functions) {
  std::map<std::string, model::Type> known;
  for (const Function& function : functions) {
    for (const ParameterType& parameter : function.types) {
      if (!IsUnknown(parameter) && !parameter.name.empty()) known.try_emplace(parameter.name, parameter.type);
    }
  }
  for (Function& function : functions) {
    for (ParameterType& parameter : function.types) {
      const auto it = IsUnknown(parameter) ? known.find(parameter.name) : known.end();
      if (it == known.end()) continue;
      parameter.type = it->second;
      parameter.evidence = "as in other functions";
    }
  }
}

}  // namespace

base::Json TypeInference::Question(const Function& function) const {
  return {{"ask", ToString(runtime::Question::kProbe)},
          {"path", function.path},
          {"member", ""},
          {"kind", "function"},
          {"count", function.types.size()},
          {"others", base::Json::array()},
          {"constructor", {{"count", 0}, {"values", nullptr}}},
          {"delay", config_.delay},
          {"seed", config_.seed + static_cast<uint64_t>(rounds_)}};
}

// By position; null where nothing met a pattern.
base::Json TypeInference::TextsFor(const Function& function) const {
  base::Json all = base::Json::array();
  bool any = false;
  base::Rng rng = base::Rng(config_.seed).Fork(function.Name());
  for (size_t i = 0; i < function.types.size(); ++i) {
    base::Json texts = base::Json::array();
    const auto uses = uses_.find({KeyOf(function), i});
    for (const model::Value& value : uses == uses_.end() ? std::vector<model::Value>() : uses->second.constants) {
      if (value.kind != model::Value::Kind::kRegExp) continue;
      const auto pattern = generate::Pattern::Parse(value.text, value.type);
      for (int k = 0; pattern.ok() && k < kSamplesPerPattern; ++k) texts.push_back(pattern->Make(rng, 4));
    }
    any = any || !texts.empty();
    all.push_back(std::move(texts));
  }
  return any ? all : base::Json();
}

void TypeInference::AddMatching(const Function& function, const base::Json& answer) {
  for (const base::Json& one : answer.at("cases")) {
    const auto met = PatternFrom(one.at("pattern"));
    auto pattern = met ? generate::Pattern::Parse(met->text, met->type) : base::UsageError("no pattern");
    const base::Json& values = one.at("values");
    const auto at = one.at("at").get<size_t>();
    if (!pattern.ok() || at >= values.size()) continue;
    generate::MatchingCall call{at, std::move(*pattern), {}};
    for (const base::Json& value : values)
      call.values.push_back(value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt);
    matching_[function.Name()].push_back(std::move(call));
  }
}

base::Status TypeInference::Probe(const std::vector<Function>& functions, bool again) {
  std::vector<base::Json> questions;
  std::vector<const Function*> asked;
  for (const Function& function : functions) {
    const bool callable = function.kind != Function::Kind::kConstructor && function.owner.empty();
    if (!callable || function.types.empty()) continue;
    base::Json question = Question(function);
    if (again) {
      question["texts"] = TextsFor(function);
      if (question["texts"].is_null()) continue;
    }
    questions.push_back(std::move(question));
    asked.push_back(&function);
  }
  ASSIGN_OR_RETURN(const std::vector<base::Json> answers, Ask(questions));
  for (size_t i = 0; i < asked.size(); ++i) {
    if (answers[i].is_null()) continue;
    Learn(KeyOf(*asked[i]), answers[i].at("parameters"));
    AddMatching(*asked[i], answers[i]);
  }
  return {};
}

base::Status TypeInference::Infer(std::vector<Function>& functions, const std::vector<Class>& classes) {
  for (Function& function : functions) {
    const auto* declared = model::DeclaredOf(declared_, function);
    function.types = ParametersOf(function);
    // What is written down knows of parameters that the program takes from `arguments`.
    for (size_t i = function.types.size(); declared != nullptr && i < declared->size(); ++i)
      function.types.push_back((*declared)[i]);
  }
  TRY(Probe(functions, false));
  TRY(Probe(functions, true));
  for (Function& function : functions) {
    Fill(KeyOf(function), model::DeclaredOf(declared_, function), function.types, classes);
    for (const Class& next : classes) {
      if (function.kind == Function::Kind::kConstructor && next.path == function.path) function.types = next.parameters;
      const bool method = function.kind == Function::Kind::kMethod && function.owner == next.name;
      const model::Member* member = method ? next.Find(function.path.empty() ? "" : function.path[0]) : nullptr;
      if (member != nullptr) function.types = member->parameters;
    }
  }
  AdoptByName(functions);
  return {};
}

}  // namespace kingbird::discover
