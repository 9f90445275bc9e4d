/* GOAL schedules, replayed by a small independent LogGOPS simulator: with L = g
 * = 1 and o = G = 0 every message must arrive when it did in the run. */
#include "trace-tools.h"

/* ---- the simulator --------------------------------------------------- */

#define TRACE_GOAL_RANKS 16
#define OPERATIONS 600 /* of each rank */
#define NICS 8
#define MESSAGES 4000

enum kind { SEND, RECV, CALC };

struct operation {
    enum kind kind;
    unsigned size, peer, tag, nic;
    int waits;       /* number of operations that it still waits for */
    int children[8]; /* operations that wait for it */
    int child_count;
};

/* A future event: an operation starts, or a message arrives (kind RECV with
 * from >= 0). */
struct happening {
    unsigned long time, order;
    int rank, operation, from;
    unsigned tag, nic;
    bool message;
};

struct waiting {
    int from;
    unsigned tag;
    int operation;
};

struct rank {
    struct operation operation[OPERATIONS];
    int count;
    unsigned long next_o, next_send[NICS], next_receive[NICS];
    struct waiting posted[OPERATIONS], arrived[OPERATIONS];
    int posted_count, arrived_count;
};

struct simulator {
    struct rank rank[TRACE_GOAL_RANKS];
    int ranks;
    struct happening queue[20000];
    size_t queued;
    unsigned long order;
    unsigned long taken[MESSAGES]; /* time at which each tag was received */
    int done, all, calculations;
};

static void push(struct simulator *sim, struct happening happening)
{
    cr_assert_lt(sim->queued, sizeof sim->queue / sizeof *sim->queue);
    sim->queue[sim->queued++] = happening;
}

static struct happening pop(struct simulator *sim)
{
    size_t best = 0;
    for (size_t i = 1; i < sim->queued; i++) {
        const struct happening *a = &sim->queue[i], *b = &sim->queue[best];
        if (a->time < b->time || (a->time == b->time && a->order < b->order))
            best = i;
    }
    struct happening found = sim->queue[best];
    sim->queue[best] = sim->queue[--sim->queued];
    return found;
}

static unsigned long max(unsigned long a, unsigned long b)
{
    return a > b ? a : b;
}

static void start(struct simulator *sim, int r, int index)
{
    const struct operation *operation = &sim->rank[r].operation[index];
    unsigned long time = sim->rank[r].next_o;
    if (operation->kind == SEND)
        time = max(time, sim->rank[r].next_send[operation->nic]);
    push(sim, (struct happening){.time = time,
                                 .order = sim->order++,
                                 .rank = r,
                                 .operation = index});
}

static void trace_goal_finish(struct simulator *sim, int r, int index)
{
    struct operation *operation = &sim->rank[r].operation[index];
    sim->done++;
    for (int i = 0; i < operation->child_count; i++)
        if (!--sim->rank[r].operation[operation->children[i]].waits)
            start(sim, r, operation->children[i]);
}

static int match(struct waiting *list, int *count, int from, unsigned tag)
{
    for (int i = 0; i < *count; i++) {
        if (list[i].from != from || list[i].tag != tag)
            continue;
        int operation = list[i].operation;
        memmove(list + i, list + i + 1, (size_t)(--*count - i) * sizeof *list);
        return operation;
    }
    return -1;
}

static void arrives(struct simulator *sim, struct happening now)
{
    struct rank *rank = &sim->rank[now.rank];
    unsigned long free = max(rank->next_o, rank->next_receive[now.nic]);
    if (free > now.time) {
        now.time = free;
        push(sim, now);
        return;
    }
    rank->next_o = now.time;
    rank->next_receive[now.nic] = now.time + 1;
    int found = match(rank->posted, &rank->posted_count, now.from, now.tag);
    if (found < 0) {
        rank->arrived[rank->arrived_count++] =
            (struct waiting){now.from, now.tag, 0};
        return;
    }
    sim->taken[now.tag] = now.time;
    trace_goal_finish(sim, now.rank, found);
}

