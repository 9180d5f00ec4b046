// JavaScript source for values and names: the one place that knows how a literal is written.
#pragma once

#include <string>
#include <string_view>

#include "model/api.h"
#include "model/value.h"

namespace kingbird::emit {

/// 'single quoted', escapes where needed; lone surrogates as \uXXXX.
std::string Quote(std::string_view text);
/// For titles: double quotes where that saves escapes.
std::string QuoteTitle(std::string_view text);
/// As JavaScript prints it: shortest that reads back, -0, NaN, Infinity.
std::string NumberText(double number);
/// True for names that can stand after a dot and before a colon.
bool IsIdentifier(std::string_view name);
/// True for names that can be declared.
bool IsFreeName(std::string_view name);
/// base.name or base['odd name'].
std::string Member(std::string_view base, std::string_view name);
std::string PathText(std::string_view base, const model::AccessPath& path);
/// key of an object literal, quoted where needed.
std::string KeyText(std::string_view name);
/// camelCase identifier from any text: "fs-extra" → fsExtra; `fallback` when nothing is left.
std::string IdentifierFrom(std::string_view text, std::string_view fallback);
/// True if LiteralText gives an expression that rebuilds the value.
bool IsLiteral(const model::Value& value);
/// An expression that builds the value anew.
std::string LiteralText(const model::Value& value);

}  // namespace kingbird::emit
