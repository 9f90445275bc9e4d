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

/* Names of the rules, for editors and other programs. */
static const char *const report_rules[] = {
    [RULE_OTHER] = "other",
    [RULE_ADDRESS] = "address",
    [RULE_COLLECTIVE] = "collective",
    [RULE_DEADLOCK] = "deadlock",
    [RULE_LEAK] = "leak",
    [RULE_MEMORY] = "memory",
    [RULE_REQUEST] = "request",
    [RULE_TYPE] = "type",
    [RULE_UNMATCHED] = "unmatched",
};

/* A finding, reported by one or several ranks. */
struct report_said {
    bool warning;
    enum mpi_rule rule;
    char *text; /* owned */
    /* first rank that reported it; -1: the finding concerns all ranks */
    int rank;
    int others;
    uint64_t times;               /* number of times it was reported */
    unsigned char *of;            /* ranks that reported it, or NULL */
    struct weft_mpi_place *place; /* [places] locations in the text; owned */
    size_t places;
};

struct report {
    struct report_said *said; /* [count] */
    size_t count, room;
};

static bool report_has(const struct report_said *said, int rank)
{
    return rank == said->rank ||
           (said->of && (said->of[rank / 8] >> rank % 8 & 1));
}

static void count_in(struct report_said *said, int rank)
{
    said->times++;
    if (report_has(said, rank))
        return;
    said->others++;
    if (said->of)
        said->of[rank / 8] |= (unsigned char)(1u << rank % 8);
}

/* Return what a finding says about a source line that its text mentions just
 * before `end`: the line of the text in which it does, unless that describes
 * the error itself; or "allocated at ring.c:7". NULL: nothing. */
static char *report_place_text(const struct report_said *said,
                               const struct source_line *line, const char *end)
{
    static const char *const words[] = {"allocated at ", "freed at "};
    const char *from = end;
    while (from > said->text && from[-1] != '\n')
        from--;
    if (said->rank < 0 || from > said->text) {
        from += strspn(from, " ");
        return strndup(from, strcspn(from, "\n"));
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]), whole = length + strlen(line->where);
        if ((size_t)(end - from) > whole &&
            strncmp(end - whole, words[i], length) == 0)
            return strndup(end - whole, whole);
    }
    return NULL;
}

/* Add the place of a source line, which `text` mentions just before `end`. */
static void report_add_place(struct report_said *said,
                             const struct source_line *line, const char *end)
{
    const char *colon = strrchr(line->path, ':');
    struct weft_mpi_place *more =
        realloc(said->place, (said->places + 1) * sizeof *more);
    if (!more)
        return;
    said->place = more;
    struct weft_mpi_place *place = &more[said->places];
    *place = (struct weft_mpi_place){
        strndup(line->path, (size_t)(colon - line->path)), atoi(colon + 1),
        report_place_text(said, line, end)};
    said->places += place->file != NULL;
}

static void report_find_places(struct report_said *said)
{
    const char *at = said->text;
    const struct source_line *line;
    while ((line = lines_mentioned(&at)))
        report_add_place(said, line, at);
}

static void mpi_report_add(struct world *world, bool warning,
                           enum mpi_rule rule, int rank, const char *text)
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
    struct report_said *said = &report->said[report->count++];
    *said = (struct report_said){
        .warning = warning,
        .rule = rule,
        .text = copy,
        .rank = rank,
        .times = 1,
        .of = calloc((size_t)world->size / 8 + 1, 1),
    };
    report_find_places(said);
    world->outcome->faults += !warning;
}

/* Write "15 times" unless each rank reported the finding once. */
static const char *report_times(const struct report_said *said, char text[40])
{
    text[0] = 0;
    if (said->times > (uint64_t)said->others + 1)
        snprintf(text, 40, " (%llu times)", (unsigned long long)said->times);
    return text;
}

/* Write a finding as a line. */
static void write_finding(const struct report_said *said, char *text,
                          size_t size)
{
    char times[40];
    if (said->rank < 0)
        snprintf(text, size, "%s", said->text);
    else if (said->others)
        snprintf(text, size, "rank %d and %d more%s%s\n", said->rank,
                 said->others, said->text, report_times(said, times));
    else
        snprintf(text, size, "rank %d%s%s\n", said->rank, said->text,
                 report_times(said, times));
}

/* Write the ranks that reported a finding: "rank 3", "ranks 0 to 3 (4)". */
static void report_whose(const struct report_said *said, int size, char *text,
                         size_t room)
{
    int *rank = said->of ? calloc((size_t)size, sizeof *rank) : NULL;
    int count = 0;
    for (int i = 0; rank && i < size; i++)
        if (report_has(said, i))
            rank[count++] = i;
    if (count) {
        size_t used =
            (size_t)snprintf(text, room, "rank%s ", count > 1 ? "s" : "");
        report_ranks(rank, count, text + used, room - used);
    } else {
        snprintf(text, room, "rank %d", said->rank);
    }
    free(rank);
}

