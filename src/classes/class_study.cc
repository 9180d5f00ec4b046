#include "classes/class_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "discover/class_analysis.h"
#include "discover/documented_throws.h"
#include "syntax/glob.h"

namespace kingbird::classes {
namespace {

// Percent of the time limit that inferring types must leave to the rest.
constexpr int kShareAfterStudy = 75;

base::Result<std::optional<generate::Pattern>> PatternOf(const std::string& flag, const std::string& source) {
  if (source.empty()) return std::optional<generate::Pattern>();
  auto pattern = generate::Pattern::Parse(source);
  if (!pattern.ok()) return base::UsageError(fmt::format("--{}: {}", flag, pattern.error().message));
  return std::optional<generate::Pattern>(std::move(*pattern));
}

// Leaves the one function of this name, with what it hands out; false when there is none.
bool KeepOnly(model::Api& api, const std::string& name) {
  const auto is_named = [&](const model::Function& function) {
    return model::ToString(function.path) == name ||
           std::any_of(function.aliases.begin(), function.aliases.end(),
                       [&](const model::AccessPath& alias) { return model::ToString(alias) == name; });
  };
  if (std::none_of(api.functions.begin(), api.functions.end(), is_named)) return false;
  std::erase_if(api.functions, [&](const model::Function& function) { return !is_named(function); });
  return true;
}

// A flag that would do nothing is refused.
base::Status CheckClassFlags(const env::Config& config, const ClassStudy& study) {
  if (!study.under_test.empty()) return {};
  const env::Config plain;
  const std::pair<bool, const char*> given[] = {
      {!config.strings.empty(), "--strings"},
      {!config.numbers.empty(), "--numbers"},
      {!config.method.empty(), "--method"},
      {config.sequence_length != plain.sequence_length, "--sequence-length"},
      {config.stale != plain.stale, "--stale"},
      {config.type_inference_delay != plain.type_inference_delay, "--type-inference-delay"}};
  for (const auto& [is_given, flag] : given) {
    if (is_given) return base::UsageError(fmt::format("{} is for classes, and none is under test", flag));
  }
  return {};
}

base::Status ChooseUnderTest(const env::Env& env, load::LoadedTarget& loaded, ClassStudy& study) {
  const std::string& member = loaded.target.member;
  if (member.empty()) {
    const auto chosen = [&](const std::vector<std::string>& patterns, const model::Class& next) {
      return syntax::MatchesAnyGlob(patterns, next.name) ||
             syntax::MatchesAnyGlob(patterns, model::ToString(next.path));
    };
    for (const model::Class& next : study.classes) {
      const bool wanted = env.config.only.empty() || chosen(env.config.only, next);
      if (wanted && !chosen(env.config.skip, next)) study.under_test.push_back(next.name);
    }
    return {};
  }
  const std::string name = env.config.name_space.empty() ? member : env.config.name_space + "." + member;
  const model::Class* found = discover::FindClass(study.classes, name);
  if (found == nullptr) {
    if (KeepOnly(loaded.api, name)) return {};
    std::vector<std::string> known;
    for (const model::Class& next : study.classes) known.push_back(next.name);
    return base::NotFoundError(fmt::format("{} has no class or function {}", loaded.target.name, name),
                               known.empty() ? "it exports no class" : "its classes: " + base::Join(known, ", "));
  }
  const bool has = env.config.method.empty() || env.config.method == "constructor" ||
                   found->HasMember(env.config.method) ||
                   std::any_of(found->members.begin(), found->members.end(),
                               [&](const model::Member& one) { return one.name == env.config.method; });
  if (!has) {
    std::vector<std::string> known;
    for (const model::Member& one : found->members) known.push_back(one.name);
    return base::NotFoundError(fmt::format("{} has no method {}", found->name, env.config.method),
                               "it has " + base::Join(known, ", "));
  }
  study.under_test.push_back(found->name);
  study.only_class = true;
  return {};
}

// Of TypeScript the sources themselves.
std::vector<base::Path> DeclaringFiles(const env::Env& env, const target::Target& target) {
  std::vector<base::Path> files;
  if (!target.source.empty()) files.push_back(target.origin / target.source);
  for (const target::Module& module : target.modules) {
    if (!module.source.empty()) files.push_back(target.origin / module.source);
  }
  if (!files.empty()) return files;
  return {target.kind == target::Target::Kind::kFile
              ? (target.root / target.entry).replace_extension(".d.ts")
              : discover::FindDeclarations(target.root, target.name, env.package)};
}

void Report(const std::string& function, const std::vector<model::ParameterType>& parameters,
            std::vector<model::InferredType>& into) {
  for (const model::ParameterType& parameter : parameters) {
    const model::Type type = parameter.optional
                                 ? model::Type::Union({parameter.type, model::Type::Of(model::Type::Kind::kUndefined)})
                                 : parameter.type;
    into.push_back({function, parameter.rest ? "..." + parameter.name : parameter.name, model::ToString(type),
                    parameter.evidence});
  }
}

// What JSDoc and .d.ts files say about the target.
void ReadDocumented(const env::Env& env, const load::LoadedTarget& loaded, ClassStudy& study) {
  const target::Target& target = loaded.target;
  for (const syntax::ManifestFile& file : loaded.stage.manifest.files) {
    const auto source = env.package.Read(target.root / file.key);
    if (!source.ok()) continue;
    discover::ReadJsDoc(*source, file.key, study.declarations);
    discover::ReadDocumentedThrows(*source, study.throwers);
  }
  for (const base::Path& declared : DeclaringFiles(env, target)) {
    if (declared.empty() || !env.package.IsFile(declared)) continue;
    const std::string text = discover::ReadDeclarationFiles(declared, env.package);
    discover::ReadDeclarations(text, declared.filename().string(), study.declarations);
    discover::ReadDocumentedThrows(text, study.throwers);
  }
}

}  // namespace

base::Result<load::LoadedTarget> StartTypeProbe(env::Env& env, const target::Target& target) {
  load::PrepareOptions options;
  options.jobs = 1;
  options.passes = {syntax::PassKind::kTypeHooks};
  options.few_tests = true;
  return load::Reload(env, target, options);
}

base::Result<ClassStudy> StudyClasses(env::Env& env, load::LoadedTarget& loaded,
                                      std::future<base::Result<load::LoadedTarget>> probe) {
  ClassStudy study;
  ASSIGN_OR_RETURN(study.classes, discover::FindClasses(*loaded.executor, loaded.stage.manifest));
  TRY(ChooseUnderTest(env, loaded, study));
  TRY(CheckClassFlags(env.config, study));
  ASSIGN_OR_RETURN(auto strings, PatternOf("strings", env.config.strings));
  ASSIGN_OR_RETURN(auto numbers, PatternOf("numbers", env.config.numbers));
  study.values = std::make_unique<generate::TypedValues>(*loaded.pool, std::move(strings), std::move(numbers));
  discover::InferenceConfig config;
  config.delay = env.config.type_inference_delay;
  config.seed = 1;  // Apart from the run's seed: types depend on the target alone.
  config.stop = [&env] { return env.Hurries(kShareAfterStudy); };
  auto started = probe.valid() ? probe.get() : StartTypeProbe(env, loaded.target);
  if (started.ok()) {
    study.probe = std::move(*started);
  } else {
    // Member accesses and coercions are seen without hooks too.
    env.log.Warning("types are inferred without operators: {}", started.error().message);
  }
  study.inference =
      std::make_unique<discover::TypeInference>(study.probe ? *study.probe->executor : *loaded.executor, config);
  ReadDocumented(env, loaded, study);
  study.inference->Declare(study.declarations);
  std::vector<const model::Class*> all;
  for (const model::Class& next : study.classes) all.push_back(&next);
  TRY(study.inference->Infer(study.classes, all));
  if (!study.only_class) TRY(study.inference->Infer(loaded.api.functions, study.classes));
  return study;
}

std::vector<model::InferredType> ReportedTypes(const ClassStudy& study) {
  std::vector<model::InferredType> types;
  for (const model::Class& next : study.classes) {
    Report("new " + model::ToString(next.path.empty() ? model::AccessPath{next.name} : next.path), next.parameters,
           types);
    for (const model::Member& member : next.members) {
      if (member.kind != model::Member::Kind::kGet) Report(model::MemberName(next, member), member.parameters, types);
    }
  }
  return types;
}

std::vector<model::InferredType> ReportedTypes(const model::Api& api) {
  std::vector<model::InferredType> types;
  for (const model::Function& function : api.functions) {
    if (function.kind == model::Function::Kind::kFunction) Report(function.Name(), function.types, types);
  }
  return types;
}

}  // namespace kingbird::classes
