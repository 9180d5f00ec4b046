// The lines of a suite that put fakes in place and take them away, which differ between runners.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "emit/test_writer.h"
#include "model/run_kind.h"

namespace kingbird::emit {

/// Names of the fakes (WrittenFake::name) in tests of a group; in all tests where the group is "".
std::set<std::string> FakesOf(const std::vector<const WrittenTest*>& tests, const std::string& group);

/// Whether one of them comes from answers.cjs.
bool HasAnswers(const std::set<std::string>& fakes);

/// The line that puts a fake in place.
std::string FakeLine(const WrittenFake& fake, model::SuiteFormat format);

/// Hooks of a group that take its fakes away, where the runner does not do so by itself; "" for none.
std::string RestoringHooks(model::SuiteFormat format, const std::set<std::string>& fakes);

}  // namespace kingbird::emit