static void begins(struct simulator *sim, struct happening now)
{
    struct rank *rank = &sim->rank[now.rank];
    const struct operation *operation = &rank->operation[now.operation];
    unsigned long free = rank->next_o;
    if (operation->kind == SEND)
        free = max(free, rank->next_send[operation->nic]);
    if (operation->kind != RECV && free > now.time) {
        now.time = free;
        push(sim, now);
        return;
    }
    if (operation->kind == CALC)
        rank->next_o = now.time + operation->size;
    if (operation->kind == SEND) {
        rank->next_o = now.time;
        rank->next_send[operation->nic] = now.time + 1;
        push(sim, (struct happening){.time = now.time + 1,
                                     .order = sim->order++,
                                     .rank = (int)operation->peer,
                                     .from = now.rank,
                                     .tag = operation->tag,
                                     .nic = operation->nic,
                                     .message = true});
    }
    if (operation->kind != RECV) {
        trace_goal_finish(sim, now.rank, now.operation);
    } else if (match(rank->arrived, &rank->arrived_count, (int)operation->peer,
                     operation->tag) >= 0) {
        sim->taken[operation->tag] = now.time;
        trace_goal_finish(sim, now.rank, now.operation);
    } else {
        rank->posted[rank->posted_count++] = (struct waiting){
            (int)operation->peer, operation->tag, now.operation};
    }
}

/* Run the simulation. Return the time at which the last rank is done. */
static unsigned long simulate(struct simulator *sim)
{
    unsigned long last = 0;
    for (int r = 0; r < sim->ranks; r++)
        for (int i = 0; i < sim->rank[r].count; i++) {
            sim->all++;
            sim->calculations += sim->rank[r].operation[i].kind == CALC;
            if (!sim->rank[r].operation[i].waits)
                start(sim, r, i);
        }
    while (sim->queued) {
        struct happening now = pop(sim);
        (now.message ? arrives : begins)(sim, now);
    }
    for (int r = 0; r < sim->ranks; r++)
        last = max(last, sim->rank[r].next_o);
    cr_expect_eq(sim->done, sim->all, "%d of %d operations were done",
                 sim->done, sim->all);
    return last;
}

/* Rewrite labels for comparison: "idle3" is the third label, like "l3". */
static const char *trace_goal_plain(const char *line, char text[200])
{
    const char *second = strstr(line, " requires idle");
    bool idle = !strncmp(line, "idle", 4);
    snprintf(text, 200, "%s%.*s%s%s", idle ? "l" : "",
             second ? (int)(second - line) - 4 * idle : 199, line + 4 * idle,
             second ? " requires l" : "", second ? second + 14 : "");
    return text;
}

static void parse_line(struct simulator *sim, struct rank **rank,
                       const char *whole)
{
    char text[200];
    const char *line = trace_goal_plain(whole, text);
    unsigned a, b;
    struct operation new = {0};
    if (sscanf(line, "num_ranks %u", &a) == 1) {
        cr_assert_leq(a, TRACE_GOAL_RANKS);
        sim->ranks = (int)a;
    } else if (sscanf(line, "rank %u {", &a) == 1) {
        *rank = &sim->rank[a];
    } else if (sscanf(line, "l%u requires l%u", &a, &b) == 2) {
        cr_assert(a <= (unsigned)(*rank)->count && b < a);
        struct operation *first = &(*rank)->operation[b - 1];
        (*rank)->operation[a - 1].waits++;
        first->children[first->child_count++] = (int)a - 1;
    } else if (sscanf(line, "l%u: calc %u", &a, &new.size) == 2) {
        new.kind = CALC;
        (*rank)->operation[(*rank)->count++] = new;
    } else if (sscanf(line, "l%u: send %ub to %u tag %u cpu 0 nic %u", &a,
                      &new.size, &new.peer, &new.tag, &new.nic) >= 4) {
        new.kind = SEND;
        (*rank)->operation[(*rank)->count++] = new;
    } else if (sscanf(line, "l%u: recv %ub from %u tag %u cpu 0 nic %u", &a,
                      &new.size, &new.peer, &new.tag, &new.nic) >= 4) {
        new.kind = RECV;
        (*rank)->operation[(*rank)->count++] = new;
    } else {
        cr_expect(!strncmp(line, "//", 2) || !strcmp(line, "}\n") ||
                      !strcmp(line, "\n"),
                  "%s", line);
    }
    cr_assert(!*rank || (*rank)->count < OPERATIONS);
}

