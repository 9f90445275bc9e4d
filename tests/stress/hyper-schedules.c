/* Small schedules of Stamoulis and Tsitsiklis and of the lecture notes,
 * compared transfer by transfer. */
#include "hyper.h"

/* ---- schedules as text: "1 0 1 1 | 1 0 2 1 | ..." ---- */

struct transfer {
    int slot, source, target, message;
};

static int transfer_compare(const void *a, const void *b)
{
    const struct transfer *x = a, *y = b;
    if (x->slot != y->slot)
        return x->slot - y->slot;
    if (x->source != y->source)
        return x->source - y->source;
    if (x->target != y->target)
        return x->target - y->target;
    return x->message - y->message;
}

/* Return the run's transfers after slot `skip`, "slot src dst msg" each; the
 * caller frees the text. */
static char *schedule_of(const struct run *run, int skip)
{
    const struct weft_trace *trace = &run->trace;
    struct transfer *list = calloc(trace->count + 1, sizeof *list);
    size_t count = 0, used = 0;
    for (size_t i = 0; i < trace->count; i++) {
        const struct weft_event *e = &trace->events[i];
        if (e->kind == WEFT_SEND && (int)e->start >= skip)
            list[count++] = (struct transfer){(int)e->start + 1, e->rank,
                                              e->peer, e->message};
    }
    qsort(list, count, sizeof *list, transfer_compare);
    char *text = calloc(count + 1, 64);
    for (size_t i = 0; i < count; i++)
        used += (size_t)sprintf(text + used, "%s%d %d %d %d", i ? " | " : "",
                                list[i].slot, list[i].source, list[i].target,
                                list[i].message);
    free(list);
    return text;
}

static void same_schedule(const struct run *run, int skip, const char *expected)
{
    char *text = schedule_of(run, skip);
    MUST(strcmp(text, expected) == 0, "%s %s\n  expected %s\n  found    %s",
         run->experiment.problem, given(&run->experiment, "strategy"), expected,
         text);
    free(text);
}

