/* successive greedy on every kind of network and model, with many sizes and
 * costs: valid, without conflict, in program order, confirmed by the
 * checker. */
#include <inttypes.h>

#include "../replay.h"
#include "../settings.h"

static const char *const networks[] = {
    "hypercube:1", "hypercube:2", "hypercube:4", "ring:3",     "ring:4",
    "ring:7",      "ring:12",     "line:2",      "line:5",     "line:9",
    "mesh:1x4",    "mesh:3x3",    "mesh:2x5",    "mesh:2x3x2", "torus:3x3",
    "torus:4x4",   "torus:2x5",   "torus:3x2x3", "tree:2",     "tree:4",
    "tree:8",      "tree:16",     "complete:2",  "complete:5", "complete:9",
    "star:2",      "star:5",      "star:9",
};
static const char *const models[] = {
    "shouting",
    "all-port",
    "one-port",
    "one-port-duplex",
    "send=same,receive=all,duplex=half",
    "send=same,receive=one,duplex=full",
    "send=all,receive=one,duplex=half",
    "send=one,receive=all,duplex=full",
    "send=one,receive=all,duplex=half",
};
static const struct weft_cost costs[] = {{1, 0, 0}, {7, 2, 0}, {5, 1, 3}};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static int check(const char *network, const char *model,
                 const struct weft_cost *cost)
{
    struct weft_experiment e = experiment_of("successive");
    struct weft_result r;
    struct weft_error err = {0};
    char text[80];
    set(&e, "strategy", "greedy");
    set(&e, "network", network);
    snprintf(text, sizeof text, "ts=%" PRIu64 ",tw=%" PRIu64 ",th=%" PRIu64,
             cost->ts, cost->tw, cost->th);
    set(&e, "cost", text);
    int status = replay_run(&e, model, &r, &err);
    uint64_t p = (uint64_t)r.processors;
    bool good = !status && r.valid && r.messages == p * (p - 1) &&
                r.lower_bound <= r.makespan;
    if (!good)
        printf("%s, %s, ts=%" PRIu64 ",tw=%" PRIu64 ",th=%" PRIu64 ": %" PRIu64
               " steps, %" PRIu64 " messages; %s\n",
               network, model, cost->ts, cost->tw, cost->th, r.steps,
               r.messages, err.text);
    weft_result_finish(&r);
    return good ? 0 : 1;
}

int main(void)
{
    int failures = 0;
    for (size_t n = 0; n < COUNT(networks); n++)
        for (size_t m = 0; m < COUNT(models); m++)
            for (size_t c = 0; c < COUNT(costs); c++)
                failures += check(networks[n], models[m], &costs[c]);
    return failures != 0;
}
