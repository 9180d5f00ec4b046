// Something worth telling the user: a crash, a hang, a difference. Carries its own reproduction.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "model/test_case.h"

namespace kingbird::model {

struct Finding {
  std::string id;        ///< Stable for the same kind and function: "crash-readFile-1".
  std::string kind;      ///< See docs/glossary.md; diff: the kinds of the contract.
  std::string function;  ///< Function::Name.
  std::string message;   ///< One line.
  TestCase test;         ///< Minimised.
  std::string repro;     ///< Path of the stand-alone script, relative to the output folder.
  std::string before;    ///< diff: behaviour of the first side, one line.
  std::string after;     ///< diff: behaviour of the second side.
  int tests = 1;         ///< How many tests showed it.
  std::string path;      ///< Source file it points at, relative to the target's root; "" when unknown.
  int line = 0;          ///< From 1; 0: unknown.
};

base::Json ToJson(const Finding& finding);

}  // namespace kingbird::model
