/* Every way in which a program ends, or does not: the run must end with the
 * same error for both engines, any number of workers and any window. */
#include <base/sanitize.h>
#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/machine.h>

#define HANG 120 /* seconds */

/* ---- programs that never end --------------------------------------------- */

static int take(struct weft_processor *self, void *arg)
{
    struct weft_message m;
    (void)arg;
    while (weft_take(self, WEFT_ANY, &m) >= 0)
        ;
    return -1;
}

static int until(struct weft_processor *self, void *arg)
{
    struct weft_message m;
    (void)arg;
    while (weft_receive_until(self, weft_rank(self) ^ 1, 0, &m) >= 0)
        ;
    return -1;
}

static int mark(struct weft_processor *self, void *arg)
{
    (void)arg;
    while (!weft_mark(self, 1))
        ;
    return -1;
}

static int post(struct weft_processor *self, void *arg)
{
    (void)arg;
    while (!weft_post(self, weft_rank(self) ^ 1, 1, NULL, 0))
        ;
    return -1;
}

static int store(struct weft_processor *self, void *arg)
{
    (void)arg;
    while (!weft_store(self, 1, NULL, 0))
        ;
    return -1;
}

static int nothing(struct weft_processor *self, void *arg)
{
    (void)arg;
    while (!weft_compute(self, 0) && !weft_wait_until(self, 0) &&
           !weft_send_many(self, NULL, 0, 1, NULL, 0))
        ;
    return -1;
}

/* Processor 5 fails in step 3, while the others loop in step 3 or 4. */
static int beside_a_failure(struct weft_processor *self, void *arg)
{
    int rank = weft_rank(self);
    if (weft_wait_until(self, rank < 5 ? 4 : 3))
        return -1;
    if (rank == 5)
        return weft_fail(self, "as planned");
    return take(self, arg);
}

/* Ignores all errors. */
static int deaf(struct weft_processor *self, void *arg)
{
    struct weft_message m;
    (void)arg;
    if (weft_rank(self) == 3)
        return weft_fail(self, "as planned");
    for (;;) {
        weft_take(self, WEFT_ANY, &m);
        weft_step(self);
        weft_send(self, weft_rank(self), 0, NULL, 0);
    }
}

static int deaf_to_a_deadlock(struct weft_processor *self, void *arg)
{
    struct weft_message m;
    (void)arg;
    for (;;)
        weft_receive(self, weft_rank(self) ^ 1, &m);
    return 0;
}

static int steps(struct weft_processor *self, void *arg)
{
    (void)arg;
    while (!weft_step(self))
        ;
    return -1;
}

static int one_compute(struct weft_processor *self, void *arg)
{
    (void)arg;
    return weft_compute(self, 5);
}

static int one_send(struct weft_processor *self, void *arg)
{
    struct weft_message m;
    int peer = weft_rank(self) ^ 1;
    (void)arg;
    return weft_send(self, peer, 1, NULL, 0) || weft_receive(self, peer, &m) ||
           weft_store(self, 1, NULL, 0);
}

static int ping_pong(struct weft_processor *self, void *arg)
{
    struct weft_message m;
    int peer = weft_rank(self) ^ 1;
    (void)arg;
    if (peer > 1)
        return 0;
    while (!weft_send(self, peer, 1, NULL, 0) && !weft_receive(self, peer, &m))
        ;
    return -1;
}

static int some_wait(struct weft_processor *self, void *arg)
{
    struct weft_message m;
    if (weft_rank(self) == 2)
        return weft_receive(self, 3, &m);
    if (weft_rank(self) == 4)
        return weft_receive(self, WEFT_ANY, &m);
    return weft_rank(self) == 3 ? steps(self, arg) : 0;
}

/* ---- programs that end otherwise ------------------------------------------
 */

static int leave_at_once(struct weft_processor *self, void *arg)
{
    (void)arg;
    if (weft_rank(self) == 0)
        pthread_exit(NULL);
    return 0;
}

static int leave_later(struct weft_processor *self, void *arg)
{
    struct weft_message m;
    int rank = weft_rank(self);
    (void)arg;
    if (weft_send(self, rank ^ 1, 1, "12345678901234567890", 20) ||
        weft_receive(self, rank ^ 1, &m) ||
        weft_wait_until(self, 5 + (rank == 6)))
        return -1;
    if (rank == 6 || rank == 7 || rank == 2)
        pthread_exit(NULL);
    return weft_receive(self, WEFT_ANY, &m);
}

static int leave_all(struct weft_processor *self, void *arg)
{
    (void)arg;
    if (weft_step(self))
        return -1;
    pthread_exit(NULL);
}

