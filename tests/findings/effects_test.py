#!/usr/bin/env python3
"""effects_test.py KINGBIRD: no suite starts processes or uses the network unless that was allowed, and then it says so."""
import json
import pathlib
import subprocess
import sys
import tempfile

KINGBIRD = sys.argv[1]
# What the functions do shows in nothing they return.
RUNNER = """'use strict';
const { spawnSync } = require('node:child_process');
exports.add = (a, b) => a + b;
exports.run = (command) => {
  spawnSync('true', [String(command)]);
  return 'ran';
};
exports.ask = (host) => {
  fetch('http://127.0.0.1:8099/' + typeof host).then(() => {}, () => {});
  return 'asked';
};
/** @param {string} text */
exports.ship = (text) => {
  spawnSync('true');
  return text.match(/[a-z]+/).index;
};
"""
failures = []


def check(good, what):
    print(f"{'ok' if good else 'FAILED'}: {what}")
    if not good:
        failures.append(what)


def kingbird(folder, *flags):
    run = subprocess.run([KINGBIRD, "test", "runner.js", "--tests", "120", "--seed", "3", "--log", "quiet", *flags], cwd=folder,
                         capture_output=True, text=True, timeout=120)
    suite = "".join(file.read_text() for file in (folder / "kingbird-out/suite").glob("*.test.js"))
    return run, suite, json.loads((folder / "kingbird-out/summary.json").read_text())


def faked(suite):
    """Whether every test that asks has its own answer in the place of the network's."""
    return all("mock.method(globalThis, 'fetch'" in test for test in suite.split("  test(") if ".ask(" in test)


def main():
    with tempfile.TemporaryDirectory(prefix="kingbird-effects-") as name:
        folder = pathlib.Path(name)
        (folder / "runner.js").write_text(RUNNER)
        (folder / "package.json").write_text('{"name": "runner"}')
        run, suite, summary = kingbird(folder)
        check(".add(" in suite and ".run(" not in suite and faked(suite), "by default no test has effects")
        check("--allow processes" in run.stdout and "--allow network" in run.stdout, "what is not kept is told")
        scripts = [f for f in summary["findings"] if f["function"] == "ship"]
        check(len(scripts) == 1, f"the finding with an effect: {summary['findings']}")
        for finding in scripts:
            first = (folder / "kingbird-out" / finding["repro"]).read_text().splitlines()[0]
            check("starts processes" in first, f"its script says so first: {first}")
        _, suite, _ = kingbird(folder, "--allow", "processes")
        check(".run(" in suite and faked(suite), "--allow processes allows processes alone")
        _, suite, _ = kingbird(folder, "--allow", "processes,network")
        lines = suite.splitlines()
        for call, words in ((".run(", "// This test starts processes."), (".ask(", "// This test uses the network.")):
            places = [i for i, line in enumerate(lines) if call in line]
            check(places and all(words in "".join(lines[max(0, i - 3):i]) for i in places), f"{call} is kept and says: {words}")
        run = subprocess.run([KINGBIRD, "test", "runner.js", "--allow", "everything"], cwd=folder, capture_output=True, text=True, timeout=60)
        check(run.returncode == 2 and "--allow wants processes, network" in run.stderr, f"a wrong word: {run.stderr.strip()}")
    print(f"{len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
