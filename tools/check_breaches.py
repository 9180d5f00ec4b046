#!/usr/bin/env python3
"""Checks that the table of bench/breaches.py (bench/repairs) is still one of this tree: what is taken out is in its file exactly once,
names are unique, tests exist, and so do the tests that docs/security.md names. Prints one line per violation; exit 1 if there is any."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))
from repairs import all_breaches, find_test  # noqa: E402 (the folder is known only now)


def violations():
    names = set()
    for breach in all_breaches():
        if breach.name in names:
            yield f"{breach.name}: the name is there twice"
        names.add(breach.name)
        for edit in breach.edits:
            file = ROOT / edit.file
            count = file.read_text().count(edit.find) if file.exists() else 0
            if count != 1 or edit.find == edit.put:
                yield f"{breach.name}: in {edit.file} {count} times: {edit.find.strip()}"
        for test in breach.tests:
            found = find_test(test)
            if found is None:
                yield f"{breach.name}: there is no test {test}"
            elif found.kinds and not set(found.kinds) & set(breach.kinds):
                yield f"{breach.name}: {test} does not run in {' or '.join(breach.kinds)}"
    for name in re.findall(r"\b[A-Z]\w+\.[A-Z]\w+\b", (ROOT / "docs/security.md").read_text()):
        if find_test(name) is None:
            yield f"docs/security.md: there is no test {name}"


def main():
    found = list(violations())
    print("\n".join(found) or f"{len(all_breaches())} breaches fit the code")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
