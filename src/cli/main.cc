#include "cli/command.h"
#include "cli/program.h"

int main(int argc, char** argv) {
  using namespace kingbird::cli;
  return RunProgram({argv + 1, argv + argc}, AllCommands());
}
