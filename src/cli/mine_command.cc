#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/json.h"
#include "base/package_files.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/watchdog.h"
#include "mine/corpus.h"

namespace kingbird::cli {
namespace {

using model::NestingExample;

std::vector<std::string> OuterWords(const NestingExample& example) {
  std::vector<std::string> words;
  for (model::Position position : example.outer_arguments) {
    words.emplace_back(position == model::Position::kPlain ? "_" : "callback");
  }
  return words;
}

std::vector<std::string> InnerWords(const NestingExample& example) {
  std::vector<std::string> words;
  for (const auto& link : example.inner_arguments) {
    switch (link.kind) {
      case NestingExample::Link::Kind::kAny:
        words.emplace_back("_");
        break;
      case NestingExample::Link::Kind::kOuter:
        words.push_back(fmt::format("outer@{}", link.index));
        break;
      case NestingExample::Link::Kind::kParameter:
        words.push_back(fmt::format("cb@{}", link.index));
        break;
    }
  }
  return words;
}

class MineCommand : public Command {
 public:
  std::string Name() const override { return "mine"; }
  std::string Summary() const override { return "List how client code nests calls of a package"; }

  void Describe(CLI::App& app) override {
    app.add_option("folders", folders_, "Folders with code that uses the package")->type_name("DIR");
    app.add_option("--package", package_, "The name clients import it by")->type_name("NAME")->group("Flags");
    options_.AddTo(app, {"reporter", "memory"});
    app.footer(
        "In a nesting, outer@0 is the first argument of the outer call and cb@1 the second parameter of the callback.\n"
        "kingbird test learns from such folders with --mine DIR.\n"
        "\n"
        "Example:\n"
        "  kingbird mine src examples --package fs-extra");
  }

  base::Result<int> Run() override {
    if (folders_.empty()) return base::UsageError("mine needs a folder", "for instance kingbird mine src --package q");
    if (package_.empty()) return base::UsageError("mine needs --package NAME");
    const base::FileSystem& files = base::Disk();
    ASSIGN_OR_RETURN(const env::Config config, options_.Resolve(files));
    LimitMemory(config);
    mine::CorpusConfig corpus;
    corpus.package = package_;
    corpus.defaults = false;
    for (const std::string& folder : folders_) {
      if (!files.IsFolder(folder)) return base::NotFoundError(fmt::format("the folder {} does not exist", folder));
      corpus.folders.emplace_back(folder);
    }
    mine::CorpusStats stats;
    std::vector<NestingExample> examples =
        mine::MineCorpus(corpus, base::PackageFiles(files, corpus.folders), stats).nestings;
    std::stable_sort(examples.begin(), examples.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
    const bool json = config.reporter == env::Reporter::kJson;
    std::fputs((json ? Json(examples, stats) : Text(examples, stats)).c_str(), stdout);
    return kFine;
  }

 private:
  static std::string Text(const std::vector<NestingExample>& examples, const mine::CorpusStats& stats) {
    std::string text;
    for (const NestingExample& example : examples) {
      text += fmt::format("{:>5} ×  {}({}) → {}({})\n", example.count, base::Printable(example.outer),
                          base::Join(OuterWords(example), ", "), base::Printable(example.inner),
                          base::Join(InnerWords(example), ", "));
    }
    return text + fmt::format("{} nestings in {} files\n", examples.size(), stats.files);
  }

  static std::string Json(const std::vector<NestingExample>& examples, const mine::CorpusStats& stats) {
    base::Json nestings = base::Json::array();
    for (const NestingExample& example : examples) {
      nestings.push_back({{"outer", example.outer},
                          {"outer_args", OuterWords(example)},
                          {"inner", example.inner},
                          {"inner_args", InnerWords(example)},
                          {"count", example.count}});
    }
    return base::PrettyJson({{"files", stats.files}, {"nestings", nestings}});
  }

  Options options_;
  std::string package_;
  std::vector<std::string> folders_;
};

}  // namespace

std::unique_ptr<Command> MakeMineCommand() { return std::make_unique<MineCommand>(); }

}  // namespace kingbird::cli
