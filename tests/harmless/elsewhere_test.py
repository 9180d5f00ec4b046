"""A suite holds elsewhere: in other time zones and languages, without a network, in a fresh folder with an ES module package and what that
depends on. bench/run first_contact does the same with packages of npm."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

KINGBIRD = os.environ["KINGBIRD"]
# What it answers depends on where and when it is asked; two of its functions reach outside.
LOCAL = """'use strict';
const { execFile } = require('child_process');
exports.day = (milliseconds) => new Date(milliseconds || 1107575017000).getDate();
exports.words = (date) => (date instanceof Date ? date : new Date(0)).toLocaleDateString();
exports.amount = (n) => (typeof n === 'number' ? n.toLocaleString() : String(n));
exports.folder = () => process.cwd();
exports.load = async (path) => (await fetch('http://127.0.0.1:8127/' + path)).status;
exports.list = (folder, callback) => execFile('ls', [String(folder)], callback);
exports.twice = (x) => (typeof x === 'number' ? x * 2 : String(x) + x);
"""
# Getters without end, each of which leaves what it made behind, over a dependency of the package's own.
PAINTER = """import join from 'joiner';
const names = ['bold', 'dim', 'red', 'blue', 'inverse', 'hidden', 'green', 'gray'];
const styles = Object.create(Function.prototype);
const make = (parts) => Object.setPrototypeOf((...texts) => join([...parts, ...texts]), styles);
for (const name of names) {
  Object.defineProperty(styles, name, { get() {
    const value = make([name]);
    Object.defineProperty(this, name, { value });
    return value;
  } });
}
export const paint = make([]);
export function count(text) {
  if (typeof text !== 'string') return 0;
  return join([text, text]).length;
}
"""
JOINER = "export default (parts) => (parts.length === 0 ? 'nothing' : parts.join(' '));\n"
PLACES = [("America/Los_Angeles", "en_US.UTF-8"), ("Pacific/Auckland", "de_DE.UTF-8")]


def generate(folder, target):
    subprocess.run([KINGBIRD, "test", target, "--tests", "120", "--seed", "3", "--format", "node", "--log", "quiet"], cwd=folder,
                   capture_output=True, timeout=240, check=False)
    return json.loads((folder / "kingbird-out/summary.json").read_text())


class Elsewhere(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def passes(self, suite, zone="UTC", language="C.UTF-8", before=()):
        run = subprocess.run([*before, "node", "--test"], cwd=suite, capture_output=True, text=True, timeout=120, check=False,
                             env={"PATH": os.environ["PATH"], "HOME": str(self.folder), "TZ": zone, "LANG": language, "LC_ALL": language})
        self.assertEqual(run.returncode, 0, run.stdout[-3000:])

    def test_time_zones_languages_and_no_network(self):
        (self.folder / "local.js").write_text(LOCAL)
        summary = generate(self.folder, "local.js")
        self.assertGreater(summary["tests"]["kept"], 0)
        suite = self.folder / "kingbird-out/suite"
        for zone, language in PLACES:
            self.passes(suite, zone, language)
        alone = ["unshare", "--map-root-user", "--net"]
        if subprocess.run([*alone, "true"], capture_output=True, check=False).returncode == 0:
            self.passes(suite, before=alone)

    def test_an_es_module_package_in_a_fresh_folder(self):
        for name, text in (("painter", PAINTER), ("joiner", JOINER)):
            package = self.folder / "node_modules" / name
            package.mkdir(parents=True)
            dependencies = {"joiner": "1.0.0"} if name == "painter" else {}
            (package / "package.json").write_text(json.dumps({"name": name, "version": "1.0.0", "type": "module", "exports": "./index.js",
                                                              "dependencies": dependencies}))
            (package / "index.js").write_text(text)
        summary = generate(self.folder, "painter")
        self.assertGreater(summary["tests"]["kept"], 0)
        self.assertGreaterEqual(summary["coverage"]["statements"]["pct"], 60)
        # One link of the chain and no more: paint, its eight styles and count.
        self.assertEqual(len({signature["function"] for signature in summary["signatures"]}), 10)
        fresh = self.folder / "elsewhere"
        fresh.mkdir()
        shutil.copytree(self.folder / "kingbird-out/suite", fresh / "suite", ignore=shutil.ignore_patterns("node_modules"))
        shutil.copytree(self.folder / "node_modules", fresh / "node_modules")
        self.passes(fresh / "suite")


if __name__ == "__main__":
    unittest.main()
