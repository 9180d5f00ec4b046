"""code_of_passes_test.py ROOT BUILD: the hash in the key of rewritten files changes with the code that rewrites them, with nothing else,
and that of the build is the tree's."""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT, BUILD = (pathlib.Path(name) for name in sys.argv[1:])


def code_of(root, header):
    script = ROOT / "cmake/CodeOfPasses.cmake"
    subprocess.run(["cmake", f"-DROOT={root}", f"-DHEADER={header}", "-P", script], check=True)
    return re.search(r'KINGBIRD_CODE_OF_PASSES "([0-9a-f]{64})"', header.read_text()).group(1)


with tempfile.TemporaryDirectory() as folder:
    root = pathlib.Path(folder) / "tree"
    header = pathlib.Path(folder) / "code.h"
    (root / "src/syntax/pass").mkdir(parents=True)
    (root / "package-lock.json").write_text("{}")
    (root / "src/syntax/pass/a.cc").write_text("int a;")
    (root / "src/syntax/a_test.cc").write_text("int test;")
    first = code_of(root, header)
    (root / "src/syntax/a_test.cc").write_text("int other_test;")
    (root / "src/elsewhere.cc").write_text("int elsewhere;")
    assert code_of(root, header) == first, "changed with what rewrites nothing"
    seen = {first}
    for path, text in [("src/syntax/pass/a.cc", "int b;"), ("src/syntax/new.h", ""), ("package-lock.json", '{"a": 1}')]:
        (root / path).write_text(text)
        code = code_of(root, header)
        assert code not in seen, f"the same after {path} changed"
        seen.add(code)
    built = (BUILD / "generated/code_of_passes.h").read_text()
    assert code_of(ROOT, header) in built, "the build has the hash of another tree"
