#!/usr/bin/env python3
"""Type-aware concolic testing (paper 003) beside ours. `bench/run concolic [--only foo,marshal,table,buckets,defects,speed] [--quick]`.

foo       the paper's example: inputs of each strategy, and whether all of it is covered.
marshal   _marshal with _streamify, as the paper's figure shows them and as hapi@8.1.0 has them: inputs of each strategy.
table     every function of the paper's subjects in isolation: mean inputs per function, statements, branches, seconds per function.
buckets   figures 3 to 6: inputs, exceptions and time of ta-bfs against bfs and of ta-dfs against dfs (bounded at 1,000 inputs;
          --quick: a part of the subjects, at 200), and the share of representative inputs.
defects   twenty seeded defects: which strategies reach them.
speed     paths a second on a small number function and a small string function."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
OWN = ROOT / "bench" / "concolic"
KINGBIRD = os.environ.get("KINGBIRD", str(ROOT / "kingbird"))
FOO = "function foo(x, y, z, o) {\n  var d = x - y;\n  if (z == 1) o.bar(d);\n}\nmodule.exports = foo;\n"
# name, package, file (and lines, and how names of functions begin), then the paper's: inputs per function, statements, branches; its
# number of functions, which is smaller than the files' (figures 3 to 6 are judged over as many, the largest ones)
SUBJECTS = [
    ("cube (own)", None, "cube.js", 4.6, 97.5, 94.8, 12),
    ("rays (own)", None, "rays.js", 3.2, 97.3, 93.5, 25),
    ("bodies (own)", None, "bodies.js", 3.3, 97.9, 100.0, 11),
    ("b2Mat22", "benchmark-octane@1.0.1", "lib/octane/box2d.js#161-168 F.", 4.8, 100.0, 100.0, 11),
    ("b2Mat33", "benchmark-octane@1.0.1", "lib/octane/box2d.js#161-168 G.", 7.0, 99.6, 95.5, 11),
    ("splay", "benchmark-octane@1.0.1", "lib/octane/splay.js", 4.6, 98.7, 91.3, 16),
    ("raytrace", "benchmark-octane@1.0.1", "lib/octane/raytrace.js", 4.9, 100.0, 100.0, 24),
    ("response", "hapi@8.4.0", "lib/response.js", 6.6, 99.4, 96.1, 17),
    ("connection", "hapi@8.4.0", "lib/connection.js", 8.7, 85.5, 97.2, 15),
    ("validation", "hapi@8.4.0", "lib/validation.js", 5.6, 95.5, 95.0, 10),
]
# Branches that no isolated call takes, and why.
OUT_OF_REACH = {"raytrace": (1, "renderScene sets checkNumber to 0 and throws unless its callees, which are stand-ins, have counted to 2321")}
QUICK_SUBJECTS = ("bodies (own)", "b2Mat22", "b2Mat33")
SECONDS_PER_FUNCTION = 0.2
missed = []


def bar(name, holds, told):
    print(f"  {'ok    ' if holds else 'MISSED'} {name}: {told}")
    if not holds:
        missed.append(name)


class Bench:
    def __init__(self, folder):
        self.folder = folder
        self.runs = 0

    def package(self, name):
        """The files of a published package, without its dependencies: isolated functions meet stand-ins."""
        root = self.folder / name.replace("@", "-")
        if not root.exists():
            root.mkdir()
            subprocess.run(["npm", "pack", "--silent", name], cwd=root, check=True, capture_output=True)
            subprocess.run(["tar", "xzf", next(root.glob("*.tgz")).name], cwd=root, check=True)
        return root / "package"

    def explore(self, target, *flags, timeout=1200):
        self.runs += 1
        out = self.folder / f"out-{self.runs}"
        command = [KINGBIRD, "explore", str(target), "--suite", "off", "--seed", "1", "--log", "quiet", "--out", str(out), *flags]
        start = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
        if done.returncode not in (0, 1):
            sys.exit(f"{' '.join(command)}\nended with {done.returncode}: {done.stderr.strip()}")
        summary = json.loads((out / "summary.json").read_text())
        summary["wall"] = time.monotonic() - start
        return summary


def pct(functions, kind, out_of_reach=0):
    total = sum(f["coverage"][kind]["total"] for f in functions) - out_of_reach
    return 100 * sum(f["coverage"][kind]["covered"] for f in functions) / total if total else 100.0


def foo(bench, _):
    file = bench.folder / "foo.js"
    file.write_text(FOO)
    print("\nfoo (paper: more than 20 type-agnostic, 5 type-aware)")
    for strategy, most, least in (("cover", 5, 0), ("ta-dfs", 5, 0), ("ta-bfs", 5, 0), ("dfs", 10**9, 20), ("bfs", 10**9, 20)):
        function = bench.explore(f"{file}#foo", "--strategy", strategy)["functions"][0]
        full = pct([function], "statements") == 100 and pct([function], "branches") == 100
        bar(strategy, least <= function["inputs"] <= most and full, f"{function['inputs']} inputs, {'all' if full else 'not all'} covered")


def marshal(bench, quick):
    print("\n_marshal with _streamify (paper: 8 type-aware, 72 depth-first, over 1,000 breadth-first)")
    limit = "200" if quick else "1001"
    for strategy, most, least in (("cover", 10, 0), ("ta-dfs", 10, 0), ("ta-bfs", 10, 0), ("dfs", 10**9, 20), ("bfs", 10**9, 20)):
        function = bench.explore(f"{OWN / 'marshal.js'}#_marshal", "--strategy", strategy, "--inputs", limit)["functions"][0]
        bar(f"as in figure 1, {strategy}", least <= function["inputs"] <= most,
            f"{function['inputs']} inputs, {function['exceptions']} exceptions")
    lib = bench.package("hapi@8.1.0") / "lib"
    modules = lib.parent / "node_modules"
    if not modules.exists():
        # What the file requires, as far as the two functions need it.
        for name, text in {"boom": "exports.badImplementation = (m) => new Error(m);", "hoek": "exports.inherits = require('util').inherits;",
                           "peekaboo": "module.exports = class {};"}.items():
            (modules / name).mkdir(parents=True)
            (modules / name / "index.js").write_text(text)
    # The functions as published have 25 paths with right types: strategies that take every path take them all.
    covered = {}
    for strategy in ("dfs", "bfs", "ta-dfs", "ta-bfs", "cover"):
        summary = bench.explore(f"{lib / 'response.js'}#_marshal", "--strategy", strategy, "--inputs", limit)
        function = summary["functions"][0]
        covered[strategy] = summary["coverage"]["branches"]["covered"]
        told = f"{function['inputs']} inputs, {function['exceptions']} exceptions, {covered[strategy]} branches of the file"
        if strategy == "cover":
            bar("hapi@8.1.0, cover", function["inputs"] <= 10 and covered["cover"] >= max(covered.values()), told)
        else:
            print(f"         hapi@8.1.0, {strategy}: {told}")


def isolated(bench, package, file, *flags):
    """The summary of a subject with the functions that are meant."""
    file, _, prefix = file.partition(" ")
    summary = bench.explore(f"{(bench.package(package) if package else OWN) / file}", "--callees", "stub", *flags)
    summary["functions"] = [f for f in summary["functions"] if f["name"].startswith(prefix)]
    return summary


def table(bench, _):
    print("\nevery function in isolation                  inputs/function   statements       branches         s/function   not reached")
    for name, package, file, inputs, statements, branches, _ in SUBJECTS:
        summary = isolated(bench, package, file)
        reached = [f for f in summary["functions"] if f["reached"]]
        count = len(reached)
        mean = sum(f["inputs"] for f in reached) / count
        seconds = sum(f["inputs"] for f in reached) / summary["paths_per_s"] / count if summary["paths_per_s"] else 0
        excused, why = OUT_OF_REACH.get(name, (0, ""))
        got = (mean, pct(reached, "statements"), pct(reached, "branches", excused), seconds)
        holds = mean <= inputs and got[1] >= statements and got[2] >= branches and seconds <= SECONDS_PER_FUNCTION
        bar(f"{name:13}", holds, f"{count:3} functions {mean:9.2f} ({inputs:4.1f}) {got[1]:9.1f} ({statements:5.1f}) {got[2]:8.1f} "
            f"({branches:5.1f}) {seconds:10.3f} {len(summary['functions']) - count:8}")
        if excused:
            print(f"         {'':13}  {excused} branch left out: {why}")


def bucket(ratio):
    return next(i for i, limit in enumerate((0.05, 0.10, 0.50, float("inf"))) if ratio < limit)


class Compared:
    """Functions explored by a type-aware and by a type-agnostic strategy, and what they took."""

    def __init__(self, pairs, limit, seconds=(0, 0)):
        self.pairs = [(a, b) for a, b in pairs if a["reached"] and b["reached"]]
        self.limit = limit
        self.seconds = seconds

    def sums(self, key):
        return [sum(pair[i][key] for pair in self.pairs) for i in range(2)]

    def shares(self, pairs=None, repeats=True):
        pairs = self.pairs if pairs is None else pairs
        counts = [0] * 4
        for a, b in pairs:
            counts[bucket(a["inputs"] / (b["inputs"] - (0 if repeats else b["repeated"])))] += 1
        return [100 * count / max(1, len(pairs)) for count in counts]

    def possible(self):
        """With fewer inputs than twenty on the other side nothing is under 5 %: one input is needed."""
        return [(a, b) for a, b in self.pairs if b["inputs"] > 20]

    def ratios(self):
        exceptions, inputs = self.sums("exceptions"), self.sums("inputs")
        return (exceptions[0] / max(1, exceptions[1]), self.sums("representative")[0] / max(1, inputs[0]),
                self.seconds[0] / max(1e-9, self.seconds[1]))

    def row(self):
        shares, ratios = self.shares(), self.ratios()
        bound = sum(b["inputs"] >= self.limit for _, b in self.pairs)
        return (f"{shares[0]:7.1f} {shares[1]:7.1f} {shares[2]:8.1f} {shares[3]:7.1f} {bound:8} of {len(self.pairs):3} "
                f"{ratios[0]:11.3f} {ratios[1]:15.2f} {ratios[2]:8.3f}")


def buckets(bench, quick):
    limit = 200 if quick else 1000
    subjects = [s for s in SUBJECTS if not quick or s[0] in QUICK_SUBJECTS]
    print(f"\nfigures 3 to 6: share of the functions by inputs against the type-agnostic search (bounded at {limit}); exceptions and time "
          f"against it; share of representative inputs{'; not judged: a part of the subjects' if quick else ''}")
    print("                             < 5 %  5-10 %  10-50 %  > 50 %   at the bound   exceptions   representative   time")
    for aware, agnostic, least in (("ta-bfs", "bfs", 40), ("ta-dfs", "dfs", 25)):
        everything, largest, seconds = [], [], [0, 0]
        for name, package, file, *_, most in subjects:
            both = [isolated(bench, package, file, "--strategy", s, "--inputs", str(limit)) for s in (aware, agnostic)]
            times = [summary["paths"] / max(summary["paths_per_s"], 1e-9) for summary in both]
            compared = Compared(zip(both[0]["functions"], both[1]["functions"]), limit, times)
            everything += compared.pairs
            largest += sorted(compared.pairs, key=lambda pair: -pair[0]["coverage"]["statements"]["total"])[:most]
            seconds = [a + b for a, b in zip(seconds, times)]
            print(f"         {aware:6} {name:13} {compared.row()}")
        whole = Compared(everything, limit, seconds)
        share = whole.shares(largest)[0]
        possible = whole.possible()
        told = f"{share:.1f} % of the {len(largest)} largest ({least}), {whole.shares()[0]:.1f} % of all {len(everything)}; of the {len(possible)} that took more than 20 type-agnostic inputs {whole.shares(possible)[0]:.1f} %"
        if agnostic == "bfs":
            # It takes the same input in many ways, and the paper counts every one (src/concolic/search/type_agnostic.h).
            told += f"; with every input of bfs counted once {whole.shares(largest, repeats=False)[0]:.1f} %"
        if quick:
            print(f"         {aware} under 5 %: {told}")
            continue
        print(f"         {aware:6} {'all':13} {whole.row()}")
        exceptions, representative, elapsed = whole.ratios()
        bar(f"figure 3, {aware}", share >= least, told)
        # The ends of the paper's axes.
        bar(f"figure 4, {aware}", exceptions <= 0.35, f"exceptions {exceptions:.3f} of the type-agnostic ones (0.35)")
        bar(f"figure 5, {aware}", representative >= 0.2, f"{representative:.2f} of the inputs are representative (0.2)")
        bar(f"figure 6, {aware}", elapsed <= 0.7, f"{elapsed:.3f} of the time (0.7)")


def defects(bench, _):
    print("\nseeded defects reached (paper: 17 of 20 by both)")
    reached = {}
    for strategy in ("cover", "ta-dfs", "ta-bfs", "dfs", "bfs"):
        summary = bench.explore(OWN / "defects.js", "--strategy", strategy, "--inputs", "300")
        seeded = [f for f in summary["functions"] if f["name"] != "defect"]
        reached[strategy] = sum(any("defect" in e["message"] for e in f["errors"]) for f in seeded)
        print(f"         {strategy}: {reached[strategy]} of {len(seeded)}")
    best = max(reached["dfs"], reached["bfs"])
    bar("type-aware", min(reached["ta-dfs"], reached["ta-bfs"], reached["cover"]) >= best, f"at least {best}")


def speed(bench, _):
    print("\npaths a second, solving included")
    for name, text, least in (
            ("numbers", "module.exports = function f(a, b, c) {\n  let n = 0;\n  if (a > 3) n++;\n  if (b * 2 === a + 4) n++;\n"
             "  if (c % 7 === 2) n++;\n  if (a + b > c) n++;\n  if (a - c < 10) n++;\n  if (b !== c) n++;\n  return n;\n};\n", 60),
            ("strings", "module.exports = function f(s, t) {\n  let n = 0;\n  if (s.startsWith('ab')) n++;\n  if (s.length > 4) n++;\n"
             "  if (t.indexOf('-') === 2) n++;\n  if (s.charAt(2) === t.charAt(0)) n++;\n  if (s + t === 'abcdx-') n++;\n  return n;\n};\n", 20)):
        file = bench.folder / f"{name}.js"
        file.write_text(text)
        summary = bench.explore(f"{file}#f", "--strategy", "ta-dfs")
        bar(name, summary["paths_per_s"] >= least, f"{summary['paths']} paths, {summary['paths_per_s']:.0f} a second ({least})")


def main():
    parts = {"foo": foo, "marshal": marshal, "table": table, "buckets": buckets, "defects": defects, "speed": speed}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(parts))
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kingbird-bench-") as folder:
        bench = Bench(pathlib.Path(folder))
        for name in options.only.split(","):
            parts[name](bench, options.quick)
    print(f"\n{len(missed)} bars missed" if missed else "\nall bars met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
