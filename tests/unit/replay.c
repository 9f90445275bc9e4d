/* Replays computed by hand: one link, a tree, links of different bandwidth,
 * messages to several receivers; and laws that every replay obeys on any
 * network. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <weft/unstable/replay.h>
#include <weft/weft.h>

struct replay_send {
    int from, to, message;
    uint64_t start, duration;
};

#define SENDS_MAX 64

static struct weft_replay *
unit_replay_replay(const struct weft_network *network,
                   enum weft_sharing sharing, const struct replay_send *send,
                   size_t count)
{
    struct weft_error err;
    struct weft_replay *r = weft_replay_create(network, sharing, &err);
    struct weft_event event[SENDS_MAX];
    const struct weft_sink *sink;
    struct weft_trace_info info = {
        .processors = weft_network_size(network), .unit_ns = 1000, .step = 1};
    cr_assert_not_null(r);
    sink = weft_replay_sink(r);
    for (size_t i = 0; i < count; i++)
        event[i] = (struct weft_event){.kind = WEFT_SEND,
                                       .rank = send[i].from,
                                       .peer = send[i].to,
                                       .message = send[i].message,
                                       .start = send[i].start,
                                       .duration = send[i].duration};
    cr_assert_eq(sink->begin(sink->arg, &info), 0);
    cr_assert_eq(sink->events(sink->arg, event, count), 0);
    cr_assert_eq(sink->end(sink->arg), 0);
    return r;
}

/* `network`: the text of a network file, or a specification. */
struct replay_known {
    const char *network;
    struct replay_send send[6];
    double fair[6], fifo[6];
};

static const struct replay_known replay_cases[] = {
    /* One link: two messages share it, then a third joins.
     * fair: from 0 to 4 each has half and completes 2; then each has a third
     * until the third message has its 1, at 7; the first two now have 3 of 4
     * each, and at half speed end at 9. */
    {"line:2",
     {{0, 1, 1, 0, 4}, {0, 1, 2, 0, 4}, {0, 1, 3, 4, 1}},
     {9, 9, 7},
     {4, 8, 9}},
    /* the two directions of a link are independent */
    {"line:2", {{0, 1, 1, 0, 4}, {1, 0, 2, 0, 4}}, {4, 4}, {4, 4}},
    /* one at a time: as in the trace */
    {"line:2", {{0, 1, 1, 3, 4}, {0, 1, 2, 7, 2}}, {7, 9}, {7, 9}},
    /* A message to two receivers uses the shared part of its routes once, */
    {"switch:4",
     {{0, 1, 7, 0, 2}, {0, 2, 7, 0, 2}, {3, 1, 8, 0, 2}},
     {4, 4, 4},
     {2, 2, 4}},
    /* even if other messages are interleaved: two messages, to two receivers
     * each. */
    {"switch:4",
     {{0, 1, 7, 0, 2}, {0, 2, 8, 0, 2}, {0, 2, 7, 0, 2}, {0, 1, 8, 0, 2}},
     {4, 4, 4, 4},
     {2, 4, 2, 4}},
    /* A message sent twice to each of two receivers is two multicasts. */
    {"switch:4",
     {{0, 1, 7, 0, 2}, {0, 1, 7, 0, 2}, {0, 2, 7, 0, 2}, {0, 2, 7, 0, 2}},
     {4, 4, 4, 4},
     {2, 4, 2, 4}},
    /* A message that is sent later is sent again. */
    {"switch:4",
     {{0, 1, 7, 0, 2}, {0, 2, 7, 0, 2}, {0, 3, 7, 1, 2}},
     {3, 3, 4},
     {2, 2, 4}},
    /* The tree over 0..3: two messages cross the root towards the half of 3 and
     * meet on the arc down to it; a third stays within the other half. 0-2 and
     * 1-3 share the arcs up and down: half each, both end at 4. */
    {"tree:4",
     {{0, 2, 1, 0, 2}, {1, 3, 2, 0, 2}, {2, 3, 3, 0, 1}},
     {4, 4, 2},
     {2, 4, 5}},
    /* Max-min fairness on a line: A uses both links, B the first, C and D the
     * second: there A, C and D have a third each; B has the remaining 2/3. B
     * ends its work of 1 at 3/2, and A still has its third. */
    {"line:3",
     {{0, 2, 1, 0, 1}, {0, 1, 2, 0, 1}, {1, 2, 3, 0, 1}, {1, 2, 4, 0, 1}},
     {3, 1.5, 3, 3},
     {1, 2, 2, 3}},
    /* bandwidth: arcs into the switch 4, out of it 2: a single message has 2;
     * two to one receiver have 1 each; from one sender to two receivers both
     * have 2 of its 4. */
    {"host a b c\nswitch s\na > s 0 4\nb > s 0 4\nc > s 0 4\n"
     "s > a 0 2\ns > b 0 2\ns > c 0 2\n",
     {{0, 1, 1, 0, 6}, {0, 2, 2, 0, 6}, {1, 2, 3, 0, 6}},
     {6, 12, 12},
     {6, 12, 18}},
    /* two lanes: two of three messages are transferred at a time */
    {"0 1 x2\n1 2\n",
     {{0, 1, 1, 0, 6}, {0, 1, 2, 0, 6}, {0, 1, 3, 0, 6}},
     {9, 9, 9},
     {6, 6, 12}},
    /* 4 words per time unit on each lane: a single message uses only one
     * lane */
    {"0 1 0 4 x2\n1 2 0 4\n",
     {{0, 1, 1, 0, 6}, {0, 1, 2, 0, 6}, {0, 1, 3, 0, 6}},
     {9, 9, 9},
     {6, 6, 12}},
};