/* `prefix`: the text excludes the transfers of phase 1 */
static const struct example {
    const char *problem, *strategy;
    int d;
    const char *sources;
    int root, steps;
    const char *schedule;
} examples[] = {
    {"simultaneous", "prefix", 2, "1,3,2", 0, 12,
     "6 3 1 1 | 9 1 0 1 | 9 1 3 1 | 9 2 0 2 | 9 2 3 2 | 10 1 0 3 | "
     "10 1 3 3 | 10 2 0 5 | 10 2 3 5 | 10 3 1 2 | 10 3 2 1 | "
     "11 1 0 4 | 11 1 3 4 | 11 3 1 5 | 11 3 2 3 | 12 3 2 4"},
    {"simultaneous", "prefix", 2, "0,1,2", 0, 12,
     "6 0 1 3 | 6 1 3 2 | 6 2 3 1 | 7 3 1 1 | 7 3 2 2 | 9 1 0 1 | "
     "9 1 3 1 | 9 2 0 2 | 9 2 3 2 | 10 1 0 3 | 10 1 3 3 | "
     "10 2 0 5 | 10 2 3 5 | 10 3 1 2 | 10 3 2 1 | 11 1 0 4 | "
     "11 1 3 4 | 11 3 1 5 | 11 3 2 3 | 12 3 2 4"},
    {"simultaneous", "prefix", 2, "0,2,2,2,3,3", 0, 14,
     "6 0 2 6 | 6 2 3 3 | 6 3 1 1 | 6 3 2 2 | 7 2 3 5 | 7 3 1 3 | "
     "8 3 1 5 | 10 1 0 1 | 10 1 3 1 | 10 2 0 2 | 10 2 3 2 | "
     "11 1 0 3 | 11 1 3 3 | 11 2 0 4 | 11 2 3 4 | 11 3 1 2 | "
     "11 3 2 1 | 12 1 0 5 | 12 1 3 5 | 12 2 0 6 | 12 2 3 6 | "
     "12 3 1 4 | 12 3 2 3 | 13 1 0 7 | 13 1 3 7 | 13 2 0 8 | "
     "13 2 3 8 | 13 3 1 6 | 13 3 2 5 | 14 3 1 8 | 14 3 2 7"},
    {"multinode", "split", 2, NULL, 0, 7,
     "1 0 2 4 | 1 3 1 1 | 4 1 0 1 | 4 1 3 1 | 4 2 0 2 | 4 2 3 2 | "
     "5 1 0 3 | 5 1 3 3 | 5 2 0 4 | 5 2 3 4 | 5 3 1 2 | 5 3 2 1 | "
     "6 1 0 5 | 6 1 3 5 | 6 2 0 6 | 6 2 3 6 | 6 3 1 4 | 6 3 2 3 | "
     "7 3 1 6 | 7 3 2 5"},
    {"multinode", "split", 3, NULL, 0, 11,
     "1 0 2 8 | 1 2 6 6 | 1 3 2 5 | 1 4 5 4 | 1 5 4 3 | 1 6 2 2 | "
     "1 7 3 1 | 2 3 1 1 | 2 5 1 4 | 2 6 4 6 | 6 1 0 1 | 6 1 3 1 | "
     "6 1 5 1 | 6 2 0 2 | 6 2 3 2 | 6 2 6 2 | 6 4 0 3 | 6 4 5 3 | "
     "6 4 6 3 | 7 1 0 4 | 7 1 3 4 | 7 1 5 4 | 7 2 0 5 | 7 2 3 5 | "
     "7 2 6 5 | 7 3 1 2 | 7 3 2 1 | 7 3 7 1 | 7 4 0 6 | 7 4 5 6 | "
     "7 4 6 6 | 7 5 1 3 | 7 5 4 1 | 7 5 7 3 | 7 6 2 3 | 7 6 4 2 | "
     "7 6 7 2 | 8 1 0 7 | 8 1 3 7 | 8 1 5 7 | 8 2 0 8 | 8 2 3 8 | "
     "8 2 6 8 | 8 3 1 5 | 8 3 2 4 | 8 3 7 4 | 8 4 0 11 | 8 4 5 11 | "
     "8 4 6 11 | 8 5 1 6 | 8 5 4 4 | 8 5 7 6 | 8 6 2 6 | 8 6 4 5 | "
     "8 6 7 5 | 8 7 3 3 | 8 7 5 2 | 8 7 6 1 | 9 1 0 9 | 9 1 3 9 | "
     "9 1 5 9 | 9 2 0 10 | 9 2 3 10 | 9 2 6 10 | 9 3 1 8 | "
     "9 3 2 7 | 9 3 7 7 | 9 5 1 11 | 9 5 4 7 | 9 5 7 11 | "
     "9 6 2 11 | 9 6 4 8 | 9 6 7 8 | 9 7 3 6 | 9 7 5 5 | 9 7 6 4 | "
     "10 3 1 10 | 10 3 2 9 | 10 3 7 9 | 10 5 4 9 | 10 6 4 10 | "
     "10 6 7 10 | 10 7 3 11 | 10 7 5 8 | 10 7 6 7 | 11 7 5 10 | "
     "11 7 6 9"},
    {"simultaneous", "unbalanced", 2, "3,2", 0, 2,
     "1 2 0 2 | 1 2 3 2 | 1 3 1 1 | 1 3 2 1 | 2 2 0 1 | 2 3 1 2"},
    {"simultaneous", "unbalanced", 2, "2,3", 0, 2,
     "1 2 0 1 | 1 2 3 1 | 1 3 1 2 | 1 3 2 2 | 2 2 0 2 | 2 3 1 1"},
    {"multinode", "necklace", 2, NULL, 0, 2,
     "1 0 1 0 | 1 0 2 0 | 1 1 0 1 | 1 1 3 1 | 1 2 0 2 | 1 2 3 2 | "
     "1 3 1 3 | 1 3 2 3 | 2 0 1 2 | 2 1 0 3 | 2 2 3 0 | 2 3 2 1"},
    {"gather", "necklace", 2, NULL, 0, 2,
     "1 1 0 1 | 1 2 0 2 | 1 3 1 3 | 2 1 0 3"},
    {"scatter", "necklace", 2, NULL, 0, 2,
     "1 0 1 3 | 2 0 1 1 | 2 0 2 2 | 2 1 3 3"},
    {"gather", "necklace", 2, NULL, 1, 2,
     "1 0 1 0 | 1 2 0 2 | 1 3 1 3 | 2 0 1 2"},
    {"scatter", "necklace", 2, NULL, 1, 2,
     "1 1 0 2 | 2 0 2 2 | 2 1 0 0 | 2 1 3 3"},
    {"multinode", "necklace", 3, NULL, 0, 3,
     "1 0 1 0 | 1 0 2 0 | 1 0 4 0 | 1 1 0 1 | 1 1 3 1 | 1 1 5 1 | "
     "1 2 0 2 | 1 2 3 2 | 1 2 6 2 | 1 3 1 3 | 1 3 2 3 | 1 3 7 3 | "
     "1 4 0 4 | 1 4 5 4 | 1 4 6 4 | 1 5 1 5 | 1 5 4 5 | 1 5 7 5 | "
     "1 6 2 6 | 1 6 4 6 | 1 6 7 6 | 1 7 3 7 | 1 7 5 7 | 1 7 6 7 | "
     "2 0 1 2 | 2 0 2 4 | 2 0 4 1 | 2 1 0 3 | 2 1 3 5 | 2 1 5 0 | "
     "2 2 0 6 | 2 2 3 0 | 2 2 6 3 | 2 3 1 7 | 2 3 2 1 | 2 3 7 2 | "
     "2 4 0 5 | 2 4 5 6 | 2 4 6 0 | 2 5 1 4 | 2 5 4 7 | 2 5 7 1 | "
     "2 6 2 7 | 2 6 4 2 | 2 6 7 4 | 2 7 3 6 | 2 7 5 3 | 2 7 6 5 | "
     "3 0 1 6 | 3 1 0 7 | 3 2 3 4 | 3 3 2 5 | 3 4 5 2 | 3 5 4 3 | "
     "3 6 7 0 | 3 7 6 1"},
};

#define EXAMPLES (sizeof examples / sizeof *examples)

int main(void)
{
    for (size_t i = 0; i < EXAMPLES; i++) {
        const struct example *e = &examples[i];
        struct run run;
        run_init(&run, e->problem, e->strategy, e->d);
        set(&run.experiment, "sources", e->sources);
        set_number(&run.experiment, "root", e->root);
        run_go(&run);
        MUST((int)run.result.steps == e->steps, "%s %s", e->problem,
             e->strategy);
        bool first = strcmp(e->strategy, "prefix") == 0;
        same_schedule(&run, first ? 2 * e->d + 1 : 0, e->schedule);
        run_finish(&run);
    }
    return 0;
}
