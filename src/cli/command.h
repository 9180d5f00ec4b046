// One subcommand: describes itself to CLI11, then runs. Each lives in a file of its own (test_command.cc,
// doctor_command.cc …) and is listed in commands.cc, in the order in which help shows them.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace kingbird::cli {

/// The exit codes of the contract.
enum ExitCode : int {
  kFine = 0,
  kFindings = 1,  ///< Or a threshold missed, or no test produced.
  kUsage = 2,
  kEnvironment = 3,
  kInterrupted = 130,
};

int ExitCodeOf(const base::Error& error);

class Command {
 public:
  virtual ~Command() = default;
  virtual std::string Name() const = 0;
  /// One line, starts with a verb.
  virtual std::string Summary() const = 0;
  /// Adds positionals, flags and examples (the footer). `app` lives as long as the command.
  virtual void Describe(CLI::App& app) = 0;
  /// A command that runs a program is given its words, those behind `--`. Null: the command takes none.
  virtual std::vector<std::string>* Program() { return nullptr; }
  /// The exit code; an Error becomes one line "kingbird: …" and the code that goes with it.
  virtual base::Result<int> Run() = 0;
};

using Commands = std::vector<std::unique_ptr<Command>>;
Commands AllCommands();

std::unique_ptr<Command> MakeDiffCommand();
std::unique_ptr<Command> MakeExploreCommand();
std::unique_ptr<Command> MakeGuardCommand();
std::unique_ptr<Command> MakeConformCommand();
std::unique_ptr<Command> MakeDiscoverCommand();
std::unique_ptr<Command> MakeMineCommand();
std::unique_ptr<Command> MakeReportCommand();
std::unique_ptr<Command> MakeInitCommand();
std::unique_ptr<Command> MakeDoctorCommand();
std::unique_ptr<Command> MakeCompletionCommand();

}  // namespace kingbird::cli
