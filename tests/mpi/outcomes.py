"""Random small programs of messages: `weft mpi --explore` must see just those
outcomes that are possible. What is possible is found here by trying all orders
of steps and matches, under the rules of the standard: of messages from one
sender, a receive takes the first that suits it; of receives, a message goes to
the first that it suits.

usage: outcomes.py WEFT COMPILER outcomes.c [PROGRAMS [SEED]]
"""
import os
import random
import subprocess
import sys
import tempfile

STUCK = 'stuck'


def parse(word):
    kind, rest = word[0], word[1:]
    if kind == 'w':
        return kind, int(rest), None
    peer, tag = rest.split('.')
    return kind, None if peer == '*' else int(peer), None if tag == '*' else int(tag)


class Search:
    """States are (steps done, messages pending, receives open, taken)."""

    def __init__(self, program):
        self.program = [[parse(w) for w in words] for words in program]
        self.size = len(program)
        self.seen = set()
        self.outcomes = set()

    @staticmethod
    def suits(receive, message):
        (_, source, tag), (sender, _, its_tag) = receive, message
        return source in (None, sender) and tag in (None, its_tag)

    def first_open(self, opened, message):
        return next((r for r in opened if self.suits(r, message)), None)

    def matches(self, opened, pending):
        """Pairs that may meet at one rank."""
        for receive in opened:
            senders = set()
            for message in pending:
                if self.suits(receive, message) and message[0] not in senders:
                    senders.add(message[0])
                    if self.first_open(opened, message) == receive:
                        yield receive, message

    def run(self):
        # of a rank: step, begun, sent, pending, opened, done {number: message},
        # taken, waits for the receive of that number
        start = tuple((0, 0, 0, (), (), (), (), None) for _ in range(self.size))
        todo = [start]
        while todo:
            state = todo.pop()
            if state in self.seen:
                continue
            self.seen.add(state)
            following = list(self.following(state))
            todo.extend(following)
            if not following:
                ended = all(s[0] == len(self.program[i]) and s[7] is None
                            for i, s in enumerate(state))
                self.outcomes.add(tuple(s[6] for s in state) if ended else STUCK)
        return self.outcomes

    def following(self, state):
        for i in range(self.size):
            yield from self.meet(state, i)
            yield from self.step(state, i)

    @staticmethod
    def put(state, i, rank):
        return state[:i] + (rank,) + state[i + 1:]

    def meet(self, state, i):
        step, begun, sent, pending, opened, done, taken, waits = state[i]
        for receive, message in self.matches(opened, pending):
            rest = list(pending)
            rest.remove(message)
            yield self.put(state, i, (
                step, begun, sent, tuple(rest),
                tuple(r for r in opened if r != receive),
                tuple(sorted(done + ((receive[0], message),))), taken, waits))

    def step(self, state, i):
        step, begun, sent, pending, opened, done, taken, waits = state[i]
        if waits is not None:  # for a receive of that number
            for number, message in done:
                if number == waits:
                    left = tuple(d for d in done if d[0] != number)
                    yield self.put(state, i, (
                        step, begun, sent, pending, opened, left,
                        taken + (100 * message[0] + message[1],), None))
            return
        if step == len(self.program[i]):
            return
        kind, peer, tag = self.program[i][step]
        if kind == 's' or (kind == 'b' and taken[-1] // 100 % 2 == 0):
            state = self.put(state, i, (step + 1, begun, sent + 1, pending, opened,
                                        done, taken, None))
            to = state[peer]
            yield self.put(state, peer,
                           to[:3] + (to[3] + ((i, sent, tag),),) + to[4:])
        elif kind == 'b':
            yield self.put(state, i, (step + 1,) + state[i][1:])
        elif kind == 'i':
            yield self.put(state, i, (step + 1, begun + 1, sent, pending,
                                      opened + ((begun, peer, tag),), done, taken, None))
        elif kind == 'r':
            number = 1000 + step
            yield self.put(state, i, (step + 1, begun, sent, pending,
                                      opened + ((number, peer, tag),), done, taken,
                                      number))
        elif kind == 'w':
            yield self.put(state, i, (step + 1, begun, sent, pending, opened, done,
                                      taken, peer))
        else:  # a probe sees what no open receive will take
            if any(r[1] is not None for r, _ in self.matches(opened, pending)):
                return
            senders = set()
            for message in pending:
                if message[0] in senders or not self.suits((0, peer, tag), message):
                    continue
                senders.add(message[0])
                if self.first_open(opened, message):
                    continue
                rest = list(pending)
                rest.remove(message)
                yield self.put(state, i, (
                    step + 1, begun, sent, tuple(rest), opened, done,
                    taken + (100 * message[0] + message[1],), None))


def invent(rng):
    """A program in which most messages find a receive."""
    size = rng.choice([2, 3, 3, 4])
    words = [[] for _ in range(size)]
    begun = [0] * size
    for _ in range(rng.randint(3, 7)):
        to = rng.randrange(size)
        source = rng.choice([r for r in range(size) if r != to])
        tag = rng.randrange(2)
        send = 's'
        if words[source] and words[source][-1][0] in 'rp' and rng.random() < 0.3:
            send = 'b'
        words[source].append('%s%d.%d' % (send, to, tag))
        side = '%s.%s' % ('*' if rng.random() < 0.75 else source,
                          '*' if rng.random() < 0.4 else tag)
        kind = rng.choice('rrrip')
        if kind == 'i':
            words[to].append('i' + side)
            begun[to] += 1
        else:
            words[to].append(kind + side)
    for rank in range(size):
        order = list(range(begun[rank]))
        rng.shuffle(order)
        words[rank] += ['w%d' % i for i in order]
    return [','.join(w) for w in words]


def explored(weft, program, engine):
    run = subprocess.run(
        [weft, 'mpi', '--explore=100000', '--engine', engine, '-n',
         str(len(program)), './outcomes'] + program,
        capture_output=True, text=True)
    seen = set()
    for line in run.stdout.splitlines():
        ranks = line[len('outcome'):].split('|')
        seen.add(tuple(tuple(int(x) for x in r.split()) for r in ranks))
    return seen, run


def main():
    weft, compiler, source = (os.path.abspath(a) for a in sys.argv[1:4])
    programs = int(sys.argv[4]) if len(sys.argv) > 4 else 60
    rng = random.Random(int(sys.argv[5]) if len(sys.argv) > 5 else 1)
    wrong, most, stuck, done = 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        subprocess.run([compiler, '-O1', source, '-o', 'outcomes'], check=True)
        while done < programs:
            program = invent(rng)
            possible = Search([p.split(',') if p else [] for p in program]).run()
            if not 2 <= len(possible) <= 60 or (STUCK in possible and
                                                rng.random() < 0.9):
                continue
            done += 1
            most = max(most, len(possible))
            stuck += STUCK in possible
            seen, run = explored(weft, program, rng.choice(['fibers', 'threads']))
            lost = 'received by nobody' in run.stderr
            if STUCK in possible or lost:
                good = (run.returncode == 1 and seen <= possible and
                        (lost or 'deadlock' in run.stderr))
            else:
                good = run.returncode == 0 and seen == possible
            if not good:
                wrong += 1
                print('weft mpi --explore -n %d ./outcomes %s' % (
                    len(program), ' '.join("'%s'" % p for p in program)))
                print('  possible', sorted(map(str, possible)))
                print('  seen    ', sorted(map(str, seen)), run.returncode,
                      run.stderr.strip())
    print('%d programs, up to %d outcomes, %d may get stuck, %d wrong' % (
        programs, most, stuck, wrong))
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
