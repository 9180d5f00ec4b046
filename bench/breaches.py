#!/usr/bin/env python3
"""bench/run breaches [NAME…] [--keep DIR] [--list]: every repair of the wall is needed. In a copy of the tree one repair after the other
is taken out (bench/repairs), what is needed is built, and the tests that hold it must fail, in each kind of sandbox; before that each of
them passes. NAMEs are parts of names and choose some; the copy with its build stays in DIR (default build/breaches) for the next time.

A line for each: "noticed", or what is wrong, in capitals. Bars, all zero: tests that pass although the wall is open, fail although it is
not, repairs that do not apply or build. What the tests said is in DIR/NUMBER.txt.

The attacks run with the wall open, as what they are: each has a number or a canary of its own that bounds it. Besides, a test gets
4 GiB of memory for each process (of private writable memory: Node reserves addresses by the hundred gigabytes), shared memory of its
own, and some minutes; a machine short of memory ends it, and whatever it leaves running is ended with it."""
import argparse
import ctypes
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from repairs import KINDS, ROOT, all_breaches, find_test  # noqa: E402

MOST_MEMORY = 4 << 30
LEAST_FREE_KB = 3 << 20
SECONDS = {"hostile_test": 120}  # A test may hang where the wall is open.
OTHERS_SECONDS = 400
LIBC = ctypes.CDLL(None, use_errno=True)
PR_SET_CHILD_SUBREAPER, CLONE_NEWIPC = 36, 0x08000000


