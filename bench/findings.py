#!/usr/bin/env python3
"""bench/run findings [PACKAGE…]: what Kingbird tells of twenty popular packages, looked at as a user would meet it, and whether it tells
of bugs that certain versions of some have.

Each package is tested in a folder of its own. Every printed command is pasted there, as an unprivileged user where possible: it must
run, its output must show the error and the place of its title, and no error and place may come twice. docs/findings.md holds a
judgement of each root cause. Every bar is printed with its figure; exit 1 when one is missed.

  --tests N, --time-limit T, --seed N   as for kingbird test (default 300, 300s, 1)
  --keep DIR                            work there and leave everything"""
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
# Old versions with a known bug that arguments of the declared types show: the cause that was seen.
OLD = {"nanoid@3.3.7": "hang at index.cjs"}
HANG_S = 12
missed = []


def bar(held, what, details=()):
    print(f"{'ok    ' if held else 'MISSED'} {what}", flush=True)
    for detail in () if held else details:
        print(f"         {detail}", flush=True)
    if not held:
        missed.append(what)


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
    flags = ["--tests", options.tests, "--time-limit", options.time_limit, "--seed", options.seed, "--log", "quiet"]
    run = subprocess.run([kingbird, "test", package, *flags], cwd=folder, capture_output=True, text=True)
    # Whoever pastes the commands reads the package where it was installed.
    subprocess.run(["chmod", "-R", "a+rX", os.environ["KINGBIRD_CACHE"]], check=True)
    summary_file = folder / "kingbird-out/summary.json"
    if not summary_file.exists():
        return {"package": package, "error": (run.stderr or run.stdout).strip()[-200:]}
    summary = json.loads(summary_file.read_text())
    problems, again, causes = [], [], set()
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
            again.append(f"{finding['id']}: {cause_of(finding)}")
        causes.add(cause_of(finding))
    return {"package": package, "findings": summary["findings"], "command": problems, "again": again, "notes": summary["notes"],
            "kept": summary["tests"]["kept"], "wall": summary["time"]["wall_s"]}


def verdict(result, finding, known):
    accepted = known.get((result["package"], cause_of(finding)))
    return "not judged" if accepted is None else "accepted" if accepted else "rejected"


def show(result, known):
    if "error" in result:
        print(f"{result['package']:28} FAILED {result['error']}", flush=True)
        return
    print(f"{result['package']:28} {len(result['findings'])} findings, {result['kept']} tests kept, {result['wall']:.0f} s", flush=True)
    for finding in result["findings"]:
        print(f"    {finding['id']}: {finding['function']}: {finding['message']}  [{verdict(result, finding, known)}]", flush=True)
    for note in result["notes"]:
        if "does not count as a bug" in note:
            print(f"    {note}", flush=True)


def judge(results, known):
    """The bars, over everything that was looked at."""
    failed = [f"{result['package']}: {result['error']}" for result in results if "error" in result]
    results = [result for result in results if "error" not in result]
    told = [(result, finding) for result in results for finding in result["findings"]]
    print()
    bar(not failed, f"{len(results)} packages ran", failed)
    for kind, what in (("command", "commands run when pasted and show the title"), ("again", "causes are told once")):
        problems = [f"{result['package']}: {problem}" for result in results for problem in result[kind]]
        bar(not problems, f"{len(told) - len(problems)} of {len(told)} {what}", problems)
    # Bugs that are known to be some would flatter the figure.
    verdicts = [verdict(result, finding, known) for result, finding in told if result["package"] not in OLD]
    open_ = [f"{result['package']}: {cause_of(finding)}" for result, finding in told if verdict(result, finding, known) == "not judged"]
    bar(not open_, f"{len(told) - len(open_)} of {len(told)} are judged in docs/findings.md", open_)
    bar(2 * verdicts.count("accepted") >= len(verdicts), f"{verdicts.count('accepted')} of {len(verdicts)} are accepted, at least half")
    old = [result for result in results if result["package"] in OLD]
    silent = [f"{result['package']}: {OLD[result['package']]}" for result in old
              if OLD[result["package"]] not in {cause_of(finding) for finding in result["findings"]}]
    bar(not silent, f"{len(old) - len(silent)} of {len(old)} bugs of old versions are told", silent)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*")
    parser.add_argument("--tests", default="300")
    parser.add_argument("--time-limit", default="300s")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--keep")
    parser.add_argument("--kingbird", help="a program that is built already")
    options = parser.parse_args()
    kingbird = pathlib.Path(options.kingbird).resolve() if options.kingbird else build()
    work = pathlib.Path(options.keep).resolve() if options.keep else pathlib.Path(tempfile.mkdtemp(prefix="kingbird-bench-findings-"))
    work.mkdir(exist_ok=True)
    work.chmod(0o755)
    os.environ.setdefault("KINGBIRD_CACHE", str(work / "cache"))
    known = judgements()
    results = []
    for package in options.packages or [*PACKAGES, *OLD]:
        results.append(look(package, kingbird, work / re.sub(r"[^\w.@-]", "_", package), options))
        show(results[-1], known)
    judge(results, known)
    if not options.keep:
        shutil.rmtree(work, ignore_errors=True)
    print(f"{len(missed)} bars missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
