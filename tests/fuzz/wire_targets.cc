// What a package under test could write in place of the agent, or over what the agent wrote.
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>

#include "base/json.h"
#include "concolic/expression/evaluate.h"
#include "concolic/solve/answer_codec.h"
#include "concolic/trace_codec.h"
#include "discover/class_analysis.h"
#include "discover/exports.h"
#include "discover/uses.h"
#include "emit/js_text.h"
#include "explore/functions.h"
#include "fuzz.h"
#include "runtime/answer.h"
#include "runtime/event_codec.h"
#include "runtime/protocol.h"
#include "runtime/value_codec.h"
#include "syntax/instrument.h"

namespace kingbird::fuzz {
namespace {

std::string Counted(const std::string& records) {
  const auto size = static_cast<uint32_t>(records.size());
  std::string bytes(sizeof size, '\0');
  std::memcpy(bytes.data(), &size, sizeof size);
  return bytes + records;
}

void RunFrame(std::string_view bytes) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
  (void)!send(ends[0], bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  close(ends[0]);
  while (runtime::ReadFrame(ends[1], std::chrono::milliseconds(1000)).ok()) {
  }
  close(ends[1]);
}

// Whatever its number of committed bytes says, the right one gets further.
void RunLog(std::string_view bytes) {
  (void)runtime::DecodeLog(bytes);
  const runtime::DecodedLog log = runtime::DecodeLog(Counted(std::string(bytes)));
  for (const model::Event& event : log.events) {
    for (const model::Value& value : event.values) (void)emit::LiteralText(value);
  }
}

void RunValue(std::string_view bytes) {
  runtime::ByteReader reader(bytes);
  runtime::ValueBudget budget;
  if (const auto value = runtime::DecodeValue(reader, budget)) (void)model::ValueFromJson(model::ToJson(*value));
}

void RunTrace(std::string_view bytes) {
  const std::string region = Counted(std::string(bytes));
  const auto path = concolic::DecodeTrace({reinterpret_cast<const uint8_t*>(region.data()), region.size()});
  if (path.ok()) (void)concolic::CheckPath(*path, {});
}

// Of a file with one class, so that there are places to name.
const syntax::Manifest& SampleManifest() {
  static const syntax::Manifest manifest = [] {
    syntax::Manifest made;
    syntax::Instrumented file =
        syntax::Instrument("exports.A = class A { constructor(x) { this.x = x; } get(y) { return y || this.x; } };\n",
                           "index.js", {syntax::PassKind::kCoverage});
    made.files.push_back({"index.js", 0, std::move(file.facts.counters), std::move(file.facts.sites), {}});
    made.Layout();
    return made;
  }();
  return manifest;
}

// The same text in answer to everything, then who reads what has its shape.
void RunAnswer(std::string_view bytes) {
  const auto read = [&](std::string_view name, const std::function<void(const base::Json&)>& reader) {
    if (const auto answer = runtime::DecodeAnswer(name, bytes); answer.ok()) reader(*answer);
  };
  read("exports", [](const base::Json& answer) { (void)discover::ReadExports(answer); });
  read("classes", [](const base::Json& answer) { (void)discover::ReadClasses(answer, SampleManifest()); });
  read("natives", [](const base::Json& answer) {
    for (const base::Json& function : answer.at("functions")) (void)discover::ReadCounters(function, SampleManifest());
  });
  read("probe", [](const base::Json& answer) {
    for (const base::Json& uses : answer.at("parameters")) (void)discover::UsesFromJson(uses);
  });
  read("concolic", [](const base::Json& answer) {
    (void)explore::ConstructorsOf(answer);
    (void)explore::FunctionsOf(SampleManifest(), answer);
  });
  for (const char* name : {"ready", "shown", "news", "runs"}) (void)runtime::DecodeAnswer(name, bytes);
}

void RunSolverAnswer(std::string_view bytes) { (void)concolic::DecodeAnswer(bytes); }

}  // namespace

std::vector<Target> WireTargets() {
  using namespace std::string_literals;
  const std::vector<std::string> names = {"\"functions\":",
                                          "\"constants\":",
                                          "\"path\":",
                                          "\"name\":",
                                          "\"members\":",
                                          "\"classes\":",
                                          "\"exported\":",
                                          "\"news\":",
                                          "\"runs\":",
                                          "\"site\":",
                                          "\"uses\":",
                                          "\"kind\":",
                                          "\"value\":",
                                          "[",
                                          "]",
                                          "{",
                                          "}",
                                          ",",
                                          "null",
                                          "-1",
                                          "1e300",
                                          "\"\"",
                                          "18446744073709551615"};
  const std::string tags = "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0e\x0f\x10\x12\x13\x15\x1e\x1f\x80";
  std::vector<std::string> bytes;
  for (const char tag : tags) bytes.emplace_back(1, tag);
  return {{"frame", RunFrame, {"\x05\0\0\0\x02hello"s, "\0\0\0\0\x01"s}, {}},
          {"log", RunLog, {}, bytes},
          {"value", RunValue, {"\x09\x01\x1f\x01\x04self\x13\0\x01\x01n\x1e\x05\0"s, "\x05\x03txt"s}, bytes},
          {"trace", RunTrace, {"\x01\x01\0\0\0\0\x02\0\0\x02\x01\x03\x01\x02\x02\x02\x01\x02\x03\x07\x03\0"s}, bytes},
          {"answer", RunAnswer, {}, names},
          {"solver_answer", RunSolverAnswer, {concolic::Encode({})}, {}}};
}

}  // namespace kingbird::fuzz
