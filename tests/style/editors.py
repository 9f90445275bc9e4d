"""The modes for editors against weft: the words of the grammars are those that the parsers know,
each line of the files of the project has its colours, and the patterns of errors match what weft
prints.

usage: editors.py ROOT
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1])
CODE, VIM = ROOT / "editors/vscode", ROOT / "editors/vim"
EMACS = ROOT / "editors/emacs/weft.el"
# The words of each parser, as its source has them.
WORDS = {
    "src/goal/goal-file.c": r'^    \{"(\w+)", read_\w+\}|\] = "(\w+)"|taken\[\] = \{(.*?), NULL\}',
    "src/trace/goal/parse.c": r'strcmp\([^()"]*, "([a-z_]+)"\)|sends \? "(to)" : "(from)"',
    "src/trace/schedule/schedule-line.c": r"\[(via) switches\]",
}
MINE = {"src/goal/goal-file.c": "weft-goal", "src/trace/goal/parse.c": "weft-goal",
        "src/trace/schedule/schedule-line.c": "weft-schedule"}
# What is not right in tests/cli/files.
FLAWED = {"weft-goal": ["word.goal"], "weft-schedule": ["items.sched", "malformed.sched"]}
wrong = []


def expect(holds, text):
    if not holds:
        wrong.append(text)


def parser_words(language):
    found = set()
    for path, pattern in WORDS.items():
        if MINE[path] == language:
            text = (ROOT / path).read_text()
            words = {word for match in re.finditer(pattern, text, re.M | re.S)
                     for group in filter(None, match.groups())
                     for word in re.findall(r"[a-z_]+", group)}
            expect(words, f"{path}: no words found")
            found |= words
    return found


def plain_words(pattern):
    """The words that a pattern has as text."""
    return set(re.findall(r"[a-z_]+", re.sub(r"\\.|\(\?.|\[[^\]]*\]", " ", pattern)))


def tokens(grammar, text):
    """(line, scope, text) of all that the grammar gives a scope."""
    until = None
    for number, line in enumerate(text.splitlines(), 1):
        at = 0
        while at < len(line):
            if until:
                match = re.compile(until[1]).search(line, at)
                yield number, until[0], line[at:match.end() if match else None]
                at, until = (match.end(), None) if match else (len(line), until)
                continue
            found = [(match.start(), order, match, rule)
                     for order, rule in enumerate(grammar["patterns"])
                     if (match := re.compile(rule.get("match", rule.get("begin"))).search(line, at))]
            if not found:
                break
            _, _, match, rule = min(found, key=lambda one: one[:2])
            if "begin" in rule:
                until = rule["name"], rule["end"]
                yield number, rule["name"], match[0]
            if "match" in rule and "name" in rule:
                yield number, rule["name"], match[0]
            for group, capture in rule.get("captures", {}).items():
                if match[int(group)]:
                    yield number, capture["name"], match[int(group)]
            at = max(match.end(), at + 1)


def check_words(language, grammar):
    known = parser_words(language)
    used = set().union(*(plain_words(rule.get("match", "")) for rule in grammar["patterns"]))
    expect(known == used, f"{language}: {sorted(known ^ used)} are not in both, parser and grammar")
    for mode in VIM / "syntax" / (language.replace("-", "") + ".vim"), EMACS:
        text = mode.read_text()
        lacks = [word for word in known if not re.search(rf"(?<![a-z]){word}(?![a-z])", text)]
        expect(not lacks, f"{mode.name} lacks {lacks}")


def check_files(language, grammar, ending):
    """No line of a good file is wrong; numbers and comments have their scopes."""
    files = [path for folder in ("examples", "traces", "tests/cli/files")
             for path in sorted((ROOT / folder).rglob("*" + ending))]
    expect(len(files) > 3, f"{language}: no files")
    flawed = []
    for path in files:
        text = path.read_text()
        scopes = list(tokens(grammar, text))
        if any(scope.startswith("invalid") for _, scope, _ in scopes):
            flawed.append(path.name)
        for number, line in enumerate(text.splitlines(), 1):
            here = [(scope, part) for at, scope, part in scopes if at == number]
            if line.startswith("#"):
                expect(here and here[0][0].startswith("comment"), f"{path}:{number}: no comment")
            elif re.match(r"\d+ \d+ \d+ \d+$", line):
                expect([part for _, part in here] == line.split(), f"{path}:{number}: {here}")
            elif not line.startswith(("/*", " ")) and language == "weft-goal":
                numbers = re.findall(r"(?<![\w.])\d+(?![\w.])", re.sub(r"(#|//).*", "", line))
                seen = [part for scope, part in here if scope.startswith("constant.numeric")]
                expect(set(numbers) <= set(seen) or "requires" in line,
                       f"{path}:{number}: {numbers}, {seen}")
    return flawed


def check_errors(package):
    """What weft prints, in the outputs that the tests keep and in the documents."""
    matchers = {one["name"]: one["pattern"] for one in package["contributes"]["problemMatchers"]}
    kept = "".join(path.read_text() for path in sorted((ROOT / "tests/cli").glob("*.out")))
    lines = re.findall(r"^! (weft: \S+: line \d+: .*)$", kept, re.M)
    expect(len(lines) > 20, f"only {len(lines)} errors of files in tests/cli")
    for line in lines:
        match = re.match(matchers["weft-files"]["regexp"], line)
        expect(match and match[2].isdigit() and match[3], f"not matched: {line}")
    documents = "".join(path.read_text() for path in (ROOT / "docs").glob("*.md"))
    shown = re.findall(r"^ *(\S+:\d+: (?:error|warning|note): .*)$", documents, re.M)
    for line in ["run.sched:12: error: slot 3, processor 1: sends twice [rule]",
                 "/a b/w.c:2: note: the other location", *shown]:
        match = re.match(matchers["weft"]["regexp"], line)
        expect(match and match[3] in ("error", "warning", "note"), f"not matched: {line}")
        expect(not line.endswith("]") or match and match[5], f"no rule: {line}")
    return lines


def check_vim(lines):
    """The same in vim, if it is there."""
    vim = shutil.which("vim")
    if not vim:
        print("no vim here: its files are only read")
        return
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        errors = [*lines[:5], "w.c:2: error: it waits [deadlock]"]
        (place / "errors").write_text("\n".join(errors) + "\n")
        (place / "good.goal").write_text("have all: 0 # all\nhve all: 1\n")
        (place / "good.sched").write_text("1 0 1 0 via 4\n1 0 x 0\n")
        commands = [f"set nocompatible runtimepath^={VIM}", "filetype on", "syntax on",
                    "let out = []", "compiler weft", f"cgetfile {place}/errors",
                    "call add(out, len(filter(getqflist(), 'v:val.valid && v:val.lnum')))"]
        for name, spots in (("good.goal", ((1, 1), (1, 15), (2, 1))),
                            ("good.sched", ((1, 1), (1, 9), (2, 1)))):
            commands.append(f"edit {place}/{name}")
            commands += [f"call add(out, synIDattr(synID({line}, {column}, 1), 'name'))"
                         for line, column in spots]
        commands += [f"call writefile(map(out, 'string(v:val)'), '{place}/out')", "qall!"]
        (place / "script").write_text("\n".join(commands) + "\n")
        subprocess.run([vim, "-u", "NONE", "-i", "NONE", "-n", "-es", "-S", place / "script"],
                       stdin=subprocess.DEVNULL, timeout=60, check=False)
        said = (place / "out").read_text().split() if (place / "out").exists() else []
        expected = [str(len(errors)), "'weftgoalStatement'", "'weftgoalComment'",
                    "'weftgoalWrong'", "'weftscheduleNumber'", "'weftscheduleVia'",
                    "'weftscheduleWrong'"]
        expect(said == expected, f"vim says {said}, not {expected}")


def check_emacs():
    """The faces of words, and findings of a check, in Emacs, if it is there."""
    emacs = shutil.which("emacs")
    if not emacs:
        print("no Emacs here: its mode is only read")
        return
    spots = {"goal": ("have all: 0 # all\nhve all: 1\n", (1, 15, 19)),
             "sched": ("1 0 1 0 via 4\n1 0 x 0\n", (1, 9, 15))}
    faces = ["keyword", "comment", "warning", "constant", "keyword", "warning"]
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        shutil.copy(EMACS, place)
        lisp = ["(setq byte-compile-error-on-warn t)",
                '(unless (byte-compile-file "weft.el") (kill-emacs 1))']
        for ending, (text, at) in spots.items():
            (place / ("good." + ending)).write_text(text)
            lisp += [f'(find-file "good.{ending}")', "(font-lock-ensure)"]
            lisp += [f"""(princ (format "%s\\n" (get-text-property {spot} 'face)))"""
                     for spot in at]
        lisp += [r'''(with-temp-buffer (insert "/tmp/a:2: error: it waits [deadlock]\n")
            (princ (mapcar #'flymake-diagnostic-text (weft--findings (get-buffer "good.sched")))))''']
        command = [emacs, "-Q", "--batch", "-l", "flymake", "-l", "weft.el"]
        ran = subprocess.run(command + [word for one in lisp for word in ("--eval", one)],
                             cwd=place, capture_output=True, text=True, timeout=120, check=False)
        said = ran.stdout.splitlines()
        expected = [*(f"font-lock-{face}-face" for face in faces), "(it waits [deadlock])"]
        expect(said == expected and ran.returncode == 0, f"Emacs says {said}: {ran.stderr}")


def main():
    package = json.loads((CODE / "package.json").read_text())
    given = package["contributes"]
    languages = {one["id"]: one for one in given["languages"]}
    for one in given["grammars"]:
        grammar = json.loads((CODE / one["path"]).read_text())
        language = one["language"]
        expect(grammar["scopeName"] == one["scopeName"], f"{language}: another scope")
        json.loads((CODE / languages[language]["configuration"]).read_text())
        check_words(language, grammar)
        flawed = check_files(language, grammar, languages[language]["extensions"][0])
        expect(flawed == FLAWED[language],
               f"{language}: wrong lines in {flawed}, not in {FLAWED[language]}")
    lines = check_errors(package)
    check_vim(lines)
    check_emacs()
    print("".join(f"{text}\n" for text in wrong), end="")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
