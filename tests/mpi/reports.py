"""The forms of the report of `weft mpi`: lines for editors (--lines) and SARIF
(--sarif) have the findings of the text. Every program of mistakes.c and
deadlocks.c is run in each form; with `memory`, those are memory errors of
sanitized.c, whose traces end at the error.

usage: reports.py WEFT COMPILER FOLDER DOCS/MPI.MD [memory]
"""
import json
import os
import re
import subprocess
import sys
import tempfile

LINE = re.compile(r'(?P<file>[^:]+):(?P<line>[0-9]+): '
                  r'(?P<kind>error|warning|note): (?P<text>.*)')
RULE = re.compile(r' \[([a-z]+)\]$')

weft, compiler, folder, page = [os.path.realpath(a) for a in sys.argv[1:5]]
documented = set(re.findall(r'^\| `([a-z]+)` \| ', open(page).read().split(
    '### Reports for editors')[1].split('\n## ')[0], re.M))
seen = set()  # rules


def fail(what, *shown):
    print('failed:', what, *shown, sep='\n')
    sys.exit(1)


def run(*words):
    done = subprocess.run([weft, 'mpi', *words], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def parse(text):
    """Return [(file, line, kind, text, rule)] of a report of lines."""
    found = []
    for one in text.splitlines():
        match = LINE.fullmatch(one)
        if not match:
            fail('no line for editors', one)
        rule = RULE.search(match['text'])
        if (match['kind'] == 'note') == bool(rule):
            fail('a rule is missing, or a note has one', one)
        found.append((match['file'], int(match['line']), match['kind'],
                      match['text'], rule and rule[1]))
    return found


def needs(value, members):
    """Hold an object of the log to the members that SARIF 2.1.0 requires."""
    for name, kind in members.items():
        if not isinstance(value.get(name), kind):
            fail(f'SARIF: {name} is not {kind}', value)


def read_log(path):
    log = json.load(open(path))
    needs(log, {'version': str, 'runs': list, '$schema': str})
    if log['version'] != '2.1.0' or len(log['runs']) != 1:
        fail('SARIF: version or runs', log)
    needs(log['runs'][0], {'tool': dict, 'results': list})
    driver = log['runs'][0]['tool']['driver']
    needs(driver, {'name': str, 'version': str, 'rules': list})
    names = [rule['id'] for rule in driver['rules']]
    if set(names) != documented or len(names) != len(documented):
        fail('rules of SARIF and of the page differ', names, documented)
    for rule in driver['rules']:
        needs(rule['shortDescription'], {'text': str})
    for result in log['runs'][0]['results']:
        needs(result, {'message': dict, 'ruleId': str, 'locations': list})
        needs(result['message'], {'text': str})
        if result['level'] not in ('error', 'warning'):
            fail('SARIF: level', result)
        for place in result['locations'] + result['relatedLocations']:
            where = place['physicalLocation']
            needs(where['artifactLocation'], {'uri': str})
            if where['region']['startLine'] < 1:
                fail('SARIF: line', result)
    return log['runs'][0]['results']


def check(program, words):
    at = words.index('--') if '--' in words else len(words)
    options, arguments = words[:at], words[at + 1:]
    text = run(*options, program, *arguments)
    lines = run(*options, '--lines', '--sarif', 'log.sarif', program, *arguments)
    if lines[:2] != text[:2]:
        fail('the status or the output differs', words, text, lines)
    found = parse(lines[2])
    seen.update(one[4] for one in found if one[4])
    heads = [one for one in found if one[2] != 'note']
    if [one[:2] for one in heads] != sorted(one[:2] for one in heads):
        fail('lines are not sorted', words, lines[2])
    # every finding of the text begins with "weft: ", as do sentences on runs
    if len(heads) > text[2].count('weft: ') or bool(heads) != bool(
            re.search('^weft: (?!valid|not checked)', text[2], re.M)):
        fail('text and lines differ', words, text[2], lines[2])
    for file, line, kind, said, _ in found:
        source = open(file).read().splitlines()
        if line > len(source):
            fail('no such line', words, said)
        if kind == 'error' and program != './sanitized' and 'MPI_' not in ''.join(source[line - 4:line + 4]):
            fail('a line without a call', words, source[line - 1])
    results = read_log('log.sarif')
    os.remove('log.sarif')
    if [(r['ruleId'], r['level']) for r in results] != [
            (one[4], one[2]) for one in heads]:
        fail('SARIF and lines differ', results, heads)


def check_memory_error(name, kept):
    """A memory error has a rule and a line in each form. If its trace can be
    `kept`, the trace holds the message before it; otherwise weft says so and
    writes none."""
    words = ['-n', '2', '--', name]
    if name in ('right', 'read_past'):
        words.insert(0, 'check')
    check('./sanitized', words)
    engine = 'threads' if name == 'every_rank' else 'fibers'
    status, _, said = run('--engine', engine, '-n', '2', '-t', 'run.csv',
                          '--sarif', 'log.sarif', './sanitized', name)
    if ('no trace is kept' in said) == kept or os.path.exists(
            'run.csv') != kept:
        fail('the trace of a memory error', name, engine, said)
    results = read_log('log.sarif')
    if (status, [one['ruleId'] for one in results]) != (
            (0, []) if name == 'right' else (1, ['address'])):
        fail('a memory error', name, status, results)
    os.remove('log.sarif')
    if not kept:
        return
    done = subprocess.run([weft, 'stats', 'run.csv', '--json'],
                          capture_output=True, text=True)
    if done.returncode or json.loads(done.stdout)['messages'] < 2:
        fail('the messages before a memory error', name, done.stdout)
    os.remove('run.csv')


def check_memory():
    source = os.path.join(folder, 'sanitized.c')
    if subprocess.run([compiler, '--sanitize', '--watch', '-w', source, '-o',
                       'sanitized']).returncode:
        fail('does not compile', source)
    for name in 'read_past', 'use_freed', 'every_rank', 'send_past', 'right':
        check_memory_error(name, True)
    for name in 'in_library', 'free_twice':
        check_memory_error(name, False)


def main():
    for name in ['mistakes', 'deadlocks']:
        source = os.path.join(folder, name + '.c')
        if subprocess.run([compiler, '-g', '-w', source, '-o', name]).returncode:
            fail('does not compile', source)
        for words in re.findall(r'^/\* weft mpi (.*) \*/$', open(source).read(),
                                re.M):
            check('./' + name, words.split())
    open('crash.c', 'w').write('#include <mpi.h>\n#include <stdlib.h>\n'
                               'int main(void)\n{\n    MPI_Init(0, 0);\n'
                               '    abort();\n}\n')
    subprocess.run([compiler, '-g', 'crash.c', '-o', 'crash'], check=True)
    status, _, said = run('--lines', '-n', '1', './crash')
    if status != 1 or [one[1:3] for one in parse(said)] != [(6, 'error')]:
        fail('a crash', status, said)
    status, _, said = run('-n', '1', '-t', 'run.csv', '--sarif', 'log.sarif',
                          './crash')
    if (status != 1 or os.path.exists('run.csv') or os.path.exists('log.sarif')
            or 'no trace is kept, and no SARIF file is written' not in said):
        fail('the files of a crash', status, said)
    status, _, said = run('--sarif', 'none/log.sarif', '-n', '1', './mistakes')
    if status != 1 or 'none/log.sarif' not in said:
        fail('a folder that does not exist', status, said)
    if not {'deadlock', 'collective', 'memory', 'type', 'request', 'leak'} <= seen:
        fail('rules that no program shows', documented - seen)


with tempfile.TemporaryDirectory() as place:
    os.chdir(place)
    check_memory() if sys.argv[5:] else main()
