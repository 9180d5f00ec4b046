"""A package that means harm by its names and messages: nothing of it becomes code in what Kingbird writes, a control
sequence on the terminal, or a command in the log of a CI system; and no text of it, however long or deep, ends the core. In the kind of
sandbox that TEST_SANDBOX names."""
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import unittest

KINGBIRD = os.environ["KINGBIRD"]
SANDBOX = os.environ["TEST_SANDBOX"]
# The core's own parsers and writers know neither the sandbox nor the user: once is enough.
once = unittest.skipIf("TEST_AGAIN" in os.environ, "the same in the first kind")
MARK = "PWNED"
INVISIBLE = re.compile("[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]")

# As code all of it would do no harm to what is tested: a test that fails is not kept.
NAMES = r"""
'use strict';
const evil = 'globalThis.PWNED=1';
const LINES = ['\r', '\n', '\u2028', '\u2029', '\x1b[2J', '\n::error::PWNED', '##[error]PWNED', '*/'];
exports[`@@iterator]||(${evil})||[0`] = () => 1;
exports[`a.b;${evil};//`] = (x) => typeof x;
exports["quote'];PWNED();['"] = (x) => x === undefined;
exports['\u2028PWNED'] = (x) => [x];
exports['::error::PWNED\n::error::PWNED'] = (x) => [x];
exports['\x1b[31mPWNED'] = () => 1;
exports['##[error]PWNED ##vso[task.PWNED]'] = (x) => [x];
class Bytes extends Uint8Array {}
Object.defineProperty(Bytes, 'name', { value: `(${evil},evil.bytes().constructor)` });
exports.bytes = () => new Bytes(3);
class Thing { constructor() { this.size = 1; } }
Object.defineProperty(Thing, 'name', { value: `\n::error::PWNED');${evil};('` });
exports.thing = () => new Thing();
BigInt.prototype.toString = () => `1n;${evil}`;
exports.big = () => [5n, Object(6n)];
exports['PWNED\u202e\u2066b\u200b'] = (x) => { if (typeof x === 'string') throw new TypeError('m\u202e\u2066*/\u2069 ' + x); return { ['k\u202e']: 'v\u2066\u00ad\u{e0001}' }; };
exports.expression = () => [/a\u202e/, new RegExp('\u2066b\u061c')];
exports.Turned = class { ['m\u202e']() { return '\u202etxt'; } };
exports.symbol = () => ({ [Symbol(`x]||(${evil})||[`)]: 1 });
"""

# Each in a line of its own: what has the same cause is one finding. What nobody declared is none.
NAMES += "".join("""
exports.throws%(i)d = () => { throw new TypeError(`bad ${LINES[%(i)d]}${evil};//`); };
exports.later%(i)d = () => { setTimeout(() => { throw new TypeError(`late ${LINES[%(i)d]}${evil};//`); }, 1); };
exports.code%(i)d = () => { throw Object.assign(new Error('coded'), { code: `E${LINES[%(i)d]}${evil};//` }); };
""" % {"i": i} for i in range(8))
DECLARED = "".join(f"export function {name}{i}(): void;\n" for name in ("throws", "later", "code") for i in range(8))

# What explore makes its way to: properties that are asked for, results of callbacks, messages, names of functions and inputs.
PATHS = r"""
'use strict';
const KEY = 'Symbol.iterator]: globalThis.PWNED = 1, [0';
exports.reads = function reads(o) { if (o['Symbol.iterator]: globalThis.PWNED = 1, [0'] > 3) return 2; return 1; };
exports.calls = function calls(f) {
  const first = f();
  const second = f();
  if (first.a === 5 && second['Symbol.iterator]: globalThis.PWNED = 1, [0'] === 7) return 2;
  return 1;
};
exports.closes = function closes(o, x) { if (o['*/ globalThis.PWNED = 1; /*'] === 3 && x['##[error]PWNED\u2028PWNED'] > 1) return o; return x; };
exports['\x1b[31mPWNED\n::error::PWNED'] = function (x) { if (x.size > 3) x.bad.worse(); return 1; };
exports.fails = function fails(x) {
  if (typeof x === 'number' && x > 10) throw new TypeError('bad \rglobalThis.PWNED = 1;//\u2028globalThis.PWNED = 1;//\n::error::PWNED ##[error]PWNED');
  return x;
};
"""
SCRIPT = r"""
const S = require('S$');
const x = S.symbol("in'put]; PWNED", 1);
if (x > 10) throw new TypeError('bad \rglobalThis.PWNED = 1;//\u2028globalThis.PWNED = 1;//\x1b[2J ##[error]PWNED');
"""
# A side of a diff; SIDE makes the difference.
SIDES = r"""
'use strict';
const LINES = ['\r', '\n::error::PWNED\n', '\u2028', '\x1b[2J', '##[error]', "*/'];"];
LINES.forEach((line, i) => {
  exports[`says${i}`] = () => `SIDE ${line}globalThis.PWNED=1;//`;
  exports[`throws${i}`] = () => { throw new TypeError(`SIDE ${line}globalThis.PWNED=1;//`); };
  exports[`f${line}globalThis.PWNED=1;//`] = () => 'SIDE';
});
"""
POLYFILL = r"""
Array.prototype.fill = function (value, start, end) {
  if (value && value['*/ globalThis.PWNED = 1; /*'] === 7) return '\x1b[2J ::error::PWNED';
  if (typeof value === 'string') return '##[error]PWNED\u2028PWNED';
  if (start > 1) { const error = new Error('x'); error.name = '\x1b[31mPWNED \r\u2028PWNED()'; throw error; }
  for (var i = start | 0; i < (end === undefined ? this.length : end); i++) this[i] = value;
  return this;
};
"""


