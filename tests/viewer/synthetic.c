/* Writes a trace, and prints the numbers that a viewer must find in it, counted
 * here while events are created:
 *     synthetic shouting|all-port|uneven D TARGET
 *
 * shouting: every processor of the D-cube broadcasts in turn along binomial
 * trees, with one send to all children; receivers wait and store.
 * all-port: D steps in which every processor sends a message over each of its
 * links and receives as many.
 * uneven: transfers between random processors that begin at random times and
 * take 1 to 5 steps, so that they overlap in part. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/trace.h>

struct numbers {
    unsigned long sends, receives, transfers, events;
};

struct maker {
    const struct weft_sink *sink;
    struct numbers numbers;
    struct weft_event *event;
    size_t count, capacity;
    bool full_duplex;
    bool *sender, *receiver;
};

static void add(struct maker *maker, const struct weft_event *event)
{
    if (maker->count == maker->capacity) {
        maker->capacity = maker->capacity ? 2 * maker->capacity : 1024;
        maker->event =
            realloc(maker->event, maker->capacity * sizeof *maker->event);
        if (!maker->event)
            abort();
    }
    maker->event[maker->count++] = *event;
    bool same = event->flags & WEFT_EVENT_SAME;
    maker->numbers.events++;
    maker->numbers.sends += event->kind == WEFT_SEND && !same;
    maker->numbers.transfers += event->kind == WEFT_SEND;
    maker->numbers.receives += event->kind == WEFT_RECEIVE;
    maker->sender[event->rank] |= event->kind == WEFT_SEND;
    maker->receiver[event->rank] |= event->kind == WEFT_RECEIVE;
}

static void transfer(struct maker *maker, uint64_t start, int from, int to,
                     int message, int dimension, bool same)
{
    const struct weft_event send = {
        .start = start,
        .since = start,
        .duration = 1,
        .rank = from,
        .peer = to,
        .message = message,
        .bytes = 8,
        .dimension = (int16_t)dimension,
        .kind = WEFT_SEND,
        .flags = same ? WEFT_EVENT_SAME : 0,
    };
    struct weft_event receive = send;
    receive.rank = to;
    receive.peer = from;
    receive.kind = WEFT_RECEIVE;
    receive.flags = 0;
    if (!maker->full_duplex) {
        receive.flags = WEFT_EVENT_WAITED;
        receive.since = start - start % 3 / 2;
        struct weft_event wait = receive;
        wait.kind = WEFT_WAIT;
        wait.start = receive.since;
        wait.duration = 0;
        wait.message = -1;
        wait.bytes = 0;
        wait.flags = 0;
        add(maker, &wait);
    }
    add(maker, &send);
    add(maker, &receive);
    const struct weft_event store = {
        .start = start + 1,
        .since = start + 1,
        .rank = to,
        .peer = -1,
        .message = message,
        .bytes = 8,
        .dimension = -1,
        .kind = WEFT_STORE,
    };
    add(maker, &store);
}

/* Node x (relative to the root) of level l sends in slot l along every
 * dimension above its highest bit. */
static void broadcasts(struct maker *maker, int d)
{
    int p = 1 << d;
    for (int root = 0; root < p; root++)
        for (int level = 0; level < d; level++)
            for (int x = 0; x < p; x++) {
                int high = x ? 32 - __builtin_clz((unsigned)x) : 0;
                if (__builtin_popcount((unsigned)x) != level)
                    continue;
                for (int k = high; k < d; k++)
                    transfer(maker,
                             (uint64_t)root * (uint64_t)(d + 1) +
                                 (uint64_t)level,
                             x ^ root, x ^ root ^ 1 << k, root, k, k > high);
            }
}

static void exchanges(struct maker *maker, int d)
{
    int p = 1 << d;
    for (int step = 0; step < d; step++)
        for (int x = 0; x < p; x++)
            for (int k = 0; k < d; k++)
                transfer(maker, (uint64_t)step, x, x ^ 1 << k,
                         (step * p + x) * d + k, k, false);
}

static void overlaps(struct maker *maker, int d)
{
    unsigned p = 1u << d, dice = 1;
    for (int i = 0; i < 40 << d; i++) {
        dice = dice * 1664525u + 1013904223u;
        unsigned from = (dice >> 8) % p,
                 to = (from + 1 + (dice >> 20) % (p - 1)) % p;
        size_t before = maker->count;
        transfer(maker, (dice >> 12) % 100, (int)from, (int)to, i, -1, false);
        uint64_t longer = dice >> 28 & 3;
        for (size_t k = before; k < maker->count; k++)
            maker->event[k].duration += maker->event[k].duration ? longer : 0;
        maker->event[maker->count - 1].start += longer; /* the store event */
        maker->event[maker->count - 1].since += longer;
    }
}

static int write_trace(struct maker *maker, int d, const char *target)
{
    struct weft_error err;
    struct weft_writer *writer = weft_writer_open(target, &err);
    if (!writer) {
        fprintf(stderr, "synthetic: %s\n", err.text);
        return 1;
    }
    char network[32];
    snprintf(network, sizeof network, "hypercube:%d", d);
    const struct weft_parameter parameter[] = {
        {"network", network},
        {"model", maker->full_duplex ? "all-port" : "shouting"},
        {"problem", "synthetic"},
        {"strategy", maker->full_duplex ? "exchange" : "one after the other"},
    };
    const struct weft_trace_info info = {1 << d, 1000000, 1, 4, parameter};
    const struct weft_sink *sink = weft_writer_sink(writer);
    if (sink->begin(sink->arg, &info) ||
        sink->events(sink->arg, maker->event, maker->count) ||
        sink->end(sink->arg)) {
        weft_writer_abort(writer);
        return 1;
    }
    if (weft_writer_close(writer, &err)) {
        fprintf(stderr, "synthetic: %s\n", err.text);
        return 1;
    }
    return 0;
}

static int tracks(const struct maker *maker, int p)
{
    int count = 0;
    for (int i = 0; i < p; i++)
        count += maker->full_duplex ? maker->sender[i] + maker->receiver[i]
                                    : maker->sender[i] || maker->receiver[i];
    return count;
}

static const struct mode {
    const char *name;
    void (*make)(struct maker *maker, int d);
    bool full_duplex;
    bool unit_time;
} modes[] = {
    {"shouting", broadcasts, false, true},
    {"all-port", exchanges, true, true},
    {"uneven", overlaps, true, false},
};

int main(int argc, char **argv)
{
    if (argc != 4)
        return 64;
    int d = atoi(argv[2]);
    const struct mode *mode = modes;
    while (strcmp(mode->name, argv[1]) != 0)
        if (++mode == modes + sizeof modes / sizeof *modes)
            return 64;
    struct maker maker = {.full_duplex = mode->full_duplex};
    maker.sender = calloc(2u << d, sizeof *maker.sender);
    if (!maker.sender)
        return 1;
    maker.receiver = maker.sender + (1 << d);
    mode->make(&maker, d);
    weft_events_sort(maker.event, maker.count);
    int status = write_trace(&maker, d, argv[3]);
    printf("{\"slices\": %lu, \"sends\": %lu, \"receives\": %lu, "
           "\"arrows\": %lu",
           maker.numbers.sends + maker.numbers.receives, maker.numbers.sends,
           maker.numbers.receives, maker.numbers.transfers);
    if (mode->unit_time)
        printf(", \"tracks\": %d, \"link_steps\": %lu", tracks(&maker, 1 << d),
               maker.numbers.transfers);
    printf("}\n");
    free(maker.event);
    free(maker.sender);
    return status;
}
