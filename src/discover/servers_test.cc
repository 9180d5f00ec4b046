#include "discover/servers.h"

#include <gtest/gtest.h>

#include "runtime/fake_executor.h"

namespace kingbird::discover {
namespace {

// Only createApp makes a server; it knows one route. The questions are kept.
class Asked : public runtime::FakeExecutor {
 public:
  Asked() : FakeExecutor([](const auto&, const auto&) { return model::Execution(); }) {}

  base::Result<std::vector<base::Json>> Ask(std::span<const base::Json> asked, std::chrono::milliseconds) override {
    std::vector<base::Json> answers;
    for (const base::Json& question : asked) {
      questions.push_back(question);
      const bool server = question.at("path") == base::Json::array({"createApp"});
      base::Json answer = {{"server", server}, {"routes", base::Json::array()}};
      if (server) answer["routes"].push_back({{"method", "GET"}, {"path", "/items"}});
      answers.push_back(question.at("path") == base::Json::array({"hangs"}) ? base::Json() : answer);
    }
    return answers;
  }

  std::vector<base::Json> questions;
};

model::Function FunctionOf(const std::string& name, std::vector<std::string> parameters) {
  model::Function function;
  function.path = {name};
  function.parameters = std::move(parameters);
  function.source = "function () {}";
  return function;
}

TEST(Servers, AFunctionThatMakesAServerIsNoFunctionToCall) {
  model::Api api;
  api.functions = {FunctionOf("createApp", {}), FunctionOf("list", {"req", "res"}), FunctionOf("hangs", {})};
  Asked executor;
  ASSERT_TRUE(FindServers(executor, {"/items", "no path", "//", "/items"}, api).ok());
  ASSERT_EQ(executor.questions.size(), 3U);
  EXPECT_EQ(executor.questions[0].at("candidates"), base::Json::array({"/items"}));
  EXPECT_TRUE(executor.questions[0].at("call").get<bool>());
  EXPECT_TRUE(executor.questions[1].at("handler").get<bool>());
  ASSERT_EQ(api.servers.size(), 1U);
  EXPECT_TRUE(api.servers[0].made);
  EXPECT_EQ(api.servers[0].routes, (std::vector<model::Route>{{"GET", "/items"}}));
  ASSERT_EQ(api.functions.size(), 1U) << "a handler of the framework's requests is no function to call, either";
  EXPECT_EQ(api.functions[0].Name(), "hangs");
}

}  // namespace
}  // namespace kingbird::discover
