#!/usr/bin/env python3
"""Every number in the lessons of the playground, measured; every story and every answer, checked.

usage: lessons.py WEFT FOLDER [--without-solver]

A number stands as {TEXT|EXPRESSION} or {TEXT|COMMAND : EXPRESSION}: the Python expression, over
what the command of weft reports, must give TEXT. Without a command it is about the run of the
scene. An expression knows

    steps, time, ...   the members of the JSON object that weft reports
    by(STRATEGY)       the row of a strategy (compare); `where` chooses among its settings
    count(COND), first(COND), last(COND), one(VALUE, COND)   the number of transfers of the run,
                       their first and last slot, and a value of the first one, with COND and VALUE
                       over slot, source, target, message
    finding[i]         the findings of weft check
    log2, sqrt, ceil, floor, min, max, len, sum

Digits that stand alone are names, such as processor 0 or the network hypercube:4."""
import ast
import concurrent.futures
import glob
import json
import math
import os
import re
import shlex
import subprocess
import sys
import tempfile
import types

weft, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
without_solver = "--without-solver" in sys.argv
NUMBER = re.compile(r"\{([^{}|]*)\|([^{}]*)\}")
# Names: of processors and the like, of networks, of formulas (*2p + 1*), of powers of two.
NAME = re.compile(r"\b([Pp]rocessors?|[Mm]essages?|[Rr]oots?|[Pp]ackets?|[Dd]imensions?|[Bb]locks?) [01]\b|\*[^*\d]*[a-z][^*]*\*"
                  r"|\b[a-z-]+:\d+(x\d+)*\b|\*\d+[a-z][^*]*\*")
FIRST = {"problem": "successive", "network": "hypercube:4", "strategy": "rotated", "model": None,
         "cost": None, "settings": {}, "schedule": None, "goal": None, "net": None, "race": [], "story": None}
CAPTIONS, QUIZZES = range(5, 9), range(1, 3)
problems = {}
failures = []
done = {}  # what commands reported


def fail(where, text):
    failures.append(f"{where}: {text}")


def call(arguments, place):
    return subprocess.run([weft, *arguments], cwd=place, capture_output=True, text=True, timeout=120)


class Report:
    """What a command reports, with the transfers and the findings of its run."""

    def __init__(self, arguments, texts=None):
        self.arguments, self.texts = arguments, texts or {}
        self.known, self.trace, self.transfers = {}, "", []

    def measure(self):
        with tempfile.TemporaryDirectory() as place:
            for name, text in self.texts.items():
                with open(os.path.join(place, name), "w") as file:
                    file.write(text)
            runs = self.arguments[0] == "run"
            more = ["--on-conflict", "report", "-t", "run.csv"] if runs else []
            out = call([*self.arguments, "--json", *more], place)
            try:
                self.known = json.loads(out.stdout, object_hook=lambda d: types.SimpleNamespace(**d)).__dict__
            except ValueError:
                fail(" ".join(self.arguments), out.stderr.strip() or "no JSON")
                return
            if self.arguments[0] == "check":
                call(["convert", "own.sched", "run.csv"], place)
            self.read_transfers(os.path.join(place, "run.csv"))
            self.known["finding"] = self.find(place) if runs else self.known.get("findings", [])

    def read_transfers(self, path):
        """Sends of the trace, which has the length of a step in its head."""
        if not os.path.exists(path):
            return
        with open(path) as file:
            self.trace = file.read()
        step = int(re.search(r"^# step: (\d+)$", self.trace, re.M)[1])
        for line in self.trace.splitlines():
            words = line.split(",")
            if len(words) > 5 and words[2] == "send":
                self.transfers.append((math.ceil(int(words[1]) / step), *map(int, words[3:6])))

    def find(self, place):
        if not self.known.get("conflicts"):
            return []
        found = call(["check", "run.csv", "-n", self.known["network"], "-m", self.known["model"], "--json"], place)
        return json.loads(found.stdout, object_hook=lambda d: types.SimpleNamespace(**d)).findings


class Transfers(ast.NodeTransformer):
    """count(COND) over the transfers."""
    FORMS = {"count": "sum(1 for slot, source, target, message in transfers if {})",
             "first": "min(slot for slot, source, target, message in transfers if {})",
             "last": "max(slot for slot, source, target, message in transfers if {})",
             "one": "next({} for slot, source, target, message in transfers if {})"}

    def visit_Call(self, node):
        self.generic_visit(node)
        form = self.FORMS.get(getattr(node.func, "id", None))
        if not form:
            return node
        return ast.parse(form.format(*map(ast.unparse, node.args)), mode="eval").body


def evaluate(expression, report):
    def by(strategy, **where):
        rows = [r for r in report.known["rows"] if r.strategy == strategy
                and all(str(getattr(r, k)) == str(v) for k, v in where.items())]
        if not rows:
            raise ValueError(f"no row of {strategy}")
        return rows[0]
    names = {**report.known, "by": by, "transfers": report.transfers, "log2": lambda x: math.log2(x),
             "sqrt": math.sqrt, "ceil": math.ceil, "floor": math.floor}
    tree = ast.fix_missing_locations(Transfers().visit(ast.parse(expression.strip(), mode="eval")))
    return eval(compile(tree, expression, "eval"), names)


def same(text, value):
    if isinstance(value, (int, float)):
        digits = len(text.partition(".")[2])
        return re.fullmatch(r"-?\d+(\.\d+)?", text) and round(float(value), digits) == float(text)
    return text == str(value)


