#!/usr/bin/env python3
"""bench/run packages [NAME…]: forty popular packages in ten kinds, each tested under one time limit, as a newcomer would.

Every suite is run in a fresh folder in which only the package is installed. A test is successful when no call in it throws, rejects or
calls back with an error. Prints a table and the bars: all load, all keep tests, all suites pass, median statements and branches,
successful share, share of tests about Node's own functions. Names choose packages or kinds.

  --time-limit T, --seed N   as for kingbird test (default 60s, 1)
  --jobs N                   packages at once (default 1: the figures are those of an idle machine)
  --kingbird PATH            a program that is built already
  --keep DIR                 work there and leave everything"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = {
    "versions": ["semver@7.6.3", "compare-versions@6.1.1", "ms@2.1.3", "bytes@3.1.2"],
    "parsers": ["qs@6.13.0", "ini@4.1.3", "yargs-parser@21.1.1", "json5@2.2.3"],
    "validators": ["validator@13.12.0", "zod@3.23.8", "ajv@8.17.1", "is-my-json-valid@2.20.6"],
    "text": ["change-case@5.4.4", "slugify@1.6.6", "marked@14.1.2", "he@1.2.0"],
    "dates": ["date-fns@4.1.0", "dayjs@1.11.13", "luxon@3.5.0", "parse-duration@1.1.0"],
    "big": ["lodash@4.17.21", "underscore@1.13.7", "ramda@0.30.1", "mathjs@13.1.1"],
    "modules": ["nanoid@5.0.7", "p-limit@6.1.0", "escape-string-regexp@5.0.0", "camelcase@8.0.0"],
    "with dependencies": ["string-width@7.2.0", "wrap-ansi@9.0.0", "p-map@7.0.2", "globby@14.0.2"],
    "chains": ["immer@10.1.1", "chalk@5.3.0", "commander@12.1.0", "yargs@17.7.2"],
    "numbers": ["bignumber.js@9.1.2", "color-convert@3.1.0", "fraction.js@5.2.1", "uuid@10.0.0"],
}
# What Node's own classes bring along.
NODE_OWN = re.compile(r"\b(on|once|off|emit|addListener|removeListener|removeAllListeners|setMaxListeners|getMaxListeners|listeners|rawListeners|"
                      r"listenerCount|eventNames|prependListener|prependOnceListener|pipe|unpipe|setEncoding|cork|uncork|setDefaultEncoding)$")
FAILS = re.compile(r"\b(throws|rejects with)\b|calls back(?: \d+ times)? with \w*Error\b")
MEDIANS = (80, 65)
SUCCESSFUL, OWN = 60, 5


def tests_of(suite):
    """(function, title) of each test of a suite."""
    for file in sorted(suite.glob("*.test.*")):
        function = ""
        for line in file.read_text().splitlines():
            if match := re.match(r"\s*describe\((['\"`])(.*)\1,", line):
                function = match.group(2)
            elif match := re.match(r"\s*(?:test|it)\((['\"`])(.*)\1,", line):
                yield function, match.group(2)


def passes_elsewhere(suite, folder):
    """In a folder of its own, with what its package.json asks for."""
    shutil.copytree(suite, folder, ignore=shutil.ignore_patterns("node_modules"))
    install = subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], cwd=folder,
                             capture_output=True, text=True, timeout=300)
    if install.returncode != 0:
        return False
    return subprocess.run(["node", "--test"], cwd=folder, capture_output=True, text=True, timeout=300).returncode == 0


def look_at(package, arguments, work):
    out = work / re.sub(r"\W+", "-", package)
    command = [arguments.kingbird, "test", package, "--time-limit", arguments.time_limit, "--seed", str(arguments.seed), "--out", out]
    run = subprocess.run(command, cwd=work, capture_output=True, text=True, timeout=1200)
    if not (out / "summary.json").exists():
        return {"package": package, "why": run.stderr.strip().splitlines()[-1:]}
    summary = json.loads((out / "summary.json").read_text())
    tests = list(tests_of(out / "suite"))
    return {"package": package, "why": [],
            "statements": summary["coverage"]["reached"]["statements"]["pct"],
            "branches": summary["coverage"]["reached"]["branches"]["pct"],
            "kept": summary["tests"]["kept"], "tests": len(tests), "successful": sum(not FAILS.search(title) for _, title in tests),
            "own": sum(bool(NODE_OWN.search(function)) for function, _ in tests),
            "passes": bool(tests) and passes_elsewhere(out / "suite", work / (out.name + "-elsewhere"))}


def show(row):
    if row["why"] or "kept" not in row:
        print(f"{row['package']:30} does not load: {' '.join(row['why'])}", flush=True)
        return
    share = 100 * row["successful"] / max(row["tests"], 1)
    print(f"{row['package']:30} {row['statements']:6.1f} {row['branches']:6.1f} {row['kept']:5} {share:6.1f} {row['own']:4}  "
          f"{'passes' if row['passes'] else 'FAILS'}", flush=True)


def judge(rows):
    """(bar, met) of all that were run."""
    loaded = [row for row in rows if "kept" in row]
    tests = sum(row["tests"] for row in loaded)
    yield f"{len(loaded)} of {len(rows)} load", len(loaded) == len(rows)
    yield "all keep tests", all(row["kept"] > 0 for row in loaded)
    yield "all suites pass in a fresh folder", all(row["passes"] for row in loaded)
    if not loaded:
        return
    for what, bar in zip(("statements", "branches"), MEDIANS):
        median = statistics.median(row[what] for row in loaded)
        yield f"median {what} {median:.1f} % (bar {bar})", median >= bar
    successful = 100 * sum(row["successful"] for row in loaded) / max(tests, 1)
    yield f"successful tests {successful:.1f} % (bar {SUCCESSFUL})", successful >= SUCCESSFUL
    own = 100 * sum(row["own"] for row in loaded) / max(tests, 1)
    yield f"tests of Node's own functions {own:.1f} % (bar under {OWN})", own < OWN


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--time-limit", default="60s")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kingbird")
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    if not arguments.kingbird:
        subprocess.run([ROOT / "tools/build.sh", "release", "kingbird", "kingbird_addon"], check=True)
        arguments.kingbird = ROOT / "kingbird"
    chosen = [package for kind, list_ in KINDS.items() for package in list_
              if not arguments.names or kind in arguments.names or package in arguments.names or package.rsplit("@", 1)[0] in arguments.names]
    chosen += [name for name in arguments.names if "@" in name[1:] and name not in chosen]
    if not chosen:
        sys.exit(f"no package or kind is called {', '.join(arguments.names)}; kinds: {', '.join(KINDS)}")
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(arguments.keep or temporary).resolve()
        work.mkdir(parents=True, exist_ok=True)
        print(f"{'package':30} {'stmt %':>6} {'br. %':>6} {'kept':>5} {'succ %':>6} {'Node':>4}  elsewhere")
        rows = []
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for row in pool.map(lambda package: look_at(package, arguments, work), chosen):
                show(row)
                rows.append(row)
    met = True
    for bar, good in judge(rows):
        print(f"{'ok  ' if good else 'MISS'} {bar}")
        met = met and good
    sys.exit(0 if met else 1)


if __name__ == "__main__":
    main()
