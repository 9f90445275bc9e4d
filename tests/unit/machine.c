/* The machine: what programs can observe, the events of sinks, how runs
 * fail. */
#include <criterion/criterion.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <weft/machine.h>
#include <weft/trace.h>

struct log {
    struct weft_event event[4096];
    size_t count;
    int begun, ended;
};

static int log_begin(void *arg, const struct weft_trace_info *info)
{
    (void)info;
    ((struct log *)arg)->begun++;
    return 0;
}

static int log_events(void *arg, const struct weft_event *event, size_t count)
{
    struct log *log = arg;
    for (size_t i = 0; i < count && log->count < 4096; i++)
        log->event[log->count++] = event[i];
    return 0;
}

static int log_end(void *arg)
{
    ((struct log *)arg)->ended++;
    return 0;
}

/* Everything that a run needs and produces. */
struct machine_trial {
    struct weft_machine machine;
    struct weft_outcome outcome;
    struct weft_error err;
    struct log log;
    struct weft_sink sink;
    struct weft_trace_info info;
    struct weft_network *network;
    int result;
};

static struct machine_trial *machine_run(const char *network, const char *model,
                                         weft_program *program,
                                         enum weft_on_conflict on_conflict)
{
    struct machine_trial *trial = calloc(1, sizeof *trial);
    trial->network = weft_network_create(network, NULL);
    cr_assert_not_null(trial->network);
    cr_assert_eq(weft_model_parse(model, &trial->machine.model, NULL), 0);
    trial->sink =
        (struct weft_sink){log_begin, log_events, log_end, &trial->log};
    trial->machine.network = trial->network;
    trial->machine.on_conflict = on_conflict;
    trial->machine.program = program;
    trial->machine.sink = &trial->sink;
    trial->machine.info = &trial->info;
    trial->result =
        weft_machine_run(&trial->machine, &trial->outcome, &trial->err);
    return trial;
}

static void machine_finish(struct machine_trial *trial)
{
    weft_outcome_finish(&trial->outcome);
    weft_network_destroy(trial->network);
    free(trial);
}

/* ---- programs ---------------------------------------------------------- */

static int broadcast(struct weft_processor *self, void *arg)
{
    (void)arg;
    int rank = weft_rank(self), low = rank ? rank & -rank : weft_size(self);
    struct weft_message message = {.data = "hello, everybody out there"};
    if (rank && weft_receive(self, rank - low, &message))
        return -1;
    char text[27];
    memcpy(text, message.data, sizeof text);
    if (weft_store(self, 7, text, sizeof text))
        return -1;
    for (int bit = low / 2; bit; bit /= 2)
        if (weft_send(self, rank | bit, 7, text, sizeof text))
            return -1;
    return strcmp(text, "hello, everybody out there") ? -1 : 0;
}

/* Return whether there is an engine with this index for programs; the last one,
 * rounds, takes none. */
static bool takes_programs(size_t engine)
{
    return weft_engine(engine) && strcmp(weft_engine(engine)->name, "rounds");
}

Test(machine, broadcast)
{
    struct machine_trial *t =
        machine_run("hypercube:4", "one-port", broadcast, WEFT_CONFLICT_FAIL);
    cr_assert_eq(t->result, 0, "%s", t->err.text);
    cr_assert_eq(t->outcome.messages, 15);
    cr_assert_eq(t->outcome.bytes, 15 * 27);
    cr_assert_eq(t->outcome.makespan, 4);
    cr_assert_eq(t->outcome.conflicts, 0);
    cr_assert_eq(t->log.begun, 1);
    cr_assert_eq(t->log.ended, 1);
    int kinds[WEFT_EVENT_KINDS] = {0};
    for (size_t i = 0; i < t->log.count; i++) {
        const struct weft_event *e = &t->log.event[i];
        kinds[e->kind]++;
        cr_assert(!i || e[-1].start < e->start ||
                  (e[-1].start == e->start && e[-1].rank <= e->rank));
    }
    cr_assert_eq(kinds[WEFT_SEND], 15);
    cr_assert_eq(kinds[WEFT_RECEIVE], 15);
    cr_assert_eq(kinds[WEFT_STORE], 16);
    machine_finish(t);
}

/* 0 and 3 both reach 1 in slot 1 (hypercube:2). */
static int collide(struct weft_processor *self, void *arg)
{
    (void)arg;
    struct weft_message message;
    int rank = weft_rank(self);
    if (rank == 0 || rank == 3)
        return weft_send(self, 1, rank, NULL, 0);
    if (rank == 2)
        return 0;
    if (weft_receive(self, 3, &message) || weft_receive(self, 0, &message))
        return -1;
    return weft_now(self) == 1 || weft_now(self) == 2 ? 0 : -1;
}

Test(machine, two_receptions)
{
    struct machine_trial *t =
        machine_run("hypercube:2", "one-port", collide, WEFT_CONFLICT_FAIL);
    cr_assert_eq(t->result, -1);
    cr_assert_eq(t->err.kind, WEFT_ERROR_RULE);
    cr_assert_eq(t->outcome.conflicts, 1);
    cr_assert_eq(t->outcome.conflict[0].slot, 1);
    cr_assert_eq(t->outcome.conflict[0].rank, 1);
    cr_assert_str_eq(t->outcome.conflict[0].rule->name, "two receptions");
    cr_assert_eq(t->log.ended, 0);
    machine_finish(t);
    t = machine_run("hypercube:2", "one-port", collide, WEFT_CONFLICT_DELAY);
    cr_assert_eq(t->result, 0, "%s", t->err.text);
    cr_assert_eq(t->outcome.conflicts, 0);
    cr_assert_eq(t->outcome.makespan, 2);
    machine_finish(t);
    t = machine_run("hypercube:2", "all-port", collide, WEFT_CONFLICT_FAIL);
    cr_assert_eq(t->result, 0, "%s", t->err.text);
    machine_finish(t);
}

