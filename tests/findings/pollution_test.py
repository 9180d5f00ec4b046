#!/usr/bin/env python3
"""pollution_test.py KINGBIRD: what a call leaves on Object.prototype is a finding, is asserted and taken away by the suite, and is a difference
to a version that does not."""
import json
import pathlib
import subprocess
import sys
import tempfile

KINGBIRD = sys.argv[1]
PUT = """'use strict';
/**
 * @example
 * keeper.put({}, '__proto__.seen', 1)
 * keeper.put({}, 'a.b', 1)
 */
exports.put = (target, path, value) => {
  const names = path.split('.');
  let at = target;
  for (const name of names.slice(0, -1)) {%s
    at[name] = at[name] || {};
    at = at[name];
  }
  at[names[names.length - 1]] = value;
  return target;
};
/** Extends what it is meant to extend. */
exports.install = () => {
  Array.prototype.last = 0;
};
"""
GUARD = "\n    if (name === '__proto__') return target;"
USER = "require('node:test').test('mine', () => {\n  for (const key in {}) throw new Error(`somebody left ${key}`);\n});\n"
failures = []


def check(good, what):
    print(f"{'ok' if good else 'FAILED'}: {what}", flush=True)
    if not good:
        failures.append(what)


def run(folder, *command):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240)


def project(folder, name, guard):
    (folder / name).mkdir()
    (folder / name / "package.json").write_text(json.dumps({"name": "keeper", "version": "1.0.0", "main": "index.js"}))
    (folder / name / "index.js").write_text(PUT % guard)
    return folder / name


def main():
    with tempfile.TemporaryDirectory(prefix="kingbird-pollution-") as name:
        folder = pathlib.Path(name)
        before, after = project(folder, "before", ""), project(folder, "after", GUARD)
        run(before, KINGBIRD, "test", ".", "--tests", "80", "--seed", "3", "--symbolic", "off", "--log", "quiet")
        summary = json.loads((before / "kingbird-out/summary.json").read_text())
        told = [finding for finding in summary["findings"] if finding["kind"] == "pollution"]
        check(len(told) == 1 and told[0]["function"] == "put", f"one finding, of put: {summary['findings']}")
        if told:
            shown = run(before, "node", f"kingbird-out/{told[0]['repro']}")
            check(shown.returncode == 1 and "Object.prototype" in shown.stderr, f"its script shows it: {shown.stdout}{shown.stderr}")
        suite = before / "kingbird-out/suite"
        text = "".join(file.read_text() for file in suite.glob("*.test.*"))
        check("delete Object.prototype." in text and "delete Array.prototype.last;" in text, "the suite takes it away")
        (suite / "zz_mine.test.js").write_text(USER)
        together = "".join(f"require({json.dumps(str(file))});" for file in sorted(suite.glob("*.test.*")))
        passed = run(suite, "node", "-e", together)
        check(passed.returncode == 0 and "# fail 0" in passed.stdout, f"in one process with the user's test: {passed.stdout[-600:]}{passed.stderr[-300:]}")
        run(folder, KINGBIRD, "diff", "before", "after", "--tests", "150", "--seed", "3", "--out", "d", "--log", "quiet")
        found = [one for one in json.loads((folder / "d/summary.json").read_text())["differences"] if one["kind"] == "pollution"]
        check(len(found) == 1 and "Object.prototype" in found[0]["before"], f"a difference: {found}")
        if found:
            shown = run(folder, "node", f"d/{found[0]['repro']}")
            check("Object.prototype." in shown.stdout and "The behaviours differ." in shown.stdout, f"its script shows it: {shown.stdout}{shown.stderr}")
    print(f"{len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
