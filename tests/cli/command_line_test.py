"""Runs the built program as a user would, with good and bad surroundings."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

KINGBIRD = os.environ["KINGBIRD"]


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.cwd = pathlib.Path(self.folder.name) / "work"
        self.cwd.mkdir()

    def run_it(self, *arguments, **environment):
        return subprocess.run([KINGBIRD, *arguments], cwd=self.cwd, text=True, capture_output=True, timeout=120,
                              env={**os.environ, **environment}, check=False)

    def fake_node(self, version):
        """A folder for PATH whose node claims to be of this version."""
        folder = pathlib.Path(self.folder.name) / "bin"
        folder.mkdir(exist_ok=True)
        node = folder / "node"
        node.write_text(f"#!/bin/sh\necho {version}\n")
        node.chmod(0o755)
        return folder

    def assert_one_line(self, result, code, *words):
        self.assertEqual(result.returncode, code, result)
        lines = result.stderr.splitlines()
        self.assertEqual(len(lines), 1, result.stderr)
        self.assertTrue(lines[0].startswith("kingbird: "), lines[0])
        for word in words:
            self.assertIn(word, lines[0])
        self.assertEqual(list(self.cwd.iterdir()), [], "something was left behind")

    def test_unknown_flags_name_the_nearest_one(self):
        self.assert_one_line(self.run_it("doctor", "--nodee", "x"), 2, "--nodee", "did you mean --node?")
        self.assert_one_line(self.run_it("--frobnicate"), 2, "--frobnicate")

    def test_unknown_commands_name_the_nearest_one(self):
        self.assert_one_line(self.run_it("docter"), 2, "docter", "did you mean doctor?")

    def test_flags_without_their_value(self):
        self.assert_one_line(self.run_it("doctor", "--node"), 2, "--node needs a value")

    def test_bad_values_say_what_is_wanted(self):
        self.assert_one_line(self.run_it("doctor", "--sandbox", "thick"), 2, "--sandbox wants one of auto", "thick")

    def test_missing_config_file(self):
        self.assert_one_line(self.run_it("doctor", "--config", "no.json"), 2, "no.json")

    def test_help_and_version(self):
        result = self.run_it("--help")
        self.assertEqual(result.returncode, 0)
        self.assertIn("Usage: kingbird <command>", result.stdout)
        self.assertRegex(self.run_it("--version").stdout, r"^kingbird \d+\.\d+\.\d+\n$")
        for command in ["test", "discover", "mine", "report", "doctor", "completion"]:
            self.assertIn(f"Usage: kingbird {command}", self.run_it(command, "--help").stdout)

    def test_help_fits_a_terminal(self):
        for arguments in [["--help"], ["test", "--help"], ["doctor", "--help"]]:
            for line in self.run_it(*arguments).stdout.splitlines():
                self.assertLessEqual(len(line), 120, line)

    def test_doctor_is_content_here(self):
        result = self.run_it("doctor")
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertRegex(result.stdout, r"ok +Node +v\d+")
        for need in ["addon", "sandbox", "fork", "npm", "z3", "cvc5", "engines"]:
            self.assertRegex(result.stdout, rf"ok +{need} ")

    def test_doctor_without_node(self):
        result = self.run_it("doctor", "--node", "/nonexistent/node")
        self.assertEqual(result.returncode, 3)
        self.assertRegex(result.stdout, r"fails +Node +cannot find /nonexistent/node \(install Node 18 or later")

    def test_doctor_with_an_old_node(self):
        result = self.run_it("doctor", PATH=f"{self.fake_node('v16.20.2')}:{os.environ['PATH']}")
        self.assertEqual(result.returncode, 3)
        self.assertRegex(result.stdout, r"fails +Node .*v16\.20\.2, too old")

    def test_doctor_with_something_that_is_no_node(self):
        result = self.run_it("doctor", PATH=f"{self.fake_node('hello')}:{os.environ['PATH']}")
        self.assertEqual(result.returncode, 3)
        self.assertIn("is no Node", result.stdout)

    def test_a_test_without_or_with_a_bad_target(self):
        self.assert_one_line(self.run_it("test"), 2, "test needs a target")
        self.assert_one_line(self.run_it("test", "./no.js"), 2, "./no.js does not exist")
        self.assert_one_line(self.run_it("test", "no/such/folder"), 2, "no/such/folder does not exist")
        self.assert_one_line(self.run_it("test", "a", "b"), 2, "unexpected argument 'b'")
        self.assert_one_line(self.run_it("test", "x", "--tests", "many"), 2, "--tests wants a whole number")

    def test_a_target_that_does_not_load_or_exports_nothing(self):
        for name, text, words in [("broken.js", "syntax error here", "broken.js"),
                                  ("throws.js", "throw new Error('not today')", "not today"),
                                  ("empty.js", "", "empty.js")]:
            target = pathlib.Path(self.folder.name) / name
            target.write_text(text)
            result = self.run_it("test", str(target), "--log", "quiet")
            self.assert_one_line(result, result.returncode, words)
            self.assertIn(result.returncode, (2, 3))

    def test_what_lists_folders_of_the_machine_is_not_kept(self):
        folder = pathlib.Path(self.folder.name)
        (folder / "list.js").write_text("const fs = require('fs');\n"
                                        "exports.here = () => fs.readdirSync('.').length;\n"
                                        "exports.machine = () => fs.readdirSync('/').length;\n")
        result = self.run_it("test", str(folder / "list.js"), "--tests", "40", "--log", "quiet", "--out", str(folder / "out"))
        self.assertEqual(result.returncode, 0, result.stderr)
        suite = (folder / "out" / "suite" / "list.test.js").read_text()
        self.assertIn("list.here()", suite)
        self.assertNotIn("list.machine()", suite)

    def test_an_output_folder_that_cannot_be_written(self):
        target = pathlib.Path(self.folder.name) / "fine.js"
        target.write_text("exports.f = (x) => x;")
        for out in ["/proc/kingbird-out", str(target), f"{target}/below"]:
            self.assert_one_line(self.run_it("test", str(target), "--out", out), 3, f"cannot write to {out}", "--out")

    def test_a_test_without_node_or_with_an_old_one(self):
        target = pathlib.Path(self.folder.name) / "fine.js"
        target.write_text("exports.f = (x) => x;")
        self.assert_one_line(self.run_it("test", str(target), "--node", "/nonexistent/node"), 3,
                             "cannot find /nonexistent/node", "install Node 18 or later")
        old = self.fake_node("v16.20.2")
        self.assert_one_line(self.run_it("test", str(target), PATH=f"{old}:{os.environ['PATH']}"), 3, "v16.20.2", "too old")
        self.assert_one_line(self.run_it("test", str(target), PATH="/nonexistent"), 3, "cannot find node")

    def test_a_package_without_npm(self):
        result = self.run_it("test", "jsonfile@6.1.0", "--node", shutil.which("node"), PATH="/nonexistent",
                             KINGBIRD_CACHE=f"{self.folder.name}/cache")
        self.assert_one_line(result, 3, "cannot run npm")

    def test_discover_lists_callback_positions(self):
        target = pathlib.Path(self.folder.name) / "both.js"
        target.write_text("exports.now = (f) => f(1); exports.later = (x, f) => setTimeout(f, 5);")
        result = self.run_it("discover", str(target))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("now(sync)\n", result.stdout)
        self.assertIn("later(_, async)\n", result.stdout)

    def test_mine_lists_nestings(self):
        client = pathlib.Path(self.folder.name) / "client"
        client.mkdir()
        (client / "a.js").write_text("const q = require('q'); q.open('a', (e, fd) => q.read(fd, () => 0));")
        result = self.run_it("mine", str(client), "--package", "q")
        self.assertIn("1 ×  open(_, callback) → read(cb@1, _)\n", result.stdout)
        self.assert_one_line(self.run_it("mine", "gone", "--package", "q"), 2, "gone does not exist")
        self.assert_one_line(self.run_it("mine", str(client)), 2, "--package")

    def test_report_without_a_run(self):
        self.assert_one_line(self.run_it("report"), 2, "kingbird-out/results.sqlite does not exist")

    def complete(self, *words):
        """What bash would offer for the last word."""
        script = self.run_it("completion", "bash").stdout + """
          COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _kingbird; printf '%s\\n' "${COMPREPLY[@]}" """
        result = subprocess.run(["bash", "-c", script, "bash", *words], text=True, capture_output=True, check=True)
        return result.stdout.split()

    def test_bash_completion_offers_commands_flags_and_values(self):
        self.assertEqual(self.complete("kingbird", "doc"), ["doctor"])
        self.assertEqual(self.complete("kingbird", "doctor", "--sand"), ["--sandbox"])
        self.assertEqual(self.complete("kingbird", "doctor", "--sandbox", "l"), ["landlock"])
        self.assertEqual(self.complete("kingbird", "test", "x", "--format", "j"), ["jest"])
        self.assertEqual(self.complete("kingbird", "completion", "z"), ["zsh"])

    def test_completion_of_an_unknown_shell(self):
        self.assert_one_line(self.run_it("completion", "tcsh"), 2, "tcsh")


if __name__ == "__main__":
    unittest.main()