/* ---- programs that need more stack -----------------------------------------
 */

static int sum(volatile const char *up, int depth)
{
    volatile char page[1000] = {0};
    page[depth % 1000] = up ? up[depth % 1000] : 1;
    return depth ? sum(page, depth - 1) + page[depth % 1000] : 0;
}

static int recursion(struct weft_processor *self, void *arg)
{
    (void)arg;
    if (weft_step(self))
        return -1;
    return weft_rank(self) == 5 || weft_rank(self) == 7 ? sum(NULL, 100000) : 0;
}

/* The other processors are woken and end, whatever they hold. */
static int recursion_of_all(struct weft_processor *self, void *arg)
{
    struct weft_message m;
    (void)arg;
    int rank = weft_rank(self);
    if (weft_send(self, rank ^ 1, 1, "12345678901234567890", 20) ||
        weft_receive(self, rank ^ 1, &m))
        return -1;
    return rank == 4 ? weft_receive(self, WEFT_ANY, &m) : sum(NULL, 100000);
}

/* Recurses until the machine's own calls lack stack, too. */
static int waits_below(struct weft_processor *self, int depth)
{
    volatile char some[200] = {0};
    some[depth % 200] = 1;
    return weft_receive_until(self, WEFT_ANY, weft_now(self) + 1,
                              &(struct weft_message){0}) < 0
               ? -1
               : waits_below(self, depth + 1) + some[0];
}

static int recursion_of_calls(struct weft_processor *self, void *arg)
{
    (void)arg;
    return waits_below(self, 0);
}

/* ---- what is each processor's own -----------------------------------------
 */

static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD,
                            FE_TOWARDZERO};

/* Rounding mode, floating-point exceptions and errno belong to a processor:
 * they survive switches and are at their defaults at the start. */
static int own(struct weft_processor *self, void *arg)
{
    struct weft_message m;
    volatile double zero = 0;
    volatile long double wide = 0;
    int rank = weft_rank(self);
    (void)arg;
    if (fegetround() != FE_TONEAREST || fetestexcept(FE_ALL_EXCEPT) || errno)
        return weft_fail(self, "processor %d began with another's state", rank);
    fesetround(modes[rank % 4]);
    if (rank % 3 == 0)
        zero = 1 / zero;
    if (rank % 3 == 1)
        wide = 1 / wide;
    int raised = fetestexcept(FE_ALL_EXCEPT);
    for (int i = 0; i < 10; i++) {
        errno = 100 + rank;
        if (weft_send(self, rank ^ 1, 1, NULL, 0) ||
            weft_receive(self, rank ^ 1, &m))
            return -1;
        if (fegetround() != modes[rank % 4])
            return weft_fail(self, "processor %d: another's rounding", rank);
        if (fetestexcept(FE_ALL_EXCEPT) != raised)
            return weft_fail(self, "processor %d: another's exceptions", rank);
        if (errno != 100 + rank)
            return weft_fail(self, "processor %d: another's errno", rank);
    }
    return 0;
}

/* ---- the table --------------------------------------------------------------
 */

