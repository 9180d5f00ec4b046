#include "loop/requests.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "env/run_options.h"

namespace kingbird::loop {
namespace {

using model::Argument;
using model::Call;
using model::Event;
using model::Value;

constexpr int kMostRequests = 5;
constexpr size_t kMostLearnt = 24;
constexpr size_t kMostSeen = 12;
// Rounds in which every route has its turn.
constexpr int kFirstRounds = 4;
// Percent.
constexpr int kBehindOthers = 55;
constexpr int kFromAnswers = 70;
constexpr int kHasName = 70;
constexpr int kMinedParameter = 25;
constexpr int kMinedHeader = 80;
constexpr int kMalformed = 6;
constexpr int kWithoutBody = 10;
constexpr std::array<std::string_view, 5> kIds = {"1", "2", "0", "missing", "abc"};
// Headers that every server reads to receive a request at all.
constexpr std::array<std::string_view, 19> kTransport = {"content-length",
                                                         "content-type",
                                                         "content-encoding",
                                                         "transfer-encoding",
                                                         "host",
                                                         "connection",
                                                         "expect",
                                                         "upgrade",
                                                         "x-forwarded-proto",
                                                         "x-forwarded-host",
                                                         "x-forwarded-for",
                                                         "keep-alive",
                                                         "date",
                                                         "trailer",
                                                         "request-id",
                                                         "accept-encoding",
                                                         "if-none-match",
                                                         "cache-control",
                                                         "if-modified-since"};

bool HasBody(const std::string& method) { return method == "POST" || method == "PUT" || method == "PATCH"; }

std::string TextOf(const Value& value) {
  if (value.kind == Value::Kind::kString) return value.text;
  if (value.kind == Value::Kind::kBoolean) return value.number != 0 ? "true" : "false";
  if (value.kind == Value::Kind::kNumber) return fmt::format("{}", value.number);
  return "";
}

// The name behind a route's colon is "userId"; an answer has it as "id".
const std::vector<Value>* SeenFor(const std::string& name, const generate::SeenValues& seen) {
  const auto exact = seen.find(name);
  if (exact != seen.end()) return &exact->second;
  const bool is_id = name.ends_with("Id") || name.ends_with("_id") || name == "id";
  const auto id = is_id ? seen.find("id") : seen.end();
  return id == seen.end() ? nullptr : &id->second;
}

void NoteSeen(const Value& value, generate::SeenValues& seen, int depth = 0) {
  if (depth > 4) return;
  for (const Value& item : value.items) NoteSeen(item, seen, depth + 1);
  for (const model::Property& property : value.properties) {
    NoteSeen(property.value, seen, depth + 1);
    const bool primitive = property.value.kind == Value::Kind::kString || property.value.kind == Value::Kind::kNumber;
    std::vector<Value>& values = seen[property.name];
    if (primitive && values.size() < kMostSeen && std::ranges::find(values, property.value) == values.end())
      values.push_back(property.value);
    if (values.empty()) seen.erase(property.name);
  }
}

model::TestCase With(const model::TestCase& test, Call call) {
  model::Callback root = *test.root;
  call.id = test.next_id;
  root.body.push_back(std::move(call));
  return {std::make_shared<model::Callback>(std::move(root)), test.next_id + 1};
}

}  // namespace

Requests::Requests(const env::Env& env, const model::Api& api, const generate::ValuePool& pool,
                   runtime::Executor& executor, base::Rng rng)
    : env_(env), pool_(pool), executor_(executor), rng_(rng) {
  for (const model::Server& server : api.servers) {
    for (const model::Route& route : server.routes) subjects_.push_back({&server, &route, {}, {}, {}, 0, 0});
  }
}

size_t Requests::Choose() {
  std::vector<double> weights;
  for (size_t i = 0; i < subjects_.size(); ++i) {
    if (subjects_[i].tried < kFirstRounds) return i;
    weights.push_back((subjects_[i].won + 1.0) / (subjects_[i].tried + 4.0));
  }
  return rng_.Weighted(weights);
}

std::vector<model::TestCase> Requests::Propose(size_t count, const Standing& /*standing*/) {
  tests_.clear();
  proposed_.clear();
  for (size_t i = 0; i < count && !subjects_.empty(); ++i) {
    const size_t subject = Choose();
    tests_.push_back(MakeTest(subject));
    if (subjects_[subject].tried++ < 2) to_learn_.push_back(tests_.back());
    proposed_.push_back(subject);
  }
  return tests_;
}

model::TestCase Requests::MakeTest(size_t index) {
  const Subject& subject = subjects_[index];
  std::vector<const Paid*> before;
  for (const Paid& paid : paid_) {
    if (paid.server == subject.server) before.push_back(&paid);
  }
  const bool behind = !before.empty() && subject.tried > 0 && rng_.Percent(kBehindOthers);
  const Paid* paid = behind ? rng_.Pick(before) : nullptr;
  const model::TestCase start = paid == nullptr ? Begin(*subject.server) : paid->test;
  Call request = RequestOf(subject, paid == nullptr ? seen_ : paid->seen);
  request.receiver =
      subject.server->made ? Argument::Result(start.root->body.at(0).id) : Argument::Api(subject.server->path);
  return With(start, std::move(request));
}

model::TestCase Requests::Begin(const model::Server& server) {
  model::TestCase test;
  if (!server.made) return test;
  Call call;
  call.path = server.path;
  return With(test, std::move(call));
}

Call Requests::RequestOf(const Subject& subject, const generate::SeenValues& seen) {
  Call call;
  call.kind = Call::Kind::kRequest;
  call.path = {subject.route->method, subject.route->path};
  Value body = Value::Undefined();
  Value headers = HeadersOf(subject, seen);
  const bool has_body = HasBody(subject.route->method) || subject.body.IsKnown();
  if (has_body && rng_.Percent(kMalformed)) {
    headers.properties.push_back({"content-type", Value::String("application/json")});
    // The message of this error is the same in every Node.
    body = Value::String("[");
  } else if (has_body && !rng_.Percent(kWithoutBody)) {
    body = BodyOf(subject, seen);
  }
  for (Value part : {ParamsOf(subject, seen), QueryOf(subject, seen), std::move(body), std::move(headers)})
    call.arguments.push_back(Argument::Literal(std::move(part)));
  return call;
}

Value Requests::ParamsOf(const Subject& subject, const generate::SeenValues& seen) {
  const std::string& pattern = subject.route->path;
  std::vector<model::Property> params;
  for (size_t at = pattern.find_first_of(":*"); at != std::string::npos; at = pattern.find_first_of(":*", at + 1)) {
    size_t end = at + 1;
    while (end < pattern.size() && (std::isalnum(static_cast<unsigned char>(pattern[end])) != 0 || pattern[end] == '_'))
      ++end;
    const std::string name = pattern.substr(at + 1, end - at - 1);
    const std::vector<Value>* known = SeenFor(name, seen);
    const bool mined = rng_.Percent(kMinedParameter) && !pool_.mined().strings.empty();
    Value value = known != nullptr && rng_.Percent(kFromAnswers) ? rng_.Pick(*known)
                  : mined                                        ? Value::String(rng_.Pick(pool_.mined().strings))
                                                                 : Value::String(std::string(rng_.Pick(kIds)));
    params.push_back({name, std::move(value)});
  }
  return Value::Object(std::move(params));
}

Value Requests::QueryOf(const Subject& subject, const generate::SeenValues& seen) {
  std::vector<model::Property> query;
  for (const auto& [name, shape] : subject.query.members()) {
    if (rng_.Percent(kHasName)) query.push_back({name, generate::ValueNamed(name, pool_, seen, rng_)});
  }
  return Value::Object(std::move(query));
}

Value Requests::HeadersOf(const Subject& subject, const generate::SeenValues& seen) {
  std::vector<model::Property> headers;
  for (const auto& [name, shape] : subject.headers.members()) {
    if (std::ranges::find(kTransport, name) != kTransport.end() || !rng_.Percent(kHasName)) continue;
    // What a header is compared with usually stands in the source.
    const bool mined = rng_.Percent(kMinedHeader) && !pool_.mined().strings.empty();
    std::string text = mined ? rng_.Pick(pool_.mined().strings) : TextOf(generate::ValueNamed(name, pool_, seen, rng_));
    const auto token = seen.find("token");
    if (name == "authorization" && token != seen.end() && rng_.Percent(60)) text = TextOf(rng_.Pick(token->second));
    const bool scheme = text.starts_with("Bearer ") || text.starts_with("Basic ");
    if (name == "authorization" && !scheme) text = (rng_.Percent(80) ? "Bearer " : "Basic ") + text;
    const bool plain = std::ranges::all_of(text, [](unsigned char c) { return c >= 32 && c < 127; });
    if (plain) headers.push_back({name, Value::String(text)});
  }
  return Value::Object(std::move(headers));
}

Value Requests::BodyOf(const Subject& subject, const generate::SeenValues& seen) {
  if (subject.body.IsKnown()) return generate::AsJson(subject.body.Make("", pool_, seen, rng_));
  return Value::Object({});
}

Requests::Subject* Requests::Find(const Call& request) {
  const auto found = std::ranges::find_if(subjects_, [&](const Subject& subject) {
    return request.path.size() == 2 && subject.route->method == request.path[0] &&
           subject.route->path == request.path[1];
  });
  return found == subjects_.end() ? nullptr : &*found;
}

void Requests::Absorb(size_t i, const model::Execution& execution, const News& news) {
  generate::SeenValues seen;
  model::ForEachCall(*tests_[i].root, [&](const Call& call) {
    const Event* answer = execution.Find(Event::Kind::kFulfill, call.id);
    if (call.kind != Call::Kind::kRequest || answer == nullptr || answer->values.empty()) return;
    if (const Value* body = answer->values[0].Find("body")) {
      NoteSeen(*body, seen);
      NoteSeen(*body, seen_);
    }
  });
  if (news.gain == Gain::kNone) return;
  Subject& subject = subjects_[proposed_[i]];
  subject.won += news.gain == Gain::kCode ? 3 : 1;
  to_learn_.push_back(tests_[i]);
  if (execution.end != model::End::kFinished || model::CountCalls(tests_[i], Call::Kind::kRequest) >= kMostRequests)
    return;
  paid_.push_back({tests_[i], subject.server, std::move(seen)});
}

base::Status Requests::EndTurn() {
  if (to_learn_.empty()) return {};
  to_learn_.resize(std::min(to_learn_.size(), kMostLearnt));
  runtime::RunOptions options = env::RunOptionsOf(env_);
  options.reads = true;
  ASSIGN_OR_RETURN(const std::vector<model::Execution> executions, executor_.Run(to_learn_, options));
  for (size_t i = 0; i < executions.size(); ++i) Learn(to_learn_[i], executions[i]);
  to_learn_.clear();
  return {};
}

void Requests::Learn(const model::TestCase& test, const model::Execution& execution) {
  std::map<int, Subject*> by_call;
  model::ForEachCall(*test.root, [&](const Call& call) {
    if (call.kind == Call::Kind::kRequest) by_call[call.id] = Find(call);
  });
  for (const Event& event : execution.events) {
    const auto known = by_call.find(event.node);
    if (event.kind != Event::Kind::kRead || known == by_call.end() || known->second == nullptr) continue;
    std::vector<std::string> path;
    for (const Value& step : event.values) path.push_back(step.text);
    if (path.size() < 2) continue;
    const std::span<const std::string> rest(path.begin() + 1, path.end());
    if (path[0] == "body") known->second->body.Add(rest);
    if (path[0] == "query") known->second->query.Add(rest);
    if (path[0] == "headers") known->second->headers.Add(rest);
  }
}

}  // namespace kingbird::loop
