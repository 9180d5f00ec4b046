#!/usr/bin/env python3
"""bench/run first_contact [PART|TARGET…]: what a new user meets. Every bar is printed; exit 1 when one is missed. Parts:

  harmless   suites change nothing and leave nothing, in four runners (tests/harmless)
  output     what a user keeps in --out survives, two runs do not mix (tests/harmless)
  hostile    what a target's files and code may not do (tests/hostile)
  findings   what is told of twenty packages (bench/run findings)
  portable   suites hold in other time zones, languages and Nodes, with a server that answers and with the network refused
  modules    packages with dependencies and getters without end keep tests, which pass in a fresh folder
  overrun    targets built to overrun end in time, with something in the suite
  signals    SIGINT and SIGTERM end every step soon

Takes the npm registry. KINGBIRD names another program to measure, LIMIT the time for each suite (default 60s), BUILD the build with the tests."""
import http.server
import itertools
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINGBIRD = os.environ.get("KINGBIRD", str(ROOT / "kingbird"))
LIMIT = os.environ.get("LIMIT", "60s")
BUILD = os.environ.get("BUILD", str(ROOT / "build/dev"))
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
PLAIN = "exports.twice = (x) => (typeof x === 'number' ? x * 2 : String(x) + x);\n"
OVERRUN = {
    "timer.js": "setInterval(() => {}, 1000);\nexports.soon = (cb) => { setTimeout(cb, 5); };\n" + PLAIN,
    "loops.js": "".join(f"exports.f{i} = (x) => {{ {'for (;;) {}' if i % 2 else 'return typeof x;'} }};\n" for i in range(60)),
    "many.js": "".join(f"exports.f{i} = (a, b) => {{ if (a > {i}) return b; return a; }};\n" for i in range(5000)),
    "getters.js": "for (let i = 0; i < 300; i++) Object.defineProperty(exports, 'g' + i, { enumerable: true, get() {\n"
                  "  let n = 0; while (n < 2e7) n++; return (x) => [x, n]; } });\n" + PLAIN,
    "slow_load.js": "const end = Date.now() + 4000; while (Date.now() < end);\n" + PLAIN,
    "expressions.js": "".join(f"exports.r{i} = (text) => /^(a+)+$/.test('a'.repeat({25 + i}) + text);\n" for i in range(20)) + PLAIN,
    "memory.js": "".join(f"exports.m{i} = (x) => {{ const all = []; while (x !== {i}) all.push(new Array(1e5).fill(x)); return all.length; }};\n"
                         for i in range(20)) + PLAIN,
    "waits.js": "".join(f"exports.w{i} = (x) => new Promise((resolve) => setInterval(() => x === {i} && resolve(x), 50));\n"
                        for i in range(40)) + PLAIN,
    "prints.js": "".join(f"exports.p{i} = (x) => {{ for (;;) process.stdout.write('{i} '.repeat(1000)); }};\n" for i in range(20)) + PLAIN,
    "classes.js": "".join(f"exports.C{i} = class {{ constructor(a) {{ this.a = a; }} go(n) {{ while (n > {i}) n += 1; return n; }}"
                          f" same() {{ return this.a; }} }};\n" for i in range(200)),
    "zod": None,
    "date-fns": None,
}
OVERRUN_LIMIT = 20
# The line on stderr that says which step is under way, and the signal to send then.
STEPS = {"installing": signal.SIGINT, "loading": signal.SIGTERM, "discovering": signal.SIGINT, "generating": signal.SIGTERM, "minimising": signal.SIGINT,
         "checking": signal.SIGTERM}
SOON_S = 3.0
missed = []


def bar(held, what):
    print(f"{'ok    ' if held else 'MISSED'} {what}", flush=True)
    if not held:
        missed.append(what)


def kingbird(folder, target, *flags):
    return [KINGBIRD, "test", target, "--seed", "5", "--out", str(out_of(folder, target)), *flags]


