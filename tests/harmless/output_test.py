"""What a user keeps in the folder of results survives: files of their own, edits, links; and two runs do not mix there."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import unittest

KINGBIRD = os.environ["KINGBIRD"]
LIBRARY = """'use strict';
exports.twice = (x) => (typeof x === 'number' ? x * 2 : String(x) + String(x));
exports.later = (callback) => { setTimeout(() => callback(null, 1), 1); };
"""


class Output(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.cwd = pathlib.Path(self.folder.name) / "project"
        self.cwd.mkdir()
        (self.cwd / "library.js").write_text(LIBRARY)
        self.out = self.cwd / "kingbird-out"

    def command(self, *arguments):
        return [KINGBIRD, "test", "library.js", "--tests", "30", "--jobs", "1", "--seed", "1", *arguments]

    def run_it(self, *arguments):
        return subprocess.run(self.command(*arguments), cwd=self.cwd, text=True, capture_output=True, timeout=120, check=False)

    def assert_refused(self, result, code, *words):
        self.assertEqual(result.returncode, code, result)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)

    def test_what_is_the_users_stays_and_is_named(self):
        self.assertIn(self.run_it().returncode, (0, 1))
        edited = next((self.out / "suite").glob("*.test.js"))
        edited.write_text(edited.read_text() + "// checked by hand\n")
        kept = {edited: edited.read_text()}
        for name in ("suite/mine.test.js", "suite/helper/data.json", "findings/notes.md", "readme.txt"):
            path = self.out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("// mine\n")
            kept[path] = "// mine\n"
        result = self.run_it()
        self.assertIn(result.returncode, (0, 1), result)
        for path, text in kept.items():
            self.assertEqual(path.read_text(), text)
        for name in (f"suite/{edited.name}", "suite/mine.test.js", "suite/helper", "findings", "readme.txt"):
            self.assertIn(name, result.stdout)
        # The new tests are there as well, and the whole passes.
        self.assertTrue((self.out / "suite" / edited.name.replace(".test.", "-new.test.")).exists())
        suite = subprocess.run(["node", "--test"], cwd=self.out / "suite", text=True, capture_output=True, timeout=60, check=False)
        self.assertEqual(suite.returncode, 0, suite.stdout)
        # What nobody touched is replaced: no third copy.
        self.run_it()
        self.assertEqual(len(list((self.out / "suite").glob("library*.test.js"))), 2)

    def test_folders_of_others_and_links_are_refused(self):
        self.out.mkdir()
        (self.out / "thesis.txt").write_text("x")
        self.assert_refused(self.run_it(), 2, "kingbird-out", "not empty")
        self.assertEqual([path.name for path in self.out.iterdir()], ["thesis.txt"])
        elsewhere = pathlib.Path(self.folder.name) / "elsewhere"
        (elsewhere / "suite").mkdir(parents=True)
        (elsewhere / "suite/work.js").write_text("x")
        (self.cwd / "link").symlink_to(elsewhere)
        self.assert_refused(self.run_it("--out", "link"), 2, "is a link")
        self.assert_refused(self.run_it("--out", "link/suite"), 2, "not empty")
        self.assertEqual((elsewhere / "suite/work.js").read_text(), "x")

    def test_a_shipped_folder_with_a_link_inside_is_refused(self):
        self.run_it()
        victim = pathlib.Path(self.folder.name) / "victim"
        victim.mkdir()
        (victim / "library.test.js").write_text("x")
        (self.out / "suite").rename(self.cwd / "old")
        (self.out / "suite").symlink_to(victim)
        self.assert_refused(self.run_it(), 2, "suite is a link")
        self.assertEqual((victim / "library.test.js").read_text(), "x")

    def test_of_two_runs_at_once_one_wins_whole(self):
        first = subprocess.Popen(self.command("--tests", "100000"), cwd=self.cwd, text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE)
        for line in first.stderr:
            if line.startswith("generating"):
                break
        self.assert_refused(self.run_it("--seed", "2"), 3, "another run", "kingbird-out")
        first.send_signal(signal.SIGINT)
        first.communicate(timeout=60)
        self.assertEqual(json.loads((self.out / "summary.json").read_text())["seed"], 1)
        self.assertIn(self.run_it().returncode, (0, 1))


if __name__ == "__main__":
    unittest.main()
