#!/usr/bin/env python3
"""Each row of `weft list checks`, and in each of its formats one file with the
error that the row finds; the file is not valid, and its report names the error.
docs/checking.md shows the same table, and has a sentence for each rule that a
finding can name. The page of weft view has the same verdict, bound and findings.

usage: checks.py WEFT CHECKING.md
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

ENDINGS = {"chrome": "json", "csv": "csv", "goal": "goal", "picl": "trf",
           "picl1": "trf1", "schedule": "sched"}
HEAD = "start,end,kind,processor,peer,message,bytes,dimension\n"
LOGGP = ["model: one-port", "cost: loggp:L=4,o=2,g=3,G=0"]
TREE = "0 1 0|0 2 0|0 3 0"
PASSED = "0 1 1|0 2 1|0 3 1|1 0 2|1 2 2|1 3 2|2 0 3|2 1 3|"
MSCCL = """<algo name="a" proto="Simple" nchannels="1" nchunksperloop="2"
 ngpus="2" coll="allgather" inplace="0">
%s</algo>
"""
GPU = """<gpu id="%d" i_chunks="1" o_chunks="2" s_chunks="0">
<tb id="0" send="%d" recv="%d" chan="0">
<step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="o" dstoff="%d" cnt="1"
 depid="-1" deps="-1" hasdep="0"/>
<step s="1" type="r" srcbuf="i" srcoff="0" dstbuf="o" dstoff="%d" cnt="1"
 depid="-1" deps="-1" hasdep="0"/>%s
