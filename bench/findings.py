#!/usr/bin/env python3
"""bench/run findings [PACKAGE…]: what Kingbird tells of twenty popular packages, looked at as a user would meet it.

Each package is tested in a folder of its own. Every printed command is pasted there, as an unprivileged user where possible: it must
run, its output must show the error and the place of its title, and no error and place may come twice. docs/findings.md holds a
judgement of each root cause; one that is missing there, or fewer than half of them accepted, fails the bench. Prints a table.

  --time-limit T, --seed N   as for kingbird test (default 60s, 1)
  --keep DIR                 work there and leave everything"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES = ["marked@12.0.2", "yaml@2.4.2", "json5@2.2.3", "slugify@1.6.6", "deepmerge@4.3.1", "semver@7.6.2", "path-to-regexp@6.2.2",
            "color-convert@3.1.0", "async@3.2.5", "commander@12.1.0", "dayjs@1.11.11", "uuid@9.0.1", "minimatch@9.0.4", "lru-cache@10.2.2",
            "fast-xml-parser@4.3.6", "diff@5.2.0", "qs@6.12.1", "csv-parse@5.5.6", "bignumber.js@9.1.2", "eventemitter3@5.0.1"]
HANG_S = 12


def build():
    subprocess.run([ROOT / "tools/build.sh", "release", "kingbird", "kingbird_addon"], check=True)
    return ROOT / "kingbird"


def as_nobody():
    """What runs a command without rights over this user's files, where we may become another user at all."""
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 and shutil.which("setpriv") else []


def title_of(finding):
    """The error and the place that the script must show; of a hang only the place."""
    match = re.search(r"(?:(\w+Error\b.*) )?at (\S+)$", finding["message"])
    return match.groups() if match else (None, None)


def paste(command, folder):
    """(shown text, still running)"""
    try:
        run = subprocess.run(as_nobody() + ["sh", "-c", command], cwd=folder, capture_output=True, text=True, timeout=HANG_S, stdin=subprocess.DEVNULL)
        return run.stderr, False
    except subprocess.TimeoutExpired:
        return "", True


def cause_of(finding):
    """What a judgement is about, whatever the entry point: "TypeError at lib/a.js:7", "hang at lib/a.js"."""
    error, place = title_of(finding)
    return f"{error.split(':')[0] if error else finding['kind']} at {place}"


def judgements():
    """package and root cause → accepted, from the table of docs/findings.md."""
    found = {}
    for line in (ROOT / "docs/findings.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) >= 4 and cells[3] in ("accepted", "rejected"):
            found[(cells[0], cells[1].strip("`"))] = cells[3] == "accepted"
    return found


def look(package, kingbird, folder, options):
    folder.mkdir()
    folder.chmod(0o755)
    run = subprocess.run([kingbird, "test", package, "--time-limit", options.time_limit, "--seed", options.seed, "--log", "quiet"], cwd=folder,
                         capture_output=True, text=True)
    summary_file = folder / "kingbird-out/summary.json"
    if not summary_file.exists():
        return {"package": package, "error": (run.stderr or run.stdout).strip()[-200:]}
    summary = json.loads(summary_file.read_text())
    problems, causes, seen = [], set(), []
    for finding in summary["findings"]:
        command = f"node kingbird-out/{finding['repro']}"
        if command not in run.stdout and len(summary["findings"]) <= 10:
            problems.append(f"{command} is not printed")
        error, place = title_of(finding)
        text, running = paste(command, folder)
        good = running if finding["kind"] == "hang" else error is not None and error in text and place in text
        if not good:
            problems.append(f"{finding['id']} does not show its title: {text[-200:]!r}")
        if cause_of(finding) in causes:
            problems.append(f"{finding['id']} tells a cause again")
        causes.add(cause_of(finding))
        seen.append(finding)
    return {"package": package, "findings": seen, "problems": problems, "notes": summary["notes"], "kept": summary["tests"]["kept"],
            "wall": summary["time"]["wall_s"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*")
    parser.add_argument("--time-limit", default="60s")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--keep")
    parser.add_argument("--kingbird", help="a program that is built already")
    options = parser.parse_args()
    kingbird = pathlib.Path(options.kingbird).resolve() if options.kingbird else build()
    work = pathlib.Path(options.keep).resolve() if options.keep else pathlib.Path(tempfile.mkdtemp(prefix="kingbird-bench-findings-"))
    work.mkdir(exist_ok=True)
    work.chmod(0o755)
    known, bad, total, accepted = judgements(), [], 0, 0
    for package in options.packages or PACKAGES:
        result = look(package, kingbird, work / re.sub(r"[^\w.@-]", "_", package), options)
        if "error" in result:
            bad.append(f"{package}: {result['error']}")
            print(f"{package:28} FAILED {result['error']}", flush=True)
            continue
        print(f"{package:28} {len(result['findings'])} findings, {result['kept']} tests kept, {result['wall']:.0f} s", flush=True)
        for finding in result["findings"]:
            verdict = known.get((package, cause_of(finding)))
            words = "not judged" if verdict is None else "accepted" if verdict else "rejected"
            total += 1
            accepted += verdict is True
            if verdict is None:
                bad.append(f"{package}: {cause_of(finding)} is not judged in docs/findings.md")
            print(f"    {finding['id']}: {finding['function']}: {finding['message']}  [{words}]", flush=True)
        for note in result["notes"]:
            if "other ends" in note:
                print(f"    {note}", flush=True)
        bad += [f"{package}: {problem}" for problem in result["problems"]]
    print(f"\n{total} findings, {accepted} accepted")
    if 2 * accepted < total:
        bad.append("fewer than half are accepted")
    for problem in bad:
        print(f"MISSED: {problem}")
    if not options.keep:
        shutil.rmtree(work, ignore_errors=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
