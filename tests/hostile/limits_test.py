"""A package that wants the memory or the time of the core: expressions, sources, values and findings that are small where they are
made and large where they are kept. The core has 400 MiB here and ends with exit code 3 when it needs more; no run takes longer than its
time limit and the grace of the watchdog. In the kind of sandbox that TEST_SANDBOX names."""
import json
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

KINGBIRD = os.environ["KINGBIRD"]
SANDBOX = os.environ["TEST_SANDBOX"]
# The core's own work knows neither the sandbox nor the user: once is enough.
once = unittest.skipIf("TEST_AGAIN" in os.environ, "the same in the first kind")
MEMORY_MB = 400

# The name of a function, and what makes much of little in it.
BOMBS = {
    # Sixty doublings of an input: sixty nodes, a tree of 2^60.
    "doublings": "let y = x; for (let i = 0; i < 60; i++) y = y + y; if (y === 123456789) return 1; return y < x * 3 ? 2 : 3;",
    # One text of 130,000 letters, and thousands of texts with one more.
    "texts": """if (typeof x !== 'string' || x.length > 1) return 0; let y = x; for (let i = 0; i < 17; i++) y = y + y;
for (let i = 0; i < 3000; i++) if ((y + i).endsWith('b' + i)) return 1; return y.length;""",
    # A chain as long as the trace.
    "negations": "let y = x; for (let i = 0; i < 150000; i++) y = !y; if (y) return 1; return 2;",
    # Many decisions on large conditions, each a path of its own.
    "paths": "let y = x; for (let i = 0; i < 60; i++) { y = y * 3 + i; if ((y & (1 << (i % 31))) !== 0) y = y ^ x; } return y;",
    # Long names on the way to an input.
    "names": "let y = x; for (let i = 0; i < 30 && y; i++) y = y['k'.repeat(100000) + i]; return y === 1 ? 2 : 3;",
}


class Limits(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.cwd = pathlib.Path(self.folder.name)
        (self.cwd / "package.json").write_text('{"name": "evil", "version": "1.0.0", "main": "index.js"}')

    def run_it(self, *arguments, seconds=10, memory=MEMORY_MB):
        environment = {**os.environ, "KINGBIRD_CACHE": str(self.cwd / "cache")}
        begin = time.monotonic()
        result = subprocess.run([KINGBIRD, *arguments, "--time-limit", f"{seconds}s", "--seed", "1", "--jobs", "1", "--sandbox", SANDBOX,
                                 "--memory", str(memory)], cwd=self.cwd, env=environment, text=True, errors="surrogateescape",
                                capture_output=True, timeout=300, check=False)
        # A busy machine is slow to end what was ended.
        self.assertLess(time.monotonic() - begin, seconds + 20, result)
        return result

    @once
    def test_what_is_small_as_a_graph(self):
        functions = [f"exports.{name} = function {name}(x) {{ {body} }};" for name, body in BOMBS.items()]
        (self.cwd / "index.js").write_text("'use strict';\n" + "\n".join(functions))
        result = self.run_it("explore", "index.js", "--inputs", "12", "--suite", "off")
        self.assertIn(result.returncode, (0, 1), result)
        explored = json.loads((self.cwd / "kingbird-out/summary.json").read_text())["functions"]
        self.assertEqual(sorted(one["name"].split(".")[-1] for one in explored), sorted(BOMBS))
        self.assertLess((self.cwd / "kingbird-out/preconditions.json").stat().st_size, 10_000_000)

    @once
    def test_settings_without_end(self):
        """A sparse file of a terabyte in the place of settings, which are read before anything else."""
        (self.cwd / "index.js").write_text("exports.twice = (x) => x * 2;")
        for name in ("kingbird.config.json", "package.json"):
            with open(self.cwd / name, "wb") as file:
                file.truncate(2**40)
            result = self.run_it("test", "index.js", "--tests", "5")
            self.assertNotIn("cut short", result.stderr, result)
            self.assertIn("large", result.stderr, result)
            (self.cwd / name).unlink()


if __name__ == "__main__":
    unittest.main()
