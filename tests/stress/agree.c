/* The machine and the checker, which share no code, judge the same runs: for
 * random programs on random networks, models and costs, both must report the
 * same numbers of conflicts, messages and unreceived messages, and the same
 * time. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/check.h>
#include <weft/machine.h>

/* A network file with parallel links. */
#define LANES "0 1 x2\n1 2 x3\n2 > 0\n0 3 x2\n3 s\ns 4 x2\nswitch s\n"

static const char *const networks[] = {
    "hypercube:3",     "ring:5",      "line:4",
    "mesh:3x3",        "torus:3x4",   "tree:8",
    "star:6",          "complete:5",  "ring:3",
    "hyperx:3x3",      "switch:6",    "fat-tree:2x3",
    "dragonfly:2x1x2", "random:10x3", "petersen",
    "debruijn:2x3",    LANES,         LANES,
};
static const char *const models[] = {
    "shouting",
    "all-port",
    "one-port",
    "one-port-duplex",
    "send=same,receive=all,duplex=half",
    "send=all,receive=one,duplex=half",
    "send=one,receive=all,duplex=full",
    "send=same,receive=one,duplex=full",
    "send=2,receive=4,duplex=full",
    "send=3,receive=2,duplex=half",
    "send=all,receive=2,duplex=full",
    "send=2,receive=all,duplex=full",
    "send=one,receive=3,duplex=half",
    "send=same,receive=2,duplex=half",
};
static const char *const costs[] = {
    "ts=0",
    "ts=3",
    "ts=2,tw=1",
    "ts=1,th=2",
    "loggp:L=10,o=2,g=4,G=1",
    "loggp:L=3,o=5,g=1,G=2",
    "loggp:L=0,o=1,g=9",
    "loggp:L=4,g=3,G=1",
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

struct plan {
    const struct weft_model *model;
    uint64_t seed;
    int actions;
    /* message numbers are unique: otherwise, with delayed conflicts or in
     * LogGP, the receive events of two messages cannot be told apart */
    bool unique;
};

static unsigned draw(uint64_t *state, unsigned below)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)(*state >> 33) % below;
}

/* Return a random destination, or -1. */
static int target(struct weft_processor *self, const struct plan *plan,
                  uint64_t *state)
{
    const struct weft_network *network = weft_network(self);
    int size = weft_size(self);
    int rank = weft_rank(self);
    if (plan->model->sends == WEFT_SENDS_ONE)
        return (rank + 1 + (int)draw(state, (unsigned)size - 1)) % size;
    int degree = weft_network_degree(network, rank);
    int to = weft_network_neighbour(network, rank,
                                    (int)draw(state, (unsigned)degree));
    return to < size ? to : -1;
}

static int send(struct weft_processor *self, const struct plan *plan,
                int action, uint64_t *state)
{
    static const char data[64];
    int to = target(self, plan, state);
    int message = plan->unique ? action : (int)draw(state, 3);
    size_t bytes = draw(state, 4) * 8;
    if (to < 0)
        return weft_wait_until(self, weft_now(self) + 1);
    if (draw(state, 2))
        return weft_post(self, to, message, data, bytes);
    return weft_send(self, to, message, data, bytes);
}

static int act(struct weft_processor *self, const struct plan *plan, int action,
               uint64_t *state)
{
    struct weft_message message;
    uint64_t later = weft_now(self) + draw(state, 6);
    switch (draw(state, 8)) {
    case 0:
        return weft_wait_until(self, later);
    case 1:
        return weft_compute(self, 1 + draw(state, 3));
    case 2:
        return weft_step(self);
    case 3:
        return weft_receive_until(self, WEFT_ANY, later, &message);
    case 4:
        return weft_take(self, WEFT_ANY, &message);
    case 5:
        return weft_mark(self, 1);
    default:
        return send(self, plan, action, state);
    }
}

/* Perform random actions, end the last step, and receive most of the messages
 * that arrive. */
static int program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    uint64_t state = plan->seed + (uint64_t)weft_rank(self) * 977;
    struct weft_message message;
    for (int i = 0; i < plan->actions; i++)
        if (act(self, plan, i, &state) < 0)
            return -1;
    if (weft_step(self))
        return -1;
    int got = 1;
    while (got > 0 && draw(&state, 10))
        got = weft_receive_until(self, WEFT_ANY, weft_now(self) + 4, &message);
    return got < 0 ? -1 : 0;
}

static int differ(const char *what, uint64_t machine, uint64_t check)
{
    if (machine == check)
        return 0;
    printf("%s: the machine says %" PRIu64 ", the checker %" PRIu64 "\n", what,
           machine, check);
    return 1;
}

