#include "emit/fake_lines.h"

#include <fmt/format.h>

#include "base/text.h"

namespace kingbird::emit {

using model::SuiteFormat;

std::set<std::string> FakesOf(const std::vector<const WrittenTest*>& tests, const std::string& group) {
  std::set<std::string> fakes;
  for (const WrittenTest* test : tests) {
    if (!group.empty() && test->function != group) continue;
    for (const WrittenFake& fake : test->fakes) fakes.insert(fake.name);
  }
  return fakes;
}

bool HasAnswers(const std::set<std::string>& fakes) {
  return fakes.contains("answerRequests") || fakes.contains("answerPrograms");
}

std::string RestoringHooks(SuiteFormat format, const std::set<std::string>& fakes) {
  std::string text;
  if (HasAnswers(fakes)) text += "  afterEach(stopAnswering);\n";
  if (fakes.contains("fetch")) {
    if (format == SuiteFormat::kVitest) text += "  afterEach(() => { vi.restoreAllMocks(); });\n";
    if (format == SuiteFormat::kJest) text += "  afterEach(() => { jest.restoreAllMocks(); });\n";
    if (format == SuiteFormat::kMocha)
      text += "  const { fetch } = globalThis;\n  afterEach(() => { globalThis.fetch = fetch; });\n";
  }
  return text.empty() ? "" : text + "\n";
}

std::string FakeLine(const WrittenFake& fake, SuiteFormat format) {
  if (fake.name != "fetch") return fake.text + ";";
  switch (format) {
    case SuiteFormat::kNode:
      return fmt::format("t.mock.method(globalThis, 'fetch', {});", fake.text);
    case SuiteFormat::kVitest:
      return fmt::format("vi.spyOn(globalThis, 'fetch').mockImplementation({});", fake.text);
    case SuiteFormat::kJest:
      return fmt::format("jest.spyOn(globalThis, 'fetch').mockImplementation({});", fake.text);
    case SuiteFormat::kMocha:
      break;
  }
  return fmt::format("globalThis.fetch = {};", fake.text);
}

}  // namespace kingbird::emit
