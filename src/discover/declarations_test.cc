#include "discover/declarations.h"

#include <gtest/gtest.h>

namespace kingbird::discover {
namespace {

std::string Shown(const Declarations& declarations, const std::string& function) {
  const auto it = declarations.find(function);
  if (it == declarations.end()) return "missing";
  std::string text;
  for (const model::ParameterType& parameter : it->second) {
    text += (text.empty() ? "" : ", ") + std::string(parameter.rest ? "..." : "") + parameter.name +
            (parameter.optional ? "?: " : ": ") + ToString(parameter.type);
  }
  return text;
}

TEST(Declarations, ClassesAndFunctions) {
  Declarations found;
  ReadDeclarations(R"(
declare class Cache<K, V> {
  constructor(size: number, options?: Cache.Options);
  set(key: K, value: V | null, done: (error: Error, hits: number) => void): this;
  static from(items: Array<number>, index: Map<string, Date>, ...rest: string[]): Cache<any, any>;
}
declare namespace Cache { interface Options { max?: number; names: string[]; mode: 'a' | 'b' } }
export function parse(text: string): Cache<string, string>;
export function parse(text: string, strict: boolean): Cache<string, string>;
)",
                   "index.d.ts", found);
  EXPECT_EQ(Shown(found, "Cache#"), "size: number, options?: { max?: number; names: string[]; mode: string }");
  EXPECT_EQ(Shown(found, "Cache#set"), "key: any, value: any, done: (a, b) => any");
  EXPECT_EQ(Shown(found, "Cache#from"), "items: number[], index: Map<string, Date>, ...rest: string[]");
  EXPECT_EQ(Shown(found, "parse"), "text: string, strict: boolean");
}

TEST(Declarations, JsDoc) {
  Declarations found;
  ReadJsDoc(R"(
/**
 * Adds.
 * @param {string|number} key what
 * @param {Node[]} [nodes] more
 * @param {function(string): boolean=} test
 * @param {*} value
 */
List.prototype.add = function (key, nodes, test, value) {};
class Tree {
  /** @param {number} depth */
  constructor(depth) {}
  /** @param {Map<string, Node>} index */
  merge(index) {}
}
/** @param {Buffer} data */
function read(data) {}
)",
            "list.js", found);
  EXPECT_EQ(Shown(found, "List#add").substr(0, 41), "key: string | number, nodes?: Node[], tes");
  EXPECT_EQ(Shown(found, "Tree#"), "depth: number");
  EXPECT_EQ(Shown(found, "Tree#merge"), "index: Map<string, Node>");
  EXPECT_EQ(Shown(found, "read"), "data: Buffer");
}

// Deeper than the stack would be.
TEST(Declarations, ParenthesesMayNest) {
  std::string source = "export function read(text: ";
  source.append(200000, '(').append("string").append(200000, ')').append("): void;");
  Declarations found;
  ReadDeclarations(source, "a.d.ts", found);
  EXPECT_EQ(Shown(found, "read"), "text: string");
}

}  // namespace
}  // namespace kingbird::discover
