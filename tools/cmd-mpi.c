/* weft mpi: run an MPI program, every rank a virtual processor. */
#include "command.h"
#include "interrupt.h"
#include "mpi-explore.h"
#include "options.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <weft/mpi/run.h>
#include <weft/weft.h>

#define TRACES_MAX 16
#define CHOSEN_MAX 32
#define CHOICES_MAX 4096

struct arguments {
    struct weft_mpi mpi;
    const char *network, *model, *cost;
    const char *target[TRACES_MAX];
    size_t targets;
    const char *collective[CHOSEN_MAX + 1];
    size_t chosen;
    int choices[CHOICES_MAX];
    long explore; /* runs at most; 0: none */
    bool strict, check, summary;
};

enum own_option {
    NETWORK = 256,
    MODEL,
    COST,
    ENGINE,
    EAGER,
    COMPUTE,
    COLLECTIVE,
    STRICT,
    EXPLORE,
    CHOICES,
    STACK,
    SUMMARY
};

static const struct argp_option mpi_options[] = {
    {"ranks", 'n', "N", 0,
     "how many ranks (default: all processors of the "
     "network, or 2)",
     0},
    {"network", NETWORK, "NETWORK", 0,
     "where they run, rank i on processor i (default: complete:N)", 0},
    {"model", MODEL, "MODEL", 0,
     "what a processor may do at a time (default: one-port-duplex)", 0},
    {"cost", COST, "COST", 0,
     "what a message costs, in nanoseconds (default: "
     "loggp:L=1000,o=200,g=100,G=1)",
     0},
    {"trace", 't', "FILE", 0,
     "write a trace; the format follows from the ending, or FORMAT:FILE; may "
     "be given several times",
     0},
    {"eager", EAGER, "BYTES", 0,
     "up to this length a message is sent without waiting for its receiver "
     "(default: 65536); 0: empty messages only",
     0},
    {"compute", COMPUTE, "none|real|FACTOR", 0,
     "what computing costs in virtual time: nothing (the default: every run "
     "is the same), the time it takes, or that times a factor",
     0},
    {"collective", COLLECTIVE, "CALL=ALGORITHM", 0,
     "the algorithm of a collective call, say bcast=naive; may be given "
     "several times",
     0},
    {"strict", STRICT, 0, 0,
     "buffer nothing: every send waits for its receiver, every collective "
     "call for all",
     0},
    {"explore", EXPLORE, "RUNS", OPTION_ARG_OPTIONAL,
     "run every outcome of receives from any sender, at most so many runs "
     "(default: 1000)",
     0},
    {"choices", CHOICES, "C,C,...", 0,
     "repeat one of these outcomes, as a report of --explore names it", 0},
    {"engine", ENGINE, "ENGINE", 0, "how ranks are run (weft list engines)", 0},
    {"stack", STACK, "BYTES", 0, "of stack for each rank", 0},
    {"summary", SUMMARY, 0, 0,
     "tell time, messages and bytes on standard error", 0},
    {0},
};

static long number(const struct argp_state *state, const char *what,
                   const char *text, long least, long most)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (*end || end == text || value < least || value > most)
        misuse(state, "%s: a number from %ld to %ld, not '%.60s'", what, least,
               most, text);
    return value;
}

static double factor(const struct argp_state *state, const char *text)
{
    char *end;
    if (strcmp(text, "none") == 0)
        return WEFT_MPI_COMPUTE_NONE;
    if (strcmp(text, "real") == 0)
        return 1;
    double value = strtod(text, &end);
    if (*end || end == text || !(value >= 0 && value <= 1e9))
        misuse(state, "--compute=none, real, or a factor, not '%.60s'", text);
    return value;
}

static const char *collective(const struct argp_state *state, const char *text)
{
    for (size_t i = 0; weft_mpi_collectives[i]; i++)
        if (strcmp(weft_mpi_collectives[i], text) == 0)
            return text;
    char all[1000] = "";
    for (size_t i = 0; weft_mpi_collectives[i]; i++) {
        strncat(all, i ? ", " : "", sizeof all - strlen(all) - 1);
        strncat(all, weft_mpi_collectives[i], sizeof all - strlen(all) - 1);
    }
    misuse(state, "--collective=%.60s: there are %s", text, all);
}

static void read_choices(const struct argp_state *state,
                         struct arguments *arguments, const char *text)
{
    while (*text) {
        char *end;
        long value = strtol(text, &end, 10);
        if (end == text || value < 0 || value > 1000000 ||
            (*end && *end != ',') || arguments->mpi.choice_count == CHOICES_MAX)
            misuse(state, "--choices: numbers with commas between, not '%.60s'",
                   text);
        arguments->choices[arguments->mpi.choice_count++] = (int)value;
        text = *end ? end + 1 : end;
    }
}

