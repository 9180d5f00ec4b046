// Names and versions as npm's registry has them.
#pragma once

#include <string_view>

namespace kingbird::target {

/// "lodash", "@scope/name".
bool IsPackageName(std::string_view name);

/// A version, a range or a tag; nothing that makes npm fetch from elsewhere, or another package under this name
/// ("npm:other@1.0.0").
bool IsVersionSpec(std::string_view version);

}  // namespace kingbird::target