def copy_tree(copy):
    """The files of the tree, without changing what is the same, so that a build goes on."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True)
    names = [name for name in os.fsdecode(listed.stdout).split("\0") if name and (ROOT / name).is_file()]
    for name in names:
        there, text = copy / name, (ROOT / name).read_bytes()
        if not there.exists() or there.read_bytes() != text:
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(text)
        there.chmod((ROOT / name).stat().st_mode)
    known = {".git", "build", "node_modules"}
    for path in [path for top in copy.iterdir() if top.name not in known for path in [top, *top.rglob("*")]]:
        if path.is_file() and str(path.relative_to(copy)) not in set(names):
            path.unlink()


def confine():
    """In the process of a test, before it begins."""
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    LIBC.unshare(CLONE_NEWIPC)  # Only root may; others leave at most a page behind.


def free_kb():
    lines = pathlib.Path("/proc/meminfo").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("MemAvailable"))


def end_children():
    """Of a test, however far they went: what loses its parent becomes ours."""
    while True:
        children = pathlib.Path("/proc/thread-self/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGKILL)
        for child in children:
            os.waitpid(int(child), 0)
        if not children:
            return


class Bench:
    def __init__(self, copy):
        self.copy = copy
        self.build_folder = copy / "build/dev"

    def configure(self, files):
        apart = ";".join(sorted(str(self.copy / file) for file in files if file.startswith("src/")))
        for command in ([self.copy / "tools/setup.sh", "dev"], ["cmake", "--preset", "dev", f"-DKINGBIRD_APART={apart}"]):
            done = subprocess.run(command, cwd=self.copy, text=True, capture_output=True, check=False)
            if done.returncode != 0:
                sys.exit(done.stdout + done.stderr)

    def build(self, tests):
        targets = sorted({target for test in tests for target in test.targets})
        done = subprocess.run([self.copy / "tools/build.sh", "dev", *targets], text=True, capture_output=True, check=False)
        return done.returncode == 0, done.stdout + done.stderr

    def run(self, test, kind):
        """Whether it passes, with what it printed."""
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        if test.is_python:
            suite, _, case = test.name.partition(".")
            command = [sys.executable, "-m", "unittest", "-k", case, f"{suite}_test"]
            environment |= {"KINGBIRD": str(self.build_folder / "src/kingbird"), "TEST_SANDBOX": kind}
        else:
            folder = "tests/hostile" if test.program == "hostile_test" else "src"
            chosen = f"*{test.name}/{kind}" if kind else f"{test.name}:*/{test.name}/*"
            command = [self.build_folder / folder / test.program, f"--gtest_filter={chosen}"]
        with open(self.copy / "build/said", "w+", errors="replace") as said:
            process = subprocess.Popen(command, cwd=self.copy / "tests/hostile", env=environment, stdin=subprocess.DEVNULL, stdout=said,
                                       stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=confine)
            deadline = time.monotonic() + SECONDS.get(test.program, OTHERS_SECONDS)
            while process.poll() is None and time.monotonic() < deadline and free_kb() > LEAST_FREE_KB:
                time.sleep(0.1)
            hung = process.poll() is None
            if hung:
                process.kill()
                process.wait()
            end_children()
            said.seek(0)
            text = said.read() + ("\nit was ended: it took too long, or all memory\n" if hung else "")
        ran, skipped = (r"^Ran 1 test", "(skipped=") if test.is_python else (r"^\[  PASSED  \] [1-9]", "[  SKIPPED ]")
        return process.returncode == 0 and re.search(ran, text, re.M) is not None and skipped not in text, text

    def verdict(self, breach):
        """ "noticed" or what is wrong; what was said."""
        tests = [find_test(name) for name in breach.tests]
        changed = {}
        for edit in breach.edits:
            path = self.copy / edit.file
            text = changed.get(path, path.read_text())
            if text.count(edit.find) != 1:
                return f"DOES NOT APPLY: {edit.file}", ""
            changed[path] = text.replace(edit.find, edit.put)
        before = {path: path.read_text() for path in changed}
        try:
            for path, text in changed.items():
                path.write_text(text)
            built, said = self.build(tests)
            if not built:
                return "DOES NOT BUILD", said
            passed = []
            for test in tests:
                for kind in [kind for kind in test.kinds if kind in breach.kinds] or [""]:
                    passes, text = self.run(test, kind)
                    said += f"\n=== {test.name} {kind}: {'passes' if passes else 'fails'}\n{text}"
                    if passes:
                        passed.append(f"{test.name} {kind}".strip())
            return "noticed" if not passed else "PASSES: " + ", ".join(passed), said
        finally:
            for path, text in before.items():
                path.write_text(text)

    def fails_anyway(self, breaches):
        """Of the tests, each in each kind, those that fail with the wall closed."""
        tests = sorted({find_test(name) for breach in breaches for name in breach.tests}, key=lambda test: test.name)
        built, said = self.build(tests)
        if not built:
            sys.exit(f"the tree does not build\n{said}")
        failed = []
        for test in tests:
            wanted = {kind for breach in breaches if test.name in breach.tests for kind in breach.kinds}
            for kind in [kind for kind in KINDS if kind in test.kinds and kind in wanted] or [""]:
                passes, text = self.run(test, kind)
                if not passes:
                    failed.append(f"{test.name} {kind}".strip())
                    (self.copy.parent / f"closed-{len(failed)}.txt").write_text(text)
                    print(f"FAILS WITH THE WALL CLOSED  {failed[-1]}", flush=True)
        print(f"{len(tests)} tests, {len(failed)} fail with the wall closed", flush=True)
        return failed


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--keep", type=pathlib.Path, default=ROOT / "build/breaches")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    chosen = [(number, one) for number, one in enumerate(all_breaches(), 1)
              if not options.names or any(name in one.name for name in options.names)]
    if options.list:
        for number, one in chosen:
            print(f"{number:3} {one.name} ({', '.join(one.tests)})")
        return 0
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    copy = options.keep.resolve() / "tree"
    copy.mkdir(parents=True, exist_ok=True)
    copy_tree(copy)
    bench = Bench(copy)
    bench.configure({edit.file for one in all_breaches() for edit in one.edits})
    failed = bench.fails_anyway([one for _, one in chosen])
    missed = len(failed)
    for number, one in chosen:
        verdict, said = bench.verdict(one)
        missed += verdict != "noticed"
        (copy.parent / f"{number}.txt").write_text(said)
        print(f"{number:3} {verdict:10} {one.name}" + (f" ({len(one.edits)} edits)" if len(one.edits) > 1 else ""), flush=True)
    print(f"{len(chosen)} breaches in {len({test for _, one in chosen for test in one.tests})} tests, {missed} bars missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