/* 0, 1, 3 and 2 wait for each other in a cycle; 4 waits for 5, which has ended;
 * 6 waits for any processor. */
static int stuck(struct weft_processor *self, void *arg)
{
    (void)arg;
    static const int from[] = {1, 3, 0, 2, 5, -2, WEFT_ANY, -2};
    struct weft_message message;
    int source = from[weft_rank(self)];
    return source == -2 ? 0 : weft_receive(self, source, &message);
}

Test(machine, deadlock)
{
    struct machine_trial *t =
        machine_run("hypercube:3", "one-port", stuck, WEFT_CONFLICT_FAIL);
    cr_assert_eq(t->err.kind, WEFT_ERROR_DEADLOCK);
    cr_assert_str_eq(
        t->outcome.report,
        "deadlock: 6 of 8 processors wait\n"
        "cycle: processor 0 waits in step 1 for processor 1, which waits in "
        "step 1 for processor 3, which waits in step 1 for processor 2, which "
        "waits in step 1 for processor 0\n"
        "processor 4 waits in step 1 for processor 5, which has finished\n"
        "processor 6 waits in step 1 for any processor\n");
    machine_finish(t);
}

static int fail_late(struct weft_processor *self, void *arg)
{
    (void)arg;
    struct weft_message message;
    int rank = weft_rank(self);
    if (rank == 5)
        return weft_compute(self, 9) || weft_fail(self, "no more %s", "luck");
    if (rank == 6)
        return weft_compute(self, 8) || weft_send(self, 1, 0, NULL, 0);
    if (weft_receive(self, WEFT_ANY, &message) == 0)
        abort();
    return -1;
}

Test(machine, failure)
{
    struct machine_trial *t =
        machine_run("hypercube:3", "shouting", fail_late, WEFT_CONFLICT_FAIL);
    cr_assert_eq(t->err.kind, WEFT_ERROR_STOPPED);
    cr_assert_str_eq(t->err.text,
                     "processor 6 sends to 1, which is not its neighbour "
                     "(step 9)");
    machine_finish(t);
}

/* The centre of a star uses every kind of receive. */
static int machine_ask(struct weft_processor *self, void *arg)
{
    (void)arg;
    struct weft_message m;
    int rank = weft_rank(self);
    if (rank)
        return weft_wait_until(self, (uint64_t)(10 * rank)) ||
               weft_send(self, 0, rank, &rank, sizeof rank);
    bool good = weft_take(self, WEFT_ANY, &m) == 0 && weft_now(self) == 0 &&
                weft_receive_until(self, WEFT_ANY, 10, &m) == 0 &&
                weft_now(self) == 10 &&
                weft_receive_until(self, 1, 11, &m) == 1 && m.source == 1 &&
                weft_now(self) == 11 && weft_receive(self, WEFT_ANY, &m) == 0 &&
                m.source == 2 && m.end == 21 && *(const int *)m.data == 2 &&
                weft_receive_until(self, 3, 30, &m) == 0 &&
                weft_wait_until(self, 50) == 0 && weft_take(self, 4, &m) == 1 &&
                m.source == 4 && weft_now(self) == 50 &&
                weft_take(self, WEFT_ANY, &m) == 1 && m.source == 3 &&
                weft_take(self, WEFT_ANY, &m) == 0;
    return good ? 0 : -1;
}

Test(machine, asking)
{
    struct machine_trial *t =
        machine_run("star:6", "all-port", machine_ask, WEFT_CONFLICT_FAIL);
    cr_assert_eq(t->result, 0, "%s", t->err.text);
    cr_assert_eq(t->outcome.untaken, 1);
    cr_assert_eq(t->outcome.makespan, 51);
    machine_finish(t);
}

/* Three routes on a line share the arc from 1 to 2. */
static int route(struct weft_processor *self, void *arg)
{
    (void)arg;
    int rank = weft_rank(self);
    return rank < 2 ? weft_send(self, 3 - rank, 0, NULL, 0) : 0;
}

Test(machine, routes)
{
    struct machine_trial *t =
        machine_run("line:4", "one-port", route, WEFT_CONFLICT_FAIL);
    cr_assert_eq(t->err.kind, WEFT_ERROR_RULE);
    cr_assert_eq(t->outcome.conflicts, 1);
    cr_assert_eq(t->outcome.conflict[0].rank, 1);
    cr_assert_eq(t->outcome.conflict[0].other, 0);
    cr_assert_eq(t->outcome.conflict[0].rule, &weft_rule_arc);
    machine_finish(t);
}

/* Every processor posts on all ports, slot by slot. */
static int exchange(struct weft_processor *self, void *arg)
{
    (void)arg;
    struct weft_message m;
    int rank = weft_rank(self);
    for (int s = 0; s < 3; s++) {
        for (int bit = 1; bit < weft_size(self); bit *= 2)
            if (weft_post(self, rank ^ bit, s, &rank, sizeof rank))
                return -1;
        if (weft_step(self))
            return -1;
        for (int bit = 1; bit < weft_size(self); bit *= 2)
            if (weft_take(self, WEFT_ANY, &m) != 1 || m.id != s ||
                *(const int *)m.data != m.source)
                return -1;
        if (weft_take(self, WEFT_ANY, &m))
            return -1;
    }
    return 0;
}

