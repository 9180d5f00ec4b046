// What is known about the target's classes before tests are made: their members and the types of their parameters.
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "discover/type_inference.h"
#include "generate/typed_values.h"
#include "load/loaded_target.h"
#include "model/class_info.h"
#include "model/report_data.h"

namespace kingbird::classes {

/// The target once more, rewritten so that operators tell what they meet. Loading it takes as long as loading the
/// target; it runs beside that.
base::Result<load::LoadedTarget> StartTypeProbe(env::Env& env, const target::Target& target);

struct ClassStudy {
  std::vector<model::Class> classes;
  std::vector<std::string> under_test;  ///< Names; empty: nothing to test here.
  std::optional<load::LoadedTarget> probe;
  std::unique_ptr<discover::TypeInference> inference;
  std::unique_ptr<generate::TypedValues> values;
  discover::Declarations declarations;  ///< Of the target, in comments and .d.ts files.
  std::set<std::string> throwers;       ///< What is documented there to throw.
  bool only_class = false;              ///< The user named one class.
};

/// Analyses the classes of the loaded target and infers types. For target#Class the class must be there: kNotFound with
/// the names that are; #function is no class, gives an empty study and leaves that function alone in the API. Without #
/// all classes are under test. `probe` is waited for when it was started early, else started if there are classes.
base::Result<ClassStudy> StudyClasses(env::Env& env, load::LoadedTarget& loaded,
                                      std::future<base::Result<load::LoadedTarget>> probe);

/// The types for reports: one entry per parameter of what is under test and of classes that serve as arguments.
std::vector<model::InferredType> ReportedTypes(const ClassStudy& study);
/// The same for functions.
std::vector<model::InferredType> ReportedTypes(const model::Api& api);

}  // namespace kingbird::classes
