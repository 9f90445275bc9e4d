/* weft mpi: MPI programs, with a virtual processor for each rank. */
#include "common/command.h"
#include "common/editor-lines.h"
#include "common/interrupt.h"
#include "common/terminal.h"
#include "common/word-kinds.h"
#include "mpi/mpi-arguments.h"
#include "mpi/mpi-ends.h"
#include "mpi/mpi-explore.h"
#include "mpi/mpi-findings.h"
#include "mpi/mpi-sanitize.h"
#include "mpi/mpi-unchecked.h"

#include <stdlib.h>
#include <string.h>
#include <weft/weft.h>

/* Look up the network, model and cost for a number of ranks (0: the default).
 * Returns EXIT_GOOD or an exit status. */
static int look_up(struct mpi_arguments *arguments, int number)
{
    struct weft_mpi *mpi = &arguments->mpi;
    struct weft_error err = {0};
    char name[32];
    int others = 0; /* ranks of the programs after the first */
    for (size_t i = 1; i < mpi->parts; i++)
        others += mpi->part[i].ranks;
    int ranks = (number ? number : 2) + others;
    mpi->ranks = number ? ranks : 0;
    weft_network_destroy(mpi->network);
    mpi->network = NULL;
    /* Networks have at least two processors; with one rank, the second is
     * idle. */
    snprintf(name, sizeof name, "complete:%d", ranks > 1 ? ranks : 2);
    const char *network = arguments->network ? arguments->network : name;
    if (!network_lacks_kind(network, &err))
        mpi->network = weft_network_create(network, &err);
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
    arguments->part->ranks = mpi->ranks - others;
    if (mpi->model.sends != WEFT_SENDS_ONE &&
        !weft_network_direct(mpi->network))
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "model %s allows sends to neighbours only, but ranks "
                       "send to any rank",
                       mpi->model.name);
    else if (strcmp(mpi->engine, "mpi") == 0)
        weft_error_set(
            &err, WEFT_ERROR_MISUSE, 0,
            "engine mpi spreads processors over several processes, but the "
            "ranks of a program share one; use fibers or threads");
    else if (mpi->ranks > size)
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "%d ranks do not fit the %d processors of %s",
                       mpi->ranks, size, weft_network_name(mpi->network));
    return err.kind ? complain_of(&err) : EXIT_GOOD;
}

static int mpi_status_of(const struct weft_mpi_outcome *outcome)
{
    if (outcome->status)
        return outcome->status & 0xff ? outcome->status & 0xff : EXIT_FAILED;
    return outcome->faults || outcome->redundant ? EXIT_FAILED : EXIT_GOOD;
}

/* Write "2, 3, 4" for the first `count` numbers of ranks. */
static const char *numbers_text(const struct mpi_arguments *arguments,
                                size_t count, char text[200])
{
    size_t used = 0;
    text[0] = 0;
    for (size_t i = 0; i < count && used < 180; i++)
        used += (size_t)snprintf(text + used, 200 - used, "%s%d", i ? ", " : "",
                                 arguments->number[i]);
    if (arguments->numbers < 2)
        snprintf(text, 200, "%d", arguments->mpi.ranks);
    return text;
}

/* Report success, the runs that were made, and what they did not check. */
static void print_valid(const struct mpi_arguments *arguments, int usual,
                        bool unwatched, const struct mpi_tried tried[2])
{
    char status[60] = "", unbuffered[60] = "", numbers[200];
    if (tried[1].runs)
        snprintf(unbuffered, sizeof unbuffered, ", and %ld without buffering",
                 tried[1].runs);
    if (usual)
        snprintf(status, sizeof status, "; its exit status is %d", usual);
    if (fflush(stdout) || ferror(stdout) || editor_lines_selected())
        return; /* a failure of the output is reported instead */
    numbers_text(arguments, arguments->numbers, numbers);
    print_plainly(
        stderr,
        "weft: valid on %s rank%s: as written, without buffering, "
        "and with %s of receives from any sender (%ld run%s%s)%s%s\n",
        numbers, strcmp(numbers, "1") == 0 ? "" : "s",
        tried[0].all && tried[1].all ? "every outcome" : "some outcomes",
        tried[0].runs, plural((uint64_t)tried[0].runs), unbuffered,
        unwatched ? "; its loads and stores were not watched" : "", status);
    mpi_print_unchecked();
}

/* Make one run without a trace. Returns whether an error other than its exit
 * status was found. */
static bool mpi_plain(struct mpi_arguments *arguments, const char *how,
                      int *status, bool *unwatched)
{
    struct weft_mpi_outcome outcome;
    struct weft_error err = {0};
    bool failed = mpi_ends_run(arguments, &outcome, &err);
    *status = failed ? complain_of(&err) : mpi_status_of(&outcome);
    mpi_findings_add(&outcome, how, !*how);
    bool wrong = failed || outcome.faults;
    *unwatched |= !failed && outcome.unwatched;
    weft_mpi_finish(&outcome);
    return wrong;
}

