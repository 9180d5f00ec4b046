#include <fmt/format.h>

#include <cstdio>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/session.h"
#include "load/loaded_target.h"

namespace kingbird::cli {
namespace {

class DiscoverCommand : public Command {
 public:
  std::string Name() const override { return "discover"; }
  std::string Summary() const override { return "List what can be called, and where callbacks go"; }

  void Describe(CLI::App& app) override {
    app.add_option("target", target_,
                   "name[@version] of an npm package, a folder, a file, file#Class or file#function");
    options_.AddTo(app, {"reporter", "jobs", "memory", "seed", "node", "sandbox", "log"});
    app.footer(
        "Per function one line for each way to call it: _ is a plain value, sync a callback that runs before the call\n"
        "returns, async one that runs later.\n"
        "\n"
        "Examples:\n"
        "  kingbird discover jsonfile@6.1.0\n"
        "  kingbird discover . --reporter json");
  }

  base::Result<int> Run() override {
    if (target_.empty()) return base::UsageError("discover needs a target", "for instance kingbird discover q");
    ASSIGN_OR_RETURN(const auto session, Session::Start(options_, target_, Output::kNone));
    ASSIGN_OR_RETURN(load::LoadedTarget loaded, load::Prepare(session->env(), session->target()));
    TRY(load::FindSignatures(session->env(), loaded));
    if (session->env().interrupted) return kInterrupted;
    const bool json = session->config().reporter == env::Reporter::kJson;
    std::fputs((json ? Json(loaded.api) : Text(loaded.api)).c_str(), stdout);
    return kFine;
  }

 private:
  static std::vector<std::string> Words(const model::Signature& signature) {
    std::vector<std::string> words;
    for (model::Position position : signature.arguments) words.emplace_back(ToString(position));
    for (const auto& option : signature.options) {
      const auto at = static_cast<size_t>(option.position);
      if (at < words.size()) words[at] = fmt::format("{{{}: {}}}", option.key, ToString(option.kind));
    }
    return words;
  }

  static std::string Text(const model::Api& api) {
    std::string text;
    for (const model::Function& function : api.functions) {
      if (function.signatures.empty()) text += base::Printable(function.Name()) + "\n";
      for (const model::Signature& signature : function.signatures) {
        text += fmt::format("{}({}){}\n", base::Printable(function.Name()),
                            base::Printable(base::Join(Words(signature), ", ")),
                            signature.returns_promise ? "  returns a promise" : "");
      }
      const std::vector<std::string> names = function.Names();
      for (size_t i = 1; i < names.size(); ++i)
        text += fmt::format("{} is {}\n", base::Printable(names[i]), base::Printable(names[0]));
    }
    return text;
  }

  static std::string Json(const model::Api& api) {
    base::Json functions = base::Json::array();
    for (const model::Function& function : api.functions) {
      base::Json entry = ToJson(function);
      entry["name"] = function.Name();
      functions.push_back(std::move(entry));
    }
    return base::PrettyJson({{"functions", functions}});
  }

  Options options_;
  std::string target_;
};

}  // namespace

std::unique_ptr<Command> MakeDiscoverCommand() { return std::make_unique<DiscoverCommand>(); }

}  // namespace kingbird::cli
