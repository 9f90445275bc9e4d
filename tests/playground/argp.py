#!/usr/bin/env python3
"""tools/argp does what glibc's argp does: the help and usage of every command,
and what wrong lines are told, are the same bytes.

usage: argp.py WEFT ARGP.so
"""
import os
import subprocess
import sys

COMMANDS = ("run", "compare", "figure", "check", "stats", "view", "replay", "convert",
            "bound", "optimum", "mpi", "list", "run gauss")
LINES = ("--help", "--usage", "-j -z", "--jsn", "--n", "--no", "-n", "--network",
         "--json=3", "x y z w", "-- --help", "--he", "-jh")


def words(result):
    """glibc's argp misplaces the indentation of a line where its buffer is full."""
    return (result[0], *(text.split() for text in result[1:]))


def said(weft, line, library):
    env = {"PATH": "/nowhere", "LC_ALL": "C.UTF-8"}
    if library:
        env["LD_PRELOAD"] = library
    done = subprocess.run([weft, *line.split()], env=env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.returncode, done.stdout, done.stderr


def main():
    weft, library = sys.argv[1], os.path.abspath(sys.argv[2])
    wrong = 0
    for command in COMMANDS:
        for line in LINES:
            line = command + " " + line
            glibc, own = said(weft, line, None), said(weft, line, library)
            if glibc != own and ("--usage" in line or words(glibc) != words(own)):
                print("weft %s: not as with glibc" % line)
                wrong += 1
    print("%d lines, %d differ" % (len(COMMANDS) * len(LINES), wrong))
    sys.exit(wrong > 0)


main()
