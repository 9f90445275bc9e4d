/* Runs every strategy by fibers that move all bytes of blocks, by fibers and by
 * threads that move tags, and by rounds, with and without a sink: the events,
 * the texts of contents, the results, the conflicts and the errors must be
 * equal. Arguments: the number of the first combination and the distance to the
 * next one (1 3: every third). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/problem.h>

#include "fewer.h"

static const char *const networks[] = {
    "complete:2", "complete:3",  "complete:5",   "complete:8",
    "complete:9", "complete:12", "complete:16",  "complete:40",
    "ring:8",     "torus:4x4",   "hypercube:4",  "mesh:3x4",
    "star:6",     "line:5",      "fat-tree:2x2", "dragonfly:2x1x1",
};
static const char *const models[] = {NULL,
                                     "one-port",
                                     "one-port-duplex",
                                     "all-port",
                                     "shouting",
                                     "send=2,receive=2,duplex=full",
                                     "send=1,receive=all,duplex=half"};
static const char *const costs[] = {NULL, "ts=100,tw=3", "ts=10,tw=1,th=2",
                                    "loggp:L=10,o=2,g=4,G=1"};
/* further settings, by turns */
static const struct {
    const char *name, *value;
} more[] = {
    {NULL, NULL},         {"on-conflict", "report"}, {"root", "1"},
    {"limit-steps", "3"}, {"bytes", "24"},           {"on-conflict", "fail"},
    {"bytes", "1001"},    {"sharing", "fair"},       {"bytes", "16"},
    {"sharing", "fifo"},  {"packets", "3"},          {"radix", "3"},
    {"vector", "1000"},   {"packets", "1"},          {"wide", "yes"},
    {"bytes", "4"},
};

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

/* What a run has passed on and returned, as text. */
struct heard {
    FILE *out;
    struct weft_trace_info info;
    char *text;
    size_t size;
    bool by_rounds;
};

static int heard_begin(void *arg, const struct weft_trace_info *info)
{
    struct heard *heard = arg;
    heard->info = *info;
    for (size_t i = 0; i < info->parameters; i++)
        fprintf(heard->out, "%s=%s\n", info->parameter[i].key,
                info->parameter[i].value);
    return 0;
}

static int heard_events(void *arg, const struct weft_event *event, size_t count)
{
    struct heard *heard = arg;
    for (size_t i = 0; i < count; i++, event++) {
        const char *items = weft_event_items(&heard->info, event);
        fprintf(heard->out,
                "%" PRIu64 " %" PRIu64 " %" PRIu64 " %d %d %d %u %d %d %d %s\n",
                event->start, event->duration, event->since, event->rank,
                event->peer, event->message, event->bytes, event->dimension,
                event->kind, event->flags, items ? items : "");
    }
    return 0;
}

static void heard_result(struct heard *heard, int status,
                         const struct weft_result *r,
                         const struct weft_error *err)
{
    const struct weft_outcome *o = &r->outcome;
    char text[400];
    fprintf(heard->out, "%d %d %s\n%s\n%d %d %d\n", status, err->kind,
            status ? err->text : "", r->verdict, r->valid, r->expected,
            r->ended);
    fprintf(heard->out,
            "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
            " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
            r->makespan, r->steps, r->messages, r->bytes, r->blocks, r->volume,
            r->message_bytes, r->message_blocks, r->rounds, r->conflicts);
    fprintf(heard->out, "%d %g %g %" PRIu64 " %s\n", r->busiest, r->busy_share,
            r->busiest_share, o->untaken, o->report ? o->report : "");
    for (int i = 0; i < o->kept; i++) {
        weft_conflict_format(&o->conflict[i], text, sizeof text);
        fprintf(heard->out, "%s\n", text);
    }
    for (int i = 0; o->load && i < r->processors; i++)
        fprintf(heard->out, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                o->load[i].sent, o->load[i].received, o->load[i].busy,
                o->load[i].stored);
}

/* The ways to run an experiment; all others are compared with the first. */
static const struct way {
    const char *engine, *payload, *refusal;
} ways[] = {
    {"fibers", "real", "--bytes"},        {"rounds", NULL, "engine rounds"},
    {"fibers", "tags", "--payload tags"}, {"threads", "tags", "--payload tags"},
    {"threads", NULL, "--bytes"},
};

