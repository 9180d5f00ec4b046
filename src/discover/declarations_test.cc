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

TEST(Declarations, MembersThatObjectsHave) {
  Declarations found;
  ReadDeclarations(
      "declare class Reader {\n  rules: Rules;\n  depth?: number;\n  static all: number;\n  last: string | undefined;\n"
      "  rest: any;\n  read(text: string): void;\n}\ndeclare interface Rules { a: string }",
      "a.d.ts", found);
  ASSERT_EQ(found["Reader."].size(), 1U);
  EXPECT_EQ(found["Reader."][0].name, "rules");
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
  EXPECT_EQ(Shown(found, "parse"), "text: string, strict?: boolean");
}

TEST(Declarations, TheModuleItselfAndFunctionsInConstants) {
  Declarations found;
  ReadDeclarations(R"(
declare function slug(text: string, mode?: 'a' | 'b' | 1): string;
export const trim: (text: string, end: boolean) => string;
interface Wide extends Narrow { x: number }
export function use(wide: Wide, any: any, unknown: Other<string>): void;
export function sized(letters: string): ((size?: number) => string);
export = slug;
)",
                   "index.d.ts", found);
  EXPECT_EQ(Shown(found, "default"), "text: string, mode?: string | number");
  const model::Type& mode = found["default"][1].type;
  EXPECT_TRUE(mode.parts[0].exact && mode.parts[0].constants.size() == 2);
  EXPECT_EQ(Shown(found, "trim"), "text: string, end: boolean");
  EXPECT_EQ(Shown(found, "sized()"), "size?: number");
  EXPECT_EQ(Shown(found, "trim()"), "missing");
  // What somebody left open differs from what is not understood.
  EXPECT_EQ(found["use"][0].type.name, model::kMoreMembers);
  EXPECT_EQ(found["use"][1].type.name, "any");
}

TEST(Declarations, TypeParametersStandForWhatTheyExtend) {
  Declarations found;
  ReadDeclarations(R"(
declare abstract class Schema<In> { constructor(inner: In); and<Other extends Schema<any>>(other: Other): this; spa: (data: unknown) => void }
type AnySchema = Schema<any>;
type Shape = { [key: string]: AnySchema };
declare const objectOf: <T extends Shape>(shape: T, names?: Record<string, number>) => Schema<T>;
declare function free<Item>(item: Item, pair: [number, ...string[]]): void;
export function set(options: Partial<{ a: number; b: string }>): void;
declare class Union { static create<T extends [] | [AnySchema, ...AnySchema[]]>(options: T): Union }
declare const unionOf: typeof Union.create;
export { objectOf as object, unionOf as union, free as default };
)",
                   "index.d.ts", found);
  EXPECT_EQ(Shown(found, "Schema#and"), "other: Schema");
  EXPECT_EQ(Shown(found, "Schema#"), "missing");
  EXPECT_EQ(Shown(found, "Schema#spa"), "data: any");
  EXPECT_EQ(Shown(found, "object"), "shape: { [key: string]: Schema }, names?: { [key: string]: number }");
  EXPECT_EQ(Shown(found, "default"), "item: any, pair: (number | string)[]");
  EXPECT_EQ(Shown(found, "union"), "options: any[] | Schema[]");
  EXPECT_EQ(Shown(found, "set"), "options: { a?: number; b?: string }");
}

TEST(Declarations, OfSeveralFiles) {
  base::FakeFileSystem files;
  ASSERT_TRUE(files.Write("/p/index.d.ts", "export * from './lib/a.js';\nexport { b } from \"./lib/b\";\n").ok());
  ASSERT_TRUE(
      files.Write("/p/lib/a.d.ts", "import { x } from '../index';\nexport function a(n: number): void;\n").ok());
  ASSERT_TRUE(files.Write("/p/lib/b/index.d.ts", "export function b(s: string): void;\n").ok());
  Declarations found;
  ReadDeclarations(ReadDeclarationFiles("/p/index.d.ts", files), "index.d.ts", found);
  EXPECT_EQ(Shown(found, "a"), "n: number");
  EXPECT_EQ(Shown(found, "b"), "s: string");
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

TEST(Declarations, MembersComeTogether) {
  Declarations found;
  ReadDeclarations(R"(
import type Other from 'other';
interface Base { deep?: number }
interface Options extends Base { quick?: boolean }
type More = { name: string } & Options & Omit<Other.Options, 'cwd'>;
interface Foreign extends Other.Thing { size: number }
export function known(options: { a: string } & Options): void;
export function more(options?: More): void;
export function foreign(options: Foreign): void;
)",
                   "index.d.ts", found);
  EXPECT_EQ(Shown(found, "known"), "options: { a: string; quick?: boolean; deep?: number }");
  EXPECT_EQ(found["known"][0].type.name, "");
  EXPECT_EQ(Shown(found, "more"), "options?: { name: string; quick?: boolean; deep?: number }");
  EXPECT_EQ(found["more"][0].type.name, model::kMoreMembers);
  EXPECT_EQ(Shown(found, "foreign"), "options: { size: number }");
  EXPECT_EQ(found["foreign"][0].type.name, model::kMoreMembers);
}

TEST(Declarations, NodesThatThePackageMakes) {
  Declarations found;
  ReadDeclarations(R"(
interface Text { type: 'text'; value: string }
interface Group { type: 'group'; items: Token[] }
type Token = Text | Group;
interface Point { x: number; y: number }
interface Action { type: 'add'; count: number }
export function lex(text: string): Token[];
export function print(token: Text): string;
export function move(point: Point): Point;
export function run(action: Action, change: (point: Point) => Action): void;
)",
                   "index.d.ts", found);
  EXPECT_EQ(found["print"][0].type.name, model::kMadeByTarget);
  EXPECT_EQ(found["move"][0].type.name, "") << "nothing says that only the package makes them";
  EXPECT_EQ(found["run"][0].type.name, "") << "its users do";
}

TEST(Declarations, JsDocOfMembers) {
  Declarations found;
  ReadJsDoc(R"(
/**
 * @param {Object|string} options
 * @param {number} options.size
 * @param {boolean} [options.quick=false] not slow
 * @param {Object} options.more
 * @param {string} options.more.name
 * @param {string} other.name of nothing
 * @param {string} text
 */
exports.set = function (options, text) {};
)",
            "set.js", found);
  EXPECT_EQ(Shown(found, "set"), "options: { size: number; quick?: boolean; more: any } | string, text: string");
}

// Deeper than the stack would be.
TEST(Declarations, ParenthesesMayNest) {
  for (const size_t depth : {20'000, 500'000}) {
    std::string source = "export function read(text: ";
    source.append(depth, '(').append("string").append(depth, ')').append("): void;");
    Declarations found;
    ReadDeclarations(source, "a.d.ts", found);
    EXPECT_EQ(found.contains("read"), depth < 25'000) << "what nests deeper is not read at all";
    if (found.contains("read")) {
      EXPECT_EQ(Shown(found, "read"), "text: string");
    }
  }
}

}  // namespace
}  // namespace kingbird::discover
