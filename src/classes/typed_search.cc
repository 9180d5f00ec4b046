// Functions are put before the builder of class tests as static members of whatever holds them, which makes one call
// with arguments of their types; where they are declared to return a function, that is called too. Every function gets
// a few tries, in rounds, so that what time there is goes to all of them.
#include "classes/typed_search.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "env/run_options.h"
#include "generate/object_builder.h"
#include "generate/typed_arguments.h"
#include "loop/generation.h"
#include "oracle/engine_error.h"
#include "suite/bad_end.h"

namespace kingbird::classes {
namespace {

constexpr size_t kSearchRound = 16;
// In processes of their own, and then in the batch lane.
constexpr int kTriesPerFunction = 24;
constexpr int kMostTests = 1500;
constexpr size_t kLaneRound = 512;
constexpr int kLaneTriesPerFunction = 200;
constexpr int kMostLaneTests = 8192;
constexpr int kShareOfTime = 8;        // percent
constexpr double kShareOfTyped = 0.5;  // of all the time: what is left is for the suite
constexpr size_t kMostThrowers = 40;
constexpr int kMostHangs = 3;
// Stands for the module itself, which has no name to be a member by.
constexpr char kModule[] = "(module)";

using model::Class;
using model::Function;
using model::Type;

// A value of it can be made without an instance of something.
bool IsMakeable(const Type& type, const std::vector<Class>& classes) {
  if (type.kind == Type::Kind::kAny) return !type.name.empty();
  if (type.kind == Type::Kind::kClass)
    return std::any_of(classes.begin(), classes.end(), [&](const Class& one) { return one.name == type.name; });
  if (type.kind == Type::Kind::kUnion)
    return std::any_of(type.parts.begin(), type.parts.end(),
                       [&](const Type& part) { return IsMakeable(part, classes); });
  return std::all_of(type.fields.begin(), type.fields.end(),
                     [&](const model::TypeField& field) { return field.optional || IsMakeable(field.type, classes); });
}

// Without the parts of unions and the optional fields that cannot be made.
Type Makeable(Type type, const std::vector<Class>& classes) {
  std::erase_if(type.fields, [&](const model::TypeField& field) { return !IsMakeable(field.type, classes); });
  for (model::TypeField& field : type.fields) field.type = Makeable(std::move(field.type), classes);
  if (!type.IsUnion()) return type;
  std::erase_if(type.parts, [&](const Type& part) { return !IsMakeable(part, classes); });
  for (Type& part : type.parts) part = Makeable(std::move(part), classes);
  return type;
}

// Nothing where a required one cannot be made; cut before an optional one that cannot.
std::optional<std::vector<model::ParameterType>> Makeable(const std::vector<model::ParameterType>& parameters,
                                                          const std::vector<Class>& classes) {
  std::vector<model::ParameterType> made;
  for (const model::ParameterType& parameter : parameters) {
    if (!IsMakeable(parameter.type, classes)) {
      if (!parameter.optional && !parameter.rest) return std::nullopt;
      break;
    }
    made.push_back(parameter);
    made.back().type = Makeable(parameter.type, classes);
  }
  return made;
}

std::vector<Class> HoldersOf(const model::Api& api, const std::vector<Class>& classes,
                             const suite::Contracts& contracts) {
  std::map<model::AccessPath, Class> holders;
  for (const Function& function : api.functions) {
    const auto* declared = function.kind == Function::Kind::kFunction ? contracts.Of(function) : nullptr;
    const auto parameters = declared == nullptr ? std::nullopt : Makeable(*declared, classes);
    if (!parameters) continue;
    model::AccessPath path = function.path;
    model::Member member;
    member.name = path.empty() ? kModule : path.back();
    member.is_static = true;
    member.parameters = *parameters;
    if (!path.empty()) path.pop_back();
    Class& holder = holders[path];
    holder.path = path;
    holder.name = "holder of " + model::ToString(path);
    holder.members.push_back(std::move(member));
  }
  std::vector<Class> found;
  for (auto& [path, holder] : holders) found.push_back(std::move(holder));
  return found;
}

// Classes whose constructor and methods somebody declared.
std::vector<Class> DeclaredOf(const std::vector<Class>& classes, const suite::Contracts& contracts) {
  std::vector<Class> found;
  for (Class next : classes) {
    Function constructor;
    constructor.kind = Function::Kind::kConstructor;
    constructor.path = next.path;
    const auto* declared = contracts.Of(constructor);
    const auto parameters = declared == nullptr ? std::nullopt : Makeable(*declared, classes);
    if (!parameters) continue;
    next.parameters = *parameters;
    std::erase_if(next.members, [&](model::Member& member) {
      Function method;
      method.kind = Function::Kind::kMethod;
      method.owner = next.name;
      method.path = {member.name};
      const auto* known =
          member.kind == model::Member::Kind::kMethod && !member.is_static ? contracts.Of(method) : nullptr;
      const auto typed = known == nullptr ? std::nullopt : Makeable(*known, classes);
      if (typed) member.parameters = *typed;
      return !typed.has_value();
    });
    found.push_back(std::move(next));
  }
  return found;
}

void Restore(model::TestCase& test) {
  auto root = std::make_shared<model::Callback>(*test.root);
  for (model::Call& call : root->body) {
    if (call.path == model::AccessPath{kModule}) call.path.clear();
  }
  test.root = root;
}

/// Every function and method that somebody declared, called with values of the declared types.
class TypedCalls : public loop::Generator {
 public:
  /// All of them must outlive it.
  TypedCalls(const std::vector<Class>& subjects, const ClassStudy& study, const suite::Contracts& contracts,
             base::Rng rng)
      : builder_(subjects, NamesOf(subjects), *study.values, {4, "", 0}),
        classes_(study.classes),
        arguments_(study.classes, *study.values),
        contracts_(contracts),
        rng_(rng) {}

