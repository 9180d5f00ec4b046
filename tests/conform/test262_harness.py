"""npm's test262-harness on the files that `kingbird conform` writes: on Node as it is, and on a Node with a seeded bug."""
import json
import pathlib
import shutil
import subprocess

# What our files need of Test262's harness folder, for want of a checkout.
STAND_INS = {
    "harness/sta.js": """function Test262Error(message) { this.message = message || ''; }
Test262Error.prototype.toString = function () { return 'Test262Error: ' + this.message; };
function $DONOTEVALUATE() { throw 'not'; }
""",
    "harness/assert.js": """function assert(value, message) { if (value !== true) throw new Test262Error(message); }
assert.sameValue = function (a, b) {
  if (!(a === b ? a !== 0 || 1 / a === 1 / b : a !== a && b !== b)) throw new Test262Error('Expected ' + String(b) + ', not ' + String(a));
};
assert.throws = function (kind, f) {
  try { f(); } catch (e) { if (e.constructor !== kind) throw new Test262Error('other error'); return; }
  throw new Test262Error('no error');
};
""",
    "package.json": '{"version": "5.0.0"}',
    "features.txt": "",
}
# A bug for any function: it forgets its last argument; without arguments it gives back what it was called on.
SEEDED = """(function () {
  var original = %(name)s;
  %(name)s = function () {
    'use strict';
    if (arguments.length === 0) return this;
    var values = [];
    for (var i = 0; i < arguments.length - 1; i++) values[i] = arguments[i];
    return Reflect.apply(original, this, values);
  };
})();
"""


def install(folder):
    subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "test262-harness"], cwd=folder, check=True)
    return folder / "node_modules/.bin/test262-harness"


def prepare(home, checkout=None):
    """Puts what files need beside them: from a checkout of Test262, or stand-ins."""
    for name, text in STAND_INS.items():
        if checkout:
            shutil.copy(pathlib.Path(checkout) / name, home / name)
        else:
            (home / name).write_text(text)


def run(program, home, files, seeded=None):
    """[(file, passed)], each file in both modes; `seeded`: a built-in with a bug."""
    prelude = []
    if seeded:
        (home / "seeded.js").write_text(SEEDED % {"name": seeded})
        prelude = ["--prelude", str(home / "seeded.js")]
    done = subprocess.run(["node", str(program), "--hostType=node", f"--hostPath={shutil.which('node')}", "--reporter=json", "--threads=2",
                           f"--test262Dir={home}", *prelude, *map(str, files)], cwd=home, capture_output=True, text=True)
    if not done.stdout.strip().startswith("["):
        print(done.stdout[-500:], done.stderr[-500:])
        return []
    return [(result["file"], result["result"]["pass"]) for result in json.loads(done.stdout)]
