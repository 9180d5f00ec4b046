#!/usr/bin/env python3
"""findings_test.py KINGBIRD: what is told of faults.js is what its comments say, each cause once, each by a script that shows it."""
import json
import signal
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

KINGBIRD = sys.argv[1]
FAULTS = pathlib.Path(__file__).with_name("faults.js")
TOLD = {("exception", "faults.js:6"), ("crash", "faults.js:18"), ("unhandled-rejection", "faults.js:26"), ("hang", "faults.js")}
failures = []


def check(good, what):
    print(f"{'ok' if good else 'FAILED'}: {what}")
    if not good:
        failures.append(what)


def shows(command, finding, folder):
    """The printed command, pasted, shows the title."""
    kind, message = finding["kind"], finding["message"]
    run = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, shell=True, start_new_session=True)
    try:
        _, told = run.communicate(timeout=12)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)  # the shell's child would go on
        run.communicate()
        return kind == "hang"
    error, place = re.search(r"(\w+Error: .*) at (\S+)$", message).groups()
    return run.returncode != 0 and error in told and place in told


def main():
    with tempfile.TemporaryDirectory(prefix="kingbird-findings-") as name:
        folder = pathlib.Path(name)
        shutil.copy(FAULTS, folder)
        (folder / "package.json").write_text('{"name": "faults"}')
        run = subprocess.run([KINGBIRD, "test", "faults.js", "--tests", "120", "--seed", "7", "--test-deadline", "300ms", "--log", "quiet"],
                             cwd=folder, capture_output=True, text=True, timeout=240)
        check(run.returncode == 1, f"findings are told by the exit code: {run.returncode} {run.stderr[-300:]}")
        summary = json.loads((folder / "kingbird-out/summary.json").read_text())
        told = {(f["kind"], f["message"].rsplit(" at ", 1)[-1]) for f in summary["findings"]}
        check(told == TOLD, f"told: {sorted(told)}")
        check(len(summary["findings"]) == len(TOLD), f"each cause once: {[f['id'] for f in summary['findings']]}")
        for finding in summary["findings"]:
            command = f"node kingbird-out/{finding['repro']}"
            check(command in run.stdout, f"printed: {command}")
            check(shows(command, finding, folder), f"{finding['id']} shows: {finding['message']}")
        note = " ".join(summary["notes"])
        for reason in ("called process.exit", "lacked a callback that the function needs", "no type or documentation allows", "--all-findings"):
            check(reason in note, f"the others are counted: {reason}")
        (folder / "program.js").write_text("exports.main = (command) => process.exit(command ? 1 : 2);\n")
        run = subprocess.run([KINGBIRD, "test", "program.js", "--tests", "20", "--seed", "7", "--all-findings", "--log", "quiet"], cwd=folder,
                             capture_output=True, text=True, timeout=120)
        check("main: called process.exit(" in run.stdout, "--all-findings lists the others")
    print(f"{len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
