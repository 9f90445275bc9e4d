#!/usr/bin/env python3
"""Command lines of arbitrary words: options with values that they do not take,
values without options, words cut, joined and repeated.

usage: words.py WEFT COUNT [SEED]

Each ends by itself with exit status 0, 1, 2 or 64 (130 and the like: it is not
interrupted), without a crash; if it is wrong use, one line says why. The same
SEED makes the same command lines.
"""
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

CPU_SECONDS = 10
MEMORY = 2 << 30

VALUES = """0 1 -1 2 3 7 99999999999999999999 2147483648 0x10 1e9 nan inf
hypercube:2 hypercube: hypercube:-1 hypercube:99 ring:3 ring:2 line:2..4 mesh:2x
mesh:2x2 tree:4 star:3 complete:3 complete:1048577 random:8x3/7 file: file:x
file:trace.csv switch:4 dragonfly:2x1x1 one-port all-port shouting send=2
send=2,receive=2,duplex=full send=,receive= ts=1,tw=1 ts=-1 loggp:L=1 loggp:
rotated ring binomial naive x.c ./x.so x.xml e.xml trace.csv csv:trace.csv
csv: :x out.csv out.svg out.png - -- = , : .. 1..2 1..0 1..9*0 1,2,3 0..3 all
none yes no fail report delay threads fibers play fair fifo steps messages
processors=4 \xc3\xa9 \x1b[2J %s%n %d""".split() + ["", " ", "a" * 5000]


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 20, 64 << 20))
    if not os.environ.get("WEFT_SANITIZED"):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def said(weft, *words):
    return subprocess.run([weft, *words], capture_output=True,
                          text=True).stdout


def vocabulary(weft):
    """Of each command its options, and the words of the tables."""
    commands = re.findall(r"^  ([a-z]+)  ", said(weft, "--help"), re.M)
    options = {}
    for command in commands:
        text = said(weft, command, "--help")
        options[command] = re.findall(r"(?:^|\s)(--?[a-z][a-z-]*)", text)
    problems = re.findall(r"^([a-z-]+) ", said(weft, "list", "problems"), re.M)
    figures = re.findall(r"^ *([a-z]+) ", said(weft, "list", "figures"), re.M)
    return options, problems + figures


def spoil(word, random_):
    """Mostly as it is."""
    way = random_.randrange(12)
    if way == 0:
        return word[:random_.randrange(len(word) + 1)]
    if way == 1:
        return word + random_.choice(VALUES)
    if way == 2:
        at = random_.randrange(len(word) + 1)
        return word[:at] + random_.choice(VALUES) + word[at:]
    return word


def command_line(options, nouns, random_):
    command = random_.choice(list(options))
    words = [command]
    for _ in range(random_.randrange(7)):
        way = random_.randrange(4)
        if way == 0:
            words.append(random_.choice(nouns))
        elif way == 1:
            words.append(random_.choice(VALUES))
        else:
            option = random_.choice(options[command] or ["--help"])
            value = random_.choice(VALUES + nouns)
            words += [option + "=" + value] if way == 2 and \
                option.startswith("--") else [option, value]
    return [spoil(word, random_).replace("\0", "").replace("/", "_")
            for word in words]


def complaint(words, status, err):
    if status == "hang":
        return "does not end"
    if status < 0:
        return "signal %d" % -status
    if status not in (0, 1, 2, 64):
        return "exit status %d" % status
    lines = [line for line in err.split(b"\n")[:-1]
             if not line.startswith(b"try: weft ")]
    most = 9 if words[0] == "check" else 1  # one for each file
    if status == 64 and (not 0 < len(lines) <= most or
                         not re.match(rb"weft( [a-z]+)?: ", lines[0])):
        return "wrong use, but not one line: %r" % err[:300]
    if b"Sanitizer" in err or b"runtime error" in err:
        return "%r" % err[:600]
    return None


def main(weft, count, seed="1"):
    weft, wrong = os.path.abspath(weft), 0
    random_ = random.Random(int(seed))
    options, nouns = vocabulary(weft)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for _ in range(int(count)):
            with open("trace.csv", "w") as file:
                file.write("start,end,kind,processor,peer,message,bytes,"
                           "dimension\n0,1,send,0,1,1,,\n0,1,receive,1,0,1,,\n")
            words = command_line(options, nouns, random_)
            try:
                done = subprocess.run([weft, *words], capture_output=True,
                                      stdin=subprocess.DEVNULL, timeout=120,
                                      preexec_fn=limit)
                what = complaint(words, done.returncode, done.stderr)
            except subprocess.TimeoutExpired:
                what = complaint(words, "hang", b"")
            if what:
                wrong += 1
                print("weft %s\n    %s" % (" ".join(
                    repr(word[:200]) for word in words), what), flush=True)
        os.chdir("/")
    print("%s command lines, %d at fault" % (count, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
