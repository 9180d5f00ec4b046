#include "concolic/solve/answer_codec.h"

#include <cstring>

namespace kingbird::concolic {
namespace {

template <typename T>
void Put(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <typename T>
bool Take(std::string_view& bytes, T& value) {
  if (bytes.size() < sizeof value) return false;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return true;
}

bool TakeValue(std::string_view& bytes, Value& value) {
  uint8_t type = 0;
  uint32_t units = 0;
  if (!Take(bytes, type) || type >= kTypes || !Take(bytes, value.number) || !Take(bytes, value.identity) ||
      !Take(bytes, value.instance) || !Take(bytes, units) || bytes.size() / 2 < units) {
    return false;
  }
  value.type = static_cast<Type>(type);
  value.text.resize(units);
  std::memcpy(value.text.data(), bytes.data(), size_t{units} * 2);
  bytes.remove_prefix(size_t{units} * 2);
  return true;
}

}  // namespace

std::string Encode(const Answer& answer) {
  std::string bytes;
  Put(bytes, static_cast<uint8_t>(answer.verdict));
  Put(bytes, static_cast<uint32_t>(answer.model.size()));
  for (const auto& [symbol, value] : answer.model) {
    Put(bytes, symbol);
    Put(bytes, static_cast<uint8_t>(value.type));
    Put(bytes, value.number);
    Put(bytes, value.identity);
    Put(bytes, value.instance);
    Put(bytes, static_cast<uint32_t>(value.text.size()));
    bytes.append(reinterpret_cast<const char*>(value.text.data()), value.text.size() * 2);
  }
  return bytes;
}

std::optional<Answer> DecodeAnswer(std::string_view bytes) {
  Answer answer;
  uint8_t verdict = 0;
  uint32_t size = 0;
  if (!Take(bytes, verdict) || verdict > static_cast<uint8_t>(Answer::Verdict::kUnknown) || !Take(bytes, size)) {
    return std::nullopt;
  }
  answer.verdict = static_cast<Answer::Verdict>(verdict);
  for (uint32_t i = 0; i < size; ++i) {
    SymbolId symbol = 0;
    Value value;
    if (!Take(bytes, symbol) || !TakeValue(bytes, value)) return std::nullopt;
    answer.model.emplace(symbol, std::move(value));
  }
  return bytes.empty() ? std::optional(std::move(answer)) : std::nullopt;
}

}  // namespace kingbird::concolic
