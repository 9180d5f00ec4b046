#!/usr/bin/env python3
"""Explores the functions in subject/, then runs programs that misuse them with and without the guard."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
GUARD = HERE.parent.parent / "src" / "guard" / "guard.js"
CRASHES = {
    # program: (places that are told, what the program prints at its end)
    "response": ("""const { PassThrough, Stream } = require('stream'); const R = require('./subject/response.js');
const r = new R(new Stream()); r.marshal((error) => console.log('answered', error));""",
                 ["source._readableState"], "answered undefined"),
    "handler": ("""console.log(require('./subject/handler.js').finalize({}, undefined));""", ["answer"], "fine"),
    "processes": ("""const e = new (require('events'))(); const p = require('./subject/processes.js');
p.watch(e, { logs: { out: {}, err: { close() { console.log('closed'); } } } }); e.emit('exit', 0); console.log(p.log[0]);""",
                  ["child.logs.out.close"], "stopped"),
    "monitor": ("""console.log(require('./subject/monitor.js').line({ name: 'web' }));""", ["proc.monit"], "web undefined%"),
    "closure": ("""const c = require('./subject/closure.js');
c.serve({ server: { open() {} }, header: 'a, b', route: { handler: (f) => f() } }, (text) => console.log(text));
console.log(c.first({ header: 'a, b' }));""", ["answer", "request.socket"], "fine 2\na undefined"),
    "gauge": ("""const G = require('./subject/gauge.js'); console.log(new G().show({}));""", ["sample.load"], "undefined%"),
    "runner": ("""require('./subject/runner.js').run({}, () => console.log('done'));""", ["hook.callback"], "done"),
}


class Test:
    def __init__(self, kingbird, folder):
        self.kingbird = kingbird
        self.folder = folder
        self.failures = 0
        self.environment = dict(os.environ, KINGBIRD_CACHE=str(folder / "cache"))

    def expect(self, what, holds, seen=""):
        if not holds:
            self.failures += 1
            print(f"FAILED: {what}\n{seen}")

    def run(self, *words, **more):
        return subprocess.run([str(word) for word in words], cwd=self.folder, capture_output=True, text=True, timeout=120,
                              env=dict(self.environment, **more))

    def explore(self, *words):
        return self.run(self.kingbird, "explore", *words)

    def guard(self, *words):
        return self.run(self.kingbird, "guard", self.folder / "kingbird-out" / "preconditions.json", *words)


def crashes(test):
    for name, (program, places, end) in CRASHES.items():
        (test.folder / f"{name}.js").write_text(program)
        bare = test.run("node", f"{name}.js")
        test.expect(f"{name}: crashes unguarded", bare.returncode != 0 and "TypeError" in bare.stderr, bare.stderr)
        guarded = test.guard("--report", f"{name}.json", "--report", f"{name}.sarif", "--report", f"{name}.txt", "--", "node", f"{name}.js")
        test.expect(f"{name}: goes on when guarded", guarded.returncode == 0 and end in guarded.stdout, guarded.stdout + guarded.stderr)
        problems = json.loads((test.folder / f"{name}.json").read_text())["problems"]
        told = [problem["path"] for problem in problems]
        test.expect(f"{name}: tells {places}", all(place in told for place in places), told)
        test.expect(f"{name}: says what was put where", all(p["inserted"] and p["stack"] and ":" in p["where"] for p in problems), problems)
        sarif = json.loads((test.folder / f"{name}.sarif").read_text())
        test.expect(f"{name}: SARIF", len(sarif["runs"][0]["results"]) == len(problems), sarif)
        test.expect(f"{name}: text", places[0] in (test.folder / f"{name}.txt").read_text())
        dry = test.guard("--dry-run", "--", "node", f"{name}.js")
        test.expect(f"{name}: a dry run tells and crashes", dry.returncode != 0 and places[0] in dry.stderr, dry.stderr)


def modules(test):
    test.explore("subject/modern.mjs", "--out", "modern-out")
    known = test.folder / "modern-out" / "preconditions.json"
    (test.folder / "app.mjs").write_text("""import { widest } from './subject/modern.mjs';
console.log('widest', widest([{ inner: { size: { width: 2 } } }, {}]));""")
    bare = test.run("node", "app.mjs")
    test.expect("ES module: crashes unguarded", bare.returncode != 0, bare.stderr)
    guarded = test.guard(known, "--", "node", "app.mjs")
    test.expect("ES module: goes on", guarded.returncode == 0 and "widest NaN" in guarded.stdout, guarded.stdout + guarded.stderr)
    test.expect("ES module: tells the place", "inner is undefined" in guarded.stderr, guarded.stderr)
    deployed = test.run("node", "--import", GUARD, "app.mjs", KINGBIRD_GUARD=str(known))
    test.expect("the file alone, by --import", deployed.returncode == 0 and "widest NaN" in deployed.stdout, deployed.stderr)


def harmless(test):
    (test.folder / "fine.js").write_text("""const c = require('./subject/careful.js'); let reads = 0;
