#include "suite/missing_surroundings.h"

#include <algorithm>
#include <cctype>

#include "load/source_scan.h"
#include "model/v8_words.h"

namespace kingbird::suite {

bool IsAboutSurroundings(const model::Value& error) {
  if (error.kind != model::Value::Kind::kError) return false;
  if (error.type == "ReferenceError") return load::IsBrowserGlobal(model::NameNotDefined(error.text));
  // React keeps what implements hooks in a variable that is null outside of a component.
  const std::string_view hook = model::NameReadOfNothing(error.text);
  return hook.size() > 3 && hook.starts_with("use") && std::isupper(static_cast<unsigned char>(hook[3])) != 0;
}

bool MissesSurroundings(const model::Execution& execution) {
  using Kind = model::Event::Kind;
  return IsAboutSurroundings(execution.error) || std::ranges::any_of(execution.events, [](const model::Event& event) {
           const bool fails = event.kind == Kind::kThrow || event.kind == Kind::kReject;
           return fails && !event.values.empty() && IsAboutSurroundings(event.values[0]);
         });
}

}  // namespace kingbird::suite
