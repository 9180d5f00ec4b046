#!/usr/bin/env python3
"""Each puzzle hides an error behind one capability of the concolic search; its second line says whether it can be found.

    puzzles_test.py KINGBIRD [NAME...]
"""
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Functions whose error is unreachable are tried with as many inputs as are allowed.
INPUTS = "150"


def explore(kingbird, puzzle, out):
    """Whether the error was reached, and what is wrong otherwise."""
    command = [kingbird, "explore", f"{puzzle}#puzzle", "--out", str(out / puzzle.stem), "--jobs", "1", "--suite", "off", "--inputs", INPUTS,
               "--reporter", "json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode not in (0, 1):
        return None, done.stderr.strip()
    summary = json.loads(done.stdout)
    function = summary["functions"][0]
    wrong = function.get("mismatches", [])
    if wrong:
        return None, f"the debug oracle says: {wrong[0]}"
    return any(error["message"] == "Error: found" for error in function["errors"]), f"{function['inputs']} inputs"


def explore_group(kingbird, group, out):
    """Functions of one file, explored by one process: (name, kind, reached, note) each."""
    kinds = {name: kind for kind, name in re.findall(r"^// (found|unreachable): .*\nexports\.(\w+) =", group.read_text(), re.M)}
    command = [kingbird, "explore", str(group), "--out", str(out / group.stem), "--jobs", "1", "--reporter", "json", "--time-limit", "150s",
               "--inputs", INPUTS]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200)
    if done.returncode not in (0, 1):
        return [(group.stem, "found", None, done.stderr.strip())]
    functions = {f["name"].split(".")[-1]: f for f in json.loads(done.stdout)["functions"] if f["inputs"]}
    results = []
    for name, kind in kinds.items():
        function = functions.get(name)
        wrong = function.get("mismatches", []) if function else ["it was not explored"]
        reached = function and any(error["message"] == "Error: found" for error in function["errors"])
        results.append((f"{group.stem}.{name}", kind, None if wrong else bool(reached), wrong[0] if wrong else f"{function['inputs']} inputs"))
    return results


def main():
    kingbird, names = sys.argv[1], sys.argv[2:]
    groups = [g for g in sorted(HERE.glob("groups/*.js")) if not names or g.stem in names]
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
        grouped = [one for results in pool.map(lambda g: explore_group(kingbird, g, pathlib.Path(out)), groups) for one in results]
        for name, kind, reached, note in grouped:
            right = reached is (kind == "found")
            failed += not right
            if not right or names:
                print(f"{'ok' if right else 'WRONG'}: {name} ({kind}): {'reached' if reached else 'not reached'}, {note}")
    print(f"{len(puzzles) + len(grouped) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
