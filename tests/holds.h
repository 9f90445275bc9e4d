/* What each format stores of a trace, read from the table in docs/formats.md,
 * so that the round-trip tests verify exactly what the document promises.
 * HOLDS_TABLE is the path of the document. */
#ifndef WEFT_TESTS_HOLDS_H
#define WEFT_TESTS_HOLDS_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/trace.h>

/* A cell of the table: no, yes, or yes under a condition: "with steps", "of
 * runs", or "in real traces", which have no steps. "Else the order": without
 * steps, only the order of each processor's events is stored, not their
 * times. */
enum holds {
    HOLDS_NO,
    HOLDS_YES,
    HOLDS_WITH_STEPS,
    HOLDS_ELSE_ORDER,
    HOLDS_OF_RUNS,
    HOLDS_IN_REAL
};

/* The rows in the order of the document; holds_row[] has their first words. */
enum {
    HOLDS_RECEPTIONS,
    HOLDS_BYTES,
    HOLDS_DIMENSION,
    HOLDS_COMPUTING,
    HOLDS_OTHER,   /* waits, stores, marks */
    HOLDS_AWAITED, /* the processor that a wait is for */
    HOLDS_SLEEPING,
    HOLDS_TASKS,
    HOLDS_CALLS, /* calls other than transfers, and presence records */
    HOLDS_READY,
    HOLDS_SHOUT,
    HOLDS_UNUSED, /* fields that are meaningless for the kind of event */
    HOLDS_ORDER,
    HOLDS_TIMES,
    HOLDS_WORDS, /* parameters of the run */
    HOLDS_ROWS
};
static const char *const holds_row[HOLDS_ROWS] = {
    "receptions",
    "length in bytes",
    "dimension",
    "computing",
    "waits, stores, marks",
    "awaited processor",
    "sleeping",
    "tasks",
    "other calls",
    "ready before",
    "several transfers",
    "fields that",
    "the order",
    "times",
    "parameters of the run",
};

#define HOLDS_FORMATS 10
static struct holds_format {
    char name[16];
    enum holds cell[HOLDS_ROWS];
} holds_format[HOLDS_FORMATS];
static size_t holds_formats;

/* Split a line "| a | b |" into cells. Return false if it is not a table
 * row. */
static inline bool holds_cells(char *line, char *cell[HOLDS_FORMATS + 1],
                               size_t *count)
{
    *count = 0;
    if (*line != '|')
        return false;
    for (char *at = line + 1, *bar; (bar = strchr(at, '|')); at = bar + 1) {
        if (*count > HOLDS_FORMATS)
            return false;
        *bar = '\0';
        at += strspn(at, " ");
        cell[(*count)++] = at;
    }
    return *count > 1;
}

static inline enum holds holds_parse(const char *cell)
{
    if (strstr(cell, "in real traces"))
        return HOLDS_IN_REAL;
    if (strncmp(cell, "yes", 3) != 0)
        return HOLDS_NO;
    if (strstr(cell, "else the order"))
        return HOLDS_ELSE_ORDER;
    if (strstr(cell, "with steps"))
        return HOLDS_WITH_STEPS;
    return strstr(cell, "of runs") ? HOLDS_OF_RUNS : HOLDS_YES;
}

/* Read the table; abort if it is not as expected. */
static inline void holds_load(void)
{
    FILE *file = fopen(HOLDS_TABLE, "r");
    char line[1000], *cell[HOLDS_FORMATS + 1];
    size_t count, row = 0;
    if (!file)
        abort();
    while (row < HOLDS_ROWS && fgets(line, sizeof line, file)) {
        bool cells = holds_cells(line, cell, &count);
        if (cells && !holds_formats && !strncmp(cell[1], "chrome", 6)) {
            for (size_t i = 1; i < count; i++)
                sscanf(cell[i], "%15s", holds_format[holds_formats++].name);
        } else if (cells && holds_formats && *cell[0] != '-') {
            const char *word = holds_row[row];
            if (strncmp(cell[0], word, strlen(word)) != 0 ||
                count != holds_formats + 1) {
                fprintf(stderr, "%s: '%s' where '%s' should be\n", HOLDS_TABLE,
                        cell[0], word);
                abort();
            }
            for (size_t i = 1; i < count; i++)
                holds_format[i - 1].cell[row] = holds_parse(cell[i]);
            row++;
        }
    }
    fclose(file);
    if (row < HOLDS_ROWS)
        abort();
}