static void take_program(struct argp_state *state, struct arguments *arguments,
                         char *argument)
{
    if (!arguments->check && strcmp(argument, "check") == 0) {
        arguments->check = true;
        return;
    }
    arguments->mpi.program = argument;
    arguments->mpi.argv = &state->argv[state->next - 1];
    arguments->mpi.argc = state->argc - state->next + 1;
    state->next = state->argc;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    struct weft_mpi *mpi = &arguments->mpi;
    switch (key) {
    case ARGP_KEY_INIT:
        one_line(state);
        return 0;
    case 'n':
        mpi->ranks = (int)number(state, "-n", argument, 1, 1 << 20);
        return 0;
    case 't':
        if (arguments->targets == TRACES_MAX)
            misuse(state, "at most %d traces in one run", TRACES_MAX);
        arguments->target[arguments->targets++] = argument;
        return 0;
    case NETWORK:
        arguments->network = argument;
        return 0;
    case MODEL:
        arguments->model = argument;
        return 0;
    case COST:
        arguments->cost = argument;
        return 0;
    case ENGINE:
        mpi->engine = argument;
        return 0;
    case EAGER:
        mpi->eager = (size_t)number(state, "--eager", argument, 0, UINT32_MAX);
        return 0;
    case COMPUTE:
        mpi->compute = factor(state, argument);
        return 0;
    case COLLECTIVE:
        if (arguments->chosen == CHOSEN_MAX)
            misuse(state, "at most %d algorithms are chosen", CHOSEN_MAX);
        arguments->collective[arguments->chosen++] =
            collective(state, argument);
        return 0;
    case STRICT:
        arguments->strict = true;
        return 0;
    case EXPLORE:
        arguments->explore =
            argument ? number(state, "--explore", argument, 1, 100000000)
                     : EXPLORE_RUNS;
        return 0;
    case CHOICES:
        read_choices(state, arguments, argument);
        return 0;
    case STACK:
        mpi->stack =
            (size_t)number(state, "--stack", argument, 4096, (long)1 << 40);
        return 0;
    case SUMMARY:
        arguments->summary = true;
        return 0;
    case ARGP_KEY_ARG:
        take_program(state, arguments, argument);
        return 0;
    case ARGP_KEY_NO_ARGS:
        misuse(state, "which program? weft-mpicc makes one of C");
    case ARGP_KEY_END:
        if (!mpi->program)
            misuse(state, "which program? weft-mpicc makes one of C");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Words looked up. An exit status, or EXIT_GOOD. */
static int look_up(struct arguments *arguments)
{
    struct weft_mpi *mpi = &arguments->mpi;
    struct weft_error err = {0};
    char name[32];
    int ranks = mpi->ranks ? mpi->ranks : 2;
    /* A network has two processors at least; the second one is idle. */
    snprintf(name, sizeof name, "complete:%d", ranks > 1 ? ranks : 2);
    mpi->network = weft_network_create(
        arguments->network ? arguments->network : name, &err);
    if (!mpi->network ||
        weft_model_parse(arguments->model ? arguments->model
                                          : "one-port-duplex",
                         &mpi->model, &err) ||
        weft_cost_parse(arguments->cost ? arguments->cost
                                        : "loggp:L=1000,o=200,g=100,G=1",
                        &mpi->cost, &err))
        return complain_of(&err);
    int size = weft_network_size(mpi->network);
    if (!mpi->ranks)
        mpi->ranks = arguments->network ? size : ranks;
    if (mpi->model.sends != WEFT_SENDS_ONE &&
        !weft_network_direct(mpi->network))
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "model %s lets a processor send to its neighbours "
                       "only; ranks send to any",
                       mpi->model.name);
    else if (mpi->ranks > size)
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "%d ranks on the %d processors of %s", mpi->ranks, size,
                       weft_network_name(mpi->network));
    return err.kind ? complain_of(&err) : EXIT_GOOD;
}

/* A rank crashed, or a thread that is no rank calls MPI. */
static void die(const char *text)
{
    static const char begin[] = "weft: ", end[] = "\n";
    weft_files_abandon();
    if (write(STDERR_FILENO, begin, sizeof begin - 1) < 0 ||
        write(STDERR_FILENO, text, strlen(text)) < 0 ||
        write(STDERR_FILENO, end, 1) < 0)
        syscall(SYS_exit_group, EXIT_FAILED);
    syscall(SYS_exit_group, EXIT_FAILED);
}

static void print_findings(const struct weft_mpi_outcome *outcome,
                           const char *how)
{
    fflush(stdout);
    for (size_t i = 0; i < outcome->findings; i++)
        print_plainly(stderr, "weft: %s%s%s",
                      outcome->finding[i].warning ? "warning: " : "", how,
                      outcome->finding[i].text);
}

static int status_of(const struct weft_mpi_outcome *outcome)
{
    if (outcome->status)
        return outcome->status & 0xff ? outcome->status & 0xff : EXIT_FAILED;
    return outcome->faults ? EXIT_FAILED : EXIT_GOOD;
}

