"""The launcher and tools/setup.sh in a make-believe tree: programs of the machine are replaced by scripts that record calls."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["KINGBIRD_ROOT"])
PROGRAMS = ["g++", "cmake", "ninja", "pkg-config", "node", "npm"]
NINJA = '''mkdir -p "$2/src"; printf '#!/bin/sh\\necho "ran: $*"\\n' >"$2/src/kingbird"; chmod +x "$2/src/kingbird"'''


class Launcher(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.top = pathlib.Path(self.folder.name)
        self.tree = self.top / "a tree"
        (self.tree / "tools").mkdir(parents=True)
        for name in ["kingbird", "tools/build.sh", "tools/setup.sh", "CMakeLists.txt", "CMakePresets.json",
                     "package-lock.json"]:
            shutil.copy2(ROOT / name, self.tree / name)
        for name in ["src", "addon", "cmake"]:
            (self.tree / name).mkdir()
        self.bin = self.top / "bin"
        self.bin.mkdir()
        for name in PROGRAMS:
            self.fake(name)
        self.fake("cmake", 'mkdir -p build/release; : >build/release/build.ninja')
        self.fake("ninja", NINJA)
        self.fake("npm", "mkdir -p node_modules")
        self.fake("dpkg-query", "echo installed")
        self.fake("id", 'echo "${FAKE_UID:-0}"')
        self.fake("apt-get")
        self.fake("dpkg")

    def fake(self, name, script=":"):
        file = self.bin / name
        file.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.top}/calls"\n{script}\n')
        file.chmod(0o755)

    def calls(self):
        file = self.top / "calls"
        text = file.read_text() if file.exists() else ""
        file.unlink(missing_ok=True)
        return [line for line in text.splitlines() if not line.startswith(("id ", "dpkg-query "))]

    def run_it(self, program=None, **environment):
        return subprocess.run([program or self.tree / "kingbird", "one", "two words"], cwd="/", text=True,
                              capture_output=True, timeout=60, check=False,
                              env={"PATH": f"{self.bin}:/usr/bin:/bin", **environment})

    def test_first_run_installs_and_builds_then_runs_with_the_arguments(self):
        result = self.run_it()
        self.assertEqual(result.stdout, "ran: one two words\n", result)
        self.assertEqual([line.split()[0] for line in self.calls()], ["npm", "cmake", "ninja"])

    def test_later_runs_call_nothing(self):
        self.run_it()
        self.calls()
        link = self.top / "link"
        link.symlink_to(self.tree / "kingbird")
        self.assertEqual(self.run_it(link).stdout, "ran: one two words\n")
        self.assertEqual(self.calls(), [])

    def test_a_changed_source_is_built_again(self):
        self.run_it()
        self.calls()
        stamp = self.tree / "build/release/.built"
        file = self.tree / "src/new.cc"
        file.write_text("")
        os.utime(file, ns=(0, stamp.stat().st_mtime_ns + 1_000_000))
        self.run_it()
        self.assertEqual([line.split()[0] for line in self.calls()], ["ninja"])

    def test_an_interrupted_build_is_continued(self):
        self.fake("ninja", NINJA + "; exit 130")
        result = self.run_it()
        self.assertEqual(result.returncode, 3)
        self.assertNotIn("ran:", result.stdout)
        self.fake("ninja", NINJA)
        self.assertEqual(self.run_it().stdout, "ran: one two words\n")

    def test_an_interrupted_npm_is_done_again(self):
        self.fake("npm", "mkdir -p node_modules; exit 1")
        result = self.run_it()
        self.assertEqual(result.returncode, 3)
        self.assertIn("npm ci failed", result.stderr)
        self.fake("npm", "mkdir -p node_modules")
        self.assertEqual(self.run_it().returncode, 0)

    def test_a_moved_tree_is_built_again(self):
        self.run_it()
        self.calls()
        self.tree = self.tree.rename(self.top / "elsewhere")
        self.assertEqual(self.run_it().stdout, "ran: one two words\n")
        self.assertIn("ninja", [line.split()[0] for line in self.calls()])

    def test_root_installs_missing_packages(self):
        self.fake("dpkg-query", 'case "$*" in *libz3-dev*) exit 1 ;; esac; echo installed')
        self.run_it()
        installs = [line for line in self.calls() if line.startswith("apt-get") and " install " in line]
        self.assertEqual(len(installs), 1)
        self.assertTrue(installs[0].endswith(" libz3-dev"), installs)

    def test_without_root_it_says_exactly_what_to_install(self):
        self.fake("dpkg-query", 'case "$*" in *libz3-dev*|*libuv1-dev*) exit 1 ;; esac; echo installed')
        self.fake("sudo", "exit 1")
        result = self.run_it(FAKE_UID="1000")
        self.assertEqual(result.returncode, 3)
        self.assertEqual(result.stderr.splitlines(),
                         ["kingbird: please run as root: apt-get install libuv1-dev libz3-dev"])
        self.assertNotIn("ninja", [line.split()[0] for line in self.calls()])

    def test_two_at_once_both_run(self):
        self.fake("ninja", "sleep 1; " + NINJA)
        first = subprocess.Popen([self.tree / "kingbird"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 env={"PATH": f"{self.bin}:/usr/bin:/bin"})
        second = self.run_it()
        out, err = first.communicate(timeout=60)
        self.assertEqual((first.returncode, out), (0, "ran: \n"), err)
        self.assertEqual(second.stdout, "ran: one two words\n")
        self.assertEqual((self.calls()).count("npm ci --ignore-scripts --no-audit --no-fund"), 1)


if __name__ == "__main__":
    unittest.main()
