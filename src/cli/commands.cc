#include "cli/command.h"

namespace kingbird::cli {

Commands AllCommands() {
  Commands commands;
  commands.push_back(MakeDoctorCommand());
  commands.push_back(MakeCompletionCommand());
  return commands;
}

}  // namespace kingbird::cli