/* One run without a trace. */
static int plain(struct weft_mpi *mpi, const char *how)
{
    struct weft_mpi_outcome outcome;
    struct weft_error err = {0};
    int status = weft_mpi_run(mpi, &outcome, &err)
                     ? complain(EXIT_FAILED, NULL, &err)
                     : status_of(&outcome);
    print_findings(&outcome, how);
    weft_mpi_finish(&outcome);
    return status;
}

static void drop(struct weft_writer **writer, size_t count)
{
    for (size_t i = 0; i < count; i++)
        weft_writer_abort(writer[i]);
}

/* All traces appear, or none. */
static int close_traces(struct weft_writer **writer, size_t count)
{
    struct weft_error err;
    int status = EXIT_GOOD;
    for (size_t i = 0; i < count && !status; i++)
        if (weft_writer_finish(writer[i], &err))
            status = complain(EXIT_FAILED, NULL, &err);
    if (status) {
        drop(writer, count);
        return status;
    }
    for (size_t i = 0; i < count; i++)
        if (weft_writer_close(writer[i], &err))
            status = complain(EXIT_FAILED, NULL, &err);
    return status;
}

/* One run with its traces. */
static int record(struct arguments *arguments)
{
    struct weft_error err = {0};
    struct weft_writer *writer[TRACES_MAX];
    const struct weft_sink *sinks[TRACES_MAX];
    struct weft_mpi_outcome outcome;
    size_t count = arguments->targets;
    for (size_t i = 0; i < count; i++) {
        writer[i] = weft_writer_open(arguments->target[i], &err);
        if (!writer[i]) {
            drop(writer, i);
            return complain_of_file(arguments->target[i], &err);
        }
        sinks[i] = weft_writer_sink(writer[i]);
    }
    struct mpi_fan fan = {sinks, count, {0}};
    if (count)
        arguments->mpi.sink = mpi_fan_sink(&fan);
    bool failed = weft_mpi_run(&arguments->mpi, &outcome, &err);
    int status = failed ? EXIT_FAILED : status_of(&outcome);
    for (size_t i = 0; i < count && failed; i++)
        if (weft_writer_check(writer[i], &err))
            break;
    if (failed)
        complain(EXIT_FAILED, NULL, &err);
    if (failed || !outcome.complete)
        drop(writer, count);
    else if (close_traces(writer, count))
        status = EXIT_FAILED;
    print_findings(&outcome, "");
    if (arguments->summary && !failed)
        print_plainly(
            stderr, "ranks %d, network %s, time %llu ns, %llu messages\n",
            arguments->mpi.ranks, weft_network_name(arguments->mpi.network),
            (unsigned long long)outcome.makespan,
            (unsigned long long)outcome.messages);
    weft_mpi_finish(&outcome);
    return status;
}

/* As it is, then without buffers, then every outcome of receives from any. */
static int check(struct arguments *arguments)
{
    struct weft_mpi *mpi = &arguments->mpi;
    int status = plain(mpi, "");
    if (status)
        return status;
    mpi->no_eager = mpi->synchronise = true;
    status = plain(mpi, "without buffering: ");
    mpi->no_eager = mpi->synchronise = false;
    if (status)
        return status;
    return mpi_explore(mpi,
                       arguments->explore ? arguments->explore : EXPLORE_RUNS);
}

static int execute(struct arguments *arguments)
{
    struct weft_mpi *mpi = &arguments->mpi;
    mpi->collective = arguments->collective;
    mpi->choices = arguments->choices;
    mpi->no_eager = mpi->synchronise = arguments->strict;
    mpi->die = die;
    if (arguments->check)
        return check(arguments);
    if (arguments->explore)
        return mpi_explore(mpi, arguments->explore);
    return record(arguments);
}

static int command(int argc, char **argv)
{
    static const struct argp argp = {
        mpi_options,
        parse,
        "PROGRAM [ARGUMENT...]\ncheck PROGRAM [ARGUMENT...]",
        "Run an MPI program that weft-mpicc has compiled, every rank a virtual "
        "processor.\v"
        "Example: weft-mpicc ring.c -o ring && weft mpi -n 16 ./ring\n"
        "`weft mpi check` runs it as it is, then without buffering, then with "
        "every outcome of receives from any sender.\n"
        "Exit status: that of the program (of the first rank whose is not 0); "
        "1 an error was found; 64 wrong use.",
        NULL,
        NULL,
        NULL};
    struct arguments arguments = {.mpi.eager = 65536};
    int status = parse_leading_arguments(&argp, argc, argv, &arguments);
    if (!status)
        status = look_up(&arguments);
    if (!status)
        status = execute(&arguments);
    weft_network_destroy(arguments.mpi.network);
    return status;
}

const struct command cmd_mpi = {
    .name = "mpi",
    .summary = "run an MPI program on the emulated machine, find its errors",
    .run = command,
};