const lazy = { get state() { reads++; return { ready: 1 }; } };
const proxy = new Proxy({}, { get(target, key) { reads++; return { ready: 2 }; }, getOwnPropertyDescriptor() { reads++; } });
console.log(c.read(), c.read({}), c.optional({}), c.optional(), c.lazy(lazy), c.lazy(proxy), reads);
const m = require('./subject/monitor.js'); console.log(m.line.length, m.line.name, m.line({ name: 'a', monit: { cpu: 3 } }));
const o = {}; require('./subject/handler.js').finalize(o, 5); console.log(JSON.stringify(o), Object.keys(globalThis));""")
    bare = test.run("node", "fine.js")
    guarded = test.guard("--", "node", "fine.js")
    test.expect("a well-formed program is not disturbed", guarded.stderr == "" and guarded.stdout == bare.stdout,
                bare.stdout + bare.stderr + guarded.stdout + guarded.stderr)
    test.expect("the exit code is the program's", test.guard("--", "node", "-e", "process.exit(7)").returncode == 7)


def useless_files(test):
    file = test.folder / "kingbird-out" / "preconditions.json"
    good = file.read_text()

    def line(what, text, expected):
        file.write_text(text)
        seen = test.guard("--", "node", "-e", "require('./subject/monitor.js').line({monit: 1}); require('./subject/runner.js'); console.log('ran')")
        lines = [words for words in seen.stderr.splitlines() if words]
        test.expect(f"{what}: one clear line, the program runs", seen.returncode == 0 and seen.stdout == "ran\n" and
                    len(lines) == 1 and expected in lines[0], seen.stdout + seen.stderr)

    line("corrupt", good[:500], "not JSON")
    line("something else", '{"a": 1}', "no precondition file")
    line("another format", good.replace('"format": 1', '"format": 99'), "format 99")
    line("another version", good.replace('"version": "1.0.0"', '"version": "2.0.0"'), "preconditions are of 2.0.0")
    changed = json.loads(good)
    changed["files"]["monitor.js"]["functions"][0].update(hash="0", name="gone")
    line("a function that is not there", json.dumps(changed), "function gone is not there")
    file.unlink()
    seen = test.guard("--", "node", "-p", "1")
    test.expect("no file", seen.returncode == 0 and seen.stdout == "1\n" and "ENOENT" in seen.stderr, seen.stderr)
    for words in ([], ["x.json"], ["x.json", "--", "no-such-program"], ["x.json", "--no-such-flag", "--", "node"]):
        seen = test.run(test.kingbird, "guard", *words)
        test.expect(f"{words}: usage", seen.returncode == 2 and seen.stderr.count("\n") == 1, seen.stderr)
    file.write_text(good)


def recalled(test):
    def seen():
        test.explore("subject", "--preconditions", "text")
        functions = json.loads((test.folder / "kingbird-out" / "summary.json").read_text())["functions"]
        return {function["name"]: function["recalled"] for function in functions if function["reached"]}

    again = seen()
    test.expect("nothing changed: nothing is explored again", again and all(again.values()), again)
    monitor = test.folder / "subject" / "monitor.js"
    monitor.write_text("// One line more.\n" + monitor.read_text().replace("proc.name", "proc.title"))
    again = seen()
    test.expect("what changed is explored again, and only that", [name for name, known in again.items() if not known] == ["exports.line"], again)
    told = test.guard("--", "node", "monitor.js")
    test.expect("the new place is known", told.returncode == 0 and "monitor.js:4" in told.stderr, told.stderr)


def readable(test):
    (test.folder / "foo.js").write_text("""function foo(x, y, z, o) {
  var d = x - y;
  if (z == 1) o.bar(d);
}
module.exports = foo;
""")
    text = test.explore("foo.js", "--preconditions", "text", "--strategy", "ta-dfs").stdout
    test.expect("table 2", text == """foo(x, y, z, o) at foo.js:1
  x: number, y: number, z: number, !(z == 1)
  x: number, y: number, z: number, z == 1, o: object, o.bar: function
""", text)
    types = test.explore("foo.js", "--preconditions", "ts").stdout
    test.expect("TypeScript", "function foo(x: number, y: number, z: number, o?: { bar: Function }): any;" in types and
                " * @param {number} z\n" in types, types)
    comments = test.explore("foo.js", "--preconditions", "jsdoc").stdout
    test.expect("JSDoc", comments.startswith("// foo(x, y, z, o) at foo.js:1\n/**\n") and " * @param {number} x\n" in comments and
                comments.endswith(" */\n\n") and "function foo(" not in comments, comments)
    data = json.loads(test.explore("foo.js", "--preconditions", "json").stdout)
    test.expect("JSON", data["files"]["foo.js"]["functions"][0]["preconditions"]["entries"] == 2, data)


def levels(test):
    """Figure 2b of the paper: baz calls foo from both ways of a decision and knows what foo needs."""
    (test.folder / "baz.js").write_text((test.folder / "foo.js").read_text().replace("module.exports = foo;", """function baz(x, y, z, o) {
  if (z == 1) foo(x, y, z, o);
  else foo(x, y, z, o);
  o.z = z;
}
module.exports = { foo, baz };"""))

    def baz(*flags):
        test.explore("baz.js#baz", "--strategy", "ta-dfs", "--suite", "off", *flags)
        return json.loads((test.folder / "kingbird-out" / "summary.json").read_text())["functions"][0]

    known, bodies = baz("--levels", "1"), baz()
    test.expect("figure 2b", known["inputs"] <= 6 and known["callees"] == 1 and known["inputs"] <= bodies["inputs"], (known["inputs"], bodies["inputs"]))
    callers = baz("--levels", "1", "--entries", "callers")
    test.expect("what callers led it on: nobody before baz", callers["inputs"] == bodies["inputs"], (callers["inputs"], bodies["inputs"]))
    test.expect("all of baz", known["coverage"]["branches"]["pct"] == 100 and known["coverage"]["statements"]["pct"] == 100, known["coverage"])


def main():
    with tempfile.TemporaryDirectory() as folder:
        test = Test(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(folder))
        shutil.copytree(HERE / "subject", test.folder / "subject")
        explored = test.explore("subject")
        test.expect("exploring", explored.returncode in (0, 1), explored.stderr)
        for part in (crashes, modules, harmless, useless_files, recalled, readable, levels):
            part(test)
        return 1 if test.failures else 0


if __name__ == "__main__":
    sys.exit(main())