Test(machine, slots)
{
    struct machine_trial *t =
        machine_run("hypercube:3", "all-port", exchange, WEFT_CONFLICT_FAIL);
    cr_assert_eq(t->result, 0, "%s", t->err.text);
    cr_assert_eq(t->outcome.messages, 3 * 24);
    cr_assert_eq(t->outcome.makespan, 3);
    cr_assert_eq(t->outcome.load[5].busy, 3);
    machine_finish(t);
    t = machine_run("hypercube:3", "one-port-duplex", exchange,
                    WEFT_CONFLICT_REPORT);
    cr_assert_eq(t->result, 0, "%s", t->err.text);
    cr_assert_eq(t->outcome.conflicts, 3 * 8);
    machine_finish(t);
}

/* ---- what fails from outside -------------------------------------------- */

static int machine_refuse(void *arg, const struct weft_event *event,
                          size_t count)
{
    (void)event;
    (void)count;
    return *(int *)arg;
}

static int machine_steps(struct weft_processor *self, void *arg)
{
    (void)arg;
    for (int i = 0; i < 1000; i++)
        if (weft_step(self))
            return -1;
    return 0;
}

/* Tasks emit events at their begin and end; they may nest. */
static int tasks(struct weft_processor *self, void *arg)
{
    (void)arg;
    return weft_task_begin(self, 1) || weft_compute(self, 2) ||
                   weft_task_begin(self, 2) || weft_compute(self, 3) ||
                   weft_task_end(self, 2) || weft_task_end(self, 1)
               ? -1
               : 0;
}

Test(machine, tasks_are_told)
{
    for (size_t engine = 0; takes_programs(engine); engine++) {
        struct weft_trace trace = {0};
        const struct weft_sink sink = weft_trace_collect(&trace);
        struct weft_network *network = weft_network_create("ring:3", NULL);
        struct weft_trace_info info = {.processors = 3, .step = 1};
        struct weft_machine machine = {.network = network,
                                       .program = tasks,
                                       .sink = &sink,
                                       .info = &info,
                                       .engine = weft_engine(engine)->name};
        struct weft_outcome outcome;
        struct weft_error err = {0};
        cr_assert_eq(weft_machine_run(&machine, &outcome, &err), 0, "%s",
                     err.text);
        static const struct {
            uint64_t start;
            int kind, number;
        } expected[] = {{0, WEFT_TASK, 1}, {0, WEFT_COMPUTE, -1},
                        {2, WEFT_TASK, 2}, {2, WEFT_COMPUTE, -1},
                        {5, WEFT_DONE, 2}, {5, WEFT_DONE, 1}};
        size_t found = 0;
        for (size_t i = 0; i < trace.count; i++) {
            const struct weft_event *event = &trace.events[i];
            if (event->rank != 1)
                continue;
            cr_assert_lt(found, 6);
            cr_expect_eq(event->start, expected[found].start);
            cr_expect_eq(event->kind, expected[found].kind);
            cr_expect_eq(event->message, expected[found].number);
            found++;
        }
        cr_expect_eq(found, 6);
        weft_trace_finish(&trace);
        weft_network_destroy(network);
    }
}

/* Two processors that never end on their own. */
static int forever(struct weft_processor *self, void *arg)
{
    (void)arg;
    while (!weft_step(self) && !weft_mark(self, 1))
        ;
    return -1;
}

static struct weft_error run_with(struct weft_sink *sink, const char *engine,
                                  uint64_t window)
{
    struct weft_trace_info info = {.processors = 2};
    struct weft_outcome outcome;
    struct weft_error err = {0};
    struct weft_network *network = weft_network_create("hypercube:1", NULL);
    struct weft_machine machine = {
        .network = network,
        .engine = engine,
        .window = window,
        .program = forever,
        .sink = sink,
        .info = &info,
    };
    cr_assert_eq(weft_machine_run(&machine, &outcome, &err), -1);
    weft_outcome_finish(&outcome);
    weft_network_destroy(network);
    return err;
}

/* The value returned by a sink becomes the kind of the run's error. */
Test(machine, a_failing_sink_stops_the_run)
{
    static const uint64_t windows[] = {1, 64};
    static const struct {
        int returned;
        enum weft_error_kind kind;
    } sinks[] = {
        {-1, WEFT_ERROR_STOPPED},
        {WEFT_ERROR_MEMORY, WEFT_ERROR_MEMORY},
        {WEFT_ERROR_SYSTEM, WEFT_ERROR_SYSTEM},
        {4711, WEFT_ERROR_STOPPED},
    };
    for (size_t engine = 0; takes_programs(engine); engine++)
        for (int w = 0; w < 2; w++)
            for (size_t i = 0; i < sizeof sinks / sizeof *sinks; i++) {
                int returned = sinks[i].returned;
                struct weft_sink sink = {.events = machine_refuse,
                                         .arg = &returned};
                struct weft_error err =
                    run_with(&sink, weft_engine(engine)->name, windows[w]);
                cr_expect_eq(err.kind, sinks[i].kind, "%d: %d, %s", returned,
                             (int)err.kind, err.text);
            }
}

