// Each function is tried with every argument count, a callback at each position, at the last two and three positions,
// in an option object, and without callbacks; the other positions get values its parameter names suggest. Several
// probes of one function share a process (their callbacks have their own ids, so there is no confusion); what a process
// that ends badly loses gets another chance in the next round, alone if it is a likely one.
#include "discover/signatures.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "generate/argument_maker.h"

namespace kingbird::discover {
namespace {

using model::Argument;
using model::Call;
using model::Callback;
using model::Event;
using model::Execution;
using model::Function;
using model::Position;
using model::Signature;
using model::TestCase;
using model::Value;

constexpr uint64_t kSeed = 20211;
constexpr size_t kBatch = 128;
constexpr size_t kTestsPerRound = 500;
constexpr size_t kMostCallbackKeys = 8;
// Each costs the deadline; what such a function does at once is known by then.
constexpr int kMostHangs = 3;
constexpr size_t kGoodValues = 6;
constexpr size_t kMostTypes = 12;
constexpr size_t kMostMethods = 60;
constexpr size_t kProducersPerType = 6;

/// A configuration of arguments to try.
struct Configuration {
  int arguments = 0;
  std::set<int> callbacks;
  int options_at = -1;  // an object of callbacks at this position
  auto operator<=>(const Configuration&) const = default;
};

/// What the probes of one configuration showed.
struct Evidence {
  std::map<int, Position> invoked;              // position → kind
  std::map<std::string, Position> option_keys;  // key of the object at options_at → kind
  bool returned = false;
  bool promise = false;
  bool succeeded = false;  // returned something, called back without an error, or fulfilled
  bool silent = false;     // returned undefined: fine for most, no news from a function that reports later
};

struct Probe {
  size_t function = 0;
  Configuration configuration;
};

std::vector<Configuration> ConfigurationsFor(const Function& function, bool has_callback_keys, int most) {
  const bool open_ended = function.parameters.empty() || function.parameters.back().starts_with("...");
  const int named = static_cast<int>(function.parameters.size()) - (open_ended && !function.parameters.empty() ? 1 : 0);
  const int declared = std::max(function.length, named);
  const int longest = open_ended && declared == 0 ? most - 1 : std::min(most, declared + 1);
  std::vector<Configuration> list;
  for (int n = 0; n <= longest; ++n) {
    list.push_back({n, {}, -1});
    for (int p = 0; p < n; ++p) list.push_back({n, {p}, -1});
    if (n >= 2) list.push_back({n, {n - 2, n - 1}, -1});
    if (n >= 3) list.push_back({n, {n - 3, n - 2, n - 1}, -1});
    if (has_callback_keys && n >= 1 && n <= 3) {
      list.push_back({n, {}, n - 1});
      if (n >= 2) list.push_back({n, {n - 1}, n - 2});
    }
  }
  return list;
}

// The way most APIs are written: plain arguments, then callbacks.
bool EndsWithCallbacks(const Configuration& configuration) {
  return !configuration.callbacks.empty() && *configuration.callbacks.rbegin() == configuration.arguments - 1;
}

class Discovery {
 public:
  Discovery(model::Api& api, runtime::Executor& executor, const generate::ValuePool& pool,
            const SignatureConfig& config)
      : api_(api), executor_(executor), maker_(pool, api), config_(config) {
    for (const Function& function : api.functions) names_.insert(function.Name());
    for (const std::string& key : pool.mined().callback_keys) {
      if (callback_keys_.size() < kMostCallbackKeys) callback_keys_.push_back(key);
    }
    options_.methods = true;
    options_.coverage = false;
    options_.deadline = std::chrono::milliseconds(150);
    options_.setup = config.setup;
    options_.stop = config.stop;
  }

  base::Result<SignatureStats> Run() {
    // What the module offers comes first; methods of what it returns have what is left.
    for (const bool methods : {false, true}) {
      const int rounds = methods ? config_.method_rounds : config_.rounds;
      for (int round = 0; round < rounds && !Enough(); ++round) TRY(RunRound(round, methods));
    }
    partial_only_ = true;
    for (int round = 0; round < config_.partial_rounds && !Enough(); ++round) TRY(RunRound(config_.rounds, false));
    for (size_t i = 0; i < api_.functions.size(); ++i) api_.functions[i].signatures = Conclude(i);
    return stats_;
  }

 private:
  struct Packed {
    TestCase test;
    std::vector<std::pair<Probe, Call>> probes;
  };

  bool Enough() const { return config_.stop() || stats_.tests >= config_.most_tests; }

