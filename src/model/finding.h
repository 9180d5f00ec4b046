// Something worth telling the user: a crash, a hang, a difference. It grows on its way: what was found, then the script
// that shows it, then where the script shows it. The reporters and the store read what came of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/test_case.h"

namespace kingbird::model {

struct Finding {
  std::string id;        ///< Stable for the same kind and function: "crash-readFile-1".
  std::string kind;      ///< See docs/glossary.md; diff: the kinds of the contract.
  std::string function;  ///< Function::Name.
  std::string message;   ///< One line.
  std::string repro;     ///< Of the stand-alone script, relative to the output folder: "findings/crash-readFile-1.cjs".
  std::string repro_text;  ///< What is in it.
  std::string path;        ///< Source file it points at, relative to the target's root; "" when unknown.
  int line = 0;            ///< From 1; 0: unknown.
  TestCase test = {};      ///< Minimised. Not stored.

  // Of a difference:
  std::string before = "";             ///< What the first side did, one line.
  std::string after = "";              ///< What the second side did.
  int64_t tests = 1;                   ///< How many tests showed it.
  bool repaired = false;               ///< The first side failed, the second does not.
  std::vector<Finding> variants = {};  ///< Other changes of the same kind and function, without variants of their own.
};

}  // namespace kingbird::model
