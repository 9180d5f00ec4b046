// Statements come in the order of the tree. What can only be known later (callbacks, promises, calls inside callbacks)
// is recorded while the test runs and asserted at its end, never inside a callback: a library that swallows exceptions
// would swallow the assertion too.
#include "emit/test_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "emit/expressions.h"
#include "emit/js_text.h"
#include "emit/node_streams.h"
#include "emit/test_name.h"
#include "model/pollution.h"

namespace kingbird::emit {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::Event;
using model::Value;

constexpr int kMostListedCalls = 4;

class TestWriter {
 public:
  TestWriter(const model::TestCase& test, const StableBehaviour& behaviour, const WriteStyle& style)
      : test_(test),
        behaviour_(behaviour),
        execution_(behaviour.execution),
        style_(style),
        names_(test, style.module_variable, &behaviour.execution),
        servers_(ServersOf(test)),
        pollutions_(model::PollutionsOf(behaviour.execution)) {}

  std::optional<WrittenTest> Write() {
    if (execution_.end != model::End::kFinished) return std::nullopt;
    bool unstable = false;
    model::ForEachCall(*test_.root, [&](const Call& call) {
      unstable |= behaviour_.unstable_nodes.contains(call.id) && !Returned(call) && !Thrown(call);
      unstable |= IsNodesOwn(call) && (Thrown(call) || Settled(call));
    });
    if (unstable) return std::nullopt;
    for (const model::Pollution& pollution : pollutions_) {
      // What was there before cannot be put back in plain sight.
      if (!pollution.is_new) return std::nullopt;
    }
    WriteRoot(*test_.root);
    for (const std::string& line : deferred_) written_.body.push_back(line);
    WritePollutions([](const model::Pollution&) { return true; });
    if (written_.assertions == 0) return std::nullopt;
    TestName name = NameOf(test_, execution_, style_.module_variable);
    written_.function = std::move(name.function);
    written_.title = std::move(name.title);
    written_.longer_titles = std::move(name.longer);
    return std::move(written_);
  }

 private:
  const Event* Returned(const Call& call) const { return execution_.Find(Event::Kind::kReturn, call.id); }
  const Event* Thrown(const Call& call) const { return execution_.Find(Event::Kind::kThrow, call.id); }
  const Event* Settled(const Call& call) const {
    const Event* event = execution_.Find(Event::Kind::kFulfill, call.id);
    return event != nullptr ? event : execution_.Find(Event::Kind::kReject, call.id);
  }

  // It was called for what it makes the target do; what it answers is Node's affair.
  bool IsNodesOwn(const Call& call) const {
    const Event* event = Returned(call) != nullptr ? Returned(call) : Thrown(call);
    const bool member = call.kind == Call::Kind::kMethod || call.kind == Call::Kind::kGet;
    return member && call.path.size() == 1 && event != nullptr && event->values.size() > 1 &&
           IsOfNodesStreams(event->values[1], call.path[0]);
  }

  std::string Expect(const Value& value) {
    NotePermission(value);
    return ExpectationText(value, style_.expectation);
  }
  // For assert.throws and assert.rejects: matchers are predicates already.
  std::string Predicate(const Value& value) {
    const std::string text = Expect(value);
    return value.kind == Value::Kind::kError ? text : fmt::format("like({})", text);
  }
  void NotePermission(const Value& value) {
    const Value* code = value.Find("code");
    if (code != nullptr && (code->text == "EACCES" || code->text == "EPERM")) written_.needs_ordinary_user = true;
  }

  void Line(int indent, std::string_view text) {
    std::ranges::move(StatementLines(text, indent), std::back_inserter(*lines()));
  }
  std::vector<std::string>* lines() { return &written_.body; }
  void Assert(std::string text) {
    Line(0, std::move(text));
    ++written_.assertions;
  }
  void Defer(std::string text) {
    deferred_.push_back(std::move(text));
    ++written_.assertions;
  }

