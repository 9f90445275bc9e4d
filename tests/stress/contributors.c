/* Reductions on very many processors, checked by the contributors that their
 * messages declare: every strategy unchanged, with a lost message, and with a
 * message that declares one contribution too many.
 *
 * usage: stress-contributors [PROCESSORS MESSAGES]
 * PROCESSORS is a power of two; a strategy that needs more than MESSAGES runs
 * on a quarter of the processors. */
#include "../combining.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/check.h>
#include <weft/problem.h>

#define PROCESSORS_MAX 4096

static const char *const problems[] = {
    "allreduce", "barrier", "exscan", "reduce", "scan", "reduce-scatter"};

static int failures, tried;

enum fault { AS_IT_IS, LOST, ADDED, FAULTS };

static const char *const fault_names[] = {"as it is", "a lost message",
                                          "one contribution more"};

/* ---- a run --------------------------------------------------------------- */

struct recording {
    const char *problem, *strategy;
    int processors;
    struct weft_trace_info info;      /* only `items` is set */
    struct weft_check *judge[FAULTS]; /* begun */
    struct weft_event *event;         /* [count] */
    size_t count, room;
    uint64_t messages, most; /* number of messages recorded, and its limit */
};

static void complain(const struct recording *run, const char *what,
                     const char *text)
{
    failures++;
    fprintf(stderr, "%s %s on %d processors: %s: %s\n", run->problem,
            run->strategy, run->processors, what, text);
}

/* ---- checking ------------------------------------------------------------ */

/* Check the events without those in `lost` (a send and its reception), with the
 * items of event `other` replaced. One of the findings must contain `text`;
 * NULL: the run must be valid. */
static void check(const struct recording *run, enum fault fault,
                  const size_t lost[2], size_t other, uint32_t items,
                  const char *text)
{
    const char *what = fault_names[fault];
    struct weft_check *judge = run->judge[fault];
    const struct weft_sink *sink = weft_check_sink(judge);
    int status = 0;
    for (size_t i = 0; i < run->count && !status; i++) {
        struct weft_event event = run->event[i];
        if (lost && (i == lost[0] || i == lost[1]))
            continue;
        if (i == other)
            event.items = items;
        status = sink->events(sink->arg, &event, 1);
    }
    status = status ? status : sink->end(sink->arg);
    const struct weft_check_result *found = weft_check_result(judge);
    bool told = !text;
    for (int i = 0; !status && !told && i < found->kept; i++)
        told = strstr(found->finding[i].text, text) != NULL;
    if (status)
        complain(run, what, "the check ended");
    else if (found->verdict != (text ? WEFT_NOT_VALID : WEFT_VALID) || !told)
        complain(run, what,
                 found->kept ? found->finding[0].text : "nothing is found");
    tried++;
}

/* ---- faults -------------------------------------------------------------- */

static const char *items_of(const struct recording *run, size_t i)
{
    const char *items = weft_event_items(&run->info, &run->event[i]);
    return run->event[i].kind == WEFT_SEND && items && strchr(items, ':')
               ? items
               : NULL;
}

static size_t first_send(const struct recording *run)
{
    size_t i = 0;
    while (i < run->count && !items_of(run, i))
        i++;
    return i;
}

static size_t reception_of(const struct recording *run, size_t at)
{
    const struct weft_event *send = &run->event[at];
    for (size_t i = 0; i < run->count; i++) {
        const struct weft_event *event = &run->event[i];
        if (event->kind == WEFT_RECEIVE && event->rank == send->peer &&
            event->peer == send->rank && event->message == send->message &&
            event->start >= send->start)
            return i;
    }
    return SIZE_MAX;
}

/* Check that losing the first sender's contribution is found. */
static void lose(const struct recording *run)
{
    size_t lost[2] = {first_send(run)};
    char text[80] = "";
    if (lost[0] == run->count)
        for (lost[0] = 0; run->event[lost[0]].kind != WEFT_SEND;)
            lost[0]++;
    else
        snprintf(text, sizeof text, "the contribution of %d ",
                 (int)run->event[lost[0]].rank);
    lost[1] = reception_of(run, lost[0]);
    check(run, LOST, lost, SIZE_MAX, 0, text);
}

/* Parse the first item of a message: its first block and the text of its
 * contributors. */
static bool parse(const char *items, int *block, const char **set)
{
    *set = items ? strchr(items, ':') : NULL;
    return *set && sscanf(items, "%d", block) == 1 && ++*set;
}

static bool has(const char *set, int rank)
{
    for (const char *at = set; *at && *at != ',';) {
        char *end;
        long first = strtol(at, &end, 10);
        long last = *end == '-' ? strtol(end + 1, &end, 10) : first;
        if (first <= rank && rank <= last)
            return true;
        at = end + (*end == '+');
    }
    return false;
}

/* Return the items with one more contributor to the first block. */
static uint32_t add(const struct recording *run, size_t at, int rank)
{
    const char *items = items_of(run, at), *set = strchr(items, ':');
    int length = (int)strcspn(set, ","), first, last = -1;
    size_t size = 2 * strlen(items) + 64;
    char *text = malloc(size);
    sscanf(items, "%d-%d", &first, &last);
    int used = snprintf(text, size, "%d%.*s+%d", first, length, set, rank);
    if (last > first)
        used += snprintf(text + used, size - (size_t)used, ",%d-%d%.*s",
                         first + 1, last, length, set);
    snprintf(text + used, size - (size_t)used, "%s", set + length);
    uint32_t number = weft_items_add(run->info.items, text);
    free(text);
    return number;
}

