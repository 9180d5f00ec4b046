#!/usr/bin/env python3
"""Checks what a reader relies on: links and "Code:" lines in the documentation lead somewhere, the lock file records no
download addresses, no source file is longer than 500 lines. Prints one line per violation; exit 1 if there is any."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
LONGEST = 500


def documents():
    return [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


def broken_links():
    for document in documents():
        text = re.sub(r"```.*?```|^    .*?$", "", document.read_text(), flags=re.S | re.M)
        for link in LINK.findall(text):
            if "://" not in link and not (document.parent / link).exists():
                yield f"{document.relative_to(ROOT)}: {link} does not exist"


def stale_code_lines():
    for document in documents():
        for line in document.read_text().splitlines():
            if not line.startswith("Code: "):
                continue
            for path in re.findall(r"[\w./{},]+", re.sub(r"\[[^]]*\]\([^)]*\)", "", line[len("Code: "):])):
                if "/" not in path or "{" in path:
                    continue
                path = path.rstrip(".,")
                # "src/x/y" may name a header and its source at once.
                if not (ROOT / path).exists() and not list((ROOT / path).parent.glob(f"{pathlib.Path(path).name}.*")):
                    yield f"{document.relative_to(ROOT)}: {path} does not exist"


def download_addresses():
    lock = json.loads((ROOT / "package-lock.json").read_text())
    for name, package in lock["packages"].items():
        if "resolved" in package:
            yield f"package-lock.json: {name} records a download address"


def long_files():
    for folder, endings in {"src": "cc h", "addon": "cc h", "agent": "js", "bench": "cc js", "tests": "cc"}.items():
        for ending in endings.split():
            for file in (ROOT / folder).rglob(f"*.{ending}"):
                lines = file.read_text(errors="replace").count("\n")
                if lines > LONGEST and "node_modules" not in file.parts:
                    yield f"{file.relative_to(ROOT)}: {lines} lines, more than {LONGEST}"


def main():
    found = [*broken_links(), *stale_code_lines(), *download_addresses(), *long_files()]
    print("\n".join(found) if found else "the tree is in order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
