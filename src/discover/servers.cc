// Each candidate is asked about in a child of its own: a function that does not return ends its child and no other.
#include "discover/servers.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace kingbird::discover {
namespace {

using model::Function;

constexpr std::chrono::milliseconds kDeadline{2000};
constexpr size_t kMostFunctions = 60;
constexpr size_t kMostCandidates = 60;
constexpr size_t kLongestPath = 60;

struct Candidate {
  model::AccessPath path;
  bool call = false;     // the function may make a server
  bool handler = false;  // the function has the parameters of a request handler
};

// "/items" and "/items/" are paths to try; "//" and "/* no */" are not.
std::vector<std::string> PathsAmong(const std::vector<std::string>& literals) {
  std::set<std::string> paths;
  for (const std::string& text : literals) {
    const bool plain = text.find_first_of(" \n\t?#\\<>") == std::string::npos && text.find("//") == std::string::npos;
    if (text.starts_with('/') && plain && text.size() <= kLongestPath) paths.insert(text);
  }
  std::vector<std::string> some(paths.begin(), paths.end());
  some.resize(std::min(some.size(), kMostCandidates));
  return some;
}

bool IsOneOf(std::string name, std::initializer_list<std::string_view> names) {
  name.erase(0, name.find_first_not_of('_'));
  return std::ranges::find(names, name) != names.end();
}

bool HandlesRequests(const Function& function) {
  const std::vector<std::string>& parameters = function.parameters;
  return (parameters.size() == 2 || parameters.size() == 3) && IsOneOf(parameters[0], {"req", "request"}) &&
         IsOneOf(parameters[1], {"res", "response", "reply"});
}

// A function that a framework calls with its own objects: a handler, a middleware, a handler of errors, a plugin.
// Requests run these functions; a call of one by itself would need a stand-in for the framework.
bool BelongsToFramework(const Function& function) {
  const std::vector<std::string>& parameters = function.parameters;
  if (function.kind != Function::Kind::kFunction || parameters.empty()) return false;
  const bool of_errors = parameters.size() == 4 && IsOneOf(parameters[1], {"req", "request"});
  const bool of_koa = parameters.size() <= 2 && IsOneOf(parameters[0], {"ctx", "context"});
  const bool plugin = IsOneOf(parameters[0], {"fastify", "app", "server", "router"});
  return HandlesRequests(function) || of_errors || of_koa || plugin;
}

base::Json QuestionOf(const Candidate& candidate, const std::vector<std::string>& paths) {
  base::Json question;
  question["ask"] = runtime::ToString(runtime::Question::kServers);
  question["path"] = candidate.path;
  question["call"] = candidate.call;
  question["handler"] = candidate.handler;
  question["candidates"] = paths;
  return question;
}

std::vector<Candidate> CandidatesOf(const model::Api& api) {
  std::vector<Candidate> candidates;
  for (const model::Server& server : api.servers) candidates.push_back({server.path, false, false});
  for (const Function& function : api.functions) {
    if (candidates.size() >= kMostFunctions) break;
    if (function.kind != Function::Kind::kFunction || function.source.empty()) continue;
    const bool handler = HandlesRequests(function);
    candidates.push_back({function.path, !handler, handler});
  }
  return candidates;
}

}  // namespace

base::Status FindServers(runtime::Executor& executor, const std::vector<std::string>& literals, model::Api& api) {
  const std::vector<Candidate> candidates = CandidatesOf(api);
  const std::vector<std::string> paths = PathsAmong(literals);
  std::vector<base::Json> questions;
  for (const Candidate& candidate : candidates) questions.push_back(QuestionOf(candidate, paths));
  ASSIGN_OR_RETURN(const std::vector<base::Json> answers, executor.Ask(questions, kDeadline));
  api.servers.clear();
  for (size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].is_null() || !answers[i].at("server").get<bool>()) continue;
    model::Server server{candidates[i].path, candidates[i].call, {}};
    for (const base::Json& route : answers[i].at("routes"))
      server.routes.push_back({route.at("method").get<std::string>(), route.at("path").get<std::string>()});
    std::erase_if(api.functions, [&](const Function& function) { return function.path == server.path; });
    if (!server.routes.empty()) api.servers.push_back(std::move(server));
  }
  if (!api.servers.empty()) std::erase_if(api.functions, BelongsToFramework);
  return {};
}

}  // namespace kingbird::discover
