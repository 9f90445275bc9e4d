/* Measures the checker: transfers per second on one core, for successive
 * broadcasts on the hypercube along rotated binomial trees, a new broadcast
 * every two steps. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <weft/check.h>
#include <weft/trace.h>

static unsigned rotate_right(unsigned word, int by, int width)
{
    unsigned mask = (1u << width) - 1;
    return ((word >> by) | (word << (width - by))) & mask;
}

static struct weft_event *transfer(struct weft_event *event, uint64_t start,
                                   unsigned from, unsigned to, int message)
{
    for (int end = 0; end < 2; end++)
        *event++ = (struct weft_event){.start = start,
                                       .duration = 1,
                                       .since = start,
                                       .rank = (int)(end ? to : from),
                                       .peer = (int)(end ? from : to),
                                       .message = message,
                                       .kind = end ? WEFT_RECEIVE : WEFT_SEND};
    return event;
}

static struct weft_event *broadcast(struct weft_event *event, int d, int j)
{
    unsigned source = (unsigned)(j - 1) ^ (unsigned)(j - 1) >> 1;
    unsigned next = (unsigned)j ^ (unsigned)j >> 1;
    int turn = j == 1 << d ? d - 1 : __builtin_ctz(source ^ next);
    for (unsigned u = 0; u >> d == 0; u++) {
        unsigned word = rotate_right(u ^ source, turn, d);
        int children = word ? __builtin_ctz(word) : d;
        uint64_t start =
            2 * (uint64_t)(j - 1) + (uint64_t)__builtin_popcount(word);
        for (int i = 0; i < children; i++)
            event = transfer(event, start, u, u ^ 1u << (turn + i) % d, j);
    }
    return event;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int measure(int d, const char *problem)
{
    char name[32];
    snprintf(name, sizeof name, "hypercube:%d", d);
    struct weft_network *network = weft_network_create(name, NULL);
    size_t count = 2 * (((size_t)1 << 2 * d) - ((size_t)1 << d));
    struct weft_event *events = malloc(count * sizeof *events);
    if (!network || !events)
        return -1;
    struct weft_event *end = events;
    for (int j = 1; j <= 1 << d; j++)
        end = broadcast(end, d, j);
    weft_events_sort(events, count);
    struct weft_check_options options = {.network = network,
                                         .model = weft_model(0),
                                         .problem = problem,
                                         .root = -1};
    struct weft_trace_info info = {1 << d, 1000000, 1, 0, NULL};
    double start = seconds();
    struct weft_check *check = weft_check_create(&options, NULL);
    const struct weft_sink *sink = weft_check_sink(check);
    int failed = sink->begin(sink->arg, &info) ||
                 sink->events(sink->arg, events, count) || sink->end(sink->arg);
    double wall = seconds() - start;
    const struct weft_check_result *result = weft_check_result(check);
    failed |= result->findings != 0 || !result->solved;
    printf("d=%-2d %-12s %6.2f million transfers/s%s\n", d,
           problem ? problem : "rules only",
           (double)result->messages / wall / 1e6, failed ? " FAILED" : "");
    weft_check_destroy(check);
    weft_network_destroy(network);
    free(events);
    return failed;
}

int main(void)
{
    int failed = 0;
    for (int d = 6; d <= 11; d++)
        failed |= measure(d, NULL) | measure(d, "successive");
    return failed ? 1 : 0;
}
