"""Runs kingbird test on basket.js, checks every file it leaves, and looks at the page with headless Chromium."""
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as xml

KINGBIRD = os.environ["KINGBIRD"]
HERE = pathlib.Path(__file__).resolve().parent

# Runs in the page after its own script; what it finds out ends up in <html data-found>.
PROBE = """
<script>
window.addEventListener('error', (event) => { window.failure = event.message; });
const found = {};
found.sections = [...document.querySelectorAll('section')].map((section) => section.id);
const box = document.querySelector('svg .line').getBoundingClientRect();
found.curve = box.width > 200 && box.height > 5;
found.overflow = document.documentElement.scrollWidth > document.documentElement.clientWidth;
found.background = getComputedStyle(document.body).backgroundColor;
const search = document.querySelector('#tests input');
const entries = [...document.querySelectorAll('#tests details')];
found.tests = entries.length;
search.value = 'no test has this name';
search.dispatchEvent(new Event('input'));
found.afterFilter = entries.filter((entry) => entry.offsetParent !== null).length;
search.value = '';
search.dispatchEvent(new Event('input'));
found.afterClearing = entries.filter((entry) => entry.offsetParent !== null).length;
for (const details of document.querySelectorAll('details')) details.open = true;
found.lines = [...document.querySelectorAll('#files pre.source span')].map((line) => [line.className, line.textContent]);
found.overflowOpen = document.documentElement.scrollWidth > document.documentElement.clientWidth;
found.resources = performance.getEntriesByType('resource').length;
found.failure = window.failure || null;
document.documentElement.dataset.found = JSON.stringify(found);
</script>
"""


def look_at(page, width=1280, dark=False):
    """Opens a copy of the page with the probe in it; returns what the probe found."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "page.html"
        copy.write_text(page.read_text().replace("</body>", PROBE + "</body>"))
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--window-size={width},900",
                   f"--user-data-dir={folder}/profile", "--host-resolver-rules=MAP * ~NOTFOUND", "--dump-dom"]
        if dark:
            command.append("--blink-settings=preferredColorScheme=0")
        result = subprocess.run([*command, copy.as_uri()], capture_output=True, text=True, timeout=120, check=True)
    match = re.search(r'data-found="([^"]*)"', result.stdout)
    return json.loads(match.group(1).replace("&quot;", '"').replace("&lt;", "<").replace("&gt;", ">")
                      .replace("&amp;", "&"))


class Interrupted(unittest.TestCase):
    def test_ctrl_c_keeps_a_valid_suite(self):
        """As a terminal does it: the signal goes to the whole process group, Node included."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(HERE / "basket.js", folder)
            process = subprocess.Popen([KINGBIRD, "test", "basket.js", "--tests", "4000", "--seed", "1"], cwd=folder,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                       start_new_session=True)
            for line in process.stderr:  # a line when it begins, with no test run yet, and one for each quarter
                if line.startswith("generating  "):
                    break
            os.killpg(process.pid, signal.SIGINT)
            _, errors = process.communicate(timeout=120)
            self.assertEqual(process.returncode, 130, errors)
            out = pathlib.Path(folder) / "kingbird-out"
            summary = json.loads((out / "summary.json").read_text())
            self.assertTrue(summary["interrupted"])
            self.assertGreater(summary["tests"]["kept"], 0)
            suite = subprocess.run(["node", "--test"], cwd=out / "suite", capture_output=True, text=True, timeout=120,
                                   check=False)
            self.assertEqual(suite.returncode, 0, suite.stdout)


class Fallback(unittest.TestCase):
    def test_the_weaker_sandbox_keeps_tests_too(self):
        """Containers often refuse namespaces; the suite must pass its check under Landlock and seccomp as well."""
        doctor = subprocess.run([KINGBIRD, "doctor", "--sandbox", "landlock"], capture_output=True, timeout=60, check=False)
        if doctor.returncode != 0:
            self.skipTest("no Landlock here")
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(HERE / "basket.js", folder)
            result = subprocess.run([KINGBIRD, "test", "basket.js", "--tests", "40", "--seed", "1", "--reporter", "json",
                                     "--sandbox", "landlock"], cwd=folder, capture_output=True, text=True, timeout=120,
                                    check=False)
            summary = json.loads(result.stdout)
            self.assertEqual(summary["sandbox"], "landlock")
            self.assertGreater(summary["tests"]["kept"], 0)


class RunAndPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.work = pathlib.Path(cls.folder.name)
        shutil.copy(HERE / "basket.js", cls.work)
        cls.result = subprocess.run(
            [KINGBIRD, "test", "basket.js", "--seed", "1", "--tests", "60", "--reporter", "json"],
            cwd=cls.work, capture_output=True, text=True, timeout=240, check=False)
        cls.out = cls.work / "kingbird-out"

    def test_the_run_ends_well_and_prints_its_summary(self):
        self.assertIn(self.result.returncode, (0, 1), self.result.stderr)
        summary = json.loads(self.result.stdout)
        self.assertEqual(summary, json.loads((self.out / "summary.json").read_text()))
        self.assertEqual(summary["seed"], 1)
        self.assertEqual(summary["tests"]["executed"], 60)
        self.assertGreater(summary["tests"]["kept"], 0)
        self.assertGreater(summary["coverage"]["statements"]["pct"], summary["coverage"]["load_only_pct"])
        self.assertIn({"function": "later", "args": ["_", "async"]}, summary["signatures"])

    def test_progress_is_plain_lines_off_a_terminal(self):
        self.assertIn("generating", self.result.stderr)
        self.assertNotIn("\x1b", self.result.stderr)

    def test_the_database_holds_the_run(self):
        database = sqlite3.connect(self.out / "results.sqlite")
        self.addCleanup(database.close)
        self.assertEqual(database.execute("SELECT target, executed FROM runs").fetchall(), [("basket.js", 60)])
        kept = json.loads(self.result.stdout)["tests"]["kept"]
        self.assertEqual(database.execute("SELECT count(*) FROM tests").fetchone(), (kept,))

    def report(self, reporter):
        return subprocess.run([KINGBIRD, "report", "--reporter", reporter], cwd=self.work, capture_output=True, text=True,
                              timeout=60, check=True).stdout

    def test_other_reporters_come_from_the_database(self):
        suites = xml.fromstring(self.report("junit"))
        self.assertEqual(suites.tag, "testsuites")
        summary = json.loads(self.result.stdout)
        self.assertEqual(len(suites.findall(".//testcase")), summary["tests"]["kept"] + len(summary["findings"]))
        self.assertEqual(json.loads(self.report("sarif"))["version"], "2.1.0")
        self.assertIn("::notice title=Kingbird", self.report("github"))
        self.assertEqual(json.loads(self.report("json")), summary)
        self.assertIn("kingbird-out/report/index.html", self.report("text"))

    def test_the_page_in_a_browser(self):
        found = look_at(self.out / "report/index.html")
        self.assertIsNone(found["failure"])
        for section in ["curve", "findings", "tests", "files", "signatures"]:
            self.assertIn(section, found["sections"])
        self.assertTrue(found["curve"], "the curve has no size")
        self.assertFalse(found["overflow"] or found["overflowOpen"], "the page scrolls sideways")
        self.assertEqual(found["resources"], 0, "the page loads something")
        self.assertEqual(found["afterFilter"], 0)
        self.assertEqual(found["afterClearing"], found["tests"])
        self.assertGreater(found["tests"], 0)

    def test_the_page_shows_the_source_with_its_lines(self):
        lines = look_at(self.out / "report/index.html")["lines"]
        source = (HERE / "basket.js").read_text().splitlines()
        self.assertEqual([text for _, text in lines], source)
        by_text = {text.strip(): name for name, text in lines}
        self.assertEqual(by_text["""return 'reached & "quoted"';"""], "m")
        self.assertEqual(by_text["let total = 0;"], "h")

    def test_the_page_follows_the_colour_scheme_and_fits_a_phone(self):
        light = look_at(self.out / "report/index.html", width=500)
        dark = look_at(self.out / "report/index.html", width=500, dark=True)
        self.assertNotEqual(light["background"], dark["background"])
        self.assertFalse(light["overflow"] or light["overflowOpen"])


if __name__ == "__main__":
    unittest.main()
