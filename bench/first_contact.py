#!/usr/bin/env python3
"""bench/run first_contact [PACKAGE…]: what a new user meets. Suites are harmless in four runners (tests/harmless); they hold in other time
zones, languages and Nodes, with a server that answers and with the network refused; ES modules with dependencies keep their tests. Every bar
is printed; exit 1 when one is missed. Takes the npm registry; KINGBIRD names another program to measure, TESTS how many tests to run."""
import http.server
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINGBIRD = os.environ.get("KINGBIRD", str(ROOT / "kingbird"))
TESTS = os.environ.get("TESTS", "500")
PORT = 8127
PORTABLE = ["dayjs", "csv-parse", "commander", "marked", "uuid", "./fetches.js", "./runs.js"]
MODULES = ["p-limit", "p-queue", "globby", "wrap-ansi", "string-width", "chalk", "ansi-colors", "picocolors"]
ENOUGH = 60
ZONES = ["UTC", "Pacific/Auckland", "America/Los_Angeles", "Asia/Kolkata"]
LANGUAGES = ["en_US.UTF-8", "de_DE.UTF-8"]
NODES = ["20", "22", "24"]
LOCAL = {
    "fetches.js": f"""exports.load = async (path) => (await fetch('http://127.0.0.1:{PORT}/' + path)).status;
exports.address = (path) => 'http://127.0.0.1:{PORT}/' + String(path).trim();
""",
    "runs.js": """const { execFile } = require('child_process');
exports.list = (folder, callback) => execFile('ls', [String(folder)], callback);
exports.quote = (text) => "'" + String(text).split("'").join("'\\\\''") + "'";
""",
}
missed = []


def bar(held, what):
    print(f"{'ok    ' if held else 'MISSED'} {what}", flush=True)
    if not held:
        missed.append(what)


def generate(folder, target):
    out = folder / ("out-" + re.sub(r"\W", "_", target))
    result = subprocess.run([KINGBIRD, "test", target, "--tests", TESTS, "--seed", "5", "--out", str(out)], cwd=folder, capture_output=True,
                            text=True, timeout=900)
    # Other users run the suites.
    subprocess.run(["chmod", "-R", "a+rX", str(folder), os.environ["KINGBIRD_CACHE"]], check=True)
    kept = re.search(r"(\d+) kept", result.stdout)
    covered = re.search(r"covers ([\d.]+) % of the statements", result.stdout)
    bar(kept is not None and int(kept[1]) > 0, f"{target}: tests are kept ({kept[1] if kept else result.stderr.strip()[-200:]})")
    return out / "suite", float(covered[1]) if covered else 0.0


def ordinary_user():
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


def passes(suite, node, zone="UTC", language="C.UTF-8", offline=False):
    with tempfile.TemporaryDirectory() as temporary:
        os.chmod(temporary, 0o777)
        command = [node, "--test", "--test-reporter=tap"]
        if offline:
            command = ["unshare", "--map-root-user", "--net", *command]
        environment = {"PATH": os.environ["PATH"], "HOME": temporary, "TMPDIR": temporary, "TZ": zone, "LANG": language, "LC_ALL": language}
        result = subprocess.run(command, cwd=suite, env=environment, preexec_fn=None if offline else ordinary_user, capture_output=True,
                                text=True, timeout=300)
    return [] if result.returncode == 0 else re.findall(r"^ +not ok \d+ - (.*)$", result.stdout, re.M) or [result.stdout[-300:] + result.stderr[-300:]]


def nodes(folder):
    subprocess.run([str(ROOT / "tests/hostile/install_nodes.sh"), str(folder), *NODES], check=True, capture_output=True)
    return {major: str(folder / f"node-{major}/node_modules/node/bin/node") for major in NODES}


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


def portable(folder, targets, programs):
    for name, text in LOCAL.items():
        (folder / name).write_text(text)
    server = http.server.HTTPServer(("127.0.0.1", PORT), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for target in targets:
        suite, _ = generate(folder, target)
        for (major, node), zone, language in itertools.product(programs.items(), ZONES, LANGUAGES):
            failed = passes(suite, node, zone, language)
            bar(not failed, f"{target} on Node {major}, {zone}, {language} {failed[:3] if failed else ''}")
        failed = passes(suite, programs["20"], offline=True)
        bar(not failed, f"{target} with the network refused {failed[:3] if failed else ''}")
    server.shutdown()


def modules(folder, targets, programs):
    for target in targets:
        suite, covered = generate(folder, target)
        bar(covered >= ENOUGH, f"{target}: the suite covers {covered} % of the statements")
        fresh = folder / f"fresh-{target}"
        subprocess.run(["cp", "-a", str(suite), str(fresh)], check=False)
        if not fresh.exists():
            continue
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=fresh, check=True, capture_output=True)
        failed = passes(fresh, programs["20"])
        bar(not failed, f"{target}: passes in a fresh folder {failed[:3] if failed else ''}")


def main():
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="kingbird-first-contact-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        os.environ.setdefault("KINGBIRD_CACHE", str(folder / "cache"))
        programs = nodes(folder / "nodes")
        if not wanted:
            harmless = subprocess.run([sys.executable, str(ROOT / "tests/harmless/harmless_test.py"), KINGBIRD, "node", "mocha", "jest", "vitest"])
            bar(harmless.returncode == 0, "suites are harmless in four runners")
        portable(folder, [target for target in PORTABLE if not wanted or target in wanted], programs)
        modules(folder, [target for target in MODULES if not wanted or target in wanted], programs)
    print(f"{len(missed)} bars missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
