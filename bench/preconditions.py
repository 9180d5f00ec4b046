#!/usr/bin/env python3
"""Preconditions (paper 003, 3.4 and 5.3-5.4). `bench/run preconditions [--only tables,figures,crashes,guard]`.

tables    foo's two entries (table 2) and baz with them (figure 2b).
figures   figures 7 and 8: every function with callees, explored with the bodies of its callees, alone, with their preconditions known,
          and with the union of what callers led them on.
crashes   published packages at old versions: with the guard they go on.
guard     packages of the round trip under guard: their own tests give the same results; what a check costs.

--quick ends within 5 minutes."""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import concolic  # noqa: E402

ROOT = concolic.ROOT
BAZ = concolic.FOO.replace("module.exports = foo;", "") + """function baz(x, y, z, o) {
  if (z == 1) foo(x, y, z, o);
  else foo(x, y, z, o);
  o.z = z;
}
module.exports = { foo, baz };
"""
LEVELS = "3"
# How often a function is run at most, and how long a file may take: long enough that inputs, not time, bound it.
INPUTS, QUICK_INPUTS = "100", "30"
SECONDS = "600"
SHARE = 0.6


def with_dependencies(bench, package, file):
    """A file of an installed package that loads on today's Node."""
    root = bench.folder / f"installed-{package.replace('@', '-')}"
    if not root.exists():
        root.mkdir()
        (root / "package.json").write_text('{"private": true}')
        subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", package], cwd=root, check=True, capture_output=True)
        # What the harness of octane gives, on the first line: no line moves.
        for program in (root / "node_modules" / "benchmark-octane" / "lib" / "octane").glob("*.js"):
            program.write_text("var BenchmarkSuite = function () {}, Benchmark = function () {}; " + program.read_text())
        # What hapi of that time calls it, gone from Node since; it is no file that is explored.
        for defaults in (root / "node_modules").glob("hapi/lib/defaults.js"):
            defaults.write_text(defaults.read_text().replace("Os.tmpDir()", "Os.tmpdir()"))
    return root / "node_modules" / package.rpartition("@")[0] / file


def tables(bench, _):
    file = bench.folder / "baz.js"
    file.write_text(BAZ)
    print("\ntable 2 and figure 2b")
    found = bench.explore(f"{file}#foo", "--strategy", "ta-dfs")["functions"][0]
    concolic.bar("foo's entries", found["preconditions"]["entries"] == 2, found["preconditions"]["entries"])
    baz = bench.explore(f"{file}#baz", "--strategy", "ta-dfs", "--levels", "1")["functions"][0]
    full = concolic.pct([baz], "branches") == 100 and concolic.pct([baz], "statements") == 100
    concolic.bar("baz", baz["inputs"] <= 6 and full, f"{baz['inputs']} inputs (paper 6), {'all' if full else 'not all'} covered")
    alone = bench.explore(f"{file}#baz", "--strategy", "ta-dfs")["functions"][0]
    print(f"         without preconditions {alone['inputs']} inputs")


def explored(bench, package, file, *flags):
    """Functions by name and line."""
    file, _, prefix = file.partition(" ")
    target = with_dependencies(bench, package, file) if package else concolic.OWN / file
    functions = bench.explore(target, "--strategy", "ta-dfs", "--time-limit", SECONDS, *flags)["functions"]
    return {(f["name"], f["line"]): f for f in functions if f["name"].startswith(prefix) and f["reached"]}


