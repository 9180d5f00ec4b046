#!/usr/bin/env python3
"""bench/run projects [NAME…]: the small projects of tests/projects as a newcomer would have them.

In a copy of each: npm install, kingbird init && kingbird test ., the command that Kingbird prints, and npm test, which must run
and pass the new suite. Of projects with a bar every module is counted, the suite covers at least 80 % of the statements, and no
file of the project has changed. Prints a table; exits with 1 when a project misses something.

  --time-limit T    as for kingbird test (default 40s)
  --kingbird PATH   a program that is built already
  --keep DIR        work there and leave everything"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROJECTS = ROOT / "tests/projects"
# What the runner of a project says when it runs the new suite: files, or the names of functions.
SIGNS = {
    "esm": r"parseDuration|formatDuration",
    "typescript": r"kingbird-out/suite/\S*\.test\.ts",
    "jest": r"PASS kingbird-out/suite/",
    "mocha": r"Queue#|drain",
    "workspace": r"text\.pad|numbers\.range",
    "plain": r"area\.area|polygon\.sides",
    "express": r"POST /items",
    "koa": r"GET /notes",
    "fastify": r"POST /v1/convert",
    "fetch": r"client\.test\.mjs",
    "http": r"POST /incidents",
    "webpack": r"PASS kingbird-out/suite/",
    "babel-jest": r"PASS kingbird-out/suite/",
    "react": r"kingbird-out/suite/\S*\.test\.mjs",
    "dom": r"kingbird-out/suite/\S*\.test\.mjs",
}
# The modules of the projects whose suites have a bar to reach.
MODULES = {
    "webpack": ["src/BasketView.jsx", "src/basket.js", "src/index.js", "src/money.js", "src/util/index.js"],
    "babel-jest": ["src/clock.js", "src/lines/index.js", "src/search.js"],
    "react": ["src/components/Rating.jsx", "src/components/ReviewList.jsx", "src/lib/score.js", "src/lib/theme.js", "src/lib/useAverage.js"],
    "dom": ["src/query.js", "src/select.js", "src/toast.js"],
}
LEAST_PCT = 80


def run(folder, *command):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)


def files_of(folder):
    kept = (path for path in folder.rglob("*") if path.is_file() and not {"node_modules", "kingbird-out"} & set(path.relative_to(folder).parts))
    return {path: path.read_bytes() for path in kept}


def printed_command(text):
    found = re.search(r"^Run the suite.*\n  (.*)$", text, re.MULTILINE)
    return found.group(1) if found else "false"


def miss(name, folder, summary, before):
    """What a project with a bar misses; "" for nothing."""
    if name not in MODULES:
        return ""
    wrong = []
    if sorted(file["path"] for file in summary["files"]) != MODULES[name]:
        wrong.append("modules counted: " + ", ".join(file["path"] for file in summary["files"]))
    if summary["coverage"]["suite_pct"] < LEAST_PCT:
        wrong.append(f"the suite covers {summary['coverage']['suite_pct']} %")
    # kingbird init writes its own configuration.
    changed = {path.name for path, text in files_of(folder).items() if before.get(path) != text} - {"kingbird.config.json"}
    if changed:
        wrong.append("changed: " + ", ".join(sorted(changed)))
    return "; ".join(wrong)


def look_at(name, arguments, folder):
    """(what was reached, what went wrong)"""
    shutil.copytree(PROJECTS / name, folder)
    manifest = json.loads((folder / "package.json").read_text())
    if manifest.keys() & {"dependencies", "devDependencies", "workspaces"}:
        install = run(folder, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        if install.returncode != 0:
            return "", f"npm install: {install.stderr.strip()[-200:]}"
    before = files_of(folder)
    for command in (["init"], ["test", ".", "--time-limit", arguments.time_limit]):
        done = run(folder, arguments.kingbird, *command)
        if done.returncode not in (0, 1):
            return "", f"kingbird {command[0]}: {done.stderr.strip()[-300:]}"
    summary = json.loads((folder / "kingbird-out/summary.json").read_text())
    reached = f"{summary['coverage']['suite_pct']:5.1f} % {summary['tests']['kept']:4} kept"
    if wrong := miss(name, folder, summary, before):
        return reached, wrong
    if name in MODULES:
        printed = subprocess.run(printed_command(done.stdout), shell=True, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
        if printed.returncode != 0:
            return reached, f"the printed command: {(printed.stdout + printed.stderr).strip()[-1500:]}"
    own = run(folder, "npm", "test")
    if own.returncode != 0:
        return reached, f"npm test: {(own.stdout + own.stderr).strip()[-1500:]}"
    if not re.search(SIGNS[name], own.stdout + own.stderr):
        return reached, "npm test does not run the suite"
    return reached, ""


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *SIGNS])
    parser.add_argument("--time-limit", default="40s")
    parser.add_argument("--kingbird")
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    if not arguments.kingbird:
        subprocess.run([ROOT / "tools/build.sh", "release", "kingbird", "kingbird_addon"], check=True)
        arguments.kingbird = ROOT / "kingbird"
    arguments.kingbird = str(pathlib.Path(arguments.kingbird).resolve())
    failures = 0
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(arguments.keep or temporary).resolve()
        work.mkdir(parents=True, exist_ok=True)
        for name in arguments.names or SIGNS:
            reached, wrong = look_at(name, arguments, work / name)
            print(f"{name:12} {reached:18} {wrong or 'npm test passes the new suite'}", flush=True)
            failures += bool(wrong)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
