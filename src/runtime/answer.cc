// The shapes are read once, into nodes that refer to each other by number, so that shapes may contain themselves.
#include "runtime/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "wire_kinds.h"

namespace kingbird::runtime {
namespace {

using base::Json;

enum Scalar : unsigned { kText = 1, kTruth = 2, kNull = 4, kNumber = 8, kInteger = 16, kCount = 32 };

struct Member {
  std::string name;
  size_t shape = 0;
  bool optional = false;
};

/// One of: scalars and words, a list, a tuple, an object, a map.
struct Shape {
  unsigned scalars = 0;
  std::vector<std::string> words;
  std::vector<size_t> alternatives;  ///< Named shapes.
  std::vector<size_t> list;          ///< One or none: of each item.
  std::vector<size_t> tuple;
  std::vector<Member> members;
  size_t required = 0;
  std::vector<size_t> map;  ///< One or none: of each member.
};

class Shapes {
 public:
  Shapes() {
    // Their numbers first: they may refer to each other.
    const Json named = Json::parse(wire::kShapes);
    for (const auto& [name, _] : named.items()) named_.emplace(name, Add());
    for (const auto& [name, shape] : named.items()) Fill(named_.at(name), shape);
    const Json answers = Json::parse(wire::kAnswers);
    for (const auto& [name, shape] : answers.items()) answers_.emplace(name, Read(shape));
  }

  bool Fits(std::string_view answer, const Json& json) const {
    const auto shape = answers_.find(answer);
    return shape != answers_.end() && Fits(shapes_[shape->second], json);
  }

 private:
  size_t Add() {
    shapes_.emplace_back();
    return shapes_.size() - 1;
  }

  size_t Read(const Json& json) {
    const size_t number = Add();
    Fill(number, json);
    return number;
  }

  void Fill(size_t number, const Json& json) {
    Shape shape;
    if (json.is_string()) {
      for (const std::string& kind : base::Split(json.get<std::string>(), '|')) AddKind(kind, shape);
    } else if (json.is_array()) {
      for (const Json& item : json) (json.size() == 1 ? shape.list : shape.tuple).push_back(Read(item));
    } else {
      for (const auto& [key, member] : json.items()) AddMember(key, Read(member), shape);
    }
    shapes_[number] = std::move(shape);
  }

  void AddKind(const std::string& kind, Shape& shape) const {
    static const std::map<std::string, Scalar> kScalars = {{"text", kText},       {"truth", kTruth},
                                                           {"null", kNull},       {"number", kNumber},
                                                           {"integer", kInteger}, {"count", kCount}};
    if (const auto scalar = kScalars.find(kind); scalar != kScalars.end()) {
      shape.scalars |= scalar->second;
    } else if (kind.starts_with('\'')) {
      shape.words.push_back(kind.substr(1, kind.size() - 2));
    } else {
      shape.alternatives.push_back(named_.at(kind));
    }
  }

  static void AddMember(std::string name, size_t shape, Shape& of) {
    if (name == "*") {
      of.map.push_back(shape);
      return;
    }
    const bool optional = name.ends_with('?');
    if (optional) name.pop_back();
    if (!optional) ++of.required;
    of.members.push_back({std::move(name), shape, optional});
  }

  // As deep as the JSON is.
  bool Fits(const Shape& shape, const Json& json) const {
    if (json.is_array() && (!shape.list.empty() || !shape.tuple.empty())) return FitsList(shape, json);
    if (json.is_object() && (!shape.members.empty() || !shape.map.empty())) return FitsObject(shape, json);
    return FitsScalar(shape, json) ||
           std::ranges::any_of(shape.alternatives, [&](size_t other) { return Fits(shapes_[other], json); });
  }

  static bool FitsScalar(const Shape& shape, const Json& json) {
    const auto may_be = [&](Scalar scalar) { return (shape.scalars & scalar) != 0; };
    if (json.is_string())
      return may_be(kText) || std::ranges::find(shape.words, json.get_ref<const std::string&>()) != shape.words.end();
    if (json.is_boolean()) return may_be(kTruth);
    if (json.is_null()) return may_be(kNull);
    if (!json.is_number()) return false;
    if (may_be(kNumber)) return true;
    if (json.is_number_unsigned()) {
      const auto number = json.get<uint64_t>();
      return (may_be(kCount) && std::in_range<uint32_t>(number)) ||
             (may_be(kInteger) && std::in_range<int32_t>(number));
    }
    return json.is_number_integer() && may_be(kInteger) && std::in_range<int32_t>(json.get<int64_t>());
  }

  bool FitsList(const Shape& shape, const Json& json) const {
    if (!shape.list.empty()) {
      const Shape& each = shapes_[shape.list[0]];
      return std::ranges::all_of(json, [&](const Json& item) { return Fits(each, item); });
    }
    return std::ranges::equal(json, shape.tuple,
                              [&](const Json& item, size_t part) { return Fits(shapes_[part], item); });
  }

  bool FitsObject(const Shape& shape, const Json& json) const {
    size_t left = shape.required;
    for (const auto& [name, value] : json.items()) {
      const auto known = std::ranges::find(shape.members, name, &Member::name);
      if (known == shape.members.end() && shape.map.empty()) return false;
      if (!Fits(shapes_[known == shape.members.end() ? shape.map[0] : known->shape], value)) return false;
      if (known != shape.members.end() && !known->optional) --left;
    }
    return left == 0;
  }

  std::vector<Shape> shapes_;
  std::map<std::string, size_t> named_;
  std::map<std::string, size_t, std::less<>> answers_;
};

}  // namespace

base::Result<Json> DecodeAnswer(std::string_view name, std::string_view text, uint64_t most_values) {
  static const Shapes kShapes;
  auto json = base::ParseJson(text, fmt::format("the agent's answer about {}", name), most_values);
  if (!json.ok()) return base::EnvironmentError(json.error().message);
  if (!kShapes.Fits(name, *json)) return base::EnvironmentError(fmt::format("what the agent says of {} is none", name));
  return json;
}

}  // namespace kingbird::runtime
