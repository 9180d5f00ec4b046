// Signatures of a published package version do not change: they are kept between runs.
#pragma once

#include <optional>
#include <string>

#include "base/file_system.h"
#include "model/api.h"

namespace kingbird::discover {

/// Reads and writes one file per key below `folder`. A damaged or outdated entry counts as absent.
class SignatureCache {
 public:
  SignatureCache(base::Path folder, base::FileSystem& files) : folder_(std::move(folder)), files_(files) {}

  /// Fills the signatures of `api`; false (and `api` as it was) unless the entry knows exactly these functions.
  bool Load(const std::string& key, model::Api& api) const;
  /// Failing to write loses time, not results: no error.
  void Save(const std::string& key, const model::Api& api);

 private:
  base::Path PathOf(const std::string& key) const;

  base::Path folder_;
  base::FileSystem& files_;
};

}  // namespace kingbird::discover
