#!/usr/bin/env python3
"""What goes wrong around an exploration: one clear line, the right exit code, and what was found until then is written.

    trouble_test.py KINGBIRD FAKE_Z3
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

KINGBIRD, FAKE_Z3 = sys.argv[1:3]
del sys.argv[1:3]

# The first branch is easy; the others are for a solver.
HARD = "".join(f"  if (x * x * x + y * y * {7 + k} === {1000003 + 10 * k} && x > 10 && y > x) return {k};\n" for k in range(2, 8))
SOURCE = "module.exports = function f(x, y) {\n  if (x === 'easy') return 1;\n" + HARD + "  return 9;\n};\n"


class Trouble(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        (self.root / "package.json").write_text('{"name": "subject", "version": "1.0.0"}')

    def tearDown(self):
        self.folder.cleanup()

    def explore(self, source, *flags, member="", env=None):
        (self.root / "subject.js").write_text(source)
        return subprocess.run([KINGBIRD, "explore", "subject.js" + member, "--seed", "1", *flags], cwd=self.root, capture_output=True,
                              text=True, timeout=150, env={**os.environ, **(env or {})})

    def summary(self):
        return json.loads((self.root / "kingbird-out/summary.json").read_text())

    def assert_refused(self, done, code, text):
        self.assertEqual(done.returncode, code, done.stderr)
        lines = [line for line in done.stderr.splitlines() if text in line]
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertNotIn("    at ", done.stderr)

    def test_a_function_that_does_not_exist(self):
        self.assert_refused(self.explore("module.exports = (x) => x;", member="#nobody"), 2, "there is no function nobody")

    def test_a_file_that_does_not_parse(self):
        self.assert_refused(self.explore("function ("), 3, "subject.js")

    def test_a_solver_that_is_not_known(self):
        self.assert_refused(self.explore(SOURCE, "--solvers", "yices"), 2, "solvers")

    def test_a_file_that_never_ends_to_load(self):
        done = self.explore("for (;;);", "--time-limit", "6s")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertNotIn("    at ", done.stderr)

    def test_a_script_that_never_ends(self):
        done = self.explore("""
            const S$ = require('S$');
            const x = S$.symbol('X', 0);
            if (x === 5) S$.fail('five');
            if (x === 7) for (;;);
            if (x === 9) S$.fail('nine');""", "--test-deadline", "300ms")
        self.assertEqual(done.returncode, 1, done.stderr)
        messages = [f["message"].split(" at ")[0] for f in self.summary()["findings"]]
        self.assertIn("Error: five", messages)
        self.assertIn("Error: nine", messages)
        errors = self.summary()["functions"][0]["errors"]
        self.assertTrue(any("timed" in error["message"].lower() for error in errors), errors)

    def test_solvers_that_misbehave(self):
        for behaviour, text in (("hang", "z3 had no answer to any of"), ("crash", "z3 broke down on"),
                                ("nonsense", "z3 had no answer to any of")):
            with self.subTest(behaviour):
                done = self.explore(SOURCE, "--solvers", "z3", "--suite", "off", "--inputs", "40", "--time-limit", "60s",
                                    env={"LD_PRELOAD": FAKE_Z3, "FAKE_Z3": behaviour, "ASAN_OPTIONS": "verify_asan_link_order=0"})
                self.assertEqual(done.returncode, 0, done.stderr)
                told = [line for line in done.stderr.splitlines() if "z3 " in line]
                self.assertEqual(len(told), 1, done.stderr)
                self.assertIn(text, told[0])
                calls = [run["call"] for run in self.summary()["functions"][0]["runs"]]
                self.assertTrue(any("'easy'" in call for call in calls), calls)
                # What it said was of no use: whatever was answered, others answered it.
                solver = self.summary()["functions"][0]["solver"]
                self.assertLessEqual(solver["sat"] + solver["unsat"], solver["queries"] - solver["by"].get("z3", 0))

    def test_without_a_solver(self):
        done = self.explore(SOURCE, "--solvers", "none", "--suite", "off", "--inputs", "12")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(set(self.summary()["functions"][0]["solver"]["by"]) & {"z3", "cvc5"}, set())


if __name__ == "__main__":
    unittest.main()
