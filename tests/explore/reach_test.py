#!/usr/bin/env python3
"""What exploration gets at: the paper's example, inner functions, undeclared names, variables of the file, stand-ins, whole scripts.

    reach_test.py KINGBIRD
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

KINGBIRD = sys.argv.pop(1)


class Reach(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        (self.root / "package.json").write_text('{"name": "subject", "version": "1.0.0"}')

    def tearDown(self):
        self.folder.cleanup()

    def run_kingbird(self, source, *flags, member="", name="subject.js"):
        (self.root / name).write_text(source)
        return subprocess.run([KINGBIRD, "explore", name + member, "--seed", "1", *flags], cwd=self.root, capture_output=True, text=True,
                              timeout=120)

    def explore_all(self, source, *flags, member=""):
        done = self.run_kingbird(source, "--suite", "off", *flags, member=member)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        summary = json.loads((self.root / "kingbird-out/summary.json").read_text())
        for function in summary["functions"]:
            self.assertEqual(function.get("mismatches", []), [])
        return summary["functions"]

    def explore(self, source, *flags, member=""):
        return {f["name"]: f for f in self.explore_all(source, *flags, member=member)}

    def assert_covered(self, function):
        self.assertEqual(function["coverage"]["statements"]["pct"], 100, function["runs"])
        self.assertEqual(function["coverage"]["branches"]["pct"], 100, function["runs"])

    FOO = "function foo(x, y, z, o) {\n  var d = x - y;\n  if (z == 1) o.bar(d);\n}\nmodule.exports = foo;\n"

    def test_types_are_set_right_together(self):
        for strategy in ("ta-dfs", "ta-bfs"):
            foo = self.explore(self.FOO, "--strategy", strategy, member="#foo")["foo"]
            calls = [run["call"].split(" on ")[0] for run in foo["runs"]]
            # Told by the text, at once; figure 2a, where nothing is, is Explorer.Figure2aTypeAwareDepthFirst.
            self.assertEqual(calls, ["foo(0, 0, 0, {bar: function () {}})", "foo(0, 0, 1, {bar: function () {}})"])
            self.assert_covered(foo)

    def test_functions_are_known_by_their_places_not_by_what_their_texts_hold(self):
        source = """
            class Outer {
              static Inner = class { constructor(q) { if (q === 'inner') this.q = 1; } };
              constructor(p) { if (p === 'outer') this.p = 1; }
              classify(x) { return x === 'method' ? 1 : 2; }
            }
            class Base { constructor(x) { this.x = x; } }
            class Derived extends Base {}
            module.exports = { Outer, derived(x) { return new Derived(x - 3).x === 7 ? 1 : 2; } };"""
        functions = self.explore_all(source)
        self.assertEqual([f["name"] for f in functions], ["constructor", "constructor", "classify", "constructor", "derived"])
        for function in functions:
            self.assertGreater(function["inputs"], 0, function)
            self.assert_covered(function)

    def test_types_that_the_text_does_not_tell_are_set_right_together(self):
        source = "module.exports = function f(l, k, j) { return l[k] - l[j]; };"
        for strategy in ("ta-dfs", "ta-bfs"):
            function = next(iter(self.explore(source, "--strategy", strategy).values()))
            self.assertLessEqual(function["inputs"], 5, function["runs"])
            self.assertTrue(function["runs"][-1]["well_typed"], function["runs"])

    def test_conventional_search_takes_every_type_of_every_element(self):
        source = "module.exports = function f(a, b) { return a[1] * b[2] - a[2] * b[1]; };"
        # Of each list seven: too short for both, for one of them (two types of the other), for none (four). Before: a or b is no list.
        self.assertEqual(next(iter(self.explore(source, "--strategy", "dfs").values()))["inputs"], 7 * 7 + 3)
        self.assertLessEqual(next(iter(self.explore(source, "--strategy", "ta-dfs").values()))["inputs"], 3)

    def test_a_key_that_is_undefined_is_a_name(self):
        function = next(iter(self.explore("module.exports = function f(o, k) { o.x - 1; return o[k] === undefined ? 1 : 2; };").values()))
        self.assertEqual([run for run in function["runs"] if run["end"] == "failed"], [])
        self.assert_covered(function)

    def test_which_of_many_elements_is_asked_for_only_while_code_is_missing(self):
        source = """
            const Queue = require('queue');
            function on(event, list) { this.queues[event] = this.queues[event] || new Queue(); this.queues[event].add(list); }
            module.exports = { on };"""
        function = self.explore(source, "--callees", "stub", "--strategy", "ta-dfs")["on"]
        self.assertLessEqual(function["inputs"], 8, function["runs"])
        self.assert_covered(function)

    def test_modules_that_are_called_answer_with_inputs(self):
        source = "const make = require('make');\nmodule.exports = function f() { return make().size > 4 ? new make.Box().kind : 2; };"
        function = next(iter(self.explore(source, "--callees", "stub").values()))
        self.assert_covered(function)
    def test_objects_may_have_what_their_prototype_holds_a_value_for(self):
        source = """function Tree() {}