  void WriteRoot(const Callback& root) {
    for (size_t i = 0; i < root.body.size(); ++i) {
      const Call& call = root.body[i];
      const bool last = i + 1 == root.body.size();
      if (call.kind == Call::Kind::kAwait) {
        WriteAwait(call, last);
        continue;
      }
      if (call.kind == Call::Kind::kRequest || call.kind == Call::Kind::kFake) {
        call.kind == Call::Kind::kRequest ? WriteRequest(call) : WriteFake(call);
        continue;
      }
      WriteSpies(call, 0);
      WriteRootCall(call, last);
      WritePollutions([&](const model::Pollution& pollution) { return pollution.node == call.id; });
    }
  }

  // The answer is asserted where the request stands: the next call of the body begins when it has come.
  void WriteRequest(const Call& call) {
    const Event* settled = Settled(call);
    if (settled == nullptr) return;
    written_.is_async = true;
    const std::string text = names_.CallText(call);
    const Value& value = settled->values.at(0);
    if (settled->kind == Event::Kind::kReject)
      return Assert(fmt::format("await assert.rejects({}, {});", text, Predicate(value)));
    AssertValue("await " + text, value);
  }

  void WriteFake(const Call& call) {
    const std::string& whom = call.path.at(0);
    const std::string name = whom == "requests" ? "answerRequests" : whom == "programs" ? "answerPrograms" : whom;
    written_.fakes.push_back({name, Expressions::FakeText(call)});
  }

  // What the call left on shared objects is asserted and taken away: whoever runs next in this process must not meet
  // it.
  template <typename Wanted>
  void WritePollutions(const Wanted& wanted) {
    std::erase_if(pollutions_, [&](const model::Pollution& pollution) {
      if (!wanted(pollution)) return false;
      const std::string subject = PathText(pollution.path[0], {pollution.path.begin() + 1, pollution.path.end()});
      AssertValue(subject, pollution.value);
      Line(0, fmt::format("delete {};", subject));
      return true;
    });
  }

  void WriteRootCall(const Call& call, bool last) {
    const std::string text = names_.CallText(call);
    if (const Event* thrown = Thrown(call)) {
      Assert(fmt::format("assert.throws(() => {}, {});", call.kind == Call::Kind::kAssign ? "{ " + text + "; }" : text,
                         Predicate(thrown->values.at(0))));
      return;
    }
    const Event* returned = Returned(call);
    if (servers_.contains(call.id)) return Line(0, fmt::format("const {} = {};", names_.ResultName(call.id), text));
    // An assignment has the assigned value in JavaScript, and none in an execution.
    const bool silent = call.kind == Call::Kind::kAssign || returned == nullptr || returned->values.empty();
    if (silent) return Line(0, text + ";");
    if (const Event* settled = Settled(call)) return WritePromise(call, *settled, last);
    const Value& value = returned->values[0];
    const bool referenced = names_.IsReferenced(call.id);
    const std::string subject = referenced ? names_.ResultName(call.id) : text;
    if (referenced) Line(0, fmt::format("const {} = {};", subject, text));
    // A new object or a function that is used speaks through what it does then.
    const bool used = referenced && !last;
    if (used && (call.kind == Call::Kind::kNew || value.kind == Value::Kind::kFunction)) return;
    const bool worth = SaysSomething(value) && !IsNodesOwn(call) &&
                       (value.kind != Value::Kind::kUndefined || DirectCallbacks(call).empty());
    if (!worth) {
      if (!referenced) Line(0, text + ";");
      return;
    }
    AssertValue(subject, value);
  }

  void AssertValue(const std::string& subject, const Value& value) {
    const std::string expected = Expect(value);
    if (expected == "anything") return Line(0, subject + ";");
    const bool simple =
        model::IsPrimitive(value.kind) && value.kind != Value::Kind::kSymbol && !expected.starts_with("here(");
    Assert(simple ? fmt::format("assert.equal({}, {});", subject, expected)
                  : fmt::format("same({}, {});", subject, expected));
  }

