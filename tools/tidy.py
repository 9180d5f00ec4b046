#!/usr/bin/env python3
"""tools/tidy.py BUILD [FILE…]: the checks of .clang-tidy over all sources of src/ and addon/ (five minutes of a core), or over those that are
compiled together with the named ones. What the build compiles as one is checked as one, which takes a fraction of the time; what passed is
not looked at again until it, a header or the checks change."""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# clang cannot read the headers that g++ precompiled; they are included where they are used, so nothing is lost without them.
PRECOMPILED = re.compile(r'-include [^ "]*cmake_pch\.hxx|-Winvalid-pch')
TOGETHER = re.compile(r'^#include "(.*\.cc)"$', re.M)


def commands_of(build):
    """What compiles a part of the program, not of its tests."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        ours = any(path.is_relative_to(place / part) for place in (ROOT, build) for part in ("src", "addon"))
        if ours and path.name.endswith((".cc", "_cxx.cxx")) and not path.name.endswith("_test.cc") and "_test.dir" not in entry["command"]:
            yield {**entry, "command": PRECOMPILED.sub("", entry["command"])}


def sources_of(unit):
    together = TOGETHER.findall(unit.read_text()) if unit.suffix == ".cxx" else []
    return [pathlib.Path(path) for path in together] or [unit]


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    named = {pathlib.Path(name).resolve() for name in sys.argv[2:]}
    cache = build / "tidy"
    cache.mkdir(exist_ok=True)
    commands = list(commands_of(build))
    (cache / "compile_commands.json").write_text(json.dumps(commands))
    # A header's change concerns every file: one sum over all headers, good enough for a tree of this size.
    headers = sorted(path for part in ("src", "addon") for path in (ROOT / part).rglob("*.h"))
    common = [ROOT / ".clang-tidy", *headers]

    def check(unit):
        sources = sources_of(unit)
        if named and named.isdisjoint(sources):
            return True
        state = hashlib.sha256(b"".join(path.read_bytes() for path in [*common, *sources])).hexdigest()
        passed = cache / re.sub(r"\W", "_", str(unit.relative_to(ROOT)))
        if passed.exists() and passed.read_text() == state:
            return True
        result = subprocess.run(["clang-tidy", "--quiet", "-p", cache, unit], text=True, capture_output=True, check=False)
        if result.returncode == 0:
            passed.write_text(state)
        else:
            print(result.stdout, flush=True)
        return result.returncode == 0

    units = {pathlib.Path(entry["file"]) for entry in commands}
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        return 0 if all(list(pool.map(check, sorted(units)))) else 1


if __name__ == "__main__":
    sys.exit(main())
