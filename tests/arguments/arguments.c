/* Calls every public function of the library with usual and unusual arguments,
 * at most two unusual ones per call: NULL unless the header forbids it, 0, -1,
 * the largest numbers, empty and malformed strings, values outside an enum,
 * objects in each state. A call may fail if it reports the reason; no call may
 * crash, hang or, under sanitizers, have undefined behaviour. Each function has
 * a process of its own. usage: arguments [FUNCTION...] */
#include "pools.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECONDS 20

/* State of the child, in shared memory, for the parent's report. */
static struct doing {
    size_t pick[PARAMETERS_MAX];
    size_t calls, complaints;
} * doing;

static const struct row *current;

static void print_call(FILE *out)
{
    fprintf(out, "%s(", current->name);
    for (size_t i = 0; i < current->parameters; i++)
        fprintf(out, "%s%.60s", i ? ", " : "",
                current->text[i][doing->pick[i]]);
    fputc(')', out);
}

void complain(const char *what)
{
    print_call(stdout);
    printf(" %s\n", what);
    doing->complaints++;
}

void told(bool failed, const struct weft_error *err,
          const struct weft_error *said)
{
    if (!failed || err != said)
        return;
    if (!said->kind || !said->text[0])
        complain("fails and does not say why");
    if (strlen(said->text) >= sizeof said->text || strchr(said->text, '\n'))
        complain("does not say why in one line");
}

/* ---- where functions are called ------------------------------------------ */

static int run_processor(struct weft_processor *self, void *arg)
{
    (void)arg;
    return current->call(self, doing->pick) < 0 ? -1 : 0;
}

static void in_machine(const struct weft_network *on, const char *model_word)
{
    struct weft_machine machine = {.network = on,
                                   .program = run_processor,
                                   .engine = "fibers",
                                   .workers = 1,
                                   .stack = 256 << 10,
                                   .max_steps = 100000,
                                   .on_conflict = WEFT_CONFLICT_REPORT};
    struct weft_outcome outcome = {0};
    struct weft_error err = {0};
    if (weft_model_parse(model_word, &machine.model, NULL))
        abort();
    told(weft_machine_run(&machine, &outcome, &err) != 0, &err, &err);
    weft_outcome_finish(&outcome);
}

struct weft_processor *processor_now;

static int run_work(struct weft_processor *self, struct weft_work *work)
{
    processor_now = self;
    return current->context == WORK && current->call(work, doing->pick) < 0 ? -1
                                                                            : 0;
}

static const struct weft_asked *asked_now;

static struct weft_goal *make_goal(const struct weft_asked *asked,
                                   struct weft_error *err)
{
    if (current->context == ASKED)
        current->call((void *)(uintptr_t)asked, doing->pick);
    return weft_goal_parse(goal_text, strlen(goal_text), 0, err);
}

static void add_bounds(const struct weft_asked *asked,
                       struct weft_bounding *bounding)
{
    asked_now = asked;
    if (current->context == ASKED)
        current->call((void *)(uintptr_t)asked, doing->pick);
    else if (current->context == BOUNDING)
        for (int i = 0; i < 9; i++) /* more often than there is room for */
            current->call(bounding, doing->pick);
}

static int make_wires(struct weft_wiring *wiring, const int number[], int count)
{
    (void)number;
    (void)count;
    if (number[0] &&
        (weft_wire_processors(wiring, 4) || weft_wire_link(wiring, 0, 1)))
        return -1;
    int failed = current->call(wiring, doing->pick);
    return failed || weft_wire_link(wiring, 1, 2) ||
                   weft_wire_link(wiring, 2, 3)
               ? -1
               : 0;
}

static const struct weft_own_strategy moves = {
    .problem = "multinode", .name = "odd-moves", .function = run_work};
static const struct weft_own_strategy combines = {
    .problem = "allreduce", .name = "odd-combines", .function = run_work};
static const struct weft_own_problem asks = {
    .name = "odd-asks", .make_goal = make_goal, .bounds = add_bounds};
static const struct weft_own_strategy answers = {
    .problem = "odd-asks", .name = "odd-answers", .function = run_work};
static const struct weft_own_network wires = {
    .name = "odd-wires", .numbers = 1, .function = make_wires};

