/* Random programs on random networks, with both engines, any number of workers
 * and any window, compared with a reference that executes the operations one by
 * one in order of time.
 *
 * usage: stress-machine [SEEDS [FIRST [PROCESSES]]]
 *
 * With several processes, half of the runs use all of them.
 *
 * A watchdog reports a hang as a failure and prints the progress of each
 * processor. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/machine.h>
#include <weft/unstable/cluster.h>

#include "machine-case.h"
#include "processes.h"

#ifndef HANG
#define HANG 120 /* seconds */
#endif

/* The results of a run. */
struct result {
    enum weft_error_kind code;
    char text[500];
    char *report;
    /* digest of everything a processor received */
    uint64_t seen[SIZE_MAX_CASE];
    uint64_t stream; /* digest of the events */
    uint64_t vain;   /* total time of waits that received nothing */
    struct weft_outcome outcome;
};

static const struct casus *volatile running;
static char variant[200];

/* ---- the program -------------------------------------------------------- */

struct job {
    const struct casus *casus;
    uint64_t seen[SIZE_MAX_CASE];
    /* index of the current operation, for the watchdog */
    volatile int at[SIZE_MAX_CASE];
};

static struct job *volatile current;

static uint64_t mix_message(uint64_t seen, const struct weft_message *m)
{
    unsigned char expected[BYTES_MAX];
    case_payload(expected, m->bytes, m->source, m->id);
    if (m->bytes && memcmp(expected, m->data, m->bytes))
        seen = mix(seen, 0xbad);
    seen = mix(mix(seen, (uint64_t)m->source), (uint64_t)m->id);
    return mix(mix(seen, m->start), m->end);
}

static int perform(struct weft_processor *self, const struct op *op,
                   struct weft_message *m)
{
    unsigned char data[BYTES_MAX];
    case_payload(data, op->bytes, weft_rank(self), op->id);
    switch (op->kind) {
    case OP_SEND:
        return weft_send(self, op->peer[0], op->id, data, op->bytes);
    case OP_SHOUT:
        return weft_send_many(self, op->peer, op->peers, op->id, data,
                              op->bytes);
    case OP_POST:
        return weft_post(self, op->peer[0], op->id, data, op->bytes);
    case OP_STEP:
        return weft_step(self);
    case OP_RECEIVE:
        return weft_receive(self, op->peer[0], m) ? -1 : 1;
    case OP_UNTIL:
        return weft_receive_until(self, op->peer[0], weft_now(self) + op->time,
                                  m);
    case OP_TAKE:
        return weft_take(self, op->peer[0], m);
    case OP_COMPUTE:
        return weft_compute(self, op->time);
    case OP_SLEEP:
        return weft_wait_until(self, weft_now(self) + op->time);
    case OP_STORE:
        return weft_store(self, op->id, data, op->bytes);
    case OP_MARK:
        return op->id % 3 == 0   ? weft_mark(self, op->id)
               : op->id % 3 == 1 ? weft_task_begin(self, op->id)
                                 : weft_task_end(self, op->id - 1);
    default:
        return weft_fail(self, "as planned at %d", op->id);
    }
}

static int program(struct weft_processor *self, void *arg)
{
    struct job *job = arg;
    int rank = weft_rank(self);
    uint64_t seen = 1;
    struct op op;
    for (int i = 0; case_op(job->casus, rank, i, &op); i++) {
        struct weft_message m;
        job->at[rank] = i;
        int got = perform(self, &op, &m);
        if (got < 0)
            return -1;
        seen = mix(mix(seen, (uint64_t)got), weft_now(self));
        if (got > 0)
            seen = mix_message(seen, &m);
        job->seen[rank] = seen;
    }
    job->at[rank] = -1;
    return 0;
}

/* ---- the sink ----------------------------------------------------------- */

struct machine_stream {
    uint64_t digest;
    struct weft_event last;
    bool unordered;
    uint64_t since[SIZE_MAX_CASE]; /* start of the pending wait + 1; 0: none */
    uint64_t vain; /* total time of waits that received nothing */
};

static void follow_waits(struct machine_stream *stream,
                         const struct weft_event *event)
{
    uint64_t *since = &stream->since[event->rank];
    if (event->kind == WEFT_PRESENT && *since)
        stream->vain += event->start + 1 - *since;
    if (event->kind == WEFT_PRESENT || event->flags & WEFT_EVENT_WAITED)
        *since = 0;
    if (event->kind == WEFT_WAIT)
        *since = event->start + 1;
}

