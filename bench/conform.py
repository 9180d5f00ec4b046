#!/usr/bin/env python3
"""The tables of paper 004 beside ours: engines vote on built-ins and judge polyfills.
`bench/conform.py [mdn] [polyfills] [others] [speed] [harness] [coverage --test262 DIR] [--seed N]` (default: all parts; coverage with DIR only)

mdn: root causes in mdn-polyfills@5.17.1 by symbolic cases alone (a root cause is a line of docs/conform-mdn.md that a reported
bug needs repaired: the reported case still fails when all other lines are repaired), and with random cases. polyfills: core-js,
es5-shim, polyfill-library. others: thirty further built-ins in one run. speed: executions a second. harness: npm's
test262-harness on the files, with and without a seeded bug. coverage: branches of engine262's own code by Test262, by our cases and by
both; DIR is a checkout of tc39/test262. Engines are installed into Kingbird's cache first."""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINGBIRD = os.environ.get("KINGBIRD", str(ROOT / "kingbird"))
METHODS = ["Array.from", "Array.of", "Array.prototype.fill", "Array.prototype.filter", "Array.prototype.findIndex",
           "Array.prototype.forEach", "Array.prototype.reduce", "Array.prototype.some", "String.prototype.endsWith",
           "String.prototype.includes", "String.prototype.padStart", "String.prototype.padEnd", "String.prototype.repeat",
           "String.prototype.startsWith", "String.prototype.trim", "Array.prototype.includes"]
OTHERS = ["Array.prototype.concat", "Array.prototype.flat", "Array.prototype.copyWithin", "Array.prototype.splice", "Array.prototype.sort",
          "Array.prototype.lastIndexOf", "String.prototype.split", "String.prototype.replace", "String.prototype.codePointAt",
          "String.prototype.normalize", "String.prototype.substr", "Object.assign", "Object.entries", "Object.defineProperty",
          "Object.getOwnPropertyNames", "Number.prototype.toFixed", "Number.parseFloat", "Math.max", "Math.hypot", "Math.fround", "Map",
          "Map.prototype.set", "Set.prototype.add", "Promise.resolve", "Promise.all", "JSON.stringify", "JSON.parse", "RegExp.prototype.exec",
          "Uint8Array.from", "Reflect.ownKeys", "parseInt", "Function.prototype.bind"]
missed = []


def bar(good, what):
    print(f"{'ok    ' if good else 'MISSED'}  {what}", flush=True)
    if not good:
        missed.append(what)


def kingbird(folder, *arguments):
    begun = time.time()
    run = subprocess.run([KINGBIRD, "conform", *arguments, "--out", str(folder / "out"), "--log", "quiet"], cwd=folder,
                         capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"kingbird conform: {run.stderr.strip()}")
    summary = json.loads((folder / "out/summary.json").read_text())
    summary["wall"] = time.time() - begun
    return summary


def repairs():
    """The rows of docs/conform-mdn.md: number, file, what stands there, what must."""
    rows = []
    for line in (ROOT / "docs/conform-mdn.md").read_text().splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) >= 5 and cells[0].isdigit():
            plain = [cell.strip("`").replace("\\|", "|") for cell in cells]
            rows.append(dict(number=int(plain[0]), name=plain[1], old=plain[2], new=plain[3]))
    return rows


def differs(folder, name, text, repro):
    """Whether the script of a bug still shows it with this text of the polyfill."""
    file = folder / f"{name}.js"
    file.write_text(text)
    script = re.sub(r"require\('[^']*'\)", f"require({json.dumps(str(file))})", repro)
    (folder / "repro.js").write_text(script)
    try:
        return subprocess.run(["node", str(folder / "repro.js")], capture_output=True, timeout=20).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def root_causes(folder, summary, package):
    """Rows that some reported bug needs: with all other rows of its file repaired the bug is still there, with all repaired it is not."""
    found, unexplained = {}, []
    for bug in summary["bugs"]:
        if not bug["implementation"].startswith("mdn"):
            continue
        rows = [row for row in repairs() if row["name"] == bug["builtin"]]
        original = (package / f"{bug['builtin']}.js").read_text()
        repro = (folder / "out" / bug["repro"]).read_text()
        mended = original
        for row in rows:
            mended = mended.replace(row["old"], row["new"])
        # A repair that does not mend the bug explains nothing.
        if differs(folder, bug["builtin"], mended, repro):
            unexplained.append(bug)
            continue
        needed = []
        for row in rows:
            text = original
            for other in rows:
                if other is not row:
                    text = text.replace(other["old"], other["new"])
            if differs(folder, bug["builtin"], text, repro):
                needed.append(row["number"])
        for number in needed:
            found.setdefault(number, bug)
    return found, unexplained