</tb></gpu>
"""
OWN = """
<step s="2" type="cpy" srcbuf="i" srcoff="0" dstbuf="o" dstoff="%d" cnt="1"
 depid="-1" deps="-1" hasdep="0"/>"""

# The words of the file, its transfers (source, destination, message; one a
# step), other events, the options of weft check, and what the report says.
WRONG = {
    "matching": ([], "", ["0,1,send,0,1,0,8,", "0,1,compute,2,,,,"], "",
                 "sends message 0 to 1, which never receives it"),
    "actions": ([], "0 1 0", ["0,2,compute,2,,,,", "1,3,compute,2,,,,"], "",
                "processor 2: computes"),
    "times": ([], "", ["2,4,send,0,1,0,8,", "2,3,receive,1,0,0,8,"], "",
              "takes message 0 from 0 before it arrives"),
    "costs": (LOGGP, "", ["0,2,send,0,1,0,1,", "3,5,receive,1,0,0,1,"], "",
              "by LogGP's o and L it arrives at 6"),
    "network": ([], "0 2 0", [], "-n ring:4 -m all-port",
                "sends message 0 to 2, which is not a neighbour"),
    "model": ([], "", ["0,1,send,0,1,0,8,", "0,1,send,0,2,1,8,",
                       "0,1,receive,1,0,0,8,", "0,1,receive,2,0,1,8,"],
              "-m one-port", "one message to one processor per step"),
    "problem": ([], "0 1 0|0 2 0", [], "--problem broadcast",
                "lacks message 0 (3 of 4 processors have it)"),
    "sizes": (["problem: stream", "packets: 2"], TREE, [], "",
              "declares packets: 2, but 1 messages were sent"),
    "order": ([], PASSED + "3 0 4|2 3 3|3 1 4|3 2 4", [],
              "--problem successive", "before receiving message 3"),
    "root": ([], TREE, [], "--problem broadcast --root 1",
             "sends message 0 first, but its source is processor 1"),
    "stores": (["problem: successive", "order: buffered"],
               PASSED + "2 3 3|3 0 4|3 1 4|3 2 4",
               ["12,12,store,0,,2,,"], "",
               "stores message 2; the next in order is 1"),
    "causality": ([], "", ["0,1,send,0,1,0,8,", "0,1,send,1,2,0,8,",
                           "0,1,receive,1,0,0,8,", "0,1,receive,2,1,0,8,"], "",
                  "sends message 0 to 2 before receiving it"),
    "phases": (["phases: 2"], "0 1 0|1 2 0", [], "",
               "sends message 0 to 2 before receiving it in an earlier phase"),
    "buffers": ([], "", [], "", "o,1 holds nothing at the end"),
}


LIES = []  # of the pages of these files

MSCCL_SAYS = {"network": "which is not a neighbour", "model": "'one-port' allows",
              "buffers": WRONG["buffers"][-1]}


def trace(words, transfers, events):
    lines = ["# processors: 4", "# step: 1"] + ["# " + word for word in words]
    rows = []
    for step, transfer in enumerate(filter(None, transfers.split("|"))):
        source, to, message = transfer.split()
        rows.append(f"{step},{step + 1},send,{source},{to},{message},8,")
        rows.append(f"{step},{step + 1},receive,{to},{source},{message},8,")
    return "\n".join(lines) + "\n" + HEAD + "\n".join(rows + events) + "\n"


def algorithm(whole):
    gpus = ""
    for gpu in (0, 1):
        own = OWN % gpu if whole or gpu == 0 else ""
        gpus += GPU % (gpu, 1 - gpu, 1 - gpu, gpu, 1 - gpu, own)
    return MSCCL % gpus


def run(weft, *words):
    done = subprocess.run([weft, *words], capture_output=True, text=True,
                          check=False)
    return done.returncode, done.stdout + done.stderr


def in_msccl(weft, name, options):
    with open("wrong.xml", "w", encoding="utf-8") as file:
        file.write(algorithm(name != "buffers"))
    places = {"network": "-n file:none.net -m all-port", "model": options}
    with open("none.net", "w", encoding="utf-8") as file:
        file.write("host 0 1 2\n0 2\n2 1\n")
    return run(weft, "check", "wrong.xml", *places.get(name, options).split())


def check(weft, name, form):
    """(status, report) of the wrong file of a row in a format; None: the
    format cannot hold it."""
    words, transfers, events, options, _ = WRONG[name]
    if form == "msccl":
        return in_msccl(weft, name, options)
    with open("wrong.csv", "w", encoding="utf-8") as file:
        file.write(trace(words, transfers, events))
    path = "there." + ENDINGS[form] if form != "csv" else "wrong.csv"
    if form != "csv" and run(weft, "convert", "wrong.csv", f"{form}:{path}")[0]:
        return None
    words = options.split()
    if all(word in VIEWED for word in words if word.startswith("-")):
        LIES.extend(page_lies(weft, f"{form}:{path}", words))
    return run(weft, "check", f"{form}:{path}", *words)


# What weft view takes as well.
VIEWED = {"-n", "-m", "--problem", "--goal"}
# Runs, and with which options their traces are judged.
RUNS = [("broadcast -n hypercube:3", ""),
        ("broadcast -n torus:4x4 --cost ts=10,tw=2 --bytes 64", ""),
        ("stream -n complete:9", ""),
        ("allreduce -n hypercube:3 -s recursive-doubling", ""),
        ("successive -n hypercube:4 -s rotated", ""),
        ("successive -n hypercube:4 -s rotated", "-m one-port"),
        ("successive -n hypercube:4 -s rotated --spacing 1 "
         "--on-conflict report", ""),
        ("successive -n hypercube:7 -s rotated --spacing 1 "
         "--on-conflict report", ""),
        ("scatter -n hypercube:3", "--problem gather"),
        ("gather -n hypercube:3", "--goal short.goal")]
SAME = {"valid": "valid", "steps": "steps", "bound": "lower_bound",
        "ratio": "ratio", "conflicts": "conflicts", "unmatched": "unmatched",
        "solved": "solved"}


def page_lies(weft, trace_file, options):
    """What the page of a trace says otherwise than weft check."""
    text = run(weft, "check", "--json", trace_file, *options)[1]
    if not text.startswith("{") or '"weft/error/' in text:
        return []  # there is no trace
    told = json.loads(text)
    status, page = run(weft, "view", trace_file, *options, "-o", "-")
    facts = page.split('id="runs">')[1].split("</script>")[0]
    verdict = json.loads(facts)["runs"][0]["verdict"]
    lies = [(mine, verdict[mine], told[theirs])
            for mine, theirs in SAME.items() if verdict[mine] != told[theirs]]
    few, all_ = told["findings"], verdict["findings"]
    if status or len(all_) != min(told["found"], 1000):
        lies.append((status, len(all_), told["found"]))
    if all_[:len(few)] != few or verdict["left"] != told["found"] - len(all_):
        lies.append(("findings", all_[:1], few[:1], verdict["left"]))
    if not verdict["text"].startswith(told["verdict"] + ": "):
        lies.append((verdict["text"], told["verdict"]))
    if (verdict["notJudged"] is None) != (told["valid"] is not None):
        lies.append((verdict["notJudged"], told["valid"]))
    return [f"{trace_file} {options}: {lie}" for lie in lies]


def runs_lie(weft):
    lies = []
    with open("short.goal", "w", encoding="utf-8") as file:
        file.write("processors 8\n"
                   + "".join(f"have {i}: {i}\n" for i in range(8))
                   + "want 0: 0..7\nwant 1: 0\n")
    for words, options in RUNS:
        for ending in ("csv", "sched", "trf"):
            run(weft, "run", *words.split(), "-t", "run." + ending)
            lies += page_lies(weft, "run." + ending, options.split())
    return lies


def listed(weft):
    rows = []
    for line in run(weft, "list", "checks")[1].splitlines():
        name, rest = line.split(None, 1)
        what, source, formats, option = rest.split("; ")
        rows.append([name, what, source.split(": ")[1],
                     formats.split(": ")[1], option])
    return rows


def shown(document, heading="## What is checked"):
    with open(document, encoding="utf-8") as file:
        table = re.split(r"\n##+ ", file.read().split(heading)[1])[0]
    rows = re.findall(r"^\| (.*) \|$", table, re.M)
    return [row.split(" | ") for row in rows[1:] if row[0] != "-"]


def rules(source):
    """The names of rules in the code: those of tables, and those of findings
    that no table has."""
    names = {"network", "problem"}
    for folder in ("check", "model"):
        for path in glob.glob(f"{source}/{folder}/*.c"):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for pattern in (r'struct weft_rule \w+ = \{\s*"(.*?)"',
                            r'char (?:walk|loggp)_\w+\[\] = "(\w+)"',
                            r'check_find\(\s*check,[^;]*?\s"([a-z]+)",'):
                names.update(re.findall(pattern, text))
    return names


def main():
    weft, document = map(os.path.abspath, sys.argv[1:3])
    wrong = []
    rows = listed(weft)
    if rows != shown(document):
        wrong.append(f"{document} shows another table than weft list checks")
    meant = dict(shown(document, "### Names of rules"))
    known = rules(os.path.join(os.path.dirname(document), "../src"))
    if set(meant) != known or not all(each.endswith(".") for each in meant.values()):
        wrong.append(f"{document} lacks the rules {known - set(meant)}, "
                     f"and no finding names {set(meant) - known}")
    if [row[0] for row in rows] != list(WRONG):
        wrong.append("a row without a wrong file, or another order")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, _, _, formats, _ in rows:
            for form in [*ENDINGS, "msccl"]:
                named = form in formats.split()
                if form == "msccl" and not named:
                    continue
                found = check(weft, name, form)
                text = MSCCL_SAYS[name] if form == "msccl" else WRONG[name][-1]
                right = found and found[0] == 1 and text in found[1]
                if bool(right) != named:
                    wrong.append(f"{name} in {form}: {named}, but {found}")
        wrong += LIES + runs_lie(weft)
        os.chdir("/")
    print("\n".join(wrong), end="\n" if wrong else "")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
