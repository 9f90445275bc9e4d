#!/usr/bin/env python3
"""Build and run the tests of weft; tools/test.sh installs what this needs first.

usage: test.py [PART...]      parts: see PARTS; `all`: each of them but `short`;
                              `today`: `short`, then others for 40 minutes

Results come from meson's testlog.json and from Criterion's JSON report. Nothing
depends on the user's environment: the tests see a HOME of their own and a few
variables (KEPT). Builds are made in build-test, or in $WEFT_BUILDS.
"""
import dataclasses
import datetime
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILDS = os.path.join(ROOT, os.environ.get("WEFT_BUILDS", "build-test"))
BEGAN = time.monotonic()
TODAY_MINUTES = 40
# The parts of `today`; one joins when it has been green as a whole.
DAILY = ("release", "viewer", "fuzz", "thread", "plain", "cluster", "mutants",
         "address")
GOOD = ("OK", "EXPECTEDFAIL")
SKIPPED = ("SKIP", "IGNORED")
# Other variables of the user could change what a test sees.
KEPT = ("PATH", "TERM", "TMPDIR", "USER", "CI", "CC", "CXX", "UPDATE",
        "http_proxy", "https_proxy", "no_proxy", "NODE_EXTRA_CA_CERTS")
KEPT_PREFIXES = ("CCACHE_", "npm_config_", "NPM_CONFIG_")


@dataclasses.dataclass(frozen=True)
class Part:
    what: str
    build: str = "plain"       # folder below BUILDS
    setup: tuple = ()          # options of `meson setup`
    compiler: str = ""         # "": the default one
    targets: tuple = ("all",)
    suites: tuple = ()         # of `meson test`
    without: tuple = ()        # suites that are left out
    unit: bool = False         # run the unit tests first
    minutes: int = 5           # on two cores, build included
    variables: tuple = ()      # for the tests


# Most of a compilation of a single file is its headers. The part `release`
# compiles each file by itself and so finds missing headers and hidden names.
TOGETHER = ("--unity=on", "--unity-size=8")
# Short compilations and links: these tests begin many small programs.
QUICK = ("--buildtype=plain", "-Doptimization=1", "-Dwerror=true", *TOGETHER)
SANITIZED = (("ASAN_OPTIONS", "detect_leaks=1"),
             # leaks of other libraries
             ("LSAN_OPTIONS", "print_suppressions=0:suppressions='%s'"
              % os.path.join(ROOT, "tests", "stress", "leaks.txt")),
             ("UBSAN_OPTIONS", "print_stacktrace=1"))

PARTS = {
    "short": Part("the answer in minutes", setup=QUICK, targets=("short-tests",),
                  suites=("style", "cli", "stress", "mpi"), without=("full",),
                  unit=True, minutes=8),
    "plain": Part("every test of the plain build", setup=QUICK,
                  suites=("style", "cli", "stress", "fuzz", "mpi", "install",
                          "python"),
                  unit=True, minutes=20),
    "viewer": Part("traces and pages in the programs of others", setup=QUICK,
                   suites=("viewer",), minutes=10),
    "cluster": Part("MPICH and Open MPI", setup=QUICK, suites=("cluster",),
                    minutes=5),
    "packages": Part("Debian packages, built and used in a bare system", setup=QUICK,
                     targets=("tools/weft",), suites=("packages",), minutes=12),
    "playground": Part("weft as WebAssembly, beside the native program", setup=QUICK,
                       targets=("tools/weft",), suites=("playground",), minutes=15),
    "mutants": Part("small wrong changes that a test must notice", minutes=18),
    "thread": Part("ThreadSanitizer", build="thread",
                   setup=("-Db_sanitize=thread", "-Db_lundef=false",
                          *TOGETHER),
                   targets=("stress-programs",), suites=("stress",), minutes=20),
    "release": Part("the unit tests, optimised, with other warnings",
                    build="release",
                    setup=("-Dbuildtype=release", "-Dwerror=true"),
                    unit=True, minutes=6),
    "address": Part("AddressSanitizer and UBSan", build="address",
                    setup=("-Db_sanitize=address,undefined", "-Db_lundef=false",
                           *TOGETHER),
                    compiler="clang",  # finds more that is undefined
                    targets=("stress-programs", "argument-programs",
                             "example-programs", "optimum-programs",
                             "tools/weft", "completions"),
                    suites=("stress", "cli"), variables=SANITIZED, minutes=28),
    "fuzz": Part("libFuzzer over every reader", build="fuzz",
                 setup=("-Db_sanitize=address,undefined", "-Db_lundef=false", *TOGETHER,
                        "-Dc_args=-fsanitize=fuzzer-no-link -DWEFT_SMALL_BLOCKS"),
                 compiler="clang", targets=("fuzz-programs",), suites=("fuzz",),
                 variables=SANITIZED, minutes=8),
}


