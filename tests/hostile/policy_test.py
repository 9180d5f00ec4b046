"""What lies in a target's folder does not decide how it is run: not the sandbox, not the program that plays Node, not what kept tests
may do, not a folder of results somewhere else. The user's own configuration and the command line do: here it says
TEST_SANDBOX."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

KINGBIRD = os.environ["KINGBIRD"]
SANDBOX = os.environ["TEST_SANDBOX"]
# Shows at once whether it is locked up: loading it leaves a mark in the user's home.
TARGET = "try {{ require('fs').writeFileSync({mark}, 'was here'); }} catch {{}}\nexports.twice = (x) => x * 2;\n"


class Policy(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.home = pathlib.Path(self.folder.name) / "home"
        self.cwd = self.home / "project"
        self.cwd.mkdir(parents=True)
        self.mark = self.home / "mark"
        self.manifest = {"name": "evil", "version": "1.0.0", "main": "index.js"}
        self.write("package.json", self.manifest)
        (self.cwd / "index.js").write_text(TARGET.format(mark=json.dumps(str(self.mark))))
        self.users_own({"sandbox": SANDBOX})
        self.environment = {**os.environ, "HOME": str(self.home), "KINGBIRD_CACHE": str(self.home / "cache")}
        self.environment.pop("XDG_CONFIG_HOME", None)

    def users_own(self, settings):
        own = self.home / ".config/kingbird"
        own.mkdir(parents=True, exist_ok=True)
        (own / "config.json").write_text(json.dumps(settings))

    def write(self, name, content):
        (self.cwd / name).write_text(json.dumps(content))

    def run_it(self, *arguments, target=".", cwd=None):
        return subprocess.run([KINGBIRD, "test", target, "--tests", "10", "--seed", "1", "--jobs", "1", *arguments], cwd=cwd or self.cwd,
                              env=self.environment, text=True, capture_output=True, timeout=120, check=False)

    def says(self, settings):
        """The same words in each file that a target may ship."""
        self.write("kingbird.config.json", settings)
        yield self.run_it()
        (self.cwd / "kingbird.config.json").unlink()
        self.write("package.json", {**self.manifest, "kingbird": settings})
        yield self.run_it()
        self.write("package.json", self.manifest)
        self.write("ci.json", settings)
        yield self.run_it("--config", "ci.json")
        (self.cwd / "ci.json").unlink()

    def assert_refused(self, settings, *words):
        for result in self.says(settings):
            self.assertEqual(result.returncode, 2, result)
            self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
            for word in words:
                self.assertIn(word, result.stderr)
            self.assertFalse(self.mark.exists(), "code of the target ran outside the sandbox")
            self.assertFalse((self.cwd / "kingbird-out").exists())

    def test_the_sandbox_stays_on(self):
        self.assert_refused({"sandbox": "none"}, '"sandbox"', "--sandbox")

    def test_no_program_of_the_target_plays_node(self):
        node = self.cwd / "node"
        node.write_text(f"#!/bin/sh\ntouch '{self.mark}'\necho v20.0.0\n")
        node.chmod(0o755)
        self.assert_refused({"node": "./node"}, '"node"', "--node")

    def test_a_target_elsewhere_is_not_asked(self):
        settings = {"sandbox": "none"}
        self.write("kingbird.config.json", settings)
        self.write("package.json", {**self.manifest, "kingbird": settings})
        result = self.run_it("--reporter", "json", target="./project", cwd=self.home)
        self.assertIn(result.returncode, (0, 1), result)
        self.assertEqual(json.loads(result.stdout)["sandbox"], SANDBOX)
        self.assertFalse(self.mark.exists())

    def test_effects_are_not_allowed_by_the_target(self):
        self.assert_refused({"allow": "processes,network"}, '"allow"', "--allow")

    def test_results_stay_in_the_project(self):
        (self.home / "other").mkdir()
        (self.cwd / "way").symlink_to(self.home / "other")
        # The last is checked as the system would go it, not by its text.
        for out in ("../other", str(self.home / "other"), "way", "way/deeper", "missing/../way/x"):
            self.assert_refused({"out": out}, '"out"', "leads out")
        self.assert_refused({"out": ".git/hooks"}, '"out"', "another program")
        self.assertEqual(list((self.home / "other").iterdir()), [])

    def test_nor_is_code_read_from_elsewhere(self):
        self.assert_refused({"mine": ["../.."]}, '"mine"', "leads out")
        self.assert_refused({"test262": ".."}, '"test262"', "leads out")
        for file in ("../other.js", "name=../other.js", f"name={self.home}/other.js"):
            self.assert_refused({"impl": [file]}, '"impl"', "leads out")

    def test_nor_does_it_say_how_much_of_the_machine_it_gets(self):
        self.assert_refused({"jobs": 512}, '"jobs"', "--jobs")
        self.assert_refused({"memory": 1 << 20}, '"memory"', "--memory")

    def test_no_program_of_its_git_configuration_runs(self):
        helper = self.cwd / "helper"
        helper.write_text(f"#!/bin/sh\ntouch '{self.mark}'\nexec cat\n")
        helper.chmod(0o755)
        (self.cwd / ".gitattributes").write_text("*.js filter=evil\n")
        for command in (["init", "-q"], ["add", "-A"], ["-c", "user.email=a@b", "-c", "user.name=a", "commit", "-qm", "first"]):
            subprocess.run(["git", *command], cwd=self.cwd, check=True, capture_output=True)
        for name in ("filter.evil.smudge", "filter.evil.clean", "core.fsmonitor", "core.sshCommand", "gpg.program"):
            subprocess.run(["git", "config", name, str(helper)], cwd=self.cwd, check=True)
        result = subprocess.run([KINGBIRD, "diff", "git:HEAD", ".", "--tests", "10", "--seed", "1", "--jobs", "1"], cwd=self.cwd,
                                env=self.environment, text=True, capture_output=True, timeout=120, check=False)
        self.assertIn(result.returncode, (0, 1), result)
        self.assertFalse(self.mark.exists(), "git ran what the repository's configuration names")
        revisions = list((self.home / "cache/revisions").iterdir())
        self.assertEqual(sorted(path.name for path in revisions[0].iterdir() if not path.name.startswith(".")),
                         ["helper", "index.js", "package.json"])

    def test_no_program_beside_it_is_taken_for_another(self):
        """npm puts node_modules/.bin before everything else for what it runs; some have the folder they are in there, too."""
        for command in (["init", "-q"], ["add", "-A"], ["-c", "user.email=a@b", "-c", "user.name=a", "commit", "-qm", "first"]):
            subprocess.run(["git", *command], cwd=self.cwd, check=True, capture_output=True)
        folder = self.cwd / "node_modules/.bin"
        folder.mkdir(parents=True)
        for name in ("node", "npm", "git", "tar", "env", "sh"):
            for place in (self.cwd, folder):
                real = shutil.which(name)
                (place / name).write_text(f"#!/bin/bash\ntouch '{self.mark}'\nexec {real} \"$@\"\n")
                (place / name).chmod(0o755)
        for first in (str(folder), "node_modules/.bin", ".", ""):
            self.environment["PATH"] = first + ":" + os.environ["PATH"]
            for command in (["test", "."], ["diff", "git:HEAD", "."]):
                result = subprocess.run([KINGBIRD, *command, "--tests", "5", "--seed", "1", "--jobs", "1"], cwd=self.cwd,
                                        env=self.environment, text=True, capture_output=True, timeout=120, check=False)
                self.assertIn(result.returncode, (0, 1), result)
                self.assertFalse(self.mark.exists(), (first, command))
            shutil.rmtree(self.home / "cache")

    def test_a_precondition_file_is_data(self):
        """Whatever path it names, the guard puts nothing into objects that all code shares."""
        guard = pathlib.Path(__file__).resolve().parents[2] / "src/guard/guard.js"
        function = "function twice(x, y, z) { return x * 2; }"
        source = f"'use strict';\nclass Own {{}}\nexports.twice = {function};\nexports.Own = Own;\n"
        digest = 0xCBF29CE484222325
        for byte in function.encode():
            digest = (digest ^ byte) * 0x100000001B3 % 2**64
        begin = source.index(function)
        places = [["arg", 0, "constructor", "prototype", "evil"], ["arg", 0, "__proto__", "evil"], ["arg", 1, "prototype", "evil"],
                  ["arg", 2, "list", "constructor", "prototype", "evil"], ["this", "Math", "evil"], ["arg", 0, "own", "evil"]]
        functions = [{"name": "twice", "line": 3, "begin": begin, "end": begin + len(function), "enter": begin + function.index("{") + 1,
                      "hash": f"{digest:016x}", "parameters": ["x", "y", "z"], "receiver": True, "constructors": [], "inputs": {"x": place},
                      "path": [{"use": "x", "types": ["object"], "at": "index.js:3"}]} for place in places]
        (self.cwd / "index.js").write_text(source)
        self.write("evil.json", {"kingbird": "preconditions", "format": 1, "package": {"name": "evil"}, "files": {
            "index.js": {"hash": "", "units": len(source), "functions": functions}}})
        (self.cwd / "app.js").write_text("""const { twice, Own } = require('./index.js'); const own = { own: {} };
