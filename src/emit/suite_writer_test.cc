#include "emit/suite_writer.h"

#include <gtest/gtest.h>

namespace kingbird::emit {
namespace {

std::map<std::string, std::string> Written(model::SuiteFormat format) {
  WrittenTest test;
  test.function = "today";
  test.title = "returns 'Monday'";
  test.body = {"assert.equal(lib.today(), 'Monday');"};
  test.fixed_date = true;
  SuiteConfig config;
  config.format = format;
  config.package = config.title = "lib";
  config.module_variable = "lib";
  return *WriteSuite({test}, config);
}

bool Says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

TEST(SuiteWriter, StopsTheClockWithTheRunnersOwnTimers) {
  for (const auto& [format, file, words] :
       {std::tuple(model::SuiteFormat::kNode, "clock.cjs", "mock.timers.enable({ apis: ['Date'], now: NOW })"),
        std::tuple(model::SuiteFormat::kJest, "clock.cjs", "jest.useFakeTimers({ now: NOW, doNotFake: NOT_FAKED })"),
        std::tuple(model::SuiteFormat::kMocha, "clock.cjs", "globalThis.Date = StillDate"),
        std::tuple(model::SuiteFormat::kVitest, "lib.test.mjs", "vi.useFakeTimers({ toFake: ['Date']")}) {
    const auto files = Written(format);
    ASSERT_TRUE(files.contains(file)) << model::ToString(format);
    EXPECT_TRUE(Says(files.at(file), words)) << files.at(file);
    const bool module = format == model::SuiteFormat::kVitest;
    EXPECT_TRUE(Says(files.at(module ? "lib.test.mjs" : "lib.test.js"),
                     "  beforeEach(stopClock);\n  afterEach(startClock);\n"));
  }
}

}  // namespace
}  // namespace kingbird::emit