  std::vector<model::TestCase> Propose(size_t count, const loop::Standing&) override {
    proposed_.clear();
    for (size_t i = 0; i < count; ++i, ++built_) {
      model::TestCase test = builder_.Build(rng_).test;
      Restore(test);
      CallResult(test, rng_);
      // Each costs its deadline, so of one subject a few have to do.
      if (hangs_[model::SubjectOf(test)] < kMostHangs && (!in_lane_ || FitsLane(test)))
        proposed_.push_back(std::move(test));
    }
    return proposed_;
  }

  void Absorb(size_t i, const model::Execution& execution, const loop::News&) override {
    const model::TestCase& test = proposed_[i];
    (execution.IsClean() ? clean_ : doubtful_).insert(model::SubjectOf(test));
    if (execution.depends_on_machine) return;
    const std::set<int> fitting = contracts_.Fitting(test, execution);
    if (execution.end != model::End::kFinished && contracts_.Fits(test, execution)) Note({test, execution, 0});
    for (const model::Call& call : test.root->body) {
      const model::Value* error = suite::Thrown(execution, call.id);
      if (error == nullptr || !oracle::IsEngineError(*error) || !fitting.contains(call.id)) continue;
      if (!HasReceiver(call, execution)) continue;
      Note({test, execution, call.id});
    }
  }

  int built() const { return built_; }
  /// From now on only what may share a process: what was over when it returned, whenever it ran.
  void EnterLane() {
    in_lane_ = true;
    built_ = 0;
  }
  bool HasLane() const {
    return std::ranges::any_of(clean_, [&](const auto& one) { return !doubtful_.contains(one); });
  }
  std::vector<loop::BadEnd> TakeFound() { return std::move(found_); }

 private:
  // A function that the last call is declared to return is called as well.
  void CallResult(model::TestCase& test, base::Rng& rng) const {
    const auto* declared = contracts_.OfResult(test.root->body.back());
    const auto parameters = declared == nullptr ? std::nullopt : Makeable(*declared, classes_);
    if (!parameters) return;
    generate::Draft draft;
    draft.body = test.root->body;
    draft.next_id = test.next_id;
    model::Call call;
    call.kind = model::Call::Kind::kMethod;
    call.receiver = model::Argument::Result(draft.body.back().id);
    call.arguments = arguments_.All(draft, *parameters, 0, rng);
    call.id = draft.next_id++;
    draft.body.push_back(std::move(call));
    auto root = std::make_shared<model::Callback>(*test.root);
    root->body = std::move(draft.body);
    test = {root, draft.next_id};
  }

  bool FitsLane(const model::TestCase& test) const {
    const std::string subject = model::SubjectOf(test);
    return clean_.contains(subject) && !doubtful_.contains(subject);
  }

  // What it is called on came into being.
  static bool HasReceiver(const model::Call& call, const model::Execution& execution) {
    if (!call.receiver || call.receiver->kind != model::Argument::Kind::kResult) return true;
    const model::Event* made = execution.Find(model::Event::Kind::kReturn, call.receiver->node);
    if (made == nullptr || made->values.empty()) return false;
    const model::Value::Kind kind = made->values[0].kind;
    return kind != model::Value::Kind::kUndefined && kind != model::Value::Kind::kNull;
  }