twice.call(globalThis, own, Own, { list: [] });
const shared = [{}, [], Math, new Own(), Object.prototype, Function.prototype, globalThis, String.prototype];
console.log(shared.map((one) => 'evil' in one).join(), 'evil' in own.own);""")
        result = subprocess.run(["node", "--require", str(guard), "app.js"], cwd=self.cwd, env={**self.environment, "KINGBIRD_GUARD": "evil.json"},
                                text=True, capture_output=True, timeout=60, check=False)
        self.assertEqual(result.stdout.strip(), ",".join(["false"] * 8) + " true", result)

    def test_another_repository_is_not_shown(self):
        """An archive may bring a .git that names one."""
        private = self.home / "private"
        private.mkdir()
        (private / "index.js").write_text("exports.twice = (x) => x;\n")
        for command in (["init", "-q"], ["add", "-A"], ["-c", "user.email=a@b", "-c", "user.name=a", "commit", "-qm", "first"]):
            subprocess.run(["git", *command], cwd=private, check=True, capture_output=True)
        (self.cwd / ".git").write_text(f"gitdir: {private}/.git\n")
        result = subprocess.run([KINGBIRD, "diff", "git:HEAD", ".", "--tests", "5", "--seed", "1"], cwd=self.cwd, env=self.environment,
                                text=True, capture_output=True, timeout=120, check=False)
        self.assertEqual(result.returncode, 2, result)
        self.assertIn("does not point back", result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)

    def test_the_launcher_starts_nothing_of_a_project(self):
        """`./kingbird` of a source tree that is built."""
        tree = self.home / "tree"
        script = pathlib.Path(__file__).resolve().parents[2] / "kingbird"
        (tree / "build/release/src").mkdir(parents=True)
        for name in ("src", "addon", "agent", "cmake", "tools"):
            (tree / name).mkdir(exist_ok=True)
        for name in ("agent/wire.json", "CMakeLists.txt", "CMakePresets.json", "package-lock.json", "tools/build.sh", "tools/setup.sh"):
            (tree / name).write_text("")
        shutil.copy(script, tree / "kingbird")
        program = tree / "build/release/src/kingbird"
        program.write_text("#!/bin/sh\necho \"$PATH\"\n")
        program.chmod(0o755)
        (tree / "build/release/.built").write_text(str(tree) + "\n")
        folder = self.cwd / "node_modules/.bin"
        folder.mkdir(parents=True)
        for name in ("find", "readlink", "dirname", "sh", "read"):
            for place in (self.cwd, folder):
                (place / name).write_text(f"#!/bin/sh\n: > '{self.mark}'\nPATH=/usr/bin:/bin exec {name} \"$@\"\n")
                (place / name).chmod(0o755)
        for first in (str(folder), "node_modules/.bin", ".", ""):
            path = first + ":" + os.environ["PATH"]
            result = subprocess.run(["/bin/sh", str(tree / "kingbird")], cwd=self.cwd, env={**self.environment, "PATH": path},
                                    text=True, capture_output=True, timeout=60, check=False)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, path + "\n", ""))
            self.assertFalse(self.mark.exists(), first)

    def test_the_users_own_word_counts(self):
        self.users_own({"sandbox": "none", "out": str(self.home / "results"), "tests": 5})
        result = self.run_it("--reporter", "json")
        self.assertIn(result.returncode, (0, 1), result)
        self.assertEqual(json.loads(result.stdout)["sandbox"], "none")
        self.assertTrue((self.home / "results/summary.json").exists())
        self.assertTrue(self.mark.exists(), "the mark shows nothing")

    def test_and_other_settings_of_a_project_do(self):
        self.write("kingbird.config.json", {"out": "tests/generated", "tests": 3})
        result = self.run_it()
        self.assertIn(result.returncode, (0, 1), result)
        self.assertFalse(self.mark.exists())
        self.assert_notes(json.loads((self.cwd / "tests/generated/summary.json").read_text())["notes"], result.stdout)

    def assert_notes(self, notes, shown):
        """What this kind of sandbox cannot promise here."""
        doctor = subprocess.run([KINGBIRD, "doctor"], cwd=self.cwd, env=self.environment, text=True, capture_output=True, timeout=120, check=False)
        for word, said in (("Landlock:", SANDBOX == "landlock"), ("no control groups:", "watched, not reserved" in doctor.stdout)):
            self.assertEqual(any(word in note for note in notes), said, notes)
            self.assertEqual(word in shown, said, shown)


if __name__ == "__main__":
    unittest.main()