/* Return the column of a format, or NULL if it has none. */
static inline const struct holds_format *holds_of(const char *name)
{
    if (!holds_formats)
        holds_load();
    for (size_t i = 0; i < holds_formats; i++)
        if (!strcmp(holds_format[i].name, name))
            return &holds_format[i];
    return NULL;
}

struct holds_rule {
    bool holds[HOLDS_ROWS];
    bool in_turn; /* only the order of each processor's events is stored, not
                     their times */
};

/* Return what a format stores of one trace; `run`: weft produced the trace in a
 * run. */
static inline struct holds_rule holds_rule(const struct holds_format *format,
                                           const struct weft_trace *trace,
                                           bool run)
{
    struct holds_rule rule = {.in_turn = format->cell[HOLDS_TIMES] ==
                                             HOLDS_ELSE_ORDER &&
                                         !trace->info.step};
    for (int i = 0; i < HOLDS_ROWS; i++)
        rule.holds[i] =
            format->cell[i] == HOLDS_YES ||
            ((format->cell[i] == HOLDS_WITH_STEPS ||
              format->cell[i] == HOLDS_ELSE_ORDER) &&
             trace->info.step) ||
            (format->cell[i] == HOLDS_IN_REAL && !trace->info.step) ||
            (format->cell[i] == HOLDS_OF_RUNS && run);
    return rule;
}

/* The fields that a kind of event needs. */
static const struct {
    bool duration, peer, message, bytes, dimension;
} holds_field[WEFT_EVENT_KINDS] = {
    [WEFT_SEND] = {true, true, true, true, true},
    [WEFT_RECEIVE] = {true, true, true, true, true},
    [WEFT_WAIT] = {.peer = true, .dimension = true},
    [WEFT_SLEEP] = {.duration = true},
    [WEFT_COMPUTE] = {.duration = true},
    [WEFT_STORE] = {.message = true, .bytes = true},
    [WEFT_MARK] = {.message = true},
    [WEFT_CALL] = {.duration = true},
    [WEFT_TASK] = {.message = true},
    [WEFT_DONE] = {.message = true},
};

/* Return whether events of this kind are stored at all. */
static inline bool holds_kind(const struct holds_rule *rule, uint8_t kind)
{
    if (kind == WEFT_SEND)
        return true;
    if (kind == WEFT_RECEIVE)
        return rule->holds[HOLDS_RECEPTIONS];
    if (kind == WEFT_COMPUTE)
        return rule->holds[HOLDS_COMPUTING];
    if (kind == WEFT_SLEEP)
        return rule->holds[HOLDS_SLEEPING];
    if (kind == WEFT_TASK || kind == WEFT_DONE)
        return rule->holds[HOLDS_TASKS];
    if (kind == WEFT_CALL || kind == WEFT_PRESENT)
        return rule->holds[HOLDS_CALLS];
    return rule->holds[HOLDS_OTHER];
}

static inline void holds_reduce_event(struct weft_event *e,
                                      const struct holds_rule *rule)
{
    const bool *holds = rule->holds;
    bool receive = e->kind == WEFT_RECEIVE;
    bool unused = holds[HOLDS_UNUSED];
    if (!holds[HOLDS_BYTES] || (!unused && !holds_field[e->kind].bytes))
        e->bytes = 0;
    if (!holds[HOLDS_DIMENSION] || (!unused && !holds_field[e->kind].dimension))
        e->dimension = -1;
    if (!unused && !holds_field[e->kind].duration)
        e->duration = 0;
    if (!unused && !holds_field[e->kind].peer)
        e->peer = -1;
    if (!unused && !holds_field[e->kind].message)
        e->message = -1;
    if (!holds[HOLDS_OTHER])
        e->flags = 0;
    if (!receive || (!holds[HOLDS_READY] && !(e->flags & WEFT_EVENT_WAITED)))
        e->since = e->start;
    if (!holds[HOLDS_SHOUT])
        e->flags &= (uint8_t)~WEFT_EVENT_SAME;
    if (!holds[HOLDS_AWAITED] && e->kind == WEFT_WAIT)
        e->peer = -1;
}

