#include "emit/test_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/text.h"
#include "emit/expressions.h"
#include "emit/js_text.h"
#include "model/pollution.h"
#include "model/request.h"

namespace kingbird::emit {
namespace {

using model::Argument;
using model::Call;
using model::Event;
using model::Execution;
using model::Value;

// What the entries of the scratch tree are, in words (model/scratch_tree.h).
std::string PathInWords(const std::string& path) {
  if (path == "malformed.json") return "malformed JSON";
  if (path == "data.json") return "a JSON file";
  if (path == "file.txt") return "a text file";
  if (path == "empty.txt") return "an empty file";
  if (path == "dir") return "an empty directory";
  if (path == "full") return "a directory with files";
  if (path == "link") return "a symbolic link";
  if (path == "readonly.txt") return "a read-only file";
  if (path == ".gitignore") return "a hidden file";
  if (path.starts_with("missing")) return "a missing path";
  return "";
}

constexpr size_t kShort = 40;
constexpr size_t kLong = 90;
constexpr size_t kMostBefore = 4;  // calls of the test that a title names

std::string Short(const std::string& text, size_t most) {
  if (text.size() <= most) return text;
  size_t end = most - 1;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

// Names of files are what they stand for only where files are used.
std::string ArgumentInWords(const Argument& argument, bool files, size_t most) {
  switch (argument.kind) {
    case Argument::Kind::kLiteral: {
      if (files && argument.literal.kind == Value::Kind::kString) {
        const std::string words = PathInWords(argument.literal.text);
        if (!words.empty()) return words;
      }
      return Short(LiteralText(argument.literal), most);
    }
    case Argument::Kind::kResult:
    case Argument::Kind::kProperty:
      return "an earlier result";
    case Argument::Kind::kParameter:
      return "a value it was handed";
    case Argument::Kind::kArray:
      return "a list";
    case Argument::Kind::kObject: {
      std::string keys;
      for (const std::string& key : argument.keys) {
        const bool more = keys.size() + key.size() > most && !keys.empty();
        keys += (keys.empty() ? "" : ", ") + (more ? "..." : key);
        if (more) break;
      }
      return keys.empty() ? "{}" : "{ " + keys + " }";
    }
    case Argument::Kind::kApi:
      return model::ToString(argument.path);
    case Argument::Kind::kGlobal:
      return model::ToString(argument.path);
    case Argument::Kind::kCallback:
      return "a callback";
    case Argument::Kind::kSetup:
      return argument.keys.empty() ? "" : argument.keys[0];
  }
  return "";
}

// "/items/7", "/items with body { title: 'tea' }".
std::string RequestInWords(const Call& call, size_t most) {
  std::string words = Short(model::UrlOf(call), most);
  const Value* body = model::PartOf(call, model::RequestPart::kBody);
  const Value* headers = model::PartOf(call, model::RequestPart::kHeaders);
  if (body != nullptr) words += " with " + Short(LiteralText(*body), most);
  for (const model::Property& header : headers == nullptr ? std::vector<model::Property>() : headers->properties)
    words += fmt::format(" with {} {}", header.name, Short(LiteralText(header.value), most));
  return words;
}

std::string ArgumentsInWords(const Call& call, bool files, size_t most = kShort) {
  if (call.kind == Call::Kind::kRequest) return RequestInWords(call, most);
  std::string first;
  std::string others;
  for (const Argument& argument : call.arguments) {
    if (argument.kind == Argument::Kind::kCallback) continue;
    const std::string words = ArgumentInWords(argument, files, most);
    if (first.empty()) {
      const bool path = files && argument.kind == Argument::Kind::kLiteral &&
                        argument.literal.kind == Value::Kind::kString && !PathInWords(argument.literal.text).empty();
      first = (path ? "on " : "with ") + words;
    } else if (others.size() < most) {
      others += ", " + words;
    }
  }
  if (first.empty()) return call.arguments.empty() ? "without arguments" : "with a callback only";
  return first + others;
}

std::string ValueInWords(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kError: {
      const Value* code = value.Find("code");
      return code != nullptr && code->kind == Value::Kind::kString ? code->text : value.type;
    }
    case Value::Kind::kFunction:
      return "a function";
    case Value::Kind::kArray:
      return value.items.empty() ? "an empty array" : "an array";
    case Value::Kind::kObject:
      return value.type == "Object" || value.type.empty() ? "an object" : "a " + value.type;
    case Value::Kind::kPromise:
      return "a promise";
    case Value::Kind::kMap:
    case Value::Kind::kSet:
    case Value::Kind::kDate:
    case Value::Kind::kBytes:
      return "a " + (value.type.empty() ? std::string(model::KindName(value.kind)) : value.type);
    case Value::Kind::kCut:
    case Value::Kind::kProxy:
    case Value::Kind::kThrows:
    case Value::Kind::kReference:
      return "a value";
    case Value::Kind::kUndefined:
    case Value::Kind::kNull:
    case Value::Kind::kBoolean:
    case Value::Kind::kNumber:
    case Value::Kind::kBigInt:
    case Value::Kind::kString:
    case Value::Kind::kSymbol:
    case Value::Kind::kRegExp:
    case Value::Kind::kHole:
      break;
  }
  return Short(LiteralText(value), kShort);
}

std::string OutcomeInWords(const Call& call, const Execution& execution) {
  if (const Event* thrown = execution.Find(Event::Kind::kThrow, call.id))
    return "throws " + ValueInWords(thrown->values.at(0));
  for (const model::CallbackRef& callback : DirectCallbacks(call)) {
    const Event* invoked = execution.Find(Event::Kind::kInvoke, callback->id);
    if (invoked == nullptr) continue;
    const int count = execution.Invocations(callback->id);
    std::string words = count == 1 ? "calls back" : fmt::format("calls back {} times", count);
    if (invoked->values.size() <= 1) return words + " without arguments";
    const Value& first = invoked->values[1];
    const bool no_error = first.kind == Value::Kind::kNull || first.kind == Value::Kind::kUndefined;
    if (no_error && invoked->values.size() == 2) return words + " without an error";
    return words + " with " + ValueInWords(no_error ? invoked->values[2] : first);
  }
  if (const Event* event = execution.Find(Event::Kind::kReject, call.id))
    return "rejects with " + ValueInWords(event->values.at(0));
  const Event* fulfilled = execution.Find(Event::Kind::kFulfill, call.id);
  const bool answered = fulfilled != nullptr && call.kind == Call::Kind::kRequest;
  if (const Value* status = answered ? fulfilled->values.at(0).Find("status") : nullptr)
    return "answers " + ValueInWords(*status);
  if (fulfilled != nullptr) return "resolves to " + ValueInWords(fulfilled->values.at(0));
  if (!DirectCallbacks(call).empty()) return "does not call back";
  const Event* returned = execution.Find(Event::Kind::kReturn, call.id);
  return returned == nullptr || returned->values.empty() ? "runs" : "returns " + ValueInWords(returned->values[0]);
}

// What else came of a call whose callback ran.
std::string ResultInWords(const Call& call, const Execution& execution) {
  if (DirectCallbacks(call).empty() || execution.Find(Event::Kind::kThrow, call.id) != nullptr) return "";
  if (const Event* event = execution.Find(Event::Kind::kReject, call.id))
    return " and rejects with " + ValueInWords(event->values.at(0));
  if (const Event* event = execution.Find(Event::Kind::kFulfill, call.id))
    return " and resolves to " + ValueInWords(event->values.at(0));
  const Event* returned = execution.Find(Event::Kind::kReturn, call.id);
  if (returned == nullptr || returned->values.empty()) return "";
  return " and returns " + ValueInWords(returned->values[0]);
}

// " when fetch answers 404": what a fake stands for, where that is not success.
std::string FakesInWords(const model::TestCase& test) {
  std::string words;
  model::ForEachCall(*test.root, [&](const Call& call) {
    if (call.kind != Call::Kind::kFake || call.arguments.empty()) return;
    const Value& answer = call.arguments[0].literal;
    const std::string& whom = call.path.at(0);
    const std::string who = whom == "requests" ? "the server" : whom == "programs" ? "the program" : whom;
    const Value* status = answer.Find("status");
    const Value* code = answer.Find("code");
    if (answer.Find("error") != nullptr) words += fmt::format(" when {} fails", who);
    if (status != nullptr) words += fmt::format(" when {} answers {}", who, LiteralText(*status));
    if (code != nullptr) words += fmt::format(" when {} ends with {}", who, LiteralText(*code));
  });
  return words;
}

bool IsMaking(const Call& call, int object) { return call.kind == Call::Kind::kNew && call.id == object; }

/// What calls are called in a suite: the module by its variable, functions that were handed out by where they come
/// from.
class Speaker {
 public:
  Speaker(const model::TestCase& test, const Execution& execution, std::string module)
      : test_(test), execution_(execution), module_(std::move(module)) {}

