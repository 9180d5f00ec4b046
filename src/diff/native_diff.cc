// `kingbird diff --native`: a built-in of the language and the implementation that replaces it.
#include <cctype>

#include "diff/comparison.h"
#include "diff/diff.h"
#include "diff/native.h"
#include "diff/setup_code.h"
#include "discover/signatures.h"
#include "emit/js_text.h"

namespace kingbird::diff {
namespace {

using generate::CallbackStrategy;

// The native side: an empty module of its own, so that both sides are alike in all but the implementation.
base::Result<target::Target> EmptyTarget(const base::TempFolder& folder, base::FileSystem& files) {
  TRY(files.Write(folder.path() / "native.js", "module.exports = {};\n"));
  target::Target target;
  target.kind = target::Target::Kind::kFile;
  target.name = "native";
  target.root = folder.path();
  target.entry = "native.js";
  target.display = "native";
  return target;
}

base::Result<std::string> AdapterOf(const env::Env& env) {
  const std::string& adapter = env.config.adapter;
  if (!adapter.ends_with(".js") && !adapter.ends_with(".cjs")) return adapter;
  ASSIGN_OR_RETURN(std::string text, env.files.Read(adapter));
  // A file may say module.exports = …, as files do.
  const std::string mark = "module.exports =";
  const size_t at = text.find(mark);
  if (at != std::string::npos) text = text.substr(at + mark.size());
  while (!text.empty() && (std::isspace(static_cast<unsigned char>(text.back())) != 0 || text.back() == ';')) {
    text.pop_back();
  }
  return text;
}

// A polyfill stands in a folder of its own inside a large package; its folder is all that is copied where that
// suffices.
target::Target Narrowed(target::Target target) {
  if (target.kind != target::Target::Kind::kFile) return target;
  const base::Path file = target.root / target.entry;
  target.root = file.parent_path();
  target.entry = file.filename();
  return target;
}

// Both sides of a comparison with a built-in, ready to run.
struct NativeSides {
  base::TempFolder folder;  ///< Of the native side.
  load::PrepareOptions before_options;
  load::PrepareOptions after_options;
  load::LoadedTarget before;
  load::LoadedTarget after;
};

base::Result<NativeSides> LoadNative(env::Env& env, const Native& native, const std::string& adapter,
                                     const target::Target& implementation) {
  ASSIGN_OR_RETURN(base::TempFolder folder, base::TempFolder::Make(env.files, "kingbird-native"));
  ASSIGN_OR_RETURN(const target::Target empty, EmptyTarget(folder, env.files));
  load::PrepareOptions options = OptionsOf(env);
  options.callable = false;
  const load::PrepareOptions native_options = options;
  ASSIGN_OR_RETURN(load::LoadedTarget before, load::Prepare(env, empty, options));
  options.loader = [native, adapter](const std::string& require_text) {
    return "module.exports = (() => {" + LoaderText(native, adapter, require_text) + "})();\n";
  };
  auto after = load::Prepare(env, Narrowed(implementation), options);
  if (!after.ok()) after = load::Prepare(env, implementation, options);
  if (!after.ok()) return ExplainNative(after.error(), native);
  return NativeSides{std::move(folder), native_options, options, std::move(before), std::move(*after)};
}

// What is called, and on what.
base::Result<generate::GrowerConfig> NativeGrowth(const env::Env& env, const Native& native, const Setup& setup,
                                                  bool adapted, runtime::Executor& executor) {
  generate::GrowerConfig growth;
  growth.nesting = env.config.nesting && env.config.callbacks == CallbackStrategy::kMix;
  ASSIGN_OR_RETURN(growth.setup, LookAtSetup(setup, native.class_name, native.methods, executor));
  growth.native_methods[native.class_name] = native.methods;
  // Methods borrowed by what has none of its own are left out where callbacks are made in the simplest ways, to see
  // what those find by themselves; and a class of another library may have no prototype to borrow from.
  const bool borrow =
      !adapted && (env.config.callbacks == CallbackStrategy::kMix || env.config.callbacks == CallbackStrategy::kWrites);
  const std::vector<generate::ScopeValue> holders = HoldersOf(native, borrow);
  growth.setup.insert(growth.setup.end(), holders.begin(), holders.end());
  return growth;
}

// How scripts load the two sides.
DiffOutput NativeOutput(const env::Env& env, const Native& native, const std::string& adapter,
                        const load::LoadedTarget& after, const Setup& setup) {
  DiffOutput output;
  output.before.side = {"native " + (native.names.size() == 1 ? native.names[0] : native.class_name), "undefined", ""};
  output.after = LinkOf(after, "implementation", env.Out("findings"));
  std::string& load = output.after.side.load;
  load = "(() => {" + LoaderText(native, adapter, load) + "})()";
  output.setup = setup;
  output.versions = false;
  output.likeness = {!adapter.empty() || native.class_name == "Promise"};
  return output;
}

}  // namespace

base::Result<model::RunReport> RunNativeDiff(env::Env& env, const target::Target& implementation,
                                             const env::ProgressSink& progress) {
  env::Phases phases(env, progress);
  phases.Begin("loading");
  ASSIGN_OR_RETURN(const Native native, ParseNatives(env.config.natives));
  ASSIGN_OR_RETURN(const std::string adapter, AdapterOf(env));
  ASSIGN_OR_RETURN(NativeSides sides, LoadNative(env, native, adapter, implementation));
  auto& [folder, before_options, after_options, before, after] = sides;

  phases.Begin("discovering");
  ASSIGN_OR_RETURN(const Setup setup, SetupFor(env, native.class_name, before, after));
  ASSIGN_OR_RETURN(generate::GrowerConfig growth, NativeGrowth(env, native, setup, !adapter.empty(), *before.executor));
  discover::SignatureConfig discovery;
  discovery.setup = setup.code;
  for (const generate::ScopeValue& value : growth.setup) {
    if (!value.shape.methods.empty()) discovery.receivers[value.shape.type].push_back(value.reference);
  }
  model::Api api = ApiOf(native);
  TRY(discover::DiscoverSignatures(api, *before.executor, *after.pool, discovery));
  ASSIGN_OR_RETURN(NativeLook look, LookAtNatives(native, setup, *before.executor, before.stage.manifest));
  if (adapter.empty()) {
    // One polyfill of many in a file: only its own text is under test.
    ASSIGN_OR_RETURN(const NativeLook own, LookAtNatives(native, setup, *after.executor, after.stage.manifest));
    after.subject = load::Subject::kBuiltIn;
    if (!own.counters.empty()) after.goal = own.counters;
  }

  Comparison comparison{before,
                        after,
                        before_options,
                        after_options,
                        std::move(api),
                        generate::ValuePool(after.pool->mined(), {}),
                        {},
                        std::move(growth),
                        {},
                        NativeOutput(env, native, adapter, after, setup),
                        CorpusOf(env, implementation),
                        std::move(look.reads)};
  return RunComparison(env, std::move(comparison), phases);
}

}  // namespace kingbird::diff
