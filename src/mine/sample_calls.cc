#include "mine/sample_calls.h"

#include <algorithm>
#include <memory>

namespace kingbird::mine {
namespace {

constexpr size_t kMostSampleCalls = 60;
constexpr size_t kMostSamples = 6;
constexpr size_t kLongestSample = 1000;

void AddPart(const std::string& part, std::vector<std::string>& into) {
  const bool fits = !part.empty() && part.size() <= kLongestSample;
  if (fits && std::ranges::find(into, part) == into.end()) into.push_back(part);
}

std::vector<std::string> WithParts(const std::vector<std::string>& samples) {
  std::vector<std::string> texts;
  for (const std::string& sample : samples) {
    AddPart(sample, texts);
    for (size_t from = 0; from < sample.size();) {
      const size_t end = std::min(sample.find("\n\n", from), sample.size());
      AddPart(sample.substr(from, end - from), texts);
      from = sample.find_first_not_of('\n', end);
    }
  }
  return texts;
}

/// It is reached by its path, and takes something.
bool IsPlain(const model::Function& function) {
  return function.kind == model::Function::Kind::kFunction && (function.length > 0 || !function.parameters.empty());
}

}  // namespace

std::vector<model::TestCase> SampleCalls(const model::Api& api, const std::vector<std::string>& samples) {
  std::vector<model::TestCase> calls;
  const auto plain = static_cast<size_t>(std::ranges::count_if(api.functions, IsPlain));
  if (plain == 0) return calls;
  std::vector<std::string> texts = WithParts(samples);
  texts.resize(std::min({texts.size(), kMostSamples, kMostSampleCalls / plain}));
  for (const std::string& text : texts) {
    for (const model::Function& function : api.functions) {
      if (!IsPlain(function)) continue;
      model::Call call;
      call.id = 1;
      call.path = function.path;
      call.arguments = {model::Argument::Literal(model::Value::String(text))};
      auto root = std::make_shared<model::Callback>();
      root->body.push_back(std::move(call));
      calls.push_back({std::move(root), 2});
    }
  }
  return calls;
}

}  // namespace kingbird::mine