static struct simulator *trace_goal_replay(const char *path,
                                           unsigned long *rounds)
{
    struct simulator *sim = calloc(1, sizeof *sim);
    FILE *file = fopen(path, "r");
    struct rank *rank = NULL;
    char line[200];
    cr_assert(sim && file);
    while (fgets(line, sizeof line, file))
        parse_line(sim, &rank, line);
    fclose(file);
    *rounds = simulate(sim);
    return sim;
}

/* ---- runs ------------------------------------------------------------ */

struct goal_run {
    struct weft_event event[2 * MESSAGES];
    size_t count;
    unsigned long arrival[MESSAGES];
    int messages;
    unsigned long rounds;
};

static void trace_goal_transfer(struct goal_run *run, unsigned long start,
                                int from, int to, int dimension)
{
    struct weft_event event = {.start = start,
                               .since = start,
                               .duration = 1,
                               .rank = from,
                               .peer = to,
                               .message = run->messages,
                               .bytes = 8,
                               .dimension = (int16_t)dimension,
                               .kind = WEFT_SEND};
    run->event[run->count++] = event;
    event.kind = WEFT_RECEIVE;
    event.rank = to;
    event.peer = from;
    run->event[run->count++] = event;
    run->arrival[run->messages++] = start + 1;
    run->rounds = max(run->rounds, start + 1);
}

/* Order events by time and processor, sends first. */
static int by_kind(const void *a, const void *b)
{
    const struct weft_event *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->message > y->message) - (x->message < y->message);
}

/* Check that weft reads from the file what was written. */
static void expect_read(struct goal_run *run, const char *path)
{
    struct weft_trace trace = {0};
    struct weft_sink sink = weft_trace_collect(&trace);
    struct weft_error err;
    cr_assert_eq(weft_trace_read(path, &sink, NULL, &err), 0, "%s", err.text);
    cr_assert_eq(trace.count, run->count);
    qsort(run->event, run->count, sizeof *run->event, by_kind);
    qsort(trace.events, trace.count, sizeof *trace.events, by_kind);
    for (size_t i = 0; i < run->count; i++) {
        const struct weft_event *a = &run->event[i], *b = &trace.events[i];
        cr_expect(a->start == b->start && a->duration == b->duration &&
                      a->rank == b->rank && a->kind == b->kind &&
                      a->peer == b->peer && a->message == b->message &&
                      a->bytes == b->bytes,
                  "event %zu: %s of %d at %llu, not %s of %d at %llu", i,
                  weft_event_names[b->kind], b->rank,
                  (unsigned long long)b->start, weft_event_names[a->kind],
                  a->rank, (unsigned long long)a->start);
    }
    weft_trace_finish(&trace);
}

/* Write and simulate the run. @returns the number of calculations that stand
 * for idle time */
static int expect_replay(struct goal_run *run, const char *model)
{
    char path[] = "/tmp/weft-goal-XXXXXX.goal";
    int fd = mkstemps(path, 5);
    cr_assert_geq(fd, 0);
    close(fd);
    const struct weft_parameter parameter = {"model", model};
    const struct weft_trace_info info = {TRACE_GOAL_RANKS, 1000000, 1, 1,
                                         &parameter};
    struct weft_error err;
    struct weft_writer *writer = weft_writer_open(path, &err);
    cr_assert(writer, "%s", err.text);
    const struct weft_sink *sink = weft_writer_sink(writer);
    weft_events_sort(run->event, run->count);
    cr_assert_eq(sink->begin(sink->arg, &info), 0);
    cr_assert_eq(sink->events(sink->arg, run->event, run->count), 0);
    cr_assert_eq(sink->end(sink->arg), 0);
    cr_assert_eq(weft_writer_close(writer, &err), 0, "%s", err.text);
    unsigned long rounds;
    struct simulator *sim = trace_goal_replay(path, &rounds);
    cr_expect_eq(rounds, run->rounds, "%lu rounds, not %lu", rounds,
                 run->rounds);
    for (int i = 0; i < run->messages; i++)
        cr_expect_eq(sim->taken[i], run->arrival[i],
                     "message %d arrived at %lu, not %lu", i, sim->taken[i],
                     run->arrival[i]);
    int calculations = sim->calculations;
    free(sim);
    expect_read(run, path);
    unlink(path);
    return calculations;
}

