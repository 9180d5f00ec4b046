"""What somebody puts where Kingbird writes or cleans up: a folder of results with links, pipes and leftovers that look like ours, a
revision that has a link in the place of a folder, other people's folders among the temporary files. Nothing outside is written, read
or removed, and a refusal is one line. The core's own writers know no sandbox: in one kind only, as root and as an ordinary user."""
import json
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

KINGBIRD = os.environ["KINGBIRD"]
NUMBER = "0123456789abcdef" * 2
HOOK = "#!/bin/sh\ntouch ran\n"


class Writing(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name).resolve()
        self.home, self.temporary, self.victim = (self.top / name for name in ("home", "tmp", "victim"))
        self.cwd = self.top / "project"
        self.out = self.cwd / "kingbird-out"
        for made in (self.home, self.temporary, self.victim, self.out):
            made.mkdir(parents=True)
        self.environment = {**os.environ, "HOME": str(self.home), "KINGBIRD_CACHE": str(self.home / "cache"), "TMPDIR": str(self.temporary)}
        (self.cwd / "package.json").write_text(json.dumps({"name": "evil", "version": "1.0.0", "main": "index.js"}))
        (self.cwd / "index.js").write_text("exports.twice = (x) => x * 2;\n")
        (self.out / ".kingbird-manifest.json").write_text('{"files": {}}')

    def run_it(self, *arguments, cwd=None):
        return subprocess.run([KINGBIRD, *arguments], cwd=cwd or self.cwd, env=self.environment, text=True, capture_output=True, timeout=100,
                              check=False)

    def refused(self, code, words, *arguments, cwd=None):
        result = self.run_it(*arguments, cwd=cwd)
        self.assertEqual(result.returncode, code, result)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn(words, result.stderr)

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.email=a@b", "-c", "user.name=a", *arguments], cwd=self.top, check=True, capture_output=True)

    def test_leftovers_that_no_run_of_ours_left(self):
        """As a clone or an archive brings them: they would be moved to where a link or a name with dots leads."""
        hooks = self.cwd / ".git/hooks"
        hooks.mkdir(parents=True)
        (self.out / "suite").mkdir()
        (self.out / "suite/hooks").symlink_to("../../.git/hooks")
        (self.out / "results.sqlite").write_bytes(b"")
        shipped = [".kingbird-suite/hooks", ".kingbird-../.git/hooks", f".kingbird-{NUMBER}-0-suite/hooks", f".kingbird-{NUMBER}-0-../.git/hooks"]
        for name in shipped:
            (self.out / name).mkdir(parents=True)
            (self.out / name / "pre-commit").write_text(HOOK)
        # A journal beside the results is nobody's.
        (self.out / "journals").mkdir()
        (self.out / "journals/note.json").write_text(json.dumps({"numbers": [NUMBER]}))
        self.refused(2, "no run", "report")
        self.assertEqual(list(hooks.iterdir()), [])
        for name in shipped:
            self.assertEqual((self.out / name / "pre-commit").read_text(), HOOK)

    def test_what_is_no_folder_in_the_place_of_a_folder(self):
        """Said at once: the search for a free name below a file would never end."""
        for name in ("suite", "findings", "report"):
            for make in (lambda path: path.write_text("x"), os.mkfifo, lambda path: path.symlink_to(self.victim)):
                make(self.out / name)
                self.refused(2, f"kingbird-out/{name} is ", "test", ".")
                (self.out / name).unlink()
        self.assertEqual(list(self.victim.iterdir()), [])

    def test_pipes_in_the_place_of_files(self):
        pipes = [self.out / name for name in ("results.sqlite", "results.sqlite-journal", "summary.json", ".kingbird-probe")]
        for pipe in pipes:
            os.mkfifo(pipe)
        begin = time.monotonic()
        result = self.run_it("test", ".", "--tests", "5", "--seed", "1", "--jobs", "1")
        self.assertEqual(result.returncode, 0, result)
        self.assertNotEqual(self.run_it("report").returncode, 0)
        self.assertLess(time.monotonic() - begin, 60)
        self.assertTrue(all(pipe.is_fifo() for pipe in pipes))

    def test_hard_links_to_files_of_the_user(self):
        """As an archive may bring them: results.sqlite is one that Kingbird replaces whatever it holds."""
        for name in ("results.sqlite", "summary.json"):
            (self.victim / name).write_bytes(b"")
            (self.out / name).hardlink_to(self.victim / name)
        (self.out / ".kingbird-manifest.json").write_text('{"files": {"results.sqlite": ["in place"]}}')
        result = self.run_it("test", ".", "--tests", "5", "--seed", "1", "--jobs", "1")
        self.assertEqual(result.returncode, 0, result)
        self.assertGreater((self.out / "results.sqlite").stat().st_size, 0)
        self.assertEqual([path.read_bytes() for path in self.victim.iterdir()], [b"", b""])

    def test_a_link_in_the_place_of_the_configuration(self):
        config = self.cwd / "kingbird.config.json"
        config.symlink_to(self.victim / "new.json")
        self.refused(2, "exists already", "init")
        config.unlink()
        os.mkfifo(config)
        self.refused(2, "exists already", "init")
        self.assertEqual(list(self.victim.iterdir()), [])

    def test_a_revision_with_a_link_in_the_place_of_the_folder(self):
        """Nothing is linked or read where it leads: the way up from the cache, or another project of the user's."""
        (self.victim / "package.json").write_text('{"name": "private", "main": "index.js"}')
        (self.victim / "index.js").write_text("exports.twice = (x) => x * 2;\n")
        (self.cwd / "node_modules/bufferutil").mkdir(parents=True)
        (self.cwd / "node_modules/bufferutil/index.js").write_text("module.exports = 1;\n")
        self.git("init", "-q")
        for target in (str(self.victim), "../../../..", "."):
            self.cwd.rename(self.top / "aside")
            self.cwd.symlink_to(target)
            self.git("add", "-f", "project")
            self.git("commit", "-qm", "link")
            self.cwd.unlink()
            (self.top / "aside").rename(self.cwd)
            self.refused(2, "revision 'HEAD' has no folder project", "diff", "git:HEAD", ".", "--tests", "5")
        for place in (self.victim, self.home, self.top, self.home / "cache"):
            self.assertFalse((place / "node_modules").is_symlink(), place)

    def test_folders_of_the_user_among_the_temporary_files(self):
        """Names like those that Kingbird gives, in the place where everybody's temporary files are and in Kingbird's own."""
        own = self.temporary / f"kingbird-{os.geteuid()}"
        own.mkdir(mode=0o700)
        kept = [self.temporary / "kingbird-results-2026-backup", self.temporary / "kingbird-stage-1-abcdef", own / "kingbird-stage-1-abcdef"]
        for folder in kept:
            folder.mkdir()
            (folder / "thesis.txt").write_text("precious")
        (own / "kingbird-link-1-abcdef").symlink_to(self.temporary / "kingbird-results-2026-backup")
        (self.out / "suite").write_text("refused after the sweep\n")
        self.refused(2, "is not a folder", "test", ".")
        for folder in kept:
            self.assertEqual((folder / "thesis.txt").read_text(), "precious")

    def test_a_place_for_temporary_files_that_others_made(self):
        """Without HOME the cache is there, too, and programs from the cache are run."""
        del self.environment["HOME"], self.environment["KINGBIRD_CACHE"]
        place = self.temporary / f"kingbird-{os.geteuid()}"
        planted = self.temporary / "kingbird-cache/packages/esbuild@0.25.12/node_modules/esbuild/bin"
        planted.mkdir(parents=True)
        for make in (lambda: place.symlink_to(self.victim), lambda: (place.mkdir(), place.chmod(0o777)), lambda: place.write_text("x")):
            make()
            self.refused(3, "must be a folder that belongs to you", "test", ".")
            place.rmdir() if place.is_dir() and not place.is_symlink() else place.unlink()
        if os.geteuid() == 0:
            place.mkdir(mode=0o700)
            os.chown(place, 65534, 65534)
            self.refused(3, "must be a folder that belongs to you", "test", ".")
            place.rmdir()
        result = self.run_it("test", ".", "--tests", "5", "--seed", "1", "--jobs", "1")
        self.assertEqual(result.returncode, 0, result)
        self.assertEqual(sorted(path.name for path in place.iterdir()), ["cache"])
        self.assertEqual(list(planted.iterdir()), [])
        self.assertEqual(list(self.victim.iterdir()), [])
        self.temporary.chmod(0o777)
        self.refused(3, "other users may rename folders", "test", ".")

    def test_a_cache_that_others_may_write_to(self):
        cache = self.home / "cache"
        cache.mkdir()
        cache.chmod(0o777)
        for command in (("test", "."), ("report",), ("conform", "Math.max")):
            (self.out / "results.sqlite").write_bytes(b"")
            self.refused(3, f"other users may write to {cache} (run chmod go-w on it", *command)
        if os.geteuid() == 0:
            cache.chmod(0o755)
            os.chown(cache, 65534, 65534)
            self.refused(3, f"{cache} belongs to another user", "test", ".")


if __name__ == "__main__":
    unittest.main()
