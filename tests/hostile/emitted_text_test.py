"""A package that means harm by its names and messages: nothing of it becomes code in what Kingbird writes, a control
sequence on the terminal, or a command in the log of a CI system; and no text of it, however long or deep, ends the core. In the kind of
sandbox that TEST_SANDBOX names."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

KINGBIRD = os.environ["KINGBIRD"]
SANDBOX = os.environ["TEST_SANDBOX"]
# The core's own parsers know neither the sandbox nor the user: once is enough.
once = unittest.skipIf("TEST_AGAIN" in os.environ, "the same in the first kind")
MARK = "PWNED"

NAMES = r"""
'use strict';
const evil = 'globalThis.PWNED=1';
const LINES = ['\r', '\n', '\u2028', '\u2029', '\x1b[2J', '\n::error::PWNED', '##[error]PWNED', '*/'];
exports[`@@iterator]||(${evil})||[0`] = (x) => String(x);
exports[`a.b;${evil};//`] = (x) => typeof x;
exports["quote'];PWNED();['"] = (x) => x === undefined;
exports['\u2028PWNED'] = (x) => [x];
exports['::error::PWNED\n::error::PWNED'] = (x) => [x];
exports['\x1b[31mPWNED'] = () => 1;
class Bytes extends Uint8Array {}
Object.defineProperty(Bytes, 'name', { value: `Uint8Array([${evil}])&&new Uint8Array` });
exports.bytes = () => new Bytes(3);
class Thing { constructor() { this.size = 1; } }
Object.defineProperty(Thing, 'name', { value: `\n::error::PWNED');${evil};('` });
exports.thing = () => new Thing();
BigInt.prototype.toString = () => `1n;${evil}`;
exports.big = () => [5n, Object(6n)];
exports.symbol = () => ({ [Symbol(`x]||(${evil})||[`)]: 1 });
LINES.forEach((line, i) => {
  exports[`throws${i}`] = () => { throw new TypeError(`bad ${line}PWNED();//`); };
  exports[`later${i}`] = () => { setTimeout(() => { throw new TypeError(`late ${line}PWNED();//`); }, 1); };
  exports[`code${i}`] = () => { throw Object.assign(new Error('coded'), { code: `E${line}PWNED();//` }); };
});
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

    def run_it(self, *arguments):
        fixed = [] if arguments[0] == "report" else ["--seed", "1", "--jobs", "1", "--sandbox", SANDBOX]
        return subprocess.run([KINGBIRD, *arguments, *fixed], cwd=self.cwd, text=True, errors="surrogateescape",
                              capture_output=True, timeout=300, check=False)

    def assert_plain(self, text, own=()):
        for line in re.split(r"[\n\r\u2028\u2029]", text):
            self.assertNotIn("\x1b", line)
            self.assertNotIn("##[", line)
            self.assertFalse(line.lstrip().startswith("::") and not line.startswith(tuple(own)), line)
            if own:
                self.assertLessEqual(line.count("::error"), 1 if MARK not in line.split("::")[0] else 0, line)

    def test_names_and_messages_stay_text(self):
        self.package(index_js=NAMES)
        result = self.run_it("test", ".", "--tests", "600")
        self.assertIn(result.returncode, (0, 1), result)
        self.assert_plain(result.stdout + result.stderr)
        written = [path for kind in ("suite", "findings") for path in (self.cwd / "kingbird-out" / kind).glob("*.*js")]
        self.assertTrue(written)
        named = 0
        for path in written:
            text = path.read_text(errors="surrogateescape")
            named += text.count(MARK)
            self.assertNotIn(MARK, code_of(text), path)
        self.assertGreater(named, 5, "the names did not get as far as they could")
        for reporter in ("text", "github", "junit"):
            shown = self.run_it("report", "--reporter", reporter)
            self.assertIn(shown.returncode, (0, 1), shown)
            self.assert_plain(shown.stdout + shown.stderr, ("::error file=", "::notice ") if reporter == "github" else ())

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
        deep = "(" * 200000 + "string" + ")" * 200000
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
