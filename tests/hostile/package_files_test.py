"""What lies in a package's folder: links that lead out, links in a circle, devices, pipes, files without end, caches and results that
somebody forged. The core reads nothing outside, does not wait, does not grow, and goes on. In the kind of sandbox
that TEST_SANDBOX names."""
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import time
import unittest

KINGBIRD = os.environ["KINGBIRD"]
SANDBOX = os.environ["TEST_SANDBOX"]
# The core's own parsers know neither the sandbox nor the user: once is enough.
once = unittest.skipIf("TEST_AGAIN" in os.environ, "the same in the first kind")
SECRET = "hunter2hunter2"
MOST_MB = int(os.environ.get("MOST_MB", "300"))
# Prints what it can see of a path.
SPY = """const fs = require('fs');
exports.spy = () => { try { return String(fs.readFileSync(%s)); } catch (error) { return error.code; } };
exports.twice = (x) => x * 2;
"""


class PackageFiles(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.home = pathlib.Path(self.folder.name).resolve() / "home"
        self.cwd = self.home / "project"
        self.cwd.mkdir(parents=True)
        (self.home / "secret.json").write_text(json.dumps({"token": SECRET, "f": 1}))
        self.package()

    def package(self, text="exports.twice = (x) => x * 2;\n", **more):
        (self.cwd / "package.json").write_text(json.dumps({"name": "evil", "version": "1.0.0", "main": "index.js", **more}))
        (self.cwd / "index.js").write_text(text)

    def run_it(self, *arguments, limit=100):
        """The result, with the peak of the core's own memory in megabytes."""
        environment = {**os.environ, "HOME": str(self.home), "KINGBIRD_CACHE": str(self.home / "cache"),
                       "TMPDIR": str(self.home)}
        with tempfile.TemporaryFile("w+", errors="surrogateescape") as out:
            kind = ["--sandbox", SANDBOX] if arguments[0] == "test" else []
            process = subprocess.Popen([KINGBIRD, *arguments, *kind], cwd=self.cwd, env=environment, stdout=out, stderr=subprocess.STDOUT)
            peak = 0
            begin = time.monotonic()
            while process.poll() is None:
                if time.monotonic() - begin > limit:
                    process.kill()
                    process.wait()
                    self.fail("the core waits for ever")
                try:
                    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
                    peak = max([peak] + [int(line.split()[1]) >> 10 for line in status.splitlines() if line.startswith("VmHWM")])
                except (OSError, ValueError):
                    pass
                time.sleep(0.02)
            out.seek(0)
            text = out.read()
        self.assertLess(peak, MOST_MB, "the core grew")
        self.assertGreaterEqual(process.returncode, 0, text[-500:])
        self.assertNotIn("internal error", text)
        return process.returncode, text

    def attack(self, codes=(0, 1), tests="20", more=()):
        code, text = self.run_it("test", ".", "--tests", tests, "--seed", "1", "--jobs", "1", "--time-limit", "60", *more)
        self.assertIn(code, codes, text[-800:])
        self.assertNotIn(SECRET, text)
        for path in (self.cwd / "kingbird-out").rglob("*"):
            if path.is_file():
                self.assertNotIn(SECRET.encode(), path.read_bytes(), path)
        return text

    def test_node_modules_is_a_link_to_the_home(self):
        (self.cwd / "node_modules").symlink_to("..")
        self.package(SPY % json.dumps(str(self.home / "secret.json")))
        self.attack()
        # Of that name it may be one: others share theirs between folders.
        (self.cwd / "node_modules").unlink()
        (self.home / "shared/node_modules/dependency").mkdir(parents=True)
        (self.home / "shared/node_modules/dependency/index.js").write_text("module.exports = 21;\n")
        (self.cwd / "node_modules").symlink_to(self.home / "shared/node_modules")
        self.package("const n = require('dependency'); exports.twice = () => n * 2;\n")
        self.attack()

    def test_the_entry_leads_out(self):
        self.package(main="../secret.json")
        self.attack(codes=(0, 1, 2, 3))
        self.package(main="way.json")
        (self.cwd / "way.json").symlink_to("../secret.json")
        self.attack(codes=(0, 1, 2, 3))
        (self.cwd / "index.js").unlink()
        self.assertIn("nothing to load", self.attack(codes=(2, 3)))
        (self.cwd / "file.js").symlink_to("../secret.json")
        code, text = self.run_it("test", "file.js", "--tests", "5")
        self.assertEqual(code, 2, text)
        self.assertIn("leads out", text)

    def test_what_is_read_about_it_leads_out(self):
        lines = f"const evil = require('evil');\nevil.twice('{SECRET}');\n"
        (self.home / "other.md").write_text(f"```js\n{lines}```\n")
        (self.home / "other.js").write_text(lines)
        (self.home / "other.d.ts").write_text(f"export function twice(x: '{SECRET}'): number;\n")
        (self.cwd / "README.md").symlink_to("../other.md")
        (self.cwd / "test").mkdir()
        (self.cwd / "test/a.js").symlink_to("../../other.js")
        (self.cwd / "docs").symlink_to("..")
        (self.cwd / "index.d.ts").symlink_to("../other.d.ts")
        self.package(types="../other.d.ts")
        self.assertIn("not read", self.attack(tests="60"))

    def discovered(self, target):
        """The names of what a target exports, which tell what it saw while it was loaded."""
        code, text = self.run_it("discover", target, "--sandbox", SANDBOX)
        self.assertEqual(code, 0, text)
        self.assertNotIn(SECRET, text)
        return text

    def test_one_file_is_no_home(self):
        """`npm install` leaves a package.json where somebody happens to stand."""
        key = self.home / "other/.ssh/id"
        key.parent.mkdir(parents=True)
        key.write_text(SECRET)
        beside = self.home / "other/taxes.json"
        beside.write_text(json.dumps(SECRET))
        (self.home / "other/part.js").write_text("module.exports = 2;\n")
        (self.home / "other/evil.js").write_text(
            "const fs = require('fs'); const two = require('./part');\nfor (const file of %s) { let seen; try { seen = "
            "String(fs.readFileSync(file)); } catch (error) { seen = error.code; } exports['saw ' + seen] = (x) => x * two; }\n"
            % json.dumps([str(key), str(beside), str(self.home / "secret.json")]))
        for place, manifest in (("other", {"dependencies": {}}), ("other", {"name": "home"}), (".", {"name": "home"})):
            for file in (self.home / "package.json", self.home / "other/package.json"):
                file.unlink(missing_ok=True)
            (self.home / place / "package.json").write_text(json.dumps(manifest))
            text = self.discovered(str(self.home / "other/evil.js"))
            self.assertRegex(text, "saw E(NOENT|ACCES)")

    def test_links_lead_to_members_of_the_workspace_alone(self):
        (self.home / "shop").mkdir()
        (self.home / "shop/package.json").write_text(json.dumps({"name": "shop", "main": "index.js"}))
        (self.home / "shop/index.js").write_text(f"module.exports = '{SECRET}';\n")
        (self.cwd / "node_modules").mkdir()
        (self.cwd / "node_modules/shop").symlink_to("../../shop")
        text = "let seen; try { seen = require('shop'); } catch (error) { seen = error.code; } exports['saw ' + seen] = (x) => x;\n"
        for more in ({}, {"workspaces": ["../*"]}):
            self.package(text, **more)
            self.assertRegex(self.discovered("."), "saw (MODULE_NOT_FOUND|EACCES)")
        # A member of the workspace that the target is a member of is shown.
        (self.home / "package.json").write_text(json.dumps({"workspaces": ["project", "shop"]}))
        (self.home / "work").mkdir()
        for name in ("project", "shop", "package.json"):
            shutil.move(self.home / name, self.home / "work" / name)
        self.cwd = self.home / "work/project"
        (self.home / "work/shop/index.js").write_text("module.exports = 'member';\n")
        self.assertIn("saw member", self.discovered("."))

    @once
    def test_tsconfig_extends_nothing_outside(self):
        (self.cwd / "index.js").unlink()
        options = {"compilerOptions": {"jsx": "react", "jsxFactory": SECRET}}
        (self.home / "other.json").write_text(json.dumps(options))
        self.package(main="index.tsx")
        (self.cwd / "index.js").unlink()
        (self.cwd / "index.tsx").write_text("let seen = ''; try { const b = <b/>; } catch (error: any) { seen = error.message; }\n"
                                            "declare const module: any; module.exports['saw ' + seen] = (x: number) => x;\n")
        (self.cwd / "way.json").symlink_to("../other.json")
        for extends in (str(self.home / "other.json"), "../other.json", "./way.json", "../other"):
            (self.cwd / "tsconfig.json").write_text(json.dumps({"extends": extends}))
            self.assertIn("saw React", self.discovered("."))
        # Within the project, and the repository around it, it does.
        self.cwd.rename(self.home / "p")
        (self.home / "repo/.git").mkdir(parents=True)
        self.cwd = self.home / "repo/project"
        (self.home / "p").rename(self.cwd)
        (self.home / "repo/base.json").write_text(json.dumps({"compilerOptions": {"jsx": "react", "jsxFactory": "factoryOfTheRepository"}}))
        (self.cwd / "tsconfig.json").write_text(json.dumps({"extends": "../base.json"}))
        self.assertIn("saw factoryOfTheRepository", self.discovered("."))

    def test_links_in_a_circle(self):
        (self.cwd / "docs").mkdir()
        for name in ("a", "b", "c"):
            (self.cwd / "docs" / name).symlink_to(".")
        (self.cwd / "README.md").symlink_to("README.md")
        self.attack()
        # Without a limit of time.
        code, text = self.run_it("mine", "docs", ".", "--package", "evil", limit=60)
        self.assertEqual(code, 0, text)

    def test_devices_and_pipes(self):
        (self.cwd / "README.md").symlink_to("/dev/zero")
        (self.cwd / "test").mkdir()
        os.mkfifo(self.cwd / "test/a.js")
        os.mkfifo(self.cwd / "index.d.ts")
        os.mkfifo(self.cwd / "tsconfig.json")
        self.attack()

    @once
    def test_devices_pipes_and_circles_beside_typescript(self):
        (self.cwd / "index.js").unlink()
        (self.cwd / "index.ts").write_text("export const twice = (x: number): number => x * 2;\n")
        (self.cwd / "src").mkdir()
        (self.cwd / "src/part.ts").write_text("export const part: number = 1;\n")
        (self.cwd / "package.json").write_text(json.dumps({"name": "evil", "version": "1.0.0", "main": "index.ts"}))
        (self.cwd / "tsconfig.json").symlink_to("/dev/zero")
        (self.cwd / "src/package.json").symlink_to("/dev/zero")
        os.mkfifo(self.cwd / "src/tsconfig.json")
        (self.cwd / "again").symlink_to(".")
        # Scopes that hold themselves.
        (self.cwd / "node_modules").mkdir()
        for name in ("@a", "@b", "@c"):
            (self.cwd / "node_modules" / name).symlink_to(".")
        self.assertRegex(self.attack(codes=(0,)), r"statements .* 100 %")
        (self.cwd / "tsconfig.json").unlink()
        (self.home / "node_modules/evil-config").mkdir(parents=True)
        os.mkfifo(self.home / "node_modules/evil-config/tsconfig.json")
        (self.cwd / "tsconfig.json").write_text(json.dumps({"extends": ["evil-config", "./tsconfig.json", "../secret.json"]}))
        self.assertRegex(self.attack(codes=(0,)), r"statements .* 100 %")

    @once
    def test_a_manifest_that_is_none(self):
        manifest = self.cwd / "package.json"
        (self.cwd / "index.js").write_text("exports.twice = (x) => x * 2;\n")
        head = '{"name": "evil", "version": "1.0.0", "main": "index.js", "exports": '
        for name, text in {"deep": head + '{"x":' * 300000 + "1" + "}" * 300000 + "}",
                           "deep list": "[" * 300000,
                           "many": head + "{" + ",".join(f'"./m{i}": "./x"' for i in range(400000)) + "}}",
                           "kinds": '{"name": [], "version": {}, "main": {}, "exports": 7, "types": [], "scripts": 1, "workspaces": 3}',
                           }.items():
            with self.subTest(name):
                manifest.write_text(text)
                self.run_it("test", ".", "--tests", "5", "--seed", "1", "--jobs", "1")
        manifest.unlink()
        os.mkfifo(manifest)
        self.run_it("test", ".", "--tests", "5", "--seed", "1", "--jobs", "1")

    def test_files_without_end(self):
        # 200 MiB are less than the core reads of a file of its own.
        for name, size in (("data.bin", 3 << 30), ("large.js", 3 << 30), ("README.md", 200 << 20), ("index.d.ts", 200 << 20)):
            with open(self.cwd / name, "wb") as file:
                file.truncate(size)
        self.attack()

    def test_output_without_end(self):
        """In tests, and once more where the suite is checked."""
        self.package("const text = 'x'.repeat(1 << 20);\n"
                     "exports.flood = () => {\n"
                     "  for (let n = 0; n < 400 << 20;) try { n += require('fs').writeSync(2, text); } catch (e) { if (e.code !== 'EAGAIN') throw e; }\n"
                     "  return 1;\n"
                     "};\n"
                     "if (process.execArgv.some((word) => word.startsWith('--test-reporter'))) exports.flood();\n"
                     "exports.twice = (x) => x * 2;\n")
        text = self.attack(more=("--log", "debug"))
        self.assertTrue(any("suite check" in line and "x" * 1000000 in line for line in text.splitlines()), "it did not flood that")

    @once
    def test_node_beside_the_secrets(self):
        shutil.copy(os.path.realpath(shutil.which("node")), self.home / "node")
        self.package(SPY % json.dumps(str(self.home / "secret.json")))
        code, text = self.run_it("test", ".", "--tests", "20", "--seed", "1", "--jobs", "1", "--node", str(self.home / "node"))
        self.assertIn(code, (0, 1), text)
        # A suite that saw more when it was checked would not have kept this.
        suite = "".join(path.read_text() for path in (self.cwd / "kingbird-out/suite").rglob("*.test.*"))
        self.assertRegex(suite, "ENOENT|EACCES")

    @once
    def test_a_cache_that_somebody_damaged(self):
        arguments = ("test", ".", "--tests", "10", "--seed", "1", "--jobs", "1")
        self.run_it(*arguments)
        entries = [path for path in (self.home / "cache").rglob("*") if path.is_file()]
        self.assertTrue(entries)
        for damage in (b"", b"{}\n", b"\xff" * 100, b"[" * 10000, b'{"size": "x", "state": [], "facts": 1}\n'):
            for path in entries:
                path.write_bytes(damage)
            code, text = self.run_it(*arguments)
            self.assertIn(code, (0, 1), text)

    @once
    def test_results_that_somebody_forged(self):
        self.run_it("test", ".", "--tests", "10", "--seed", "1", "--jobs", "1")
        results = self.cwd / "kingbird-out/results.sqlite"
        whole = results.read_bytes()
        with sqlite3.connect(results) as database:
            database.execute("drop table notes")
            database.execute("create view notes(run, text, rowid) as with recursive n(x) as (select 1 union all select x + 1 from n)"
                             " select (select max(id) from runs), 'x', x from n")
        database.close()
        code, _ = self.run_it("report", limit=60)
        self.assertEqual(code, 3)
        results.write_bytes(whole)
        with sqlite3.connect(results) as database:
            database.execute("insert into notes select (select max(id) from runs), zeroblob(30000000)")
            for _ in range(6):
                database.execute("insert into notes select * from notes")
        database.close()
        self.run_it("report", limit=60)
        for word in ("command", "sandbox", "format"):
            results.write_bytes(whole)
            with sqlite3.connect(results) as database:
                database.execute(f"update runs set {word} = '\x1b[2Jevil'")
            database.close()
            code, text = self.run_it("report")
            self.assertEqual(code, 2, text)
            self.assertIn("nothing of ours is called '\\x1b[2Jevil'", text)
        other = self.home / "other.sqlite"
        other.write_bytes(whole)
        before = other.read_bytes()
        results.unlink()
        results.symlink_to(other)
        code, _ = self.run_it("report")
        self.assertNotEqual(code, 0)
        self.assertEqual(other.read_bytes(), before)

    @once
    def test_a_journal_that_names_a_file_of_the_user(self):
        self.run_it("test", ".", "--tests", "10", "--seed", "1", "--jobs", "1")
        results = self.cwd / "kingbird-out/results.sqlite"
        named = self.home / "diary.txt"
        named.write_text("mine")
        size = int.from_bytes(results.read_bytes()[16:18], "big")
        magic = bytes.fromhex("d9d505f920a163d7")
        u32 = lambda number: number.to_bytes(4, "big")
        # No pages to bring back; then the name of a journal of several databases, which is removed when that is done.
        header = magic + u32(0) + u32(1) + u32(results.stat().st_size // size) + u32(512) + u32(size)
        name = str(named).encode()
        journal = header.ljust(512, b"\0") + u32((1 << 30) // size + 1) + name + u32(len(name)) + u32(sum(name)) + magic
        pathlib.Path(f"{results}-journal").write_bytes(journal)
        for command in (("report",), ("test", ".", "--tests", "10", "--seed", "1", "--jobs", "1")):
            code, text = self.run_it(*command)
            self.assertTrue(named.exists(), text)
            self.assertEqual(code, 0, text)
        self.assertTrue(pathlib.Path(f"{results}-journal").exists(), "it is nobody's to remove")

    def test_folders_of_killed_runs_are_swept(self):
        self.package("exports.wait = () => new Promise((done) => setTimeout(done, 1000)); exports.twice = (x) => x * 2;\n")
        process = subprocess.Popen([KINGBIRD, "test", ".", "--seed", "1", "--jobs", "1"], cwd=self.cwd, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, env={**os.environ, "HOME": str(self.home), "TMPDIR": str(self.home)})
        deadline = time.monotonic() + 60
        place = self.home / f"kingbird-{os.geteuid()}"
        while not list(place.glob("kingbird-*")) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.kill()
        process.wait()
        self.assertTrue(list(place.glob("kingbird-*")))
        self.run_it("test", ".", "--tests", "5", "--seed", "1", "--jobs", "1")
        # What takes long is removed by a process of its own.
        deadline = time.monotonic() + 30
        while list(place.glob("kingbird-*")) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(list(place.glob("kingbird-*")), [])


if __name__ == "__main__":
    unittest.main()
