#!/usr/bin/env python3
"""Prove the values of docs/optima.tsv again, one row after the other.

usage: optima.py [--every K] [--below BYTES] [--only WORD] [--update] WEFT DRAT [FOLDER]
       optima.py --add [--limit SECONDS] WEFT DRAT <QUESTIONS
       optima.py --tables [--update]

Each row is a question to `weft optimum` and its answer. The program asks again,
lets `weft check` judge a schedule of that many steps and, if a search proved
the lower bound, DRAT (tests/optimum/drat.c) the refutation of one step less.
Prints the rows that differ; exit status 1 if any does.

  --every K      prove only every Kth row
  --below BYTES  prove only rows with proofs of at most so many bytes
  --only WORD    prove only rows with this word (a problem, network or model)
  --update       write what differs into the file
  --add          append the questions of standard input, lines such as
                 "broadcast -n ccc:4 -m one-port", that weft can decide
  --limit SECONDS  the longest search for one value (default: 600)
  --tables       compare the tables of docs/optima.md with the rows

FOLDER keeps the list of proved rows, so that a run that was interrupted goes on
where it stopped, and the proofs of the last row.
"""
import argparse
import collections
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
FIELDS = ("problem", "network", "model", "options", "processors", "question",
          "steps", "source", "below", "above", "clauses", "formula", "bytes",
          "proof")
Row = collections.namedtuple("Row", FIELDS)
NONE = "-"


class Undecided(Exception):
    """The value of a question was not found, or a proof was rejected."""


# ---- the file ----

def read_book(path):
    """The comments at the head, and the rows."""
    lines = path.read_text(encoding="ascii").splitlines()
    head = [line for line in lines if line.startswith("#")]
    return head, [Row(*line.split("\t")) for line in lines[len(head):]]


def write_book(path, head, rows):
    lines = head + ["\t".join(row) for row in rows]
    path.write_text("".join(line + "\n" for line in lines), encoding="ascii")


def question_of(row):
    words = [row.problem, "-n", row.network, "-m", row.model]
    return words + ([] if row.options == NONE else row.options.split())


# ---- a question ----

def ask(weft, words, *more):
    done = subprocess.run([weft, "optimum", *words, "-j", "--limit", str(ask.limit),
                           *more], text=True,
                          capture_output=True, check=False)
    if done.returncode:
        raise Undecided(done.stderr.strip())
    answer = json.loads(done.stdout)
    if not answer["decided"]:
        raise Undecided(f"{answer['lower']} to {answer['upper']} steps")
    return answer


def judge(weft, schedule, answer):
    """Let the checker judge a schedule, for all roots that of the slowest one."""
    done = subprocess.run([weft, "check", schedule, "-n", answer["network"],
                           "-m", answer["model"]], text=True,
                          capture_output=True, check=False)
    length = re.search(r", (\d+) steps?$", done.stdout, re.M)
    if done.returncode or not length or int(length[1]) != answer["upper"]:
        raise Undecided(f"the schedule is rejected: {done.stdout}")


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def refute(weft, drat, words, folder):
    """Write and check the proof; return its fields of a row."""
    proof = folder / "last"
    answer = ask(weft, words, "--proof", str(proof))
    formula, refutation = proof.with_suffix(".cnf"), proof.with_suffix(".drat")
    done = subprocess.run([drat, formula, refutation], text=True,
                          capture_output=True, check=False)
    if done.returncode:
        raise Undecided(f"the proof is rejected: {done.stdout}")
    with open(formula, encoding="ascii") as lines:
        clauses = next(line.split()[3] for line in lines if line.startswith("p "))
    return (str(answer["lower"] - 1), clauses, digest(formula),
            str(refutation.stat().st_size), digest(refutation))


def prove(weft, drat, words, folder):
    """Answer a question and check both sides: a row."""
    problem, network, model = words[0], words[2], words[4]
    schedule = str(folder / "last.sched")
    answer = ask(weft, words, "-t", schedule)
    judge(weft, schedule, answer)
    by, _, argument = answer["lower_by"].partition(": ")
    source, evidence = NONE, (NONE,) * 4
    if words[-1] == "all":
        source = str(answer["root"])
        words = words[:-1] + [source]
    if by == "search":
        refuted, *evidence = refute(weft, drat, words, folder)
        if int(refuted) + 1 != answer["upper"]:
            raise Undecided("another number of steps is refuted")
    options = " ".join(words[5:]).replace(f"--root {source}", "--root all")
    return Row(problem, network, model, options or NONE,
               str(answer["processors"]),
               ", ".join(answer["restrictions"]) or NONE, str(answer["upper"]),
               source, by if by == "search" else argument.partition(":")[0],
               answer["by"].partition(":")[0], *evidence)


# ---- all rows ----

def solver_of():
    done = subprocess.run(["cadical", "--version"], text=True,
                          capture_output=True, check=True)
    return f"# proofs: CaDiCaL {done.stdout.strip()}"


def same(row, found, solver):
    """Another version of the solver may write another proof."""
    return row == found or not solver and row[:-2] == found[:-2]


