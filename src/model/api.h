// What can be called: functions reachable from a module, methods of the objects they return, constructors.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "model/type.h"
#include "model/value.h"

namespace kingbird::model {

/// Names from the module's root: {} is the module itself, {"promises", "readFile"} a nested function.
using AccessPath = std::vector<std::string>;
/// "promises.readFile"; the module itself is "(module)".
std::string ToString(const AccessPath& path);

/// One position of an abstract signature (paper 001, definition 1).
enum class Position : uint8_t { kPlain, kSync, kAsync };
std::string_view ToString(Position position);  // "_", "sync", "async"

/// An option object at `position` whose property `key` is a callback.
struct OptionCallback {
  int position = 0;
  std::string key;
  Position kind = Position::kSync;
  bool operator==(const OptionCallback& other) const = default;
};

struct Signature {
  std::vector<Position> arguments;
  std::vector<OptionCallback> options;
  bool returns_promise = false;
  double weight = 1;  ///< How often to choose it: higher where a probe succeeded instead of calling back with an error.
  bool operator==(const Signature& other) const = default;
};

struct Function {
  enum class Kind : uint8_t { kFunction, kMethod, kConstructor };
  Kind kind = Kind::kFunction;
  AccessPath path;  ///< From the module; for a method of returned objects: {name}.
  /// kMethod: constructor name of the receivers that have it; "" when the path names it fully. With an empty path it
  /// is a function that was handed out, and this says by whom.
  std::string owner;
  int length = 0;  ///< fn.length, which may lie.
  std::vector<std::string>
      parameters;  ///< As written in the source, "" for patterns; "...rest" and "name=" mark rest and default.
  std::vector<AccessPath> aliases;  ///< Other paths to the same function.
  std::string source;               ///< Text of the function, "" for native code.
  std::vector<Signature> signatures;
  std::vector<ParameterType> types;  ///< Of its parameters, declared or inferred; empty: nothing is known.

  /// What users read: "readFile", "Deferred#resolve", "new Glob".
  std::string Name() const;
  /// Name() and what it would be by way of each alias.
  std::vector<std::string> Names() const;
};

/// A plain value reachable from the module (constants, enums), usable as an argument.
struct Constant {
  AccessPath path;
  Value value;
};

/// A method and a path pattern that a server answers: "GET", "/items/:id".
struct Route {
  std::string method;
  std::string path;
  bool operator==(const Route& other) const = default;
};

/// What answers HTTP requests: an application of Express, Connect, Koa or Fastify, an http.Server, a request handler.
struct Server {
  AccessPath path;    ///< Of the server, or of the function that makes it.
  bool made = false;  ///< The function at `path`, called without arguments, returns the server or a promise of it.
  std::vector<Route> routes;
};

struct Api {
  std::vector<Function> functions;
  std::vector<Constant> constants;
  std::vector<Server> servers;
  bool uses_http = false;  ///< Loading it loads Node's HTTP server.
  const Function* Find(std::string_view name) const;
};

base::Json ToJson(const Signature& signature);
base::Result<Signature> SignatureFromJson(const base::Json& json);
base::Json ToJson(const Function& function);
base::Result<Function> FunctionFromJson(const base::Json& json);

}  // namespace kingbird::model
