/* Exploration of every outcome of an MPI program: depth-first search over the
 * choices at receives from any source. Each run reports its choices and the
 * numbers of alternatives; the next run repeats them up to the last choice with
 * another alternative, and takes that. */
#include "mpi/mpi-explore.h"
#include "common/command.h"
#include "common/origin.h"
#include "mpi/mpi-ends.h"
#include "mpi/mpi-findings.h"

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

/* Print a command that repeats the run with the same choices and checks. */
static void mpi_explore_print_command(const struct mpi_arguments *arguments,
                                      const int *choice, size_t chosen,
                                      FILE *out)
{
    const struct weft_mpi *mpi = &arguments->mpi;
    fputs("to reproduce it: weft mpi", out);
    for (size_t i = 0; i < chosen; i++)
        fprintf(out, "%s%d", i ? "," : " --explore=1 --choices ", choice[i]);
    fprintf(out, " -n %d", mpi->part->ranks);
    if (mpi->no_eager)
        fputs(" --strict", out);
    else if (mpi->watch)
        fputs(" --guard", out);
    mpi_print_given(arguments, out);
    for (size_t k = 0; k < mpi->parts; k++) {
        if (k)
            fprintf(out, " : -n %d", mpi->part[k].ranks);
        for (int i = 0; i < mpi->part[k].argc; i++) {
            putc(' ', out);
            print_quoted(mpi->part[k].argv[i], out);
        }
    }
}

char *mpi_explore_sentence(const struct mpi_arguments *arguments,
                           const char *how, const int *choice, size_t chosen)
{
    char *sentence = NULL;
    size_t size;
    FILE *out = open_memstream(&sentence, &size);
    if (out) {
        fprintf(out, "this happened %s; ", how);
        mpi_explore_print_command(arguments, choice, chosen, out);
    }
    if (out && fclose(out) == 0)
        return sentence; /* NULL if memory is short */
    free(sentence);
    return NULL;
}

static char *sentence_of_run(const struct mpi_arguments *arguments, long run,
                             const int *choice, size_t chosen)
{
    char how[60];
    snprintf(how, sizeof how, "in run %ld", run);
    return chosen ? mpi_explore_sentence(arguments, how, choice, chosen) : NULL;
}

static void mpi_explore_tell(const struct mpi_arguments *arguments,
                             struct weft_mpi_outcome *outcome, long run)
{
    bool silent = !outcome->findings && outcome->status;
    mpi_findings_add(outcome, "", true);
    if (silent)
        mpi_findings_fail("the program exits with status %d", outcome->status);
    char *sentence =
        sentence_of_run(arguments, run, outcome->choice, outcome->chosen);
    if (sentence)
        mpi_findings_note("%s", sentence);
    free(sentence);
}

void mpi_tell_redundant(void)
{
    mpi_findings_say("run abandoned: these choices repeat an earlier run");
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
        mpi_ends_repeat(
            sentence_of_run(arguments, run, mpi->choices, mpi->choice_count));
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
                mpi_findings_say("warning: %ld runs made, more outcomes exist",
                                 runs);
            break;
        }
    }
    if (!shown) {
        mpi_tell_redundant();
        status = EXIT_FAILED;
    }
    mpi_ends_repeat(NULL);
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
