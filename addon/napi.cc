#include "napi.h"

#include <cerrno>
#include <cstring>

namespace kingbird::addon {

napi_value Text(napi_env env, std::string_view text) {
  napi_value value = nullptr;
  napi_create_string_utf8(env, text.data(), text.size(), &value);
  return value;
}

napi_value Integer(napi_env env, int64_t number) {
  napi_value value = nullptr;
  napi_create_int64(env, number, &value);
  return value;
}

std::string ToText(napi_env env, napi_value value) {
  size_t length = 0;
  if (napi_get_value_string_utf8(env, value, nullptr, 0, &length) != napi_ok) return {};
  std::string text(length + 1, '\0');
  napi_get_value_string_utf8(env, value, text.data(), text.size(), &length);
  text.resize(length);
  return text;
}

int64_t ToInteger(napi_env env, napi_value value, int64_t otherwise) {
  int64_t number = otherwise;
  if (napi_get_value_int64(env, value, &number) != napi_ok) return otherwise;
  return number;
}

napi_value Get(napi_env env, napi_value object, const char* name) {
  napi_value value = nullptr;
  if (napi_get_named_property(env, object, name, &value) != napi_ok) napi_get_undefined(env, &value);
  return value;
}

void Set(napi_env env, napi_value object, const char* name, napi_value value) {
  napi_set_named_property(env, object, name, value);
}

void SetFunction(napi_env env, napi_value object, const char* name, napi_callback callback) {
  napi_value function = nullptr;
  napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, nullptr, &function);
  Set(env, object, name, function);
}

napi_value ThrowErrno(napi_env env, const char* what) {
  const std::string message = std::string(what) + ": " + std::strerror(errno);
  napi_throw_error(env, nullptr, message.c_str());
  return nullptr;
}

}  // namespace kingbird::addon
