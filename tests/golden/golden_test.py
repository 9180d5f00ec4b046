"""kingbird test on subject/, once for each runner: suites, page and terminal are those in expected/, to the letter but for what
differs from run to run (times, folders, versions). KINGBIRD_UPDATE=1 writes expected/ anew."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

KINGBIRD = os.environ["KINGBIRD"]
HERE = pathlib.Path(__file__).resolve().parent
UPDATE = os.environ.get("KINGBIRD_UPDATE") == "1"
# What differs from run to run, and what stands for it.
CHANGING = [
    (r"\b\d+(\.\d+)? ?ms\b", "TIME"),
    (r"\b\d+(\.\d+)? s\b", "TIME"),
    (r"\b\d+(\.\d+)?( tests)?/s\b", "SPEED"),
    (r"\b\d+(\.\d+)? (tests )?(a|per) second\b", "SPEED"),
    (r"\bv\d+\.\d+\.\d+\b", "NODE"),
    (r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?", "DATE"),
    (r"\b(namespaces|landlock)\b", "SANDBOX"),
]


# The same for every runner, kept once.
SHARED = ("scratch.cjs", "support.cjs")


def steady(text, folder):
    text = text.replace(str(folder), "FOLDER")
    for pattern, word in CHANGING:
        text = re.sub(pattern, word, text)
    return text


class Golden(unittest.TestCase):
    maxDiff = None

    def same(self, name, text):
        file = HERE / "expected" / name
        if UPDATE:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        self.assertTrue(file.exists(), f"{name} is new")
        self.assertEqual(text, file.read_text(), f"{name} differs; KINGBIRD_UPDATE=1 writes it anew")

    def run_with(self, runner):
        """The output folder and what was printed."""
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="kingbird-golden-")))
        shutil.copytree(HERE / "subject", folder / "ledger")
        command = [KINGBIRD, "test", ".", "--tests", "120", "--seed", "1", "--format", runner, "--color", "never"]
        done = subprocess.run(command, cwd=folder / "ledger", capture_output=True, text=True, timeout=120)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return folder / "ledger" / "kingbird-out", steady(done.stdout, folder)

    def compare_suite(self, runner, out):
        written = sorted(file.relative_to(out / "suite") for file in (out / "suite").rglob("*") if file.is_file())
        expected = HERE / "expected" / runner
        if UPDATE:
            shutil.rmtree(expected, ignore_errors=True)
        else:
            known = [file.relative_to(expected) for file in expected.rglob("*") if file.is_file()]
            self.assertEqual(written, sorted(known + [pathlib.Path(name) for name in SHARED]), "the files of the suite")
        for file in written:
            self.same(f"{'shared' if str(file) in SHARED else runner}/{file}", (out / "suite" / file).read_text())

    def test_node_with_page_and_terminal(self):
        out, printed = self.run_with("node")
        self.compare_suite("node", out)
        self.same("terminal.txt", printed)
        page = (out / "report" / "index.html").read_text()
        page = re.sub(r"<(style|script)>.*?</\1>", r"<\1>…</\1>", page, flags=re.S)
        self.same("page.html", steady(page, out.parent.parent))

    def test_mocha(self):
        self.compare_suite("mocha", self.run_with("mocha")[0])

    def test_jest(self):
        self.compare_suite("jest", self.run_with("jest")[0])

    def test_vitest(self):
        self.compare_suite("vitest", self.run_with("vitest")[0])


if __name__ == "__main__":
    unittest.main()
