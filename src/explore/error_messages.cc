#include "explore/error_messages.h"

#include <string_view>

#include "concolic/error_causes.h"
#include "env/run_options.h"
#include "model/v8_words.h"

namespace kingbird::explore {
namespace {

constexpr std::string_view kTypeError = "TypeError: ";

bool Quotes(const std::string& message) { return WithoutQuote(message) != message; }

/// An error and the test that is to bring it about.
struct Retold {
  concolic::ExploredError* error = nullptr;
  model::TestCase test;
};

std::string Kind(const std::string& message) { return message.substr(0, message.find(':')); }

}  // namespace

std::string WithoutQuote(const std::string& message) {
  if (!message.starts_with(kTypeError)) return message;
  return std::string(kTypeError) + model::WithoutQuotedCode(std::string_view(message).substr(kTypeError.size()));
}

base::Status QuoteOriginals(env::Env& env, const target::Target& target, load::PrepareOptions options,
                            const std::vector<ExplorableFunction>& functions, const Constructors& constructors,
                            std::vector<ExploredFunction>& explored) {
  std::vector<Retold> all;
  for (size_t i = 0; i < explored.size(); ++i) {
    for (concolic::ExploredError& error : explored[i].exploration.errors) {
      if (!Quotes(error.message)) continue;
      auto test = functions[i].reach ? AsTest(*functions[i].reach, error.input, constructors) : std::nullopt;
      if (test && !options.stand_ins) {
        all.push_back({&error, *std::move(test)});
      } else {
        error.message = WithoutQuote(error.message);
      }
    }
  }
  if (all.empty()) return {};
  options.passes.clear();
  options.few_tests = true;
  const auto plain = load::Reload(env, target, options);
  std::vector<model::TestCase> tests;
  for (const Retold& one : all) tests.push_back(one.test);
  std::vector<model::Execution> executions(tests.size());
  // Without time there is no copy, and no quote.
  if (plain.ok()) {
    ASSIGN_OR_RETURN(executions, plain->executor->Run(tests, env::RunOptionsOf(env)));
  }
  for (size_t i = 0; i < all.size(); ++i) {
    const std::string message = concolic::ErrorText(executions[i]);
    std::string& told = all[i].error->message;
    told = Kind(message) == Kind(told) ? message : WithoutQuote(told);
  }
  return {};
}

}  // namespace kingbird::explore
