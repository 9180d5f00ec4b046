#!/usr/bin/env python3
"""The bars for classes (paper 002) beside ours. `bench/classes.py [--only methods,types,packages,peer] [--seeds 1,2,3]`.

methods   22 methods of the subjects in tests/subjects, one run each (`--method`): statements covered and wall time of the whole run,
          start-up and writing included. Custom generators only where the paper used one; Luhn and Base64 also without.
types     inferred types of every parameter of the subjects against tests/subjects/expected_types.json.
packages  class-heavy npm packages, 30 s each: statements of all files that were loaded.
peer      the three classes that SynTest-JavaScript was measured on in 60 s: statements and time of a whole run each."""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUBJECTS = ROOT / "tests" / "subjects"
# subject, method, flags the paper's experiments used too
METHODS = [
    ("triangle.js#Triangle", "getType", []),
    *[("linked_list.js#LinkedList", m, []) for m in ("append", "remove", "prepend", "insertAfter", "insertBefore", "at")],
    *[("binary_search_tree.js#BinarySearchTree", m, []) for m in ("add", "contains", "remove", "size")],
    *[("red_black_tree.js#RedBlackTree", m, []) for m in ("insert", "contains")],
    *[("splay_tree.js#SplayTree", m, []) for m in ("splay", "insert", "remove", "findMax")],
    ("luhn.js#Luhn", "isValidIdentifier", ["--strings", "[0-9]+a?"]),
    ("base64.js#Base64", "encode", ["--strings", "\\w+\\u0100?"]),
    ("base64.js#Base64", "decode", ["--strings", "\\w+"]),
    ("sha1.js#SHA1", "hash", []),
    ("poker.js#Poker", "rankHand", ["--strings", "[AKQJT98765432]{5}"]),
]
WITHOUT = [("luhn.js#Luhn", "isValidIdentifier", []), ("base64.js#Base64", "encode", []), ("base64.js#Base64", "decode", []),
           ("poker.js#Poker", "rankHand", [])]
PACKAGES = ["yallist@4.0.0", "denque@2.1.0", "lru-cache@6.0.0", "heap@0.2.7", "avl@1.5.3", "fastpriorityqueue@0.7.5", "tiny-lru@11.2.5",
            "bintrees@1.0.2", "quick-lru@5.1.1", "semver@7.5.4"]
PEER = [("linked_list.js#LinkedList", 62), ("binary_search_tree.js#BinarySearchTree", 31), ("triangle.js#Triangle", 47)]


def kingbird(target, flags, folder):
    command = [os.environ.get("KINGBIRD", str(ROOT / "kingbird")), "test", target, "--log", "quiet", "--out", str(folder), *flags]
    start = time.monotonic()
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder.parent)
    wall = time.monotonic() - start
    if run.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {run.returncode}: {run.stderr.strip()}")
    return json.loads((folder / "summary.json").read_text()), wall


def runs(target, flags, seeds):
    results = []
    with tempfile.TemporaryDirectory(prefix="kingbird-bench-") as name:
        for seed in seeds:
            results.append(kingbird(target, [*flags, "--seed", str(seed)], pathlib.Path(name) / f"out-{seed}"))
    return results


def row(name, results):
    walls = [wall for _, wall in results]
    covered = [summary["coverage"]["reached"]["statements"] for summary, _ in results]
    full = sum(c["covered"] == c["total"] for c in covered)
    print(f"{name:44} {min(c['pct'] for c in covered):7.2f} {covered[0]['total']:6d} {full:3d}/{len(results)} "
          f"{statistics.median(walls):7.2f} {max(walls):7.2f} {results[0][0]['tests']['kept']:5d} {len(results[0][0]['findings']):5d}", flush=True)
    return full == len(results), statistics.median(walls)


def head(title):
    print(f"\n{title}\n{'':44} {'least %':>7} {'stmts':>6} {'full':>5} {'median':>7} {'worst s':>7} {'kept':>5} {'found':>5}")


def methods(seeds):
    head("methods: statements of the method, whole run")
    outcomes = [row(f"{s.split('#')[1]}.{m}{' ' + f[1] if f else ''}", runs(str(SUBJECTS / s), ["--method", m, *f], seeds))
                for s, m, f in METHODS]
    print(f"full: {sum(full for full, _ in outcomes)} of {len(outcomes)} (paper: 20 in 20 s); "
          f"within 1 s: {sum(full and wall <= 1 for full, wall in outcomes)} (paper: 14); "
          f"within 5 s: {sum(full and wall <= 5 for full, wall in outcomes)} (paper: 20)")
    head("the same without a generator")
    for s, m, f in WITHOUT:
        row(f"{s.split('#')[1]}.{m}", runs(str(SUBJECTS / s), ["--method", m, *f], seeds))


def types(seeds):
    expected = json.loads((SUBJECTS / "expected_types.json").read_text())
    right, total, wrong = 0, 0, []
    for subject, functions in expected.items():
        (summary, _), = runs(str(SUBJECTS / subject), [], seeds[:1])
        found = {(t["function"], t["parameter"]): t["type"] for t in summary["types"]}
        for function, parameters in functions.items():
            for parameter, wanted in parameters.items():
                total += 1
                right += found.get((function, parameter)) == wanted
                if found.get((function, parameter)) != wanted:
                    wrong.append(f"  {function}({parameter}): {found.get((function, parameter))}, a reader writes {wanted}")
    print(f"\ntypes: {right} of {total} parameters as a reader writes them, {100 * right / total:.1f} %")
    print("\n".join(wrong))


def packages(seeds):
    head("packages: statements of all loaded files, --time-limit 30s")
    for package in PACKAGES:
        row(package, runs(package, ["--time-limit", "30s", "--tests", "1000000"], seeds[:1]))


def peer(seeds):
    head("peer: SynTest-JavaScript in 60 s reaches 62 %, 31 % and 47 %")
    for subject, percent in PEER:
        row(f"{subject.split('#')[1]} (peer {percent} %)", runs(str(SUBJECTS / subject), [], seeds))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="methods,types,peer,packages")
    parser.add_argument("--seeds", default="1,2,3")
    options = parser.parse_args()
    seeds = [int(seed) for seed in options.seeds.split(",")]
    for part in options.only.split(","):
        {"methods": methods, "types": types, "packages": packages, "peer": peer}[part](seeds)


if __name__ == "__main__":
    main()