/* The last combined value that a processor received. */
struct sum {
    bool any;
    int block, lowest;
    uint64_t end;
};

/* Return a message whose receiver already has a sum of the same block, which it
 * cannot split; *rank: a contributor to that sum. Return run->count if there is
 * none. */
static size_t find_second(const struct recording *run, int *rank)
{
    static struct sum sums[PROCESSORS_MAX];
    memset(sums, 0, sizeof sums);
    for (size_t i = 0; i < run->count; i++) {
        const struct weft_event *send = &run->event[i];
        struct sum *sum = &sums[send->kind == WEFT_SEND ? send->peer : 0];
        const char *set;
        int block;
        if (!parse(items_of(run, i), &block, &set))
            continue;
        if (sum->any && sum->block == block && sum->end <= send->start &&
            !has(set, sum->lowest)) {
            *rank = sum->lowest;
            return i;
        }
        if (strcspn(set, "+-") < strcspn(set, ","))
            *sum = (struct sum){true, block, atoi(set),
                                send->start + send->duration};
    }
    return run->count;
}

/* Check that a duplicate contribution is found; if there is no suitable
 * message, a contribution that the sender cannot have. */
static void repeat(const struct recording *run)
{
    int rank = 0;
    char text[80];
    size_t at =
        strcmp(run->problem, "barrier") ? find_second(run, &rank) : run->count;
    bool twice = at < run->count;
    if (!twice) {
        at = first_send(run);
        rank = at < run->count ? run->event[at].peer : 0;
    }
    snprintf(text, sizeof text,
             twice ? "the contribution of %d twice"
                   : "cannot form it: the contribution of %d ",
             rank);
    if (at < run->count)
        check(run, ADDED, NULL, at, add(run, at, rank), text);
}

/* ---- recording ----------------------------------------------------------- */

static int on_begin(void *arg, const struct weft_trace_info *info)
{
    struct recording *run = arg;
    const struct weft_check_options options = {.root = -1, .from_trace = true};
    run->info = (struct weft_trace_info){.items = info->items};
    run->count = 0;
    run->messages = 0;
    for (int i = 0; i < FAULTS; i++) {
        run->judge[i] = weft_check_create(&options, NULL);
        const struct weft_sink *sink = weft_check_sink(run->judge[i]);
        int status = sink->begin(sink->arg, info);
        if (status)
            return status;
    }
    return 0;
}

static int on_events(void *arg, const struct weft_event *events, size_t count)
{
    struct recording *run = arg;
    if (run->count + count > run->room) {
        run->room = 2 * (run->count + count);
        run->event = realloc(run->event, run->room * sizeof *run->event);
    }
    memcpy(run->event + run->count, events, count * sizeof *events);
    run->count += count;
    for (size_t i = 0; i < count; i++)
        run->messages += events[i].kind == WEFT_SEND;
    return run->messages > run->most ? WEFT_ERROR_LIMIT : 0;
}

static int on_end(void *arg)
{
    const struct recording *run = arg;
    check(run, AS_IT_IS, NULL, SIZE_MAX, 0, NULL);
    lose(run);
    repeat(run);
    return 0;
}

/* Return the kind of the error, or 0. */
static int run_on(struct recording *run, const char *model)
{
    const struct weft_sink sink = {on_begin, on_events, on_end, run};
    const struct weft_sink *const sinks[] = {&sink};
    struct weft_experiment e = weft_experiment_default(run->problem);
    struct weft_result result;
    struct weft_error err = {0};
    char network[32];
    /* all-port: the hypercube would be too easy */
    if (model && strstr(model, "all-port"))
        snprintf(network, sizeof network, "complete:%d", run->processors);
    else
        snprintf(network, sizeof network, "hypercube:%d",
                 __builtin_ctz((unsigned)run->processors));
    weft_experiment_set(&e, "network", network, NULL);
    weft_experiment_set(&e, "strategy", run->strategy, NULL);
    if (model)
        weft_experiment_set(&e, "model", model, NULL);
    weft_experiment_set(&e, "engine", "fibers", NULL);
    int status = weft_run(&e, sinks, 1, &result, &err);
    for (int i = 0; i < FAULTS; i++) {
        weft_check_destroy(run->judge[i]);
        run->judge[i] = NULL;
    }
    if (status && err.kind != WEFT_ERROR_LIMIT)
        complain(run, "the run", err.text);
    weft_result_finish(&result);
    return status ? (int)err.kind : 0;
}

int main(int count, char **argument)
{
    int processors = count > 2 ? atoi(argument[1]) : 256;
    struct recording run = {.most = count > 2 ? strtoull(argument[2], NULL, 10)
                                              : 20000};
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        const struct weft_strategy_info *strategy;
        run.problem = problems[i];
        for (size_t k = 0; (strategy = weft_strategy(run.problem, k)); k++) {
            run.strategy = strategy->name;
            if (combining_needed(run.problem, strategy->name))
                continue; /* no file has a network that large */
            /* the search for trees of all processors ends before 256 */
            run.processors =
                strcmp(strategy->name, "trees") ? processors : processors / 4;
            while (run_on(&run, strategy->needs) == WEFT_ERROR_LIMIT)
                run.processors /= 4;
        }
    }
    free(run.event);
    printf("%d traces judged, %d wrongly\n", tried, failures);
    return failures ? 1 : 0;
}
