// JavaScript source for values and names: the one place that knows how a literal is written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "model/api.h"
#include "model/value.h"

namespace kingbird::emit {

/// 'single quoted', escapes where needed; lone surrogates as \uXXXX.
std::string Quote(std::string_view text);
/// Each of them quoted, with commas between.
std::string QuoteAll(const std::vector<std::string>& texts);
/// For titles: double quotes where that saves escapes.
std::string QuoteTitle(std::string_view text);
/// The number as JavaScript prints it (base::NumberText), except that -0 is written "-0".
std::string NumberText(double number);
/// True for names that can stand after a dot and before a colon.
using base::IsIdentifier;
/// True for names that can be declared.
bool IsFreeName(std::string_view name);
/// True for what stands behind `Symbol.` in the language: "iterator".
bool IsWellKnownSymbol(std::string_view name);
/// For a // comment: one line, whatever the text, of at most 300 bytes or so.
std::string Comment(std::string_view text);
/// For a line of a /* comment */: one line, whatever the text, which does not end the comment.
std::string BlockComment(std::string_view text);
/// The lines of a statement, indented. What an author wrote over several lines keeps its shape; it is not touched where
/// a text may go over lines, whose spaces are its value.
std::vector<std::string> StatementLines(std::string_view text, int indent);
/// base.name, base['odd name'] or base[Symbol.iterator] for "@@iterator" and the other symbols of the language.
std::string Member(std::string_view base, std::string_view name);
/// base.first.second; where the base is empty, the first name stands by itself.
std::string PathText(std::string_view base, const model::AccessPath& path);
/// key of an object literal, quoted where needed.
std::string KeyText(std::string_view name);
/// camelCase identifier from any text: "fs-extra" → fsExtra; `fallback` when nothing is left.
std::string IdentifierFrom(std::string_view text, std::string_view fallback);
/// True if LiteralText gives an expression that rebuilds the value. Values may have been made up by a target: digits
/// that are none, classes that are code are no literals.
bool IsLiteral(const model::Value& value);
/// An expression that builds the value anew; `undefined` for what is no literal.
std::string LiteralText(const model::Value& value);

}  // namespace kingbird::emit