Tree.prototype.root = null;
Tree.prototype.isEmpty = function () { return !this.root; };
Tree.prototype.first = function () { if (this.isEmpty()) return 0; return this.root.key > 3 ? 1 : 2; };
module.exports = Tree;
"""
        for strategy in ("cover", "ta-dfs", "ta-bfs"):
            self.assert_covered(self.explore(source, "--strategy", strategy)["Tree.prototype.first"])

    def test_what_a_prototype_holds_is_left_alone_where_all_is_covered(self):
        source = """function Vector() {}
Vector.prototype = { x: 0, y: 0, dot: function (other) { return this.x * other.x + this.y * other.y; } };
module.exports = Vector;
"""
        for strategy in ("ta-dfs", "ta-bfs"):
            dot = self.explore(source, "--strategy", strategy)["dot"]
            self.assertLessEqual(dot["inputs"], 2, dot["runs"])

    def test_a_name_that_is_a_key_stays_a_name(self):
        source = """module.exports = function (source, request) {
  if (typeof request[source] !== 'object') return null;
  const validated = function (value) { request.orig[source] = value; return value > 3 ? 1 : 2; };
  return validated;
};
"""
        inner = self.explore(source, "--strategy", "ta-dfs")["validated"]
        self.assert_covered(inner)
        self.assertLessEqual(inner["inputs"], 5, inner["runs"])

    CALLS = """function area(box) { return box.size.width > box.size.height ? 1 : 2; }
function twice(box) { return area(box) * 2; }
function isEven(n) { return n > 0 ? isOdd(n - 1) : true; }
function isOdd(n) { return n > 0 ? isEven(n - 1) : false; }
module.exports = { area, twice, isEven, isOdd };
"""

    def test_what_is_passed_on_begins_as_the_callee_wants_it(self):
        bodies, known = (self.explore(self.CALLS, "--strategy", "ta-dfs", *flags)["twice"] for flags in ((), ("--levels", "1")))
        self.assertEqual([bodies["exceptions"], known["exceptions"]], [1, 0])
        self.assertEqual(known["inputs"], 1, known["runs"])
        self.assertGreater(bodies["inputs"], 2)

    def test_levels_are_how_deep_functions_wait(self):
        source = """function a(o) { return b(o) + 1; }