def out_of(folder, target):
    return folder / ("out-" + re.sub(r"\W", "_", target))


def summary_of(folder, target):
    file = out_of(folder, target) / "summary.json"
    return json.loads(file.read_text()) if file.exists() else {"tests": {"kept": 0}, "interrupted": False}


def generate(folder, target):
    result = subprocess.run(kingbird(folder, target, "--time-limit", LIMIT), cwd=folder, capture_output=True, text=True, timeout=900)
    # Other users run the suites.
    subprocess.run(["chmod", "-R", "a+rX", str(folder), os.environ["KINGBIRD_CACHE"]], check=True)
    kept = summary_of(folder, target)["tests"]["kept"]
    covered = re.search(r"statements +[\d.]+ → +([\d.]+) %", result.stdout)
    bar(kept > 0, f"{target}: tests are kept ({kept or (result.stdout + result.stderr).strip()[-300:]})")
    return out_of(folder, target) / "suite", float(covered[1]) if covered else 0.0


def ordinary_user():
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


def passes(suite, node, zone="UTC", language="C.UTF-8", offline=False):
    """What fails."""
    with tempfile.TemporaryDirectory() as temporary:
        os.chmod(temporary, 0o777)
        command = [node, "--test", "--test-reporter=tap"]
        if offline:
            command = ["unshare", "--map-root-user", "--net", *command]
        environment = {"PATH": os.environ["PATH"], "HOME": temporary, "TMPDIR": temporary, "TZ": zone, "LANG": language, "LC_ALL": language}
        result = subprocess.run(command, cwd=suite, env=environment, preexec_fn=None if offline else ordinary_user, capture_output=True,
                                text=True, timeout=300)
    return [] if result.returncode == 0 else re.findall(r"^ +not ok \d+ - (.*)$", result.stdout, re.M) or [result.stdout[-300:] + result.stderr[-300:]]


def nodes():
    folder = pathlib.Path(os.environ["KINGBIRD_CACHE"])
    subprocess.run([str(ROOT / "tests/hostile/install_nodes.sh"), str(folder), *NODES], check=True, capture_output=True)
    return {major: str(folder / f"node-{major}/node_modules/node/bin/node") for major in NODES}


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


def harmless(_, __):
    run = subprocess.run([sys.executable, str(ROOT / "tests/harmless/harmless_test.py"), KINGBIRD, "node", "mocha", "jest", "vitest"])
    bar(run.returncode == 0, "suites are harmless in four runners")


def output(_, __):
    run = subprocess.run([sys.executable, str(ROOT / "tests/harmless/output_test.py")], env={**os.environ, "KINGBIRD": KINGBIRD})
    bar(run.returncode == 0, "what a user keeps in --out survives")


def hostile(_, __):
    run = subprocess.run(["ctest", "--test-dir", BUILD, "-R", "^hostile/", "-LE", "slow", "-j", "2", "--output-on-failure"])
    bar(run.returncode == 0, "what a target may not do")


def findings(_, __):
    run = subprocess.run([sys.executable, str(ROOT / "bench/findings.py"), "--kingbird", KINGBIRD])
    bar(run.returncode == 0, "what is told of packages is what their maintainers would call bugs")


