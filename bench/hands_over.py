#!/usr/bin/env python3
"""bench/run hands_over [PACKAGE…]: no suite that is handed over is red, empty or praised for more than it covers.

Draws packages with a seed from the most depended-upon ones (npmTopDependents of npm's npm-high-impact), tests each of them under one time
limit, and runs the printed command in the suite's folder on every Node of --nodes. A suite is red when that exits with another status
than 0 on the Node that wrote it, or on another one that the package supports ("engines" of its package.json). Packages that cannot be
installed or loaded, or that export nothing to call, are listed and count for nothing.

  --count N          packages to draw (default 12)
  --draw N           the seed of the draw (default 1)
  --time-limit T     of each run (default 30s)
  --seed N           of each run (default 1)
  --busy N           programs that keep processors busy meanwhile (default 0)
  --nodes DIR        a folder with a folder per Node (DIR/22/bin/node); default: only the Node that is in PATH
  --nyc              measure with nyc what each suite covers, where nyc can (CommonJS), and compare it with the headline
  --twice N          instead: run each package twice with --tests N and one seed, and compare the suites byte for byte
  --kingbird PATH    a program that is built already"""
import argparse
import filecmp
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = "npm-high-impact@1"
NYC = "nyc@17"
# The headline may be so many points away from what nyc counts.
CLOSE = 1.0
NOT_TESTABLE = re.compile(r"exports nothing that can be called|does not load|has nothing to load|ended or hung while it was loaded|"
                          r"npm could not install|cannot be installed|is a program without a library|was over before")


def npm_install(folder, *packages):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"private": true}\n')
    return subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", *packages], cwd=folder,
                          capture_output=True, text=True, timeout=300).returncode == 0


def drawn(work, seed, count):
    """Names of packages, the same for the same list and seed. Packages of types alone have nothing to run."""
    if not npm_install(work / "list", LIST):
        sys.exit(f"hands_over: {LIST} cannot be installed")
    script = "import('npm-high-impact').then((list) => console.log(JSON.stringify(list.npmTopDependents)))"
    names = json.loads(subprocess.run(["node", "-e", script], cwd=work / "list", capture_output=True, text=True, check=True).stdout)
    return random.Random(seed).sample([name for name in sorted(names) if not name.startswith("@types/")], count)


def ordinary_user():
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


def run_suite(suite, node):
    """Exit status of the printed command, as somebody who may write nothing of ours."""
    with tempfile.TemporaryDirectory() as temporary:
        os.chmod(temporary, 0o777)
        environment = {"PATH": f"{node.parent}:{os.environ['PATH']}", "HOME": temporary, "TMPDIR": temporary}
        try:
            run = subprocess.run([node, "--test"], cwd=suite, env=environment, preexec_fn=ordinary_user, capture_output=True, text=True,
                                 timeout=120)
        except subprocess.TimeoutExpired:
            return -1, "the suite did not end within 120 s"
    return run.returncode, run.stdout + run.stderr


def nodes_of(folder):
    own = pathlib.Path(shutil.which("node")).resolve()
    if folder is None:
        return {"own": own}
    return {"own": own, **{path.parent.parent.name: path for path in sorted(pathlib.Path(folder).glob("*/bin/node"))}}


def supports(package_folder, version):
    """Whether "engines" of the package admits this major version; only its lower bound is read."""
    try:
        wanted = json.loads((package_folder / "package.json").read_text()).get("engines", {}).get("node", "")
    except (OSError, ValueError, AttributeError):
        return True
    majors = [int(major) for major in re.findall(r"(?:>=|\^|~)\s*v?(\d+)", str(wanted))]
    return not majors or version == "own" or int(version) >= min(majors)


def kingbird(options, work, package, out, *flags):
    environment = {**os.environ, "KINGBIRD_CACHE": str(work / "cache")}
    return subprocess.run([options.kingbird, "test", package, "--seed", str(options.seed), "--out", str(out), "--color", "never",
                           "--log", "quiet", *flags], cwd=work, env=environment, capture_output=True, text=True, timeout=1800)


