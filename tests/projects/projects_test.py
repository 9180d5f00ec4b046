"""kingbird init && kingbird test ., then npm test: in projects that need no runner from npm."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

KINGBIRD = os.environ["KINGBIRD"]
DURATION = """
const UNITS = { ms: 1, s: 1000, m: 60000 };
%s function parseDuration(text) {
  const match = /^(\\d+)\\s*(ms|s|m)$/.exec(text);
  if (!match) throw new TypeError(`not a duration: ${text}`);
  return Number(match[1]) * UNITS[match[2]];
}
"""
OWN_TEST = "const test = require('node:test');\ntest('own', () => {});\n"


class Projects(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()

    def write(self, **files):
        for path, text in files.items():
            path = self.root / path.replace("__", "/").replace("_dot_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def run_in(self, folder, *command):
        return subprocess.run(command, cwd=self.root / folder, text=True, capture_output=True, timeout=200, check=False)

    def assert_tests_itself(self, folder, *target, count=1):
        made = self.run_in(folder, KINGBIRD, "init")
        self.assertEqual(made.returncode, 0, made.stderr)
        run = self.run_in(folder, KINGBIRD, "test", *target, "--tests", "80", "--time-limit", "40s")
        self.assertIn(run.returncode, (0, 1), run.stdout + run.stderr)
        summary = json.loads((self.root / folder / "kingbird-out/summary.json").read_text())
        self.assertGreaterEqual(summary["tests"]["kept"], count)
        own = self.run_in(folder, "npm", "test")
        self.assertEqual(own.returncode, 0, own.stdout + own.stderr)
        self.assertIn("parseDuration", own.stdout)
        return "".join(file.read_text() for file in (self.root / folder / "kingbird-out/suite").glob("*.test.*"))

    def test_es_modules(self):
        self.write(package_dot_json='{"name": "p", "type": "module", "exports": "./index.js", "scripts": {"test": "node --test"}}',
                   index_dot_js=DURATION % "export", own_dot_test_dot_cjs=OWN_TEST)
        suite = self.assert_tests_itself(".", ".")
        self.assertRegex(suite, r"parseDuration\('\d+\s*(ms|s|m)'\)", "no text that it takes was found")

    def test_a_plain_folder_with_an_entry(self):
        self.write(package_dot_json='{"scripts": {"test": "node --test"}}', duration_dot_js="exports.parseDuration = parseDuration;" + DURATION % "")
        self.assert_tests_itself(".", ".", "--entry", "duration.js")

    def test_a_package_of_a_workspace_by_name(self):
        self.write(package_dot_json='{"name": "w", "workspaces": ["packages/*"], "scripts": {"test": "node --test"}}',
                   packages__a__package_dot_json='{"name": "@w/a"}', packages__a__index_dot_js="exports.parseDuration = parseDuration;" + DURATION % "")
        self.assert_tests_itself(".", "@w/a")

    def test_examples_of_the_readme_are_the_first_tests(self):
        self.write(package_dot_json='{"name": "d", "scripts": {"test": "node --test"}}', index_dot_js="exports.parseDuration = parseDuration;" + DURATION % "",
                   README_dot_md="```js\nconst d = require('d')\nd.parseDuration('17 m') // 1020000\n```\n")
        self.assertIn("1020000", self.assert_tests_itself(".", "."))

    def test_the_environment_is_what_was_asked_for(self):
        self.write(package_dot_json='{"name": "e", "scripts": {"test": "node --test"}}',
                   index_dot_js="exports.parseDuration = () => [process.env.UNIT, process.env.SECRET === undefined, process.env.NOBODY_SETS_THIS];\n")
        os.environ["SECRET"] = "s3cr3t"
        self.addCleanup(os.environ.pop, "SECRET")
        suite = self.assert_tests_itself(".", ".", "--env", "UNIT=hours", "--env", "SECRET")
        self.assertIn("[ 'hours', false, undefined ]", suite.replace("['", "[ '").replace("undefined]", "undefined ]"))
        for file in (self.root / "kingbird-out").rglob("*"):
            if file.is_file():
                self.assertNotIn(b"s3cr3t", file.read_bytes(), file)


if __name__ == "__main__":
    unittest.main()