/* Order events by time and processor, then by all other members. */
static inline int holds_compare(const void *a, const void *b)
{
    const struct weft_event *x = a, *y = b;
    const int64_t keys[][2] = {
        {(int64_t)x->start, (int64_t)y->start},
        {x->rank, y->rank},
        {x->kind, y->kind},
        {x->peer, y->peer},
        {x->message, y->message},
        {(int64_t)x->duration, (int64_t)y->duration},
        {(int64_t)x->since, (int64_t)y->since},
        {x->bytes, y->bytes},
        {x->dimension, y->dimension},
        {x->flags, y->flags},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] < keys[i][1] ? -1 : 1;
    return 0;
}

/* Reduce a trace to what the format stores. */
static inline void holds_reduce(struct weft_trace *trace,
                                const struct holds_rule *rule)
{
    size_t kept = 0;
    for (size_t i = 0; i < trace->count; i++) {
        struct weft_event e = trace->events[i];
        if (!holds_kind(rule, e.kind))
            continue;
        holds_reduce_event(&e, rule);
        trace->events[kept++] = e;
    }
    trace->count = kept;
    if (!rule->holds[HOLDS_ORDER] && kept)
        qsort(trace->events, kept, sizeof *trace->events, holds_compare);
}

static inline bool holds_near(uint64_t a, uint64_t b, uint64_t most)
{
    return (a > b ? a - b : b - a) <= most;
}

/* Return whether two events are equal, with times that differ by at most
 * `most`. */
static inline bool holds_same(const struct weft_event *a,
                              const struct weft_event *b, uint64_t most)
{
    return a->rank == b->rank && a->kind == b->kind && a->peer == b->peer &&
           a->message == b->message && a->bytes == b->bytes &&
           a->dimension == b->dimension && a->flags == b->flags &&
           holds_near(a->start, b->start, most) &&
           holds_near(a->start + a->duration, b->start + b->duration, most) &&
           holds_near(a->since, b->since, most);
}

/* Return by how much times may move where a writer shifts them to keep the
 * order: up to one microsecond per record of the processor. */
static inline uint64_t holds_moved(const struct weft_trace *trace, int32_t rank)
{
    uint64_t records = 2, unit = trace->info.unit_ns ? trace->info.unit_ns : 1;
    for (size_t i = 0; i < trace->count; i++)
        records += trace->events[i].rank == rank ? 4 : 0;
    return records * 1000 / unit + 2;
}

/* Return the time that determines an event's place in the order: the end of a
 * reception, the start of any other event. */
static inline uint64_t holds_turn(const struct weft_event *e)
{
    return e->start + (e->kind == WEFT_RECEIVE ? e->duration : 0);
}

static inline int holds_compare_turn(const void *a, const void *b)
{
    const struct weft_event *x = a, *y = b;
    uint64_t p = holds_turn(x), q = holds_turn(y);
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return p != q ? (p < q ? -1 : 1) : holds_compare(a, b);
}

static inline bool holds_alike(const struct weft_event *a,
                               const struct weft_event *b)
{
    return a->rank == b->rank && a->kind == b->kind && a->peer == b->peer &&
           a->message == b->message && a->bytes == b->bytes &&
           (a->kind != WEFT_COMPUTE || a->duration == b->duration);
}

/* Return the first event of a that is missing in b, or that precedes in b an
 * event that it follows in a; a->count if none. Events at the same time may
 * have any order. */
static inline size_t holds_out_of_turn(const struct weft_trace *a,
                                       const struct weft_trace *b)
{
    bool *taken = calloc(b->count + 1, sizeof *taken);
    size_t i = 0, k = 0, first = 0;
    /* latest turn in b: of events before the time of *e; of all so far */
    uint64_t turn = 0, all = 0;
    if (!taken)
        abort();
    if (a->count)
        qsort(a->events, a->count, sizeof *a->events, holds_compare_turn);
    if (b->count)
        qsort(b->events, b->count, sizeof *b->events, holds_compare_turn);
    for (; i < a->count; i++) {
        const struct weft_event *e = &a->events[i], *last = i ? e - 1 : NULL;
        bool same = last && last->rank == e->rank;
        if (!same)
            turn = all = 0;
        if (!same || holds_turn(last) != holds_turn(e))
            turn = all;
        while (first < b->count && taken[first])
            first++;
        for (k = first; k < b->count; k++)
            if (!taken[k] && holds_alike(e, &b->events[k]) &&
                holds_turn(&b->events[k]) >= turn)
                break;
        if (k == b->count)
            break;
        taken[k] = true;
        if (holds_turn(&b->events[k]) > all)
            all = holds_turn(&b->events[k]);
    }
    free(taken);
    return i;
}