def portable(folder, targets):
    programs = nodes()
    for name, text in LOCAL.items():
        (folder / name).write_text(text)
    server = http.server.HTTPServer(("127.0.0.1", PORT), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for target in targets or PORTABLE:
        suite, _ = generate(folder, target)
        bad = []
        for (major, node), zone, language in itertools.product(programs.items(), ZONES, LANGUAGES):
            failed = passes(suite, node, zone, language)
            bad += [(major, zone, language, failed[:3])] if failed else []
        bar(not bad, f"{target}: {len(NODES)} Nodes, {len(ZONES)} time zones, {len(LANGUAGES)} languages, a server that answers {bad or ''}")
        failed = passes(suite, programs["20"], offline=True)
        bar(not failed, f"{target}: the network refused {failed[:3] if failed else ''}")
    server.shutdown()


def modules(folder, targets):
    programs = nodes()
    for target in targets or MODULES:
        suite, covered = generate(folder, target)
        bar(covered >= ENOUGH, f"{target}: the suite covers {covered} % of the statements")
        fresh = folder / f"fresh-{target}"
        subprocess.run(["cp", "-a", str(suite), str(fresh)], check=False)
        if not fresh.exists():
            continue
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=fresh, check=True, capture_output=True)
        failed = passes(fresh, programs["20"])
        bar(not failed, f"{target}: passes in a fresh folder {failed[:3] if failed else ''}")


def overrun(folder, targets):
    bound = max(OVERRUN_LIMIT * 1.1, OVERRUN_LIMIT + 3)
    for target in targets or OVERRUN:
        if OVERRUN[target]:
            (folder / target).write_text(OVERRUN[target])
        else:
            # How long the registry takes to answer is not measured.
            subprocess.run(kingbird(folder, target, "--tests", "1", "--time-limit", "60"), cwd=folder, capture_output=True)
        begin = time.monotonic()
        run = subprocess.run(kingbird(folder, target, "--time-limit", f"{OVERRUN_LIMIT}s"), cwd=folder, capture_output=True, text=True,
                             timeout=600)
        wall = time.monotonic() - begin
        kept = summary_of(folder, target)["tests"]["kept"]
        told = re.search(r"the time went to .*", run.stdout)
        bar(wall <= bound, f"{target}: {wall:.1f} s of {bound:.1f}")
        bar(kept > 0, f"{target}: {kept} tests kept {'' if kept else run.stdout[-300:] + run.stderr[-300:]}")
        bar(wall < OVERRUN_LIMIT * 0.9 or told, f"{target}: {told[0] if told else 'ended before its time'}")


def interrupted(folder, target, step, number):
    """Seconds from the signal to the end."""
    with tempfile.TemporaryDirectory(prefix="kingbird-cache-") as cache:
        # What is to be installed is not there yet.
        environment = {**os.environ, "KINGBIRD_CACHE": cache} if step == "installing" else os.environ
        process = subprocess.Popen(kingbird(folder, target, "--tests", "400", "--log", "info"), cwd=folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=environment)
        for line in process.stderr:
            if line.removeprefix("kingbird: ").startswith(step):
                break
        # Somewhere within the step.
        time.sleep(0.2)
        process.send_signal(number)
        begin = time.monotonic()
        process.communicate(timeout=300)
        return time.monotonic() - begin, process.returncode


def signals(folder, targets):
    (folder / "many.js").write_text(OVERRUN["many.js"])
    subprocess.run(kingbird(folder, "zod", "--tests", "1", "--time-limit", "60"), cwd=folder, capture_output=True)
    for target, (step, number) in itertools.product(targets or ["zod", "./many.js"], STEPS.items()):
        if step == "installing" and target.startswith("./"):
            continue
        took, code = interrupted(folder, target, step, number)
        bar(took <= SOON_S and code == 130, f"{target}: {number.name} while {step}: {took:.1f} s, exit {code}")


PARTS = {"harmless": (harmless, []), "output": (output, []), "hostile": (hostile, []), "findings": (findings, []), "portable": (portable, PORTABLE),
         "modules": (modules, MODULES), "overrun": (overrun, OVERRUN), "signals": (signals, [])}


def main():
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="kingbird-first-contact-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        os.environ.setdefault("KINGBIRD_CACHE", str(folder / "cache"))
        for part, (measure, targets) in PARTS.items():
            own = [target for target in targets if target in wanted]
            if own or part in wanted or not wanted:
                print(f"{part}:", flush=True)
                measure(folder, own)
    print(f"{len(missed)} bars missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
