"""kingbird init && kingbird test ., then npm test: in projects that need no runner from npm. bench/projects.py has the others."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

KINGBIRD = os.environ["KINGBIRD"]
PROJECTS = pathlib.Path(__file__).resolve().parent
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

    def assert_tests_itself(self, folder, *target, count=1, sign="parseDuration"):
        made = self.run_in(folder, KINGBIRD, "init")
        self.assertEqual(made.returncode, 0, made.stderr)
        run = self.run_in(folder, KINGBIRD, "test", *target, "--tests", "80", "--time-limit", "40s")
        self.assertIn(run.returncode, (0, 1), run.stdout + run.stderr)
        summary = json.loads((self.root / folder / "kingbird-out/summary.json").read_text())
        self.assertGreaterEqual(summary["tests"]["kept"], count)
        own = self.run_in(folder, "npm", "test")
        self.assertEqual(own.returncode, 0, own.stdout + own.stderr)
        self.assertRegex(own.stdout, sign)
        return "".join(file.read_text() for file in (self.root / folder / "kingbird-out/suite").glob("*.test.*"))

    def test_es_modules(self):
        self.write(package_dot_json='{"name": "p", "type": "module", "exports": "./index.js", "scripts": {"test": "node --test"}}',
                   index_dot_js=DURATION % "export", own_dot_test_dot_cjs=OWN_TEST)
        suite = self.assert_tests_itself(".", ".")
        self.assertRegex(suite, r"parseDuration\('\d+\s*(ms|s|m)'\)", "no text that it takes was found")

    def copy(self, name):
        shutil.copytree(PROJECTS / name, self.root, dirs_exist_ok=True)

    def test_a_plain_folder_is_all_its_modules(self):
        self.copy("plain")
        suite = self.assert_tests_itself(".", ".", count=3, sign=r"area\.area")
        self.assertIn("require('../../shapes/polygon.js')", suite)
        names = {file.name for file in (self.root / "kingbird-out/suite").glob("*.test.*")}
        self.assertEqual(names, {"area.test.js", "polygon.test.js"})

    def test_a_workspace_is_all_its_packages(self):
        self.copy("workspace")
        suite = self.assert_tests_itself(".", ".", count=3, sign=r"numbers\.range|text\.pad")
        self.assertIn("from '../../packages/numbers/src/index.js'", suite)
        self.assertIn("require('../../packages/text/index.js')", suite)

    def test_typescript_that_nobody_has_built(self):
        self.copy("typescript")
        made = self.run_in(".", KINGBIRD, "init")
        self.assertEqual(made.returncode, 0, made.stderr)
        run = self.run_in(".", KINGBIRD, "test", ".", "--tests", "120", "--seed", "1", "--time-limit", "60s")
        self.assertIn(run.returncode, (0, 1), run.stdout + run.stderr)
        suite = (self.root / "kingbird-out/suite/cart.test.ts").read_text()
        self.assertIn("from '../../src/index.ts'", suite)
        self.assertRegex(suite, r"round\([^)]*'(up|down)'\)", "no rounding of those that are declared")
        summary = json.loads((self.root / "kingbird-out/summary.json").read_text())
        self.assertGreater(summary["coverage"]["statements"]["pct"], 80)
        page = (self.root / "kingbird-out/report/index.html").read_text()
        self.assertIn("src/money.ts", page)
        self.assertNotIn("__toCommonJS", page)

    def test_javascript_for_bundlers(self):
        self.write(package_dot_json='{"name": "b", "scripts": {"test": "jest"}}',
                   jest_dot_config_dot_js="module.exports = { moduleNameMapper: { '^@/(.*)$': '<rootDir>/src/$1' } };",
                   src__basket_dot_js="import { price } from './money';\nimport './basket.css';\nimport { most } from '@/limits.json';\n"
                   "export const total = (items) => {\n  if (items.length > most) return 'too many';\n  return price(items.length);\n};\n",
                   src__money_dot_js="export function price(count) {\n  if (typeof count !== 'number') throw new TypeError('no number');\n  return `${count} EUR`;\n}\n",
                   src__basket_dot_css="p {}", src__limits_dot_json='{"most": 3}',
                   src__broken_dot_js="import { total } from './basket';\nexport const a = ;\n",
                   src__View_dot_vue="<template><p/></template>\n<script>\nexport default { data: () => 1 };\n</script>\n",
                   src__page_dot_js="export const title = () => document.title;\nexport const twice = (text) => `${text}${text}`;\n")
        run = self.run_in(".", KINGBIRD, "test", ".", "--tests", "100", "--seed", "1", "--time-limit", "60s")
        self.assertIn(run.returncode, (0, 1), run.stdout + run.stderr)
        summary = json.loads((self.root / "kingbird-out/summary.json").read_text())
        files = {file["path"]: file for file in summary["files"]}
        self.assertEqual(sorted(files), [f"src/{name}" for name in ("View.vue", "basket.js", "broken.js", "money.js", "page.js")])
        self.assertIn("src/broken.js:2:", files["src/broken.js"]["not_loaded"])
        self.assertIn(".vue", files["src/View.vue"]["not_loaded"])
        self.assertGreater(files["src/View.vue"]["statements"]["total"], 0)
        self.assertLess(summary["coverage"]["statements"]["pct"], 100, "what was not loaded is not covered")
        self.assertEqual(files["src/basket.js"]["statements"]["pct"], 100)
        self.assertIn("src/broken.js", "".join(summary["notes"]))
        self.assertEqual(summary["findings"], [])
        suite = "".join(file.read_text() for file in (self.root / "kingbird-out/suite").glob("*.test.*"))
        self.assertIn("'too many'", suite)
        self.assertNotIn("page.title", suite, "there is no document")
        by_name = self.run_in(".", KINGBIRD, "test", "src/broken.js", "--tests", "10", "--out", "other")
        self.assertIn("src/broken.js:2:", by_name.stderr, "the error is what is wrong with the file")

    def test_what_runs_before_each_test_fakes_what_it_should_not_reach(self):
        self.write(package_dot_json='{"name": "d", "scripts": {"test": "node --test"}}',
                   fakes_dot_js="globalThis.fetch = async (url) => ({ ok: true, json: async () => ({ units: 'fake' }) });\n",
                   _dot_env="# local\nUNIT='minutes'\n",
                   index_dot_js="exports.parseDuration = async () => (await (await fetch('http://example.org')).json()).units + process.env.UNIT;\n")
        self.addCleanup(os.environ.pop, "UNIT", None)
        os.environ["UNIT"] = "minutes"
        suite = self.assert_tests_itself(".", ".", "--setup", "fakes.js", "--env-file", ".env")
        self.assertIn("'fakeminutes'", suite)
        self.assertIn("globalThis.fetch", (self.root / "kingbird-out/suite/setup.cjs").read_text())
        self.assertNotIn("minutes", (self.root / "kingbird-out/suite/environment.cjs").read_text())

    def test_a_server_and_what_uses_the_network_or_programs(self):
        self.copy("http")
        run = self.run_in(".", KINGBIRD, "test", ".", "--tests", "400", "--seed", "1", "--time-limit", "60s")
        self.assertIn(run.returncode, (0, 1), run.stdout + run.stderr)
        own = self.run_in(".", "npm", "test")
        self.assertEqual(own.returncode, 0, own.stdout + own.stderr)
        self.assertRegex(own.stdout, "POST /incidents")
        suite = "".join(file.read_text() for file in (self.root / "kingbird-out/suite").glob("*.test.*"))
        self.assertRegex(suite, r"request\(app, 'POST', '/incidents'.*status: 201")
        self.assertRegex(suite, r"request\(app, 'GET', '/old'\).*status: 301.*location: '/incidents'")
        self.assertRegex(suite, r"t\.mock\.method\(globalThis, 'fetch', async \(\) => ")
        self.assertRegex(suite, r"answerPrograms\(\{")
        self.assertNotIn("maxHeadersCount", suite, "members of http.Server are Node's affair")
        summary = json.loads((self.root / "kingbird-out/summary.json").read_text())
        self.assertGreater(summary["coverage"]["statements"]["pct"], 80)

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
