#!/usr/bin/env python3
"""harmless_test.py KINGBIRD [RUNNER…]: suites of several files beside a test of the user's own, from the project's root and from the suite's
folder, passing, failing, interrupted and killed. The project stays as it was, nothing stays among the temporary files (after a kill:
after the next run), the user's own test passes. Support code that removes its parent is caught. Without RUNNER: node and mocha; bench/run
first_contact takes all four."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

KINGBIRD = sys.argv[1]
RUNNERS = sys.argv[2:] or ["node", "mocha"]
PACKAGES = {"node": [], "mocha": ["mocha@10"], "jest": ["jest@29"], "vitest": ["vitest@2"]}
PROGRAMS = {"node": ["--test"], "mocha": ["mocha/bin/mocha.js"], "jest": ["jest/bin/jest.js"], "vitest": ["vitest/vitest.mjs", "run"]}
FUNCTIONS = 165
PROGRESS = "kingbird-suite-"
# Enough functions for several files; each works with files.
TARGET = "const fs = require('fs');\n" + "".join(
    f"exports.write{i} = (name) => {{ fs.writeFileSync('made{i}', String(name)); return fs.readFileSync('made{i}', 'utf8').length + {i}; }};\n"
    for i in range(FUNCTIONS))
OWN = """@HEAD@
const fs = require('node:fs');
const os = require('node:os');
const assert = require('node:assert');
const before = [process.cwd(), process.umask(), os.tmpdir(), os.homedir()];
describe('own', () => {
  @TEST@('is where it always is', () => {
    assert.deepStrictEqual([process.cwd(), process.umask(), os.tmpdir(), os.homedir()], before);
    fs.writeFileSync(os.tmpdir() + '/../own-@NAME@-passed', '');
  });
});
"""
failures = []
passed = 0


def check(condition, what):
    global passed
    if condition:
        passed += 1
    else:
        failures.append(what)
        print(f"FAILED: {what}", flush=True)


def ordinary_user():
    os.setsid()
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


def manifest(folder):
    """What is in the project, but for what package managers and runners keep in node_modules."""
    lines = []
    for path in sorted(folder.rglob("*")):
        if "node_modules" not in path.parts:
            lines.append((str(path), path.lstat().st_mode, path.read_bytes() if path.is_file() else b""))
    return lines


class Project:
    def __init__(self, folder, runner, suite):
        self.runner, self.root = runner, folder / "project"
        self.suite = self.root / "generated"
        self.temporary = folder / "tmp"
        self.temporary.mkdir(parents=True)
        shutil.copytree(suite, self.suite, ignore=shutil.ignore_patterns("node_modules"))
        (self.root / "precious.txt").write_text("do not lose")
        (self.root / "package.json").write_text('{"private": true}\n')
        modules = runner == "vitest"
        head = {"node": "const { describe, test } = require('node:test');",
                "vitest": "import { describe, test } from 'vitest'; import { createRequire } from 'node:module';"
                          "const require = createRequire(import.meta.url);"}.get(runner, "")
        for name in ["a-first", "z-last"]:
            text = OWN.replace("@HEAD@", head).replace("@TEST@", "it" if runner == "mocha" else "test").replace("@NAME@", name)
            (self.root / f"{name}.test.{'mjs' if modules else 'js'}").write_text(text)
        if PACKAGES[runner]:
            subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--no-save", *PACKAGES[runner]], cwd=self.root,
                           check=True, capture_output=True)
        if os.getuid() == 0:
            subprocess.run(["chown", "-R", "65534:65534", str(folder)], check=True)
        folder.chmod(0o755)

    def command(self, from_root):
        script, *rest = PROGRAMS[self.runner]
        if self.runner == "node":
            return ["node", script]
        files = ["a-first.test.js", "generated/*.test.js", "z-last.test.js", "--timeout=10000"] if self.runner == "mocha" and from_root else []
        return ["node", str(self.root / "node_modules" / script), *rest, *files]

    def start(self, from_root, **variables):
        environment = {**os.environ, "TMPDIR": str(self.temporary), "HOME": str(self.temporary), **variables}
        return subprocess.Popen(self.command(from_root), cwd=self.root if from_root else self.suite, env=environment,
                                preexec_fn=ordinary_user, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def own_passed(self):
        marks = list(self.temporary.parent.glob("own-*-passed"))
        for mark in marks:
            mark.unlink()
        return len(marks) == 2

    def left(self):
        return [name for name in os.listdir(self.temporary) if name.startswith((PROGRESS, "suite-"))]


def finish(project, from_root, what, **variables):
    before = manifest(project.root)
    process = project.start(from_root, **variables)
    output = process.communicate(timeout=240)[0]
    check(manifest(project.root) == before, f"{what}: the project is as it was")
    check(project.left() == [], f"{what}: nothing stays among the temporary files: {project.left()}")
    if from_root:
        check(project.own_passed(), f"{what}: the user's own tests pass: {output[-1500:]}")
    return process.returncode, output


def group_lives(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def stop(project, sent, what, send=os.killpg):
    before = manifest(project.root)
    process = project.start(False, SLOW="1")
    deadline = time.monotonic() + 120
    while process.poll() is None and not project.left() and time.monotonic() < deadline:
        time.sleep(0.05)
    check(bool(project.left()), f"{what}: the suite had begun to work with files")
    send(process.pid, sent)
    process.communicate(timeout=120)
    while group_lives(process.pid) and time.monotonic() < deadline + 60:
        time.sleep(0.1)
    check(manifest(project.root) == before, f"{what}: the project is as it was")


def slow_down(suite):
    """Tests that can be interrupted: each waits before its folder is left."""
    file = suite / "scratch.cjs"
    text = file.read_text()
    place = "async function leave() {"
    check(place in text, "scratch.cjs has leave()")
    file.write_text(text.replace(place, place + "\n  if (process.env.SLOW) await new Promise((resolve) => setTimeout(resolve, 300));"))


def break_target(project):
    file = project.suite.parent / "target.js"
    file.write_text(file.read_text().replace(".length + ", ".length + 1 + "))


def try_runner(folder, runner):
    made = folder / f"made-{runner}"
    made.mkdir()
    (made / "target.js").write_text(TARGET)
    result = subprocess.run([KINGBIRD, "test", "./target.js", "--seed", "3", "--tests", "1000", "--format", runner, "--out", "out"], cwd=made,
                            capture_output=True, text=True, timeout=400)
    suite = made / "out" / "suite"
    files = list(suite.glob("*.test.*"))
    check(len(files) >= 3, f"{runner}: a suite of three files and more: {result.stdout[-800:]}{result.stderr[-400:]}")
    for file in files:
        file.write_text(file.read_text().replace("../../target.js", "../target.js"))
    project = Project(folder / f"use-{runner}", runner, suite)
    shutil.copy(made / "target.js", project.root)
    for from_root in [True, False]:
        place = f"{runner} from the {'root' if from_root else 'suite'}"
        code, output = finish(project, from_root, f"{place}, passing")
        check(code == 0, f"{place}: passes: {output[-1500:]}")
    slow_down(project.suite)
    stop(project, signal.SIGINT, f"{runner}, interrupted")
    check(project.left() == [], f"{runner}, interrupted: nothing stays: {project.left()}")
    if runner == "node":
        # What runs the files notices that nobody reads what it says.
        stop(project, signal.SIGKILL, "node, the runner alone killed", os.kill)
        check(project.left() == [], f"node, the runner alone killed: nothing stays: {project.left()}")
    stop(project, signal.SIGKILL, f"{runner}, killed")
    finish(project, False, f"{runner}, after a kill")
    break_target(project)
    code, _ = finish(project, True, f"{runner}, failing")
    check(code != 0, f"{runner}: notices a broken target")


def try_mutant(folder):
    """The support code of a suite, changed so that it removes too much: the tests above would see it."""
    project = Project(folder / "mutant", "node", folder / "made-node" / "out" / "suite")
    shutil.copy(folder / "made-node" / "target.js", project.root)
    file = project.suite / "scratch.cjs"
    text = file.read_text()
    guard = "if (!real.startsWith(base + path.sep))"
    check(guard in text, "removals are guarded")
    # Removes the parent of its folder, with the guard as it is: refused, and nothing is lost.
    parent = text.replace("removeOwn(own);", "removeBelow(own, path.dirname(own));")
    check(parent != text, "close() removes the process's folder")
    file.write_text(parent)
    before = manifest(project.root)
    project.start(False).communicate(timeout=240)
    check(manifest(project.root) == before and project.temporary.exists(), "the guard refuses to remove a parent")
    # And without the guard: the folder of temporary files goes, which the checks of this test notice.
    file.write_text(parent.replace(guard, "if (false)"))
    project.start(False).communicate(timeout=240)
    check(not project.temporary.exists() or project.left() != [], "support code that removes its parent is noticed")


def main():
    with tempfile.TemporaryDirectory(prefix="kingbird-harmless-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        for runner in RUNNERS:
            try_runner(folder, runner)
        if "node" in RUNNERS:
            try_mutant(folder)
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