static unsigned trace_goal_dice_state = 1;

static int trace_goal_dice(int sides)
{
    trace_goal_dice_state = trace_goal_dice_state * 1664525u + 1013904223u;
    return (int)((trace_goal_dice_state >> 8) % (unsigned)sides);
}

/* Fill slots with random transfers, so that few or many processors are idle; at
 * most one transfer per processor. */
static void random_slots(struct goal_run *run, bool duplex)
{
    for (unsigned long slot = 0; slot < 100; slot++) {
        bool sends[TRACE_GOAL_RANKS] = {false},
             receives[TRACE_GOAL_RANKS] = {false};
        for (int tries = trace_goal_dice(12); tries; tries--) {
            int from = trace_goal_dice(TRACE_GOAL_RANKS),
                to = trace_goal_dice(TRACE_GOAL_RANKS);
            if (from == to || sends[from] || receives[to] ||
                (!duplex && (receives[from] || sends[to])))
                continue;
            sends[from] = receives[to] = true;
            trace_goal_transfer(run, slot, from, to, -1);
        }
    }
}

Test(goal, random_runs_keep_their_times)
{
    for (int i = 0; i < 20; i++) {
        struct goal_run *run = calloc(1, sizeof *run);
        cr_assert(run);
        random_slots(run, i % 2);
        expect_replay(run, i % 2 ? "one-port-duplex" : "one-port");
        free(run);
    }
}

/* Recursive doubling from rank 0: there is no idle time and hence no `calc`,
 * and the sends depend on the receptions. */
Test(goal, broadcast)
{
    static struct goal_run run;
    for (int k = 0; k < 4; k++)
        for (int r = 0; r < 1 << k; r++)
            trace_goal_transfer(&run, (unsigned long)k, r, r | 1 << k, k);
    cr_expect_eq(run.rounds, 4);
    cr_expect_eq(expect_replay(&run, "one-port"), 0);
}

/* Every processor uses all of its links in every slot. */
Test(goal, all_ports)
{
    static struct goal_run run;
    for (unsigned long slot = 0; slot < 5; slot++)
        for (int r = 0; r < TRACE_GOAL_RANKS; r++)
            for (int k = 0; k < 4; k++)
                trace_goal_transfer(&run, slot, r, r ^ 1 << k, k);
    expect_replay(&run, "all-port");
}

/* Multicasts to all neighbours, from each processor in turn. */
Test(goal, shouting)
{
    static struct goal_run run;
    for (int r = 0; r < TRACE_GOAL_RANKS; r++)
        for (int k = 0; k < 4; k++)
            trace_goal_transfer(&run, 3 * (unsigned long)r, r, r ^ 1 << k, k);
    expect_replay(&run, "shouting");
}

Test(goal, a_remark_with_no_such_value)
{
    static const char text[] = "// unit_ns: ten\nnum_ranks 1\nrank 0 {\n}\n";
    struct weft_trace trace;
    struct weft_error err;
    cr_expect_neq(read_text("goal", text, sizeof text - 1, &trace, NULL, &err),
                  0);
    cr_expect_eq(err.kind, WEFT_ERROR_FORMAT, "%s", err.text);
    cr_expect(strstr(err.text, "invalid value of"), "%s", err.text);
    weft_trace_finish(&trace);
}

/* Only num_ranks determines the number of ranks. */
Test(goal, a_remark_of_other_processors)
{
    static const char *const remarks[] = {
        "// processors: 9", "//   processors: 9", "// \\x70rocessors: 9",
        "// processors: 1"};
    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++) {
        struct weft_trace trace;
        struct weft_error err;
        char text[200];
        snprintf(text, sizeof text,
                 "num_ranks 3\n%s\nrank 2 {\n%s\n}\nrank 8 {\n}\n", remarks[i],
                 remarks[i]);
        cr_expect_neq(read_text("goal", text, strlen(text), &trace, NULL, &err),
                      0);
        cr_expect(strstr(err.text, "no such rank"), "%s: %s", remarks[i],
                  err.text);
        weft_trace_finish(&trace);
    }
}

/* Without a known model, a processor is not assumed to send or receive two
 * messages at once. */
