#include "emit/fake_lines.h"

#include <gtest/gtest.h>

#include "emit/suite_writer.h"
#include "model/made_by_hand.h"

namespace kingbird::emit {
namespace {

using model::Argument;
using model::Call;
using model::Event;
using model::SuiteFormat;
using model::Value;

// app = lib.createApp(); GET /items/7?done=true; the network fails.
WrittenTest RequestTest() {
  Call fake = model::CallOf(9, "fetch", {Argument::Literal(Value::Object({{"error", Value::String("down")}}))});
  fake.kind = Call::Kind::kFake;
  Call request;
  request.kind = Call::Kind::kRequest;
  request.id = 2;
  request.path = {"GET", "/items/:id"};
  request.receiver = Argument::Result(1);
  request.arguments = {Argument::Literal(Value::Object({{"id", Value::Number(7)}})),
                       Argument::Literal(Value::Object({{"done", Value::Boolean(true)}}))};
  const model::TestCase test = model::TestOf({fake, model::CallOf(1, "createApp"), request});
  Value promise;
  promise.kind = Value::Kind::kPromise;
  model::Execution execution;
  execution.events = {model::EventOf(Event::Kind::kReturn, 1, {Value::Object({}), Value()}),
                      model::EventOf(Event::Kind::kReturn, 2, {promise, Value()}),
                      model::EventOf(Event::Kind::kFulfill, 2,
                                     {Value::Object({{"status", Value::Number(502)}, {"body", Value::Null()}})})};
  const auto written = WriteTest(test, {execution, {}}, {});
  return written ? *written : WrittenTest();
}

std::string FileOf(SuiteFormat format) {
  SuiteConfig config;
  config.format = format;
  config.package = "../app.js";
  config.title = "app";
  config.module_variable = "lib";
  const auto files = WriteSuite({RequestTest()}, config);
  if (!files.ok()) return "";
  EXPECT_TRUE(files->contains("request.cjs"));
  EXPECT_TRUE(files->contains("connection.cjs"));
  EXPECT_FALSE(files->contains("answers.cjs")) << "fetch needs none";
  for (const auto& [name, text] : *files) {
    if (name.find(".test.") != std::string::npos) return text;
  }
  return "";
}

TEST(FakeLines, ARequestIsAwaitedAndNamedByItsRoute) {
  const WrittenTest test = RequestTest();
  EXPECT_EQ(test.function, "GET /items/:id");
  EXPECT_EQ(test.title, "/items/7?done=true answers 502 when fetch fails");
  ASSERT_EQ(test.body.size(), 2U);
  EXPECT_EQ(test.body[0], "const app = lib.createApp();");
  EXPECT_EQ(test.body[1], "same(await request(app, 'GET', '/items/7?done=true'), { status: 502, body: null });");
}

TEST(FakeLines, EveryRunnerPutsFetchBack) {
  const std::string fails = "async () => { throw new TypeError('down'); }";
  const std::string node = FileOf(SuiteFormat::kNode);
  EXPECT_NE(node.find("async (t) => {\n    t.mock.method(globalThis, 'fetch', " + fails + ");"), std::string::npos);
  const std::string mocha = FileOf(SuiteFormat::kMocha);
  EXPECT_NE(mocha.find("globalThis.fetch = " + fails + ";"), std::string::npos);
  EXPECT_NE(mocha.find("afterEach(() => { globalThis.fetch = fetch; });"), std::string::npos);
  const std::string jest = FileOf(SuiteFormat::kJest);
  EXPECT_NE(jest.find("jest.spyOn(globalThis, 'fetch').mockImplementation(" + fails), std::string::npos);
  EXPECT_NE(jest.find("afterEach(() => { jest.restoreAllMocks(); });"), std::string::npos);
  const std::string vitest = FileOf(SuiteFormat::kVitest);
  EXPECT_NE(vitest.find("import { describe, test, afterEach, vi } from 'vitest';"), std::string::npos);
  EXPECT_NE(vitest.find("afterEach(() => { vi.restoreAllMocks(); });"), std::string::npos);
}

TEST(FakeLines, OtherFakesComeFromAFileOfTheSuite) {
  WrittenTest test = RequestTest();
  test.fakes = {{"answerRequests", "answerRequests({ json: 1 })"}};
  SuiteConfig config;
  config.package = "../app.js";
  config.title = "app";
  config.module_variable = "lib";
  const auto files = WriteSuite({test}, config);
  ASSERT_TRUE(files.ok());
  EXPECT_TRUE(files->contains("answers.cjs"));
  const std::string& text = files->at("app.test.js");
  EXPECT_NE(text.find("const { answerRequests, stopAnswering } = require('./answers.cjs');"), std::string::npos);
  EXPECT_NE(text.find("  afterEach(stopAnswering);"), std::string::npos);
  EXPECT_NE(text.find("    answerRequests({ json: 1 });"), std::string::npos);
}

}  // namespace
}  // namespace kingbird::emit