/* Make one run with its traces. */
static int mpi_record(struct mpi_arguments *arguments)
{
    struct weft_error err = {0};
    struct traces *traces = &arguments->traces;
    const struct weft_sink *sinks[TRACES_MAX];
    struct weft_mpi_outcome outcome;
    int status = traces_open(traces, sinks);
    if (status)
        return status;
    interrupt_ends(traces->count ? "no trace is kept" : "the run is abandoned",
                   false);
    struct mpi_fan fan = {traces->writer, traces->count, {0}};
    if (traces->count)
        arguments->mpi.sink = mpi_fan_sink(&fan);
    bool failed = mpi_ends_run(arguments, &outcome, &err);
    if (failed) {
        traces_reason(traces, &err);
        status = complain_of(&err);
    } else {
        status = mpi_status_of(&outcome);
    }
    if (failed || !outcome.recorded)
        traces_drop(traces);
    else if (traces_close(traces))
        status = EXIT_FAILED;
    mpi_findings_add(&outcome, "", true);
    if (outcome.redundant)
        mpi_tell_redundant();
    if (arguments->guard && !failed && outcome.unwatched)
        mpi_findings_say("warning: the program does not report its loads and "
                         "stores: compile it without -O, or with weft-mpicc "
                         "--watch");
    if (arguments->summary && !failed && !outcome.redundant)
        print_plainly(
            stderr, "ranks %d, network %s, time %llu ns, %llu messages\n",
            arguments->mpi.ranks, weft_network_name(arguments->mpi.network),
            (unsigned long long)outcome.makespan,
            (unsigned long long)outcome.messages);
    weft_mpi_finish(&outcome);
    return status;
}

/* Explore every outcome of receives from any source; if there are several,
 * again without buffering. Adds to the runs `tried`. */
static int check_outcomes(struct mpi_arguments *arguments, int usual,
                          struct mpi_tried tried[2])
{
    struct weft_mpi *mpi = &arguments->mpi;
    long runs = arguments->explore ? arguments->explore : EXPLORE_RUNS;
    struct mpi_tried now;
    mpi_ends_search("with every outcome");
    int status = mpi_explore(arguments, runs, usual, &now);
    tried[0].runs += now.runs;
    tried[0].all &= now.all;
    if (status || (now.all && now.runs == 1))
        return status;
    mpi->no_eager = mpi->synchronise = true;
    mpi_ends_search("with every outcome, without buffering");
    status = mpi_explore(arguments, runs, usual, &now);
    tried[1].runs += now.runs;
    tried[1].all &= now.all;
    mpi->no_eager = mpi->synchronise = false;
    return status;
}

/* Run the program on one number of ranks normally, without buffering, and with
 * every outcome of receives from any source. A program that always exits with
 * another status than 0 is checked like others. Returns whether an error was
 * found. */
static bool check_on_ranks(struct mpi_arguments *arguments, int *usual,
                           int *status, bool *unwatched,
                           struct mpi_tried tried[2])
{
    struct weft_mpi *mpi = &arguments->mpi;
    mpi->watch = true;
    mpi_ends_search("as written");
    *status = 0;
    if (mpi_plain(arguments, "", usual, unwatched)) {
        *status = *usual;
        return true;
    }
    mpi->no_eager = mpi->synchronise = true;
    mpi_ends_search("without buffering");
    mpi_ends_repeat(
        mpi_explore_sentence(arguments, "without buffering", NULL, 0));
    bool wrong = mpi_plain(arguments, "without buffering: ", status, unwatched);
    mpi_ends_repeat(NULL);
    mpi->no_eager = mpi->synchronise = false;
    if (!wrong && *status && *status != *usual)
        mpi_findings_fail("without buffering: the program exits with status %d "
                          "instead of %d",
                          *status, *usual);
    if (wrong || (*status && *status != *usual))
        return true;
    *status = check_outcomes(arguments, *usual, tried);
    return *status != 0;
}

/* Check every number of ranks, up to the first that goes wrong. */
static int mpi_check(struct mpi_arguments *arguments)
{
    struct mpi_tried tried[2] = {{0, true}, {0, true}};
    char numbers[200];
    int usual = 0, first = 0, status = 0;
    bool unwatched = false, wrong = false;
    size_t i = 0;
    do {
        if (arguments->numbers > 1 &&
            (status = look_up(arguments, arguments->number[i])))
            return status;
        mpi_ends_open(arguments);
        wrong = check_on_ranks(arguments, &usual, &status, &unwatched, tried);
        first = first ? first : usual;
    } while (!wrong && ++i < arguments->numbers);
    if (!wrong)
        print_valid(arguments, first, unwatched, tried);
    else if (i)
        mpi_findings_note("this happens on %d ranks; no error was found on %s",
                          arguments->mpi.ranks,
                          numbers_text(arguments, i, numbers));
    return wrong ? status : first;
}

/* Return whether the user wants traces or a summary. */
static bool mpi_told(const struct mpi_arguments *arguments)
{
    return arguments->traces.count || arguments->summary;
}

static int mpi_execute(struct mpi_arguments *arguments)
{
    struct weft_mpi *mpi = &arguments->mpi;
    struct mpi_tried tried;
    mpi->collective = arguments->collective;
    mpi->choices = arguments->choices;
    mpi->no_eager = mpi->synchronise = arguments->strict;
    mpi->watch = arguments->strict || arguments->guard;
    mpi_ends_open(arguments);
    mpi_findings_open(arguments);
    if (arguments->check)
        return mpi_check(arguments);
    mpi->explore = arguments->explore != 0;
    if (arguments->explore > 1 || (mpi->explore && !mpi_told(arguments)))
        return mpi_explore(arguments, arguments->explore, EXIT_GOOD, &tried);
    return mpi_record(arguments);
}

static int mpi_command(int argc, char **argv)
{
    struct mpi_arguments arguments;
    int status = mpi_arguments(argc, argv, &arguments);
    if (!status)
        status = mpi_sanitize(&arguments.mpi);
    if (!status)
        status =
            look_up(&arguments, arguments.numbers ? arguments.number[0] : 0);
    if (!status)
        status = mpi_ends_close(&arguments,
                                mpi_findings_close(mpi_execute(&arguments)));
    weft_network_destroy(arguments.mpi.network);
    free(arguments.given);
    free(arguments.part);
    free(arguments.number);
    free(arguments.choices);
    return status;
}

const struct command cmd_mpi = {
    .name = "mpi",
    .summary = "run an MPI program on the emulated machine and find its errors",
    .run = mpi_command,
};
