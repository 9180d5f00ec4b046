#!/usr/bin/env python3
"""Checks what a reader relies on: links in the documentation lead somewhere, files, names, flags and keys that it speaks of exist, the lock
file records no download addresses. Prints one line per violation; exit 1 if there is any."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def documents():
    return [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


def broken_links():
    for document in documents():
        text = re.sub(r"```.*?```|^    .*?$", "", document.read_text(), flags=re.S | re.M)
        for link in LINK.findall(text):
            if "://" not in link and not (document.parent / link).exists():
                yield f"{document.relative_to(ROOT)}: {link} does not exist"


def expanded(path):
    """src/{a,b}.cc → src/a.cc, src/b.cc"""
    match = re.search(r"\{([^}]*)\}", path)
    if not match:
        return [path]
    return [one for part in match.group(1).split(",") for one in expanded(path[:match.start()] + part + path[match.end():])]


def missing_files():
    for document in documents():
        # Decisions and the change log tell of what was; the pages for users speak of files of theirs.
        if "decisions" in document.parts or document.name in ("CHANGELOG.md", "test.md", "classes.md"):
            continue
        for path in re.findall(r"(?<![\w./-])((?:src|agent|addon|tests|bench|tools|cmake)/[\w./{},*-]+)", document.read_text()):
            for one in expanded(path.rstrip(".,")):
                # "src/x/y" may name a header and its source at once; NAME and ** stand for anything.
                if "**" not in one and "NAME" not in one and not any([*ROOT.glob(one.rstrip("/")), *ROOT.glob(f"{one}.*")]):
                    yield f"{document.relative_to(ROOT)}: {one} does not exist"


def code():
    return [f for folder in ("src", "agent", "addon") for e in ("cc", "h", "js") for f in (ROOT / folder).rglob(f"*.{e}")]


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)


def missing_names():
    """`Name`, `Name::Part`, `Function(…)` and `some_name` in the pages about the code."""
    words = {word for file in code() for word in re.findall(r"\w+", without_comments(file.read_text(errors="replace")))}
    words.update(part for file in code() for part in (file.stem, file.parent.name))
    spelled = r"`((?:[a-z]+::)*[A-Z]\w*[a-z]\w*(?:::\w+)*|[a-z]+(?:_[a-z]+)+)(?:\([^`]*\))?`"
    for document in [ROOT / "docs/architecture.md", *ROOT.glob("docs/architecture/*.md")]:
        for name in re.findall(spelled, document.read_text()):
            for part in name.split("::"):
                if part not in words:
                    yield f"{document.relative_to(ROOT)}: nothing in the code is called {part}"


def missing_sources():
    """name.h, room/name.cc: in the pages about the code and in comments."""
    folders = ("src", "agent", "addon", "tests", "bench", "models", "cmake", "tools")
    known = ["/" + str(f.relative_to(ROOT)) for folder in folders for f in (ROOT / folder).rglob("*")]
    texts = [(d, d.read_text(), "cc|h|js") for d in [ROOT / "docs/architecture.md", *ROOT.glob("docs/architecture/*.md")]]
    # Comments speak of other people's scripts, too.
    texts += [(f, "\n".join(re.findall(r"//.*", f.read_text(errors="replace"))), "cc|h") for f in code()]
    for file, text, ends in texts:
        for name in set(re.findall(rf"(?<![\w./*<'\"-])((?:\w+/)*[a-z]\w*\.(?:{ends}))\b(?!['\"(#:])", text)):
            if not any(path.endswith("/" + name) for path in known):
                yield f"{file.relative_to(ROOT)}: {name} does not exist"


def missing_flags():
    """--flags that documentation names are somebody's: Kingbird's, Node's as we start it, a bench's."""
    known = {"preset", "build", "require"}  # CMake's and Node's, for people to type
    for file in [f for folder in ("src", "bench", "tools") for f in (ROOT / folder).rglob("*") if f.suffix in (".cc", ".h", ".py", ".sh")]:
        text = file.read_text(errors="replace")
        known.update(re.findall(r"--([a-z][a-z0-9-]+)", text))
        if file.parent.name == "cli":
            known.update(re.findall(r'"([a-z][a-z0-9-]+)"', text))
    for document in documents():
        if "decisions" in document.parts or document.name == "CHANGELOG.md":
            continue
        for flag in re.findall(r"(?<![\w-])--([a-z][a-z0-9-]+)", document.read_text()):
            if flag not in known:
                yield f"{document.relative_to(ROOT)}: nobody knows --{flag}"


def missing_keys():
    """The first column of the tables in summary.md: keys that the code writes."""
    code = "".join(f.read_text() for f in (ROOT / "src").rglob("*.cc"))
    for row in re.findall(r"^\| (`[^|]*) \|", (ROOT / "docs/summary.md").read_text(), flags=re.M):
        for key in re.findall(r"`(\w+)`", row):
            if f'"{key}"' not in code:
                yield f"docs/summary.md: nothing writes {key}"


def unnamed_rooms():
    code = "".join(re.findall(r"^Code: .*$", (ROOT / "docs/architecture.md").read_text(), flags=re.M))
    for room in sorted(folder.name for folder in (ROOT / "src").iterdir() if folder.is_dir()):
        if f"src/{room}/" not in code:
            yield f"docs/architecture.md: no section is about src/{room}/"


def download_addresses():
    lock = json.loads((ROOT / "package-lock.json").read_text())
    for name, package in lock["packages"].items():
        if "resolved" in package:
            yield f"package-lock.json: {name} records a download address"


def main():
    found = [*broken_links(), *missing_files(), *missing_names(), *missing_sources(), *missing_flags(), *missing_keys(), *unnamed_rooms(), *download_addresses()]
    print("\n".join(found) if found else "the tree is in order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