/* Return the first event of a that b lacks, or a->count if none. Both traces
 * have been reduced. */
static inline size_t holds_missing(const struct weft_trace *a,
                                   const struct weft_trace *b,
                                   const struct holds_rule *rule)
{
    if (rule->in_turn)
        return holds_out_of_turn(a, b);
    if (rule->holds[HOLDS_TIMES]) {
        size_t i = 0;
        while (i < a->count && i < b->count &&
               holds_same(&a->events[i], &b->events[i], 0))
            i++;
        return i;
    }
    bool *taken = calloc(b->count + 1, sizeof *taken);
    size_t i = 0;
    if (!taken)
        abort();
    for (size_t k = 0; i < a->count && k < b->count; i++) {
        uint64_t most = holds_moved(a, a->events[i].rank);
        for (k = 0; k < b->count; k++)
            if (!taken[k] && holds_same(&a->events[i], &b->events[k], most))
                break;
        if (k == b->count)
            break;
        taken[k] = true;
    }
    free(taken);
    return i;
}

static inline const char *holds_words(const struct weft_event *e)
{
    static char text[2][200];
    static int turn;
    turn = !turn;
    snprintf(text[turn], sizeof text[turn],
             "%s %llu+%llu since %llu: %d, peer %d, message %d, bytes %u, "
             "dimension %d, flags %d",
             weft_event_names[e->kind], (unsigned long long)e->start,
             (unsigned long long)e->duration, (unsigned long long)e->since,
             e->rank, e->peer, e->message, e->bytes, e->dimension, e->flags);
    return text[turn];
}

/* Return whether two strings are equal, except that invalid bytes of a may be
 * replacement characters in b. */
static inline bool holds_text(const char *a, const char *b)
{
    static const char sign[] = "\xef\xbf\xbd";
    while (*a && *b) {
        size_t first = weft_character_length(a);
        size_t second = weft_character_length(b);
        bool same = first == second && !strncmp(a, b, first ? first : 1);
        if (!same && (first || strncmp(b, sign, second) != 0))
            return false;
        a += first ? first : 1;
        b += second ? second : 1;
    }
    return *a == *b;
}

/* Return the key of the first property of the run that was lost or changed, or
 * NULL. Additional parameters are allowed. */
static inline const char *
holds_lost_word(const struct weft_trace_info *expected,
                const struct weft_trace_info *found)
{
    size_t j = 0;
    if (!expected->processors) /* PICL stores none without processors */
        return NULL;
    if (expected->processors != found->processors)
        return "processors";
    if (expected->unit_ns != found->unit_ns)
        return "unit_ns";
    if (expected->step != found->step)
        return "step";
    for (size_t i = 0; i < expected->parameters; i++, j++) {
        const struct weft_parameter *own = &expected->parameter[i];
        while (j < found->parameters &&
               !(holds_text(own->key, found->parameter[j].key) &&
                 holds_text(own->value, found->parameter[j].value)))
            j++;
        if (j == found->parameters)
            return own->key;
    }
    return NULL;
}

/* Describe in `text` how two reduced traces differ. Return false if they do
 * not. */
static inline bool holds_differ(const struct weft_trace *expected,
                                const struct weft_trace *found,
                                const struct holds_rule *rule, char text[500])
{
    const char *word = rule->holds[HOLDS_WORDS]
                           ? holds_lost_word(&expected->info, &found->info)
                           : NULL;
    if (word) {
        snprintf(text, 500, "'%.400s' of the run is not the same", word);
        return true;
    }
    size_t i = holds_missing(expected, found, rule);
    bool there = i < expected->count;
    const char *lost = there ? holds_words(&expected->events[i]) : "no event";
    const char *got =
        i < found->count ? holds_words(&found->events[i]) : "no event";
    snprintf(text, 500, "%zu events of %zu; event %zu: %s; expected %s",
             found->count, expected->count, i, got, lost);
    return there || found->count != expected->count;
}

#endif