  base::Status RunRound(int round, bool methods) {
    std::vector<std::vector<Probe>> probes;  // by function
    size_t count = 0;
    for (size_t i = 0; i < api_.functions.size(); ++i) {
      const Function& function = api_.functions[i];
      const bool method = function.kind == Function::Kind::kMethod;
      const bool reachable = producers_.contains(function.owner) || config_.receivers.contains(function.owner);
      if (method != methods || (method && !reachable)) continue;
      const auto hangs = hangs_.find(i);
      if (hangs != hangs_.end() && hangs->second >= kMostHangs) continue;
      probes.push_back(ProbesFor(i));
      count += probes.back().size();
    }
    // The first rounds are wide; later ones give what is left more room, since probes of one process can end each
    // other.
    const size_t many = static_cast<size_t>(config_.probes_per_test);
    const size_t together = round < 2 ? many : std::clamp<size_t>(count / kTestsPerRound, 2, many);
    std::vector<Packed> packs;
    for (const std::vector<Probe>& list : probes) {
      std::vector<Probe> pack;
      for (const Probe& probe : list) {
        // A function that was seen to end the process would take the others along.
        if (fragile_.contains(probe.function) && EndsWithCallbacks(probe.configuration)) {
          packs.push_back(Pack({probe}));
          continue;
        }
        pack.push_back(probe);
        if (pack.size() == together) packs.push_back(Pack(std::exchange(pack, {})));
      }
      if (!pack.empty()) packs.push_back(Pack(pack));
    }
    for (size_t at = 0; at < packs.size() && !Enough(); at += kBatch) {
      TRY(Execute(std::span(packs).subspan(at, std::min(kBatch, packs.size() - at))));
    }
    return {};
  }

  // Each function has draws of its own: one that takes longer than it may today does not change what others are tried
  // with.
  base::Rng& RngOf(size_t function) {
    return rngs_.try_emplace(function, base::Rng(kSeed).Fork(api_.functions[function].Name())).first->second;
  }

  // What is still open for one function; what has succeeded once needs no second try.
  std::vector<Probe> ProbesFor(size_t function) {
    std::vector<Configuration> list =
        ConfigurationsFor(api_.functions[function], !callback_keys_.empty(), config_.most_arguments);
    const std::map<Configuration, Evidence>& known = evidence_[function];
    std::erase_if(list, [&](const Configuration& configuration) {
      const auto it = known.find(configuration);
      return it != known.end() && (it->second.succeeded || it->second.silent) && configuration.options_at < 0 &&
             it->second.invoked.size() == configuration.callbacks.size();
    });
    if (partial_only_) {
      std::erase_if(list, [&](const Configuration& configuration) {
        const auto it = known.find(configuration);
        const size_t invoked = it == known.end() ? 0 : it->second.invoked.size();
        return invoked == 0 || invoked == configuration.callbacks.size();
      });
    }
    RngOf(function).Shuffle(list);
    std::vector<Probe> probes;
    for (Configuration& configuration : list) probes.push_back({function, std::move(configuration)});
    return probes;
  }

  base::Status Execute(std::span<const Packed> packs) {
    std::vector<TestCase> tests;
    for (const Packed& pack : packs) tests.push_back(pack.test);
    ASSIGN_OR_RETURN(const std::vector<Execution> executions, executor_.Run(tests, options_));
    stats_.tests += static_cast<int>(tests.size());
    for (size_t i = 0; i < packs.size(); ++i) {
      const size_t function = packs[i].probes.front().first.function;
      if (executions[i].end == model::End::kTimedOut) {
        ++stats_.timed_out;
        ++hangs_[function];
      } else if (executions[i].end != model::End::kFinished) {
        fragile_.insert(function);
      }
      for (const auto& [probe, call] : packs[i].probes) Learn(probe, call, executions[i]);
    }
    return {};
  }

  Packed Pack(const std::vector<Probe>& probes) {
    Packed pack;
    Callback root;
    int next_id = 1;
    for (const Probe& probe : probes) {
      const Function& function = api_.functions[probe.function];
      Call call;
      if (function.kind == Function::Kind::kConstructor) call.kind = Call::Kind::kNew;
      if (function.kind == Function::Kind::kMethod) {
        call.kind = Call::Kind::kMethod;
        const auto given = config_.receivers.find(function.owner);
        if (given != config_.receivers.end()) {
          call.receiver = RngOf(probe.function).Pick(given->second);
        } else {
          root.body.push_back(Produce(function.owner, next_id, RngOf(probe.function)));
          call.receiver = Argument::Result(root.body.back().id);
        }
      }
      call.id = next_id++;
      call.path = function.path;
      for (int p = 0; p < probe.configuration.arguments; ++p)
        call.arguments.push_back(MakeArgument(probe.function, probe.configuration, p, next_id));
      root.body.push_back(call);
      pack.probes.emplace_back(probe, call);
      ++stats_.probes;
    }
    pack.test = {std::make_shared<Callback>(std::move(root)), next_id};
    return pack;
  }

