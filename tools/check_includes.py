#!/usr/bin/env python3
"""Checks that modules include only what the order in docs/architecture.md allows, and that each third-party header stays in
the one module that wraps it. Prints one line per violation; exit 1 if there is any."""
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
    "load": "base model target syntax runtime generate emit mine discover env",
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
}
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^">]+)[">]')


def violations(root):
    source = root / "src"
    for file in sorted(source.rglob("*.h")) + sorted(source.rglob("*.cc")):
        module = file.relative_to(source).parts[0]
        if module not in MAY_INCLUDE:
            yield f"{file.relative_to(root)}: folder '{module}' is not a known module"
            continue
        allowed = set(MAY_INCLUDE[module].split()) | {module}
        for number, line in enumerate(file.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            header = match.group(1)
            folder = header.split("/")[0]
            where = f"{file.relative_to(root)}:{number}"
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