function b(o) { return c(o) + 1; }
function c(o) { let n = 0; if (o.p > 1) n++; if (o.q > 1) n++; if (o.r > 1) n++; return n; }
module.exports = { a, b, c };
"""
        inputs = {k: {name: f["inputs"] for name, f in self.explore(source, "--strategy", "ta-dfs", "--levels", k, "--jobs", "1").items()}
                  for k in ("0", "1", "2")}
        self.assertGreaterEqual(inputs["0"]["a"], 8, inputs)
        self.assertGreaterEqual(inputs["1"]["b"], 8, "a waits for b, nobody for c")
        self.assertEqual([inputs["1"]["a"], inputs["2"]["a"], inputs["2"]["b"]], [1, 1, 1], inputs)

    def test_entries_of_callers(self):
        source = self.CALLS.replace("module.exports = {", "function thrice(box) { return area(box) * 3; }\nmodule.exports = { thrice,")
        functions = self.explore(source, "--strategy", "ta-dfs", "--levels", "1", "--entries", "callers", "--jobs", "1")
        self.assertGreater(functions["twice"]["inputs"], 2, "nobody has called area before")
        self.assertLess(functions["thrice"]["inputs"], functions["twice"]["inputs"], "twice has")

    def test_functions_that_wait_for_each_other_end(self):
        functions = self.explore(self.CALLS, "--strategy", "ta-dfs", "--levels", "5")
        self.assert_covered(functions["isEven"])
        self.assert_covered(functions["isOdd"])

    def test_the_default_strategy_needs_no_more(self):
        foo = self.explore(self.FOO, member="#foo")["foo"]
        self.assertLessEqual(foo["inputs"], 5)
        self.assert_covered(foo)

    def test_table_1(self):
        foo = self.explore(self.FOO, "--strategy", "dfs", member="#foo")["foo"]
        calls = [run["call"].split(" on ")[0] for run in foo["runs"]]
        u = "undefined"
        # Rows 5 and 10 have an object with the method; rows 11 and 12 of the paper repeat the input of row 10.
        self.assertEqual(calls[:12], [
            "foo()", f"foo({u}, {u}, 0)", f"foo({u}, {u}, 1)", f"foo({u}, {u}, 1, {{}})", f"foo({u}, {u}, 1, {{bar: function () {{}}}})",
            f"foo({u}, 0)", f"foo({u}, 0, 0)", f"foo({u}, 0, 1)", f"foo({u}, 0, 1, {{}})", f"foo({u}, 0, 1, {{bar: function () {{}}}})",
            "foo(0)", f"foo(0, {u}, 0)"])
        self.assertGreaterEqual(len(calls), 20)
        self.assert_covered(foo)

    def test_what_stands_behind_a_million_decisions(self):
        function = self.explore("""
            module.exports = function count(n, s) {
              let c = 0;
              for (let i = 0; i < 1000000; i++) if (n > i) c++;
              return s === 'behind' ? 'reached' : c;
            };""", member="#count")["count"]
        self.assert_covered(function)

    def test_inner_functions(self):
        functions = self.explore("""
            module.exports = function outer(store, limit) {
              if (limit > 5) store.each(function visit(key) { return key === 'x' ? limit : 2; });
              const later = () => { function deep(n) { return n === 4 ? 'four' : 'other'; } return deep; };
              return { later };
            };""")
        for name in ("outer", "visit", "deep"):
            self.assertTrue(functions[name]["reached"], name)
            self.assert_covered(functions[name])

    def test_undeclared_names_and_variables(self):
        functions = self.explore("""
            let mode = null;
            const suite = new Harness('x', [1]);
            function setMode(value) { mode = value; }
            function work() { if (mode.level > 3) return 1; return LIMIT === 7 ? 2 : 3; }
            module.exports = { setMode, work };""", "--callees", "stub")
        self.assert_covered(functions["work"])

    def test_undeclared_names_while_callees_run(self):
        functions = self.explore("function width() { return screen.width > 100 ? 'wide' : 'narrow'; }\nmodule.exports = width;")
        self.assert_covered(functions["width"])

    def test_modules_that_are_not_there(self):
        functions = self.explore("""
            const db = require('no-such-module');
            module.exports = function load(id) { const row = db.find(id); if (row.age > 17) return 'adult'; return 'child'; };""",
                                 "--callees", "stub")
        self.assert_covered(functions["module.exports"] if "module.exports" in functions else functions["load"])

    def test_script_with_declared_inputs(self):
        for module in ("S$", "kingbird"):
            done = self.run_kingbird(f"""
                var S$ = require("{module}");
                var x = S$.symbol("X", 0);
                var s = S$.symbol("S", "");
                S$.assume(x > 10);
                if (s === 'key' && x * 2 === 42) throw new Error('found');
                if (x === 13) throw new S$.NotAnErrorException();
                S$.assert(x !== 77, 'lucky');""")
            self.assertEqual(done.returncode, 1, done.stderr + done.stdout)
            summary = json.loads((self.root / "kingbird-out/summary.json").read_text())
            messages = sorted(f["message"].split(" at ")[0] for f in summary["findings"])
            self.assertEqual(messages, ["Error: found", "Error: lucky"])
            for finding in summary["findings"]:
                shown = subprocess.run(["node", str(self.root / "kingbird-out" / finding["repro"])], capture_output=True, text=True)
                self.assertIn(finding["message"].split(" at ")[0], shown.stderr)

    def test_pure_symbols_have_any_type(self):
        done = self.run_kingbird("""
            const S$ = require('S$');
            const v = S$.pureSymbol('V');
            if (typeof v === 'string' && v.length === 3) S$.fail('text');
            if (typeof v === 'object' && v !== null && v.n === 5) S$.fail('object');""")
        self.assertEqual(done.returncode, 1, done.stderr)
        summary = json.loads((self.root / "kingbird-out/summary.json").read_text())
        self.assertEqual(sorted(f["message"].split(" at ")[0] for f in summary["findings"]), ["Error: object", "Error: text"])

    def test_explain_says_what_a_loss_costs(self):
        source = """module.exports = function f(s, n) {
  const lost = s.toLocaleUpperCase();
  const other = Number(s.normalize('NFC').length);
  if (lost === 'SECRET') return 1;
  if (lost.length + n > 1000) return 2;
  if (n > 3) return 3;
  throw n;
};"""
        done = self.run_kingbird(source, "--suite", "off", "--explain", member="#f")
        lost = json.loads((self.root / "kingbird-out/summary.json").read_text())["lost"]
        self.assertEqual((lost[0]["what"], lost[0]["line"], lost[0]["file"]), ("toLocaleUpperCase()", 2, "subject.js"), lost)
        self.assertEqual((lost[0]["decisions"], lost[0]["one_sided"]), (1, 1), lost)
        self.assertIn({"what": "normalize()", "line": 3, "decisions": 0}, [{k: l[k] for k in ("what", "line", "decisions")} for l in lost])
        self.assertIn("subject.js:2  toLocaleUpperCase()", done.stdout)
        self.assertIn("hand its result to the function", done.stdout)
        self.run_kingbird(source, "--suite", "off", member="#f")
        plain = json.loads((self.root / "kingbird-out/summary.json").read_text())["lost"]
        self.assertEqual({l["what"] for l in plain}, {l["what"] for l in lost})

    def test_the_number_of_jobs_changes_nothing(self):
        source = """
            function a(x, y) { if (x > 3 && y === 'k') return 1; return 2; }
            function b(list) { for (let i = 0; i < list.length; i++) if (list[i] === 9) return i; return -1; }
            function c(o) { return o.items.map(function each(item) { return item.size > 2 ? item.name : null; }); }
            function d(s) { return /^a+b$/.test(s) ? 'match' : 'none'; }
            module.exports = { a, b, c, d };"""
        both = [self.explore(source, "--jobs", jobs) for jobs in ("1", "2")]
        for functions in both:
            for function in functions.values():
                function["solver"].pop("time_s")
        self.assertEqual(list(both[0]), ["a", "b", "c", "each", "d"])
        self.assertEqual(both[0], both[1])

    def test_lists_and_texts_are_told_apart(self):
        # indexOf would do for a list: charAt then says that it is a text, and nothing of the list is kept.
        functions = self.explore("""
            module.exports = function f(t) { if (t.indexOf('-') === 2) return 1; return t.charAt(0) === 'x' ? 2 : 3; };""",
                                 "--strategy", "ta-dfs")
        (function,) = functions.values()
        self.assert_covered(function)
        self.assertLessEqual(function["inputs"], 8)

    def test_elements_are_put_there_together(self):
        # No list, an empty one, one with four numbers: each for itself they would be ten inputs.
        for strategy in ("ta-bfs", "ta-dfs", "cover"):
            functions = self.explore("""
                module.exports = function sum(a) { return a[0] * a[1] + a[2] * a[3]; };""", "--strategy", strategy)
            (function,) = functions.values()
            self.assertLessEqual(function["inputs"], 3, strategy)
            self.assertTrue(any(run["well_typed"] and run["end"] == "ended" for run in function["runs"]), function["runs"])

    def test_elements_of_a_loop_with_fixed_bounds(self):
        functions = self.explore("""
            module.exports = function apply(m, v) {
              const result = [];
              for (let i = 0; i < 4; i++) result[i] = m[i][0] * v[0] + m[i][1] * v[1];
              return result;
            };""", "--strategy", "ta-dfs")
        (function,) = functions.values()
        self.assert_covered(function)
        self.assertLessEqual(function["inputs"], 12)

    def test_a_list_does_not_grow_for_ever(self):
        # One read behind the end in every round: filling it makes another one.
        functions = self.explore("""
            module.exports = function steps(a) { let n = 0; for (let i = 0; i < a.length; i++) n += a[i + 1] - a[i]; return n; };""",
                                 "--strategy", "ta-dfs")
        (function,) = functions.values()
        self.assert_covered(function)
        self.assertLess(function["inputs"], 40)

    def test_rounds_of_for_of(self):
        functions = self.explore("""
            module.exports = function energy(bodies) {
              let sum = 0;
              for (const body of bodies) {
                if (body.fixed) continue;
                sum += body.mass * body.speed;
              }
              return sum;
            };""", "--strategy", "ta-dfs")
        (function,) = functions.values()
        self.assert_covered(function)
        self.assertEqual(function["diverged"], 0)
        self.assertLessEqual(function["inputs"], 9)

    def test_messages_quote_the_code_as_its_author_wrote_it(self):
        source = ("function inner(o) { if (o === 6) o.inside() }\n"
                  "exports.call = function call(o) { if (o === 5) (o.p || o).q(); return inner(o) }\n"
                  "exports.make = function make(o) { if (o === 7) new (o.a || o)() }\n")
        functions = self.explore(source)
        messages = {name: [error["message"] for error in f["errors"]] for name, f in functions.items()}
        self.assertEqual(messages["call"], ["TypeError: (o.p || o).q is not a function", "TypeError: o.inside is not a function"])
        self.assertEqual(messages["make"], ["TypeError: (o.a || o) is not a constructor"])
        # What no test can call is told without the quote.
        self.assertEqual(messages["inner"], ["TypeError: something is not a function"])

    def test_bad_input(self):
        done = self.run_kingbird("module.exports = (x) => x;", member="#nobody")
        self.assertEqual((done.returncode, len(done.stderr.strip().splitlines()[-1:])), (2, 1))
        self.assertIn("there is no function nobody", done.stderr)
        done = self.run_kingbird("function (", name="broken.js")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("broken.js", done.stderr)
        done = self.run_kingbird("module.exports = function f(x) { if (x === 1) for (;;); return x; };", "--suite", "off", "--test-deadline",
                                 "200ms", member="#f")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        summary = json.loads((self.root / "kingbird-out/summary.json").read_text())
        self.assertTrue(any("timed" in e["message"].lower() for e in summary["functions"][0]["errors"]), summary["functions"][0]["errors"])

    def test_time_limit_bounds_it_all(self):
        source = "module.exports = function f(a) { let n = 0; for (let i = 0; i < a.length; i++) if (a[i] === i * 7) n++; if (n === 99) return 1; };"
        done = self.run_kingbird(source, "--time-limit", "4s", "--strategy", "bfs", "--inputs", "100000")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        summary = json.loads((self.root / "kingbird-out/summary.json").read_text())
        self.assertLess(summary["time"]["wall_s"], 12)
        self.assertGreater(summary["functions"][0]["inputs"], 1)


if __name__ == "__main__":
    unittest.main()
