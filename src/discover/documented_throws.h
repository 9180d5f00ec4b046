// Functions whose comment says that they throw: who calls them so gets what was promised.
#pragma once

#include <set>
#include <string>

namespace kingbird::discover {

/// Adds the names ("parse" for Class.prototype.parse and for exports.parse, too) behind those comments of a JavaScript
/// or TypeScript text that begin with "/**" and speak of throwing.
void ReadDocumentedThrows(const std::string& source, std::set<std::string>& into);

}  // namespace kingbird::discover