/* Compare the results. In LogGP the trace lacks the end of unreceived messages,
 * so the makespan may differ. */
static int compare(const struct weft_outcome *outcome, bool loggp,
                   const struct weft_check_result *result)
{
    int wrong = differ("conflicts", outcome->conflicts, result->conflicts) +
                differ("messages", outcome->messages, result->messages) +
                differ("untaken", outcome->untaken, result->unmatched) +
                (loggp && outcome->untaken
                     ? 0
                     : differ("makespan", outcome->makespan, result->makespan));
    for (int i = 0; wrong && i < outcome->kept; i++) {
        char text[300];
        weft_conflict_format(&outcome->conflict[i], text, sizeof text);
        printf("  machine: %s\n", text);
    }
    for (int i = 0; wrong && i < result->kept; i++)
        printf("  checker: %s\n", result->finding[i].text);
    return wrong ? -1 : 0;
}

/* Return 0 if both agree, 1 if the run was rejected, -1 if they differ. */
static int try(const struct weft_machine *machine, uint64_t *conflicts)
{
    struct weft_outcome outcome;
    struct weft_error err;
    struct weft_check_options options = {
        .network = machine->network, .model = &machine->model, .root = -1};
    struct weft_check *check = weft_check_create(&options, &err);
    struct weft_machine run = *machine;
    run.sink = weft_check_sink(check);
    int result = 1;
    if (!weft_machine_run(&run, &outcome, &err)) {
        result = compare(&outcome, run.cost.loggp, weft_check_result(check));
        *conflicts += outcome.conflicts;
    } else if (run.on_conflict == WEFT_CONFLICT_REPORT) {
        printf("the run failed: %s\n", err.text);
        result = -1;
    }
    weft_outcome_finish(&outcome);
    weft_check_destroy(check);
    return result;
}

static struct weft_network *make(const char *spec)
{
    struct weft_error err;
    char path[] = "/tmp/weft-agree-XXXXXX", file[64];
    if (strcmp(spec, LANES) != 0)
        return weft_network_create(spec, &err);
    int fd = mkstemp(path);
    if (fd < 0 || write(fd, LANES, strlen(LANES)) < 0 || close(fd))
        return NULL;
    snprintf(file, sizeof file, "file:%s", path);
    struct weft_network *network = weft_network_create(file, &err);
    unlink(path);
    return network;
}

static int round_of(unsigned round, uint64_t *conflicts)
{
    uint64_t state = round * UINT64_C(2654435761);
    for (int i = 0; i < 4; i++)
        draw(&state, 2);
    const char *spec = networks[draw(&state, COUNT(networks))];
    struct weft_error err;
    struct weft_network *network = make(spec);
    if (!network)
        return -1;
    struct weft_machine machine = {.network = network, .program = program};
    struct plan plan = {&machine.model, round, 2 + (int)draw(&state, 30),
                        false};
    if (!draw(&state, 16))
        plan.actions *= 20;
    const char *model = models[draw(&state, COUNT(models))];
    const char *cost = costs[draw(&state, COUNT(costs))];
    if (weft_model_parse(model, &machine.model, &err) ||
        weft_cost_parse(cost, &machine.cost, &err))
        printf("%s\n", err.text);
    machine.bytes = draw(&state, 2) * 16;
    machine.on_conflict =
        draw(&state, 4) ? WEFT_CONFLICT_REPORT : WEFT_CONFLICT_DELAY;
    plan.unique =
        machine.on_conflict == WEFT_CONFLICT_DELAY || machine.cost.loggp;
    machine.arg = &plan;
    const struct weft_parameter words[] = {{"cost", cost}};
    struct weft_trace_info info = {.processors = weft_network_size(network),
                                   .unit_ns = 1000,
                                   .parameters = 1,
                                   .parameter = words};
    info.step = weft_cost_period(&machine.cost, machine.bytes);
    machine.info = &info;
    int result = try(&machine, conflicts);
    if (result < 0)
        printf("round %u: %s, %s, cost %s, %s\n", round, spec, model, cost,
               weft_on_conflict_names[machine.on_conflict]);
    weft_network_destroy(network);
    return result;
}

int main(int argc, char **argv)
{
    unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 1500;
    unsigned first = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
    unsigned judged = 0, wrong = 0;
    uint64_t conflicts = 0;
    for (unsigned round = first; round < first + rounds && wrong < 3; round++) {
        int result = round_of(round, &conflicts);
        judged += result == 0;
        wrong += result < 0;
    }
    printf("%u runs judged alike, with %" PRIu64 " conflicts\n", judged,
           conflicts);
    return wrong || judged < rounds / 2 || conflicts < rounds / 2;
}
