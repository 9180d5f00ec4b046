// The test case tree of paper 001 (definitions 2 and 3): callback nodes hold calls, calls hold callbacks as arguments.
// The root is the callback node that is the whole test. Sequences, object construction and concolic inputs are all
// written in it, so there is one renderer, one executor and one minimiser. Subtrees are shared and never changed once
// built: a new test copies the spine only.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "model/api.h"
#include "model/value.h"

namespace kingbird::model {

struct Callback;
using CallbackRef = std::shared_ptr<const Callback>;

/// An argument, a receiver or a callback's result.
struct Argument {
  enum class Kind : uint8_t {
    kLiteral,    ///< `literal`, built anew for every evaluation.
    kResult,     ///< What call `node` returned (for kAwait calls: see Call).
    kParameter,  ///< Parameter `index` of callback `node`; index -1 is its `this`.
    kCallback,   ///< The function of callback node `callback`.
    kArray,      ///< `items`.
    kObject,     ///< A plain object: `keys[i]: items[i]`.
    kApi,        ///< The value at `path` below the module; {} is the module.
    kGlobal,     ///< The value at `path` below globalThis: {"console", "log"}.
    kProperty,   ///< Property keys[0] of items[0].
    kSetup,      ///< Variable keys[0] of the setup code (`kingbird diff --setup`).
  };
  Kind kind = Kind::kLiteral;
  Value literal;
  int node = 0;
  int index = 0;
  std::vector<Argument> items;
  std::vector<std::string> keys;
  AccessPath path;
  CallbackRef callback;

  static Argument Literal(Value value);
  static Argument Result(int node);
  static Argument Parameter(int node, int index);
  static Argument Function(CallbackRef callback);
  static Argument Array(std::vector<Argument> items);
  static Argument Object(std::vector<std::string> keys, std::vector<Argument> items);
  static Argument Api(AccessPath path);
  static Argument Global(AccessPath path);

  /// Of an object: a property, in the place of the one that has this name.
  void Set(const std::string& key, Argument item);

  bool operator==(const Argument& other) const;
};

struct Call {
  enum class Kind : uint8_t {
    kCall,     ///< module.path(arguments), `this` being the object before the last name.
    kNew,      ///< new module.path(arguments).
    kMethod,   ///< receiver.path[0](arguments); with an empty path receiver(arguments): a function that was handed out.
    kAwait,    ///< Waits for the promise `receiver`; arguments[0] is a callback node that runs with (value) once it is
               ///< fulfilled.
    kAssign,   ///< receiver.path[0] = arguments[0]; path {} with a receiver of kind kArray/kObject is not allowed.
    kGet,      ///< receiver.path[0]: reads a property, for accessors.
    kRequest,  ///< Sends a request to the server `receiver` (or a promise of a server) in memory: path is {method,
               ///< route}, the arguments are literals (model/request.h). Results in a promise of the answer, {status,
               ///< headers, body}. The next call of the same body runs when the promise is settled.
    kFake,  ///< Until the test ends, answers what the target asks of the world beyond its process. `path` says of whom
            ///< ({"fetch"}: the global function, {"requests"}: node:http and node:https, {"programs"}:
            ///< node:child_process), arguments[0] is the answer, an object literal: json, text, status, error; of
            ///< programs stdout, stderr, code.
  };
  Kind kind = Kind::kCall;
  int id = 0;  ///< Unique in the test, never reused by extensions.
  AccessPath path;
  std::optional<Argument> receiver;
  std::vector<Argument> arguments;

  bool operator==(const Call& other) const = default;
};

struct Callback {
  int id = 0;          ///< Shares the numbering of calls; the root is 0.
  int parameters = 0;  ///< How many formal parameters it declares.
  std::vector<Call> body;
  std::optional<Argument> result;  ///< What it returns after the body; absent: nothing.
  bool throws = false;             ///< It throws `result` instead of returning it.
  std::string source;              ///< A function expression to run instead of the body (mined callbacks); "" normally.

  bool operator==(const Callback& other) const = default;
};

struct TestCase {
  CallbackRef root = std::make_shared<Callback>();
  int next_id = 1;

  bool operator==(const TestCase& other) const;
};

/// Visits every call in the order in which it is written, outer before inner.
void ForEachCall(const Callback& callback, const std::function<void(const Call&)>& visit);
/// Visits every callback node, the given one first.
void ForEachCallback(const Callback& callback, const std::function<void(const Callback&)>& visit);
int CountCalls(const TestCase& test);
/// How many calls are of that kind.
int CountCalls(const TestCase& test, Call::Kind kind);
/// What the test is about: the path of its last call, behind that of the call that made its receiver.
std::string SubjectOf(const TestCase& test);

/// A copy in which callback `id` is replaced; everything not on the way to it is shared.
TestCase WithCallback(const TestCase& test, int id, const std::function<Callback(const Callback&)>& change);

/// Definition 3: "" or what is wrong, for instance "call 3 uses the result of call 5, which is not before it".
std::string WellFormedness(const TestCase& test);

/// The form that travels to the agent and into the store. Arguments: {"a": kind, …}; calls: {"id", "do", "path", "on",
/// "with"}; callbacks: {"id", "takes", "body", "result", "throws", "source"}. Members with default values are left out.
base::Json ToJson(const TestCase& test);
base::Result<TestCase> TestCaseFromJson(const base::Json& json);

}  // namespace kingbird::model
