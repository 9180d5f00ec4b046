#include "model/api.h"

#include <fmt/format.h>

#include "base/text.h"

namespace kingbird::model {
namespace {

base::Result<Position> PositionFromText(const std::string& text) {
  if (text == "_") return Position::kPlain;
  if (text == "sync") return Position::kSync;
  if (text == "async") return Position::kAsync;
  return base::UsageError(fmt::format("'{}' is no position of a signature", text));
}

std::string_view KindText(Function::Kind kind) {
  switch (kind) {
    case Function::Kind::kFunction:
      return "function";
    case Function::Kind::kMethod:
      return "method";
    case Function::Kind::kConstructor:
      return "constructor";
  }
  return "function";
}

}  // namespace

std::string ToString(const AccessPath& path) { return path.empty() ? "(module)" : base::Join(path, "."); }

std::string_view ToString(Position position) {
  switch (position) {
    case Position::kPlain:
      return "_";
    case Position::kSync:
      return "sync";
    case Position::kAsync:
      return "async";
  }
  return "_";
}

std::string Function::Name() const {
  if (kind == Kind::kConstructor) return "new " + ToString(path);
  if (kind == Kind::kMethod && path.empty()) return "(handed out)#" + owner;
  if (kind == Kind::kMethod && !owner.empty()) return owner + "#" + ToString(path);
  return ToString(path);
}

std::vector<std::string> Function::Names() const {
  std::vector<std::string> names = {Name()};
  Function other = *this;
  for (const AccessPath& alias : aliases) {
    other.path = alias;
    names.push_back(other.Name());
  }
  return names;
}

const Function* Api::Find(std::string_view name) const {
  for (const Function& function : functions) {
    if (function.Name() == name) return &function;
  }
  return nullptr;
}

base::Json ToJson(const Signature& signature) {
  base::Json json;
  json["args"] = base::Json::array();
  for (Position position : signature.arguments) json["args"].push_back(ToString(position));
  for (const OptionCallback& option : signature.options) {
    json["options"].push_back({{"position", option.position}, {"key", option.key}, {"kind", ToString(option.kind)}});
  }
  if (signature.returns_promise) json["promise"] = true;
  if (signature.weight != 1) json["weight"] = signature.weight;
  return json;
}

namespace {

// A conversion of a number that does not fit would be anything.
bool HoldsInt(const base::Json& json, const char* key) {
  return !json.contains(key) || base::ValueOr(json, key, -1) >= 0;
}

base::Result<Signature> ReadSignature(const base::Json& json) {
  if (!json.is_object() || !json.contains("args")) return base::UsageError("a signature needs args");
  Signature signature;
  for (const auto& text : json["args"]) {
    ASSIGN_OR_RETURN(Position position, PositionFromText(text.get<std::string>()));
    signature.arguments.push_back(position);
  }
  if (json.contains("options")) {
    for (const auto& option : json["options"]) {
      if (!HoldsInt(option, "position")) return base::UsageError("an option's position is a number");
      ASSIGN_OR_RETURN(Position kind, PositionFromText(option.value("kind", "sync")));
      signature.options.push_back({option.value("position", 0), option.value("key", ""), kind});
    }
  }
  signature.returns_promise = json.value("promise", false);
  signature.weight = json.value("weight", 1.0);
  return signature;
}

}  // namespace

base::Result<Signature> SignatureFromJson(const base::Json& json) {
  try {
    return ReadSignature(json);
  } catch (const base::Json::exception&) {
    return base::UsageError("that is no signature");
  }
}

base::Json ToJson(const Function& function) {
  base::Json json;
  json["kind"] = KindText(function.kind);
  json["path"] = function.path;
  if (!function.owner.empty()) json["owner"] = function.owner;
  json["length"] = function.length;
  json["parameters"] = function.parameters;
  if (!function.aliases.empty()) json["aliases"] = function.aliases;
  json["source"] = function.source;
  json["signatures"] = base::Json::array();
  for (const Signature& signature : function.signatures) json["signatures"].push_back(ToJson(signature));
  return json;
}

namespace {

base::Result<Function> ReadFunction(const base::Json& json) {
  if (!json.is_object() || !json.contains("path")) return base::UsageError("a function needs a path");
  if (!HoldsInt(json, "length")) return base::UsageError("a function's length is a number");
  Function function;
  const std::string kind = json.value("kind", "function");
  for (Function::Kind candidate : {Function::Kind::kFunction, Function::Kind::kMethod, Function::Kind::kConstructor}) {
    if (kind == KindText(candidate)) function.kind = candidate;
  }
  function.path = json["path"].get<AccessPath>();
  function.owner = json.value("owner", "");
  function.length = json.value("length", 0);
  function.parameters = json.value("parameters", std::vector<std::string>{});
  function.aliases = json.value("aliases", std::vector<AccessPath>{});
  function.source = json.value("source", "");
  if (json.contains("signatures")) {
    for (const auto& entry : json["signatures"]) {
      ASSIGN_OR_RETURN(Signature signature, SignatureFromJson(entry));
      function.signatures.push_back(std::move(signature));
    }
  }
  return function;
}

}  // namespace

base::Result<Function> FunctionFromJson(const base::Json& json) {
  try {
    return ReadFunction(json);
  } catch (const base::Json::exception&) {
    return base::UsageError("that is no function");
  }
}

}  // namespace kingbird::model