Test(goal, several_at_once_in_no_model)
{
    static struct goal_run out, in;
    trace_goal_transfer(&out, 0, 0, 1, -1);
    trace_goal_transfer(&out, 0, 0, 2, -1);
    expect_replay(&out, "unknown");
    trace_goal_transfer(&in, 0, 1, 0, -1);
    trace_goal_transfer(&in, 0, 2, 0, -1);
    expect_replay(&in, "unknown");
}

/* A message that stays in the mailbox until it is taken, and a computation. */
Test(goal, late_receive)
{
    static struct goal_run run;
    trace_goal_transfer(&run, 2, 0, 1, 0);
    run.event[1].start = run.event[1].since = 8;
    run.event[1].duration = 0;
    run.arrival[0] = 8;
    run.event[run.count++] = (struct weft_event){.start = 3,
                                                 .since = 3,
                                                 .duration = 5,
                                                 .rank = 1,
                                                 .peer = -1,
                                                 .message = -1,
                                                 .dimension = -1,
                                                 .kind = WEFT_COMPUTE};
    trace_goal_transfer(&run, 8, 1, 2, 0);
    expect_replay(&run, "one-port");
}

/* ---- files of others -------------------------------------------------- */

static int read_goal(const char *text, struct weft_trace *trace,
                     struct weft_error *err)
{
    struct weft_read_report report;
    return read_text("goal", text, strlen(text), trace, &report, err);
}

/* Labels in any order, with words in between; early messages are kept, and two
 * messages to one interface are transferred one after the other. */
Test(goal, written_by_others)
{
    struct weft_trace trace = {0};
    struct weft_error err;
    const char *text = "num_ranks 3\n\nrank 0 {\n"
                       "late requires first\n"
                       "late: send 16b to 2 tag 5 cpu 0 nic 0\n"
                       "first:\tcalc 4\n}\n"
                       "rank 1 {\na: send 8b to 2 tag 5\nb: calc 7\n"
                       "c: send 8 to 2 tag 6\nc irequires b\n}\n"
                       "rank 2 {\nx: recv 16b from 0 tag 5\n"
                       "y: recv 8b from 1 tag 5\ny requires x\n"
                       "z: recv 8b from 1 tag 6\n}\n";
    /* columns: start, duration, kind, rank, peer, bytes */
    static const int expected[][6] = {
        {0, 1, WEFT_SEND, 1, 2, 8},    {0, 7, WEFT_COMPUTE, 1, -1, 0},
        {5, 0, WEFT_RECEIVE, 2, 1, 8}, {0, 4, WEFT_COMPUTE, 0, -1, 0},
        {4, 1, WEFT_SEND, 0, 2, 16},   {4, 1, WEFT_RECEIVE, 2, 0, 16},
        {7, 1, WEFT_SEND, 1, 2, 8},    {7, 1, WEFT_RECEIVE, 2, 1, 8},
    };
    cr_assert_eq(read_goal(text, &trace, &err), 0, "%u: %s", err.line,
                 err.text);
    cr_expect_eq(trace.count, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const int *e = expected[i];
        size_t found = 0;
        for (size_t k = 0; k < trace.count; k++) {
            const struct weft_event *event = &trace.events[k];
            found += event->start == (uint64_t)e[0] &&
                     event->duration == (uint64_t)e[1] && event->kind == e[2] &&
                     event->rank == e[3] && event->peer == e[4] &&
                     event->bytes == (uint32_t)e[5];
        }
        cr_expect_eq(found, 1, "event %zu", i);
    }
    weft_trace_finish(&trace);
}

/* Operations that become ready together start in the order of the file, those
 * that have waited longer before others. */
Test(goal, who_has_waited_longer_is_first)
{
    struct weft_trace trace = {0};
    struct weft_error err;
    const char *text = "num_ranks 2\nrank 0 {\na: calc 5\nb: calc 6\n"
                       "c: calc 7\nd: send 1b to 1\nd requires a\n"
                       "e: send 2b to 1\ne requires a\n}\n"
                       "rank 1 {\na: recv 1b from 0\nb: recv 2b from 0\n}\n";
    static const uint64_t calculation[] = {0, 5, 11}, send[] = {18, 19};
    size_t calculations = 0, sends = 0;
    cr_assert_eq(read_goal(text, &trace, &err), 0, "%u: %s", err.line,
                 err.text);
    for (size_t i = 0; i < trace.count; i++) {
        const struct weft_event *event = &trace.events[i];
        if (event->kind == WEFT_COMPUTE) {
            cr_expect_eq(event->start, calculation[calculations]);
            cr_expect_eq(event->duration, 5 + calculations++);
        } else if (event->kind == WEFT_SEND) {
            cr_expect_eq(event->start, send[sends]);
            cr_expect_eq(event->bytes, ++sends);
        }
    }
    cr_expect(calculations == 3 && sends == 2);
    weft_trace_finish(&trace);
}

