// Tests and what came of them, for unit tests that need some.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/execution.h"
#include "model/test_case.h"

namespace kingbird::model {

inline Call CallOf(int id, const std::string& name, std::vector<Argument> arguments = {}) {
  Call call;
  call.id = id;
  call.path = {name};
  call.arguments = std::move(arguments);
  return call;
}

inline TestCase TestOf(std::vector<Call> calls) {
  auto root = std::make_shared<Callback>();
  root->body = std::move(calls);
  constexpr int kNextId = 100;
  return {std::move(root), kNextId};
}

/// Of the calls that the test itself makes.
inline std::vector<int> CallIds(const TestCase& test) {
  std::vector<int> ids;
  for (const Call& call : test.root->body) ids.push_back(call.id);
  return ids;
}

inline Event EventOf(Event::Kind kind, int node, std::vector<Value> values, int during = -1) {
  Event event;
  event.kind = kind;
  event.node = node;
  event.during = during;
  event.values = std::move(values);
  return event;
}

}  // namespace kingbird::model
