"""The repairs of the wall, what it takes to take each of them out, and the tests that must fail then. bench/breaches.py does it,
tools/check_breaches.py keeps the table true."""
import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KINDS = ("namespaces", "landlock")
NAMESPACES, LANDLOCK = KINDS[:1], KINDS[1:]


@dataclasses.dataclass(frozen=True)
class Edit:
    """`find` is in the file exactly once."""
    file: str
    find: str
    put: str


@dataclasses.dataclass(frozen=True)
class Breach:
    """What somebody gets to do. More than one edit: one mechanism alone would hold (defence in depth). `kinds`: of sandbox in which
    the tests must fail."""
    name: str
    tests: tuple
    edits: tuple
    kinds: tuple


def breach(name, tests, *edits, kinds=KINDS):
    return Breach(name, tuple(tests.split()), tuple(Edit(*edit) for edit in edits), kinds)


@dataclasses.dataclass(frozen=True)
class Test:
    """Named as docs/security.md does: "Suite.Name" of GoogleTest, "package_files.test_links_in_a_circle" of tests/hostile: the whole
    program, which takes long, and whose own readers and writers they are about: in one kind. Without `kinds` it knows no sandbox; what
    other parameters it has are all tried."""
    name: str
    program: str
    kinds: tuple

    @property
    def is_python(self):
        return self.program.endswith(".py")

    @property
    def targets(self):
        if self.is_python:
            return ["kingbird", "kingbird_addon"]
        return ["hostile_test", "raw_attack", "kingbird_addon"] if self.program == "hostile_test" else [self.program]


def find_test(name):
    """The test of that name; None where there is none."""
    suite, _, case = name.partition(".")
    script = ROOT / f"tests/hostile/{suite}_test.py"
    if script.exists():
        return Test(name, str(script.relative_to(ROOT)), NAMESPACES) if f"    def {case}(" in script.read_text() else None
    for source in [*(ROOT / "tests/hostile").glob("*_test.cc"), *(ROOT / "src").rglob("*_test.cc")]:
        found = re.search(rf"^TEST(_P|_F)?\({re.escape(suite)}, {re.escape(case)}\)", source.read_text(), re.M)
        if found:
            module = source.relative_to(ROOT).parts[1]
            return Test(name, f"{module}_test", KINDS if module == "hostile" and found.group(1) == "_P" else ())
    return None


def all_breaches():
    from . import first_aid, helpers, limits, promises, writing  # they need what is above
    return first_aid.BREACHES + promises.BREACHES + helpers.BREACHES + limits.BREACHES + writing.BREACHES