  void WritePromise(const Call& call, const Event& settled, bool last) {
    written_.is_async = true;
    const bool fulfilled = settled.kind == Event::Kind::kFulfill;
    const Value& value = settled.values.at(0);
    const bool native = Returned(call)->values[0].kind == Value::Kind::kPromise;
    const std::string text = names_.CallText(call);
    const bool referenced = names_.IsReferenced(call.id);
    if (last && !referenced && fulfilled) return AssertValue("await " + text, value);
    if (last && !referenced && native)
      return Assert(fmt::format("await assert.rejects({}, {});", text, Predicate(value)));
    const std::string outcome = fmt::format("outcome{}", outcomes_++ == 0 ? "" : std::to_string(outcomes_));
    if (referenced) Line(0, fmt::format("const {} = {};", names_.ResultName(call.id), text));
    Line(0, fmt::format("const {} = settled({});", outcome, referenced ? names_.ResultName(call.id) : text));
    Defer(fmt::format("same(await {}, {}({}));", outcome, fulfilled ? "fulfilled" : "rejected", Expect(value)));
  }

  // At the end of the test plain `await` reads best; elsewhere the continuation must not delay what follows.
  void WriteAwait(const Call& call, bool last) {
    written_.is_async = true;
    const Callback& continuation = *call.arguments.at(0).callback;
    if (execution_.Invocations(continuation.id) == 0) return;
    if (last) {
      const std::string promise = names_.ArgumentText(*call.receiver);
      const std::string parameters = names_.ParameterList(continuation);
      const bool bound = parameters != "()" && !continuation.body.empty();
      Line(0, bound ? fmt::format("const {} = await {};", parameters.substr(1, parameters.size() - 2), promise)
                    : fmt::format("await {};", promise));
      WriteRoot(continuation);
      return;
    }
    WriteSpies(call, 0);
    Line(0, names_.CallText(call) + ";");
  }

  void WriteSpies(const Call& call, int indent) {
    for (const model::CallbackRef& callback : DirectCallbacks(call)) WriteSpy(*callback, indent);
  }

  void WriteSpy(const Callback& callback, int indent) {
    // Waiting for the callback itself comes before looking at what happened inside it.
    const size_t first_deferred = deferred_.size();
    if (indent == 0) DeclareNested(callback);
    WriteSpyText(callback, indent);
    std::optional<std::string> assertion = InvocationAssertion(callback);
    if (!assertion) return;
    deferred_.insert(deferred_.begin() + static_cast<ptrdiff_t>(first_deferred), std::move(*assertion));
    ++written_.assertions;
  }

  // At the top a spy is a constant; inside a callback it is kept in a variable around it, so that it can be asserted.
  void WriteSpyText(const Callback& callback, int indent) {
    const std::string head = (indent == 0 ? "const " : "") + names_.CallbackName(callback.id) + " = ";
    const std::string parameters = names_.ParameterList(callback);
    if (!callback.source.empty()) {
      Line(indent, fmt::format("{}spy({});", head, callback.source));
    } else if (callback.body.empty() && !callback.result && callback.parameters == 0) {
      Line(indent, head + "spy();");
    } else if (callback.body.empty() && callback.result && !callback.throws) {
      const std::string result = names_.ArgumentText(*callback.result);
      Line(indent,
           fmt::format("{}spy({} => {});", head, parameters, result.starts_with("{") ? "(" + result + ")" : result));
    } else if (callback.body.empty() && !callback.result) {
      Line(indent, fmt::format("{}spy({} => {{}});", head, parameters));
    } else {
      Line(indent, fmt::format("{}spy({} => {{", head, parameters));
      for (const Call& call : callback.body) WriteNestedCall(call, indent + 1);
      if (callback.result) {
        Line(indent + 1,
             fmt::format("{} {};", callback.throws ? "throw" : "return", names_.ArgumentText(*callback.result)));
      }
      Line(indent, "});");
    }
  }

  // What the spy saw; nothing when that varies, or when several spies took turns in the same variable.
  std::optional<std::string> InvocationAssertion(const Callback& callback) {
    const std::string& name = names_.CallbackName(callback.id);
    if (behaviour_.unstable_nodes.contains(callback.id) || !WasMadeOnce(callback)) return std::nullopt;
    std::vector<const Event*> invocations;
    bool later = false;
    for (const Event& event : execution_.events) {
      if (event.kind != Event::Kind::kInvoke || event.node != callback.id) continue;
      invocations.push_back(&event);
      later |= event.during < 0;
    }
    std::string expected;
    if (static_cast<int>(invocations.size()) > kMostListedCalls) {
      expected = fmt::format("arrayOf({})", invocations.size());
    } else {
      for (const Event* event : invocations) {
        Value arguments = Value::Array({event->values.begin() + 1, event->values.end()});
        for (const Value& argument : arguments.items) NotePermission(argument);
        expected += (expected.empty() ? "" : ", ") + ExpectationText(arguments, style_.expectation);
      }
      expected = "[" + expected + "]";
    }
    if (!later) return fmt::format("same({}.args, {});", name, expected);
    written_.is_async = true;
    return fmt::format("same(await {}.calls({}), {});", name, invocations.size(), expected);
  }