static int refuse_end(void *arg)
{
    return *(int *)arg;
}

static int refuse_begin(void *arg, const struct weft_trace_info *info)
{
    (void)info;
    return *(int *)arg;
}

Test(machine, a_sink_may_fail_at_the_beginning_and_the_end)
{
    int returned = WEFT_ERROR_LIMIT;
    struct weft_sink sinks[] = {{.begin = refuse_begin, .arg = &returned},
                                {.end = refuse_end, .arg = &returned}};
    for (int i = 0; i < 2; i++) {
        struct weft_trace_info info = {.processors = 2};
        struct weft_machine machine = {
            .network = weft_network_create("hypercube:1", NULL),
            .program = machine_steps,
            .sink = &sinks[i],
            .info = &info,
        };
        struct weft_outcome outcome;
        struct weft_error err = {0};
        cr_assert_eq(weft_machine_run(&machine, &outcome, &err), -1);
        cr_expect_eq(err.kind, WEFT_ERROR_LIMIT);
        weft_outcome_finish(&outcome);
        weft_network_destroy((struct weft_network *)machine.network);
    }
}

/* ---- the default engine -------------------------------------------------- */

static pthread_t thread_of[4096];

static int note_thread(struct weft_processor *self, void *arg)
{
    (void)arg;
    thread_of[weft_rank(self)] = pthread_self();
    return 0;
}

/* Return the number of threads of a run, as far as neighbours in rank
 * differ. */
static int threads_of(const char *spec, const char *engine)
{
    struct weft_outcome outcome;
    struct weft_network *network = weft_network_create(spec, NULL);
    const struct weft_machine machine = {
        .network = network, .program = note_thread, .engine = engine};
    int threads = 1, size = weft_network_size(network);
    cr_assert_eq(weft_machine_run(&machine, &outcome, NULL), 0);
    for (int i = 1; i < size; i++)
        threads += !pthread_equal(thread_of[i], thread_of[i - 1]);
    weft_outcome_finish(&outcome);
    weft_network_destroy(network);
    return threads;
}

Test(machine, many_processors_have_fibers)
{
    cr_expect_eq(threads_of("ring:100", NULL), 100);
    cr_expect_lt(threads_of("ring:100", "fibers"), 100);
    cr_expect_eq(threads_of("ring:4095", NULL), 4095);
    cr_expect_lt(threads_of("ring:4096", NULL), 4096);
}

Test(machine, unknown_engine)
{
    struct weft_outcome outcome;
    struct weft_error err;
    struct weft_network *network = weft_network_create("hypercube:1", NULL);
    struct weft_machine machine = {
        .network = network, .program = forever, .engine = "fibres"};
    cr_assert_eq(weft_machine_run(&machine, &outcome, &err), -1);
    cr_assert_eq(err.kind, WEFT_ERROR_UNKNOWN);
    cr_assert_str_eq(err.text,
                     "unknown engine 'fibres'; did you mean 'fibers'?");
    weft_outcome_finish(&outcome);
    weft_network_destroy(network);
}

/* Half duplex: a processor receives while it sleeps but not while it
 * computes. */
static int machine_late(struct weft_processor *self, void *arg)
{
    (void)arg;
    struct weft_message m;
    if (weft_rank(self) == 0)
        return weft_send(self, 1, 1, NULL, 0) ||
               weft_send(self, 1, 2, NULL, 0) || weft_send(self, 1, 3, NULL, 0);
    return weft_wait_until(self, 1) || weft_compute(self, 1) ||
           weft_wait_until(self, 9) || weft_receive(self, 0, &m) ||
           weft_now(self) != 9 || weft_receive(self, 0, &m) ||
           weft_receive(self, 0, &m);
}

Test(machine, late_receptions)
{
    struct machine_trial *t =
        machine_run("line:2", "one-port", machine_late, WEFT_CONFLICT_REPORT);
    cr_assert_eq(t->result, 0, "%s", t->err.text);
    cr_assert_eq(t->outcome.conflicts, 1);
    cr_assert_eq(t->outcome.conflict[0].slot, 2);
    cr_assert_eq(t->outcome.makespan, 3);
    machine_finish(t);
    t = machine_run("line:2", "one-port", machine_late, WEFT_CONFLICT_DELAY);
    cr_assert_eq(t->result, 0, "%s", t->err.text);
    cr_assert_eq(t->outcome.makespan, 10);
    machine_finish(t);
    t = machine_run("line:2", "one-port-duplex", machine_late,
                    WEFT_CONFLICT_FAIL);
    cr_assert_eq(t->result, 0, "%s", t->err.text);
    machine_finish(t);
}

/* A message taken much later is judged by what its receiver did while it
 * arrived: nothing during the first message, computing during the second. */
static int much_later(struct weft_processor *self, void *arg)
{
    (void)arg;
    struct weft_message m;
    if (weft_rank(self) == 2)
        return weft_wait_until(self, 1) || weft_send(self, 1, 2, NULL, 0);
    if (weft_rank(self) == 0)
        return weft_send(self, 1, 1, NULL, 0);
    if (weft_wait_until(self, 1))
        return -1;
    for (int i = 0; i < 1000; i++)
        if (weft_compute(self, 1) || (i % 7 && weft_step(self)))
            return -1;
    return weft_receive(self, 0, &m) || weft_receive(self, 2, &m);
}

