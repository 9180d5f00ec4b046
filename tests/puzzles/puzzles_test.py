#!/usr/bin/env python3
"""Each puzzle hides an error behind one capability of the concolic search; its second line says whether it can be found.

    puzzles_test.py KINGBIRD [NAME...]
"""
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def explore(kingbird, puzzle, out):
    """Whether the error was reached, and what is wrong otherwise."""
    command = [kingbird, "explore", f"{puzzle}#puzzle", "--out", str(out / puzzle.stem), "--jobs", "1", "--reporter", "json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode not in (0, 1):
        return None, done.stderr.strip()
    summary = json.loads(done.stdout)
    function = summary["functions"][0]
    wrong = function.get("mismatches", [])
    if wrong:
        return None, f"the debug oracle says: {wrong[0]}"
    return any(error["message"] == "Error: found" for error in function["errors"]), f"{function['inputs']} inputs"


def main():
    kingbird, names = sys.argv[1], sys.argv[2:]
    puzzles = [p for p in sorted(HERE.glob("*.js")) if not names or p.stem in names]
    failed = 0
    with tempfile.TemporaryDirectory() as out, concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda p: explore(kingbird, p, pathlib.Path(out)), puzzles)
        for puzzle, (reached, note) in zip(puzzles, results):
            kind = puzzle.read_text().splitlines()[1].removeprefix("// ").split(":")[0]
            right = reached is (kind == "found")
            failed += not right
            if not right or names:
                print(f"{'ok' if right else 'WRONG'}: {puzzle.stem} ({kind}): {'reached' if reached else 'not reached'}, {note}")
    print(f"{len(puzzles) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
