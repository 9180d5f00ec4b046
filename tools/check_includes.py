#!/usr/bin/env python3
"""Checks that modules include only what the order in docs/architecture.md allows, that each third-party header stays in
the one module that wraps it, and that files and time come from the surroundings: who may ask the system itself is listed
here. Prints one line per violation; exit 1 if there is any."""
import pathlib
import re
import sys

MAY_INCLUDE = {
    "base": "",
    "regex": "base",
    "model": "base",
    "target": "base model",
    "syntax": "base model",
    "runtime": "base model",
    "generate": "base regex model",
    "emit": "base model",
    "store": "base model",
    "mine": "base model syntax",
    "discover": "base model syntax runtime generate",
    "concolic": "base regex model syntax runtime emit",
    "oracle": "base model runtime",
    "report": "base model store",
    "env": "base model target runtime generate",
    "load": "base regex model target syntax runtime generate emit mine discover env",
    "loop": "base model target syntax runtime generate oracle env load",
    "suite": "base model target syntax runtime generate emit oracle env load loop",
    "classes": "base model target syntax runtime generate emit discover oracle env load loop suite",
    "diff": "base model target syntax runtime generate emit concolic guard mine discover oracle env load loop suite explore",
    "guard": "base model syntax",
    "explore": "base model target syntax runtime generate emit concolic oracle guard env load loop suite",
    "conform": "base model target syntax runtime generate emit concolic env load loop suite diff explore",
    "campaign": "base model target syntax runtime generate emit store mine discover concolic oracle report conform env load "
    "loop suite classes diff guard explore",
    "cli": "base model target syntax runtime generate emit store mine discover concolic oracle report conform env load loop "
    "suite classes diff guard explore campaign",
}
THIRD_PARTY = {
    "z3++.h": "concolic",
    "cvc5/cvc5.h": "concolic",
    "sqlite3.h": "store",
    "tree_sitter/api.h": "syntax",
    "seccomp.h": "runtime",
    "CLI/CLI.hpp": "cli",
    "nlohmann/json.hpp": "base",
    "double-conversion/double-conversion.h": "base",
}
# What asks the system itself, and the folders and files that may; everybody else has env.files and env.clock. Tests may.
DIRECTLY = (
    (re.compile(r"\b(?:std::filesystem|fs)::(?!path\b)\w|\bnamespace \w+ = std::filesystem"),
     ("src/base/file_system.", "src/base/disk_temp_folder.", "src/runtime/")),
    # C's way; race.cc wants a flag of pipe2.
    (re.compile(r"#\s*include <(?:fstream|fcntl\.h|dirent\.h|sys/(?:stat|file)\.h)>|\b(?:fopen|mkdtemp|mkstemp|mkostemp|getcwd)\("),
     ("src/base/", "src/runtime/", "src/concolic/solve/race.cc")),
    # Limits of other programs, and of removing our own folders: nothing that a test would have pass faster.
    (re.compile(r"\b(?:steady|system|high_resolution)_clock\b"),
     ("src/base/clock.h", "src/base/subprocess.cc", "src/base/disk_temp_folder.cc", "src/runtime/")),
    # The one clock, for who puts a run together; and who waits for another Kingbird's installation.
    (re.compile(r"\bSteadyClock\b"), ("src/base/", "src/cli/")),
    (re.compile(r"\bsleep_(?:for|until)\b"), ("src/base/", "src/runtime/", "src/target/npm_cache.cc", "src/cli/watchdog.cc")),
    # The one disk: who puts a run together, SQLite, which opens its file itself, and a forked process that asks for its size.
    (re.compile(r"\bDisk\(\)|\bDiskFileSystem\b"),
     ("src/base/", "src/runtime/", "src/cli/", "src/store/database.cc", "src/concolic/solve/race.cc")),
)
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^">]+)[">]')


def violations(root):
    source = root / "src"
    for file in sorted(source.rglob("*.h")) + sorted(source.rglob("*.cc")):
        module = file.relative_to(source).parts[0]
        if module not in MAY_INCLUDE:
            yield f"{file.relative_to(root)}: folder '{module}' is not a known module"
            continue
        allowed = set(MAY_INCLUDE[module].split()) | {module}
        name = str(file.relative_to(root))
        for number, line in enumerate(file.read_text().splitlines(), 1):
            where = f"{name}:{number}"
            for pattern, users in DIRECTLY:
                found = pattern.search(line.split("//")[0])
                if found and not name.startswith(users) and not name.endswith("_test.cc"):
                    yield f"{where}: {found.group(0)} is for {', '.join(users)}; files and time are handed over"
            match = INCLUDE.match(line)
            if not match:
                continue
            header = match.group(1)
            folder = header.split("/")[0]
            if folder in MAY_INCLUDE and "/" in header and folder not in allowed:
                yield f"{where}: {module} may not include {header}"
            owner = THIRD_PARTY.get(header)
            if owner and owner != module:
                yield f"{where}: {header} belongs to {owner}"


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    found = list(violations(root))
    print("\n".join(found) if found else "includes are in order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