def package_folder(folder, spec):
    subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", spec], cwd=folder, check=True)
    return folder / "node_modules" / spec.split("@")[0]


def table(summary):
    print(f"  {'built-in':30} {'cases':>6} {'symbolic':>9} {'agree':>6} {'review':>7}  coverage / dissent")
    for one in summary["builtins"]:
        coverage = ", ".join(f"{name} {pct:.0f} %" for name, pct in one["coverage"].items())
        dissent = ", ".join(f"{name} {count}" for name, count in one["dissent"].items())
        print(f"  {one['name']:30} {one['cases']:>6} {one['symbolic']:>9} {one['agree']:>6} {one['review']:>7}  {coverage} / {dissent}")


def implementations(summary):
    """The paper's table 2."""
    print(f"  {'implementation':30} {'exceptions':>10} {'time':>5} {'memory':>7} {'crash':>6} {'bugs':>5}")
    for one in summary["implementations"]:
        bugs = sum(bug["implementation"] == one["name"] for bug in summary["bugs"])
        print(f"  {one['name']:30} {one['exceptions']:>10} {one['timeouts']:>5} {one['out_of_memory']:>7} {one['crashes']:>6} {bugs:>5}")


def mdn(folder, options):
    package = package_folder(folder, "mdn-polyfills@5.17.1")
    for kind in ["symbolic", "all"]:
        summary = kingbird(folder, *METHODS, "--impl", "mdn-polyfills@5.17.1", "--cases", kind, "--seed", str(options.seed))
        table(summary)
        implementations(summary)
        voters = [v for v in summary["voters"] if v["role"] == "votes"]
        found, unexplained = root_causes(folder, summary, package)
        for number in sorted(found):
            print(f"  {number:>3}  {found[number]['builtin']}: {found[number]['case'][:110]}")
        for bug in unexplained:
            print(f"    ?  {bug['builtin']}: {bug['kind']}: {bug['case'][:110]}")
        if kind == "symbolic":
            bar(len(voters) >= 6 and len({v["engine"] for v in voters}) >= 5, f"{len(voters)} voters: {', '.join(v['name'] for v in voters)}")
            bar(len(found) >= 17, f"{len(found)} root causes by symbolic cases alone (paper: 17)")
            bar(summary["wall"] <= 600, f"in {summary['wall']:.0f} s")
            example = [b for b in summary["bugs"] if b["builtin"] == "String.prototype.includes" and "another boolean" in b["kind"]]
            bar(bool(example), f"the paper's example: {example[0]['case'] if example else 'not found'}")
        else:
            print(f"  with random cases: {len(found)} root causes")


def polyfills(folder, options):
    for spec in ["core-js@3.1.4", "es5-shim@4.5.10", "polyfill-library@3.25.1"]:
        summary = kingbird(folder, *METHODS, "--impl", spec, "--seed", str(options.seed), "--time-limit", "10m")
        table(summary)
        implementations(summary)
        for bug in summary["bugs"]:
            print(f"  {bug['implementation']}: {bug['builtin']}: {bug['kind']}: {bug['case'][:100]}")


def others(folder, options):
    summary = kingbird(folder, *OTHERS, "--seed", str(options.seed), "--tests", "150")
    table(summary)
    bar(len(summary["builtins"]) >= 30 and all(one["agree"] > 0 for one in summary["builtins"]), f"{len(OTHERS)} other built-ins in one run")


