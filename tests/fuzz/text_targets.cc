// Texts of a package: its manifest, its programs, what is written about them, what it prints.
#include "base/file_system.h"
#include "base/json.h"
#include "base/text.h"
#include "discover/declarations.h"
#include "discover/parameter_names.h"
#include "fuzz.h"
#include "load/import_paths.h"
#include "load/load_failure.h"
#include "mine/callback_miner.h"
#include "mine/documented_code.h"
#include "mine/example_miner.h"
#include "mine/nesting_miner.h"
#include "mine/sample_calls.h"
#include "oracle/node_output.h"
#include "regex/regex.h"
#include "syntax/instrument.h"
#include "syntax/literals.h"
#include "syntax/manifest.h"
#include "syntax/source_map.h"
#include "target/package_entry.h"
#include "target/project.h"
#include "target/source_entry.h"

namespace kingbird::fuzz {
namespace {

void RunDeclarations(std::string_view bytes) {
  const std::string text(bytes);
  discover::Declarations declarations;
  discover::ReadDeclarations(text, "index.d.ts", declarations);
  discover::ReadJsDoc(text, "index.js", declarations);
}

void RunManifest(std::string_view bytes) {
  base::FakeFileSystem files;
  for (const char* name : {"index.js", "lib/a.js", "src/index.ts", "packages/a/package.json", "packages/a/index.js"})
    (void)files.Write(base::Path("/p") / name, "{}");
  (void)files.Write("/p/package.json", bytes);
  (void)files.Write("/p/tsconfig.json", bytes);
  const load::ImportPaths paths(files, "/p");
  (void)paths.Find("src/index.ts", "./a");
  (void)target::LookAtProject(files, "/p");
  (void)discover::FindDeclarations("/p", "p", files);
  (void)syntax::SourceMap::Parse(std::string(bytes));
  const auto manifest = target::ReadManifest(files, "/p");
  if (!manifest.ok()) return;
  (void)target::FindEntry(files, "/p", *manifest);
  (void)target::FindSubpath(files, "/p", *manifest, "/a");
  (void)target::FindModules(files, "/p", *manifest);
  if (auto facts = syntax::FileFactsFromJson(*manifest); facts.ok()) (void)syntax::ToJson(*facts);
}

// Rewriting what parses gives what parses.
void RunRewriter(std::string_view bytes) {
  for (const syntax::PassList& passes :
       {syntax::PassList{syntax::PassKind::kCoverage},
        syntax::PassList{syntax::PassKind::kCoverage, syntax::PassKind::kReadTrace, syntax::PassKind::kTypeHooks},
        syntax::PassList{syntax::PassKind::kCoverage, syntax::PassKind::kConcolic}}) {
    (void)syntax::Instrument(std::string(bytes), "index.js", passes);
  }
}

void RunDocumentation(std::string_view bytes) {
  const std::string text(bytes);
  const auto is_target = [](const std::string& name) { return name == "p"; };
  model::Api api;
  api.functions.push_back({.path = {"f"}, .length = 1});
  mine::ExampleMiner examples(api, "p");
  const mine::Blocks blocks = mine::BlocksOf(text);
  for (const std::string& block : blocks.programs) examples.Read(block, is_target);
  (void)mine::SampleCalls(api, blocks.samples);
  for (const std::string& block : mine::CommentExamples(text)) examples.Read(block, is_target);
  (void)mine::MineNestings(text, is_target);
  mine::CallbackSources callbacks;
  mine::MineCallbacks(text, callbacks);
  (void)syntax::FindLiterals(text);
  discover::ParameterNames names;
  discover::CollectParameterNames(text, names);
}

void RunOutput(std::string_view bytes) {
  const std::string text(bytes);
  if (const auto printed = oracle::ReadPrintedError(text)) (void)oracle::OwnFrame(printed->frames, "/p");
  base::Error error{base::ErrorCode::kDoesNotLoad, "p does not load", "", text};
  (void)load::ExplainLoadFailure(error, "p");
  (void)base::Printable(text);
}

void RunPattern(std::string_view bytes) {
  std::u16string text;
  for (const char c : bytes) text.push_back(static_cast<char16_t>(static_cast<unsigned char>(c)));
  (void)regex::Parse(text, u"");
  (void)regex::Parse(text, u"u");
}

}  // namespace

std::vector<Target> TextTargets() {
  const std::vector<std::string> code = {"(",
                                         ")",
                                         "[",
                                         "]",
                                         "{",
                                         "}",
                                         "=>",
                                         "`${",
                                         "}`",
                                         "function* f(",
                                         "async ",
                                         "await ",
                                         "class A extends ",
                                         "yield ",
                                         "...",
                                         "?.",
                                         "?? ",
                                         "new ",
                                         "#x",
                                         "/*",
                                         "*/",
                                         "//",
                                         "\n",
                                         "'",
                                         "\"",
                                         "import(",
                                         "export default ",
                                         "for (;;) ",
                                         "static {",
                                         "label: "};
  const std::vector<std::string> types = {
      "export ", "declare ", "class ", "interface ", "type ", "= ", "keyof ", "infer ", "<",        ">",   "(", ")",
      "[",       "]",        "{",      "}",          "|",     "&",  "?:",     "=> ",    "@param {", "/**", "*/"};
  const std::vector<std::string> keys = {"\"exports\":",
                                         "\"main\":",
                                         "\"types\":",
                                         "\"workspaces\":",
                                         "\"compilerOptions\":",
                                         "\"paths\":",
                                         "\"extends\":",
                                         "\"mappings\":",
                                         "\"sources\":",
                                         "{",
                                         "}",
                                         "[",
                                         "]",
                                         "\"./*\":",
                                         "\"../\"",
                                         "\"counters\":",
                                         "null",
                                         "1e308"};
  return {
      {"declarations", RunDeclarations, {}, types},
      {"manifest", RunManifest, {}, keys},
      {"rewriter", RunRewriter, {}, code},
      {"documentation", RunDocumentation, {}, code},
      {"output", RunOutput, {}, {"    at f (/p/index.js:1:2)\n", "Error: ", "\n", "TypeError [CODE]: ", "Uncaught "}},
      {"pattern",
       RunPattern,
       {"a+(b|c)*?[^x-z]{2,3}\\1(?<n>x)\\k<n>(?=y)$", Repeated("(?<n", 10'000)},
       {"(", ")", "[", "{9999999999}", "(?:", "\\u{"}}};
}

}  // namespace kingbird::fuzz
