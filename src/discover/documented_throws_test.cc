#include "discover/documented_throws.h"

#include <gtest/gtest.h>

namespace kingbird::discover {
namespace {

std::set<std::string> ThrowersIn(const std::string& source) {
  std::set<std::string> names;
  ReadDocumentedThrows(source, names);
  return names;
}

TEST(DocumentedThrows, AreReadFromTheCommentBeforeTheName) {
  EXPECT_EQ(ThrowersIn(R"(
/** @throws {TypeError} if it is none */
export declare function parse(text: string): number;
/**
 * Throws an error when nothing is found.
 */
parentOf: (item: Item) => Item;
class List {
  /** May throw. */
  static async first<T>(list: T[]) {}
}
/** throws */
exports.read = function () {};
/** Throws. */
Queue.prototype.pop = () => {};
)"),
            (std::set<std::string>{"parse", "parentOf", "first", "read", "pop"}));
}

TEST(DocumentedThrows, OtherWordsAndCommentsDoNotCount) {
  EXPECT_EQ(ThrowersIn(R"(
/** Says what overthrows and throwsAway do. */
function one() {}
// throws
function two() {}
/** throws */
'use strict';
function three() {}
/** Throws)"),
            (std::set<std::string>{}));
}

}  // namespace
}  // namespace kingbird::discover