def speed(folder, options):
    summary = kingbird(folder, *METHODS, "--seed", str(options.seed), "--tests", "1000", "--cases", "random")
    rate = summary["executions_per_s"]
    bar(rate >= 2000, f"{rate:.0f} executions a second ({summary['executions']} in all)")


def harness(folder, options):
    """Our files need only assert.js, sta.js and their own include from Test262's harness folder; stand-ins of our own will do."""
    summary = kingbird(folder, "Array.prototype.fill", "String.prototype.padStart", "Math.max", "--seed", str(options.seed), "--tests", "120")
    subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "test262-harness"], cwd=folder, check=True)
    home = folder / "out/test262"
    (home / "harness/sta.js").write_text("function Test262Error(message) { this.message = message || ''; }\nTest262Error.prototype.toString = "
                                         "function () { return 'Test262Error: ' + this.message; };\nfunction $DONOTEVALUATE() { throw 'not'; }\n")
    (home / "harness/assert.js").write_text(
        "function assert(value, message) { if (value !== true) throw new Test262Error(message); }\n"
        "assert.sameValue = function (a, b) { if (!(a === b ? a !== 0 || 1 / a === 1 / b : a !== a && b !== b)) "
        "throw new Test262Error('Expected ' + String(b) + ', not ' + String(a)); };\n"
        "assert.throws = function (kind, f) { try { f(); } catch (e) { if (e.constructor !== kind) throw new Test262Error('other error'); return; } "
        "throw new Test262Error('no error'); };\n")
    (home / "package.json").write_text('{"version": "5.0.0"}')
    (home / "features.txt").write_text("")
    bad = folder / "seeded.js"
    bad.write_text("Array.prototype.fill = function (value) { for (var i = 0; i < this.length; i++) this[i] = value; return this; };\n")
    counts = []
    for prelude in [[], ["--prelude", str(bad)]]:
        run = subprocess.run(["node", str(folder / "node_modules/.bin/test262-harness"), "--hostType=node", "--hostPath=node", "--reporter=json",
                              f"--test262Dir={home}", *prelude, "test/**/*.js"], cwd=home, capture_output=True, text=True)
        results = [r["result"]["pass"] for r in json.loads(run.stdout)] if run.stdout.strip().startswith("[") else []
        counts.append((sum(results), len(results)))
        if not results:
            print(run.stdout[-500:], run.stderr[-500:])
    bar(counts[0][1] > 0 and counts[0][0] == counts[0][1], f"test262-harness on Node: {counts[0][0]} of {counts[0][1]} pass")
    bar(counts[1][0] < counts[1][1], f"with a seeded bug: {counts[1][1] - counts[1][0]} fail")


def coverage(folder, options):
    if not options.test262:
        print("  no --test262 DIR: not measured")
        return
    summary = kingbird(folder, *METHODS, "--impl", "mdn-polyfills@5.17.1", "--seed", str(options.seed), "--test262", options.test262)
    print(f"  {'built-in':30} {'files':>6} {'depth':>6} {'branches':>9} {'ours':>6} {'Test262':>8} {'both':>6}  added")
    more = 0
    for one in summary["builtins"]:
        for depth, count in one["engine_coverage"].items():
            added = count["both"] - count["test262"]
            more += depth == "3" and added > 0
            print(f"  {one['name']:30} {one['test262_files']:>6} {depth:>6} {count['total']:>9} {count['ours']:>6} {count['test262']:>8} "
                  f"{count['both']:>6}  +{added}")
    bar(more >= 10, f"our cases add branches of engine262 on {more} methods (call depth 3, as the paper's table 3)")


def main():
    parts = dict(coverage=coverage, mdn=mdn, polyfills=polyfills, others=others, speed=speed, harness=harness)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*parts, []], default=[])
    parser.add_argument("--test262", help="a checkout of Test262")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    subprocess.run([KINGBIRD, "doctor", "--install-engines"], check=False)
    for name in options.parts or parts:
        print(f"== {name}", flush=True)
        with tempfile.TemporaryDirectory(prefix="kingbird-conform-") as folder:
            parts[name](pathlib.Path(folder), options)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
