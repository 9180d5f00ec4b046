// The JSON form of test cases (see test_case.h): short names, defaults left out, so that a typical test is a few
// hundred bytes.
#include <fmt/format.h>

#include <array>

#include "model/request.h"
#include "model/test_case.h"

namespace kingbird::model {
namespace {

constexpr std::array<std::string_view, 10> kArgumentKinds = {"literal", "result", "parameter", "callback", "array",
                                                             "object",  "api",    "global",    "property", "setup"};
constexpr std::array<std::string_view, 8> kCallKinds = {"call",   "new", "method",  "await",
                                                        "assign", "get", "request", "fake"};

template <typename Kind, size_t N>
base::Result<Kind> KindFrom(const std::array<std::string_view, N>& names, const base::Json& json, const char* key) {
  const std::string name =
      json.is_object() && json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
  for (size_t i = 0; i < N; ++i) {
    if (names[i] == name) return static_cast<Kind>(i);
  }
  return base::UsageError(fmt::format("'{}' is no kind of test case node", name));
}

base::Json CallbackToJson(const Callback& callback);

base::Json ArgumentToJson(const Argument& argument) {
  base::Json json;
  json["a"] = kArgumentKinds[static_cast<size_t>(argument.kind)];
  if (argument.kind == Argument::Kind::kLiteral) json["v"] = ToJson(argument.literal);
  if (argument.kind == Argument::Kind::kResult || argument.kind == Argument::Kind::kParameter)
    json["node"] = argument.node;
  if (argument.kind == Argument::Kind::kParameter) json["index"] = argument.index;
  if (!argument.keys.empty()) json["keys"] = argument.keys;
  for (const Argument& item : argument.items) json["items"].push_back(ArgumentToJson(item));
  if (argument.kind == Argument::Kind::kApi || argument.kind == Argument::Kind::kGlobal) json["path"] = argument.path;
  if (argument.callback) json["cb"] = CallbackToJson(*argument.callback);
  return json;
}

base::Json CallToJson(const Call& call) {
  base::Json json;
  json["id"] = call.id;
  json["do"] = kCallKinds[static_cast<size_t>(call.kind)];
  if (!call.path.empty()) json["path"] = call.path;
  if (call.receiver) json["on"] = ArgumentToJson(*call.receiver);
  // The agent is told the URL, so that the core alone knows how a URL is put together.
  if (call.kind == Call::Kind::kRequest) json["url"] = UrlOf(call);
  for (const Argument& argument : call.arguments) json["with"].push_back(ArgumentToJson(argument));
  return json;
}

base::Json CallbackToJson(const Callback& callback) {
  base::Json json;
  json["id"] = callback.id;
  if (callback.parameters != 0) json["takes"] = callback.parameters;
  for (const Call& call : callback.body) json["body"].push_back(CallToJson(call));
  if (callback.result) json["result"] = ArgumentToJson(*callback.result);
  if (callback.throws) json["throws"] = true;
  if (!callback.source.empty()) json["source"] = callback.source;
  return json;
}

class Reader {
 public:
  base::Result<Callback> ReadCallback(const base::Json& json) {
    if (!json.is_object()) return base::UsageError("a callback must be an object");
    Callback callback;
    callback.id = Id(json);
    callback.parameters = json.value("takes", 0);
    callback.throws = json.value("throws", false);
    callback.source = json.value("source", "");
    if (json.contains("body")) {
      for (const auto& entry : json["body"]) {
        ASSIGN_OR_RETURN(Call call, ReadCall(entry));
        callback.body.push_back(std::move(call));
      }
    }
    if (json.contains("result")) {
      ASSIGN_OR_RETURN(callback.result, ReadArgument(json["result"]));
    }
    return callback;
  }
  int highest_id() const { return highest_id_; }

 private:
  base::Result<Call> ReadCall(const base::Json& json) {
    ASSIGN_OR_RETURN(Call::Kind kind, (KindFrom<Call::Kind>(kCallKinds, json, "do")));
    Call call;
    call.kind = kind;
    call.id = Id(json);
    call.path = json.value("path", AccessPath{});
    if (json.contains("on")) {
      ASSIGN_OR_RETURN(call.receiver, ReadArgument(json["on"]));
    }
    if (json.contains("with")) {
      for (const auto& entry : json["with"]) {
        ASSIGN_OR_RETURN(Argument argument, ReadArgument(entry));
        call.arguments.push_back(std::move(argument));
      }
    }
    return call;
  }

  base::Result<Argument> ReadArgument(const base::Json& json) {
    ASSIGN_OR_RETURN(Argument::Kind kind, (KindFrom<Argument::Kind>(kArgumentKinds, json, "a")));
    Argument argument;
    argument.kind = kind;
    argument.node = json.value("node", 0);
    argument.index = json.value("index", 0);
    argument.keys = json.value("keys", std::vector<std::string>{});
    argument.path = json.value("path", AccessPath{});
    if (json.contains("v")) {
      ASSIGN_OR_RETURN(argument.literal, ValueFromJson(json["v"]));
    }
    if (json.contains("items")) {
      for (const auto& entry : json["items"]) {
        ASSIGN_OR_RETURN(Argument item, ReadArgument(entry));
        argument.items.push_back(std::move(item));
      }
    }
    if (json.contains("cb")) {
      ASSIGN_OR_RETURN(Callback callback, ReadCallback(json["cb"]));
      argument.callback = std::make_shared<Callback>(std::move(callback));
    }
    return argument;
  }

  int Id(const base::Json& json) {
    const int id = json.value("id", 0);
    highest_id_ = std::max(highest_id_, id);
    return id;
  }

  int highest_id_ = 0;
};

}  // namespace

base::Json ToJson(const TestCase& test) { return CallbackToJson(*test.root); }

base::Result<TestCase> TestCaseFromJson(const base::Json& json) {
  try {
    Reader reader;
    ASSIGN_OR_RETURN(Callback root, reader.ReadCallback(json));
    return TestCase{std::make_shared<Callback>(std::move(root)), reader.highest_id() + 1};
  } catch (const nlohmann::json::exception& error) {
    return base::UsageError(fmt::format("not a test case: {}", error.what()));
  }
}

}  // namespace kingbird::model