def words_of(state):
    """The arguments and the files of the run of a state, as the page has them."""
    words, texts = ["-n", state["network"] if state["net"] is None else "file:own.net"], {}
    for name in ("net", "goal", "schedule"):
        if state[name] is not None:
            texts[f"own.{'sched' if name == 'schedule' else name}"] = state[name]
    model = state["model"]
    if state["schedule"] is not None:
        model = model or problems[state["problem"]]["model"]
        goal = ["--problem", state["problem"]] if state["goal"] is None else ["--goal", "own.goal"]
        return ["check", "own.sched", *words, "-m", model, *goal], texts
    words += ["-m", model] if model else []
    words += ["--cost", state["cost"]] if state["cost"] else []
    words += [f"--{name}={value}" for name, value in state["settings"].items()]
    return ["run", state["problem"], "-s", state["strategy"], *words], texts


def report_of(arguments, texts=None):
    key = json.dumps([arguments, texts])
    return done.setdefault(key, Report(arguments, texts))


def scene_report(scene, part=None):
    return report_of(*words_of({**FIRST, **scene.get("state", {}), **(part or {})}))


def racers(scene):
    return scene.get("state", {}).get("race", [])


def texts_of(scene):
    """All texts of a scene that a reader sees."""
    for caption in scene.get("story", []):
        yield caption["text"]
    quiz = scene.get("quiz")
    if quiz:
        yield quiz["question"]
        yield quiz.get("because", "")
        yield from (str(text) for text in quiz["answer"].get("of", []))
        yield str(quiz["answer"].get("value", ""))


def numbers_of(scene):
    for text in texts_of(scene):
        for shown, source in NUMBER.findall(text):
            command, colon, expression = source.rpartition(" : ")
            if without_solver and command.startswith("optimum"):
                continue
            yield shown, source, expression, report_of(shlex.split(command)) if colon else scene_report(scene)


def check_texts(where, scene):
    for text in texts_of(scene):
        rest = NAME.sub("", NUMBER.sub("", text))
        if re.search(r"\d", rest):
            fail(where, f"a number without its source: {text}")
        if len(NUMBER.sub(r"\1", text)) > 600:
            fail(where, f"too long: {text}")


def check_story(where, scene):
    """weft view takes the story, with its times, processors and links."""
    report, story = scene_report(scene), scene["story"]
    ats = [caption["at"] for caption in story]
    if ats != sorted(set(ats)):
        fail(where, "captions out of order, or two at one time")
    with tempfile.TemporaryDirectory() as place:
        traces = {"run.csv": report.trace, **{f"{name}.csv": scene_report(scene, {"strategy": name}).trace for name in racers(scene)}}
        for name, text in {**report.texts, **traces, "story.json": json.dumps(story)}.items():
            with open(os.path.join(place, name), "w") as file:
                file.write(text)
        network = words_of({**FIRST, **scene.get("state", {})})[0]
        out = call(["view", *traces, "-n", network[network.index("-n") + 1], "--story", "story.json", "-o", "page.html"], place)
        if out.returncode:
            fail(where, out.stderr.strip())


def value_of(answer):
    return float(NUMBER.sub(r"\1", str(answer["value"])))


def answers(quiz, report):
    """Does the run of a report answer a question?"""
    known = report.known
    good = bool(known.get("valid"))
    return good and (quiz["answer"]["kind"] == "valid" or known["steps"] <= value_of(quiz["answer"]))


def check_quiz(where, scene):
    quiz = scene["quiz"]
    answer = quiz["answer"]
    if answer["kind"] == "choose":
        if not 0 <= answer["right"] < len(answer["of"]) >= 2:
            fail(where, "no such answer")
    elif answer["kind"] == "number":
        if not NUMBER.fullmatch(answer["value"]):
            fail(where, "the answer has no source")
    elif answer["kind"] in ("valid", "steps-at-most"):
        if answers(quiz, scene_report(scene)):
            fail(where, "the first state is an answer already")
        if not answers(quiz, scene_report(scene, quiz["solution"])):
            fail(where, "the solution is no answer")
    else:
        fail(where, f"unknown kind {answer['kind']}")


def check_number(where, shown, source, expression, report):
    try:
        value = evaluate(expression, report)
    except Exception as error:  # pylint: disable=broad-except
        fail(where, f"{source}: {error!r}")
        return
    if not same(shown, value):
        fail(where, f"{shown} is {value}: {source}")


def main():
    paths = sorted(glob.glob(os.path.join(folder, "*.json")))
    if not paths:
        sys.exit("no lessons")
    for each in json.loads(call(["list", "--json"], ".").stdout)["problems"]:
        problems[each["name"]] = each
    lessons = {}
    for path in paths:
        with open(path) as file:
            lessons[os.path.basename(path)] = json.load(file)
    work = [(f"{name}, scene {i + 1}", scene) for name, lesson in lessons.items() for i, scene in enumerate(lesson["scenes"])]
    numbers = [(where, *number) for where, scene in work for number in numbers_of(scene)]
    for _, scene in work:
        for part in (None, *({"strategy": name} for name in racers(scene))):
            scene_report(scene, part)
        if scene.get("quiz", {}).get("solution"):
            scene_report(scene, scene["quiz"]["solution"])
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda report: report.measure(), list(done.values())))
    for where, scene in work:
        check_texts(where, scene)
        (check_quiz if "quiz" in scene else check_story)(where, scene)
    for number in numbers:
        check_number(*number)
    for name, lesson in lessons.items():
        captions = sum(len(scene.get("story", [])) for scene in lesson["scenes"])
        quizzes = sum("quiz" in scene for scene in lesson["scenes"])
        if captions not in CAPTIONS or quizzes not in QUIZZES:
            fail(name, f"{captions} captions and {quizzes} questions")
    print(f"{len(lessons)} lessons, {len(numbers)} numbers, {len(done)} commands")
    print("\n".join(failures) if failures else "all as measured")
    sys.exit(bool(failures))


main()
