#include "campaign/campaign.h"
#include "cli/command.h"
#include "cli/test_command.h"

namespace kingbird::cli {

Commands AllCommands() {
  Commands commands;
  commands.push_back(MakeTestCommand(campaign::RunTests));
  commands.push_back(MakeDiffCommand());
  commands.push_back(MakeExploreCommand());
  commands.push_back(MakeGuardCommand());
  commands.push_back(MakeConformCommand());
  commands.push_back(MakeDiscoverCommand());
  commands.push_back(MakeMineCommand());
  commands.push_back(MakeReportCommand());
  commands.push_back(MakeInitCommand());
  commands.push_back(MakeDoctorCommand());
  commands.push_back(MakeCompletionCommand());
  return commands;
}

}  // namespace kingbird::cli
