#!/usr/bin/env python3
"""Explored inputs become a suite that passes by itself, errors become scripts that show them.

    suite_test.py KINGBIRD
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

KINGBIRD = sys.argv.pop(1)

SOURCE = """'use strict';
class Stack {
  constructor(max) { this.max = max; this.items = []; }
  isFull() { return this.items.length === this.max; }
  push(item) { if (this.isFull()) return false; this.items.push(item); return true; }
}
const levels = {};
function level(name, n) {
  if (name === 'gold' && n > 41) return 3;
  if (name.length > 3) throw new RangeError('no such level');
  if (name === 'tin') return levels.tin.price;
  return 0;
}
function hidden(x) { return x === 7 ? 1 : 2; }
function kind(value) { return value instanceof Stack ? 's' : value instanceof Map ? 'm' : 'o'; }
module.exports = { Stack, level, kind, twice: (x) => hidden(x) * 2 };
"""


class Suite(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        (self.root / "package.json").write_text('{"name": "levels", "version": "1.0.0", "main": "levels.js"}')
        (self.root / "levels.js").write_text(SOURCE)

    def tearDown(self):
        self.folder.cleanup()

    def explore(self, *flags):
        done = subprocess.run([KINGBIRD, "explore", "levels.js", "--seed", "1", *flags], cwd=self.root, capture_output=True,
                              text=True, timeout=120)
        self.assertEqual(done.stderr.count("error"), 0, done.stderr)
        return done

    def summary(self):
        return json.loads((self.root / "kingbird-out/summary.json").read_text())

    def test_suite_passes_and_covers(self):
        done = self.explore()
        self.assertEqual(done.returncode, 1)  # level('tin') fails on input that fits.
        suite = self.root / "kingbird-out/suite"
        run = subprocess.run(["node", "--test", "--test-reporter", "tap", *map(str, suite.glob("*.test.js"))], capture_output=True,
                             text=True, cwd=self.root, timeout=60)
        self.assertEqual(run.returncode, 0, run.stdout)
        text = "".join(p.read_text() for p in suite.glob("*.test.js"))
        self.assertRegex(text, r"level\('gold', \d+\), 3\)")
        self.assertIn("Object.create(levels.Stack.prototype)", text)
        self.assertIn("Object.create(Map.prototype)", text)
        self.assertNotIn("hidden", text)
        self.assertGreater(self.summary()["tests"]["kept"], 5)

    def test_findings_are_scripts(self):
        self.explore()
        findings = self.summary()["findings"]
        self.assertEqual([f["function"] for f in findings], ["level"])
        run = subprocess.run(["node", str(self.root / "kingbird-out" / findings[0]["repro"])], capture_output=True, text=True,
                             timeout=60)
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("TypeError: Cannot read properties of undefined", run.stderr)

    def test_the_terminal_lists_calls_and_what_came_of_them(self):
        done = self.explore("--suite", "off")
        lines = done.stdout.splitlines()
        fails = next((i for i, line in enumerate(lines) if line.startswith("  fails    level('tin'")), None)
        self.assertIsNotNone(fails, done.stdout)
        self.assertEqual(lines[fails + 1], "           → TypeError: Cannot read properties of undefined (reading 'price') at levels.js:11")
        self.assertTrue(any(line.startswith("  throws   level(") for line in lines[fails:]), done.stdout)
        self.assertTrue(any(line.startswith("  returns  level('gold', ") for line in lines[fails:]), done.stdout)
        self.assertIn("  kingbird-out/report/index.html", lines)
        for internal in ("wrong model", " on {}", "absent"):
            self.assertNotIn(internal, done.stdout)

    def test_no_suite_where_none_is_wanted(self):
        self.explore("--suite", "off")
        self.assertFalse((self.root / "kingbird-out/suite").exists())
        names = [f["name"] for f in self.summary()["functions"]]
        self.assertIn("hidden", names)


if __name__ == "__main__":
    unittest.main()
