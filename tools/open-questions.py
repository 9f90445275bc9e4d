#!/usr/bin/env python3
"""Open questions about the minimum number of steps, and a search for each.

usage: open-questions.py WEFT [NAME...] [--limit SECONDS] [--folder FOLDER]
                              [--with "OPTION..."]

Searches for an answer to the questions with these names (default: prints the
list and what is known). A file FOLDER/NAME.json keeps the range of steps of each
case of a question, so that a later call goes on where the last one stopped: a
case that is decided is left out, and one that is not gets twice the time of its
last attempt, at least SECONDS (default 60) for each search. The file also keeps
the processor time in seconds that a case has used. --with adds options to all
searches, such as "--cubes 64 --jobs 2".
"""
import argparse
import json
import pathlib
import re
import resource
import subprocess
import sys

SOURCES = pathlib.Path(__file__).parent.parent / "tests" / "optimum" / "sources.py"


def broadcast(network, *roots):
    roots = roots or (0,)
    return [f"broadcast -n {network} -m one-port --root {root}" for root in roots]


def de_bruijn_roots(digits):
    """One root of each orbit: all bits can be exchanged, and their order reversed."""
    every = range(1 << digits)

    def images(v):
        bits = f"{v:0{digits}b}"
        return v, every[-1] - v, int(bits[::-1], 2), every[-1] - int(bits[::-1], 2)
    return [v for v in every if v == min(images(v))]


def gossip(network):
    return [f"barrier -n {network} -m one-port"]


# name: the cases, of which the largest number of steps is the answer
QUESTIONS = {
    "star-graph-6": broadcast("star-graph:6"),
    "debruijn-8": broadcast("debruijn:2x8", *de_bruijn_roots(8)),
    "gossip-k7": gossip("complete:7"),
    "gossip-k8": gossip("complete:8"),
    "gossip-q4": gossip("hypercube:4"),
    "gossip-petersen": gossip("petersen"),
    # 57 steps are needed if the first 14 sources cannot begin in 22 steps
    "successive-5": ["sources 5 14 22"],
}


class Case:
    """The range of steps of a case; `upper` None: no schedule is known."""

    def __init__(self, words, kept):
        self.words = words
        self.lower, self.upper = kept.get("lower", 0), kept.get("upper")
        self.seconds, self.used = kept.get("seconds", 0), kept.get("used", 0)

    def decided(self):
        return self.lower == self.upper

    def kept(self):
        return {"lower": self.lower, "upper": self.upper, "seconds": self.seconds,
                "used": round(self.used, 1)}

    def show(self):
        upper = "?" if self.upper is None else self.upper
        return f"{self.lower}" if self.decided() else f"{self.lower} to {upper}"

    def ask(self, weft, limit, options, *steps):
        """One search; returns whether the range became smaller."""
        before = self.lower, self.upper
        done = subprocess.run([weft, "optimum", *self.words.split(), *options, *steps,
                               "--limit", str(limit), "--json"], text=True,
                              capture_output=True, check=False)
        if done.returncode:
            sys.exit(done.stderr.strip() or f"{weft}: exit status {done.returncode}")
        answer = json.loads(done.stdout)
        self.lower = max(self.lower, answer["lower"])
        if answer["upper"] is not None:
            self.upper = min(self.upper or answer["upper"], answer["upper"])
        return before != (self.lower, self.upper)

    def search(self, weft, limit, options):
        """At first all numbers of steps; then the lowest one that is open, and the
        one in the middle of the range."""
        first = not self.seconds
        self.seconds = max(limit, 2 * self.seconds)
        if first and self.ask(weft, self.seconds, options):
            return
        middle = (self.lower + (self.upper or 2 * self.lower)) // 2
        for steps in dict.fromkeys((self.lower, middle)):
            self.ask(weft, self.seconds, options, "--steps", str(steps))
            if self.decided():
                return


class Sources(Case):
    """Can the first M sources begin in so many steps? 0: no, 1: yes."""

    def __init__(self, words, kept):
        super().__init__(words, {"upper": 1, **kept})

    def search(self, weft, limit, options):
        self.seconds = max(limit, 2 * self.seconds)
        done = subprocess.run([sys.executable, SOURCES, *self.words.split()[1:], "--limit",
                               str(int(self.seconds))], text=True, capture_output=True,
                              check=False)
        if re.match("no$", done.stdout, re.M):
            self.upper = 0
        elif done.stdout.startswith("yes"):
            self.lower = 1


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def search(given, name):
    file = given.folder / f"{name}.json"
    kept = json.loads(file.read_text()) if file.exists() else {}
    cases = [(Sources if words.startswith("sources") else Case)(words, kept.get(words, {}))
             for words in QUESTIONS[name]]
    for case in cases:
        if not case.decided():
            before = processor_time()
            case.search(given.weft, given.limit, given.options.split())
            case.used += processor_time() - before
            kept[case.words] = case.kept()
            file.with_suffix(".new").write_text(json.dumps(kept, indent=1) + "\n")
            file.with_suffix(".new").replace(file)
            print(f"{case.words}: {case.show()}, {case.used:.1f} s of processor time",
                  flush=True)
    print(f"{name}: {sum(case.decided() for case in cases)} of {len(cases)} cases decided, "
          f"{max(case.lower for case in cases)} to "
          f"{max((case.upper or 1000 for case in cases))}".replace("to 1000", "to ?"))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("weft")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--folder", type=pathlib.Path, default="open-questions")
    parser.add_argument("--with", dest="options", default="")
    given = parser.parse_intermixed_args()
    unknown = set(given.names) - set(QUESTIONS)
    if unknown:
        parser.error(f"no question '{min(unknown)}'; the questions are {', '.join(QUESTIONS)}")
    given.folder.mkdir(parents=True, exist_ok=True)
    for name in given.names:
        search(given, name)
    if not given.names:
        print("\n".join(f"{name}: {len(cases)} case{'s'[len(cases) == 1:]}, {cases[0]}"
                        for name, cases in QUESTIONS.items()))


if __name__ == "__main__":
    main()