  void Note(const loop::BadEnd& end) {
    const model::Value* error = suite::ErrorOf(end);
    std::string what = suite::FunctionOf(end) + " of " + model::SubjectOf(end.test) + " " +
                       std::string(ToString(suite::KindOf(end))) + " " +
                       (error == nullptr ? "" : oracle::ErrorPattern(*error));
    // Not every one of them comes about again, and the others of that function may.
    const bool hang = end.thrower == 0 && end.execution.end == model::End::kTimedOut;
    if (hang) what += std::to_string(++hangs_[model::SubjectOf(end.test)]);
    if (found_.size() < kMostThrowers && seen_.insert(what).second) found_.push_back(end);
  }

  static std::vector<std::string> NamesOf(const std::vector<Class>& subjects) {
    std::vector<std::string> names;
    for (const Class& subject : subjects) names.push_back(subject.name);
    return names;
  }

  generate::ObjectBuilder builder_;
  const std::vector<Class>& classes_;
  generate::TypedArguments arguments_;
  const suite::Contracts& contracts_;
  base::Rng rng_;
  std::vector<model::TestCase> proposed_;  // by the last Propose
  int built_ = 0;
  std::vector<loop::BadEnd> found_;
  std::set<std::string> seen_;
  std::map<std::string, int> hangs_;
  bool in_lane_ = false;
  // By subject: those that were seen in processes of their own to leave nothing behind, and those that do sometimes.
  std::set<std::string> clean_;
  std::set<std::string> doubtful_;
};

}  // namespace

base::Result<std::vector<loop::BadEnd>> SearchTyped(env::Env& env, load::LoadedTarget& loaded, const ClassStudy& study,
                                                    const suite::Contracts& contracts) {
  if (loaded.subject == load::Subject::kClass) return std::vector<loop::BadEnd>();  // the class was tested so already
  std::vector<Class> subjects = HoldersOf(loaded.api, study.classes, contracts);
  // Of file#function that function alone.
  if (loaded.target.member.empty()) {
    for (Class& next : DeclaredOf(study.classes, contracts)) subjects.push_back(std::move(next));
  }
  int members = 0;
  for (const Class& next : subjects) members += static_cast<int>(next.members.size());
  if (members == 0 || env.Hurries(100 - static_cast<int>(100 * kShareOfTyped))) return std::vector<loop::BadEnd>();
  TypedCalls calls(subjects, study, contracts, env.Rng("typed"));
  loop::Turn turn{&calls, kSearchRound};
  turn.arguments_before = true;
  loop::Plan plan;
  plan.turns = {turn};
  plan.share_of_time = kShareOfTyped;
  plan.most_tests = std::numeric_limits<int>::max();
  const auto end = env.Elapsed() + env.config.time_limit * kShareOfTime / 100;
  const auto in_vain = [&](int most) {
    return [&, most](const loop::Generated&, int) {
      return calls.built() >= most || (env.config.time_limit.count() > 0 && env.Elapsed() > end);
    };
  };
  plan.enough = in_vain(std::min(kMostTests, members * kTriesPerFunction));
  // What these tests reach is for the generators that follow to reach: they count as no tests of the run.
  const env::ProgressSink silent = [](const model::Progress&) {};
  const syntax::Manifest& manifest = loaded.stage.manifest;
  ASSIGN_OR_RETURN(loop::Generated generated, loop::Generate(env, *loaded.executor, manifest, plan, silent));
  calls.EnterLane();
  if (env::RunOptionsOf(env).FitsBatchLane() && calls.HasLane() && !plan.enough(generated, 0) && !env.interrupted) {
    loop::Turn& lane = plan.turns.front();
    lane.count = kLaneRound;
    lane.screening = loop::Screening::kAll;
    lane.news_by = runtime::NewsBy::kSubject;
    plan.enough = in_vain(std::min(kMostLaneTests, members * kLaneTriesPerFunction));
    ASSIGN_OR_RETURN(generated, loop::Generate(env, *loaded.executor, manifest, plan, silent, std::move(generated)));
  }
  env.stats.Add("typed.tests", generated.executed);
  env.stats.Add("typed.screened", generated.screened);
  return calls.TakeFound();
}

}  // namespace kingbird::classes
