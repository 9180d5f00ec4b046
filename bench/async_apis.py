#!/usr/bin/env python3
"""The tables of paper 001 beside ours: statement coverage after 1,000 tests with and without nesting, time, and how many of the
documented callback signatures are found. `bench/async_apis.py [--packages a,b] [--seeds 1,2,3] [--tests N] [--nyc] [--runs N]`.

Coverage is what `kingbird test` reports for all tests it ran; with --nyc the emitted suite is also run under nyc, and its figure
stands beside what we say the suite covers. On graceful-fs it stays below, since nyc uses graceful-fs itself: what a process does once
has been done before nyc counts. With --runs every emitted suite is run so often by the plain runner in a folder that has
only the package; "passed" counts the runs without a failure."""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# package, paper: load-only %, paper: % after 1,000 tests
SUBJECTS = [
    ("fs-extra@10.0.0", 16.1, 37.2),
    ("jsonfile@6.1.0", 19.1, 87.2),
    ("node-dir@0.1.17", 5.9, 32.5),
    ("bluebird@3.7.2", 23.7, 48.0),
    ("q@1.5.1", 22.4, 67.2),
    ("graceful-fs@4.2.6", 26.0, 48.5),
    ("rsvp@4.8.5", 16.7, 66.0),
    ("glob@7.1.7", 10.3, 36.1),
    ("zip-a-folder@1.0.1", 16.0, 32.0),
    ("memfs@3.3.0", 29.5, 55.5),
]
NOBODY = 65534


def kingbird(package, seed, tests, nesting, out):
    command = [os.environ.get("KINGBIRD", str(ROOT / "kingbird")), "test", package, "--seed", str(seed), "--tests", str(tests), "--out", str(out),
               "--nesting", "on" if nesting else "off", "--log", "quiet"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {run.returncode}: {run.stderr.strip()}")
    return json.loads((out / "summary.json").read_text())


def documented(package, summary, lists):
    if package not in lists:
        return None
    found = {(s["function"], tuple(s["args"])) for s in summary["signatures"]}
    # The documentation does not say when a callback runs; its positions are what it promises.
    shapes = {(function, tuple(a != "_" for a in arguments)) for function, arguments in found}
    wanted = [(function, tuple(a != "_" for a in arguments)) for function, many in lists[package].items() for arguments in many]
    return sum(w in shapes for w in wanted), len(wanted)


def install(folder, *packages):
    folder.mkdir(exist_ok=True)
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent", *packages], cwd=folder, check=True, capture_output=True)


def test_files(suite):
    return sorted(f.name for f in suite.glob("*.test.*js"))


def as_user(out):
    """How to run something as an ordinary user, to whom `out` is given: root skips the tests of permissions."""
    if os.getuid() != 0:
        return {}
    for folder in [out.parent, out]:
        folder.chmod(0o755)
    subprocess.run(["chown", "-R", f"{NOBODY}:{NOBODY}", out], check=True)
    return {"user": NOBODY, "group": NOBODY, "extra_groups": [], "env": {**os.environ, "HOME": str(out)}}


def nyc_percent(out, package):
    """Statement coverage of the emitted suite as nyc itself counts it."""
    suite = out / "suite"
    name = package.rsplit("@", 1)[0]
    install(suite, package)
    # Elsewhere: nyc uses some of these packages, and would have loaded them before it could count.
    tools = out / "tools"
    tools.mkdir()
    (tools / "package.json").write_text('{"private": true}')
    install(tools, "nyc@17")
    include = f"node_modules/{name}/**"
    run = subprocess.run([tools / "node_modules/.bin/nyc", "--exclude-node-modules=false", "--exclude", "", "--include", include, "--exclude",
                          f"node_modules/{name}/node_modules/**", "--reporter", "json-summary", "node", "--test", *test_files(suite)],
                         cwd=suite, capture_output=True, text=True, **as_user(out))
    report = suite / "coverage" / "coverage-summary.json"
    if not report.exists():
        return None
    total = json.loads(report.read_text())["total"]["statements"]
    return total["pct"] if run.returncode == 0 and total["total"] > 0 else None


def passing_runs(out, package, runs):
    suite = out / "suite"
    install(suite, package)
    passed = 0
    for i in range(runs):
        # By turns as whoever runs this and as an ordinary user.
        run = subprocess.run(["node", "--test", *test_files(suite)], cwd=suite, capture_output=True, text=True, **(as_user(out) if i % 2 else {}))
        passed += run.returncode == 0
        if run.returncode != 0:
            print("".join(f"  {line}\n" for line in run.stdout.splitlines() if "not ok" in line or "error:" in line), file=sys.stderr)
    return passed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", default="")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--tests", type=int, default=1000)
    parser.add_argument("--nyc", action="store_true")
    parser.add_argument("--runs", type=int, default=0)
    parser.add_argument("--no-sequence-only", action="store_true", help="leave out the runs without nesting")
    options = parser.parse_args()
    wanted = [p for p in options.packages.split(",") if p]
    seeds = [int(s) for s in options.seeds.split(",")]
    lists = json.loads((ROOT / "tests/packages/documented_signatures.json").read_text())
    print(f"{'package':20} {'load':>6} {'paper':>6} {'ours':>6} {'gain':>6} {'seq':>6} {'suite':>6} {'nyc':>6} {'wall s':>7} {'t/s':>6} "
          f"{'kept':>5} {'find':>5} {'passed':>7}  documented")
    for package, _, paper in SUBJECTS:
        if wanted and package.split("@")[0] not in wanted and package not in wanted:
            continue
        with tempfile.TemporaryDirectory(prefix="kingbird-bench-") as folder:
            runs = [kingbird(package, seed, options.tests, True, pathlib.Path(folder) / f"on-{seed}") for seed in seeds]
            plain = [] if options.no_sequence_only else [
                kingbird(package, seed, options.tests, False, pathlib.Path(folder) / f"off-{seed}") for seed in seeds]
            nyc = nyc_percent(pathlib.Path(folder) / f"on-{seeds[0]}", package) if options.nyc else None
            passed = sum(passing_runs(pathlib.Path(folder) / f"on-{seed}", package, options.runs) for seed in seeds)
        median = lambda values: statistics.median(values) if values else float("nan")
        ours = median([r["coverage"]["reached"]["statements"]["pct"] for r in runs])
        sequence = median([r["coverage"]["reached"]["statements"]["pct"] for r in plain])
        score = documented(package, runs[0], lists)
        print(f"{package:20} {runs[0]['coverage']['load_only_pct']:6.1f} {paper:6.1f} {ours:6.1f} {ours - paper:+6.1f} {sequence:6.1f} "
              f"{runs[0]['coverage']['suite_pct']:6.1f} {nyc if nyc is not None else float('nan'):6.1f} "
              f"{max(r['time']['wall_s'] for r in runs):7.1f} {median([r['time']['tests_per_s'] for r in runs]):6.0f} "
              f"{median([r['tests']['kept'] for r in runs]):5.0f} {median([len(r['findings']) for r in runs]):5.0f} "
              f"{f'{passed}/{options.runs * len(seeds)}' if options.runs else '':>7}  "
              f"{'' if score is None else f'{score[0]}/{score[1]}'}", flush=True)


if __name__ == "__main__":
    main()