  // Every callback around it ran exactly once.
  bool WasMadeOnce(const Callback& callback) const {
    bool once = true;
    model::ForEachCallback(*test_.root, [&](const Callback& outer) {
      if (outer.id == 0 || outer.id == callback.id || execution_.Invocations(outer.id) == 1) return;
      model::ForEachCallback(outer, [&](const Callback& inner) { once &= inner.id != callback.id; });
    });
    return once;
  }

  // Results and spies inside callbacks live in variables around the outermost one.
  void DeclareNested(const Callback& callback) {
    std::string declared;
    const auto declare = [&](const std::string& name) { declared += (declared.empty() ? "" : ", ") + name; };
    model::ForEachCallback(callback, [&](const Callback& inner) {
      if (inner.id != callback.id) declare(names_.CallbackName(inner.id));
      for (const Call& call : inner.body) {
        if (NestedValue(call) != nullptr || names_.IsReferenced(call.id)) declare(names_.ResultName(call.id));
      }
    });
    if (!declared.empty()) Line(0, fmt::format("let {};", declared));
  }

  // What is worth asserting of a call inside a callback: an error, a settled promise, a value.
  const Value* NestedValue(const Call& call) const {
    if (call.kind == Call::Kind::kAwait || IsNodesOwn(call)) return nullptr;
    if (const Event* thrown = Thrown(call)) return &thrown->values.at(0);
    const Event* returned = Returned(call);
    if (returned == nullptr || returned->values.empty()) return nullptr;
    if (const Event* settled = Settled(call)) return names_.IsReferenced(call.id) ? nullptr : &settled->values.at(0);
    const Value& value = returned->values[0];
    return value.kind == Value::Kind::kUndefined || !SaysSomething(value) ? nullptr : &value;
  }

  void WriteNestedCall(const Call& call, int indent) {
    for (const model::CallbackRef& inner : DirectCallbacks(call)) WriteSpy(*inner, indent);
    const std::string text = names_.CallText(call);
    const std::string& name = names_.ResultName(call.id);
    const Value* value = NestedValue(call);
    if (Thrown(call) != nullptr) {
      Line(indent, fmt::format("{} = caught(() => {});", name, text));
      return Defer(fmt::format("same({}, {});", name, Expect(*value)));
    }
    if (value == nullptr)
      return Line(indent, names_.IsReferenced(call.id) ? fmt::format("{} = {};", name, text) : text + ";");
    if (const Event* settled = Settled(call)) {
      written_.is_async = true;
      Line(indent, fmt::format("{} = settled({});", name, text));
      const bool fulfilled = settled->kind == Event::Kind::kFulfill;
      return Defer(fmt::format("same(await {}, {}({}));", name, fulfilled ? "fulfilled" : "rejected", Expect(*value)));
    }
    Line(indent, fmt::format("{} = {};", name, text));
    const std::string expected = Expect(*value);
    if (expected != "anything") Defer(fmt::format("same({}, {});", name, expected));
  }

  const model::TestCase& test_;
  const StableBehaviour& behaviour_;
  const model::Execution& execution_;
  const WriteStyle& style_;
  Expressions names_;
  std::set<int> servers_;  ///< Calls that make what requests are sent to.
  WrittenTest written_;
  std::vector<std::string> deferred_;
  std::vector<model::Pollution> pollutions_;  ///< Not written yet.
  int outcomes_ = 0;
};

}  // namespace

std::optional<WrittenTest> WriteTest(const model::TestCase& test, const StableBehaviour& behaviour,
                                     const WriteStyle& style) {
  return TestWriter(test, behaviour, style).Write();
}

}  // namespace kingbird::emit