static int take_events(void *arg, const struct weft_event *event, size_t count)
{
    struct machine_stream *stream = arg;
    for (size_t i = 0; i < count; i++, event++) {
        const struct weft_event *last = &stream->last;
        if (event->start < last->start ||
            (event->start == last->start && event->rank < last->rank))
            stream->unordered = true;
        uint64_t d = mix(stream->digest, event->start);
        d = mix(mix(d, event->duration), event->since);
        d = mix(mix(d, (uint64_t)event->rank), (uint64_t)event->peer);
        d = mix(mix(d, (uint64_t)event->message), event->bytes);
        d = mix(mix(d, (uint64_t)event->dimension), event->kind);
        stream->digest = mix(d, event->flags);
        follow_waits(stream, event);
        stream->last = *event;
    }
    return 0;
}

/* ---- one run --------------------------------------------------------------
 */

static void run_machine(const struct casus *casus, struct weft_machine *machine,
                        struct result *result)
{
    struct job job = {.casus = casus};
    struct machine_stream stream = {.last.rank = -1};
    struct weft_sink sink = {.events = take_events, .arg = &stream};
    struct weft_trace_info info = {.processors = casus->size};
    struct weft_error err = {0};
    machine->network = casus->network;
    machine->model = casus->model;
    machine->on_conflict = casus->on_conflict;
    machine->cost = casus->cost;
    machine->bytes = 8;
    machine->program = program;
    machine->arg = &job;
    machine->sink = &sink;
    machine->info = &info;
    struct weft_part seen = {.data = job.seen, .each = sizeof *job.seen};
    machine->part = &seen;
    machine->parts = 1;
    current = &job;
    alarm(HANG);
    memset(result, 0, sizeof *result);
    if (weft_machine_run(machine, &result->outcome, &err))
        result->code = err.kind;
    alarm(0);
    memcpy(result->text, err.text, sizeof result->text);
    memcpy(result->seen, job.seen, sizeof result->seen);
    result->stream = stream.unordered ? 0 : stream.digest;
    result->vain = stream.vain;
}

static void watchdog(int signal)
{
    (void)signal;
    char line[200];
    int length = snprintf(line, sizeof line, "HANG: seed %llu, %s\n",
                          (unsigned long long)running->seed, variant);
    if (write(2, line, (size_t)length) < 0)
        _exit(3);
    for (int i = 0; i < running->size; i++) {
        struct op op = {0};
        int at = current->at[i];
        if (at >= 0)
            case_op(running, i, at, &op);
        length = snprintf(line, sizeof line,
                          "processor %d: operation %d, kind %d, peer %d\n", i,
                          at, op.kind, op.peer[0]);
        if (write(2, line, (size_t)length) < 0)
            _exit(3);
    }
    _exit(2);
}

/* ---- comparing ------------------------------------------------------------
 */

static int complain(const struct casus *casus, const char *what, uint64_t got,
                    uint64_t wanted)
{
    printf("seed %llu (%s, %s), %s: %s is %llu, should be %llu\n",
           (unsigned long long)casus->seed, weft_network_name(casus->network),
           casus->model.name, variant, what, (unsigned long long)got,
           (unsigned long long)wanted);
    return 1;
}

static int compare_reference(const struct casus *casus,
                             const struct result *result,
                             const struct reference *reference)
{
    const struct weft_outcome *outcome = &result->outcome;
    int bad = 0;
    if (result->code != reference->code)
        return complain(casus, result->text, (uint64_t)result->code,
                        (uint64_t)reference->code);
    if (reference->code == WEFT_ERROR_STOPPED) {
        char text[100];
        snprintf(text, sizeof text, "as planned at %d ", reference->fail_id);
        return strncmp(result->text, text, strlen(text))
                   ? complain(casus, result->text, 0,
                              (uint64_t)reference->fail_id)
                   : 0;
    }
    for (int i = 0; i < casus->size; i++)
        if (result->seen[i] != reference->seen[i])
            bad |= complain(casus, "what was seen", (uint64_t)i,
                            reference->seen[i]);
    if (outcome->messages != reference->messages)
        bad |=
            complain(casus, "messages", outcome->messages, reference->messages);
    if (outcome->untaken != reference->untaken)
        bad |= complain(casus, "untaken", outcome->untaken, reference->untaken);
    if (outcome->makespan != reference->makespan)
        bad |=
            complain(casus, "makespan", outcome->makespan, reference->makespan);
    if (outcome->conflicts != reference->conflicts)
        bad |= complain(casus, "conflicts", outcome->conflicts,
                        reference->conflicts);
    if (result->vain != reference->vain)
        bad |= complain(casus, "time waited in vain", result->vain,
                        reference->vain);
    return bad;
}

