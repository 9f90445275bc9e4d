/* Exploration of every outcome of an MPI program: depth-first search over the
 * choices at receives from any source. Each run reports its choices and the
 * numbers of alternatives; the next run repeats them up to the last choice with
 * another alternative, and takes that. */
#include "mpi/mpi-explore.h"
#include "common/command.h"
#include "common/origin.h"
#include "common/terminal.h"
#include "mpi/mpi-ends.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Compute the choices of the next run in place. Returns 0 if there is none. */
static size_t next_choices(int *taken, const int *of, size_t count)
{
    while (count && taken[count - 1] + 1 >= of[count - 1])
        count--;
    if (count)
        taken[count - 1]++;
    return count;
}

/* Print a command that repeats the run with the same checks. */
static void mpi_explore_print_command(const struct mpi_arguments *arguments,
                                      const struct weft_mpi_outcome *outcome,
                                      FILE *out)
{
    const struct weft_mpi *mpi = &arguments->mpi;
    fprintf(out, "weft mpi --explore=1 --choices ");
    for (size_t i = 0; i < outcome->chosen; i++)
        fprintf(out, "%s%d", i ? "," : "", outcome->choice[i]);
    fprintf(out, " -n %d", mpi->ranks);
    if (mpi->no_eager)
        fputs(" --strict", out);
    else if (mpi->watch)
        fputs(" --guard", out);
    mpi_print_given(arguments, out);
    for (int i = 0; i < mpi->argc; i++) {
        putc(' ', out);
        print_quoted(mpi->argv[i], out);
    }
}

static void tell_command(const struct mpi_arguments *arguments,
                         const struct weft_mpi_outcome *outcome, long run)
{
    char *command = NULL;
    size_t size;
    FILE *out = open_memstream(&command, &size);
    if (out)
        mpi_explore_print_command(arguments, outcome, out);
    /* if memory is short, fclose() succeeds, but there is no text */
    if (out && fclose(out) == 0 && command)
        print_plainly(stderr,
                      "weft: this happened in run %ld; to reproduce it: %s\n",
                      run, command);
    free(command);
}

static void mpi_explore_tell(const struct mpi_arguments *arguments,
                             const struct weft_mpi_outcome *outcome, long run)
{
    for (size_t i = 0; i < outcome->findings; i++)
        print_plainly(stderr, "weft: %s%s",
                      outcome->finding[i].warning ? "warning: " : "",
                      outcome->finding[i].text);
    if (!outcome->findings && outcome->status)
        print_plainly(stderr, "weft: the program exits with status %d\n",
                      outcome->status);
    if (outcome->chosen)
        tell_command(arguments, outcome, run);
}

void mpi_tell_redundant(void)
{
    print_plainly(stderr,
                  "weft: run abandoned: these choices repeat an earlier run\n");
}

/* Report a wrong exit status. Returns EXIT_GOOD if it is right. */
static int wrong_status(const struct weft_mpi_outcome *outcome, int usual)
{
    int status = outcome->status & 0xff;
    if (!status && (outcome->status || outcome->faults))
        status = EXIT_FAILED;
    return status == usual && !outcome->faults ? EXIT_GOOD : status;
}

int mpi_explore(struct mpi_arguments *arguments, long runs, int usual,
                struct mpi_tried *tried)
{
    struct weft_mpi *mpi = &arguments->mpi;
    struct weft_error err = {0};
    int status = EXIT_GOOD;
    int *choices = NULL;
    bool shown = false; /* whether at least one run was not redundant */
    mpi->explore = true;
    for (long run = 1; !status; run++) {
        struct weft_mpi_outcome outcome;
        if (mpi_ends_run(arguments, &outcome, &err))
            status = complain_of(&err);
        else if (!outcome.redundant)
            status = wrong_status(&outcome, usual);
        shown |= !outcome.redundant;
        fflush(stdout);
        if (status)
            mpi_explore_tell(arguments, &outcome, run);
        free(choices);
        choices = outcome.choice;
        outcome.choice = NULL;
        size_t count = next_choices(choices, outcome.choices, outcome.chosen);
        weft_mpi_finish(&outcome);
        mpi->choices = choices;
        mpi->choice_count = count;
        *tried = (struct mpi_tried){run, !status && !count};
        if (status || !count)
            break;
        if (run == runs) {
            if (runs > 1)
                print_plainly(
                    stderr,
                    "weft: warning: %ld runs made, more outcomes exist\n",
                    runs);
            break;
        }
    }
    if (!shown) {
        mpi_tell_redundant();
        status = EXIT_FAILED;
    }
    free(choices);
    mpi->choices = NULL;
    mpi->choice_count = 0;
    return status;
}

/* ---- several sinks --------------------------------------------------------
 */

static bool is_coarse(const struct weft_writer *writer)
{
    const char *name = weft_writer_format(writer)->name;
    return !strcmp(name, "picl") || !strcmp(name, "picl1");
}

static int mpi_explore_fan_begin(void *arg, const struct weft_trace_info *info)
{
    const struct mpi_fan *fan = arg;
    int result = 0;
    for (size_t i = 0; i < fan->count && !result; i++) {
        const struct weft_sink *sink = weft_writer_sink(fan->writer[i]);
        struct weft_trace_info told = *info;
        if (is_coarse(fan->writer[i]))
            told.unit_ns *= COARSER;
        result = sink->begin(sink->arg, &told);
    }
    return result;
}

static int mpi_explore_fan_events(void *arg, const struct weft_event *events,
                                  size_t count)
{
    const struct mpi_fan *fan = arg;
    int result = 0;
    for (size_t i = 0; i < fan->count && !result; i++) {
        const struct weft_sink *sink = weft_writer_sink(fan->writer[i]);
        result = sink->events(sink->arg, events, count);
    }
    return result;
}

static int mpi_explore_fan_end(void *arg)
{
    const struct mpi_fan *fan = arg;
    int result = 0;
    for (size_t i = 0; i < fan->count && !result; i++) {
        const struct weft_sink *sink = weft_writer_sink(fan->writer[i]);
        result = sink->end(sink->arg);
    }
    return result;
}

const struct weft_sink *mpi_fan_sink(struct mpi_fan *fan)
{
    fan->own = (struct weft_sink){mpi_explore_fan_begin, mpi_explore_fan_events,
                                  mpi_explore_fan_end, fan};
    return &fan->own;
}
