#!/usr/bin/env python3
"""bench/run symbolic [--only mdn,core-js,parsers,pairs,flips] [--names NAME,…] [--packages P,…] [--quick]: symbolic execution of polyfills (paper 004) and of
real parsers. KINGBIRD names another program to measure. Exits with 1 when a bar is missed.

mdn, core-js: mdn-polyfills@5.17.1 and core-js@3.1.4 by `kingbird explore` alone: branches of each method's file with the native method
         removed, beside the paper's figures; inputs until the last one that added coverage, and how many added something. What no call
         can take is not counted: guards `if (this === null) throw` in sloppy code (bench/null_guards.js calls them), and ways of branches
         that are decided when core-js is loaded (bench/constant_branches.js) or by a parameter that is always a number above
         zero (bench/positive_numbers.js), or for a reason that is printed.
parsers: branches of a file after a minute of `kingbird explore`.
pairs:   versions whose only difference is a guarded input, found by `kingbird diff` in a minute.
flips:   `kingbird test` with flips against without, same time, three seeds: packages that parse something and of whose branches tests alone
         leave a tenth or more (ms, minimist, path-to-regexp, ini, bytes and content-type are above 94 % without; nothing can add five points there).
         --packages chooses others.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINGBIRD = os.environ.get("KINGBIRD", str(ROOT / "kingbird"))
SUBJECTS = ["mdn-polyfills@5.17.1", "core-js@3.1.4", "semver@7.5.4", "ms@2.1.3", "qs@6.11.2", "minimist@1.2.8", "cookie@0.6.0",
            "path-to-regexp@6.2.1", "acorn@8.11.3"]
# Method → branches in per cent of the paper: core-js, mdn (None: not there).
METHODS = {
    "Array.from": (90, 84), "Array.of": (84, 82), "Array.prototype.fill": (89, 85), "Array.prototype.filter": (88, None),
    "Array.prototype.findIndex": (72, 51), "Array.prototype.forEach": (78, None), "Array.prototype.reduce": (76, None),
    "Array.prototype.some": (84, 35), "String.prototype.endsWith": (86, 82), "String.prototype.includes": (93, 91),
    "String.prototype.padStart": (94, 94), "String.prototype.padEnd": (94, 94), "String.prototype.repeat": (96, 83),
    "String.prototype.startsWith": (91, 88), "String.prototype.trim": (95, 83),
}
MOST_PATHS = {"String.prototype.includes": 3, "String.prototype.startsWith": 2, "String.prototype.padStart": 8}
PARSERS = {"semver parse": "semver/functions/parse.js", "semver range": "semver/classes/range.js", "ms": "ms/index.js",
           "qs parse": "qs/lib/parse.js", "minimist": "minimist/index.js", "cookie": "cookie/index.js",
           "path-to-regexp": "path-to-regexp/dist/index.js"}
# Versions → what differences of kind pollution must name.
PAIRS = {("minimist@1.2.5", "minimist@1.2.6"): [r"Function\.prototype", r"\bObject\b(?!\.prototype)"],
         ("ini@1.3.5", "ini@1.3.6"): [r"Object\.prototype"]}
FLIPPED = ["css-what@6.1.0", "json5@2.2.3", "jsonc-parser@3.2.0", "negotiator@0.6.3", "qs@6.11.2", "sax@1.3.0", "semver@7.5.4",
           "set-cookie-parser@2.6.0", "toml@3.0.0", "tough-cookie@4.1.3"]


def explore(target, seconds, out):
    command = [KINGBIRD, "explore", str(target), "--time-limit", f"{seconds}s", "--out", str(out), "--suite", "off", "--reporter", "json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 120)
    if done.returncode not in (0, 1):
        return None, done.stderr.strip().splitlines()[-1:]
    return json.loads(done.stdout), None


def branches(summary, paths):
    covered = total = 0
    for file in summary["files"]:
        if file["path"] in paths:
            covered += file["branches"]["covered"]
            total += file["branches"]["total"]
    return covered, total


def null_guards(file, method):
    done = subprocess.run(["node", str(ROOT / "bench" / "null_guards.js"), str(file), method], capture_output=True, text=True)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip().isdigit() else 0


def decided(folder, acorn, method, paths):
    """Of each file: ways of branches, and parts of the text, that no call can take because loading decides them (bench/constant_branches.js)."""
    done = subprocess.run(["node", str(ROOT / "bench" / "constant_branches.js"), str(acorn), str(folder), method, *paths], capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else {}


def positive(folder, acorn, paths):
    """The same for ways that a parameter rules out which is always a number above zero (bench/positive_numbers.js)."""
    done = subprocess.run(["node", str(ROOT / "bench" / "positive_numbers.js"), str(acorn), str(folder), *paths], capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else {}


def excuse(summary, ruled_out):
    """How many of the missed branches no call can take."""
    count = 0
    for file in summary["files"]:
        out = ruled_out.get(file["path"], {"ways": [], "dead": []})
        for missed in file["missed"]:
            line, column = map(int, missed.split()[0].split(":"))
            inside = any((a["line"], a["column"]) <= (line, column) < (b["line"], b["column"]) for a, b in out["dead"])
            count += inside or missed in out["ways"]
    return count


def stage_mdn(scratch, modules, method):
    folder = scratch / "mdn" / method
    folder.mkdir(parents=True)
    (folder / "polyfill.js").write_text((modules / "mdn-polyfills" / f"{method}.js").read_text())
    (folder / "package.json").write_text('{"name": "polyfill", "version": "1.0.0", "main": "entry.js"}')
    (folder / "entry.js").write_text(f"delete {method};\nrequire('./polyfill.js');\nexports.method = {method};\n")
    return folder / "entry.js", folder / "polyfill.js", ["polyfill.js"]


def core_js_module(method):
    kind, _, rest = method.partition(".")
    name = rest.removeprefix("prototype.")
    dashed = "".join(f"-{c.lower()}" if c.isupper() else c for c in name)
    return f"es.{kind.lower()}.{dashed}.js"


def stage_core_js(scratch, modules, method):
    folder = scratch / "core-js" / method
    subprocess.run(["cp", "-r", str(modules / "core-js"), str(folder)], check=True)
    module = core_js_module(method)
    (folder / "package.json").write_text('{"name": "polyfill", "version": "1.0.0", "main": "entry.js"}')
    (folder / "entry.js").write_text(f"delete {method};\nrequire('./modules/{module}');\nexports.method = {method};\n")
    return folder / "entry.js", folder / "modules" / module, measured(folder, f"modules/{module}")


# Of core-js: what only runs while a module is loaded (which engine this is, whether a method is missing, how it is put in place).
LOADING = {"export", "global", "fails", "shared", "set-global", "uid", "is-pure", "well-known-symbol", "native-symbol", "descriptors",
           "hide", "path", "get-built-in", "user-agent", "webkit-string-pad-bug", "whitespaces", "add-to-unscopables", "iterators",
           "check-correctness-of-iteration", "array-method-has-species-support", "sloppy-array-method", "correct-is-regexp-logic",
           "forced-string-trim-method", "ie8-dom-define", "document-create-element"}


# Of core-js, what no call takes for a reason that stands in another file: (methods, or all; file; branches, or all; reason; all uses of the file
# in what is measured, which are looked up: another one, and the reason is none). The fallback of object-define-property is ruled out by loading.
REASONS = [
    ("", "to-primitive", "", "create-property gets an index, and an index is a number",
     ["create-property: var propertyKey = toPrimitive(key);", "object-define-property: P = toPrimitive(P, true);"]),
    ("of", "is-object", "", "to-primitive passes an index",
     ["an-object: if (!isObject(it)) {", "to-primitive: if (!isObject(input)) return input;",
      "to-primitive: if (PREFERRED_STRING && typeof (fn = input.toString) == 'function' && !isObject(val = fn.call(input))) return val;",
      "to-primitive: if (typeof (fn = input.valueOf) == 'function' && !isObject(val = fn.call(input))) return val;",
      "to-primitive: if (!PREFERRED_STRING && typeof (fn = input.toString) == 'function' && !isObject(val = fn.call(input))) return val;"]),
    ("of", "an-object", "", "only the fallback for engines without descriptors uses it",
     ["object-define-property: anObject(O);", "object-define-property: anObject(Attributes);"]),
    ("forEach some findIndex", "array-species-create", "", "array-iteration makes a list for map and filter only",
     ["array-iteration: var create = specificCreate || arraySpeciesCreate;"]),
    ("forEach some findIndex", "is-object", "", "only array-species-create uses it", ["array-species-create: else if (isObject(C)) {"]),
    ("filter", "array-species-create", "19:45 cond-expr 2", "filter makes an empty list",
     ["array-iteration: var create = specificCreate || arraySpeciesCreate;"]),
    ("from", "bind-context", "7:2 switch 1|7:2 switch 2|7:2 switch 4", "array-from binds two arguments",
     ["array-from: if (mapping) mapfn = bind(mapfn, argumentsLength > 2 ? arguments[2] : undefined, 2);"]),
    ("filter forEach some findIndex", "bind-context", "7:2 switch 1|7:2 switch 2|7:2 switch 3", "array-iteration binds three arguments",
     ["array-iteration: var boundFunction = bind(callbackfn, that, 3);"]),
    ("from", "call-with-safe-iteration-closing", "6:11 cond-expr 2", "array-from passes true",
     ["array-from: ? callWithSafeIterationClosing(iterator, mapfn, [step.value, index], true)"]),
    ("from", "classof", "18:9 cond-expr 1|18:42 cond-expr 1", "get-iterator-method asks for the class of what is neither undefined nor null",
     ["get-iterator-method: || Iterators[classof(it)];"]),
    ("from", "get-iterator-method", "8:2 if 2", "array-from passes what to-object made", ["array-from: var iteratorMethod = getIteratorMethod(O);"]),
]


def uses(folder, paths, stem):
    """The lines of the files that use what the module exports."""
    found = []
    for path in paths:
        text = (folder / path).read_text()
        required = re.search(rf"var (\w+) = require\('\.\./internals/{re.escape(stem)}'\)", text)
        lines = text.splitlines() if required else []
        found += [f"{pathlib.PurePath(path).stem}: {line.strip()}" for line in lines if re.search(rf"\b{required[1]}\b", line) and required[0] not in line]
    return found


def reasoned(summary, folder, method, paths):
    """How many of the missed branches of core-js a reason of the table excuses, and the reasons."""
    name = method.split(".")[-1]
    count, reasons = 0, []
    for file in summary["files"]:
        stem = pathlib.PurePath(file["path"]).stem
        if file["path"] not in paths:
            continue
        for methods, about, branches_, reason, known in REASONS:
            if about != stem or (methods and name not in methods.split()) or sorted(uses(folder, paths, about)) != sorted(known):
                continue
            hits = [missed for missed in file["missed"] if not branches_ or missed in branches_.split("|")]
            count += len(hits)
            if hits:
                reasons.append(f"{len(hits)} of {stem}: {reason}")
    return count, reasons


def measured(folder, module):
    """The module and what it requires, transitively, but for what only runs while loading."""
    paths, open_ = [], [module]
    while open_:
        path = open_.pop()
        if path in paths or pathlib.PurePath(path).stem in LOADING:
            continue
        paths.append(path)
        open_ += [f"internals/{name}.js" for name in re.findall(r"require\('\.\./internals/([\w-]+)'\)", (folder / path).read_text())]
    return sorted(paths, reverse=True)


def news(summary):
    """Inputs until the last one that was news, all inputs, and how many were news, of the functions of the file."""
    last = total = added = 0
    for function in summary["functions"]:
        total += function["inputs"]
        numbers = function.get("news", [])
        added += len(numbers)
        last = max([last, *numbers])
    return last, total, added


def show_method(method, title, row, paths):
    covered, total, guards, percent, known, summary = row
    last, inputs, added = news(summary)
    most = MOST_PATHS.get(method) if title == "mdn" else None
    wall = summary["time"]["wall_s"]
    missed = [word for word, miss in (("paper", known is not None and percent <= known), ("paths", most is not None and last > most),
                                      ("time", wall > 35)) if miss]
    print(f"{method:32}{f'{covered}/{total}':>12}{guards:>9}{percent:7.1f}{known if known else '-':>7}{inputs:>8}{last:>11}{added:>6}{wall:8.1f}"
          f"{f' (at most {most})' if most else ''}{' MISSED: ' + ', '.join(missed) if missed else ''}", flush=True)
    if len(paths) > 1:
        print("  " + " ".join(pathlib.PurePath(path).stem for path in paths))
    return not missed


def polyfills(title, scratch, names, seconds):
    stage, column = {"mdn": (stage_mdn, 1), "core-js": (stage_core_js, 0)}[title]
    (scratch / title).mkdir(exist_ok=True)
    print(f"\n{title}\n{'method':32}{'branches':>12}{'excused':>9}{'%':>7}{'paper':>7}{'inputs':>8}{'last news':>11}{'news':>6}{'wall s':>8}")
    chosen = {method: paper for method, paper in METHODS.items() if not names or method.split(".")[-1] in names}
    percents, held = {}, True
    for method, paper in chosen.items():
        entry, file, paths = stage(scratch, scratch / "node_modules", method)
        summary, problem = explore(f"{entry}#method", seconds, scratch / "out" / title / method)
        if summary is None:
            print(f"{method:32}  {problem}")
            held = False
            continue
        covered, total = branches(summary, paths)
        acorn = scratch / "node_modules" / "acorn"
        guards, reasons = (null_guards(file, method), []) if title == "mdn" else reasoned(summary, entry.parent, method, paths)
        if title == "core-js":
            guards += excuse(summary, decided(entry.parent, acorn, method, paths)) + excuse(summary, positive(entry.parent, acorn, paths))
        percents[method] = 100 * covered / (total - guards) if total > guards else 100
        held &= show_method(method, title, (covered, total, guards, percents[method], paper[column], summary), paths)
        for reason in reasons:
            print(f"    {reason}")
    good = sum(percent >= 95 for percent in percents.values())
    wanted = len(chosen) - 3 if len(chosen) == len(METHODS) else len(chosen)
    unknown = [method for method, paper in chosen.items() if paper[column] is None and percents.get(method, 0) < 95]
    print(f"at least 95 %: {good} of {len(chosen)} (bar: {wanted}){'; not: ' + ', '.join(unknown) if unknown else ''}")
    return held and good >= wanted and not unknown


def parsers(scratch, names, seconds):
    print(f"\n{'parser':20}{'branches':>12}{'excused':>9}{'%':>7}{'bar':>5}{'wall s':>8}")
    held = True
    for name, path in PARSERS.items():
        if names and name.split()[0] not in names:
            continue
        summary, problem = explore(scratch / "node_modules" / path, seconds, scratch / "out" / name.replace(" ", "-"))
        if summary is None:
            print(f"{name:20}  {problem}")
            held = False
            continue
        covered, total = branches(summary, ["/".join(path.split("/")[1:])])
        percent = 100 * covered / max(total, 1)
        held &= percent >= 85
        print(f"{name:20}{f'{covered}/{total}':>12}{0:>9}{percent:7.1f}{85:>5}{summary['time']['wall_s']:8.1f}", flush=True)
    return held


def pairs(scratch, names, seconds):
    """Whether each object that only one version changes is named by a difference."""
    print(f"\n{'pair':34}{'seed':>5}  found")
    held = True
    for (before, after), wanted in PAIRS.items():
        if names and before.split("@")[0] not in names:
            continue
        for seed in (1, 2, 3):
            out = scratch / "out" / f"{before}-{seed}"
            command = [KINGBIRD, "diff", before, after, "--time-limit", f"{seconds}s", "--seed", str(seed), "--out", str(out), "--reporter", "json"]
            done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 120)
            told = [one for one in json.loads(done.stdout).get("differences", []) if one["kind"] == "pollution"] if done.returncode in (0, 1) else []
            text = json.dumps(told)
            found = [word for word in wanted if re.search(word, text)]
            held &= len(found) == len(wanted)
            print(f"{f'{before} → {after}':34}{seed:>5}  {len(found)} of {len(wanted)}: {', '.join(found)}", flush=True)
    return held


def branches_of_test(package, seed, symbolic, seconds, out):
    command = [KINGBIRD, "test", package, "--time-limit", f"{seconds}s", "--seed", str(seed), "--symbolic", symbolic, "--out", str(out), "--reporter", "json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 120)
    if done.returncode not in (0, 1):
        return None
    return json.loads(done.stdout)["coverage"]["reached"]["branches"]["pct"]


def flips(scratch, names, seconds, packages):
    print(f"\n{'package':28}{'without':>9}{'with':>9}{'points':>8}   (medians of three seeds, then each)")
    gains = []
    for package in packages:
        if names and package.split("@")[0] not in names:
            continue
        figures = []
        for seed in (1, 2, 3):
            # Side by side: both see the same load.
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                figures.append(list(pool.map(
                    lambda symbolic: branches_of_test(package, seed, symbolic, seconds, scratch / "out" / f"{package}-{symbolic}-{seed}") or 0, ("off", "on"))))
        medians = [statistics.median(pair[i] for pair in figures) for i in (0, 1)]
        gains.append(medians[1] - medians[0])
        seeds = "  ".join(f"{off:.1f} {on:.1f}" for off, on in figures)
        print(f"{package:28}{medians[0]:9.1f}{medians[1]:9.1f}{gains[-1]:+8.1f}   {seeds}", flush=True)
    if not gains:
        return False
    print(f"median {statistics.median(gains):+.1f} (bar: +5), least {min(gains):+.1f} (bar: -1)")
    return statistics.median(gains) >= 5 and min(gains) >= -1


def main():
    quick_and_whole = {"mdn": (10, 30), "core-js": (10, 30), "parsers": (20, 60), "pairs": (30, 60), "flips": (10, 30)}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(quick_and_whole), help="parts")
    parser.add_argument("--names", default="", help="last names of methods, names of packages")
    parser.add_argument("--packages", default=",".join(FLIPPED), help="for flips")
    parser.add_argument("--quick", action="store_true", help="less time for each")
    options = parser.parse_args()
    names = set(filter(None, options.names.split(",")))
    held = True
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder, *SUBJECTS], check=True, capture_output=True)
        for part in options.only.split(","):
            seconds = quick_and_whole[part][0 if options.quick else 1]
            if part in ("mdn", "core-js"):
                held &= polyfills(part, scratch, names, seconds)
            else:
                more = [options.packages.split(",")] if part == "flips" else []
                held &= {"parsers": parsers, "pairs": pairs, "flips": flips}[part](scratch, names, seconds, *more)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
