// What V8 says, where that decides something here. Its errors have a type and a sentence, no code, so its sentences are
// matched: in this file and nowhere else. They are those of Node 18 to 26.
#pragma once

#include <string>
#include <string_view>

namespace kingbird::model {

/// On stderr, before the process dies: of memory, whatever the signal.
bool SaysOutOfMemory(std::string_view printed);

/// The message of an error that V8 itself throws.
bool IsOfEngine(std::string_view message);
/// The stack is full: where it happened is chance.
bool IsStackOverflow(std::string_view message);
/// An array or a string would be larger than there may be.
bool IsTooLarge(std::string_view message);
/// A value that has no properties, cannot be called, or cannot be taken apart.
bool IsWrongUse(std::string_view message);

/// "cb" of "options.cb is not a function"; "" of another message.
std::string_view LastNameNotCallable(std::string_view message);
/// "document" of "document is not defined"; "" of another message.
std::string_view NameNotDefined(std::string_view message);
/// "useState" of "Cannot read properties of null (reading 'useState')"; "" of another message.
std::string_view NameReadOfNothing(std::string_view message);
/// The message without the code it quotes from the text: "something is not a function". What it is where it quotes
/// none.
std::string WithoutQuotedCode(std::string_view message);
/// Without what was looked into, which is any value: "Cannot use 'in' operator to search for".
std::string_view WithoutPlaceOfSearch(std::string_view message);

}  // namespace kingbird::model