def figures(bench, quick):
    print("\nfigures 7 and 8: means over the functions with callees, ta-dfs, at most " + (QUICK_INPUTS if quick else INPUTS) + " inputs each")
    print(f"{'':36}inputs: {'bodies':>8} {'alone':>8} {'known':>8} {'callers':>8}   exceptions: {'bodies':>8} {'alone':>8} {'known':>8} {'callers':>8}")
    ratios, dear, fewer, exceptions, worst = [], [], [], [0, 0], []
    for name, package, file, *_ in concolic.SUBJECTS:
        limit = ("--inputs", QUICK_INPUTS if quick else INPUTS)
        runs = {"bodies": explored(bench, package, file, *limit),
                "known": explored(bench, package, file, *limit, "--levels", LEVELS)}
        if not quick:
            runs["alone"] = explored(bench, package, file, *limit, "--callees", "stub")
            runs["callers"] = explored(bench, package, file, *limit, "--levels", LEVELS, "--entries", "callers")
        callers = [key for key, f in runs["known"].items() if f["callees"] > 0 and key in runs["bodies"]]
        for caller in callers:
            known, bodies = runs["known"][caller], runs["bodies"][caller]
            ratios.append(known["inputs"] / bodies["inputs"])
            worst.append((ratios[-1], f"{name} {caller[0]} {bodies['inputs']} → {known['inputs']}"))
            if runs.get("alone", {}).get(caller, bodies)["inputs"] < bodies["inputs"]:
                dear.append(ratios[-1])
            if known["coverage"]["statements"]["covered"] < bodies["coverage"]["statements"]["covered"]:
                fewer.append(f"{name} {caller[0]}")
            exceptions[0] += known["exceptions"]
            exceptions[1] += bodies["exceptions"]

        def mean(kind, key):
            there = [runs[kind][caller][key] for caller in callers if caller in runs.get(kind, {})]
            return f"{statistics.mean(there):8.1f}" if there else f"{'':>8}"

        kinds = ("bodies", "alone", "known", "callers")
        print(f"         {name:13} {len(callers):3} functions  {' '.join(mean(kind, 'inputs') for kind in kinds)}   "
              f"            {' '.join(mean(kind, 'exceptions') for kind in kinds)}", flush=True)
    for ratio, told in sorted(worst, reverse=True)[:5]:
        print(f"         least gained: {ratio:.2f} {told}")
    if dear:
        print(f"         where the bodies of callees cost inputs, {len(dear)} functions: a median of {statistics.median(dear):.2f}")
    median = statistics.median(ratios)
    concolic.bar("inputs", median <= SHARE, f"a median of {median:.2f} of the inputs without preconditions ({SHARE}), {len(ratios)} functions")
    concolic.bar("coverage", not fewer, f"fewer statements in {len(fewer)}: {', '.join(fewer[:8])}")
    concolic.bar("exceptions", exceptions[0] < exceptions[1], f"{exceptions[0]} instead of {exceptions[1]}")


def ours(script, *words):
    """A Node script of this tree that prints its own lines."""
    return subprocess.run(["node", str(ROOT / script), concolic.KINGBIRD, str(ROOT / "build" / "npm-cache"), *words]).returncode == 0


def crashes(_, quick):
    print("\ncrashes of real packages; the paper's others as reductions: tests/guard/guard_test.py", flush=True)
    if not ours("tests/guard/packages_test.js"):
        concolic.missed.append("crashes")


QUICK_PACKAGES = ["minimist", "deep-equal", "fastq", "@fastify/error"]


def guard(_, quick):
    print("\nunder guard", flush=True)
    if not ours("bench/guarded_suites.js", *(QUICK_PACKAGES if quick else [])):
        concolic.missed.append("guard")


def main():
    parts = {"tables": tables, "figures": figures, "crashes": crashes, "guard": guard}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(parts))
    parser.add_argument("--quick", action="store_true", help="within 5 minutes: fewer inputs, fewer packages")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kingbird-bench-") as folder:
        bench = concolic.Bench(pathlib.Path(folder))
        for name in options.only.split(","):
            parts[name](bench, options.quick)
    print(f"\n{len(concolic.missed)} bars missed" if concolic.missed else "\nall bars met")
    return 1 if concolic.missed else 0


if __name__ == "__main__":
    sys.exit(main())