Test(machine, a_message_taken_a_thousand_uses_later)
{
    struct machine_trial *t =
        machine_run("line:3", "one-port", much_later, WEFT_CONFLICT_REPORT);
    cr_assert_eq(t->result, 0, "%s", t->err.text);
    cr_assert_eq(t->outcome.conflicts, 1);
    cr_assert_eq(t->outcome.conflict[0].slot, 2);
    cr_assert_str_eq(t->outcome.conflict[0].rule->name,
                     "computing and communicating");
    machine_finish(t);
}

/* The delay of a message also delays the next one of the same sender. */
static int one_after_another(struct weft_processor *self, void *arg)
{
    (void)arg;
    struct weft_message m;
    if (!weft_rank(self))
        return weft_send(self, 1, 1, NULL, 0) || weft_send(self, 1, 2, NULL, 0);
    return weft_compute(self, 1) || weft_receive(self, 0, &m) ||
           weft_now(self) != 2 || weft_receive(self, 0, &m) ||
           weft_now(self) != 3;
}

Test(machine, delayed_messages_of_one_sender)
{
    static const char *const models[] = {
        "one-port",
        "send=same,receive=all,duplex=half",
    };
    for (int i = 0; i < 2; i++) {
        struct machine_trial *t = machine_run(
            "line:2", models[i], one_after_another, WEFT_CONFLICT_DELAY);
        cr_assert_eq(t->result, 0, "%s: %s", models[i], t->err.text);
        cr_assert_eq(t->outcome.makespan, 3, "%s", models[i]);
        machine_finish(t);
    }
}

/* ---- odd arguments ------------------------------------------------------- */

#define HUGE_NUMBER ((uint64_t)1 << 63)

