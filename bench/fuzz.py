#!/usr/bin/env python3
"""bench/run fuzz [TARGET…] [--seconds N] [--runs N]: readers of foreign bytes under AddressSanitizer, led by coverage (tests/fuzz).

Without arguments: a million logs, then every target for ten minutes. Bars: no report, the core's memory under 300 MB (measured without
the sanitizer, which needs several times as much: the same million logs once more with the dev build). An input that ends a target is left
in build/fuzz-found/NAME."""
import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = ROOT / "tests/fuzz/corpus"
MILLION = 1_000_000
MOST_MB = 300


def run(program, target, *limits):
    folder = ROOT / "build/fuzz-found" / target
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run([program, target, "--corpus", CORPUS, *map(str, limits)], cwd=folder, text=True, capture_output=True, check=False,
                          errors="replace")
    print(done.stdout, end="", flush=True)
    if done.returncode != 0:
        print(f"{target}: ended, see {folder.relative_to(ROOT)}\n" + "\n".join(done.stderr.splitlines()[:25]), flush=True)
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--runs", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    subprocess.run([ROOT / "tools/build.sh", "fuzz", "kingbird_fuzz"], check=True)
    program = ROOT / "build/fuzz/tests/fuzz/kingbird_fuzz"
    listed = subprocess.run([program, "--list"], text=True, capture_output=True, check=True).stdout.split()
    held = True
    if not options.targets:
        subprocess.run([ROOT / "tools/build.sh", "dev", "kingbird_fuzz"], check=True)
        plain = ROOT / "build/dev/tests/fuzz/kingbird_fuzz"
        held &= run(plain, "log", "--runs", MILLION, "--seed", options.seed, "--memory", MOST_MB)
        held &= run(program, "log", "--runs", MILLION, "--seed", options.seed)
    limits = ["--runs", options.runs] if options.runs else ["--seconds", options.seconds]
    for target in options.targets or listed:
        held &= run(program, target, *limits, "--seed", options.seed)
    print("all held" if held else "not all held")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