static void run_of(const char *problem, const char *strategy)
{
    struct weft_experiment e = weft_experiment_default(problem);
    struct weft_result found = {0};
    struct weft_error err = {0};
    if (weft_experiment_set(&e, "strategy", strategy, NULL) ||
        weft_experiment_set(&e, "network", "complete:4", NULL))
        abort();
    told(weft_run(&e, NULL, 0, &found, &err) != 0, &err, &err);
    weft_result_finish(&found);
}

static void call_once(void)
{
    struct weft_error err = {0};
    doing->calls++;
    switch (current->context) {
    case NOTHING:
        current->call(NULL, doing->pick);
        return;
    case PROCESSOR:
        in_machine(network(0), "send=all,receive=all,duplex=full");
        in_machine(network(1), "one-port");
        return;
    case WORK:
        run_of("multinode", "odd-moves");
        run_of("allreduce", "odd-combines");
        return;
    case ASKED:
    case BOUNDING:
        run_of("odd-asks", "odd-answers");
        return;
    case WIRING:
        for (int i = 0; i < 2; i++) {
            struct weft_network *made =
                weft_network_create(i ? "odd-wires:1" : "odd-wires:0", &err);
            told(!made, &err, &err);
            weft_network_destroy(made);
        }
        return;
    }
}

static void add_own(void)
{
    if (weft_strategy_add(&moves, WEFT_VERSION) ||
        weft_strategy_add(&combines, WEFT_VERSION) ||
        weft_problem_add(&asks, WEFT_VERSION) ||
        weft_strategy_add(&answers, WEFT_VERSION) ||
        weft_network_add(&wires, WEFT_VERSION))
        abort();
}

/* ---- which arguments ------------------------------------------------------
 */

/* Call with all usual arguments, then with each unusual argument, alone and
 * together with each unusual value of each later parameter. */
static void call_all(void)
{
    size_t n = current->parameters;
    call_once();
    for (size_t i = 0; i < n; i++)
        for (size_t a = 1; a < current->values[i]; a++) {
            doing->pick[i] = a;
            call_once();
            for (size_t k = i + 1; k < n; k++) {
                for (size_t b = 1; b < current->values[k]; b++) {
                    doing->pick[k] = b;
                    call_once();
                }
                doing->pick[k] = 0;
            }
            doing->pick[i] = 0;
        }
}

/* ---- one process for each function ----------------------------------------
 */

static void child(void)
{
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
#ifndef WEFT_SANITIZED /* sanitizers reserve the whole address space */
    struct rlimit memory = {(rlim_t)4 << 30, (rlim_t)4 << 30};
    setrlimit(RLIMIT_AS, &memory);
#endif
    pools_open();
    add_own();
    setrlimit(RLIMIT_CPU, &(struct rlimit){SECONDS, SECONDS + 1});
    alarm(10 * SECONDS);
    call_all();
    fflush(stdout);
    _exit(doing->complaints != 0);
}

/* Test one function. Return whether it failed. */
static bool run(const struct row *row)
{
    current = row;
    *doing = (struct doing){.calls = 0};
    if (row->lacks) {
        printf("%s: %s\n", row->name, row->lacks);
        return true;
    }
    fflush(stdout);
    pools_make_folder();
    pid_t pid = fork();
    if (!pid)
        child();
    int status;
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        abort();
    pools_remove_folder();
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return false;
    if (WIFSIGNALED(status) || WEXITSTATUS(status) != 1) {
        print_call(stdout);
        printf(WIFSIGNALED(status) ? ": signal %d\n" : ": exit status %d\n",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    }
    return true;
}

static bool named(const char *name, int argc, char **argv)
{
    bool found = argc < 2;
    for (int i = 1; i < argc; i++)
        found = found || !strcmp(argv[i], name);
    return found;
}

int main(int argc, char **argv)
{
    size_t wrong = 0, functions = 0, calls = 0;
    doing = mmap(NULL, sizeof *doing, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (doing == MAP_FAILED)
        return 1;
    for (const struct row *row = rows; row->name; row++)
        if (named(row->name, argc, argv)) {
            wrong += run(row);
            functions++;
            calls += doing->calls;
        }
    printf("%zu functions, %zu calls, %zu functions at fault\n", functions,
           calls, wrong);
    return wrong != 0;
}
