/* Fuzz target: the checker. Every trace that a reader accepts is checked under
 * various rules, in one piece and event by event; both verdicts must agree. */
#include <trace/format.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/check.h>
#include <weft/goal.h>
#include <weft/network.h>
#include <weft/unstable/stats.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define INPUT_MAX 6000
#define PROCESSORS_MAX 64

static const char *const networks[] = {NULL,   "complete", "line",
                                       "ring", "star",     "switch",
                                       "tree", "mesh:2x2", "random"};
static const char *const models[] = {
    NULL,       "shouting",        "all-port",
    "one-port", "one-port-duplex", "send=2,receive=3,duplex=half",
};

/* Pseudo-random numbers derived from the bytes of the input. */
static uint32_t chance;
static size_t below(size_t limit)
{
    chance = chance * 1664525u + 1013904223u;
    return (chance >> 16) % limit;
}

#define ONE_OF(table) table[below(sizeof(table) / sizeof *(table))]

static struct weft_network *choose_network(int processors)
{
    char spec[40];
    const char *kind = ONE_OF(networks);
    const char *format = !kind || strchr(kind, ':') ? "%s"
                         : !strcmp(kind, "random")  ? "%s:%dx2"
                                                    : "%s:%d";
    if (!kind)
        return NULL;
    snprintf(spec, sizeof spec, format, kind, processors);
    return weft_network_create(spec, NULL);
}

static const char *choose_problem(void)
{
    size_t count = 0;
    while (weft_check_problem(count))
        count++;
    size_t index = below(count + 1);
    return index < count ? weft_check_problem(index) : NULL;
}

static struct weft_goal *choose_goal(int processors)
{
    const struct weft_goal_values values = {.each = 1 + (int64_t)below(3),
                                            .blocks = 1 + (int64_t)below(3)};
    size_t count = 0;
    while (weft_goal_known(count))
        count++;
    size_t index = below(2 * count);
    return index < count ? weft_goal_make(weft_goal_known(index), processors,
                                          values, NULL)
                         : NULL;
}

static int feed(const struct weft_sink *sink, const struct weft_trace *trace,
                size_t each)
{
    int status = sink->begin(sink->arg, &trace->info);
    for (size_t at = 0; at < trace->count && !status; at += each) {
        size_t left = trace->count - at;
        status = sink->events(sink->arg, trace->events + at,
                              left < each ? left : each);
    }
    return status || sink->end(sink->arg);
}

/* Return the verdict as text, to be freed by the caller. */
static char *judge(const struct weft_check_options *options,
                   const struct weft_trace *trace, size_t each)
{
    struct weft_error err = {0};
    char *text;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    struct weft_check *check = weft_check_create(options, &err);
    assert(check || err.text[0]);
    if (check && !feed(weft_check_sink(check), trace, each)) {
        const struct weft_check_result *r = weft_check_result(check);
        assert((uint64_t)r->kept <= r->findings);
        fprintf(out, "%d %llu %llu %llu %llu, %d findings\n", r->solved,
                (unsigned long long)r->steps, (unsigned long long)r->conflicts,
                (unsigned long long)r->unmatched, (unsigned long long)r->unheld,
                r->kept);
        for (int i = 0; i < r->kept; i++)
            fprintf(out, "%s\n", r->finding[i].text);
    }
    weft_check_destroy(check);
    fclose(out);
    return text;
}

static void judge_twice(const struct weft_trace *trace)
{
    struct weft_model model;
    const char *name = ONE_OF(models);
    struct weft_network *network = choose_network(trace->info.processors);
    struct weft_goal *goal = choose_goal(trace->info.processors);
    const struct weft_check_options options = {
        .network = network,
        .model = name && !weft_model_parse(name, &model, NULL) ? &model : NULL,
        .problem = goal ? NULL : choose_problem(),
        .goal = goal,
        .order = (enum weft_order)below(3),
        .root = (int)below(3) - 1,
        .stores_too = below(2),
        .from_trace = below(2),
        .order_set = below(2),
        .causality = (enum weft_causality)below(3),
    };
    char *one = judge(&options, trace, trace->count + 1);
    char *other = judge(&options, trace, 1);
    if (strcmp(one, other) != 0) {
        fprintf(stderr, "differ:\n%s---\n%s", one, other);
        abort();
    }
    free(one);
    free(other);
    struct weft_stats *stats = weft_stats_create(network);
    if (stats && !feed(weft_stats_sink(stats), trace, 7))
        weft_stats_result(stats);
    weft_stats_destroy(stats);
    weft_goal_destroy(goal);
    weft_network_destroy(network);
}

/* Return whether the text contains a number of more than six digits. A goal
 * with that many blocks may take seconds, too long for fuzzing. */
static bool is_long(const char *text)
{
    size_t digits = 0;
    for (; text && *text && digits <= 6; text++)
        digits = *text >= '0' && *text <= '9' ? digits + 1 : 0;
    return digits > 6;
}

static bool has_many_blocks(const struct weft_trace *trace)
{
    bool many = is_long(weft_trace_info_get(&trace->info, "blocks"));
    for (size_t i = 0; i < trace->count && !many; i++)
        many = trace->events[i].message > 999999 ||
               is_long(weft_event_items(&trace->info, &trace->events[i]));
    return many;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct weft_trace trace = {0};
    const struct weft_sink sink = weft_trace_collect(&trace);
    struct weft_error err = {0};
    if (size > INPUT_MAX)
        size = INPUT_MAX;
    struct input *in = in_memory(data, size, &err);
    if (in && !file_read_from(in, NULL, "input", &sink, NULL, &err) &&
        trace.info.processors > 0 && trace.info.processors <= PROCESSORS_MAX &&
        !has_many_blocks(&trace)) {
        chance = 0;
        for (size_t i = 0; i < size; i++)
            chance = (chance ^ data[i]) * 16777619u;
        judge_twice(&trace);
    }
    if (in)
        in_close(in);
    weft_trace_finish(&trace);
    return 0;
}