static struct weft_network *replay_make(const char *text)
{
    char path[] = "/tmp/weft-replay-XXXXXX", spec[64];
    if (!strchr(text, '\n'))
        return weft_network_create(text, NULL);
    int fd = mkstemp(path);
    cr_assert(write(fd, text, strlen(text)) > 0);
    close(fd);
    snprintf(spec, sizeof spec, "file:%s", path);
    struct weft_network *network = weft_network_create(spec, NULL);
    unlink(path);
    return network;
}

static size_t sends_of(const struct replay_known *known)
{
    size_t count = 0;
    while (count < 6 && known->send[count].duration)
        count++;
    return count;
}

Test(unit_replay_replay, by_hand)
{
    for (size_t i = 0; i < sizeof replay_cases / sizeof *replay_cases; i++)
        for (int sharing = WEFT_SHARING_FAIR; weft_sharing_names[sharing];
             sharing++) {
            struct weft_network *n = replay_make(replay_cases[i].network);
            cr_assert_not_null(n);
            size_t count = sends_of(&replay_cases[i]);
            struct weft_replay *r = unit_replay_replay(
                n, (enum weft_sharing)sharing, replay_cases[i].send, count);
            const struct weft_replay_result *result = weft_replay_result(r);
            const double *want = sharing == WEFT_SHARING_FIFO
                                     ? replay_cases[i].fifo
                                     : replay_cases[i].fair;
            cr_assert_eq(result->messages, count);
            for (size_t k = 0; k < count; k++)
                cr_expect(fabs(result->message[k].arrival - want[k]) < 1e-6,
                          "case %zu, %s, message %zu: %g, not %g", i,
                          weft_sharing_names[sharing], k,
                          result->message[k].arrival, want[k]);
            weft_replay_destroy(r);
            weft_network_destroy(n);
        }
}

/* No message is early; one without contention is not late; all messages over
 * the busiest arc take at least the sum of their work. */
