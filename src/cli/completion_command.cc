#include <cstdio>

#include "cli/command.h"
#include "cli/completion.h"
#include "cli/program.h"

namespace kingbird::cli {
namespace {

class CompletionCommand : public Command {
 public:
  std::string Name() const override { return "completion"; }
  std::string Summary() const override { return "Print a completion script for bash, zsh or fish"; }

  void Describe(CLI::App& app) override {
    app.add_option("shell", shell_, "bash, zsh or fish")->type_name("bash|zsh|fish");
    app.footer(
        "Examples:\n"
        "  source <(kingbird completion bash)          in ~/.bashrc\n"
        "  source <(kingbird completion zsh)           in ~/.zshrc\n"
        "  kingbird completion fish | source           in ~/.config/fish/config.fish");
  }

  base::Result<int> Run() override {
    const Commands commands = AllCommands();
    const auto app = MakeApp(commands);
    if (shell_ == "bash") return Print(BashCompletion(*app));
    if (shell_ == "zsh") return Print(ZshCompletion(*app));
    if (shell_ == "fish") return Print(FishCompletion(*app));
    return base::UsageError(shell_.empty() ? "completion needs a shell: bash, zsh or fish"
                                           : "no completion for '" + shell_ + "', only for bash, zsh and fish");
  }

 private:
  static int Print(const std::string& script) {
    std::fputs(script.c_str(), stdout);
    return kFine;
  }

  std::string shell_;
};

}  // namespace

std::unique_ptr<Command> MakeCompletionCommand() { return std::make_unique<CompletionCommand>(); }

}  // namespace kingbird::cli
