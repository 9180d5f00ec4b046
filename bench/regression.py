#!/usr/bin/env python3
"""Differences between versions, as in table 4 of paper 001.
`bench/regression.py [--pairs | --self] [--newest N] [--libraries a,b] [--tests N] [--seeds 1,2,3]`

Without flags both parts: the six pairs whose difference is known, then the newest published pairs of five libraries, six of each,
thirty in all; a version that does not load is named and left out. --self runs `kingbird diff X X` on twenty packages and three
seeds, which must report nothing."""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# package, before, after, a pattern that the described difference matches in "kind function: before -> after"
PAIRS = [
    ("jsonfile", "1.1.1", "1.2.0", r"async-error readFile: uncaught TypeError.* -> ended"),
    ("jsonfile", "2.2.3", "2.3.0", r"callback-arguments readFile: called back with SyntaxError.* -> called back with null, null"),
    ("jsonfile", "5.0.0", "6.0.0", r"(readFile|writeFile)\w*: (threw|called back with|returned|never|fulfilled).* -> .*TypeError"),
    ("fs-extra", "4.0.0", "4.0.1", r"(ensureFile|createFile)\w*: .* -> .*EISDIR"),
    ("fs-extra", "2.1.2", "3.0.0", r"return \w+: returned undefined -> returned a promise"),
    ("graceful-fs", "4.1.0", "4.1.1", r"callback-invocations readFile: never called.* -> called"),
]
LIBRARIES = ["jsonfile", "fs-extra", "graceful-fs", "q", "rsvp"]
SELF = ["jsonfile@6.1.0", "fs-extra@10.0.0", "graceful-fs@4.2.6", "q@1.5.1", "rsvp@4.8.5", "glob@7.1.7", "memfs@3.3.0", "node-dir@0.1.17",
        "bluebird@3.7.2", "uuid@9.0.1", "nanoid@3.3.7", "tmp@0.2.1", "async@3.2.5", "moment@2.29.4", "ms@2.1.3", "lodash@4.17.21",
        "semver@7.5.4", "ws@8.16.0", "on-exit-leak-free@2.1.2", "tempfile@3.0.0"]
KINDS = ["error", "async-error", "callback-invocations", "callback-arguments", "return", "receiver", "argument", "stdout", "stderr",
         "non-termination", "missing-api"]


def diff(before, after, options, folder, seed=1):
    out = folder / "out"
    command = [os.environ.get("KINGBIRD", str(ROOT / "kingbird")), "diff", before, after, "--tests", str(options.tests), "--seed", str(seed),
               "--out", str(out), "--log", "quiet"]
    start = time.time()
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if run.returncode not in (0, 1):
        return None, run.stderr.strip().splitlines()[-1:] or ["failed"], time.time() - start
    return json.loads((out / "summary.json").read_text()), None, time.time() - start


def lines_of(summary):
    for difference in summary["differences"]:
        for one in [difference, *difference.get("variants", [])]:
            yield f"{one['kind']} {one['function']}: {one['before']} -> {one['after']}"


def known_pairs(options, folder):
    print(f"{'pair':32} {'seed':>4} {'s':>6} {'tests':>6} {'differ':>7} {'distinct':>8}  described difference")
    for name, before, after, pattern in PAIRS:
        for seed in options.seeds or [1]:
            summary, error, seconds = diff(f"{name}@{before}", f"{name}@{after}", options, folder, seed)
            if error:
                print(f"{name} {before} {after}: {error[0]}")
                continue
            found = [line for line in lines_of(summary) if re.search(pattern, line)]
            print(f"{name + ' ' + before + ' → ' + after:32} {seed:4} {seconds:6.1f} {summary['tests']['executed']:6} "
                  f"{summary['differing_tests']:7} {len(summary['differences']):8}  "
                  f"{'found: ' + found[0][:110] if found else 'NOT FOUND'}", flush=True)


