#include "discover/signature_cache.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/sha256.h"

namespace kingbird::discover {
namespace {

// Counts up whenever discovery itself changes what it finds.
constexpr int kVersion = 10;

}  // namespace

base::Path SignatureCache::PathOf(const std::string& key) const {
  return folder_ / (base::Sha256(fmt::format("{} {}", kVersion, key)) + ".json");
}

bool SignatureCache::Load(const std::string& key, model::Api& api) const {
  const auto text = files_.Read(PathOf(key));
  if (!text.ok()) return false;
  const auto json = base::ParseJson(*text, "signature cache");
  if (!json.ok() || base::ValueOr(*json, "key", "") != key || !json->contains("functions")) return false;
  const base::Json& functions = (*json)["functions"];
  if (!functions.is_array() || functions.size() < api.functions.size()) return false;
  model::Api filled = api;
  for (size_t i = 0; i < functions.size(); ++i) {
    if (i >= api.functions.size()) {
      // A method of returned objects, which the exports do not list.
      auto method = model::FunctionFromJson(functions[i]);
      if (!method.ok()) return false;
      filled.functions.push_back(std::move(method).value());
    }
    model::Function& function = filled.functions[i];
    if (base::ValueOr(functions[i], "name", "") != function.Name()) return false;
    function.signatures.clear();
    for (const auto& entry : base::ValueOr(functions[i], "signatures", base::Json::array())) {
      auto signature = model::SignatureFromJson(entry);
      if (!signature.ok()) return false;
      function.signatures.push_back(std::move(signature).value());
    }
  }
  api = std::move(filled);
  return true;
}

void SignatureCache::Save(const std::string& key, const model::Api& api) {
  base::Json json;
  json["key"] = key;
  json["functions"] = base::Json::array();
  for (const model::Function& function : api.functions) {
    base::Json entry = model::ToJson(function);
    entry.erase("source");
    entry["name"] = function.Name();
    json["functions"].push_back(std::move(entry));
  }
  (void)files_.Write(PathOf(key), base::DumpJson(json));
}

}  // namespace kingbird::discover
