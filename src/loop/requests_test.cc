#include "loop/requests.h"

#include <gtest/gtest.h>

#include "env/fake_surroundings.h"
#include "loop/fakes.h"
#include "model/request.h"
#include "runtime/fake_executor.h"

namespace kingbird::loop {
namespace {

using model::Call;
using model::Event;
using model::Value;

Event Read(int call, std::vector<std::string> path) {
  Event event{.kind = Event::Kind::kRead, .node = call};
  for (std::string& step : path) event.values.push_back(Value::String(std::move(step)));
  return event;
}

// A server made by createApp(), which reads body.title and body.owner.name when it is sent a POST.
class RequestsTest : public testing::Test {
 protected:
  RequestsTest() { api_.servers = {{{"createApp"}, true, {{"POST", "/items"}, {"GET", "/items/:id"}}}}; }

  static model::Execution Answer(const model::TestCase& test, const runtime::RunOptions& options) {
    model::Execution execution;
    model::ForEachCall(*test.root, [&](const Call& call) {
      if (call.kind != Call::Kind::kRequest || !options.reads || call.path[0] != "POST") return;
      execution.events.push_back(Read(call.id, {"body", "title"}));
      execution.events.push_back(Read(call.id, {"body", "owner", "name"}));
      execution.events.push_back(Read(call.id, {"headers", "host"}));
    });
    return execution;
  }

  static model::Execution Created(const model::TestCase& test) {
    model::Execution execution;
    const Value body = Value::Object({{"id", Value::Number(7)}});
    execution.events.push_back({.kind = Event::Kind::kFulfill,
                                .node = test.root->body.back().id,
                                .values = {Value::Object({{"status", Value::Number(201)}, {"body", body}})}});
    return execution;
  }

  env::FakeSurroundings surroundings_;
  env::Env env_ = surroundings_.MakeEnv();
  model::Api api_;
  const generate::ValuePool pool_{{}, {}};
  runtime::FakeExecutor executor_{Answer};
};

TEST_F(RequestsTest, EveryTestMakesItsServerAndSendsARequest) {
  Requests requests(env_, api_, pool_, executor_, base::Rng(1));
  const std::vector<model::TestCase> tests = requests.Propose(8, {Generated(), 0});
  ASSERT_EQ(tests.size(), 8U);
  for (const model::TestCase& test : tests) {
    EXPECT_EQ(model::WellFormedness(test), "");
    EXPECT_EQ(test.root->body.front().path, model::AccessPath{"createApp"});
    EXPECT_EQ(test.root->body.back().kind, Call::Kind::kRequest);
  }
}

TEST_F(RequestsTest, BodiesHaveTheNamesThatTheServerReads) {
  Requests requests(env_, api_, pool_, executor_, base::Rng(1));
  requests.Propose(8, {Generated(), 0});
  ASSERT_TRUE(requests.EndTurn().ok());
  int nested = 0;
  for (const model::TestCase& test : requests.Propose(60, {Generated(), 0})) {
    const Call& request = test.root->body.back();
    const Value* body = model::PartOf(request, model::RequestPart::kBody);
    const Value* owner = body == nullptr ? nullptr : body->Find("owner");
    nested += owner != nullptr && owner->Find("name") != nullptr ? 1 : 0;
    const Value* headers = model::PartOf(request, model::RequestPart::kHeaders);
    EXPECT_TRUE(headers == nullptr || headers->Find("host") == nullptr) << "every server reads the host";
  }
  EXPECT_GT(nested, 5);
}

TEST_F(RequestsTest, LaterRequestsUseWhatEarlierAnswersHold) {
  Requests requests(env_, api_, pool_, executor_, base::Rng(1));
  const std::vector<model::TestCase> first = requests.Propose(1, {Generated(), 0});
  requests.Absorb(0, Created(first[0]), {Gain::kCode, {}});
  int used = 0;
  for (const model::TestCase& test : requests.Propose(60, {Generated(), 0})) {
    const bool follows = model::CountCalls(test, Call::Kind::kRequest) == 2;
    used += follows && model::UrlOf(test.root->body.back()) == "/items/7" ? 1 : 0;
  }
  EXPECT_GT(used, 3);
}

TEST(Fakes, TestsThatUseTheNetworkGetAnAnswer) {
  env::FakeSurroundings surroundings;
  const env::Env env = surroundings.MakeEnv();
  const generate::ValuePool pool({}, {});
  runtime::FakeExecutor executor([](const model::TestCase& test, const runtime::RunOptions&) {
    model::Execution execution;
    execution.events.push_back(Read(test.root->body.front().id, {"json", "current", "degrees"}));
    return execution;
  });
  Fakes fakes(env, pool, executor, base::Rng(1));
  EXPECT_TRUE(fakes.Propose(4, {Generated(), 0}).empty());
  Call call;
  call.id = 1;
  call.path = {"weather"};
  model::TestCase test;
  test.root = std::make_shared<model::Callback>(model::Callback{.body = {call}});
  test.next_id = 2;
  model::Execution execution;
  execution.effects.network = true;
  fakes.Watch(test, execution, Gain::kNone);
  ASSERT_EQ(fakes.Propose(4, {Generated(), 0}).size(), 4U);
  ASSERT_TRUE(fakes.EndTurn().ok());
  int shaped = 0;
  for (const model::TestCase& faked : fakes.Propose(40, {Generated(), 0})) {
    ASSERT_EQ(faked.root->body.size(), 2U);
    EXPECT_EQ(faked.root->body[0].kind, Call::Kind::kFake);
    const Value* json = faked.root->body[0].arguments[0].literal.Find("json");
    const Value* current = json == nullptr ? nullptr : json->Find("current");
    shaped += current != nullptr && current->Find("degrees") != nullptr ? 1 : 0;
  }
  EXPECT_GT(shaped, 5) << "answers have the names that the code reads";
}

}  // namespace
}  // namespace kingbird::loop
