#!/usr/bin/env python3
"""bench/run symbolic [--quick]: symbolic execution of polyfills (paper 004) and of real parsers, by `kingbird explore` alone.

1. mdn-polyfills@5.17.1 and core-js@3.1.4: branches of each method's file with the native method removed, beside the paper's figures.
   Guards `if (this == null) throw` that no call can reach (bench/null_guards.js calls them) are not counted.
2. Inputs until the last one that added coverage, and the share of inputs that added something.
3. Real parsers: branches of the file after a minute.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINGBIRD = ROOT / "build" / "dev" / "src" / "kingbird"
SUBJECTS = ["mdn-polyfills@5.17.1", "core-js@3.1.4", "semver@7.5.4", "ms@2.1.3", "qs@6.11.2", "minimist@1.2.8", "cookie@0.6.0",
            "path-to-regexp@6.2.1"]
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


def explore(target, seconds, out):
    command = [str(KINGBIRD), "explore", str(target), "--time-limit", f"{seconds}s", "--out", str(out), "--suite", "off", "--reporter", "json"]
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


def polyfills(scratch, modules, seconds):
    for title, stage, column in (("mdn-polyfills", stage_mdn, 1), ("core-js", stage_core_js, 0)):
        (scratch / title).mkdir(exist_ok=True)
        print(f"\n{title}\n{'method':32}{'branches':>12}{'excused':>9}{'%':>7}{'paper':>7}{'inputs':>8}{'last news':>11}{'news':>6}{'wall s':>8}")
        good = 0
        for method, paper in METHODS.items():
            entry, file, paths = stage(scratch, modules, method)
            summary, problem = explore(f"{entry}#method", seconds, scratch / "out" / title / method)
            if summary is None:
                print(f"{method:32}  {problem}")
                continue
            covered, total = branches(summary, paths)
            guards = null_guards(file, method) if title == "mdn-polyfills" else 0
            percent = 100 * covered / (total - guards) if total > guards else 100
            good += percent >= 95
            known = paper[column]
            last, inputs, added = news(summary)
            most = f" (at most {MOST_PATHS[method]})" if title == "mdn-polyfills" and method in MOST_PATHS else ""
            print(f"{method:32}{f'{covered}/{total}':>12}{guards:>9}{percent:7.1f}{known if known else '-':>7}"
                  f"{inputs:>8}{last:>11}{added:>6}{summary['time']['wall_s']:8.1f}{most}")
            if len(paths) > 1:
                print("  " + " ".join(pathlib.PurePath(path).stem for path in paths))
        print(f"at least 95 %: {good} of {len(METHODS)} (bar: 12)")


def parsers(scratch, modules, seconds):
    print(f"\n{'parser':20}{'branches':>12}{'%':>7}{'bar':>5}{'wall s':>8}")
    for name, path in PARSERS.items():
        summary, problem = explore(modules / path, seconds, scratch / "out" / name.replace(" ", "-"))
        if summary is None:
            print(f"{name:20}  {problem}")
            continue
        covered, total = branches(summary, ["/".join(path.split("/")[1:])])
        print(f"{name:20}{f'{covered}/{total}':>12}{100 * covered / max(total, 1):7.1f}{85:>5}{summary['time']['wall_s']:8.1f}")


def main():
    quick = "--quick" in sys.argv
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", folder, *SUBJECTS], check=True, capture_output=True)
        modules = scratch / "node_modules"
        polyfills(scratch, modules, 10 if quick else 30)
        parsers(scratch, modules, 20 if quick else 60)
    return 0


if __name__ == "__main__":
    sys.exit(main())
