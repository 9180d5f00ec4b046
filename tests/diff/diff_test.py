"""Runs kingbird diff as a user does: two versions, a package against itself, revisions, a built-in against a polyfill."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

KINGBIRD = os.environ["KINGBIRD"]

# As a library might write it: the length is read once, what is gone by the time is skipped.
POLYFILL = """
Array.prototype.map = function map(callback) {
  if (typeof callback !== 'function') throw new TypeError(callback + ' is not a function');
  var object = Object(this), scope = arguments[1], length = object.length >>> 0, result = [];
  for (var index = 0; index < length; index++) {
    if (index in object) result[index] = callback.call(scope, object[index], index, object);
  }
  return result;
};
"""
CLOCK = """
let calls = 0;
const temporary = require('fs').realpathSync(require('os').tmpdir());
exports.temporary = () => temporary;
exports.now = () => Date.now();
exports.time = (callback) => setTimeout(() => callback(process.hrtime.bigint(), performance.now()), Math.random() * 20);
exports.random = () => [Math.random(), require('crypto').randomBytes(4).toString('hex'), process.pid];
exports.count = () => ++calls;
exports.here = () => [__dirname, __filename, process.cwd()];
exports.memory = () => process.memoryUsage();
exports.stat = (path) => require('fs').statSync(path);
"""
OLD = """
exports.parse = (text, callback) => setImmediate(callback, null, JSON.parse(text));
exports.size = (list) => list.length;
exports.sort = (list) => list.sort();
exports.gone = () => 1;
"""
# What nobody would guess an input for.
HASHES = """
for (let name = 0; name < 40; name++) {
  exports[`mix${name}`] = (a, b, c) => {
    const text = typeof a + b + typeof c + a + c;
    let hash = name;
    for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
    return hash % 100 === 7 && name % 12 === CHANGED ? 'other' : 'same';
  };
}
"""
NEW = """
exports.parse = (text, callback) => setImmediate(() => {
  let value;
  try { value = JSON.parse(text); } catch (error) { return callback(error); }
  callback(null, value);
});
exports.size = (list) => list.length;
exports.sort = (list) => [...list].sort();
exports.fresh = () => 2;
"""


def diff(folder, *arguments, expect):
    result = subprocess.run([KINGBIRD, "diff", *arguments, "--reporter", "json", "--seed", "1"], cwd=folder, capture_output=True, text=True,
                            timeout=200, check=False)
    if result.returncode not in expect:
        raise AssertionError(f"exit code {result.returncode}: {result.stderr[-600:]}")
    return json.loads(result.stdout)


def keys(summary):
    return {(d["kind"], d["function"]) for d in summary["differences"]}


class Diff(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="kingbird-diff-test-")
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def test_two_folders_and_the_release_they_make(self):
        for name, text in (("old", OLD), ("new", NEW)):
            self.write(f"{name}/package.json", json.dumps({"name": "thing", "version": "1.0.0"}))
            self.write(f"{name}/index.js", text)
        summary = diff(self.folder, "old", "new", "--tests", "150", expect=(1,))
        found = keys(summary)
        self.assertIn(("missing-api", "gone"), found)
        self.assertIn("parse", {function for _, function in found})
        self.assertNotIn("size", {function for _, function in found})
        self.assertEqual(summary["added"], ["fresh"])
        self.assertEqual(summary["release"]["kind"], "breaking")
        # A difference is told once per kind and function, and its script shows it with plain Node.
        self.assertEqual(len(found), len(summary["differences"]))
        for difference in summary["differences"]:
            script = subprocess.run(["node", self.folder / "kingbird-out" / difference["repro"]], cwd=self.folder, capture_output=True,
                                    text=True, timeout=60, check=False)
            self.assertEqual(script.returncode, 0, f"{difference}: {script.stdout}{script.stderr}")
            self.assertIn("The behaviours differ.", script.stdout)

    def test_what_one_call_in_thousands_shows_is_found(self):
        """Forty functions, three of which changed for one call in two hundred: a process for each call has no time for so many."""
        self.write("old.js", HASHES.replace("CHANGED", "-1"))
        self.write("new.js", HASHES.replace("CHANGED", "11"))
        summary = diff(self.folder, "old.js", "new.js", "--symbolic", "off", expect=(1,))
        self.assertLessEqual(keys(summary), {("return", "mix11"), ("return", "mix23"), ("return", "mix35")})
        self.assertNotEqual(keys(summary), set())

    def test_messages_quote_the_code_as_its_author_wrote_it(self):
        self.write("old/index.js", "exports.read = function (file) { return file.text.slice(1) }\n"
                                   "exports.pick = function (a, b) { return (a || b)(1) }\n")
        self.write("new/index.js", "exports.read = function (file) { return 'same' }\n"
                                   "exports.pick = function (a, b) { return 'same' }\n")
        summary = diff(self.folder, "old", "new", "--tests", "150", expect=(1,))
        told = [one["before"] for d in summary["differences"] for one in [d, *d.get("variants", [])] if d["kind"] == "error"]
        self.assertIn("threw TypeError: (a || b) is not a function", told)
        self.assertEqual([], [text for text in told if "$" in text])

    def test_nothing_is_told_of_a_package_and_itself(self):
        self.write("clock/index.js", CLOCK)
        self.assertEqual(diff(self.folder, "clock", "clock", "--tests", "120", expect=(0,))["differences"], [])
        self.assertEqual(diff(self.folder, "jsonfile@6.1.0", "jsonfile@6.1.0", "--tests", "120", expect=(0,))["differences"], [])

    def test_a_published_pair_and_its_script_elsewhere(self):
        summary = diff(self.folder, "jsonfile@1.1.1", "jsonfile@1.2.0", "--tests", "200", expect=(1,))
        self.assertIn(("async-error", "readFile"), keys(summary))
        difference = next(d for d in summary["differences"] if (d["kind"], d["function"]) == ("async-error", "readFile"))
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        script = (self.folder / "kingbird-out" / difference["repro"]).read_text()
        (elsewhere / "script.cjs").write_text(script)
        (elsewhere / "package.json").write_text('{"private": true}')
        install = next(line for line in script.splitlines() if "npm install" in line).split("npm install ")[1].split()
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent", *install], cwd=elsewhere, check=True, timeout=120)
        shown = subprocess.run(["node", "script.cjs"], cwd=elsewhere, capture_output=True, text=True, timeout=60, check=False)
        self.assertIn("The behaviours differ.", shown.stdout, shown.stderr)

    def test_a_revision_and_the_working_tree(self):
        self.write("index.js", "exports.add = (a, b) => a + b;\n")
        self.write("package.json", json.dumps({"name": "thing", "version": "1.0.0"}))
        for command in (["init", "-q"], ["add", "."], ["-c", "user.name=k", "-c", "user.email=k@example.org", "commit", "-qm", "one"]):
            subprocess.run(["git", *command], cwd=self.folder, check=True, capture_output=True)
        self.write("index.js", "exports.add = (a, b) => Number(a) + Number(b);\n")
        self.assertIn(("return", "add"), keys(diff(self.folder, "git:HEAD", ".", "--tests", "60", expect=(1,))))

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main", *words], cwd=self.folder,
                       check=True, capture_output=True)

    def test_a_folder_of_modules_by_the_lines_that_changed(self):
        self.write("package.json", json.dumps({"name": "shop", "bin": "bin/shop.js"}))
        self.write("bin/shop.js", "#!/usr/bin/env node\nconsole.log(require('../src/money').cents(process.argv[2]));\n")
        self.write("src/money.js", "exports.cents = (n) => n * 100;\nexports.same = (n) => n;\n")
        self.write("src/names.js", "exports.join = (a, b) => {\n  if (a === 'kgx7qz') return 1;\n  return a + b;\n};\n")
        self.write("src/broken.js", "exports.f = require('nowhere-to-be-found');\n")
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("commit", "-qm", "one")
        same = diff(self.folder, "git:HEAD", ".", "--tests", "30", expect=(0,))
        self.assertEqual((same["release"]["kind"], same["changes"], same["differences"]), ("unknown", [], []))
        self.assertEqual([module["file"] for module in same["unloaded"]], ["src/broken.js"])
        self.assertIn("nowhere-to-be-found", same["unloaded"][0]["before"])

        self.write("src/money.js", "exports.cents = (n) => n * 10;\nexports.same = (n) => n;\n")
        self.write("bin/shop.js", "#!/usr/bin/env node\nconsole.log(1, require('../src/money').cents(process.argv[2]));\n")
        summary = diff(self.folder, "git:HEAD", ".", "--tests", "150", expect=(1,))
        found = summary["differences"][0]
        self.assertEqual((found["kind"], found["function"]), ("return", "money.cents"))
        self.assertRegex(found["call"], r"^cents\(.*\)$")
        fates = {(change["file"], change["first"], change["fate"]) for change in summary["changes"]}
        self.assertEqual(fates, {("src/money.js", 1, "ran"), ("bin/shop.js", 2, "not-loaded")})
        script = self.folder / "kingbird-out" / found["repro"]
        shown = subprocess.run(["node", script], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((shown.returncode, "The behaviours differ." in shown.stdout), (0, True), shown.stdout + shown.stderr)
        (self.folder / "src/money.js").rename(self.folder / "src/gone.js")
        shown = subprocess.run(["node", script], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(shown.returncode, 2, shown.stdout + shown.stderr)
        self.assertIn("The after side cannot be loaded", shown.stdout)

    def test_one_function_of_a_file_whose_changed_line_does_not_run(self):
        self.write("names.js", "exports.join = (a, b) => {\n  if (process.env.NOWHERE_SET) return 1;\n  return typeof a + typeof b;\n};\nexports.other = () => 1;\n")
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("commit", "-qm", "one")
        text = (self.folder / "names.js").read_text()
        self.write("names.js", text.replace("return 1", "return 2").replace("() => 1", "() => 3"))
        summary = diff(self.folder, "git:HEAD", "names.js#join", "--tests", "40", "--symbolic", "off", expect=(0,))
        self.assertEqual(summary["release"]["kind"], "unknown")
        self.assertEqual(summary["release"]["reasons"], ["changed lines of names.js did not run"])
        whole = diff(self.folder, "git:HEAD", "names.js", "--tests", "40", "--symbolic", "off", expect=(1,))
        self.assertEqual(keys(whole), {("return", "other")})

    def test_callbacks_that_write_find_what_others_do_not(self):
        self.write("polyfill.js", POLYFILL)
        native = ["--native", "Array.prototype.map", "--impl", "polyfill.js", "--tests", "120"]
        for strategy in ("empty", "quick"):
            self.assertEqual(diff(self.folder, *native, "--callbacks", strategy, expect=(0,))["differences"], [], strategy)
        summary = diff(self.folder, *native, "--callbacks", "writes", expect=(1,))
        self.assertIn("Array#map", {function for _, function in keys(summary)})

    def test_what_a_built_in_reads_is_written_too(self):
        # The built-in asks the receiver for its constructor; nothing in this text does.
        self.write("polyfill.js", """Array.prototype.filter = function (callback) {
          'use strict';
          if (typeof callback !== 'function') throw new TypeError(callback + ' is not a function');
          var object = Object(this), length = object.length >>> 0, result = [];
          for (var i = 0; i < length; i++) {
            if (i in object) { var item = object[i]; if (callback.call(arguments[1], item, i, object)) result.push(item); }
          }
          return result;
        };""")
        summary = diff(self.folder, "--native", "Array.prototype.filter", "--impl", "polyfill.js", "--tests", "400", "--callbacks", "writes",
                       expect=(1,))
        self.assertIn(("error", "Array#filter"), keys(summary))
        self.assertIn("TypeError", next(d for d in summary["differences"] if d["function"] == "Array#filter")["before"])

    def test_a_class_that_cannot_run_all_of_the_setup_is_tested_all_the_same(self):
        # No static methods, and its constructor lets the executor throw.
        self.write("tiny.js", """module.exports = function Tiny(executor) {
          var self = this;
          this.waiting = [];
          executor(function (value) {
            self.value = value;
            self.settled = true;
            self.waiting.splice(0).forEach(function (go) { go(); });
          }, function () {});
        };
        module.exports.prototype.then = function (onFulfilled) {
          var self = this;
          return new module.exports(function (resolve) {
            var go = function () { setTimeout(function () { resolve(onFulfilled ? onFulfilled(self.value) : self.value); }, 0); };
            if (self.settled) go(); else self.waiting.push(go);
          });
        };""")
        native = ["--native", "Promise.prototype.then", "--impl", "tiny.js", "--adapter", "(Tiny) => Tiny", "--tests", "60"]
        summary = diff(self.folder, *native, expect=(1,))
        self.assertIn("Promise#then", {function for _, function in keys(summary)})
        self.assertGreater(summary["coverage"]["statements"]["pct"], 90)
        for difference in summary["differences"]:
            self.assertNotEqual(difference["before"], difference["after"])
        # A user's own setup code is not left out in silence.
        self.write("setup.js", "var all = Promise.all([1]);")
        result = subprocess.run([KINGBIRD, "diff", *native, "--setup", "setup.js"], cwd=self.folder, capture_output=True, text=True, timeout=60,
                                check=False)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("setup.js does not run on tiny.js", result.stderr)

    def test_requests_that_make_no_sense(self):
        for arguments in (["one"], ["--native", "Array.prototype.map"], ["a", "b", "--native", "X.y", "--impl", "z"]):
            result = subprocess.run([KINGBIRD, "diff", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertTrue(result.stderr.startswith("kingbird: "), result.stderr)

    def test_a_built_in_that_is_not_there_is_not_the_implementations_fault(self):
        self.write("polyfill.js", "module.exports = function (f) { return []; };")
        result = subprocess.run([KINGBIRD, "diff", "--native", "Array.prototype.nope", "--impl", "polyfill.js"], cwd=self.folder,
                                capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("kingbird: this Node has no built-in Array.prototype.nope", result.stderr)
        self.assertNotIn("polyfill.js", result.stderr)


if __name__ == "__main__":
    unittest.main()