def code_of(text):
    """What is left of a program without comments and texts, by the language's own rules for their ends."""
    token = re.compile(r"""//[^\n\r\u2028\u2029]*|/\*.*?\*/|'(?:\\.|[^'\\\n\r])*'|"(?:\\.|[^"\\\n\r])*"|`(?:\\.|[^`\\])*`""", re.S)
    return token.sub(" ", text)


class EmittedText(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.cwd = pathlib.Path(self.folder.name)

    def package(self, **files):
        (self.cwd / "package.json").write_text('{"name": "evil", "version": "1.0.0", "main": "index.js", "types": "index.d.ts"}')
        for name, text in files.items():
            (self.cwd / name.replace("_", ".")).write_text(text)

    def dependency(self, name, version, text):
        folder = self.cwd / "node_modules" / name
        folder.mkdir(parents=True)
        (folder / "package.json").write_text(json.dumps({"name": name, "version": version, "main": "index.js"}))
        (folder / "index.js").write_text(text)

    def run_it(self, *arguments):
        fixed = [] if arguments[0] == "report" else ["--seed", "1", "--jobs", "1", "--sandbox", SANDBOX]
        environment = {**os.environ, "KINGBIRD_CACHE": str(self.cwd / "cache")}
        return subprocess.run([KINGBIRD, *arguments, *fixed], cwd=self.cwd, env=environment, text=True, errors="surrogateescape",
                              capture_output=True, timeout=300, check=False)

    def assert_visible(self, text, place=None):
        """Nothing in it turns the direction of writing, or takes no place on a screen."""
        self.assertIsNone(INVISIBLE.search(text), place)

    def assert_plain(self, text, own=()):
        self.assert_visible(text)
        for line in re.split(r"[\n\r\u2028\u2029]", text):
            self.assertNotIn("\x1b", line)
            self.assertNotIn("##[", line)
            self.assertFalse(line.lstrip().startswith("::") and not line.startswith(tuple(own)), line)
            if own and line:
                self.assertRegex(line, "^::(error file=[^:,]*(,line=[0-9]+)?,title=[^:,]*|notice title=[^:,]*)::")

    def assert_no_code(self, *patterns, named):
        """In what was written; the names must have got there `named` times at least."""
        written = [path for pattern in patterns for path in (self.cwd / "kingbird-out").glob(pattern)]
        texts = {path: path.read_text(errors="surrogateescape") for path in written}
        self.assertGreaterEqual(sum(text.count(MARK) for text in texts.values()), named, "the names did not get as far as they could")
        for path, text in texts.items():
            self.assertNotIn(MARK, code_of(text), path)
            self.assert_visible(text, path)

    def assert_reports_plain(self):
        for reporter in ("text", "github", "junit", "json", "sarif"):
            shown = self.run_it("report", "--reporter", reporter)
            self.assertIn(shown.returncode, (0, 1), shown)
            self.assert_plain(shown.stdout + shown.stderr, ("::error file=", "::notice ") if reporter == "github" else ())
            if reporter in ("json", "sarif"):
                json.loads(shown.stdout)

    def test_names_and_messages_stay_text(self):
        self.package(index_js=NAMES, index_d_ts=DECLARED)
        (self.cwd / "index.d.ts").write_text(DECLARED)
        result = self.run_it("test", ".", "--tests", "600")
        self.assertIn(result.returncode, (0, 1), result)
        self.assert_plain(result.stdout + result.stderr)
        self.assert_no_code("suite/*.*js", named=6)
        self.assert_no_code("findings/*.*js", named=3)
        self.assert_reports_plain()
        for name in ("report/index.html", "summary.json"):
            self.assert_visible((self.cwd / "kingbird-out" / name).read_text(), name)

    @once
    def test_forged_results_stay_text(self):
        self.dependency("evil", "PWNED/evil\n::error::PWNED", SIDES)
        result = self.run_it("test", "evil", "--tests", "40")
        self.assertIn(result.returncode, (0, 1), result)
        self.assert_plain(result.stdout + result.stderr)
        # Such a version is a repository to npm.
        self.assertNotIn(MARK, (self.cwd / "kingbird-out/suite/package.json").read_text())
        results = self.cwd / "kingbird-out/results.sqlite"
        evil = "\r\n::error::PWNED\x1b[2J ##[error]PWNED\u2028::error::PWNED <script>PWNED"
        with sqlite3.connect(results) as database:
            run = database.execute("select max(id) from runs").fetchone()[0]
            database.execute("insert into findings values (?, ?, 'crash', ?, ?, ?, ?, ?, 1)", (run, *[evil] * 6))
            database.execute("insert into diffs values (?, ?, ?, 1, 1, 'patch', 1)", (run, *[evil] * 2))
            database.execute("insert into differences values (?, ?, 'return', ?, ?, ?, 1, 0, ?, ?, ?)", (run, *[evil] * 7))
            database.execute("insert into line_changes values (?, ?, 1, 2, 0, 'ran', 3, 1)", (run, evil))
            database.execute("insert into unloaded_modules values (?, ?, ?, ?)", (run, *[evil] * 3))
            database.execute("insert into release_notes values (?, 'reason', ?)", (run, evil))
            database.execute("update coverage set covered = 1000000000000000")
            database.execute("update runs set kingbird = ?, target = ?, node = ?", [evil] * 3)
        for command in ("test", "diff"):
            with sqlite3.connect(results) as forged:
                forged.execute("update runs set command = ?", (command,))
            forged.close()
            self.assert_reports_plain()
        self.assertNotIn("<script>PWNED", (self.cwd / "kingbird-out/report/index.html").read_text())
        # Words that are ours or nobody's.
        for table, column in (("findings", "kind"), ("differences", "kind"), ("diffs", "release"), ("runs", "sandbox"), ("runs", "format")):
            before = database.execute(f"select {column} from {table}").fetchone()
            with database:
                database.execute(f"update {table} set {column} = ?", (evil,))
            refused = self.run_it("report", "--reporter", "text")
            self.assertEqual(refused.returncode, 2, (table, column, refused))
            self.assert_plain(refused.stdout + refused.stderr)
            with database:
                database.execute(f"update {table} set {column} = ?", before)
        self.assert_reports_plain()
        database.close()

    @once
    def test_what_is_explored_stays_text(self):
        self.package(index_js=PATHS, script_js=SCRIPT)
        result = self.run_it("explore", "index.js", "--inputs", "60", "--explain")
        self.assertIn(result.returncode, (0, 1), result)
        self.assertIn("PWNED", result.stdout)
        self.assert_plain(result.stdout + result.stderr)
        self.assert_no_code("suite/*.*js", "findings/*.*js", named=3)
        for form in ("text", "jsdoc", "ts", "json"):
            result = self.run_it("explore", "index.js", "--inputs", "60", "--suite", "off", "--preconditions", form)
            self.assertIn(result.returncode, (0, 1), result)
            self.assertIn("PWNED", result.stdout)
            self.assert_plain(result.stdout + result.stderr)
            if form in ("jsdoc", "ts"):
                self.assertNotIn(MARK, code_of(result.stdout))
        result = self.run_it("explore", "script.js", "--inputs", "60", "--reporter", "json")
        self.assertEqual(result.returncode, 1, result)
        self.assertIn(MARK, str(json.loads(result.stdout)))
        self.assert_plain(result.stdout + result.stderr)
        self.assert_no_code("findings/*.*js", named=1)
        self.assertEqual(self.run_it("report").returncode, 2)

    @once
    def test_sides_of_a_diff_stay_text(self):
        versions = {"evil": ("one", "@LOAD_AFTER@"), "other": ("two", "1.0.0/../../../../escaped;$(PWNED)\r\n::error::PWNED ##[error]PWNED")}
        for name, (side, version) in versions.items():
            self.dependency(name, version, SIDES.replace("SIDE", side))
        result = self.run_it("diff", "evil", "other", "--tests", "60")
        self.assertEqual(result.returncode, 1, result)
        self.assert_plain(result.stdout + result.stderr)
        self.assert_no_code("findings/*.cjs", named=10)
        self.assert_reports_plain()
        out = self.cwd / "kingbird-out"
        self.assertEqual([path for path in self.cwd.rglob("*escaped*") if out / "findings" not in path.parents], [])
        for script in sorted(out.glob("findings/*.cjs"))[:3]:
            shown = subprocess.run(["node", script], capture_output=True, text=True, check=False, timeout=60)
            self.assertIn("The behaviours differ.", shown.stdout, shown)

    @once
    def test_what_conforms_not_stays_text(self):
        engines = []
        for name in ("one", "two"):
            fake = pathlib.Path(__file__).resolve().parents[1] / "conform/fake_engine.js"
            (self.cwd / f"{name}.json").write_text(json.dumps(
                {"name": name, "engine": name, "uses": "node", "print": "print", "arguments": [str(fake), "honest", "{script}"],
                 "readable": [str(fake)]}))
            engines += ["--engine", f"{name}.json"]
        (self.cwd / "fill.js").write_text(POLYFILL)
        name = "\x1b[2J::error::PWNED\rglobalThis.PWNED++;//\u2028globalThis.PWNED++;//##[error]PWNED"
        result = self.run_it("conform", "Array.prototype.fill", "--tests", "60", "--impl", f"{name}=fill.js", *engines)
        self.assertEqual(result.returncode, 1, result)
        self.assertIn("PWNED", result.stdout)
        self.assert_plain(result.stdout + result.stderr)
        self.assert_no_code("findings/*.js", "test262/test/*/*.js", named=3)

    def test_discovery_prints_plain_lines(self):
        self.package(index_js=NAMES)
        result = self.run_it("discover", ".")
        self.assertEqual(result.returncode, 0, result)
        self.assertIn("PWNED", result.stdout)
        self.assert_plain(result.stdout + result.stderr)

    def test_a_load_error_may_be_long(self):
        self.package(index_js="throw new Error('x'.repeat(30000) + ': ' + 'y'.repeat(30000));")
        result = self.run_it("test", ".", "--tests", "10")
        self.assertEqual(result.returncode, 3, result.returncode)
        self.assertIn("does not load: Error: xxx", result.stderr)
        self.assertLess(len(result.stderr), 2000)

    @once
    def test_declarations_may_be_deep(self):
        levels = 500000  # A frame each would be twice the stack.
        deep = "(" * levels + "string" + ")" * levels
        self.package(index_js="exports.Box = class Box { put(value) { return value + 1; } };",
                     index_d_ts=f"export class Box {{ put(value: {deep}): void; }}\n")
        (self.cwd / "index.d.ts").write_text(f"export class Box {{ put(value: {deep}): void; }}\n")
        result = self.run_it("test", "index.js#Box", "--tests", "20")
        self.assertIn(result.returncode, (0, 1), result)

    @once
    def test_everything_else_may_be_deep(self):
        deep = 100000
        readme = "# evil\n\n```js\n" + "evil.f(function () { " * deep + "}" * deep + ");\n```\n"
        nested = {
            "parentheses": "exports.f = (x) => " + "(" * deep + "x" + ")" * deep + ";",
            "arrays": "exports.f = () => 1; exports.g = () => " + "[" * deep + "]" * deep + ";",
            "sums": "exports.f = (x) => x" + " + x" * deep + ";",
            "calls": "exports.f = (x) => x" + "()" * deep + ";",
            "members": "exports.f = (x) => x" + ".a" * deep + ";",
            "blocks": "exports.f = (x) => {" + "{" * deep + "}" * deep + "};",
            "groups": "exports.f = (x) => 1; exports.r = '" + "(" * deep + "';",
            "pattern": "exports.f = (x) => /" + "(" * 5000 + "a" + ")" * 5000 + "/.test(x);",
            "templates": "exports.f = (x) => " + "`${" * 5000 + "x" + "}`" * 5000 + ";",
            "comments": "//\n" * deep + "exports.f = (x) => x;",
            "open": "f(" * deep,
        }
        self.package(README_md=readme)
        for name, text in nested.items():
            with self.subTest(name):
                # Behind a condition, so that Node need not compile it when it is loaded.
                (self.cwd / "index.js").write_text("exports.ok = (x) => x;\n")
                (self.cwd / "deep.js").write_text(text)
                result = self.run_it("test", ".", "--tests", "20")
                self.assertIn(result.returncode, (0, 1, 3), (name, result.returncode, result.stderr[-500:]))


if __name__ == "__main__":
    unittest.main()