Test(machine, odd_arguments)
{
    struct weft_network *network = weft_network_create("ring:3", NULL);
    static const struct weft_sink sink;
    const struct weft_machine good = {.network = network,
                                      .program = machine_late};
    struct weft_machine odd[] = {
        {.program = machine_late},
        {.network = network},
        {.sink = &sink},
        {.workers = -1},
        {.workers = INT_MIN},
        {.stack = SIZE_MAX},
        {.bytes = SIZE_MAX},
        {.cost.ts = HUGE_NUMBER},
        {.cost.tw = UINT64_MAX},
        {.cost.th = HUGE_NUMBER},
        {.on_conflict = (enum weft_on_conflict)3},
        {.model.sends = (enum weft_sends) - 1},
        {.model.receives = (enum weft_receives)2},
        {.model.duplex = (enum weft_duplex)2},
    };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        struct weft_outcome outcome;
        struct weft_error err = {0};
        if (i > 1) {
            odd[i].network = good.network;
            odd[i].program = good.program;
        }
        cr_expect_eq(weft_machine_run(&odd[i], &outcome, &err), -1, "%zu", i);
        cr_expect_eq(err.kind, WEFT_ERROR_MISUSE, "%zu: %s", i, err.text);
        cr_expect_eq(strncmp(err.text, "machine: ", 9), 0, "%zu", i);
        weft_outcome_finish(&outcome);
        cr_expect_eq(weft_machine_run(&odd[i], &outcome, NULL), -1);
    }
    struct weft_outcome outcome;
    struct weft_error err;
    cr_expect_eq(weft_machine_run(&good, NULL, &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
    cr_expect_eq(weft_machine_run(NULL, &outcome, &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
    weft_network_destroy(network);
}

static int odd_call(struct weft_processor *self, void *arg)
{
    static const int there[] = {1, 7}, itself[] = {1, 0};
    struct weft_message m;
    int *which = arg;
    if (weft_rank(self))
        return 0;
    switch (*which) {
    case 0:
        return weft_send(self, -1, 1, NULL, 0);
    case 1:
        return weft_send(self, INT_MAX, 1, NULL, 0);
    case 2:
        return weft_send(self, 0, 1, NULL, 0);
    case 3:
        return weft_send(self, 1, INT_MIN, NULL, 0);
    case 4:
        return weft_send(self, 1, 1, NULL, 8);
    case 5:
        return weft_send(self, 1, 1, "", SIZE_MAX);
    case 6:
        return weft_send_many(self, there, 2, 1, NULL, 0);
    case 7:
        return weft_send_many(self, itself, 2, 1, "a long message to copy", 22);
    case 8:
        return weft_send_many(self, NULL, 2, 1, NULL, 0);
    case 9:
        return weft_send_many(self, there, INT_MIN, 1, NULL, 0);
    case 10:
        return weft_post(self, 3, 1, NULL, 0);
    case 11:
        return weft_receive(self, 0, &m);
    case 12:
        return weft_receive(self, INT_MIN, &m);
    case 13:
        return weft_receive_until(self, 3, 1, &m);
    case 14:
        return weft_take(self, 3, &m);
    case 15:
        return weft_wait_until(self, UINT64_MAX);
    case 16:
        return weft_compute(self, UINT64_MAX);
    case 17:
        return weft_compute(self, HUGE_NUMBER / 2);
    case 18:
        return weft_mark(self, -1);
    case 19:
        return weft_store(self, 1, NULL, 1);
    case 20:
        return weft_store(self, 1, "", SIZE_MAX);
    case 21:
        return weft_task_begin(self, -1);
    case 22:
        return weft_task_end(self, -1);
    case 23:
        return weft_wait_until(self, HUGE_NUMBER / 2 - 1) ||
               weft_send(self, 1, 1, NULL, 0);
    default:
        return weft_post(self, 1, -1, NULL, 0);
    }
}

/* Each call must fail the run with a message, without any other effect. */
Test(machine, odd_calls)
{
    for (int which = 0; which <= 24; which++) {
        struct weft_network *network = weft_network_create("ring:3", NULL);
        struct weft_machine machine = {
            .network = network, .program = odd_call, .arg = &which};
        struct weft_outcome outcome;
        struct weft_error err = {0};
        cr_expect_eq(weft_machine_run(&machine, &outcome, &err), -1, "%d",
                     which);
        cr_expect_eq(err.kind, WEFT_ERROR_STOPPED, "%d: %s", which, err.text);
        cr_expect_eq(strncmp(err.text, "processor 0", 11), 0, "%d: %s", which,
                     err.text);
        weft_outcome_finish(&outcome);
        weft_network_destroy(network);
    }
}

/* ---- untaken --------------------------------------------------------------
 */

/* 3 and 4 send to 1, which has ended or will end without receiving, and 0 to
 * 2. */
static int unheard(struct weft_processor *self, void *arg)
{
    int rank = weft_rank(self);
    struct weft_message m;
    (void)arg;
    if (rank == 0)
        return weft_send(self, 2, 5, NULL, 0);
    if (rank == 1)
        return weft_wait_until(self, 200) || weft_receive(self, 3, &m);
    if (rank == 2)
        return 0;
    for (int i = 0; i < 3; i++)
        if (weft_send(self, 1, 10 * rank + i, NULL, 0) ||
            weft_wait_until(self, 150 * (uint64_t)(i + 1)))
            return -1;
    return 0;
}

Test(machine, untaken)
{
    for (int e = 0; takes_programs((size_t)e); e++)
        for (int workers = 1; workers < 3; workers++) {
            struct weft_network *network =
                weft_network_create("complete:5", NULL);
            struct weft_machine machine = {.network = network,
                                           .program = unheard,
                                           .engine =
                                               weft_engine((size_t)e)->name,
                                           .workers = workers};
            struct weft_outcome outcome;
            struct weft_error err;
            weft_model_parse("all-port", &machine.model, &err);
            cr_assert_eq(weft_machine_run(&machine, &outcome, &err), 0, "%s",
                         err.text);
            cr_expect_eq(outcome.untaken, 6);
            cr_expect_eq(outcome.first_untaken.to, 1);
            cr_expect_eq(outcome.first_untaken.from, 3);
            cr_expect_eq(outcome.first_untaken.message, 31);
            weft_outcome_finish(&outcome);
            weft_network_destroy(network);
        }
}

/* ---- steps ------------------------------------------------------------------
 */

/* A slot is 110 time units; posted messages take 11 and 12. */
static int short_posts(struct weft_processor *self, void *arg)
{
    struct weft_message m;
    char data[16] = "";
    (void)arg;
    if (weft_slot(self) != 110)
        return weft_fail(self, "slot %d", (int)weft_slot(self));
    if (weft_rank(self))
        return weft_receive(self, 0, &m) ||
               weft_now(self) != 10 + (uint64_t)weft_rank(self);
    return weft_post(self, 1, 1, data, 8) || weft_post(self, 2, 1, data, 16) ||
           weft_step(self) || weft_now(self) != 12 || weft_step(self) ||
           weft_now(self) != 122 || weft_post(self, 2, 2, data, 8) ||
           weft_compute(self, 20) || weft_step(self) || weft_now(self) != 142;
}

Test(machine, a_step_lasts_as_long_as_what_was_posted)
{
    struct weft_network *network = weft_network_create("ring:3", NULL);
    struct weft_machine machine = {.network = network,
                                   .program = short_posts,
                                   .cost = {.ts = 10, .tw = 1},
                                   .bytes = 800};
    struct weft_outcome outcome;
    struct weft_error err;
    cr_assert_eq(weft_model_parse("all-port", &machine.model, &err), 0);
    int result = weft_machine_run(&machine, &outcome, &err);
    cr_expect_eq(result, 0, "%s", err.text);
    weft_outcome_finish(&outcome);
    weft_network_destroy(network);
}

/* All receivers of a multicast share its data, long or short. */
static int shout(struct weft_processor *self, void *arg)
{
    (void)arg;
    static const int all[] = {1, 2, 3, 4, 5};
    unsigned char data[1000];
    struct weft_message m;
    memset(data, 7, sizeof data);
    if (!weft_rank(self))
        return weft_send_many(self, all, 5, 4, data, sizeof data) ||
               weft_send_many(self, all, 5, 5, data, 16) ||
               weft_send_many(self, all, 0, 6, NULL, 0);
    return weft_receive(self, 0, &m) || m.bytes != sizeof data ||
           memcmp(m.data, data, sizeof data) || weft_receive(self, 0, &m) ||
           m.bytes != 16 || memcmp(m.data, data, 16);
}

Test(machine, shouts)
{
    struct machine_trial *t =
        machine_run("complete:6", "shouting", shout, WEFT_CONFLICT_FAIL);
    cr_assert_eq(t->result, 0, "%s", t->err.text);
    cr_assert_eq(t->outcome.messages, 10);
    cr_assert_eq(t->outcome.makespan, 2);
    int same = 0;
    for (size_t i = 0; i < t->log.count; i++)
        same += t->log.event[i].flags & WEFT_EVENT_SAME &&
                t->log.event[i].kind == WEFT_SEND;
    cr_assert_eq(same, 8);
    machine_finish(t);
}

/* Times further apart than the machine sorts in one pass. */
#define FAR ((uint64_t)1 << 33)
#define FARTHER ((uint64_t)1 << 61)

static int far_apart(struct weft_processor *self, void *arg)
{
    (void)arg;
    struct weft_message m;
    if (weft_rank(self) > 1)
        return 0;
    if (weft_rank(self) == 0)
        return weft_send(self, 1, 1, NULL, 0) || weft_wait_until(self, FAR) ||
               weft_send(self, 1, 2, NULL, 0) ||
               weft_wait_until(self, FARTHER) || weft_send(self, 1, 3, NULL, 0);
    if (weft_compute(self, 2) || weft_wait_until(self, FAR) ||
        weft_compute(self, 2) || weft_wait_until(self, FAR + 5) ||
        weft_compute(self, 1))
        return -1;
    for (int i = 1; i <= 3; i++)
        if (weft_receive(self, 0, &m) || m.id != i)
            return -1;
    return weft_now(self) != FARTHER + 1;
}

Test(machine, far_apart)
{
    struct machine_trial *t =
        machine_run("line:32", "one-port", far_apart, WEFT_CONFLICT_REPORT);
    cr_assert_eq(t->result, 0, "%s", t->err.text);
    cr_assert_eq(t->outcome.makespan, FARTHER + 1);
    cr_assert_eq(t->outcome.conflicts, 2);
    for (int i = 0; i < 2; i++) {
        const struct weft_conflict *conflict = &t->outcome.conflict[i];
        cr_assert_eq(conflict->slot, i ? FAR + 1 : 1);
        cr_assert_eq(conflict->first.kind, WEFT_USE_COMPUTE);
        cr_assert_eq(conflict->second.message, i + 1);
    }
    for (size_t i = 1; i < t->log.count; i++)
        cr_assert_leq(t->log.event[i - 1].start, t->log.event[i].start);
    cr_assert_eq(t->log.event[t->log.count - 1].start, FARTHER);
    machine_finish(t);
}

/* A message taken late: the receiver's history must be kept for times of any
 * scale. */
static int taken_late(struct weft_processor *self, void *arg)
{
    (void)arg;
    struct weft_message m;
    if (weft_rank(self) == 0)
        return weft_send(self, 1, 9, NULL, 0);
    for (int i = 0; weft_rank(self) == 1 && i < 44; i++)
        if (weft_send(self, 2, i, NULL, 0))
            return -1;
    return weft_rank(self) == 1 ? weft_receive(self, 0, &m) : 0;
}

Test(machine, any_scale)
{
    static const uint64_t scales[] = {
        1, 100000000, 1000000000, (uint64_t)1 << 30, (uint64_t)1 << 40,
    };
    static const char *const models[] = {"one-port-duplex", "one-port"};
    for (int i = 0; i < 10; i++) {
        struct weft_machine machine = {
            .network = weft_network_create("line:3", NULL),
            .on_conflict = WEFT_CONFLICT_REPORT,
            .cost.ts = scales[i / 2],
            .program = taken_late,
        };
        struct weft_outcome outcome;
        weft_model_parse(models[i % 2], &machine.model, NULL);
        cr_assert_eq(weft_machine_run(&machine, &outcome, NULL), 0);
        cr_assert_eq(outcome.makespan, 44 * scales[i / 2]);
        cr_expect_eq(outcome.conflicts, i % 2, "ts=%llu, %s",
                     (unsigned long long)scales[i / 2], models[i % 2]);
        if (i % 2)
            cr_expect_eq(outcome.conflict[0].slot, 1);
        weft_outcome_finish(&outcome);
        weft_network_destroy((struct weft_network *)machine.network);
    }
}

/* A message much longer than a slot, taken while it arrives: its reception
 * covers its arrival, not the time when it was taken; and events stay in order
 * whatever other processors do meanwhile. */
static int taken_underway(struct weft_processor *self, void *arg)
{
    static const char data[1500 * WEFT_WORD];
    struct weft_message m;
    const int *first = arg;
    switch (weft_rank(self)) {
    case 0:
        return weft_send(self, 1, 1, data, 20 * WEFT_WORD) ||
               weft_send(self, 1, 2, data, sizeof data);
    case 1:
        return weft_compute(self, (uint64_t)*first) ||
               weft_receive(self, 0, &m) || weft_receive(self, 0, &m);
    default:
        /* many events, flushed to the sink meanwhile */
        for (uint64_t i = 1; i < 1800; i++)
            if (weft_receive_until(self, WEFT_ANY, i, &m))
                return -1;
        return 0;
    }
}

Test(machine, a_long_message_taken_while_it_comes)
{
    /* time when the receiver is ready; the first message has arrived at 20 */
    static const struct {
        int ready;
        uint64_t start, duration;
    } expected[] = {
        {5, 0, 20},
        {19, 0, 20},
        {21, 21, 0},
        {1000, 1000, 0},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct weft_trace_info info = {.processors = 3, .step = 1};
        struct log *log = calloc(1, sizeof *log);
        struct weft_sink sink = {log_begin, log_events, log_end, log};
        int ready = expected[i].ready;
        struct weft_machine machine = {
            .network = weft_network_create("line:3", NULL),
            .cost = {.ts = 0, .tw = 1},
            .bytes = WEFT_WORD,
            .sink = &sink,
            .info = &info,
            .program = taken_underway,
            .arg = &ready,
        };
        struct weft_outcome outcome;
        struct weft_error err = {0};
        const struct weft_event *receive[2];
        size_t received = 0;
        weft_model_parse("all-port", &machine.model, NULL);
        cr_assert_eq(weft_machine_run(&machine, &outcome, &err), 0, "%s",
                     err.text);
        for (size_t j = 0; j < log->count; j++) {
            cr_assert(!j || log->event[j - 1].start <= log->event[j].start);
            if (log->event[j].kind == WEFT_RECEIVE)
                receive[received++] = &log->event[j];
        }
        cr_assert_eq(received, 2);
        bool swapped = receive[0]->message == 2;
        const struct weft_event *first = receive[swapped];
        const struct weft_event *second = receive[!swapped];
        cr_expect_eq(first->start, expected[i].start, "at %d", ready);
        cr_expect_eq(first->duration, expected[i].duration, "at %d", ready);
        cr_expect_eq(second->start, 20);
        cr_expect_eq(second->duration, 1500);
        weft_outcome_finish(&outcome);
        weft_network_destroy((struct weft_network *)machine.network);
        free(log);
    }
}

static int fail_slowly(void *arg, const struct weft_event *event, size_t count)
{
    (void)event;
    (void)count;
    ++*(int *)arg;
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    return WEFT_ERROR_SYSTEM;
}

/* The sink fails slowly, so that the next events are already waiting. */
Test(machine, tells_a_sink_that_failed_nothing_more)
{
    int calls = 0;
    struct weft_sink sink = {.events = fail_slowly, .arg = &calls};
    struct weft_trace_info info = {0};
    struct weft_machine machine = {
        .network = weft_network_create("hypercube:4", NULL),
        .program = machine_steps,
        .sink = &sink,
        .info = &info,
    };
    struct weft_outcome outcome;
    struct weft_error err;
    cr_assert_eq(weft_machine_run(&machine, &outcome, &err), -1);
    cr_assert_eq(err.kind, WEFT_ERROR_SYSTEM);
    cr_assert_eq(calls, 1, "%d calls", calls);
    weft_outcome_finish(&outcome);
    weft_network_destroy((struct weft_network *)machine.network);
}

/* ---- tokens: only an address travels, and counts as so many bytes ----------
 */

static int token_box[3] = {7, 8, 9};

static int tokens(struct weft_processor *self, void *arg)
{
    struct weft_message message;
    (void)arg;
    if (weft_rank(self) == 0)
        return weft_send_token(self, 1, 4, &token_box[0], 4000) ||
                       weft_send_token(self, 1, 5, &token_box[1], 0) ||
                       weft_post_token(self, 1, 6, &token_box[2], 4000) ||
                       weft_step(self)
                   ? -1
                   : 0;
    for (int i = 0; i < 3 && weft_rank(self) == 1; i++) {
        if (weft_receive(self, 0, &message))
            return -1;
        cr_expect_eq(message.data, (const void *)&token_box[i]);
        cr_expect_eq(message.bytes, i == 1 ? 0 : 4000);
        cr_expect_eq(message.id, 4 + i);
    }
    return 0;
}

Test(machine, tokens)
{
    struct machine_trial *trial =
        machine_run("complete:2", "one-port", tokens, WEFT_CONFLICT_FAIL);
    cr_expect_eq(trial->result, 0, "%s", trial->err.text);
    for (size_t i = 0; i < trial->log.count; i++)
        if (trial->log.event[i].kind != WEFT_WAIT)
            cr_expect_eq(trial->log.event[i].bytes,
                         trial->log.event[i].message == 5 ? 0 : 4000);
    cr_expect_eq(trial->outcome.makespan, 3);
    machine_finish(trial);
}

/* ---- what is looked at to find conflicts has a limit, if that is asked for,
 * whoever runs beside it ------------------------------------------------ */

#define MACHINE_LATE 20000

/* All processors send, then receive what has arrived meanwhile. */
static int late_all(struct weft_processor *self, void *arg)
{
    struct weft_message message;
    int other = weft_rank(self) ^ 1, count = *(int *)arg;
    for (int i = 0; i < count; i++)
        if (weft_send(self, other, i, &i, sizeof i))
            return -1;
    for (int i = 0; i < count; i++)
        if (weft_receive(self, other, &message))
            return -1;
    return 0;
}

Test(machine, looks)
{
    for (size_t i = 0; i < 8; i++) {
        bool fails = i < 4;
        int count = fails ? MACHINE_LATE : MACHINE_LATE / 10;
        struct weft_outcome outcome;
        struct weft_error err = {0};
        struct weft_machine machine = {
            .network = weft_network_create("complete:2", NULL),
            .engine = "fibers",
            .workers = 1 + i % 2,
            .window = i % 4 / 2 ? 1000000 : 0,
            .max_looks = 1,
            .program = late_all,
            .arg = &count,
        };
        cr_assert_eq(weft_model_parse("one-port-duplex", &machine.model, NULL),
                     0);
        int status = weft_machine_run(&machine, &outcome, &err);
        cr_expect_eq(status, fails ? -1 : 0, "%zu: %s", i, err.text);
        cr_expect_eq(err.kind, fails ? WEFT_ERROR_LIMIT : WEFT_ERROR_NONE);
        cr_expect(!fails ||
                      strstr(err.text, "processor 0: too many overlapping"),
                  "%s", err.text);
        weft_outcome_finish(&outcome);
        weft_network_destroy((struct weft_network *)machine.network);
    }
}
