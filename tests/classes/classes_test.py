#!/usr/bin/env python3
"""classes_test.py KINGBIRD: `kingbird test file.js#Class` on the subjects: full coverage, types as a reader writes them, a suite that
passes and notices a broken method, findings that reproduce, the flags for classes."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

KINGBIRD = sys.argv[1]
SUBJECTS = pathlib.Path(__file__).resolve().parent.parent / "subjects"
EXPECTED = json.loads((SUBJECTS / "expected_types.json").read_text())
failures = []
passed = 0


def check(condition, what):
    global passed
    if condition:
        passed += 1
    else:
        failures.append(what)
        print(f"FAILED: {what}", flush=True)


def run(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)


def kingbird(folder, target, *flags, out="out", seed=3):
    result = run([KINGBIRD, "test", target, "--seed", str(seed), "--out", out, "--log", "quiet", *flags], folder)
    summary = folder / out / "summary.json"
    return result, json.loads(summary.read_text()) if result.returncode in (0, 1) else None


def full(summary):
    statements = summary["coverage"]["statements"]
    return statements["total"] > 0 and statements["covered"] == statements["total"]


def types_of(summary):
    return {(t["function"], t["parameter"]): t for t in summary["types"]}


def text_is_not_searched(folder):
    """What looks like a counter is none, and functions show what their author wrote."""
    (folder / "words.js").write_text(
        "// $key, ++$k1[2] and $kilo are words\n"
        "class Words {\n  constructor(list) { this.list = list || [] }\n"
        "  add(word) { if (word) this.list.push(word); return this.list.length }\n"
        "  /* ++$k[0] */ text() { return this.add.toString() }\n}\nexports.Words = Words\n"
    )
    result, summary = kingbird(folder, "words.js#Words", out="words")
    check(summary is not None, f"words.js#Words: exit code {result.returncode}: {result.stderr[-300:]}")
    if summary is None:
        return
    check(full(summary), f"words.js#Words: {summary['coverage']['statements']}")
    check(summary["coverage"]["statements"]["total"] == 5, "only the class counts")
    check(summary["tests"]["executed"] < 2000, f"the goal is seen: {summary['tests']['executed']} tests")
    suite = "".join(file.read_text() for file in (folder / "words" / "suite").glob("*.js"))
    check("'add(word) { if (word) this.list.push(word); return this.list.length }'" in suite, "the suite has the original text")
    check("$k" not in suite.replace("$key", ""), "the suite has no counters")


def words_are_no_code(folder):
    """A function with a capital is a class when it uses `this`, not when its author wrote the word."""
    (folder / "capitals.js").write_text(
        "exports.Upper = function Upper(word) { /* this is no constructor */ return `${word || 'this'}`.toUpperCase() }\n"
        "exports.Box = function Box(word) { this.word = word }\n"
    )
    result, summary = kingbird(folder, "capitals.js", "--tests", "60", out="capitals")
    check(summary is not None, f"capitals.js: exit code {result.returncode}: {result.stderr[-300:]}")
    suite = "".join(file.read_text() for file in (folder / "capitals" / "suite").glob("*.js"))
    check("capitals.Upper(" in suite and "new capitals.Upper" not in suite, "Upper is a function")
    check("new capitals.Box(" in suite, "Box is a class")


def covers_and_infers(folder):
    for target in ("triangle.js#Triangle", "linked_list.js#LinkedList", "splay_tree.js#SplayTree", "base64.js#Base64"):
        result, summary = kingbird(folder, target)
        check(summary is not None, f"{target}: exit code {result.returncode}: {result.stderr[-300:]}")
        if summary is None:
            continue
        check(full(summary), f"{target}: {summary['coverage']['statements']}")
        found = types_of(summary)
        for function, parameters in EXPECTED[target].items():
            for parameter, wanted in parameters.items():
                one = found.get((function, parameter), {"type": "missing", "evidence": ""})
                check(one["type"] == wanted, f"{function}({parameter}): {one['type']}, expected {wanted}")
                check(one["evidence"], f"{function}({parameter}) has evidence")


def suite_holds(folder):
    _, summary = kingbird(folder, "linked_list.js#LinkedList", out="list")
    suite = folder / "list" / "suite"
    scripts = sorted(str(f) for f in suite.glob("*.test.js"))
    check(run(["node", "--test", *scripts], suite).returncode == 0, "the suite passes")
    file = folder / "linked_list.js"
    source = file.read_text()
    for method, before, after in (("remove", "return false;", "return true;"),
                                  ("insertAfter", "this.last = newNode;", "this.last = node;")):
        broken = source.replace(before, after, 1)
        check(broken != source, "the subject has the line to break")
        file.write_text(broken)
        check(run(["node", "--test", *scripts], suite).returncode != 0, f"the suite notices a broken {method}")
    file.write_text(source)
    kinds = {f["kind"] for f in summary["findings"]}
    check("exception" in kinds, f"inserting beside a node that is in no list is a finding: {kinds}")
    for finding in summary["findings"]:
        repro = run(["node", finding["repro"]], folder / "list")
        check(repro.returncode != 0 and "TypeError" in repro.stderr, f"{finding['id']} reproduces: {repro.stderr[-200:]}")
    again, _ = kingbird(folder, "linked_list.js#LinkedList", out="again")
    check(again.returncode in (0, 1), "runs again")
    same = all((folder / "again/suite" / f.name).read_bytes() == f.read_bytes() for f in suite.iterdir())
    check(same, "the same seed gives the same suite")


def styles(folder):
    for target, flags in (("styles.js#Counter", []), ("styles.js#Polygon", ["--namespace", "ds.shapes"]),
                          ("styles.js#ds.shapes.Shape", []), ("styles.js#Registry", [])):
        result, summary = kingbird(folder, target, *flags)
        check(summary is not None and full(summary),
              f"{target}: {result.stderr[-300:] if summary is None else summary['coverage']['statements']}")
    found = types_of(summary)
    wanted = {("Registry#since", "date"): "Date", ("Registry#matching", "pattern"): "RegExp"}
    for key, type_ in wanted.items():
        check(found[key]["type"] == type_, f"{key}: {found[key]['type']}, expected {type_}")
    check("=>" in found[("Registry#on", "listener")]["type"], f"listener: {found[('Registry#on', 'listener')]['type']}")
    path = found[("Registry#lookup", "path")]["type"]
    check("string" in path and "[]" in path, f"path is a union: {path}")


def state_is_held(folder):
    """A method that returns nothing is held to what it does to the object."""
    file = folder / "tally.js"
    source = ("exports.Tally = class Tally {\n  constructor() {\n    this.count = 0;\n  }\n"
              "  add(n) {\n    if (n > 3) {\n      this.count += 2;\n    } else {\n      this.count += 1;\n    }\n  }\n};\n")
    file.write_text(source)
    _, summary = kingbird(folder, "tally.js#Tally", out="tally")
    check(summary is not None and full(summary), "tally.js is covered")
    suite = folder / "tally" / "suite"
    scripts = sorted(str(f) for f in suite.glob("*.test.js"))
    check(run(["node", "--test", *scripts], suite).returncode == 0, "the suite of Tally passes")
    file.write_text(source.replace("+= 2", "+= 3"))
    check(run(["node", "--test", *scripts], suite).returncode != 0, "the suite notices another state")


def members_of_documented_objects(folder):
    """Who documents "object" has not said which members it has: its uses do."""
    file = folder / "label.js"
    file.write_text("/**\n * @param {string} text\n * @param {object} [options]\n * @returns {string}\n */\n"
                    "exports.label = function label(text, options) {\n  const opt = options || {};\n  let made = String(text);\n"
                    "  if (opt.upperCase) {\n    made = made.toUpperCase();\n  }\n"
                    "  if (opt.columnWidth > 12) {\n    made = made.padEnd(20);\n  }\n  return made;\n};\n")
    _, summary = kingbird(folder, "label.js", "--tests", "200", "--symbolic", "off", out="label")
    type_ = types_of(summary)[("label", "options")]["type"]
    check("columnWidth" in type_ and "upperCase" in type_, f"members of options: {type_}")
    check(full(summary), f"options are given: {summary['coverage']['statements']}")


def flags(folder):
    result, summary = kingbird(folder, "linked_list.js#LinkedList", "--method", "at", "--sequence-length", "4", "--stale", "500")
    check(summary is not None and full(summary), "--method at")
    check(summary is not None and summary["coverage"]["statements"]["total"] < 10, "--method counts the method alone")
    texts = "".join(f.read_text() for f in (folder / "out/suite").glob("*.test.js"))
    described = {line.split("'")[1] for line in texts.splitlines() if line.startswith("describe(")}
    check(described == {"LinkedList#at"}, f"--method keeps tests of the method alone: {described}")
    result, summary = kingbird(folder, "poker.js#Poker", "--strings", "[AKQJT98765432]{5}", "--stale", "256")
    texts = "".join(f.read_text() for f in (folder / "out/suite").glob("*.test.js"))
    check("rankHand('" in texts, "--strings makes the arguments")
    for arguments, words in ((["linked_list.js#Nothing"], "its classes: LinkedList, Node"),
                             (["linked_list.js#LinkedList", "--method", "shuffle"], "has no method shuffle"),
                             (["luhn.js#Luhn", "--strings", "["], "is no regular expression")):
        result, _ = kingbird(folder, *arguments)
        check(result.returncode == 2 and words in result.stderr, f"{arguments}: {result.returncode} {result.stderr.strip()}")


def main():
    with tempfile.TemporaryDirectory(prefix="kingbird-classes-") as name:
        folder = pathlib.Path(name)
        for file in SUBJECTS.iterdir():
            shutil.copy(file, folder)
        for part in (text_is_not_searched, words_are_no_code, covers_and_infers, suite_holds, state_is_held, styles, members_of_documented_objects, flags):
            part(folder)
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
