// SHA-256 (FIPS 180-4), for names and seals that somebody who chooses the content must not be able to forge.
#pragma once

#include <string>
#include <string_view>

namespace kingbird::base {

/// The digest of a text as 64 hexadecimal digits.
std::string Sha256(std::string_view text);

}  // namespace kingbird::base