Test(unit_replay_replay, laws_on_random_traffic)
{
    static const char *const specs[] = {"fat-tree:2x3",    "torus:3x3",
                                        "dragonfly:2x1x2", "random:10x3",
                                        "petersen",        "hypercube:3"};
    uint64_t state = 1;
    for (int round = 0; round < 200; round++) {
        struct weft_network *n = weft_network_create(specs[round % 6], NULL);
        int p = weft_network_size(n);
        struct replay_send send[SENDS_MAX];
        uint64_t start = 0;
        size_t count = 1 + (size_t)(round % (SENDS_MAX - 1));
        double *work = calloc((size_t)weft_network_arcs(n), sizeof *work);
        double most = 0;
        for (size_t i = 0; i < count; i++) {
            state =
                state * UINT64_C(6364136223846793005) + 1442695040888963407u;
            int from = (int)(state >> 40) % p;
            int to = (from + 1 + (int)(state >> 33) % 127 % (p - 1)) % p;
            start += (state >> 50) % 3;
            send[i] = (struct replay_send){from, to, (int)i, start,
                                           1 + (state >> 55) % 9};
            for (int at = from, next; at != to; at = next) {
                next = weft_network_next(n, at, to);
                int64_t arc =
                    weft_network_arc(n, at, weft_network_port(n, at, next));
                work[arc] += (double)send[i].duration;
                most = fmax(most, work[arc]);
            }
        }
        for (int sharing = WEFT_SHARING_FAIR; sharing <= WEFT_SHARING_FIFO;
             sharing++) {
            struct weft_replay *r =
                unit_replay_replay(n, (enum weft_sharing)sharing, send, count);
            const struct weft_replay_result *result = weft_replay_result(r);
            size_t late = 0;
            for (size_t i = 0; i < count; i++) {
                const struct weft_replay_message *m = &result->message[i];
                cr_expect(m->arrival >= (double)m->end);
                late += m->arrival > (double)m->end;
            }
            cr_expect_eq(late, result->late);
            cr_expect(result->replayed >= most - 1e-6, "%s: %g, %g",
                      specs[round % 6], result->replayed, most);
            weft_replay_destroy(r);
        }
        free(work);
        weft_network_destroy(n);
    }
}

Test(unit_replay_replay, refuses_what_does_not_fit)
{
    struct weft_error err;
    struct weft_network *n = weft_network_create("ring:4", NULL);
    cr_expect_null(weft_replay_create(NULL, WEFT_SHARING_FAIR, &err));
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
    cr_expect_null(weft_replay_create(n, (enum weft_sharing)7, &err));
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
    cr_expect_null(weft_replay_create(n, WEFT_SHARING_NONE, &err));
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
    struct weft_replay *r = weft_replay_create(n, WEFT_SHARING_FAIR, &err);
    struct weft_trace_info info = {.processors = 5};
    const struct weft_sink *sink = weft_replay_sink(r);
    cr_expect_eq(sink->begin(sink->arg, &info), WEFT_ERROR_WRONG);
    struct weft_parameter cost = {"cost", "loggp:L=10,o=2,g=1,G=1"};
    info = (struct weft_trace_info){
        .processors = 4, .parameters = 1, .parameter = &cost};
    cr_expect_eq(sink->begin(sink->arg, &info), WEFT_ERROR_MISUSE);
    cost.value = "ts=1,tw=2,th=0";
    cr_expect_eq(sink->begin(sink->arg, &info), 0);
    weft_replay_destroy(r);
    weft_replay_destroy(NULL);
    weft_network_destroy(n);
}

/* Late in a run, the rest of a message may be below the resolution of the
 * clock. */
Test(unit_replay_replay, late_times_end, .timeout = 20)
{
    static const struct replay_send late[] = {
        {0, 1, 0, (uint64_t)1 << 60, 3},
        {0, 1, 1, ((uint64_t)1 << 60) + 1, 5},
        {0, 1, 2, ((uint64_t)1 << 60) + 2, 1}};
    struct weft_network *line = weft_network_create("line:2", NULL);
    static const enum weft_sharing sharings[] = {WEFT_SHARING_FAIR,
                                                 WEFT_SHARING_FIFO};
    for (size_t i = 0; i < 2; i++) {
        struct weft_replay *r = unit_replay_replay(line, sharings[i], late, 3);
        cr_expect(weft_replay_result(r)->replayed >= 0x1p60);
        weft_replay_destroy(r);
    }
    weft_network_destroy(line);
}