static int compare_first(const struct casus *casus, const struct result *got,
                         const struct result *first)
{
    int bad = 0;
    if (got->code == WEFT_ERROR_STOPPED)
        return 0;
    if (!got->stream || got->stream != first->stream)
        bad |= complain(casus, "events", got->stream, first->stream);
    if (strcmp(got->text, first->text))
        bad |= complain(casus, got->text, 1, 0);
    if (got->outcome.report && first->outcome.report &&
        strcmp(got->outcome.report, first->outcome.report))
        bad |= complain(casus, got->outcome.report, 1, 0);
    if (memcmp(got->outcome.load, first->outcome.load,
               (size_t)casus->size * sizeof *got->outcome.load))
        bad |= complain(casus, "loads", 1, 0);
    return bad;
}

/* Return the engine of a variant: with several processes, half of the variants
 * use mpi, on all of them. */
static const char *choose_engine(uint64_t draw)
{
    if (weft_cluster_size() > 1 && draw >> 32 & 1)
        return "mpi";
    return weft_engine(draw % 2)->name;
}

/* Run a variant and compare the results, which process 0 has; the other
 * processes take part in runs on engine mpi. */
static int check_variant(const struct casus *casus,
                         const struct weft_machine *machine,
                         const struct reference *reference,
                         struct result *first, bool is_first)
{
    struct weft_machine own = *machine;
    struct result result;
    if (weft_cluster_rank() && strcmp(machine->engine, "mpi") != 0)
        return 0;
    run_machine(casus, &own, &result);
    int bad = 0;
    if (!weft_cluster_rank()) {
        bad = compare_reference(casus, &result, reference);
        if (is_first)
            *first = result;
        bad |= compare_first(casus, &result, first);
    }
    if (weft_cluster_rank() || !is_first)
        weft_outcome_finish(&result.outcome);
    return bad;
}

static int check_seed(uint64_t seed, int counts[3])
{
    static const uint64_t windows[] = {1, 5, 64, WEFT_WINDOW_UNBOUNDED};
    struct casus casus;
    struct reference reference;
    struct result first = {.seen = {0}};
    int bad = 0;
    case_make(&casus, seed);
    running = &casus;
    reference_run(&casus, &reference);
    counts[0] += reference.code == WEFT_ERROR_NONE;
    counts[1] += reference.code == WEFT_ERROR_DEADLOCK;
    counts[2] += reference.code == WEFT_ERROR_RULE;
    for (int i = 0; i < 6; i++) {
        uint64_t draw = mix(seed, (uint64_t)i + 77);
        struct weft_machine machine = {
            .engine = i ? choose_engine(draw) : weft_engine(draw % 2)->name,
            .workers = i ? 1 + (int)(draw >> 8 & 3) : 1,
            .window = windows[(draw >> 16) % 4],
        };
        snprintf(variant, sizeof variant, "%s, %d workers, window %llu",
                 machine.engine, machine.workers,
                 (unsigned long long)machine.window);
        bad |= check_variant(&casus, &machine, &reference, &first, !i);
    }
    weft_outcome_finish(&first.outcome);
    reference_finish(&reference);
    case_finish(&casus);
    return bad;
}

int main(int argc, char **argv)
{
    int seeds = argc > 1 ? atoi(argv[1]) : 250;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    int processes = argc > 3 ? atoi(argv[3]) : 1;
    int bad = 0, counts[3] = {0};
    setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGALRM, watchdog);
    if (processes > 1 || weft_cluster_started() >= 0)
        processes_join(processes);
    for (uint64_t seed = first; seed < first + (uint64_t)seeds; seed++)
        bad += check_seed(seed, counts);
    printf("%d programs: %d good, %d deadlocks, %d conflicts; %d differ\n",
           seeds, counts[0], counts[1], counts[2], bad);
    return processes_leave(bad != 0);
}