class Count:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.names = []      # of what failed
        self.synthesis = []  # Criterion's lines

    def fail(self, name):
        self.failed += 1
        self.names.append(name)


def say(text):
    seconds = int(time.monotonic() - BEGAN)
    print("[%d:%02d] %s" % (seconds // 60, seconds % 60, text), flush=True)


def environment(part):
    home = os.path.join(BUILDS, "home")
    os.makedirs(home, exist_ok=True)
    kept = {name: value for name, value in os.environ.items()
            if name in KEPT or name.startswith(KEPT_PREFIXES)}
    npmrc = os.path.expanduser("~/.npmrc")
    if os.path.exists(npmrc):
        kept.setdefault("NPM_CONFIG_USERCONFIG", npmrc)
    kept.update(part.variables, HOME=home, LC_ALL="C.UTF-8")
    if part.compiler:
        kept["CC"] = part.compiler
    return kept


def logged(command, log, env):
    """Run it with its output in a file, on a terminal as well. Its status."""
    with open(log, "w") as file:
        if not sys.stdout.isatty():
            return subprocess.call(command, env=env, cwd=ROOT, stdout=file,
                                   stderr=subprocess.STDOUT,
                                   stdin=subprocess.DEVNULL)
        with subprocess.Popen(command, env=env, cwd=ROOT, text=True,
                              errors="replace", stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL) as process:
            for line in process.stdout:
                file.write(line)
                print("\r\033[K" + line.rstrip()[:79], end="", flush=True)
            print("\r\033[K", end="", flush=True)
        return process.returncode


def build(part, env):
    """True if all targets were made."""
    folder = os.path.join(BUILDS, part.build)
    log = os.path.join(BUILDS, part.build + "-build.log")
    say("building in %s (log: %s)" % (folder, log))
    status = 0
    if not os.path.exists(os.path.join(folder, "build.ninja")):
        status = logged(["meson", "setup", folder, ROOT, *part.setup], log, env)
    if status == 0:
        status = logged(["ninja", "-C", folder, *part.targets], log, env)
    if status:
        with open(log) as file:
            print("".join(file.readlines()[-40:]))
    return status == 0


def run_unit(part, env, count):
    """The unit tests by Criterion itself, for its synthesis."""
    folder = os.path.join(BUILDS, part.build, "tests", "unit")
    programs = [p for p in sorted(glob.glob(folder + "/unit*"))
                if os.path.isfile(p) and os.access(p, os.X_OK)]
    if not programs:
        count.fail("%s: there are no unit tests" % part.build)
    for program in programs:
        name = os.path.basename(program)
        say("unit tests: " + name)
        report = program + ".json"
        if os.path.exists(report):
            os.remove(report)
        done = subprocess.run([program, "--timeout=300", "--json=" + report],
                              env=env, cwd=folder, text=True, errors="replace",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL)
        for line in done.stdout.splitlines():
            if "Synthesis" in line:
                count.synthesis.append("%s: %s" % (name, line))
            print(line)
        try:
            with open(report) as file:
                found = json.load(file)
        except (OSError, ValueError):
            count.fail("%s: no report, status %d" % (name, done.returncode))
            continue
        bad = found["failed"] + found["errored"]
        count.passed += found["passed"]
        count.failed += bad
        count.names += ["%s: %s/%s" % (name, suite["name"], test["name"])
                        for suite in found["test_suites"]
                        for test in suite["tests"]
                        if test["status"] not in ("PASSED", "SKIPPED")]
        if (done.returncode != 0) != (bad > 0):
            count.fail("%s: exit status %d" % (name, done.returncode))


def run_suites(part, env, count):
    folder = os.path.join(BUILDS, part.build)
    say("tests of " + ", ".join(part.suites))
    log = os.path.join(folder, "meson-logs", "testlog.json")
    if os.path.exists(log):
        os.remove(log)
    command = ["meson", "test", "-C", folder, "--no-rebuild", "--print-errorlogs",
               "-t", "10"]  # other work may be beside it
    for suite in part.suites:
        command += ["--suite", suite]
    for suite in part.without:
        command += ["--no-suite", suite]
    status = subprocess.call(command, env=env, cwd=ROOT, stdin=subprocess.DEVNULL)
    results = []
    if os.path.exists(log):
        with open(log) as file:
            results = [json.loads(line) for line in file]
    bad = [r for r in results if r["result"] not in GOOD + SKIPPED]
    count.passed += sum(r["result"] in GOOD for r in results)
    count.skipped += sum(r["result"] in SKIPPED for r in results)
    count.failed += len(bad)
    count.names += ["%s: %s (%s)" % (part.build, r["name"], r["result"].lower())
                    for r in bad]
    if not results or (status != 0) != bool(bad):
        count.fail("%s: meson ended with status %d, %d results"
                   % (part.build, status, len(results)))


def run_mutants(env, count):
    say("small wrong changes")
    command = [sys.executable, "tests/mutants/mutants.py", ".",
               os.path.join(BUILDS, "mutants"), "--setup", " ".join(QUICK[:2])]
    done = subprocess.run(command, env=env, cwd=ROOT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL)
    print(done.stdout)
    lines = done.stdout.splitlines()
    last = re.fullmatch(r"(\d+) mutants, (\d+) not noticed", lines[-1] if lines else "")
    if not last:
        count.fail("mutants: exit status %d" % done.returncode)
        return
    tried, missed = map(int, last.groups())
    count.passed += tried - missed
    count.failed += missed
    count.names += ["mutants: " + line for line in lines
                    if line.startswith(("SURVIVED", "STALE"))]


def run(name, count):
    part = PARTS[name]
    say("%s: %s" % (name, part.what))
    if subprocess.call(["tools/setup.sh", name], cwd=ROOT) != 0:
        if name == "short":
            sys.exit("the packages of the tests cannot be installed")
        say("%s: skipped, its packages cannot be installed" % name)
        count.skipped += 1
        return
    env = environment(part)
    if name == "mutants":
        run_mutants(env, count)
        return
    if not build(part, env):
        count.fail("%s: cannot be built" % part.build)
        return
    if part.unit:
        run_unit(part, env, count)
    if part.suites:
        run_suites(part, env, count)


def todays():
    """`short`, then those of DAILY, beginning with another one each day, as long
    as there is time for them."""
    first = datetime.date.today().toordinal() % max(len(DAILY), 1)
    chosen, minutes = ["short"], 0
    for name in DAILY[first:] + DAILY[:first]:
        if minutes + PARTS[name].minutes <= TODAY_MINUTES:
            chosen.append(name)
            minutes += PARTS[name].minutes
    return chosen


def main():
    words = sys.argv[1:] or ["short"]
    if words == ["all"]:
        words = [name for name in PARTS if name != "short"]
    elif words == ["today"]:
        words = todays()
    for word in words:
        if word not in PARTS:
            sys.exit("unknown part '%s': write all, today, or some of: %s"
                     % (word, " ".join(PARTS)))
    os.makedirs(BUILDS, exist_ok=True)
    if shutil.which("meson") is None:
        sys.exit("meson is missing: run tools/setup.sh test")
    say("parts: " + ", ".join(words))
    count = Count()
    for word in words:
        run(word, count)
    for line in count.synthesis:
        print(line)
    for name in count.names:
        print("failed: " + name)
    say("done")
    print("%d passed, %d failed%s" % (count.passed, count.failed,
          ", %d skipped" % count.skipped if count.skipped else ""))
    sys.exit(count.failed > 0 or count.passed == 0)


main()
