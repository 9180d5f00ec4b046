#include "emit/framework.h"

#include <algorithm>

#include "base/check.h"

namespace kingbird::emit {
namespace {

using model::SuiteFormat;

const std::vector<Framework>& Frameworks() {
  static const std::vector<Framework> kFrameworks = {
      {SuiteFormat::kNode,
       "const {{ {} }} = require('node:test');",
       "after",
       "test",
       false,
       {"node", "--test"},
       "",
       {}},
      {SuiteFormat::kMocha,
       "",
       "after",
       "it",
       false,
       {"npx", "mocha"},
       "mocha@^10.0.0",
       {{".mocharc.json", "{\n  \"spec\": [\"*.test.*js\"],\n  \"timeout\": 10000\n}\n"}}},
      {SuiteFormat::kJest,
       "",
       "afterAll",
       "test",
       false,
       {"npx", "jest"},
       "jest@^29.0.0",
       {{"jest.config.json",
         "{\n  \"testEnvironment\": \"node\",\n  \"testMatch\": [\"**/*.test.*js\"],\n  \"testTimeout\": 10000\n}\n"}}},
      {SuiteFormat::kVitest,
       "import {{ {} }} from 'vitest';",
       "afterAll",
       "test",
       true,
       {"npx", "vitest", "run"},
       "vitest@^2.0.0",
       {{"vitest.config.mjs",
         "export default { test: { include: ['*.test.{mjs,ts}'], pool: 'forks', testTimeout: 10000 } };\n"}}},
  };
  return kFrameworks;
}

}  // namespace

const Framework& FrameworkFor(SuiteFormat format) {
  const auto found = std::ranges::find(Frameworks(), format, &Framework::format);
  CHECK(found != Frameworks().end(), "every format has its framework");
  return *found;
}

}  // namespace kingbird::emit
