#include "cli/progress_printer.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

namespace kingbird::cli {
namespace {

// Of the terminal that shows the progress; 0 when it is none.
int TerminalColumns() {
  if (isatty(STDERR_FILENO) != 1) return 0;
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

ProgressPrinter::ProgressPrinter(const env::Config& config)
    : line_(TerminalColumns(), [quiet = config.log_level == base::LogLevel::kQuiet](std::string_view text) {
        if (!quiet) std::fwrite(text.data(), 1, text.size(), stderr);
      }) {}

}  // namespace kingbird::cli