/* Run an experiment in a way. Return false if this is refused. */
static bool hear(struct weft_experiment experiment, const struct way *way,
                 bool traced, struct heard *heard)
{
    *heard = (struct heard){0};
    heard->out = open_memstream(&heard->text, &heard->size);
    const struct weft_sink sink = {heard_begin, heard_events, NULL, heard};
    const struct weft_sink *const sinks[] = {&sink};
    struct weft_result result;
    struct weft_error err = {0};
    experiment.no_bounds = true;
    if (!heard->out ||
        weft_experiment_set(&experiment, "engine", way->engine, NULL) ||
        weft_experiment_set(&experiment, "payload", way->payload, NULL))
        abort();
    int status = weft_run(&experiment, sinks, traced, &result, &err);
    heard->by_rounds = result.outcome.threads == 1 && !result.outcome.switches;
    heard_result(heard, status, &result, &err);
    weft_result_finish(&result);
    fclose(heard->out);
    return !status || (!strstr(err.text, way->refusal) &&
                       !strstr(err.text, "--sharing runs on"));
}

static int runs, by_rounds, by_tags, failures;

static void differ(const struct weft_experiment *experiment,
                   const char *strategy, const struct way *way,
                   const struct heard *a, const struct heard *b)
{
    size_t line = 0, at = 0;
    for (; a->text[at] && a->text[at] == b->text[at]; at++)
        if (a->text[at] == '\n')
            line = at + 1;
    printf("%s %s", experiment->problem, strategy);
    for (size_t i = 0; i < experiment->choices; i++)
        if (experiment->choice[i].text)
            printf(" --%s %s", experiment->choice[i].setting,
                   experiment->choice[i].text);
    printf(": %s, %s\n  %.200s\nfibers, real\n  %.200s\n", way->engine,
           way->payload ? way->payload : "", a->text + line, b->text + line);
    failures++;
}

static void compare(struct weft_experiment experiment, const char *strategy)
{
    for (int traced = 0; traced < 2; traced++) {
        struct heard real, other;
        hear(experiment, &ways[0], traced, &real);
        for (size_t i = 1; i < COUNT(ways); i++) {
            bool can = hear(experiment, &ways[i], traced, &other);
            runs += can;
            by_rounds += can && other.by_rounds;
            by_tags += can && ways[i].payload;
            if (can && strcmp(real.text, other.text) != 0)
                differ(&experiment, strategy, &ways[i], &other, &real);
            free(other.text);
        }
        free(real.text);
    }
}

static bool set(struct weft_experiment *experiment, const char *name,
                const char *value)
{
    return !value || !weft_experiment_set(experiment, name, value, NULL);
}

int main(int argc, char **argv)
{
    size_t next = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    size_t each = argc > 2 ? strtoul(argv[2], NULL, 10) : FEWER(23, 401);
    size_t number = 0;
    const struct weft_problem_info *problem;
    const struct weft_strategy_info *strategy;
    for (size_t p = 0; (problem = weft_problem(p)); p++)
        for (size_t s = 0; (strategy = weft_strategy(problem->name, s)); s++)
            for (size_t n = 0; n < COUNT(networks); n++)
                for (size_t m = 0; m < COUNT(models); m++)
                    for (size_t c = 0; c < COUNT(costs); c++, number++) {
                        if (number != next)
                            continue;
                        next += each;
                        size_t i = number / each % COUNT(more);
                        struct weft_experiment experiment =
                            weft_experiment_default(problem->name);
                        if (set(&experiment, "strategy", strategy->name) &&
                            set(&experiment, "network", networks[n]) &&
                            set(&experiment, "model", models[m]) &&
                            set(&experiment, "cost", costs[c]) &&
                            (!more[i].name ||
                             set(&experiment, more[i].name, more[i].value)))
                            compare(experiment, strategy->name);
                    }
    printf("%d runs, %d of them by rounds, %d with tags, %d differ\n", runs,
           by_rounds, by_tags, failures);
    return failures || by_rounds < 20 || by_tags < 40;
}