  Argument MakeArgument(size_t index, const Configuration& configuration, int position, int& next_id) {
    const Function& function = api_.functions[index];
    if (configuration.callbacks.contains(position)) return Reporter(next_id, ContinuationOf(function, position));
    if (configuration.options_at == position) {
      std::vector<Argument> items;
      for (size_t i = 0; i < callback_keys_.size(); ++i) items.push_back(Reporter(next_id, -1));
      return Argument::Object(callback_keys_, std::move(items));
    }
    base::Rng& rng = RngOf(index);
    const auto known = good_values_.find({index, position});
    if (known != good_values_.end() && !known->second.empty() && rng.Percent(60)) return rng.Pick(known->second);
    // A function at a plain position would be a callback of its own: draw again.
    for (int tries = 0; tries < 8; ++tries) {
      generate::Making making;
      making.next_id = next_id;
      Argument argument = maker_.Plain(function, position, making, rng);
      if (argument.kind == Argument::Kind::kLiteral) return argument;
    }
    return Argument::Literal(Value::Undefined());
  }

  // A callback that only reports being called; one that was seen to receive a function (next, done) calls it, since
  // what comes later may depend on that.
  Argument Reporter(int& next_id, int continuation) {
    auto callback = std::make_shared<Callback>();
    callback->id = next_id++;
    callback->parameters = std::max(2, continuation + 1);
    if (continuation >= 0) {
      Call call;
      call.kind = Call::Kind::kMethod;
      call.id = next_id++;
      call.receiver = Argument::Parameter(callback->id, continuation);
      callback->body.push_back(std::move(call));
    }
    return Argument::Function(std::move(callback));
  }

  int ContinuationOf(const Function& function, int position) const {
    const auto it = continuations_.find({function.Name(), position});
    return it == continuations_.end() ? -1 : it->second;
  }

  // A receiver for a method: one of the calls that were seen to return such an object, made anew.
  Call Produce(const std::string& type, int& next_id, base::Rng& rng) {
    Call call = rng.Pick(producers_.at(type));
    call.id = next_id++;
    for (Argument& argument : call.arguments) {
      if (argument.callback) argument = Reporter(next_id, -1);
    }
    return call;
  }

  // An object with methods is part of the API: whoever returned it can produce receivers.
  void NoteProducer(const Call& call, const Value& value) {
    if (value.kind != Value::Kind::kObject || value.methods.empty() || value.methods.size() > kMostMethods) return;
    if (call.kind == Call::Kind::kMethod) return;
    if (!producers_.contains(value.type) && producers_.size() >= kMostTypes) return;
    const bool simple = std::all_of(call.arguments.begin(), call.arguments.end(), [](const Argument& argument) {
      return argument.kind == Argument::Kind::kLiteral || argument.kind == Argument::Kind::kCallback;
    });
    if (!simple) return;
    std::vector<Call>& known = producers_[value.type];
    if (known.size() >= kProducersPerType) return;
    known.push_back(call);
    for (const std::string& method : value.methods) {
      Function function;
      function.kind = Function::Kind::kMethod;
      function.owner = value.type;
      function.path = {method};
      if (names_.insert(function.Name()).second) api_.functions.push_back(std::move(function));
    }
  }

  void Learn(const Probe& probe, const Call& call, const Execution& execution) {
    Evidence& evidence = evidence_[probe.function][probe.configuration];
    bool good = false;    // returned, fulfilled or called back without an error
    bool errors = false;  // called back with one
    const Event* returned = execution.Find(Event::Kind::kReturn, call.id);
    if (returned != nullptr) {
      evidence.returned = true;
      const Value& value = returned->values.empty() ? Value() : returned->values[0];
      NoteProducer(call, value);
      const bool thenable = value.kind == Value::Kind::kPromise ||
                            std::find(value.methods.begin(), value.methods.end(), "then") != value.methods.end();
      evidence.promise |= thenable;
      const bool plain = probe.configuration.callbacks.empty() && probe.configuration.options_at < 0;
      evidence.silent |= plain && value.kind == Value::Kind::kUndefined;
      good = thenable ? execution.Find(Event::Kind::kFulfill, call.id) != nullptr
                      : plain && value.kind != Value::Kind::kUndefined;
    }
    const auto learn = [&](const Callback& callback, Position& kind) {
      const Event* invoked = execution.Find(Event::Kind::kInvoke, callback.id);
      // Called from inside another call of the test (a continuation we called) it is asynchronous for this one.
      kind = invoked->during == call.id ? Position::kSync : Position::kAsync;
      const bool failed = invoked->values.size() >= 2 && invoked->values[1].kind == Value::Kind::kError;
      (failed ? errors : good) = true;
    };
    for (size_t p = 0; p < call.arguments.size(); ++p) {
      const Argument& argument = call.arguments[p];
      if (argument.callback && execution.Invocations(argument.callback->id) > 0) {
        learn(*argument.callback, evidence.invoked[static_cast<int>(p)]);
        NoteContinuation(api_.functions[probe.function], static_cast<int>(p), *argument.callback, execution);
      }
      for (size_t k = 0; k < argument.items.size(); ++k) {
        const model::CallbackRef& inner = argument.items[k].callback;
        if (inner && execution.Invocations(inner->id) > 0) learn(*inner, evidence.option_keys[argument.keys[k]]);
      }
    }
    if (!good || errors) return;
    evidence.succeeded = true;
    RememberValues(probe.function, call);
  }

