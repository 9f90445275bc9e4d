/* Describe a deadlock: every cycle of waiting processors, then all others that
 * wait. A processor waits for one other or for any. The search follows the
 * former from each processor once, and so finds every cycle. */
#include "deadlock.h"
#include "base/invariant.h"
#include "base/text/memstream.h"
#include "machine/loop/loop.h"
#include "machine/processor.h"
#include "machine/run.h"
#include <stdio.h>
#include <stdlib.h>

#define DEADLOCK_LINES_MAX 100
#define CYCLE_MAX 64 /* maximum number of processors listed per cycle */

struct writer {
    const struct run *run;
    FILE *out;
    /* [size] number of the walk that visited each processor; 0: none, -1: the
     * processor is on a cycle */
    int *colour;
    int lines, left_out;
};

static unsigned long long deadlock_step(const struct run *run, int rank)
{
    return run_step(run, run->processor[rank].clock);
}

/* Return the one processor that this processor waits for, or -1. */
static int deadlock_edge(const struct run *run, int rank)
{
    const struct weft_processor *processor = &run->processor[rank];
    return processor->stuck ? processor->from : -1;
}

static bool deadlock_room(struct writer *writer)
{
    if (writer->lines++ < DEADLOCK_LINES_MAX)
        return true;
    writer->left_out++;
    return false;
}

static void write_cycle(struct writer *writer, int first)
{
    const struct run *run = writer->run;
    bool write = deadlock_room(writer);
    int named = 0, at = first;
    if (write)
        fprintf(writer->out, "cycle: ");
    do {
        writer->colour[at] = -1;
        if (write && named++ < CYCLE_MAX)
            fprintf(writer->out, "processor %d%s waits in step %llu for ", at,
                    named > 1 ? ", which" : "", deadlock_step(run, at));
        at = deadlock_edge(run, at);
        INVARIANT(at >= 0);
    } while (at != first);
    if (write && named > CYCLE_MAX)
        fprintf(writer->out, "%d more, the last of which waits for ",
                named - CYCLE_MAX);
    if (write)
        fprintf(writer->out, "processor %d\n", first);
}

static void find_cycles(struct writer *writer)
{
    const struct run *run = writer->run;
    for (int i = 0; i < run->size; i++) {
        int at = i;
        while (at >= 0 && !writer->colour[at]) {
            writer->colour[at] = i + 1;
            at = deadlock_edge(run, at);
        }
        if (at >= 0 && writer->colour[at] == i + 1 &&
            deadlock_edge(run, at) >= 0)
            write_cycle(writer, at);
    }
}

static void write_waiting(struct writer *writer, int rank)
{
    const struct run *run = writer->run;
    int from = deadlock_edge(run, rank);
    if (!deadlock_room(writer))
        return;
    fprintf(writer->out, "processor %d waits in step %llu for ", rank,
            deadlock_step(run, rank));
    if (from < 0)
        fprintf(writer->out, "any processor\n");
    else if (run->processor[from].stuck || run->processor[from].running)
        fprintf(writer->out, "processor %d\n", from);
    else
        fprintf(writer->out, "processor %d, which has finished\n", from);
}

static void write_going(struct writer *writer)
{
    const struct run *run = writer->run;
    for (int i = 0; i < run->size; i++) {
        unsigned long long round = loop_barrier(run, i);
        if (!run->processor[i].running || !deadlock_room(writer))
            continue;
        fprintf(writer->out, "processor %d %s in step %llu", i,
                round ? "waits" : "continues", deadlock_step(run, i));
        if (round)
            fprintf(writer->out, " for all others before round %llu", round);
        fputc('\n', writer->out);
    }
}

static void write_title(struct writer *writer)
{
    const struct run *run = writer->run;
    int stuck = 0, running = 0;
    for (int i = 0; i < run->size; i++) {
        bool barrier = loop_barrier(run, i);
        stuck += run->processor[i].stuck || barrier;
        running += run->processor[i].running && !barrier;
    }
    if (run->limited)
        fprintf(writer->out,
                "not finished within %llu steps: of %d processors, %d continue "
                "and %d wait\n",
                (unsigned long long)run->machine->max_steps, run->size, running,
                stuck);
    else
        fprintf(writer->out, "deadlock: %d of %d processors wait\n", stuck,
                run->size);
}

char *deadlock_report(const struct run *run)
{
    struct memstream text;
    struct writer writer = {.run = run};
    writer.colour = calloc((size_t)run->size, sizeof *writer.colour);
    if (memstream_open(&text) == 0 && writer.colour) {
        writer.out = text.out;
        write_title(&writer);
        write_going(&writer);
        find_cycles(&writer);
        for (int i = 0; i < run->size; i++)
            if (run->processor[i].stuck && writer.colour[i] >= 0)
                write_waiting(&writer, i);
        if (writer.left_out)
            fprintf(writer.out, "and %d more\n", writer.left_out);
    }
    char *report = memstream_close(&text, NULL);
    if (!writer.colour) {
        free(report);
        report = NULL;
    }
    free(writer.colour);
    return report;
}
