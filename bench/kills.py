#!/usr/bin/env python3
"""bench/run kills [N]: kill -9 at any moment. N runs (default 100) of test and diff, in turn in each sandbox; at a random moment the core,
a zygote, its supervisor or a child is killed. Bars, all zero: processes, mounts and shared memory that are left (folders and control
groups are, until the next run sweeps them), files of the results that are neither the old nor the new ones, runs that go on for ever. SEED chooses the moments,
KINGBIRD another program."""
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINGBIRD = os.environ.get("KINGBIRD", str(ROOT / "kingbird"))
SEED = int(os.environ.get("SEED", "1"))
TARGET = """let kept = 0;
exports.pad = (text, width) => { text = String(text); while (text.length < (width | 0) && text.length < 50) text = ' ' + text; return text; };
exports.later = (x, callback) => { setTimeout(() => callback(null, x, kept++), 5); };
exports.spin = (n) => { let sum = 0; for (let i = 0; i < Math.min(n | 0, 1e6); i++) sum += i; return sum; };
exports.pick = (list, key) => (Array.isArray(list) ? list.map((one) => one && one[key]) : %s);
"""


def tree_of(pid):
    """All processes below one, with their own."""
    children = {}
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            stat = (entry / "stat").read_text()
            children.setdefault(int(stat[stat.rindex(")") + 2:].split()[1]), []).append(int(entry.name))
        except OSError:
            continue
    found, open_list = [], [pid]
    while open_list:
        next_pid = open_list.pop()
        found.append(next_pid)
        open_list += children.get(next_pid, [])
    return found


def alive(mark):
    """Processes that carry the mark in their environment or belong to a sandbox whose core did."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            if mark.encode() in (entry / "environ").read_bytes() or mark in os.readlink(entry / "cwd"):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def is_whole(out):
    """Every document can be read to its end, every test parsed."""
    manifest = out / ".kingbird-manifest.json"
    if not manifest.exists():
        return not out.exists() or not any(path.is_file() for path in out.rglob("*") if not path.relative_to(out).parts[0].startswith(".kingbird-"))
    try:
        for document in (manifest, out / "summary.json"):
            if document.exists():
                json.loads(document.read_text())
    except ValueError:
        return False
    page, results = out / "report/index.html", out / "results.sqlite"
    if page.exists() and "</html>" not in page.read_text():
        return False
    if results.exists():
        with sqlite3.connect(results) as database:
            if database.execute("pragma integrity_check").fetchone() != ("ok",):
                return False
    for test in (out / "suite").glob("*.test.*js"):
        if subprocess.run(["node", "--check", test], capture_output=True, check=False).returncode != 0:
            return False
    return True


def one(index, rng, folder):
    sandbox = ("namespaces", "landlock")[index % 2]
    command = (["test", "new.js"], ["diff", "old.js", "new.js"])[index // 2 % 2]
    mark = f"KINGBIRD_KILLS_{os.getpid()}_{index}"
    environment = {**os.environ, "TMPDIR": str(folder / "tmp"), "KINGBIRD_CACHE": str(folder / "cache"), mark: "1"}
    process = subprocess.Popen([KINGBIRD, *command, "--seed", str(index), "--time-limit", "8", "--jobs", "2", "--sandbox", sandbox],
                               cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(rng.uniform(0.05, 9))
    below = tree_of(process.pid)
    victim = process.pid if rng.random() < 0.4 or len(below) == 1 else rng.choice(below[1:])
    try:
        os.kill(victim, signal.SIGKILL)
    except ProcessLookupError:
        pass
    whom = "core" if victim == process.pid else "below"
    misses = []
    try:
        process.wait(timeout=40)
    except subprocess.TimeoutExpired:
        misses.append("goes on for ever")
        process.kill()
        process.wait()
    deadline = time.monotonic() + 5
    left = set(below)
    while time.monotonic() < deadline:
        left = {pid for pid in below if pathlib.Path(f"/proc/{pid}").exists()} | set(alive(mark))
        if not left:
            break
        time.sleep(0.05)
    if left:
        misses.append(f"{len(left)} processes left")
    if not is_whole(folder / "kingbird-out"):
        misses.append("results are not whole")
    return process.pid, sandbox, command[0], whom, misses


def groups_of(cores):
    """Control groups that they made."""
    return [path.name for path in pathlib.Path("/sys/fs/cgroup").rglob("kingbird-*") if path.name.split("-")[1] in cores]


def machine():
    return {"mounts": pathlib.Path("/proc/self/mounts").read_text().count("\n"),
            "shared memory": len(list(pathlib.Path("/dev/shm").iterdir())),
            "segments": pathlib.Path("/proc/sysvipc/shm").read_text().count("\n")}


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    rng = random.Random(SEED)
    missed = 0
    with tempfile.TemporaryDirectory(prefix="kills-") as name:
        folder = pathlib.Path(name)
        (folder / "tmp").mkdir()
        (folder / "old.js").write_text(TARGET % "undefined")
        (folder / "new.js").write_text(TARGET % "null")
        before = machine()
        cores = set()
        for index in range(count):
            core, sandbox, command, whom, misses = one(index, rng, folder)
            cores.add(str(core))
            missed += len(misses)
            print(f"{index:3} {command:5} {sandbox:11} {whom:6} {', '.join(misses) or 'held'}", flush=True)
        # One more run, unharmed: what the dead left is gone with it.
        subprocess.run([KINGBIRD, "test", "new.js", "--tests", "20", "--seed", "1"], cwd=folder, capture_output=True, check=False,
                       env={**os.environ, "TMPDIR": str(folder / "tmp"), "KINGBIRD_CACHE": str(folder / "cache")})
        # What takes long is removed by a process of its own.
        deadline = time.monotonic() + 5
        while (folders := [path.name for path in (folder / "tmp").rglob("kingbird-*-*")]) and time.monotonic() < deadline:
            time.sleep(0.05)
        known = {".kingbird-manifest.json"}
        hidden = [path.name for path in (folder / "kingbird-out").iterdir() if path.name.startswith(".") and path.name not in known]
        after = machine()
    figures = {"folders left": len(folders) + len(hidden), "control groups left": len(groups_of(cores)),
               **{f"{key} more": after[key] - before[key] for key in before}}
    for what, figure in figures.items():
        missed += figure > 0
        print(f"{what}: {figure} {folders[:3] if what == 'folders left' else ''}")
    print(f"{count} kills, {missed} bars missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