def published(name):
    listing = subprocess.run(["npm", "view", name, "versions", "--json"], capture_output=True, text=True, check=True)
    plain = [v for v in json.loads(listing.stdout) if re.fullmatch(r"\d+\.\d+\.\d+", v)]
    return sorted(plain, key=lambda v: [int(n) for n in v.split(".")])


def step(before, after):
    a, b = ([int(n) for n in v.split(".")] for v in (before, after))
    return "major" if a[0] != b[0] else "minor" if a[1] != b[1] else "patch"


def newest_pairs(options, folder):
    print(f"\n{'library':14} {'release':16} {'step':6} {'s':>6} {'differ':>7} {'distinct':>8} {'we say':9} kinds")
    totals = collections.defaultdict(collections.Counter)
    for name in options.libraries.split(","):
        older = published(name)
        after = older.pop()
        while older and totals[name]["pairs"] < options.newest:
            before = older.pop()
            summary, error, seconds = diff(f"{name}@{before}", f"{name}@{after}", options, folder)
            if error and " does not load: " in error[0]:
                print(f"{name:14} left out: {error[0][:120]}", flush=True)
                if f"{name}@{after} " in error[0]:
                    after = before
                continue
            totals[name]["pairs"] += 1
            label = f"{name:14} {before + ' → ' + after:16} {step(before, after):6} {seconds:6.1f}"
            after = before
            if error:
                print(f"{label} FAILED: {error[0][:120]}", flush=True)
                totals[name]["failed"] += 1
                continue
            kinds = collections.Counter(d["kind"] for d in summary["differences"])
            totals[name].update(kinds)
            totals[name]["with differences"] += bool(kinds)
            print(f"{label} {summary['differing_tests']:7} {sum(kinds.values()):8} {summary['release']['kind']:9} "
                  f"{', '.join(f'{k} {n}' for k, n in kinds.items())}", flush=True)
    print(f"\n{'library':14} {'pairs':>6} {'failed':>6} {'differ':>7} " + " ".join(f"{k:>{max(len(k), 5)}}" for k in KINDS))
    for name, counts in totals.items():
        print(f"{name:14} {counts['pairs']:6} {counts['failed']:6} {counts['with differences']:7} "
              + " ".join(f"{counts[k]:{max(len(k), 5)}}" for k in KINDS))


def against_itself(options, folder):
    false_alarms, runs, failed = [], 0, 0
    for package in SELF:
        if options.only not in package:
            continue
        for seed in options.seeds or [1, 2, 3]:
            summary, error, seconds = diff(package, package, options, folder, seed)
            if error:
                print(f"{package} seed {seed}: {error[0][:120]}", flush=True)
                failed += 1
                continue
            runs += 1
            if summary["differences"]:
                false_alarms.append(package)
            print(f"{package:24} seed {seed} {seconds:6.1f} s  {summary['tests']['executed']} tests, {summary['differing_tests']} differed once, "
                  f"{summary['flaky_dropped']} dropped, {len(summary['differences'])} reported", flush=True)
            for line in lines_of(summary):
                print("    FALSE ALARM " + line)
    print(f"{runs} runs, {len(false_alarms)} with a false alarm, {failed} failed")
    return 1 if false_alarms or failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", action="store_true", help="only the six known pairs")
    parser.add_argument("--self", action="store_true", help="only diff X X")
    parser.add_argument("--newest", type=int, default=6, help="how many pairs per library: six make thirty in all")
    parser.add_argument("--libraries", default=",".join(LIBRARIES))
    parser.add_argument("--tests", type=int, default=1000)
    parser.add_argument("--only", default="", help="with --self: packages with this in their name")
    parser.add_argument("--seeds", type=lambda text: [int(n) for n in text.split(",")], help="1 for the pairs, 1,2,3 for --self")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kingbird-regression-") as name:
        folder = pathlib.Path(name)
        if options.self:
            return against_itself(options, folder)
        known_pairs(options, folder)
        if not options.pairs:
            newest_pairs(options, folder)
    return None


if __name__ == "__main__":
    sys.exit(main())
