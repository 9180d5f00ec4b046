#!/usr/bin/env python3
"""Preconditions (paper 003, 3.4 and 5.3-5.4). `bench/run preconditions [--only tables,figures,crashes,guard]`.

tables    foo's two entries (table 2) and baz with them (figure 2b; the figure's own inputs: ExplorerWithCallees.Figure2b in
          src/concolic/explorer_callees_test.cc, where calls are aborted as in the paper).
figures   figures 7 and 8: every function with callees, explored with the bodies of its callees, alone, with their preconditions known,
          and with the union of what callers led them on; by the paper's strategy (5.3) and by the others. The figures have a mean for
          each subject, of three functions picked by chance; here it is all of them. What becomes of the means is judged, and what becomes
          of each function.
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
# The paper's own for these figures (5.3); the others are printed beside it.
STRATEGY, OTHERS = "ta-dfs", ("ta-bfs", "cover")
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
    kept = json.dumps(found["preconditions"]["trie"]).count('{"path": "arg2", "types": ["number"]')
    concolic.bar("foo's entries", found["preconditions"]["entries"] == 2 and kept > 0, f"{found['preconditions']['entries']}, z a number kept")
    baz = bench.explore(f"{file}#baz", "--strategy", "ta-dfs", "--levels", "1")["functions"][0]
    full = concolic.pct([baz], "branches") == 100 and concolic.pct([baz], "statements") == 100
    concolic.bar("baz", baz["inputs"] <= 6 and full, f"{baz['inputs']} inputs (paper 6), {'all' if full else 'not all'} covered")
    alone = bench.explore(f"{file}#baz", "--strategy", "ta-dfs")["functions"][0]
    print(f"         without preconditions {alone['inputs']} inputs")


def explored(bench, package, file, strategy, *flags):
    """Functions by name and line."""
    file, _, prefix = file.partition(" ")
    target = with_dependencies(bench, package, file) if package else concolic.OWN / file
    functions = bench.explore(target, "--strategy", strategy, "--time-limit", SECONDS, *flags)["functions"]
    return {(f["name"], f["line"]): f for f in functions if f["name"].startswith(prefix) and f["reached"]}


KINDS = ("bodies", "alone", "known", "callers")


def subject_row(name, runs, callers):
    def mean(kind, key):
        there = [runs[kind][caller][key] for caller in callers if caller in runs.get(kind, {})]
        return f"{statistics.mean(there):8.1f}" if there else f"{'':>8}"

    return (f"         {name:13} {len(callers):3} functions  {' '.join(mean(kind, 'inputs') for kind in KINDS)}   "
            f"            {' '.join(mean(kind, 'exceptions') for kind in KINDS)}")


class Compared:
    """Functions with callees: explored with the bodies of their callees, and with their preconditions known."""

    def __init__(self):
        self.functions = []  # {"subject", "name", "bodies", "known", and "alone" where that was run}

    def add(self, subject, runs, callers):
        for caller in callers:
            self.functions.append({"subject": subject, "name": caller[0], **{kind: runs[kind][caller] for kind in runs if caller in runs[kind]}})

    def sums(self, key, subject=None):
        these = [f for f in self.functions if subject in (None, f["subject"])]
        return [sum(f[kind][key] for f in these) for kind in ("bodies", "known")]

    def by_subject(self):
        """Figure 7 has a mean for each subject: the median of what becomes of them."""
        subjects = {f["subject"] for f in self.functions}
        return statistics.median(known / bodies for bodies, known in (self.sums("inputs", subject) for subject in subjects))

    def by_function(self, least=1):
        return statistics.median(ratio(f) for f in self.functions if f["bodies"]["inputs"] >= least)

    def dear(self):
        """The ratios where the bodies of callees cost inputs."""
        return [ratio(f) for f in self.functions if f.get("alone", f["bodies"])["inputs"] < f["bodies"]["inputs"]]

    def fewer(self):
        return [f"{f['subject']} {f['name']}" for f in self.functions
                if f["known"]["coverage"]["statements"]["covered"] < f["bodies"]["coverage"]["statements"]["covered"]]

    def told(self):
        bodies, known = self.sums("inputs")
        single = sum(f["bodies"]["inputs"] == 1 for f in self.functions)
        return (f"{len(self.functions)} functions, {bodies} inputs become {known} ({known / bodies:.2f}). Medians: {self.by_subject():.2f} of the subjects' "
                f"means; {self.by_function():.2f} of the functions, {self.by_function(2):.2f} without {single} that need one input anyhow")


def ratio(function):
    return function["known"]["inputs"] / function["bodies"]["inputs"]


def compare(bench, strategy, quick):
    print(f"\nfigures 7 and 8: means over the functions with callees, {strategy}, at most {QUICK_INPUTS if quick else INPUTS} inputs each")
    print(f"{'':36}inputs: {'bodies':>8} {'alone':>8} {'known':>8} {'callers':>8}   exceptions: {'bodies':>8} {'alone':>8} {'known':>8} {'callers':>8}")
    limit = ("--inputs", QUICK_INPUTS if quick else INPUTS)
    compared = Compared()
    for name, package, file, *_ in concolic.SUBJECTS:
        runs = {"bodies": explored(bench, package, file, strategy, *limit),
                "known": explored(bench, package, file, strategy, *limit, "--levels", LEVELS)}
        if not quick and strategy == STRATEGY:
            runs["alone"] = explored(bench, package, file, strategy, *limit, "--callees", "stub")
            runs["callers"] = explored(bench, package, file, strategy, *limit, "--levels", LEVELS, "--entries", "callers")
        callers = [key for key, f in runs["known"].items() if f["callees"] > 0 and key in runs["bodies"]]
        print(subject_row(name, runs, callers), flush=True)
        compared.add(name, runs, callers)
    return compared


def figures(bench, quick):
    compared = compare(bench, STRATEGY, quick)
    for f in sorted(compared.functions, key=ratio):
        print(f"           {ratio(f):5.2f}  {f['subject']:13} {f['name']}: {f['bodies']['inputs']} → {f['known']['inputs']}")
    print(f"         {STRATEGY}: {compared.told()}")
    if compared.dear():
        print(f"         where the bodies of callees cost inputs, {len(compared.dear())} functions: a median of {statistics.median(compared.dear()):.2f}")
    if not quick:
        for strategy in OTHERS:
            print(f"         {strategy}: {compare(bench, strategy, quick).told()}")
    exceptions = compared.sums("exceptions")
    fewer = compared.fewer()
    concolic.bar("inputs, subject by subject", compared.by_subject() <= SHARE,
                 f"a median of {compared.by_subject():.2f} of the means without preconditions ({SHARE})")
    concolic.bar("inputs, function by function", compared.by_function() <= SHARE,
                 f"a median of {compared.by_function():.2f} of the inputs without preconditions ({SHARE})")
    concolic.bar("coverage", not fewer, f"fewer statements in {len(fewer)}: {', '.join(fewer[:8])}")
    concolic.bar("exceptions", exceptions[1] < exceptions[0], f"{exceptions[1]} instead of {exceptions[0]}")


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