/* Operations that become ready one after the other at the same time start in
 * this order, however many they are; the events are ordered by start and rank,
 * also if the file is not. */
Test(goal, many_become_ready_at_once)
{
    for (int first = 1; first <= 257; first += 64) {
        struct weft_trace trace = {0};
        struct weft_error err;
        char *text = NULL;
        size_t length;
        int next = 0, sends = 3 * first;
        FILE *file = open_memstream(&text, &length);
        fprintf(file, "num_ranks 2\nrank 1 {\n");
        for (int i = 0; i < sends; i++)
            fprintf(file, "r%d: recv 1b from 0 tag %d\n%sr%d requires r%d\n", i,
                    i, i ? "" : "// ", i, i - 1);
        fprintf(file, "}\nrank 0 {\n");
        for (int i = 0; i < first; i++)
            fprintf(file, "c%d: calc 0\n", i);
        for (int i = 0; i < sends; i++)
            fprintf(file, "s%d: send 1b to 1 tag %d\ns%d requires c%d\n", i, i,
                    i, i / 3);
        fprintf(file, "}\n");
        fclose(file);
        cr_assert_eq(read_goal(text, &trace, &err), 0, "%u: %s", err.line,
                     err.text);
        cr_assert_eq(trace.count, 2 * (size_t)sends);
        for (size_t i = 0; i < trace.count; i++) {
            const struct weft_event *event = &trace.events[i];
            cr_expect_eq(event->rank, (int)(i % 2));
            cr_expect_eq(event->start, (uint64_t)next);
            cr_expect_eq(event->message, next);
            next += (int)(i % 2);
        }
        weft_trace_finish(&trace);
        free(text);
    }
}

/* Check the tags of the messages that rank 2 receives, in order of time. */
static void expect_taken(const char *receives, const char *tags)
{
    struct weft_trace trace = {0};
    struct weft_error err;
    char text[400], taken[20] = "";
    snprintf(text, sizeof text,
             "num_ranks 3\nrank 0 {\na: send 1b to 2 tag 1\n"
             "b: send 2b to 2 tag 2\n}\n"
             "rank 1 {\na: calc 9\nb: send 3b to 2 tag 3\nb requires a\n}\n"
             "rank 2 {\n%s}\n",
             receives);
    cr_assert_eq(read_goal(text, &trace, &err), 0, "%u: %s", err.line,
                 err.text);
    for (size_t i = 0; i < trace.count; i++) {
        const struct weft_event *event = &trace.events[i];
        if (event->kind != WEFT_RECEIVE)
            continue;
        cr_expect_eq(event->bytes, (uint32_t)event->message);
        cr_expect_eq(event->peer, event->message == 3);
        snprintf(taken + strlen(taken), sizeof taken - strlen(taken), "%d",
                 event->message);
    }
    cr_expect_str_eq(taken, tags, "%s", receives);
    weft_trace_finish(&trace);
}

/* The receive that was posted first gets a message, and the message that
 * arrived first is taken. */
Test(goal, a_receive_leaves_open_whom_and_what)
{
    expect_taken("x: recv 1b from -1 tag -1\ny: recv 1b from 0 tag -1\n"
                 "z: recv 1b from -1 tag 3\n",
                 "123");
    expect_taken("x: recv 1b from 0 tag 1\ny: recv 1b from -1 tag -1\n"
                 "z: recv 1b from -1 tag -1\n",
                 "123");
    /* all messages have arrived, so the first receive takes the oldest */
    expect_taken("w: calc 20\nx: recv 1b from -1 tag 2\nx requires w\n"
                 "y: recv 1b from -1 tag -1\ny requires x\n"
                 "z: recv 1b from -1 tag -1\nz requires y\n",
                 "213");
    expect_taken("w: calc 20\nx: recv 1b from 1 tag -1\nx requires w\n"
                 "y: recv 1b from -1 tag -1\ny requires x\n"
                 "z: recv 1b from 0 tag 2\nz requires y\n",
                 "312");
}

