#include "discover/class_analysis.h"

#include <fmt/format.h>

#include <algorithm>

namespace kingbird::discover {
namespace {

constexpr std::chrono::milliseconds kDeadline{5000};
constexpr size_t kMostUnnamed = 8;  // parameters

std::vector<model::ParameterType> ReadParameters(const base::Json& json) {
  std::vector<model::ParameterType> parameters;
  for (std::string name : json.at("parameters").get<std::vector<std::string>>()) {
    model::ParameterType parameter;
    parameter.rest = name.starts_with("...");
    if (parameter.rest) name = name.substr(3);
    parameter.optional = name.ends_with("=");
    if (parameter.optional) name.pop_back();
    parameter.name = name.empty() ? fmt::format("argument{}", parameters.size() + 1) : name;
    parameters.push_back(std::move(parameter));
  }
  // Native and patterned parameter lists show only their length.
  while (parameters.size() < std::min(json.at("length").get<size_t>(), kMostUnnamed))
    parameters.push_back({fmt::format("argument{}", parameters.size() + 1), {}, false, false, ""});
  return parameters;
}

model::Member ReadMember(const base::Json& json, const syntax::Manifest& manifest) {
  model::Member member;
  member.name = json.at("name").get<std::string>();
  const base::Json& kind = json.at("kind");
  member.kind = kind == "get"   ? model::Member::Kind::kGet
                : kind == "set" ? model::Member::Kind::kSet
                                : model::Member::Kind::kMethod;
  member.is_static = json.at("static").get<bool>();
  member.inherited = json.at("inherited").get<bool>();
  member.is_async = json.at("async").get<bool>();
  member.is_generator = json.at("generator").get<bool>();
  member.parameters = ReadParameters(json);
  member.counters = ReadCounters(json, manifest);
  return member;
}

/// Only the constructor's part of a class counts for the constructor itself.
model::Hits ConstructorCounters(const base::Json& json, const syntax::Manifest& manifest) {
  const FoundSite found = ReadSite(json, manifest);
  if (found.file == nullptr) return {};
  if (!found.site->is_class) return found.file->CountersOf(*found.site);
  if (found.site->constructor >= found.file->sites.size()) return {};
  return found.file->CountersOf(found.file->sites[found.site->constructor]);
}

}  // namespace

FoundSite ReadSite(const base::Json& json, const syntax::Manifest& manifest) {
  const auto site = json.find("site");
  if (site == json.end()) return {};
  const syntax::ManifestFile* file = manifest.Find((*site)[0].get<std::string>());
  const auto number = (*site)[1].get<uint32_t>();
  if (file == nullptr || number >= file->sites.size()) return {};
  return {file, &file->sites[number]};
}

model::Hits ReadCounters(const base::Json& json, const syntax::Manifest& manifest) {
  const FoundSite found = ReadSite(json, manifest);
  return found.file == nullptr ? model::Hits() : found.file->CountersOf(*found.site);
}

std::vector<model::Class> ReadClasses(const base::Json& description, const syntax::Manifest& manifest) {
  std::vector<model::Class> classes;
  for (const base::Json& json : description.at("classes")) {
    model::Class next;
    next.path = json.at("path").get<model::AccessPath>();
    next.name = json.at("name").get<std::string>();
    next.base = json.at("base").get<std::string>();
    next.parameters = ReadParameters(json);
    next.fields = json.at("fields").get<std::vector<std::string>>();
    for (const base::Json& member : json.at("members")) next.members.push_back(ReadMember(member, manifest));
    next.whole = ReadCounters(json, manifest);
    next.counters = ConstructorCounters(json, manifest);
    next.iterable = json.at("iterable").get<bool>();
    next.constructed = json.at("constructed").get<bool>();
    classes.push_back(std::move(next));
  }
  return classes;
}

base::Result<std::vector<model::Class>> FindClasses(runtime::Executor& executor, const syntax::Manifest& manifest) {
  const base::Json question = {{"ask", ToString(runtime::Question::kClasses)}};
  ASSIGN_OR_RETURN(const std::vector<base::Json> answers, executor.Ask({&question, 1}, kDeadline));
  if (answers.empty() || answers[0].is_null()) return std::vector<model::Class>();
  return ReadClasses(answers[0], manifest);
}

const model::Class* FindClass(const std::vector<model::Class>& classes, const std::string& name) {
  for (const model::Class& next : classes) {
    if (model::ToString(next.path) == name) return &next;
  }
  for (const model::Class& next : classes) {
    if (next.name == name || (!next.path.empty() && next.path.back() == name)) return &next;
  }
  return nullptr;
}

}  // namespace kingbird::discover
