// The agent in the real pool on real packages: every function that inspection finds is called in a few ways, twice.
// What the tests do is data; what is checked is that each execution is whole, and that the second run tells the same
// story.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "discover/exports.h"
#include "runtime/worker_pool.h"
#include "target/target.h"

namespace kingbird::runtime {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::End;
using model::Event;
using model::Execution;
using model::Function;
using model::Value;

Argument Handler(int id) {
  Callback callback;
  callback.id = id;
  callback.parameters = 2;
  return Argument::Function(std::make_shared<Callback>(callback));
}

Argument Text(std::string text) { return Argument::Literal(Value::String(std::move(text))); }

// One call of the function: without arguments, with a file and a callback, with two paths and a callback.
model::TestCase OneCall(const Function& function, int way) {
  model::TestCase test;
  Call call;
  call.id = 1;
  call.kind = function.kind == Function::Kind::kConstructor ? Call::Kind::kNew : Call::Kind::kCall;
  call.path = function.path;
  if (way == 1) call.arguments = {Text("data.json"), Handler(2)};
  if (way == 2) call.arguments = {Text("data.json"), Text("new.json"), Handler(2)};
  Callback root;
  root.body.push_back(std::move(call));
  test.root = std::make_shared<Callback>(root);
  test.next_id = 3;
  return test;
}

std::vector<std::pair<std::string, model::TestCase>> AllCalls(const model::Api& api) {
  std::vector<std::pair<std::string, model::TestCase>> tests;
  for (const Function& function : api.functions) {
    if (function.kind == Function::Kind::kMethod) continue;
    for (int way = 0; way < 3; ++way)
      tests.emplace_back(fmt::format("{}/{}", function.Name(), way), OneCall(function, way));
  }
  return tests;
}

// Without what the kernel decides: device, inode and moment of creation of a file, and the six letters of mkdtemp.
Value Told(Value value) {
  static const std::set<std::string> kernels = {"dev", "ino", "ctimeMs", "birthtimeMs", "ctime", "birthtime"};
  if (value.type == "Stats") {
    std::erase_if(value.properties, [](const model::Property& property) { return kernels.contains(property.name); });
  }
  const std::string prefix = "data.json";
  if (value.text.starts_with(prefix) && value.text.size() == prefix.size() + 6) value.text = prefix + "XXXXXX";
  return value;
}

std::string Story(const Execution& execution) {
  std::string story = std::string(model::ToString(execution.end)) + " " + std::string(ToString(execution.halt));
  for (const Event& event : execution.events) {
    story += fmt::format("\n{} {} {} {}", static_cast<int>(event.kind), event.node, event.during, event.tick);
    for (const Value& value : event.values) story += " " + base::DumpJson(ToJson(Told(value)));
  }
  return story;
}

class Packages : public testing::TestWithParam<const char*> {};

TEST_P(Packages, EveryCallIsToldWholeAndTheSameTwice) {
  base::Log log;
  base::DiskFileSystem disk;
  const auto target =
      target::Resolve(GetParam(), {disk, log, base::Path(SOURCE), *target::CacheFolder(disk), base::RunCommand});
  ASSERT_TRUE(target.ok()) << target.error().ToString();
  PoolConfig config;
  config.entry = target->name;
  config.base = target->root.parent_path().parent_path();
  config.jobs = 2;
  if (const char* node = std::getenv("KINGBIRD_TEST_NODE")) config.node = std::filesystem::canonical(node);
  auto pool = WorkerPool::Start(config);
  ASSERT_TRUE(pool.ok()) << pool.error().ToString();
  const auto description = (*pool)->Inspect();
  ASSERT_TRUE(description.ok()) << description.error().ToString();
  const auto api = discover::ReadExports(*description);
  ASSERT_TRUE(api.ok()) << api.error().ToString();
  ASSERT_FALSE(api->functions.empty());

  std::vector<model::TestCase> tests;
  const auto named = AllCalls(*api);
  for (const auto& [name, test] : named) tests.push_back(test);
  RunOptions options;
  options.methods = true;
  const auto first = (*pool)->Run(tests, options);
  const auto second = (*pool)->Run(tests, options);
  ASSERT_TRUE(first.ok() && second.ok());
  std::map<std::string, int> ends;
  int different = 0;
  for (size_t i = 0; i < tests.size(); ++i) {
    const Execution& execution = first->at(i);
    ++ends[std::string(model::ToString(execution.end)) + " " + std::string(ToString(execution.halt))];
    ASSERT_FALSE(execution.events.empty()) << named[i].first;
    EXPECT_EQ(execution.events[0].kind, Event::Kind::kCall) << named[i].first;
    EXPECT_NE(execution.end, End::kSignal) << named[i].first;
    if (Story(execution) != Story(second->at(i))) {
      // A busy machine may end a test at its deadline; what is left to chance differs a third time.
      const auto third = (*pool)->Run(std::span(&tests[i], 1), options);
      ASSERT_TRUE(third.ok());
      const std::string story = Story(third->at(0));
      if (story == Story(execution) || story == Story(second->at(i))) continue;
      ++different;
      if (std::getenv("KINGBIRD_VERBOSE") != nullptr) {
        fmt::print("-- {}\n{}\n-- again\n{}\n", named[i].first, Story(execution), Story(second->at(i)));
      }
    }
  }
  for (const auto& [end, count] : ends) RecordProperty(end, count);
  if (std::getenv("KINGBIRD_VERBOSE") != nullptr) {
    for (const auto& [end, count] : ends) fmt::print("{}: {}\n", end, count);
    std::vector<double> cpu;
    for (const Execution& execution : *first) cpu.push_back(execution.cpu_ms);
    std::sort(cpu.begin(), cpu.end());
    fmt::print("{} tests, median {:.2f} ms of CPU, {} differ\n", tests.size(), cpu[cpu.size() / 2], different);
  }
  EXPECT_EQ((*pool)->restarts(), 0);
  EXPECT_EQ(different, 0);
}

INSTANTIATE_TEST_SUITE_P(Npm, Packages,
                         testing::Values("jsonfile@6.1.0", "fs-extra@10.0.0", "q@1.5.1", "memfs@3.2.2", "glob@7.1.7"),
                         [](const auto& package) {
                           const std::string name = package.param;
                           std::string result;
                           for (char c : name.substr(0, name.find('@'))) result += std::isalnum(c) ? c : '_';
                           return result;
                         });

}  // namespace
}  // namespace kingbird::runtime