static const struct {
    const char *text;
    unsigned line;
    const char *error;
} wrongs[] = {
    {"num_ranks 0\n", 1, "num_ranks COUNT"},
    {"num_ranks 2\nnum_ranks 2\n", 2, "expected once"},
    {"num_ranks 2\nl1: calc 3\n", 2, "rank RANK {"},
    {"num_ranks 2\nrank 2 {\n}\n", 2, "no such rank: '2'"},
    {"num_ranks 2\nrank 0 {\n}\nrank 0 {\n}\n", 4, "given twice"},
    {"num_ranks 2\nrank 0 {\n", 2, "ends within a rank"},
    {"num_ranks 2\nrank 0 {\na: calc 1\na: calc 1\n}\n", 4, "given twice"},
    {"num_ranks 2\nrank 0 {\na requires b\na: calc 1\n}\n", 3,
     "no operation of rank 0 has the label 'b'"},
    {"num_ranks 2\nrank 0 {\na: calc 1\na requires d\na requires c\n"
     "a requires b\na requires e\n}\n",
     4, "no operation of rank 0 has the label 'd'"},
    {"num_ranks 2\nrank 0 {\na requires a\na: calc 1\n}\n", 3, "itself"},
    {"num_ranks 2\n/* rank 0 {\n}\n", 2, "a comment without its end"},
    {"num_ranks 2\nrank 0 {\na: send 8b to 1 tag -1\n}\n", 3, "a number"},
    {"num_ranks 2\nrank 0 {\na: send 8b to -1\n}\n", 3, "no such rank: '-1'"},
    {"num_ranks 2\nrank 0 {\na: recv 8b from -1 tag -1\n}\n", 3,
     "rank 0 waits for ever for a message of rank any with any tag"},
    {"num_ranks 2\nrank 0 {\na: send 8b to 0\n}\n", 3, "the rank itself"},
    {"num_ranks 2\nrank 0 {\na: send 8b to 2\n}\n", 3, "no such rank"},
    {"num_ranks 2\nrank 0 {\na: send 8b from 1\n}\n", 3, "SIZEb to RANK"},
    {"num_ranks 2\nrank 0 {\na: recv 8b to 1\n}\n", 3, "SIZEb from RANK"},
    {"num_ranks 2\nrank 0 {\na: send xb to 1\n}\n", 3, "a size"},
    {"num_ranks 2\nrank 0 {\na: jump 1\n}\n", 3, "send, recv or calc"},
    {"num_ranks 2\nrank 0 {\na: calc 1 tag\n}\n", 3, "a number: 'tag'"},
    {"num_ranks 2\nrank 0 {\na: calc 1 tug 1\n}\n", 3, "tag, cpu or nic"},
    {"num_ranks 2\nrank 0 {\n\na: recv 8b from 1 tag 3\n}\n", 4,
     "rank 0 waits for ever for a message of rank 1 with tag 3"},
    {"num_ranks 1\nrank 0 {\na: calc 1125899906842625\n}\n", 3,
     "expected: LABEL: calc TIME"},
    {"num_ranks 2\nrank 1 {\na: calc 1\nb: calc 1\na requires b\n"
     "b requires a\n}\n",
     3, "in a cycle"},
};

Test(goal, what_is_wrong_is_named)
{
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        struct weft_trace trace = {0};
        struct weft_error err = {0};
        cr_expect_eq(read_goal(wrongs[i].text, &trace, &err), -1, "%zu", i);
        cr_expect_eq(err.kind, WEFT_ERROR_FORMAT, "%zu: %s", i, err.text);
        cr_expect_eq(err.line, wrongs[i].line, "%zu: %u: %s", i, err.line,
                     err.text);
        cr_expect(strstr(err.text, wrongs[i].error), "%zu: %s", i, err.text);
        weft_trace_finish(&trace);
    }
}

/* ---- what is not when a chain brings it there --------------------------- */