  std::string Name(const Call& call) const {
    if (call.kind == Call::Kind::kMethod && call.path.empty() && call.receiver) {
      const std::string origin = Origin(*call.receiver);
      if (!origin.empty()) return origin;
    }
    std::string name = model::CallName(call, execution_);
    const std::string root = model::ToString(model::AccessPath{});
    const size_t at = name.find(root);
    return at == std::string::npos ? name : name.replace(at, root.size(), module_);
  }

 private:
  std::string Origin(const Argument& receiver) const {
    std::string origin;
    model::ForEachCall(*test_.root, [&](const Call& call) {
      if (receiver.kind == Argument::Kind::kResult && call.id == receiver.node)
        origin = "the function returned by " + Name(call);
      if (receiver.kind != Argument::Kind::kParameter) return;
      for (const model::CallbackRef& callback : DirectCallbacks(call)) {
        if (callback->id == receiver.node) origin = "the function that callbacks of " + Name(call) + " receive";
      }
    });
    return origin;
  }

  const model::TestCase& test_;
  const Execution& execution_;
  std::string module_;
};

// " after open", " after open and read", " after read and 2 more calls": the last `most` of the calls by name, so that
// a title does not hide what else the test shows.
std::string AfterInWords(const std::vector<std::string>& before, size_t most) {
  const size_t first = before.size() - std::min(most, before.size());
  std::vector<std::string> parts(before.begin() + static_cast<ptrdiff_t>(first), before.end());
  if (first > 0) {
    const std::string more = parts.empty() ? "other" : "more";
    parts.push_back(fmt::format("{} {} {}", first, more, first == 1 ? "call" : "calls"));
  }
  std::string words;
  for (size_t i = 0; i < parts.size(); ++i)
    words += (i == 0 ? " after " : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return words;
}

}  // namespace

TestName NameOf(const model::TestCase& test, const Execution& execution, const std::string& module) {
  std::vector<Call> calls;
  model::ForEachCall(*test.root, [&](const Call& call) {
    const bool ran = execution.Find(Event::Kind::kReturn, call.id) != nullptr ||
                     execution.Find(Event::Kind::kThrow, call.id) != nullptr;
    const bool prepares =
        call.kind == Call::Kind::kAwait || call.kind == Call::Kind::kAssign || call.kind == Call::Kind::kFake;
    if (!prepares && ran) calls.push_back(call);
  });
  if (calls.empty()) return {"module", "loads", {}};
  // What is read of an object after its methods ran is their doing.
  const bool has_method =
      std::any_of(calls.begin(), calls.end(), [](const Call& call) { return call.kind == Call::Kind::kMethod; });
  while (has_method && calls.back().kind == Call::Kind::kGet) calls.pop_back();
  const Speaker speaker(test, execution, module);
  const Call subject = calls.back();
  calls.pop_back();
  std::vector<std::string> before;
  const int object =
      subject.receiver && subject.receiver->kind == Argument::Kind::kResult ? subject.receiver->node : -1;
  for (const Call& call : calls) {
    // That the object or the function had to be made first goes without saying.
    const bool made = IsMaking(call, object) || (subject.kind == Call::Kind::kRequest && call.id == object) ||
                      (subject.path.empty() && call.id == object);
    if (!made) before.push_back(speaker.Name(call));
  }
  std::string outcome = OutcomeInWords(subject, execution);
  const std::vector<model::Pollution> pollutions = model::PollutionsOf(execution);
  if (!pollutions.empty()) outcome += " and pollutes " + pollutions[0].Holder();
  outcome += FakesInWords(test);
  const bool directly = !calls.empty() && !before.empty() && before.back() == speaker.Name(calls.back());
  TestName name;
  name.function = speaker.Name(subject);
  name.title = fmt::format("{} {}{}", ArgumentsInWords(subject, execution.files), outcome,
                           AfterInWords(before, directly ? 1 : 0));
  const std::string result = ResultInWords(subject, execution);
  for (size_t most = directly ? 1 : 0; most <= std::min(before.size(), kMostBefore); ++most)
    name.longer.push_back(fmt::format("{} {}{}{}", ArgumentsInWords(subject, execution.files), outcome, result,
                                      AfterInWords(before, most)));
  name.longer.push_back(fmt::format("{} {}{}{}", ArgumentsInWords(subject, execution.files, kLong), outcome, result,
                                    AfterInWords(before, kMostBefore)));
  // Runners print titles as they are, and names of classes and functions are the target's.
  for (std::string* text : {&name.function, &name.title}) *text = base::Printable(*text);
  for (std::string& title : name.longer) title = base::Printable(title);
  return name;
}

}  // namespace kingbird::emit