def prove_rows(given, folder):
    path = DOCS / "optima.tsv"
    head, rows = read_book(path)
    solver = solver_of() in head
    chosen = [row for i, row in enumerate(rows)
              if i % given.every == 0 and given.only in ("", *row) and
              (row.bytes == NONE or int(row.bytes) <= given.below)]
    done = folder / f"proved-{digest(pathlib.Path(given.weft))}"
    proved = set(done.read_text().splitlines() if done.exists() else ())
    wrong = 0
    for row in chosen:
        line = "\t".join(row)
        if line in proved:
            continue
        try:
            found = prove(given.weft, given.drat, question_of(row), folder)
        except Undecided as fault:
            found = str(fault)
        if same(row, found, solver):
            with open(done, "a", encoding="ascii") as file:
                file.write(line + "\n")
            continue
        wrong += 1
        print(f"in the file: {line}\nfound now:   "
              f"{found if isinstance(found, str) else chr(9).join(found)}", flush=True)
        if given.update and isinstance(found, Row):
            rows[rows.index(row)] = found
            write_book(path, head, rows)
    print(f"{len(chosen)} values, {wrong} differ")
    return wrong != 0 or not chosen


def add_rows(given, folder):
    path = DOCS / "optima.tsv"
    head, rows = read_book(path)
    known = {tuple(question_of(row)) for row in rows}
    for line in sys.stdin:
        words = line.split()
        if not words or tuple(words) in known:
            continue
        try:
            rows.append(prove(given.weft, given.drat, words, folder))
            write_book(path, head, rows)
            print("\t".join(rows[-1]), flush=True)
        except Undecided as fault:
            print(f"{line.strip()}: {fault}", flush=True)
    return 0


# ---- the tables of the document ----

def cell(row):
    """A value; bold if a search refuted one step less."""
    return f"**{row.steps}**" if row.below == "search" else row.steps


def summary(rows):
    lines = ["| problem | values | by counting | by search | largest proof |",
             "|---|--:|--:|--:|--:|"]
    problems = list(dict.fromkeys(row.problem for row in rows))
    for problem in [*problems, "all"]:
        some = [row for row in rows if problem in ("all", row.problem)]
        proofs = [int(row.bytes) for row in some if row.bytes != NONE]
        largest = f"{max(proofs) / 1000:.1f} kB" if proofs else ""
        lines.append(f"| {problem} | {len(some)} | {len(some) - len(proofs)} "
                     f"| {len(proofs)} | {largest} |")
    return lines


def table(rows, problem, column):
    """A line for each family of networks (and each value of the other column);
    the cells list the values of its sizes."""
    other = "options" if column == "model" else "model"
    mine = [row for row in rows if row.problem == problem]
    heads = list(dict.fromkeys(getattr(row, column) for row in mine))
    families = {}
    for row in mine:
        kind, _, size = row.network.partition(":")
        families.setdefault((kind, getattr(row, other)), {}).setdefault(
            size, {})[getattr(row, column)] = cell(row)
    shows = len({key[1] for key in families}) > 1
    first = "| network | sizes |" + (f" {other} |" if shows else "")
    lines = [first + "".join(f" {'steps' if len(heads) == 1 else head} |"
                             for head in heads),
             "|---|---|" + ("---|" if shows else "") + "---|" * len(heads)]
    for (kind, word), sizes in families.items():
        line = f"| `{kind}` | {', '.join(sizes)} |"
        line += f" {'' if word == NONE else word} |" if shows else ""
        for head in heads:
            values = [found.get(head, "?") for found in sizes.values()]
            line += f" {', '.join(values) if set(values) != {'?'} else ''} |"
        lines.append(line)
    return lines


def tables(given):
    page = DOCS / "optima.md"
    rows = read_book(DOCS / "optima.tsv")[1]
    text = page.read_text(encoding="ascii")

    def fill(mark):
        name, _, column = mark[1].partition(" by ")
        lines = table(rows, name, column) if column else summary(rows)
        return f"<!-- {mark[1]} -->\n" + "\n".join(lines) + "\n<!-- end -->"
    right = re.sub(r"<!-- ((?!end)[^>]*) -->\n.*?<!-- end -->", fill, text, flags=re.S)
    if right != text and given.update:
        page.write_text(right, encoding="ascii")
    elif right != text:
        print("docs/optima.md: its tables are not those of docs/optima.tsv: "
              "run tools/optima.py --tables --update")
        return 1
    shown = set(re.findall(r"<!-- (\S+) by ", text))
    missing = {row.problem for row in rows} - shown
    if missing:
        print(f"docs/optima.md: no table of {', '.join(sorted(missing))}")
    return 1 if missing else 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--below", type=int, default=sys.maxsize)
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=int, default=600)
    for flag in "update", "add", "tables":
        parser.add_argument("--" + flag, action="store_true")
    parser.add_argument("weft", nargs="?")
    parser.add_argument("drat", nargs="?")
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    given = parser.parse_intermixed_args()
    ask.limit = given.limit
    if given.tables:
        return tables(given)
    if not given.drat or given.every < 1:
        parser.error("WEFT and DRAT are needed; K is at least 1")
    with tempfile.TemporaryDirectory() as own:
        folder = given.folder or pathlib.Path(own)
        folder.mkdir(parents=True, exist_ok=True)
        return (add_rows if given.add else prove_rows)(given, folder)


if __name__ == "__main__":
    sys.exit(main())