#define EVENT(K, START, LASTS, RANK, PEER, BYTES)                              \
    {                                                                          \
        .start = (START), .since = (START), .duration = (LASTS),               \
        .rank = (RANK), .peer = (PEER), .bytes = (BYTES), .dimension = -1,     \
        .message = (K) == WEFT_COMPUTE ? -1 : 0, .kind = (K)                   \
    }

static const struct {
    struct weft_event event[3];
    size_t count;
    uint64_t step;
    const char *cost, *error;
} refusals[] = {
    {{EVENT(WEFT_SEND, 0, 1, 0, 1, 8), EVENT(WEFT_RECEIVE, 1, 1, 1, 0, 8)},
     2,
     1,
     NULL,
     "its receive at time 1 is at another time than its send"},
    {{EVENT(WEFT_SEND, 0, 2, 0, 1, 8), EVENT(WEFT_RECEIVE, 0, 2, 1, 0, 8)},
     2,
     1,
     NULL,
     "its send at time 0 does not take the time that its cost requires"},
    {{EVENT(WEFT_SEND, 0, 5, 0, 1, 8), EVENT(WEFT_RECEIVE, 0, 5, 1, 0, 8)},
     2,
     5,
     "ts=3,tw=1",
     "its send at time 0 does not take the time that its cost requires"},
    {{EVENT(WEFT_RECEIVE, 1, 1, 1, 0, 8)}, 1, 1, NULL, "has no send"},
    {{EVENT(WEFT_SEND, 0, 1, 0, 1, 8), EVENT(WEFT_RECEIVE, 0, 1, 1, 0, 4)},
     2,
     1,
     NULL,
     "differs from its send in length"},
    {{EVENT(WEFT_COMPUTE, 0, 5, 0, -1, 0), EVENT(WEFT_SEND, 3, 1, 0, 1, 8)},
     2,
     1,
     NULL,
     "its send at time 3 begins before the previous operation has ended"},
    {{EVENT(WEFT_COMPUTE, 2, 0, 0, -1, 0)}, 1, 1, NULL, "takes no time"},
    {{EVENT(WEFT_SEND, 3, 1, 0, 1, 8), EVENT(WEFT_RECEIVE, 2, 1, 1, 0, 8)},
     2,
     0,
     NULL,
     "ends before its message is sent"},
    {{EVENT(WEFT_SEND, 0, 1, 0, 1, 8), EVENT(WEFT_SEND, 0, 1, 0, 1, 8)},
     2,
     1,
     NULL,
     "at the same time as another one"},
    {{EVENT(WEFT_SEND, 0, 2, 0, 1, 1), EVENT(WEFT_RECEIVE, 4, 2, 1, 0, 1)},
     2,
     4,
     "loggp:L=3,o=2,g=4,G=0",
     "its receive at time 4 begins at 5 and lasts 2 in LogGOPSim"},
};

Test(goal, what_would_come_back_otherwise_is_refused)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const struct weft_parameter cost = {"cost", refusals[i].cost};
        const struct weft_trace_info info = {2, 1000, refusals[i].step,
                                             cost.value ? 1 : 0, &cost};
        struct weft_error err = {0};
        struct weft_event event[3];
        memcpy(event, refusals[i].event, sizeof event);
        weft_events_sort(event, refusals[i].count);
        char *text = try_write("goal", &info, event, refusals[i].count, &err);
        cr_expect_null(text, "%zu", i);
        cr_expect(strstr(err.text, refusals[i].error), "%zu: %s", i, err.text);
        free(text);
    }
}

/* The longest possible calculation, and one that is too long. */
Test(goal, what_is_written_can_be_read)
{
    for (uint64_t more = 0; more < 2; more++) {
        const struct weft_event send = {.start = ((uint64_t)1 << 50) + more,
                                        .duration = 1,
                                        .peer = 1,
                                        .bytes = 8,
                                        .kind = WEFT_SEND};
        const struct weft_trace_info info = {2, 1000, 1, 0, NULL};
        struct weft_error err;
        struct weft_trace trace = {0};
        char *text = try_write("goal", &info, &send, 1, &err);
        cr_expect_eq(!text, more);
        if (!text)
            cr_expect(strstr(err.text, "lasts at most"), "%s", err.text);
        else
            cr_expect_eq(read_goal(text, &trace, &err), 0, "%s", err.text);
        weft_trace_finish(&trace);
        free(text);
    }
}
