#!/usr/bin/env python3
"""conform_test.py KINGBIRD: engines vote on built-ins; bad engines and bad implementations are told apart. Engines are made of Node,
so that nothing has to be installed."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import test262_harness

KINGBIRD = sys.argv[1]
FAKE = pathlib.Path(__file__).with_name("fake_engine.js").resolve()
POLYFILL = """if (!Array.prototype.fill) Array.prototype.fill = function (value, start, end) {
  for (var i = start | 0; i < (end === undefined ? this.length : end); i++) this[i] = value;
  return this;
};
"""
failures = []


def check(good, what):
    print(f"{'ok' if good else 'FAILED'}: {what}")
    if not good:
        failures.append(what)


def profile(folder, name, manner, engine=None):
    file = folder / f"{name}.json"
    file.write_text(json.dumps({"name": name, "engine": engine or name, "uses": "node", "print": "print",
                                "arguments": [str(FAKE), manner, "{script}"], "readable": [str(FAKE)]}))
    return ["--engine", str(file)]


def kingbird(folder, *arguments, timeout=120):
    environment = dict(os.environ, KINGBIRD_CACHE=str(folder / "cache"))
    run = subprocess.run([KINGBIRD, *arguments], cwd=folder, capture_output=True, text=True, timeout=timeout, env=environment)
    summary = folder / "kingbird-out/summary.json"
    return run, json.loads(summary.read_text()) if summary.exists() else None


def votes(folder):
    """Two honest engines, one that errs: it is found, its bug is minimal, and the scripts show it."""
    engines = profile(folder, "honest", "honest") + profile(folder, "wrong", "errs")
    run, summary = kingbird(folder, "conform", "Math.max", "Array.prototype.fill", "--tests", "120", "--seed", "1", *engines)
    check(run.returncode == 1, f"a bug makes exit code 1, not {run.returncode}: {run.stderr.strip()}")
    who = {bug["implementation"] for bug in summary["bugs"]}
    check(who == {"wrong"}, f"only the engine that errs has bugs: {who}")
    check(any(bug["case"] == "Math.max.call(Math, 1)" or bug["case"] == "Math.max.call(undefined, 1)" or len(bug["case"]) < 40
              for bug in summary["bugs"]), f"the case is small: {[bug['case'] for bug in summary['bugs']]}")
    check(all(bug["builtin"] == "Math.max" and bug["section"] == "sec-math.max" for bug in summary["bugs"]), "of the built-in it errs on")
    check({v["name"] for v in summary["voters"] if v["role"] == "votes"} >= {"node", "honest", "wrong"}, "the voters are listed")
    fill = next(b for b in summary["builtins"] if b["name"] == "Array.prototype.fill")
    check(fill["agree"] + fill["silent"] == fill["cases"] == 120 and fill["agree"] > 60, f"on the other they agree: {fill['agree']}")
    tests = sorted((folder / "kingbird-out/test262/test").rglob("*.js"))
    check(len(tests) > 20 and "esid: sec-" in tests[0].read_text(), f"{len(tests)} Test262 files")
    check((folder / "kingbird-out/test262/harness/kingbird.js").exists(), "with their include")
    program = test262_harness.install(folder)
    home = folder / "kingbird-out/test262"
    test262_harness.prepare(home)
    sample = sorted((home / "test/Array.prototype.fill").glob("*.js"))[:3]
    for seeded in [None, "Array.prototype.fill"]:
        passed = [good for _, good in test262_harness.run(program, home, sample, seeded)]
        check(len(passed) == 6 and all(passed) == (seeded is None), f"test262-harness on a sample, bug {seeded}: {passed}")
    page = (folder / "kingbird-out/report/index.html").read_text()
    check("Vote matrix" in page and "wrong" in page, "the page has the vote matrix")
    repro = folder / "kingbird-out" / summary["bugs"][0]["repro"]
    honest = subprocess.run(["node", repro], capture_output=True, text=True)
    wrong = subprocess.run(["node", FAKE, "errs", repro], capture_output=True, text=True)
    check(honest.returncode == 0 and wrong.returncode != 0, f"the script tells them apart: {honest.returncode} {wrong.returncode}")
    again = kingbird(folder, "conform", "Math.max", "Array.prototype.fill", "--tests", "120", "--seed", "1", *engines)[1]
    check(again["bugs"] == summary["bugs"] and again["builtins"] == summary["builtins"], "the same seed gives the same")


def families(folder):
    engines = profile(folder, "twin", "errs", "V8")
    run, summary = kingbird(folder, "conform", "Math.max", "--tests", "30", "--seed", "1", *engines)
    roles = {v["name"]: v["role"] for v in summary["voters"]}
    check(roles == dict(roles, node="votes", twin="observes"), f"one engine has one vote: {roles}")
    summary = kingbird(folder, "conform", "Math.max", "--tests", "30", "--seed", "1", "--voters", "engines", *engines)[1]
    check({v["name"]: v["role"] for v in summary["voters"]}["twin"] == "votes", "unless every program is asked")


def bad_engines(folder):
    """Crash, hang, babble, rave, vanish: reported, the run goes on, no vote is invented."""
    engines = profile(folder, "one", "honest") + profile(folder, "two", "honest")
    for manner in ["crashes", "hangs", "sticks", "babbles", "raves", "vanishes"]:
        engines += profile(folder, manner, manner)
    run, summary = kingbird(folder, "conform", "Math.min", "--tests", "12", "--seed", "2", "--test-deadline", "300ms", *engines)
    votes = summary["builtins"][0]["votes"]
    check(summary["builtins"][0]["agree"] + summary["builtins"][0]["silent"] + sum(summary["builtins"][0]["dissent"].values()) == 12,
          f"the run goes on: {summary['builtins'][0]}")
    check({(bug["implementation"], bug["kind"]) for bug in summary["bugs"]} == {("crashes", "crashes")},
          f"a crash is told, nothing else is said in their name: {summary['bugs']}")
    check(votes["crashes"].get("agree", 0) > 0, f"the cases beside the crash are heard: {votes['crashes']}")
    check(set(votes["vanishes"]) == {"lost"} and set(votes["raves"]) == {"lost"}, f"who is gone has no vote: {votes}")
    check(votes["babbles"].get("dissent", 0) == 0 and votes["babbles"].get("agree", 0) > 0, f"garbage is not heard: {votes['babbles']}")
    check(votes["hangs"].get("dissent", 0) == 0 and votes["hangs"]["agree"] > 0, f"silence between answers is no dissent: {votes['hangs']}")
    check(votes["sticks"].get("dissent", 0) == 0 and votes["sticks"]["fail"] > 0, f"cases that do not end are no dissent either: {votes['sticks']}")
    check(next(one for one in summary["implementations"] if one["name"] == "sticks")["timeouts"] == votes["sticks"]["fail"], "but they are told")
    check(any("vanishes" in note for note in summary["notes"]), f"and that is told: {summary['notes']}")
    missing = folder / "missing.json"
    missing.write_text(json.dumps({"name": "missing", "engine": "missing", "programs": ["/nowhere/js"], "arguments": ["{script}"]}))
    run = kingbird(folder, "doctor", "--engines", "--engine", str(missing))[0]
    check("missing" in run.stdout and "not here" in run.stdout and run.returncode == 3, f"doctor lists what is not there: {run.returncode}")


def disappearing(folder):
    """The program of an engine is deleted after its first answers. Without a sandbox, in which no engine can delete anything."""
    program = folder / "leaves"
    program.write_text(f'#!/bin/sh\nexec "{shutil.which("node")}" "{FAKE}" leaves "$1" "$0"\n')
    program.chmod(0o755)
    file = folder / "leaves.json"
    file.write_text(json.dumps({"name": "leaves", "engine": "leaves", "programs": [str(program)], "arguments": ["{script}"]}))
    run, summary = kingbird(folder, "conform", "Math.min", "--tests", "25", "--seed", "2", "--sandbox", "none", "--engine", str(file),
                            *profile(folder, "one", "honest"), *profile(folder, "two", "honest"))
    votes = summary["builtins"][0]["votes"]["leaves"]
    check(not program.exists() and run.returncode == 0, f"it disappears, the run goes on: {run.returncode} {run.stderr}")
    check(votes["lost"] >= 15 and votes.get("dissent", 0) == 0 and votes.get("agree", 0) + votes.get("abstain", 0) >= 3,
          f"what it said counts, nothing else is said in its name: {votes}")
    check(any("leaves was lost" in note for note in summary["notes"]), f"that is told: {summary['notes']}")


def candidates(folder):
    """A polyfill is judged, not asked; symbolic execution of it gives cases."""
    (folder / "fill.js").write_text(POLYFILL)
    engines = profile(folder, "other", "honest")
    run, summary = kingbird(folder, "conform", "Array.prototype.fill", "--impl", "mine=./fill.js", "--tests", "60", "--inputs", "30",
                            "--seed", "1", *engines)
    check(run.returncode == 1 and {bug["implementation"] for bug in summary["bugs"]} == {"mine"}, f"its bugs are its own: {run.stderr}")
    built_in = summary["builtins"][0]
    check(built_in["symbolic"] >= 4 and built_in["coverage"].get("mine", 0) > 50, f"{built_in['symbolic']} symbolic cases")
    check(any("throw" in bug["kind"] for bug in summary["bugs"]), f"found: {[bug['kind'] for bug in summary['bugs']]}")
    repro = folder / "kingbird-out" / summary["bugs"][0]["repro"]
    check(subprocess.run(["node", repro], capture_output=True).returncode != 0, "its script shows the bug in plain Node")


def mistakes(folder):
    for arguments, words, code in [(["Array.prototype.nosuch"], "no built-in Array.prototype.nosuch", 2),
                                   (["a-b"], "names no built-in", 2), ([], "required", 2),
                                   (["Math.max", "--impl", "./nowhere.js"], "does not exist", 2),
                                   (["Math.max", "--impl", "x=./fill.js"], "offers none", 2),
                                   (["Math.max", "--engine", "nowhere.json"], "nowhere.json", 2),
                                   (["Math.max", "--voters", "nobody"], "--voters wants", 2)]:
        run = kingbird(folder, "conform", *arguments)[0]
        check(run.returncode in (code, 3 if "nowhere.json" in words else code) and words in run.stderr and run.stderr.count("\n") <= 2,
              f"{arguments}: {run.returncode} {run.stderr.strip()}")


def main():
    for test in [votes, families, bad_engines, disappearing, candidates]:
        with tempfile.TemporaryDirectory(prefix="kingbird-conform-") as name:
            test(pathlib.Path(name))
    with tempfile.TemporaryDirectory(prefix="kingbird-conform-") as name:
        (pathlib.Path(name) / "fill.js").write_text(POLYFILL)
        mistakes(pathlib.Path(name))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
