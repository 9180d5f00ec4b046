#!/usr/bin/env python3
"""Preconditions (paper 003, 3.4 and 5.3-5.4). `bench/run preconditions [--only tables,figures,crashes,guard]`.

tables    foo's two entries (table 2) and baz with them (figure 2b).
figures   figures 7 and 8: every function with callees, explored with its callees, without them, and with their preconditions.
crashes   hapi@8.2.0 answering with a stream that has no _readableState: with the guard it goes on.
guard     packages of the round trip under guard: their own tests give the same results; what a check costs."""
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
# Functions with callees: the files load as they are.
SUBJECTS = [subject for subject in concolic.SUBJECTS if not (subject[1] or "").startswith("hapi")]
LEVELS = "3"


def tables(bench):
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
    file, _, prefix = file.partition(" ")
    target = (bench.package(package) if package else concolic.OWN) / file
    functions = bench.explore(target, "--strategy", "ta-dfs", "--inputs", "100", "--time-limit", "60", *flags)["functions"]
    return {(f["name"], f["line"]): f for f in functions if f["name"].startswith(prefix) and f["reached"]}


def figures(bench):
    print("\nfigures 7 and 8: means over the functions with callees   inputs: with bodies, alone, with preconditions   exceptions: likewise")
    ratios, fewer, exceptions = [], [], [0, 0]
    for name, package, file, *_ in SUBJECTS:
        known = explored(bench, package, file, "--levels", LEVELS)
        bodies = explored(bench, package, file)
        stubs = explored(bench, package, file, "--callees", "stub")
        callers = [key for key, f in known.items() if f["callees"] > 0 and key in bodies]
        if not callers:
            print(f"         {name:13} no function with callees")
            continue

        def mean(runs, key):
            there = [runs[c][key] for c in callers if c in runs]
            return statistics.mean(there) if there else float("nan")

        for caller in callers:
            ratios.append(known[caller]["inputs"] / bodies[caller]["inputs"])
            covered = [runs[caller]["coverage"]["statements"]["covered"] for runs in (known, bodies)]
            if covered[0] < covered[1]:
                fewer.append(f"{name} {caller[0]}")
            exceptions[0] += known[caller]["exceptions"]
            exceptions[1] += bodies[caller]["exceptions"]
        print(f"         {name:13} {len(callers):3} functions {mean(bodies, 'inputs'):8.1f} {mean(stubs, 'inputs'):8.1f} {mean(known, 'inputs'):8.1f}"
              f" {mean(bodies, 'exceptions'):12.1f} {mean(stubs, 'exceptions'):8.1f} {mean(known, 'exceptions'):8.1f}")
    median = statistics.median(ratios)
    concolic.bar("inputs", median <= 0.6, f"a median of {median:.2f} of the inputs without preconditions (0.6), {len(ratios)} functions")
    concolic.bar("coverage", not fewer, f"fewer statements in {len(fewer)}: {', '.join(fewer[:8])}")
    concolic.bar("exceptions", exceptions[0] < exceptions[1], f"{exceptions[0]} instead of {exceptions[1]}")


CRASH = """require('os').tmpDir = require('os').tmpdir;
const Hapi = require('hapi'); const Stream = require('stream');
const server = new Hapi.Server(); server.connection();
server.route({ method: 'GET', path: '/', handler: (request, reply) => reply(new Stream()) });
server.inject('/', () => console.log('answered')); setTimeout(() => process.exit(0), 1500);
"""


def crashes(bench):
    print("\ncrashes of real packages")
    folder = bench.folder / "crash"
    folder.mkdir()
    (folder / "package.json").write_text('{"private": true}')
    subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "hapi@8.2.0"], cwd=folder, check=True, capture_output=True)
    (folder / "app.js").write_text(CRASH)
    bare = subprocess.run(["node", "app.js"], cwd=folder, capture_output=True, text=True, timeout=60)
    lib = folder / "node_modules" / "hapi" / "lib"
    bench.explore(lib / "response.js", "--callees", "stub", "--preconditions", "json")
    known = bench.folder / f"out-{bench.runs}" / "preconditions.json"
    guarded = subprocess.run([concolic.KINGBIRD, "guard", str(known), "--", "node", "app.js"], cwd=folder, capture_output=True, text=True, timeout=60)
    concolic.bar("hapi@8.2.0", "TypeError" in bare.stderr and "TypeError" not in guarded.stderr and "_readableState" in guarded.stderr,
                 f"unguarded: {(bare.stderr.strip().splitlines() or ['nothing'])[-1][:80]}; guarded: {guarded.stderr.strip()[:120]}")


def guard(_):
    print("\nunder guard")
    command = ["node", str(ROOT / "bench" / "guarded_suites.js"), concolic.KINGBIRD, str(ROOT / "build" / "npm-cache"),
               "minimist", "qs", "deep-equal", "fastq", "traverse", "@fastify/error", "secure-json-parse"]
    if subprocess.run(command).returncode:
        concolic.missed.append("guard")


def main():
    parts = {"tables": tables, "figures": figures, "crashes": crashes, "guard": guard}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(parts))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kingbird-bench-") as folder:
        bench = concolic.Bench(pathlib.Path(folder))
        for name in options.only.split(","):
            parts[name](bench)
    print(f"\n{len(concolic.missed)} bars missed" if concolic.missed else "\nall bars met")
    return 1 if concolic.missed else 0


if __name__ == "__main__":
    sys.exit(main())
