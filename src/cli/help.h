// How help pages look: usage, what it does, the arguments, the flags in two columns, examples last.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace kingbird::cli {

class HelpFormatter : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

}  // namespace kingbird::cli
