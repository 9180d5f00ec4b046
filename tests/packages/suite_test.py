#!/usr/bin/env python3
"""suite_test.py KINGBIRD: emitted suites on a real package. They pass with the plain runner on a machine that has only the package
and the runner, fail on a broken package, and are the same for the same seed, for a target that works with files and for one
that only computes."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

KINGBIRD = sys.argv[1]
PACKAGE, VERSION = "jsonfile", "6.1.0"
COMPUTES = "rsvp@4.8.5"
# What an ordinary user may not do, told without a code; and what every user may.
PERMISSIONS = """const fs = require('fs');
exports.fill = () => {
  try {
    fs.writeFileSync('readonly.txt', 'x');
  } catch (error) {
    return 'failed';
  }
  return 'filled';
};
exports.size = () => fs.readFileSync('readonly.txt').length;
"""
RUNNERS = {"node": [], "mocha": ["mocha@10"], "jest": ["jest@29"], "vitest": ["vitest@2"]}
failures = []
passed = 0


def check(condition, what):
    global passed
    if condition:
        passed += 1
    else:
        failures.append(what)
        print(f"FAILED: {what}", flush=True)


def run(command, folder, **options):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240, **options)


def kingbird(folder, out, *flags, target=f"{PACKAGE}@{VERSION}"):
    result = run([KINGBIRD, "test", target, "--seed", "5", "--tests", "120", "--out", str(out), *flags], folder)
    check(result.returncode in (0, 1), f"kingbird test {flags}: exit code {result.returncode}: {result.stderr[-400:]}")
    return out / "suite"


def runner_command(suite):
    return json.loads((suite / "package.json").read_text())["scripts"]["test"].split()


def tests_of(suite):
    files = [*sorted(suite.glob("*.test.*")), suite / "support.cjs"]
    return "".join(f.read_text() for f in files)


def break_package(suite, before, after):
    file = suite / "node_modules" / PACKAGE / "index.js"
    source = file.read_text()
    check(before in source, f"{before!r} is not in {PACKAGE}")
    file.write_text(source.replace(before, after, 1))
    return lambda: file.write_text(source)


def main():
    with tempfile.TemporaryDirectory(prefix="kingbird-suite-test-") as name:
        folder = pathlib.Path(name)
        suites = {}
        for runner, packages in RUNNERS.items():
            suite = suites[runner] = kingbird(folder, folder / f"out-{runner}", "--format", runner)
            install = run(["npm", "install", "--silent", "--no-audit", "--no-fund", f"{PACKAGE}@{VERSION}", *packages], suite)
            check(install.returncode == 0, f"npm install for {runner}: {install.stderr[-400:]}")
            result = run(runner_command(suite), suite)
            check(result.returncode == 0, f"the {runner} suite passes: {(result.stdout + result.stderr)[-1500:]}")

        again = kingbird(folder, folder / "again")
        check(tests_of(again) == tests_of(suites["node"]), f"the same seed gives the same suite for {PACKAGE}")
        computing = [tests_of(kingbird(folder, folder / f"computing-{i}", target=COMPUTES)) for i in range(2)]
        check(computing[0] == computing[1], f"the same seed gives the same suite for {COMPUTES}")

        (folder / "permissions.js").write_text(PERMISSIONS)
        lines = tests_of(kingbird(folder, folder / "permissions", target="./permissions.js")).splitlines()
        opening = {call: lines[i - 1] for i, line in enumerate(lines) for call in ["fill", "size"] if f".{call}(" in line}
        check("testAsUser(" in opening.get("fill", ""), f"a test of what root may do is for ordinary users: {opening}")
        check(" test(" in opening.get("size", ""), f"a test of what everybody may do is for everybody: {opening}")

        suite = suites["node"]
        for i in range(5):
            result = run(runner_command(suite), suite)
            check(result.returncode == 0, f"run {i + 1} of 5: {result.stdout[-800:]}")

        # A callback that is never called, a result that is another one, an error that is swallowed.
        for before, after in [("const readFile = universalify.fromPromise(_readFile)", "const readFile = () => {}"),
                              ("    throw err", "    return undefined"),
                              ("  return fs.writeFileSync(file, str, options)", "  return 1")]:
            mend = break_package(suite, before, after)
            result = run(runner_command(suite), suite)
            check(result.returncode != 0, f"the suite notices {before!r} -> {after!r}")
            mend()
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
