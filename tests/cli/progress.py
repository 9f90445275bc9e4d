#!/usr/bin/env python3
"""Progress: on a terminal only, about what is done, and gone at the end.

usage: progress.py WEFT

A program that is held up for a while has run for so long: no run need be long.
"""
import os
import pty
import re
import signal
import subprocess
import sys
import time

ERASE = "\r\x1b[K"
RUN = ["run", "successive", "-n", "hypercube:9", "-s", "rotated"]
COMPARE = ["compare", "stream", "-n", "complete:256..1024", "-s",
           "path,binary,binomial", "--packets", "100", "--jobs", "1"]


def run(weft, arguments, terminal):
    """(standard output, standard error)"""
    master, slave = pty.openpty()
    program = subprocess.Popen(
        [weft] + arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=slave if terminal else subprocess.PIPE)
    os.close(slave)
    time.sleep(0.05)
    program.send_signal(signal.SIGSTOP)
    time.sleep(1.2)
    program.send_signal(signal.SIGCONT)
    out, err = program.communicate()
    while terminal:
        try:
            part = os.read(master, 4096)
        except OSError:  # nobody holds the other end any more
            part = b""
        if not part:
            break
        err = (err or b"") + part
    os.close(master)
    if program.returncode:
        sys.exit("%s: exit status %d" % (arguments, program.returncode))
    return out.decode(), (err or b"").decode()


def check(weft, arguments, line, steady):
    out, err = run(weft, arguments, True)
    quiet, nothing = run(weft, arguments, False)
    told = err.split(ERASE)
    wrong = []
    if nothing:
        wrong.append("in a pipe: %r" % nothing)
    if steady(out) != steady(quiet):
        wrong.append("another standard output with a terminal")
    if not any(re.fullmatch(line, text) for text in told):
        wrong.append("no line like %s: %r" % (line, told))
    if any(text and not re.fullmatch(line, text) for text in told):
        wrong.append("other text: %r" % told)
    if not err.endswith(ERASE):
        wrong.append("the last line stays: %r" % err[-60:])
    for text in wrong:
        print("%s: %s" % (" ".join(arguments), text))
    return not wrong


def main():
    weft = os.path.abspath(sys.argv[1])
    left = r", %s [0-9]+ (s|min) left"
    good = check(weft, RUN,
                 r"successive: [0-9]+ s, (preparing|time unit [0-9]+)"
                 r"(, finishing|, [0-9]+ %" + left % "(about|at least)" +
                 ")?",
                 lambda text: re.sub(r"[0-9.]+ s\b.*", "", text))
    good &= check(weft, COMPARE,
                  r"[0-9]+ of 9 runs(" + left % "about" + ")?",
                  lambda text: text)
    return not good


sys.exit(main())
