/* Collection of findings, with locations in the program's source. */
#include "mpi/report.h"
#include "mpi/load.h"
#include "mpi/source-lines.h"
#include "mpi/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REPORT_RANGES 6 /* ranges of ranks in a text */

void report_where(const struct rank *rank, const void *address, char *text,
                  size_t size)
{
    snprintf(text, size, "%s",
             lines_of(rank->world->copies, rank->number, address)->where);
}

void report_ranks(const int *rank, int count, char *text, size_t size)
{
    size_t used = 0;
    int ranges = 0;
    text[0] = 0;
    for (int i = 0, last; i < count && used + 40 < size; i = last + 1) {
        for (last = i; last + 1 < count && rank[last + 1] == rank[last] + 1;)
            last++;
        last = last == i + 1 ? i : last; /* two ranks are no range */
        const char *comma = i ? ", " : "";
        if (ranges++ == REPORT_RANGES) {
            used += (size_t)snprintf(text + used, size - used, ", ...");
            break;
        }
        used +=
            (size_t)snprintf(text + used, size - used, "%s%d", comma, rank[i]);
        if (last > i)
            used += (size_t)snprintf(text + used, size - used, " to %d",
                                     rank[last]);
    }
    if (count > 2 && used < size)
        snprintf(text + used, size - used, " (%d)", count);
}

/* ---- findings -------------------------------------------------------------
 */

/* A finding, reported by one or several ranks. */
struct report_said {
    bool warning;
    char *text; /* owned */
    /* first rank that reported it; -1: the finding concerns all ranks */
    int rank;
    int others;
    unsigned char *of; /* ranks that reported it, or NULL */
};

struct report {
    struct report_said *said; /* [count] */
    size_t count, room;
};

static void count_in(struct report_said *said, int rank)
{
    unsigned char bit = (unsigned char)(1u << rank % 8);
    if (rank == said->rank || (said->of && (said->of[rank / 8] & bit)))
        return;
    said->others++;
    if (said->of)
        said->of[rank / 8] |= bit;
}

static void mpi_report_add(struct world *world, bool warning, int rank,
                           const char *text)
{
    struct report *report = world->report;
    if (!report)
        report = world->report = calloc(1, sizeof *report);
    for (size_t i = 0; report && rank >= 0 && i < report->count; i++)
        if (report->said[i].warning == warning &&
            strcmp(report->said[i].text, text) == 0) {
            count_in(&report->said[i], rank);
            return;
        }
    if (report && report->count == report->room) {
        size_t room = 2 * report->room + 16;
        struct report_said *more = realloc(report->said, room * sizeof *more);
        if (!more)
            return;
        report->said = more;
        report->room = room;
    }
    char *copy = report ? strdup(text) : NULL;
    if (!copy)
        return;
    report->said[report->count++] = (struct report_said){
        warning, copy, rank, 0, calloc((size_t)world->size / 8 + 1, 1)};
    world->outcome->faults += !warning;
}

/* Write a finding as a line. */
static void write_finding(const struct report_said *said, char *text,
                          size_t size)
{
    if (said->rank < 0)
        snprintf(text, size, "%s", said->text);
    else if (said->others)
        snprintf(text, size, "rank %d and %d more%s\n", said->rank,
                 said->others, said->text);
    else
        snprintf(text, size, "rank %d%s\n", said->rank, said->text);
}

static void report_tell(struct weft_mpi_finding *finding,
                        const struct report_said *said)
{
    size_t size = strlen(said->text) + 64;
    finding->warning = said->warning;
    finding->text = malloc(size);
    if (finding->text)
        write_finding(said, finding->text, size);
}

void report_last(const struct world *world, char *text, size_t size)
{
    const struct report *report = world->report;
    text[0] = 0;
    for (size_t i = 0; report && i < report->count; i++) {
        size_t used = strlen(text), left = size / 2 - used;
        if (strlen(report->said[i].text) + 64 > left)
            break; /* the other half is for the end itself */
        const char *kind = report->said[i].warning ? "warning: " : "";
        snprintf(text + used, left, "%s", kind);
        used += strlen(kind);
        write_finding(&report->said[i], text + used, left - strlen(kind));
        strcat(text, "weft: ");
    }
}

void report_close(struct world *world)
{
    struct report *report = world->report;
    struct weft_mpi_outcome *outcome = world->outcome;
    if (!report)
        return;
    outcome->finding = calloc(report->count + 1, sizeof *outcome->finding);
    for (size_t i = 0; i < report->count; i++) {
        if (outcome->finding)
            report_tell(&outcome->finding[outcome->findings], &report->said[i]);
        if (outcome->finding && outcome->finding[outcome->findings].text)
            outcome->findings++;
        free(report->said[i].text);
        free(report->said[i].of);
    }
    free(report->said);
    free(report);
    world->report = NULL;
}

void report_add(struct rank *rank, bool warning, const void *where,
                const char *format, va_list arguments)
{
    char place[240], said[2048], text[2400];
    vsnprintf(said, sizeof said, format, arguments);
    if (where) {
        report_where(rank, where, place, sizeof place);
        snprintf(text, sizeof text, ", %s: %s", place, said);
    } else {
        snprintf(text, sizeof text, ": %s", said);
    }
    mpi_report_add(rank->world, warning, rank->number, text);
}

void report_add_common(struct world *world, const char *text)
{
    mpi_report_add(world, false, -1, text);
}

/* ---- ends -----------------------------------------------------------------
 */

/* Replace terminal control characters by '?'. */
static void make_plain(char *text)
{
    for (size_t length; *text; text += length) {
        length = weft_character_length(text);
        if (!length || (*text != '\n' && weft_character_controls(text))) {
            *text = '?';
            length = 1;
        }
    }
}

void report_end(const struct world *world, char *text)
{
    make_plain(text);
    if (world && world->settings->die)
        world->settings->die(text);
    for (;;) /* a thread of the program outlives the run, but not for long */
        pause();
}

static char last_words[32768];

static const char *why_no_rank(const struct world *world)
{
    if (world && world->copies->loading)
        return "while the program is loaded, before main";
    return "by a thread other than the main thread of its rank: weft supports "
           "MPI_THREAD_FUNNELED at most";
}

void report_stray(const struct world *world, const char *function,
                  const void *caller)
{
    struct source_line line;
    int copy = world ? lines_copy_of(world->copies, caller) : -1;
    last_words[0] = 0;
    if (copy >= 0 && lines_locate(world->copies, copy, caller, &line)) {
        lines_find(world->copies, &line, 1);
        snprintf(last_words, sizeof last_words, "rank %d, %s: ", copy,
                 line.where);
    }
    size_t used = strlen(last_words);
    snprintf(last_words + used, sizeof last_words - used, "%s is called %s",
             function, why_no_rank(world));
    report_end(world, last_words);
}

void report_late(struct rank *rank)
{
    report_last(rank->world, last_words, sizeof last_words);
    size_t used = strlen(last_words);
    snprintf(last_words + used, sizeof last_words - used,
             "rank %d calls %s after its program has ended", rank->number,
             rank->function);
    report_end(rank->world, last_words);
}
