#!/usr/bin/env python3
"""The tables of paper 004 beside ours: engines vote on built-ins and judge polyfills.
`bench/conform.py [engines] [mdn] [polyfills] [others] [speed] [harness] [failing] [coverage --test262 DIR] [--seed N]` (default: all parts)

engines: who votes after one command on a machine that has none. mdn: root causes in mdn-polyfills@5.17.1 by symbolic cases alone (a root cause is a line of docs/conform-mdn.md that a reported
bug needs repaired: the reported case still fails when all other lines are repaired), and with random cases. polyfills: core-js,
es5-shim, polyfill-library; what is reported of core-js and of voters must be in docs/conform-judged.md, where each was held against the
standard. others: thirty further built-ins in one run. speed: executions a second. harness: npm's
test262-harness on the files, with and without a seeded bug. failing: engines that crash, hang, print garbage, disappear. coverage: branches of engine262's own code by Test262, by our cases and by
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
sys.path.insert(0, str(ROOT / "tests/conform"))
import test262_harness  # noqa: E402
KINGBIRD = os.environ.get("KINGBIRD", str(ROOT / "kingbird"))
METHODS = ["Array.from", "Array.of", "Array.prototype.fill", "Array.prototype.filter", "Array.prototype.findIndex",
           "Array.prototype.forEach", "Array.prototype.reduce", "Array.prototype.some", "String.prototype.endsWith",
           "String.prototype.includes", "String.prototype.padStart", "String.prototype.padEnd", "String.prototype.repeat",
           "String.prototype.startsWith", "String.prototype.trim", "Array.prototype.includes"]
OTHERS = ["Array.prototype.concat", "Array.prototype.flat", "Array.prototype.copyWithin", "Array.prototype.splice", "Array.prototype.sort",
          "Array.prototype.lastIndexOf", "String.prototype.split", "String.prototype.replaceAll", "String.prototype.codePointAt",
          "String.prototype.normalize", "String.prototype.slice", "Object.assign", "Object.fromEntries", "Object.is",
          "Object.getOwnPropertyDescriptors", "Number.prototype.toFixed", "Number.prototype.toPrecision", "Number.parseFloat", "Math.min",
          "Math.hypot", "Math.fround", "Map.prototype.set", "Set.prototype.has", "Promise.allSettled", "Promise.prototype.finally",
          "JSON.stringify", "JSON.parse", "RegExp.prototype.exec", "Uint8Array.from", "Float64Array.prototype.subarray", "Reflect.apply",
          "decodeURIComponent"]
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
    print(f"  {'implementation':30} {'unique exceptions':>17} {'time':>5} {'memory':>7} {'crash':>6} {'bugs':>5}")
    for one in summary["implementations"]:
        bugs = sum(bug["implementation"] == one["name"] for bug in summary["bugs"])
        print(f"  {one['name']:30} {one['exceptions']:>17} {one['timeouts']:>5} {one['out_of_memory']:>7} {one['crashes']:>6} {bugs:>5}")


def engines(folder, options):
    environment = dict(os.environ, KINGBIRD_CACHE=str(folder / "cache"))
    run = subprocess.run([KINGBIRD, "doctor", "--install-engines"], capture_output=True, text=True, env=environment)
    voters = [words.split() for words in run.stdout.splitlines() if words.startswith("ok") and words.endswith("votes")]
    print(run.stdout.rstrip())
    bar(len(voters) >= 6 and len({words[2] for words in voters}) >= 5, f"{len(voters)} voters after one command")


def mdn(folder, options):
    package = package_folder(folder, "mdn-polyfills@5.17.1")
    for kind in ["symbolic", "all"]:
        summary = kingbird(folder, *METHODS, "--impl", "mdn-polyfills@5.17.1", "--cases", kind, "--seed", str(options.seed))
        table(summary)
        implementations(summary)
        found, unexplained = root_causes(folder, summary, package)
        for number in sorted(found):
            print(f"  {number:>3}  {found[number]['builtin']}: {found[number]['case'][:110]}")
        for bug in unexplained:
            print(f"    ?  {bug['builtin']}: {bug['kind']}: {bug['case'][:110]}")
        if kind == "symbolic":
            bar(len(found) >= 17, f"{len(found)} root causes by symbolic cases alone (paper: 17)")
            bar(summary["wall"] <= 600, f"in {summary['wall']:.0f} s")
            # The paper's case: an array as receiver is not converted to a string, so an empty array is not found in it.
            example = [b for b in summary["bugs"] if b["case"].startswith("String.prototype.includes.call([") and b["actual"] == "returns false"
                       and b["expected"] == "returns true"]
            bar(bool(example), f"the paper's example: {example[0]['case'] if example else 'not found'}")
            alone = len(found)
        else:
            bar(len(found) > alone, f"{len(found)} with random cases")


def judged():
    """The rows of docs/conform-judged.md: implementation, built-in, difference."""
    rows = set()
    for line in (ROOT / "docs/conform-judged.md").read_text().splitlines():
        cells = [cell.strip().strip("`") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) >= 5:
            rows.add((cells[0], cells[1], cells[2]))
    return rows


def supported(summary, name):
    """Whether everything reported of voters, and of this candidate ("": of none), has been held against the standard."""
    who = {v["name"] for v in summary["voters"] if v["role"] == "votes"} | {name}
    known = judged()
    reported = [bug for bug in summary["bugs"] if bug["implementation"] in who]
    unknown = [bug for bug in reported if (bug["implementation"], bug["builtin"], bug["kind"]) not in known]
    for bug in unknown:
        print(f"  not judged: {bug['implementation']}: {bug['builtin']}: {bug['kind']}: {bug['case']}\n    is {bug['actual']}\n    must be {bug['expected']}")
    bar(not unknown, f"{len(reported) - len(unknown)} of {len(reported)} reports of {name + ' and of ' if name else ''}voters are supported by the standard")


def polyfills(folder, options):
    for spec in ["core-js@3.1.4", "es5-shim@4.5.10", "polyfill-library@3.25.1"]:
        summary = kingbird(folder, *METHODS, "--impl", spec, "--seed", str(options.seed), "--time-limit", "10m")
        table(summary)
        implementations(summary)
        for bug in summary["bugs"]:
            if bug["implementation"] == spec:
                print(f"  {bug['builtin']}: {bug['kind']}: {bug['case'][:100]}")
        supported(summary, spec if spec.startswith("core-js") else "")


def others(folder, options):
    summary = kingbird(folder, *OTHERS, "--seed", str(options.seed), "--tests", "150")
    table(summary)
    # What makes and describes cases; drivers of engines print by means of the language.
    sources = [*(ROOT / "src/conform").glob("*.cc"), *(ROOT / "agent/conform" / name for name in ["harness.js", "makers.js", "describe.js"])]
    code = "".join(file.read_text() for file in sources if not file.name.endswith("_test.cc"))
    named = [name for name in OTHERS if name in code]
    # A majority was found: all agree, or all but one.
    decided = [one["name"] for one in summary["builtins"] if one["review"] + one["silent"] < one["cases"] / 2]
    bar(len(decided) >= 30, f"{len(decided)} of {len(OTHERS)} other built-ins in one run, the vote decides most cases of each")
    print(f"  mostly undecided: {', '.join(sorted(set(OTHERS) - set(decided))) or 'none'}")
    bar(not named, f"names of theirs in the code: {', '.join(named) or 'none'}")


def speed(folder, options):
    summary = kingbird(folder, *METHODS, "--seed", str(options.seed), "--tests", "1000", "--cases", "random", "--time-limit", "90s")
    rate = summary["executions_per_s"]
    bar(rate >= 2000, f"{rate:.0f} executions a second ({summary['executions']} in all, start-up included; the whole command took "
        f"{summary['wall']:.0f} s)")


def harness(folder, options):
    """All files of the sixteen methods pass on Node; those of each method notice a bug in it."""
    kingbird(folder, *METHODS, "--seed", str(options.seed), "--tests", "150", "--cases", "random")
    program = test262_harness.install(folder)
    home = folder / "out/test262"
    test262_harness.prepare(home, options.test262)
    passed, failed = [], {}
    for name in METHODS:
        files = sorted((home / "test" / name).glob("*.js"))
        clean = test262_harness.run(program, home, files)
        passed += [good for _, good in clean]
        for file, good in clean:
            if not good:
                print(f"  fails on Node: {file}")
        failed[name] = sum(not good for _, good in test262_harness.run(program, home, files, name))
        print(f"  {name:30} {len(files):>4} files, {len(clean):>4} runs, {sum(good for _, good in clean):>4} pass; with a seeded bug "
              f"{failed[name]:>4} fail", flush=True)
    bar(bool(passed) and all(passed), f"test262-harness on Node: {sum(passed)} of {len(passed)} pass")
    bar(all(failed.values()), f"a seeded bug in each method is noticed: {sum(map(bool, failed.values()))} of {len(METHODS)} methods")


def failing(folder, options):
    run = subprocess.run([sys.executable, str(ROOT / "tests/conform/conform_test.py"), KINGBIRD], capture_output=True, text=True)
    print(run.stdout.rstrip())
    bar(run.returncode == 0, "engines that crash, hang, print garbage or disappear are reported, and no vote is invented")


def coverage(folder, options):
    if not options.test262:
        bar(False, "coverage of engine262 was not measured: --test262 DIR is needed")
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
    parts = dict(engines=engines, mdn=mdn, polyfills=polyfills, speed=speed, coverage=coverage, harness=harness, others=others, failing=failing)
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
