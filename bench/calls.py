#!/usr/bin/env python3
"""bench/run calls [PACKAGE…]: how many candidate calls a second the batch lane takes, on packages of plain functions.

Of each run of `kingbird test PACKAGE`: the calls that were screened in the lane, the time that took, and how many of them were run again in
processes of their own, which alone report. Exit 1 when a package is below the bar.

  --time-limit T, --seed N   as for kingbird test (default 60s, 1)"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES = ["lodash@4.17.21", "validator@13.12.0", "ms@2.1.3", "semver@7.6.3", "underscore@1.13.7"]
LEAST = 2000


def rate(kingbird, package, arguments, folder):
    out = folder / re.sub(r"\W+", "-", package)
    command = [kingbird, "test", package, "--time-limit", arguments.time_limit, "--seed", str(arguments.seed), "--out", out, "--log", "debug"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=1200)
    stats = dict(re.findall(r"^kingbird: (screen\.\w+) (\S+)$", run.stderr, re.M))
    if "screen.ms" not in stats:
        print(f"MISSED {package}: nothing was screened {run.stderr[-300:]}")
        return False
    calls, seconds = float(stats["screen.calls"]), float(stats["screen.ms"]) / 1000
    tests = json.loads((out / "summary.json").read_text())["tests"]
    held = calls >= LEAST * seconds
    print(f"{'ok    ' if held else 'MISSED'} {package}: {calls / max(seconds, 1e-3):.0f} calls a second ({calls:.0f} in {seconds:.1f} s; bar {LEAST}), "
          f"{tests['executed']} tests in processes of their own, {tests['kept']} kept", flush=True)
    return held


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("packages", nargs="*")
    parser.add_argument("--time-limit", default="60s")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    kingbird = os.environ.get("KINGBIRD")
    if not kingbird:
        subprocess.run([ROOT / "tools/build.sh", "release", "kingbird", "kingbird_addon"], check=True)
        kingbird = ROOT / "kingbird"
    with tempfile.TemporaryDirectory() as folder:
        held = [rate(kingbird, package, arguments, pathlib.Path(folder)) for package in arguments.packages or PACKAGES]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
