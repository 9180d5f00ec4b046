#include "cli/command.h"
#include "cli/program.h"
#include "cli/watchdog.h"

int main(int argc, char** argv) {
  using namespace kingbird::cli;
  StartWatchdog();
  const int code = RunProgram({argv + 1, argv + argc}, AllCommands());
  StopWatchdog();
  return code;
}
