"""Thirty things that cannot work, each with the one line that says what was looked for, where, and what to type instead.

KINGBIRD_UPDATE=1 writes refusals.golden anew; read the difference before you commit it."""
import os
import pathlib
import subprocess
import tempfile
import unittest

KINGBIRD = os.environ["KINGBIRD"]
GOLDEN = pathlib.Path(__file__).with_name("refusals.golden")
JS = "exports.add = (a, b) => a + b;\nexports.Box = class Box { put(x) { this.x = x; } };\n"

# name: files of the folder, arguments
CASES = {
    "no target": ({}, ["test"]),
    "an empty target": ({}, ["test", ""]),
    "a file that is not there": ({"add.js": JS}, ["test", "./ad.js"]),
    "a file without its extension": ({"add.js": JS}, ["test", "./add"]),
    "a path into a folder that is not there": ({"src/add.js": JS}, ["test", "lib/add.js"]),
    "nothing behind the #": ({"add.js": JS}, ["test", "add.js#"]),
    "a class that is not there": ({"add.js": JS}, ["test", "add.js#Bag"]),
    "a method that is not there": ({"add.js": JS}, ["test", "add.js#Box", "--method", "take"]),
    "a method of a file": ({"add.js": JS}, ["test", "add.js", "--method", "put", "--only", "add"]),
    "a folder without modules": ({"a.test.js": JS, "jest.config.js": JS, "cli.js": "#!/usr/bin/env node\n"}, ["test", "."]),
    "a folder in explore": ({"a.js": JS, "b.js": JS}, ["explore", "."]),
    "an empty folder": ({"docs/readme.txt": ""}, ["test", "docs"]),
    "a main that is not built": ({"package.json": '{"name": "p", "main": "dist/index.js", "scripts": {"build": "tsc"}}'}, ["test", "."]),
    "exports that are not built": ({"package.json": '{"name": "p", "exports": "./dist/index.js", "scripts": {"build": "tsc"}}'}, ["test", "."]),
    "exports of subpaths that are not built": ({"package.json": '{"name": "p", "exports": {"./a": "./a.js"}}'}, ["test", "."]),
    "a program without a library": ({"package.json": '{"name": "p", "bin": "cli"}', "cli": ""}, ["test", "."]),
    "a workspace of packages without entries": ({"package.json": '{"name": "w", "workspaces": ["packages/*"]}',
                                                "packages/a/package.json": '{"name": "a"}',
                                                "packages/b/package.json": '{"name": "b"}'}, ["test", "."]),
    "a file for the environment that is not there": ({"add.js": JS}, ["test", "add.js", "--env-file", ".env"]),
    "a file for the environment with a slip": ({"add.js": JS, ".env": "A=1\nB\n"}, ["test", "add.js", "--env-file", ".env"]),
    "a setup that is not there": ({"add.js": JS}, ["test", "add.js", "--setup", "fakes.js"]),
    "a broken package.json": ({"package.json": "{", "index.js": JS}, ["test", "."]),
    "a subpath that is not exported": ({"node_modules/p/package.json": '{"name": "p", "exports": {".": "./i.js", "./a": "./i.js"}}',
                                        "node_modules/p/i.js": JS}, ["test", "p/b"]),
    "an entry that is not there": ({"a.js": JS}, ["test", ".", "--entry", "b.js"]),
    "exports nothing that can be called": ({"a.js": "exports.x = 1;\n"}, ["test", "a.js"]),
    "a syntax error": ({"a.js": "exports.x = (;\n"}, ["test", "a.js"]),
    "throws while it is loaded": ({"a.js": "throw new Error('not today');\n"}, ["test", "a.js"]),
    "a dependency that is not installed": ({"a.js": "require('left-pad-of-nobody');\n"}, ["test", "a.js"]),
    "only what is not there": ({"add.js": JS}, ["test", "add.js", "--only", "ad"]),
    "skips what is not there": ({"add.js": JS}, ["test", "add.js", "--skip", "sub*"]),
    "a variable that is not set": ({"add.js": JS}, ["test", "add.js", "--env", "KINGBIRD_TEST_UNSET"]),
    "a variable without a name": ({"add.js": JS}, ["test", "add.js", "--env", "=x"]),
    "a project that sets variables": ({"add.js": JS, "kingbird.config.json": '{"env": ["HOME"]}'}, ["test", "add.js"]),
    "a format nobody knows": ({"add.js": JS}, ["test", "add.js", "--format", "jasmine"]),
    "a flag with a slip": ({"add.js": JS}, ["test", "add.js", "--time-limt", "5s"]),
    "a time limit without a unit nobody has": ({"add.js": JS}, ["test", "add.js", "--time-limit", "5 parsecs"]),
}


class Refusals(unittest.TestCase):
    maxDiff = None

    def refusal(self, files, arguments):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name).resolve()
            for path, text in files.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(text)
            run = subprocess.run([KINGBIRD, *arguments], cwd=folder, text=True, capture_output=True, timeout=120, check=False,
                                 env={**os.environ, "XDG_CONFIG_HOME": str(folder / "none"), "NO_COLOR": "1"})
            lines = [line for line in run.stderr.splitlines() if line.startswith("kingbird: ")]
            self.assertEqual(len(lines), 1, run.stderr)
            self.assertIn(run.returncode, (1, 2, 3), run)
            return f"{run.returncode} {lines[0]}".replace(str(folder), "FOLDER")

    def test_each_says_what_to_do(self):
        shown = "".join(f"{name}\n    kingbird {' '.join(arguments)}\n    {self.refusal(files, arguments)}\n"
                        for name, (files, arguments) in CASES.items())
        if os.environ.get("KINGBIRD_UPDATE"):
            GOLDEN.write_text(shown)
        self.assertEqual(shown, GOLDEN.read_text())


if __name__ == "__main__":
    unittest.main()
