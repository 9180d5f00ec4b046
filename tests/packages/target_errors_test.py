#!/usr/bin/env python3
"""target_errors_test.py KINGBIRD: targets that cannot be tested end with one clear line and the right exit code."""
import pathlib
import subprocess
import sys
import tempfile

KINGBIRD = sys.argv[1]
CASES = {
    "throws.js": ("throw new Error('not today');\n", "not today"),
    "empty.js": ("module.exports = { answer: 42 };\n", "exports nothing that can be called"),
    "native.js": ("require('./build/Release/missing.node');\n", "missing.node"),
    "broken.js": ("module.exports = (;\n", "SyntaxError"),
    "leaves.js": ("process.exit(7);\n", "while it was loaded"),
}


def main():
    failed = 0
    with tempfile.TemporaryDirectory(prefix="kingbird-errors-") as name:
        folder = pathlib.Path(name)
        for file, (source, words) in CASES.items():
            (folder / file).write_text(source)
            run = subprocess.run([KINGBIRD, "test", file, "--tests", "10", "--log", "quiet"], cwd=folder, capture_output=True, text=True,
                                 timeout=120)
            lines = [line for line in run.stderr.splitlines() if line.strip()]
            good = run.returncode in (2, 3) and len(lines) == 1 and lines[0].startswith("kingbird: ") and words in lines[0]
            good = good and not (folder / "kingbird-out" / "suite").exists()
            failed += not good
            print(f"{'ok' if good else 'FAILED'}: {file}: exit {run.returncode}: {run.stderr.strip()}")
    print(f"{len(CASES) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