static const struct ending {
    const char *name;
    weft_program *program;
    uint64_t max_steps;
    enum weft_error_kind kind;
    const char *text;   /* prefix of the error's text */
    const char *report; /* part of the report; NULL: none */
    bool slow;          /* makes millions of calls: not run with every window */
} endings[] = {
    {"take", take, 0, WEFT_ERROR_STOPPED, "processor 0 made 4194304 calls",
     "processor 0 failed in step 1: processor 0 made 4194304 calls", true},
    {"receive until now", until, 0, WEFT_ERROR_STOPPED,
     "processor 0 made 4194304 calls", NULL, true},
    {"mark", mark, 0, WEFT_ERROR_STOPPED, "processor 0 made", NULL, true},
    {"post", post, 0, WEFT_ERROR_STOPPED, "processor 0 made", NULL, true},
    {"store", store, 0, WEFT_ERROR_STOPPED, "processor 0 made", NULL, true},
    {"nothing", nothing, 0, WEFT_ERROR_STOPPED, "processor 0 made", NULL, true},
    {"beside a failure", beside_a_failure, 0, WEFT_ERROR_STOPPED,
     "as planned (step 4)", NULL},
    {"deaf", deaf, 0, WEFT_ERROR_STOPPED, "as planned (step 1)", NULL},
    {"deaf to a deadlock", deaf_to_a_deadlock, 0, WEFT_ERROR_DEADLOCK,
     "deadlock: 8 of 8 processors wait", NULL},
    {"steps", steps, 100, WEFT_ERROR_LIMIT,
     "not finished within 100 steps: of 8 processors, 8 continue and 0 wait",
     "\nprocessor 7 continues in step 102\n"},
    {"ping-pong", ping_pong, 1000, WEFT_ERROR_LIMIT,
     "not finished within 1000 steps: of 8 processors, 2 continue and 0 wait",
     "\nprocessor 1 continues in step 1002\n"},
    {"some wait", some_wait, 50, WEFT_ERROR_LIMIT,
     "not finished within 50 steps: of 8 processors, 1 continue and 2 wait",
     "\nprocessor 2 waits in step 1 for processor 3\n"
     "processor 4 waits in step 1 for any processor\n"},
    {"steps enough", own, 10, WEFT_ERROR_NONE, "", NULL},
    {"a step too many", own, 9, WEFT_ERROR_LIMIT, "not finished within 9 steps",
     NULL},
    {"the last step", one_send, 1, WEFT_ERROR_NONE, "", NULL},
    {"the last action", one_compute, 4, WEFT_ERROR_LIMIT,
     "the run took 5 time units, more than the limit of 4 (4 steps)", NULL},
    {"leave at once", leave_at_once, 0, WEFT_ERROR_STOPPED,
     "processor 0 ended its thread; its program must return (step 1)", NULL},
    {"leave later", leave_later, 0, WEFT_ERROR_STOPPED,
     "processor 2 ended its thread; its program must return (step 6)", NULL},
    {"leave all", leave_all, 0, WEFT_ERROR_STOPPED,
     "processor 0 ended its thread; its program must return (step 2)", NULL},
    {"recursion", recursion, 0, WEFT_ERROR_STOPPED,
     "processor 5: stack overflow (65536 bytes); raise weft_machine.stack or "
     "--stack (step 2)",
     "processor 5 failed in step 2: "},
    {"recursion of all", recursion_of_all, 0, WEFT_ERROR_STOPPED,
     "processor 0: stack overflow (65536 bytes)", NULL},
    {"recursion of calls", recursion_of_calls, 0, WEFT_ERROR_STOPPED,
     "processor ", ": stack overflow (65536 bytes)"},
    {"own state", own, 0, WEFT_ERROR_NONE, "", NULL},
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static char variant[200];

static void hang(int signal)
{
    (void)signal;
    if (write(2, variant, strlen(variant)) < 0 || write(2, ": hangs\n", 8) < 0)
        _exit(3);
    _exit(2);
}

static int try(const struct ending *ending, struct weft_machine *machine)
{
    struct weft_outcome outcome;
    struct weft_error err = {0};
    machine->program = ending->program;
    machine->max_steps = ending->max_steps;
    snprintf(variant, sizeof variant, "%s: %s, %d workers, window %llu",
             ending->name, machine->engine, machine->workers,
             (unsigned long long)machine->window);
    alarm(HANG);
    weft_machine_run(machine, &outcome, &err);
    alarm(0);
    bool right = err.kind == ending->kind &&
                 !strncmp(err.text, ending->text, strlen(ending->text)) &&
                 (!ending->report ||
                  (outcome.report && strstr(outcome.report, ending->report)));
    if (!right)
        printf("%s: kind %d, '%s', report '%s'\n", variant, (int)err.kind,
               err.text, outcome.report ? outcome.report : "");
    weft_outcome_finish(&outcome);
    return !right;
}

int main(void)
{
    static const uint64_t windows[] = {1, 64, WEFT_WINDOW_UNBOUNDED};
    struct weft_network *network = weft_network_create("complete:8", NULL);
    struct weft_machine machine = {.network = network};
    int wrong = 0, tries = 0;
    if (!network || weft_model_parse("one-port-duplex", &machine.model, NULL))
        return 1;
    signal(SIGALRM, hang);
    for (size_t i = 0; i < COUNT(endings); i++)
        /* the last engine, rounds, takes no programs */
        for (int e = 0; weft_engine((size_t)e + 1); e++)
            for (int workers = 1; workers <= 2; workers++)
                for (size_t w = 0; w < COUNT(windows); w++) {
                    if (endings[i].slow &&
                        (i + (size_t)workers) % COUNT(windows) != w)
                        continue;
                    if (SANITIZE_ADDRESS || SANITIZE_THREAD) {
                        if (!strncmp(endings[i].name, "recursion", 9))
                            continue;
                    }
                    machine.engine = weft_engine((size_t)e)->name;
                    machine.workers = workers;
                    machine.window = windows[w];
                    wrong += try(&endings[i], &machine);
                    tries++;
                }
    printf("%d endings, %d wrong\n", tries, wrong);
    weft_network_destroy(network);
    return wrong != 0;
}
