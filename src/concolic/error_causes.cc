#include "concolic/error_causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/json.h"
#include "model/v8_words.h"

namespace kingbird::concolic {
namespace {

const model::Value* Thrown(const model::Execution& execution) {
  for (const model::Event& event : execution.events) {
    const bool ended = event.kind == model::Event::Kind::kThrow || event.kind == model::Event::Kind::kReject;
    if (ended && !event.values.empty()) return &event.values[0];
  }
  const bool error =
      execution.end == model::End::kUncaughtException || execution.end == model::End::kUnhandledRejection;
  return error ? &execution.error : nullptr;
}

/// Numbers and what stands in quotes are values of this input.
std::string WithoutValues(std::string_view message) {
  std::string text;
  char quote = 0;
  for (char c : message) {
    if (quote != 0) {
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '"' || c == '\'' || c == '`') {
      quote = c;
      text += '_';
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      if (text.empty() || text.back() != '#') text += '#';
    } else {
      text += c;
    }
  }
  return text;
}

std::string Cause(const Run& run, const SeenRun& seen, const std::string& message) {
  const std::string kind = message.substr(0, message.find(':'));
  if (!run.where.empty()) return kind + " at " + run.where;
  const uint32_t site = seen.path.events.empty() ? 0 : seen.path.events.back().site;
  return fmt::format("{} after {}", WithoutValues(message), site);
}

bool IsOfEngine(const model::Value& thrown) {
  return thrown.kind == model::Value::Kind::kError && model::IsOfEngine(thrown.text);
}

}  // namespace

std::string ErrorText(const model::Execution& execution) {
  if (const model::Value* thrown = Thrown(execution)) {
    if (thrown->kind == model::Value::Kind::kError) return fmt::format("{}: {}", thrown->type, thrown->text);
    return "thrown: " + base::DumpJson(ToJson(*thrown));
  }
  return execution.end == model::End::kFinished ? "" : std::string(model::ToString(execution.end));
}

void ErrorCauses::Add(const Run& run, const SeenRun& seen) {
  const std::string message = ErrorText(run.execution);
  const auto [place, first] = known_.emplace(Cause(run, seen, message), errors_.size());
  if (!first) {
    ++errors_[place->second].times;
    return;
  }
  const bool well_typed =
      std::ranges::none_of(seen.constraints, [](const Constraint& constraint) { return constraint.Unresolved(); });
  const model::Value* thrown = Thrown(run.execution);
  errors_.push_back({.message = message,
                     .where = run.where,
                     .input = seen.input,
                     .number = seen.number,
                     .well_typed = well_typed,
                     .deliberate = thrown != nullptr && !IsOfEngine(*thrown)});
}

}  // namespace kingbird::concolic
