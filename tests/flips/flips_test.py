#!/usr/bin/env python3
"""flips_test.py KINGBIRD: what chance does not reach in locks.js, flips do; the suite has those tests; twice the same seed, twice the same suite.
A difference behind a guard (before.js, after.js) is found by flips, not by chance."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

KINGBIRD = sys.argv[1]
LOCKS = pathlib.Path(__file__).with_name("locks.js")
failures = []


def check(good, what):
    print(f"{'ok' if good else 'FAILED'}: {what}")
    if not good:
        failures.append(what)


def suite_of(folder, out, *flags):
    run = subprocess.run([KINGBIRD, "test", "locks.js", "--tests", "160", "--seed", "5", "--log", "quiet", "--out", str(folder / out), *flags],
                         cwd=folder / "package", capture_output=True, text=True, timeout=240)
    check(run.returncode == 0, f"{' '.join(flags) or 'by default'}: exit code {run.returncode} {run.stderr[-300:]}")
    files = sorted((folder / out / "suite").glob("*.test.*"))
    summary = json.loads((folder / out / "summary.json").read_text())
    return "\n".join(file.read_text() for file in files), summary["coverage"]["branches"]


def differences(folder, *flags):
    subprocess.run([KINGBIRD, "diff", "before.js", "after.js", "--tests", "160", "--seed", "5", "--log", "quiet", "--out", str(folder / "diff"), *flags],
                   cwd=folder / "package", capture_output=True, text=True, timeout=240)
    summary = json.loads((folder / "diff/summary.json").read_text())
    return [(difference["kind"], difference["function"]) for difference in summary["differences"]]


def main():
    with tempfile.TemporaryDirectory(prefix="kingbird-flips-") as name:
        folder = pathlib.Path(name)
        (folder / "package").mkdir()
        shutil.copy(LOCKS, folder / "package")
        (folder / "package/package.json").write_text('{"name": "locks"}')
        with_flips, reached = suite_of(folder, "with")
        without, before = suite_of(folder, "without", "--symbolic", "off")
        again, _ = suite_of(folder, "again")
        check(without.count("'open'") == 0, f"chance opens nothing ({without.count(chr(39) + 'open' + chr(39))})")
        check(with_flips.count("'open'") >= 4, f"flips open all four ({with_flips.count(chr(39) + 'open' + chr(39))})")
        check(reached["covered"] > before["covered"], f"more branches: {before} {reached}")
        check(with_flips == again, "the same seed gives the same suite")
        for file in ("before.js", "after.js"):
            shutil.copy(LOCKS.with_name(file), folder / "package")
        check(differences(folder, "--symbolic", "off") == [], "chance meets no guard")
        check(differences(folder) == [("return", "put")], "a flip does")
    print(f"{len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
