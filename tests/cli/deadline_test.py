"""A run ends when its time is over, or soon after Ctrl-C, whatever the target does, and hands over what there is. The bounds here are wide:
bench/run first_contact measures."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

KINGBIRD = os.environ["KINGBIRD"]
# More than a busy machine needs, less than any of these would take without a deadline.
SLACK = 20
TARGETS = {
    "timer.js": "setInterval(() => {}, 1000);\nexports.twice = (x) => x * 2;\nexports.soon = (cb) => { setTimeout(cb, 5); };\n",
    "loops.js": "".join(f"exports.f{i} = (x) => {{ {'for (;;) {}' if i % 2 else 'return typeof x;'} }};\n" for i in range(60)),
    "many.js": "".join(f"exports.f{i} = (a, b) => {{ if (a > {i}) return b; return a; }};\n" for i in range(5000)),
    "slow.js": "for (let i = 0; i < 300; i++) Object.defineProperty(exports, 'g' + i, { enumerable: true, get() {\n"
               "  let n = 0; while (n < 2e7) n++; return (x) => [x, n]; } });\nexports.plain = (x) => [x, x];\n",
}


class Deadline(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.cwd = pathlib.Path(self.folder.name)

    def target(self, name):
        folder = self.cwd / name.split(".")[0]
        folder.mkdir()
        (folder / name).write_text(TARGETS[name])
        return folder

    def summary(self, folder):
        return json.loads((folder / "kingbird-out/summary.json").read_text())

    def test_the_time_limit_holds(self):
        for name in TARGETS:
            with self.subTest(name):
                folder = self.target(name)
                begin = time.monotonic()
                result = subprocess.run([KINGBIRD, "test", name, "--time-limit", "6s", "--seed", "1"], cwd=folder, text=True,
                                        capture_output=True, timeout=120, check=False)
                self.assertLess(time.monotonic() - begin, 6 + SLACK)
                self.assertIn(result.returncode, (0, 1), result)
                self.assertEqual("stopped early" in result.stdout, "the time went to " in result.stdout, result.stdout)
                if self.summary(folder)["tests"]["kept"] == 0:
                    self.assertIn("could be kept", result.stdout)

    def test_a_timer_of_the_target_does_not_keep_the_suite_alive(self):
        folder = self.target("timer.js")
        subprocess.run([KINGBIRD, "test", "timer.js", "--tests", "60", "--seed", "1"], cwd=folder, capture_output=True, timeout=120,
                       check=False)
        self.assertGreater(self.summary(folder)["tests"]["kept"], 0)
        suite = subprocess.run(["node", "--test"], cwd=folder / "kingbird-out/suite", text=True, capture_output=True, timeout=60,
                               check=False)
        self.assertEqual(suite.returncode, 0, suite.stdout)

    def test_a_signal_ends_any_phase(self):
        for number, phase in enumerate(("generating", "checking")):
            with self.subTest(phase):
                folder = self.cwd / phase
                folder.mkdir()
                (folder / "many.js").write_text(TARGETS["many.js"])
                process = subprocess.Popen([KINGBIRD, "test", "many.js", "--tests", "100", "--seed", "1"], cwd=folder, text=True,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                for line in process.stderr:
                    if line.startswith(phase):
                        break
                process.send_signal(signal.SIGTERM if number % 2 else signal.SIGINT)
                begin = time.monotonic()
                _, errors = process.communicate(timeout=120)
                self.assertLess(time.monotonic() - begin, SLACK)
                self.assertEqual(process.returncode, 130, errors)
                self.assertTrue(self.summary(folder)["interrupted"])

    def test_one_function_of_a_file(self):
        folder = self.target("loops.js")
        result = subprocess.run([KINGBIRD, "test", "loops.js#f2", "--tests", "40", "--seed", "1"], cwd=folder, text=True,
                                capture_output=True, timeout=120, check=False)
        self.assertEqual(result.returncode, 0, result)
        suite = "".join(path.read_text() for path in (folder / "kingbird-out/suite").glob("*.test.js"))
        self.assertIn("describe('f2'", suite)
        self.assertEqual(suite.count("describe("), 1, suite)
        for flag in ("--strings", "--numbers"):
            refused = subprocess.run([KINGBIRD, "test", "loops.js#f2", flag, "[0-9]+"], cwd=folder, text=True, capture_output=True,
                                     timeout=120, check=False)
            self.assertEqual(refused.returncode, 2, refused)
            self.assertIn(f"{flag} is for classes", refused.stderr)


if __name__ == "__main__":
    unittest.main()