def measured(work, out, name):
    """Statement coverage of the suite as nyc counts it; None where nyc counts nothing."""
    tools = work / "tools"
    if not (tools / "node_modules/.bin/nyc").exists() and not npm_install(tools, NYC):
        return None
    package = (out / "node_modules" / name).resolve()
    elsewhere = out / "measured"
    shutil.copytree(out / "suite", elsewhere)
    shutil.copytree(package, elsewhere / "node_modules" / name, symlinks=True)
    for dependency in package.parents[1 if name.startswith("@") else 0].iterdir():
        place = elsewhere / "node_modules" / dependency.name
        if not place.exists():
            place.symlink_to(dependency)
    include = f"node_modules/{name}/**"
    tests = sorted(path.name for path in elsewhere.glob("*.test.*"))
    subprocess.run([tools / "node_modules/.bin/nyc", "--exclude-node-modules=false", "--exclude", "", "--include", include, "--exclude",
                    f"node_modules/{name}/node_modules/**", "--reporter", "json-summary", "node", "--test", *tests],
                   cwd=elsewhere, capture_output=True, text=True, timeout=300)
    report = elsewhere / "coverage/coverage-summary.json"
    total = json.loads(report.read_text())["total"]["statements"] if report.exists() else {"total": 0}
    return total["pct"] if total["total"] > 0 else None


def look_at(options, work, package, nodes):
    """(what is wrong, one line for people). Nothing is wrong with what cannot be tested."""
    out = work / ("out-" + re.sub(r"\W+", "-", package))
    run = kingbird(options, work, package, out, "--time-limit", options.time_limit)
    if not (out / "summary.json").exists():
        error = (run.stderr.strip().splitlines() or ["no output"])[-1]
        return ([] if NOT_TESTABLE.search(run.stderr) else ["no summary"]), f"not tested: {error[:150]}"
    subprocess.run(["chmod", "-R", "a+rX", str(work)], check=True)
    summary = json.loads((out / "summary.json").read_text())
    kept, headline = summary["tests"]["kept"], summary["coverage"]["statements"]["pct"]
    wrong = ["empty"] if kept == 0 else []
    statuses = {}
    for version, node in nodes.items() if kept > 0 else []:
        if not supports(out / "node_modules" / package, version):
            continue
        statuses[version], text = run_suite(out / "suite", node)
        if statuses[version] != 0:
            wrong.append(f"red on {version}")
            (out / f"red-{version}.txt").write_text(text)
    line = f"{kept} tests, {headline} % ({summary['coverage']['reached']['statements']['pct']} % reached), {summary['time']['wall_s']} s"
    nyc = measured(work, out, package) if options.nyc and kept > 0 else None
    if nyc is not None:
        line += f", nyc {nyc} %"
        if headline > nyc + CLOSE:
            wrong.append("headline above what is measured")
    if kept == 0:
        line += f": {summary['notes'][-1:]}"
    return wrong, line + f", exit {statuses}"


def same_twice(options, work, package):
    outs = [work / ("out-" + re.sub(r"\W+", "-", package) + f"-{i}") for i in (1, 2)]
    for out in outs:
        kingbird(options, work, package, out, "--tests", str(options.twice))
    if not all((out / "suite").exists() for out in outs):
        return [], "not tested"
    names = sorted({path.name for out in outs for path in (out / "suite").iterdir()})
    _, different, missing = filecmp.cmpfiles(outs[0] / "suite", outs[1] / "suite", names, shallow=False)
    return [f"differs: {name}" for name in different + missing], f"{len(names)} files"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("packages", nargs="*")
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--draw", type=int, default=1)
    parser.add_argument("--time-limit", default="30s")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--busy", type=int, default=0)
    parser.add_argument("--nodes")
    parser.add_argument("--nyc", action="store_true")
    parser.add_argument("--twice", type=int, default=0)
    parser.add_argument("--keep", help="work in this folder and leave everything there")
    parser.add_argument("--kingbird", default=str(ROOT / "kingbird"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kingbird-bench-") as temporary:
        work = pathlib.Path(options.keep or temporary).resolve()
        work.mkdir(parents=True, exist_ok=True)
        os.chmod(work, 0o755)
        packages = options.packages or drawn(work, options.draw, options.count)
        nodes = nodes_of(options.nodes)
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.busy)]
        missed = 0
        try:
            for package in packages:
                wrong, line = same_twice(options, work, package) if options.twice else look_at(options, work, package, nodes)
                missed += bool(wrong)
                print(f"{'MISSED' if wrong else 'ok    '} {package:30} {line}{'  ' + ', '.join(wrong) if wrong else ''}", flush=True)
        finally:
            for process in busy:
                process.kill()
        print(f"{missed} of {len(packages)} missed")
        return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