/* Join the first `length` bytes of lines by "; ". */
static void report_join(const char *text, size_t length, char *line)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '\n')
            *line++ = text[i];
        else if (i + 1 < length) {
            *line++ = ';';
            *line++ = ' ';
        }
    }
    *line = 0;
}

/* Return the text of a finding as one line without its own location. */
static char *report_message(const struct report_said *said, int size)
{
    char whose[200], times[40];
    size_t length = strlen(said->text);
    size_t room = 2 * length + sizeof whose + sizeof times;
    char *message = malloc(room);
    if (message && said->rank >= 0) {
        report_whose(said, size, whose, sizeof whose);
        /* the text begins with ": " or with ", FILE:LINE: "; further lines
         * describe places */
        const char *own = strstr(said->text, ": ");
        snprintf(message, room, "%s%.*s%s", whose, (int)strcspn(own, "\n"), own,
                 report_times(said, times));
    } else if (message) {
        /* the lines before the first one that describes a place */
        const char *end = said->places && said->place[0].text
                              ? strstr(said->text, said->place[0].text)
                              : NULL;
        if (end > said->text)
            length = (size_t)(end - said->text);
        report_join(said->text, length, message);
    }
    return message;
}

static void report_tell(struct weft_mpi_finding *finding,
                        struct report_said *said, int size)
{
    size_t room = strlen(said->text) + 100;
    *finding = (struct weft_mpi_finding){
        .warning = said->warning,
        .rule = report_rules[said->rule],
        .text = malloc(room),
        .message = report_message(said, size),
        .place = said->place,
        .places = said->places,
    };
    if (finding->text)
        write_finding(said, finding->text, room);
}

void weft_mpi_finding_finish(struct weft_mpi_finding *finding)
{
    for (size_t i = 0; i < finding->places; i++) {
        free(finding->place[i].file);
        free(finding->place[i].text);
    }
    free(finding->place);
    free(finding->message);
    free(finding->text);
}

void report_last(const struct world *world, char *text, size_t size)
{
    const struct report *report = world->report;
    text[0] = 0;
    for (size_t i = 0; report && i < report->count; i++) {
        size_t used = strlen(text), left = size / 2 - used;
        if (strlen(report->said[i].text) + 100 > left)
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
        struct weft_mpi_finding finding;
        report_tell(&finding, &report->said[i], world->size);
        if (outcome->finding && finding.text && finding.message)
            outcome->finding[outcome->findings++] = finding;
        else
            weft_mpi_finding_finish(&finding);
        free(report->said[i].text);
        free(report->said[i].of);
    }
    free(report->said);
    free(report);
    world->report = NULL;
}

void report_add(struct rank *rank, bool warning, enum mpi_rule rule,
                const void *where, const char *format, va_list arguments)
{
    char place[240], said[2048], text[2400];
    vsnprintf(said, sizeof said, format, arguments);
    if (where) {
        report_where(rank, where, place, sizeof place);
        snprintf(text, sizeof text, ", %s: %s", place, said);
    } else {
        snprintf(text, sizeof text, ": %s", said);
    }
    mpi_report_add(rank->world, warning, rule, rank->number, text);
}

void report_add_common(struct world *world, enum mpi_rule rule,
                       const char *text)
{
    mpi_report_add(world, false, rule, -1, text);
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

void report_end(const struct world *world, char *text, const char *where)
{
    make_plain(text);
    if (world && world->settings->die)
        world->settings->die(text, where);
    for (;;) /* a thread of the program outlives the run, but not for long */
        pause();
}

static char last_words[32768];

static const char *why_no_rank(const struct world *world)
{
    if (world && load_is_loading(world->copies))
        return "while the program is loaded, before main";
    return "by a thread of the system; only the main thread of a rank, its "
           "threads of OpenMP (gcc) and POSIX threads under "
           "MPI_THREAD_SERIALIZED or MPI_THREAD_MULTIPLE may do so";
}

void report_stray(const struct world *world, const char *function,
                  const void *caller)
{
    struct source_line line = {.path = ""};
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
    report_end(world, last_words, line.path);
}

void report_late(struct rank *rank)
{
    report_last(rank->world, last_words, sizeof last_words);
    size_t used = strlen(last_words);
    snprintf(last_words + used, sizeof last_words - used,
             "rank %d calls %s after its program has ended", rank->number,
             rank->function);
    report_end(rank->world, last_words, "");
}