  // Values of a call that went well are tried again where other positions vary.
  void RememberValues(size_t function, const Call& call) {
    for (size_t p = 0; p < call.arguments.size(); ++p) {
      std::vector<Argument>& known = good_values_[{function, static_cast<int>(p)}];
      const Argument& argument = call.arguments[p];
      const bool again = std::any_of(known.begin(), known.end(),
                                     [&](const Argument& other) { return other.literal == argument.literal; });
      if (argument.kind == Argument::Kind::kLiteral && known.size() < kGoodValues && !again) known.push_back(argument);
    }
  }

  void NoteContinuation(const Function& function, int position, const Callback& callback, const Execution& execution) {
    const Event* invoked = execution.Find(Event::Kind::kInvoke, callback.id);
    for (size_t i = 1; i < invoked->values.size(); ++i) {
      if (invoked->values[i].kind == Value::Kind::kFunction)
        continuations_[{function.Name(), position}] = static_cast<int>(i) - 1;
    }
  }

  std::vector<Signature> Conclude(size_t function) const {
    std::vector<Signature> signatures;
    const auto it = evidence_.find(function);
    if (it == evidence_.end()) return signatures;
    const bool reports_later = std::any_of(it->second.begin(), it->second.end(), [](const auto& item) {
      const std::map<int, Position>& invoked = item.second.invoked;
      return std::any_of(invoked.begin(), invoked.end(), [](const auto& at) { return at.second == Position::kAsync; });
    });
    for (const auto& [configuration, evidence] : it->second) {
      // Several callbacks count only if all of them were seen to run; fewer are another configuration's finding.
      const bool all_invoked = evidence.invoked.size() == configuration.callbacks.size();
      const bool by_callback = !configuration.callbacks.empty() && all_invoked;
      const bool by_options = configuration.options_at >= 0 && !evidence.option_keys.empty();
      const bool plain = configuration.callbacks.empty() && configuration.options_at < 0 && evidence.returned;
      if (configuration.options_at >= 0 ? !by_options : !by_callback && !plain) continue;
      Signature signature;
      signature.arguments.assign(static_cast<size_t>(configuration.arguments), Position::kPlain);
      for (const auto& [position, kind] : evidence.invoked) signature.arguments[static_cast<size_t>(position)] = kind;
      for (const auto& [key, kind] : evidence.option_keys)
        signature.options.push_back({configuration.options_at, key, kind});
      signature.returns_promise = evidence.promise;
      signature.weight = evidence.succeeded || (evidence.silent && !reports_later) ? 4 : 1;
      signatures.push_back(std::move(signature));
    }
    return signatures;
  }

  model::Api& api_;
  runtime::Executor& executor_;
  generate::ArgumentMaker maker_;
  SignatureConfig config_;
  std::map<size_t, base::Rng> rngs_;
  bool partial_only_ = false;  // of several callbacks some have run: the others may need other values
  runtime::RunOptions options_;
  std::vector<std::string> callback_keys_;
  std::set<std::string> names_;                         // of the functions in api_
  std::map<std::string, std::vector<Call>> producers_;  // type → calls that return it
  std::map<size_t, std::map<Configuration, Evidence>> evidence_;
  std::map<std::pair<std::string, int>, int> continuations_;  // (function, position) → parameter that is a function
  std::map<std::pair<size_t, int>, std::vector<Argument>> good_values_;  // (function, position) → literals
  std::set<size_t> fragile_;                                             // functions of which a probe ended the process
  std::map<size_t, int> hangs_;  // how often a function kept the process from ending
  SignatureStats stats_;
};

}  // namespace

base::Result<SignatureStats> DiscoverSignatures(model::Api& api, runtime::Executor& executor,
                                                const generate::ValuePool& pool, const SignatureConfig& config) {
  return Discovery(api, executor, pool, config).Run();
}

}  // namespace kingbird::discover
