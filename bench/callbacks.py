#!/usr/bin/env python3
"""The tables of paper 000 beside ours: differences between thirteen libraries and the built-ins they replace, by callback strategy.
`bench/callbacks.py [--only TEXT] [--strategies empty,writes] [--tests N] [--seed N]`

Per subject: how many of the tests differ (the paper's count), how many distinct differences remain after repeating and
deduplicating, statement coverage of the implementation and the most that calls can reach of it, wall time. Subjects are installed
into a temporary folder."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES = ["polyfill-library@3.25.1", "mdn-polyfills@5.17.1", "es5-shim@4.5.10", "q@1.5.1", "bluebird@3.5.1", "when@3.7.8",
            "promise@8.0.1", "rsvp@4.8.2", "native-promise-only@0.8.1", "lie@3.3.0", "pacta@0.9.0", "es6-promises@1.0.10",
            "bloodhound-promises@1.1.5"]
STRATEGIES = ["none", "empty", "quick", "mined", "writes"]
ARRAY_METHODS = ["every", "some", "forEach", "filter", "map", "find", "reduce", "reduceRight"]
# Paper, table 7: statement coverage after 1,000 tests with writes.
COVERAGE = {
    "polyfill-library": dict(every=90.0, some=90.0, forEach=88.8, filter=90.9, map=90.0, find=90.9, reduce=87.5, reduceRight=87.5),
    "mdn-polyfills": dict(every=95.0, some=91.6, forEach=94.1, filter=100, map=95.0, find=93.3, reduce=85.7, reduceRight=82.3),
    "es5-shim": dict(every=63.5, some=63.5, forEach=64.1, filter=64.6, map=64.3, reduce=62.4, reduceRight=62.9),
    "q": 43.8, "bluebird": 41.0, "when": 53.2, "promise": 64.6, "rsvp": 47.9, "native-promise-only": 69.1, "lie": 62.3, "pacta": 59.0,
    "es6-promises": 68.8, "bloodhound-promises": 36.4,
}
# Paper, table 3: differing tests of 1,000, by strategy (none, empty, quick, mined, writes).
DIFFERENCES = {
    ("polyfill-library", "map"): (0, 0, 0, 0, 28), ("polyfill-library", "find"): (0, 0, 0, 0, 19),
    ("mdn-polyfills", "filter"): (0, 0, 0, 7, 36), "bluebird": (0, 475, 423, 264, 409), "q": (0, 3, 1, 60, 151),
    "when": (0, 374, 331, 49, 309), "promise": (0, 0, 0, 57, 122), "rsvp": (0, 21, 15, 23, 164),
    "native-promise-only": (0, 41, 30, 100, 184), "lie": (0, 28, 24, 82, 135), "pacta": (0, 0, 0, 57, 120),
    "es6-promises": (0, 0, 0, 57, 149), "bloodhound-promises": (0, 63, 51, 153, 183),
}
# How to get at the class where the module is not the class itself.
ADAPTERS = {"q": "(Q) => Q.Promise", "when": "(when) => when.Promise", "rsvp": "(RSVP) => RSVP.Promise"}


def subjects(modules):
    """(library, API, --native…, --impl, --adapter)"""
    for method in ARRAY_METHODS:
        name = f"Array.prototype.{method}"
        yield "polyfill-library", method, [name], str(modules / f"polyfill-library/polyfills/Array/prototype/{method}/polyfill.js"), None
    for method in ARRAY_METHODS:
        file = modules / f"mdn-polyfills/Array.prototype.{method}.js"
        if file.exists():
            yield "mdn-polyfills", method, [f"Array.prototype.{method}"], str(file), None
    for method in ARRAY_METHODS:
        if method != "find":
            yield "es5-shim", method, [f"Array.prototype.{method}"], str(modules / "es5-shim"), None
    for package in PACKAGES[3:]:
        name = package.split("@")[0]
        # Without an adapter of its own the module is the class: then the whole class is replaced, not two of its methods.
        yield name, "then, catch", ["Promise.prototype.then", "Promise.prototype.catch"], str(modules / name), ADAPTERS.get(name, "(Class) => Class")


def install(folder):
    (folder / "package.json").write_text('{"private": true}')
    subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", *PACKAGES], cwd=folder, check=True)
    return folder / "node_modules"


def run(folder, subject, strategy, options):
    library, api, natives, implementation, adapter = subject
    out = folder / "out"
    command = [os.environ.get("KINGBIRD", str(ROOT / "kingbird")), "diff", "--impl", implementation, "--callbacks", strategy,
               "--tests", str(options.tests), "--seed", str(options.seed), "--out", str(out), "--log", "quiet"]
    for native in natives:
        command += ["--native", native]
    if adapter:
        command += ["--adapter", adapter]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if result.returncode not in (0, 1):
        print(f"{library} {api} {strategy}: {result.stderr.strip()}", file=sys.stderr)
        return None
    return json.loads((out / "summary.json").read_text())


def reachable(subject, summary):
    """The statement coverage that calls can reach at most; see docs/decisions/0004-unreachable-statements.md."""
    _, _, natives, implementation, adapter = subject
    if adapter or not implementation.endswith(".js"):
        return 100.0
    command = ["node", str(ROOT / "bench/null_guards.js"), implementation, natives[0]]
    guards = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    total = summary["coverage"]["statements"]["total"]
    return 10000 * (total - guards) // total / 100


def cell(summary):
    if summary is None:
        return "failed"
    return f"{summary['differing_tests']}/{len(summary['differences'])}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="libraries or APIs with this in their name")
    parser.add_argument("--strategies", default="empty,quick,mined,writes")
    parser.add_argument("--tests", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--modules", type=pathlib.Path, help="a node_modules folder that has the subjects already")
    options = parser.parse_args()
    strategies = options.strategies.split(",")
    print("differing tests / distinct stable differences per strategy; paper: differing tests with writes")
    heads = "".join(f"{s:>10}" for s in strategies)
    print(f"{'library':20} {'API':12}{heads} {'paper':>6} {'stmt %':>7} {'paper':>6} {'most':>6} {'max s':>6}  kinds (last strategy)", flush=True)
    found, hangs = set(), set()
    with tempfile.TemporaryDirectory(prefix="kingbird-callbacks-") as name:
        folder = pathlib.Path(name)
        modules = options.modules or install(folder)
        for subject in subjects(modules):
            library, api = subject[:2]
            if options.only and options.only not in f"{library} {api}":
                continue
            row = [run(folder, subject, strategy, options) for strategy in strategies]
            last = row[-1]
            good = [s for s in row if s]
            if last and last["differences"]:
                found.add(library)
            kinds = sorted({d["kind"] for d in last["differences"]}) if last else []
            if "non-termination" in kinds:
                hangs.add(library)
            paper = DIFFERENCES.get((library, api), DIFFERENCES.get(library))
            wanted = COVERAGE[library] if isinstance(COVERAGE[library], float) else COVERAGE[library].get(api)
            covered = f"{last['coverage']['statements']['pct']:.1f}" if last else "-"
            most = f"{reachable(subject, last):.1f}" if last else "-"
            seconds = max((s["time"]["wall_s"] for s in good), default=0)
            print(f"{library:20} {api:12}" + "".join(f"{cell(s):>10}" for s in row) +
                  f" {paper[-1] if paper else 0:>6} {covered:>7} {wanted if wanted else '-':>6} {most:>6} {seconds:6.1f}  {', '.join(kinds)}", flush=True)
    print(f"libraries with a difference ({strategies[-1]}): {len(found)} ({', '.join(sorted(found))}); paper: 12 of 13")
    print(f"non-termination: {', '.join(sorted(hangs)) or 'none'}; paper: q")


if __name__ == "__main__":
    main()
