#!/usr/bin/env python3
"""sizes.py [FOLDER…]: files over 400 lines, functions over 50 lines, functions with more than 6 parameters, each with the reason why it stays.
Exit 1 where there is no reason, or a reason for what is not beyond.

Reads layout, not syntax: clang-format puts the end of a function at the column where it begins.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE, FUNCTION, PARAMETERS = 400, 50, 6
# "path" or "path function" → why it stays.
REASONS = {
    "addon/effects.cc StandInGetnameinfo": "what libc's has",
    "agent/child.js": "the interpreter of test cases: its methods call each other and share one log",
    "agent/concolic/names.js namesWith": "a closure over the runtime's tables; the longest function in it has 26 lines",
    "agent/concolic/lists.js listsWith": "a closure over what the runtime lends; the longest function in it has 27 lines",
    "agent/concolic/runtime.js": "one object that rewritten code calls; its functions share tables and trace",
    "agent/concolic/operators.js bin": "rewritten code calls it with what it has: an object for its arguments would cost",
    "agent/concolic/runtime.js bumpHidden": "rewritten code calls it with what it has: an object for its arguments would cost",
    "agent/conform/describe.js kingbirdDescriber": "one function that is sent to engines as text",
    "agent/conform/harness.js kingbirdHarness": "one function that is sent to engines as text",
    "agent/conform/look.js kingbirdLook": "one function that is sent to engines as text",
    "agent/conform/makers.js kingbirdMakers": "one function that is sent to engines as text",
    "agent/describe.js": "one walk over all kinds of values, each a few lines",
    "agent/event_log.js record": "called for every event, where an object for its arguments would cost",
    "src/cli/settings.cc": "the one table of all settings",
    "src/cli/settings.cc MakeTable": "the one table of all settings",
    "src/concolic/solve/inverter.cc Inverter::WantTruth": "one case per operator",
    "src/concolic/solve/inverter_text.cc Inverter::WantText": "one case per operator",
    "src/concolic/solve/smt_encoding.cc SmtEncoding::EncodeNode": "one case per operator",
    "src/discover/signatures.cc": "one search, from probes to signatures",
    "src/emit/js_text.cc LiteralText": "one case per kind of value",
    "src/emit/node_streams.cc IsOfNodesStreams": "a list of names",
    "src/explore/explore.cc RunExplore": "the one page that is the command, step by step",
    "src/generate/tree_grower.cc": "one class; its ways of growing share scope and scores",
    "src/generate/typed_values.cc TypedValues::Make": "one case per kind of type",
    "src/concolic/explorer.cc": "one exploration, whose steps share queues and progress",
    "src/guard/guard.js": "deployed beside a user's program as one file",
    "src/model/type.cc ToString": "one case per kind of type",
    "src/regex/parser.cc": "one grammar, a few lines for each of its rules",
    "src/report/json.cc SummaryJson": "the keys of summary.json in one place",
    "src/runtime/value_codec.cc Content": "one case per kind of value",
    "src/syntax/pass/concolic_literals.cc ConcolicPass::Object": "one case per kind of member",
    "src/syntax/pass/concolic_expressions.cc ConcolicPass::Dispatch": "one case per kind of node",
    "src/syntax/pass/concolic_statements.cc ConcolicPass::Statement": "one case per kind of node",
    "src/syntax/pass/coverage.cc CoveragePass::Visit": "one case per kind of node",
    "src/syntax/scope.cc Declare": "one case per kind of node",
}
KEYWORDS = ("if", "for", "while", "switch", "catch", "do", "else", "namespace", "class", "struct", "enum", "union", "try", "return", "extern")
END_OF_HEAD = re.compile(r"\)\s*(?:const|noexcept|override|final|->\s*[\w:<>*&, ]+|:\s.*|=>)*\s*\{(\})?$")
END_OF_STATEMENT = re.compile(r"[;{}]$|^\s*(?:public|private|protected):$|^\s*(?://|/\*|\*|#|$)")
LAMBDA = re.compile(r"\[[&=\w, *]*\]\s*[({]")
NAME = re.compile(r"([~\w:]+|operator\S+)\s*\(|^(?:const|let) (\w+) = (?:async )?\(")


def heads(lines):
    """(first line, last line, name, text of the head) of everything that looks like a function."""
    for end_of_head, line in enumerate(lines):
        ends = END_OF_HEAD.search(line)
        if not ends:
            continue
        start = end_of_head
        while start > 0 and not END_OF_STATEMENT.search(lines[start - 1]):
            start -= 1
        head = " ".join(text.strip() for text in lines[start : end_of_head + 1])
        name = NAME.search(head)
        indent = len(lines[start]) - len(lines[start].lstrip())
        # What is handed to a call is no function of its own.
        inner = "=>" in head and not name.group(2) if name else True
        if inner or LAMBDA.search(head) or head.split("(")[0].strip().split(" ")[0] in KEYWORDS or indent > 2:
            continue
        end = end_of_head
        if not ends.group(1):
            end = next((i for i in range(end_of_head + 1, len(lines)) if re.match(rf"^ {{{indent}}}\}}", lines[i])), end_of_head)
        yield start, end, name.group(1) or name.group(2), head


def parameters(head):
    inside, depth, commas = head[head.index("(") + 1 :], 0, 0
    for letter in inside:
        depth += letter in "(<[{"
        if letter in ")>]}":
            depth -= 1
            if depth < 0:
                break
        commas += letter == "," and depth == 0
    return 0 if inside.lstrip().startswith(")") else commas + 1


def beyond(path):
    lines = path.read_text().splitlines()
    name = path.relative_to(ROOT).as_posix()
    if len(lines) > FILE:
        yield name, f"{len(lines)} lines"
    for start, end, function, head in heads(lines):
        if function.startswith("TEST"):
            continue
        if end - start + 1 > FUNCTION:
            yield f"{name} {function}", f"{end - start + 1} lines at {start + 1}"
        if parameters(head) > PARAMETERS:
            yield f"{name} {function}", f"{parameters(head)} parameters at {start + 1}"


def main():
    folders = [ROOT / folder for folder in sys.argv[1:] or ("src", "agent", "addon")]
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix in (".cc", ".h", ".js")]
    unexplained = 0
    unused = set(REASONS)
    for path in files:
        for what, how in beyond(path):
            reason = REASONS.get(what, "")
            unexplained += not reason
            unused.discard(what)
            print(f"{what}: {how}{': ' + reason if reason else ''}")
    stale = [] if sys.argv[1:] else sorted(unused)
    for what in stale:
        print(f"{what}: has a reason and is not beyond")
    print(f"{len(files)} files, {unexplained} things without a reason, {len(stale)} reasons without a thing")
    return 1 if unexplained or stale else 0


if __name__ == "__main__":
    sys.exit(main())
