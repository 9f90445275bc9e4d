/* Transfers that wait for ports and share links: by hand, against the replay
 * and against slow programs, and what must hold of all. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/weft.h>

#include "base/base.h"
#include "sharing/sharing.h"

/* ---- a driver -------------------------------------------------------------
 */

enum { SHARING_DEEDS = 4096, SHARING_COPIES = 8 };

/* A transfer, or a computation (copies 0), that begins when another has arrived
 * and some time has passed. */
struct deed {
    int from, to[SHARING_COPIES], copies;
    uint64_t bytes; /* of a computation: its time */
    int after;      /* number of another; -1: none */
    double at;      /* at this time, or so long after it */
    int port;       /* 0: any; k: number k - 1 */
};

struct done {
    uint64_t asked, start, end, first[SHARING_COPIES], arrived[SHARING_COPIES];
    bool over;
};

struct play {
    const struct weft_network *network;
    const char *model, *cost;
    enum weft_sharing kind;
    bool full;
};

static struct weft_network *sharing_network(const char *text)
{
    char path[] = "/tmp/weft-sharing-XXXXXX", spec[64];
    if (!strchr(text, '\n'))
        return weft_network_create(text, NULL);
    int file = mkstemp(path);
    FILE *f = fdopen(file, "w");
    fputs(text, f);
    fclose(f);
    snprintf(spec, sizeof spec, "file:%s", path);
    struct weft_error err;
    struct weft_network *network = weft_network_create(spec, &err);
    cr_assert_not_null(network, "%s", err.text);
    unlink(path);
    return network;
}

static struct sharing *sharing_make(const struct play *play)
{
    struct weft_model model;
    struct weft_cost cost;
    struct weft_error err;
    cr_assert_eq(weft_model_parse(play->model, &model, &err), 0);
    cr_assert_eq(weft_cost_parse(play->cost, &cost, &err), 0);
    struct sharing *s =
        sharing_create(&(struct sharing_options){.network = play->network,
                                                 .model = &model,
                                                 .cost = &cost,
                                                 .kind = play->kind,
                                                 .full = play->full},
                       &err);
    cr_assert_not_null(s);
    return s;
}

static void sharing_ask_for(struct sharing *s, const struct deed *deed,
                            uint64_t now, uint64_t tag)
{
    if (!deed->copies) {
        cr_assert_eq(sharing_compute(s, now, deed->from,
                                     deed->bytes * SHARING_TICKS, tag),
                     0);
        return;
    }
    struct sharing_ask ask = {.from = deed->from,
                              .to = deed->to,
                              .copies = deed->copies,
                              .port = deed->port - 1,
                              .bytes = deed->bytes,
                              .tag = tag};
    cr_assert_eq(sharing_send(s, now, &ask), 0, "%s", sharing_failure(s)->text);
}

/* Those that wait for number `after` are told to begin; -1: those that wait for
 * none. */
static void sharing_follow(struct sharing *s, const struct deed *deed,
                           size_t count, int after, uint64_t now)
{
    for (size_t i = 0; i < count; i++)
        if (deed[i].after == after) {
            uint64_t at = now + (uint64_t)(deed[i].at * SHARING_TICKS);
            cr_assert_eq(sharing_wake(s, now, deed[i].from, at, i), 0);
        }
}

static void sharing_hear(struct sharing *s, const struct deed *deed,
                         size_t count, struct done *done,
                         const struct sharing_news *news, uint64_t now)
{
    struct done *d = &done[news->tag];
    const struct deed *what = &deed[news->tag];
    if (news->what == SHARING_WOKEN) {
        sharing_ask_for(s, what, now, news->tag);
        return;
    }
    d->asked = news->asked;
    d->start = news->start;
    d->end = now;
    for (int i = 0; i < what->copies; i++)
        if (what->to[i] == news->to && news->what == SHARING_ARRIVED)
            d->arrived[i] = now;
        else if (what->to[i] == news->to && news->what == SHARING_FIRST)
            d->first[i] = now;
    if (news->what == SHARING_OVER || news->what == SHARING_COMPUTED) {
        d->over = true;
        sharing_follow(s, deed, count, (int)news->tag, now);
    }
}

static uint64_t sharing_play(struct sharing *s, const struct deed *deed,
                             size_t count, struct done *done)
{
    uint64_t now = 0, last = 0;
    memset(done, 0, count * sizeof *done);
    sharing_follow(s, deed, count, -1, 0);
    for (; now != SHARING_NEVER; now = sharing_next(s)) {
        bool again;
        do {
            struct sharing_list news;
            cr_assert_eq(sharing_end(s, now, &news), 0, "%s",
                         sharing_failure(s)->text);
            again = news.count > 0;
            for (size_t i = 0; i < news.count; i++)
                sharing_hear(s, deed, count, done, &news.news[i], now);
            last = news.count ? now : last;
            cr_assert_eq(sharing_start(s, now, &news), 0, "%s",
                         sharing_failure(s)->text);
        } while (again || sharing_next(s) == now);
        cr_assert_eq(sharing_settle(s, now), 0, "%s", sharing_failure(s)->text);
        cr_assert_null(sharing_audit(s), "%s", sharing_audit(s));
    }
    for (size_t i = 0; i < count; i++)
        cr_assert(done[i].over, "number %zu is not over", i);
    return last;
}

/* ---- by hand --------------------------------------------------------------
 */

#define DUMB                                                                   \
    "host a b c d\nswitch s t\na > s\ns > a\nb > s\ns > b\ns > t\nt > s\n"     \
    "t > c\nc > t\nt > d\nd > t\n"
#define OPEN "send=1,receive=all,duplex=full"
#define BANDWIDTHS                                                             \
    "host a b c\nswitch s\na > s 2 4\nb > s 2 4\ns > c 5 6\ns > a 2 4\n"       \
    "s > b 2 4\nc > s 5 6\n"

struct hand {
    const char *network, *model, *cost;
    struct deed deed[5];
    double fair[5], fifo[5]; /* ends */
};

/* A deed of one receiver; without a dependence. */
#define ON(from, to, words, at)                                                \
    {                                                                          \
        from, {to}, 1, 8 * (words), -1, at, 0                                  \
    }
#define AFTER(from, to, words, after)                                          \
    {                                                                          \
        from, {to}, 1, 8 * (words), after, 0, 0                                \
    }

static const struct hand sharing_hands[] = {
    {DUMB,
     OPEN,
     "ts=0,tw=1",
     {ON(0, 2, 30, 0), ON(1, 3, 60, 0), AFTER(2, 0, 10, 0)},
     {60, 90, 70},
     {30, 90, 40}},
    {DUMB,
     OPEN,
     "ts=5,tw=1,th=2",
     {ON(0, 2, 30, 0), ON(1, 3, 60, 0), AFTER(2, 0, 10, 0)},
     {69, 99, 88},
     {39, 99, 58}},
    {"line:3",
     "send=4,receive=all,duplex=full",
     "ts=0,tw=1",
     {ON(0, 1, 1, 0), ON(0, 2, 2, 0), ON(1, 2, 3, 0)},
     {2, 4, 5},
     {1, 5, 3}},
    {BANDWIDTHS,
     OPEN,
     "ts=3,tw=1",
     {ON(0, 2, 30, 0), ON(1, 2, 60, 0)},
     {20.666667, 27.666667},
     {18, 28}},
    {BANDWIDTHS,
     "one-port-duplex",
     "ts=3,tw=1",
     {ON(0, 2, 30, 0), ON(1, 2, 60, 0)},
     {18, 43},
     {18, 43}},
    {"ring:4",
     "one-port",
     "ts=10,tw=1",
     {ON(0, 1, 20, 0), ON(1, 0, 20, 0)},
     {30, 60},
     {30, 60}},
    {"ring:4",
     "one-port-duplex",
     "ts=10,tw=1",
     {ON(0, 1, 20, 0), ON(1, 0, 20, 0)},
     {30, 30},
     {30, 30}},
    {"star:5",
     "one-port-duplex",
     "ts=7,tw=1",
     {ON(1, 4, 10, 0), ON(2, 4, 10, 0), ON(3, 4, 20, 0)},
     {17, 34, 61},
     {17, 34, 61}},
    {"star:5",
     OPEN,
     "ts=0,tw=1",
     {ON(1, 4, 1, 0), ON(2, 4, 1, 0), ON(3, 4, 2, 0)},
     {3, 3, 4},
     {1, 2, 4}},
    {DUMB,
     OPEN,
     "ts=0,tw=10",
     {ON(0, 2, 1, 0), ON(1, 3, 1, 0), AFTER(2, 0, 1, 0)},
     {20, 20, 30},
     {10, 20, 20}},
};

static size_t sharing_deeds(const struct hand *hand)
{
    size_t count = 0;
    while (count < 5 && (hand->deed[count].copies || hand->deed[count].bytes))
        count++;
    return count;
}

Test(sharing, by_hand)
{
    for (size_t i = 0; i < sizeof sharing_hands / sizeof *sharing_hands; i++)
        for (int kind = WEFT_SHARING_FAIR; kind <= WEFT_SHARING_FIFO; kind++) {
            const struct hand *hand = &sharing_hands[i];
            struct weft_network *network = sharing_network(hand->network);
            struct sharing *s =
                sharing_make(&(struct play){.network = network,
                                            .model = hand->model,
                                            .cost = hand->cost,
                                            .kind = (enum weft_sharing)kind});
            const double *want =
                kind == WEFT_SHARING_FAIR ? hand->fair : hand->fifo;
            struct done done[5];
            size_t count = sharing_deeds(hand);
            sharing_play(s, hand->deed, count, done);
            for (size_t k = 0; k < count; k++)
                cr_expect_eq(done[k].end,
                             (uint64_t)(want[k] * SHARING_TICKS + 0.5),
                             "case %zu, %s, %zu: %g, not %g", i,
                             weft_sharing_names[kind], k,
                             (double)done[k].end / SHARING_TICKS, want[k]);
            sharing_destroy(s);
            weft_network_destroy(network);
        }
}

/* ---- by chance ------------------------------------------------------------
 */

static uint64_t sharing_state;

static int sharing_draw(int below)
{
    sharing_state =
        sharing_state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (int)((sharing_state >> 33) % (uint64_t)below);
}

/* Transfers on a network: each at a time of its own, or after another. */
static void sharing_invent(struct deed *deed, size_t count, int size,
                           int longest, bool follow)
{
    for (size_t i = 0; i < count; i++) {
        int from = sharing_draw(size);
        int to = (from + 1 + sharing_draw(size - 1)) % size;
        deed[i] = (struct deed){from, {to}, 1, 0, -1, 0, 0};
        deed[i].bytes = (uint64_t)(8 * (1 + sharing_draw(longest)));
        deed[i].at = sharing_draw(30);
        if (follow && i && sharing_draw(3)) {
            deed[i].after = sharing_draw((int)i);
            deed[i].at = sharing_draw(8) / 4.0;
        }
    }
}

static const char *const sharing_networks[] = {
    "ring:6",
    "torus:3x3",
    "tree:8",
    "fat-tree:2x3",
    "mesh:3x4",
    "line:5",
    "switch:7",
    "dragonfly:2x1x2",
    "random:10x3",
    "hypercube:3",
    BANDWIDTHS,
    DUMB,
    "host a b c d\na b x2\nb c 1 3\nc d\nd a 0.3 2\na c 2 1\nb d 0 0.7 x2\n"};
enum { SHARING_NETWORKS = sizeof sharing_networks / sizeof *sharing_networks };

static const char *const sharing_models[] = {
    "one-port",
    "one-port-duplex",
    "send=2,receive=3,duplex=full",
    "send=1,receive=all,duplex=full",
    "send=2,receive=2,duplex=half",
    "send=all,receive=all,duplex=full"};
enum { SHARING_MODELS = sizeof sharing_models / sizeof *sharing_models };

/* The same twice, and with all paces found anew at each tick: the same times;
 * and all that was sent passes all arcs of its route, and nothing else. */
Test(sharing, laws_on_random_traffic, .timeout = 120)
{
    static const char *const costs[] = {"ts=3,tw=2,th=1", "ts=0,tw=1,th=0",
                                        "ts=7,tw=3,th=0", "ts=1,tw=0,th=0",
                                        "loggp:L=4,o=2,g=3,G=1"};
    enum { COUNT = 60 };
    sharing_state = 1;
    for (int round = 0; round < 400; round++) {
        struct weft_network *network =
            sharing_network(sharing_networks[round % SHARING_NETWORKS]);
        struct play play = {.network = network,
                            .model = sharing_models[round % SHARING_MODELS],
                            .cost = costs[round % 5],
                            .kind = round % 3 ? WEFT_SHARING_FAIR
                                              : WEFT_SHARING_FIFO};
        struct deed deed[COUNT];
        struct done done[COUNT], other[COUNT];
        sharing_invent(deed, COUNT, weft_network_size(network), 12, true);
        double links = 0, words = 0;
        for (int i = 0; i < COUNT; i++)
            links +=
                (double)(round % 5 == 3 ? 1 : deed[i].bytes / 8) *
                weft_network_distance(network, deed[i].from, deed[i].to[0]);
        for (int again = 0; again < 3; again++) {
            play.full = again == 2;
            struct sharing *s = sharing_make(&play);
            uint64_t end = sharing_play(s, deed, COUNT, again ? other : done);
            cr_expect(!again || !memcmp(done, other, sizeof done),
                      "round %d, %d", round, again);
            words = 0;
            for (size_t i = 0; i < sharing_arcs(s); i++) {
                struct sharing_load load;
                sharing_load(s, i, end, &load);
                words += load.words;
                cr_expect(load.full <= load.carrying && load.carrying <= end);
            }
            sharing_destroy(s);
        }
        cr_expect(words >= links && words <= links, "round %d: %g, not %g",
                  round, words, links);
        weft_network_destroy(network);
    }
}

/* Of unit time with fixed starts: the replay knows the arrivals, too. */
Test(sharing, fair_as_in_a_replay, .timeout = 60)
{
    enum { COUNT = 60 };
    sharing_state = 2;
    for (int round = 0; round < 200; round++) {
        struct weft_network *network =
            sharing_network(sharing_networks[round % (SHARING_NETWORKS - 3)]);
        struct weft_replay *replay =
            weft_replay_create(network, WEFT_SHARING_FAIR, NULL);
        const struct weft_sink *sink = weft_replay_sink(replay);
        struct weft_trace_info info = {.processors = weft_network_size(network),
                                       .unit_ns = 1000,
                                       .step = 1};
        struct deed deed[COUNT];
        struct done done[COUNT];
        sharing_invent(deed, COUNT, info.processors, 9, false);
        cr_assert_eq(sink->begin(sink->arg, &info), 0);
        for (int at = 0; at < 30; at++)
            for (int i = 0; i < COUNT; i++) {
                struct weft_event event = {.kind = WEFT_SEND,
                                           .rank = deed[i].from,
                                           .peer = deed[i].to[0],
                                           .message = i,
                                           .start = (uint64_t)at,
                                           .duration = deed[i].bytes / 8};
                if (deed[i].at >= at && deed[i].at <= at)
                    cr_assert_eq(sink->events(sink->arg, &event, 1), 0);
            }
        cr_assert_eq(sink->end(sink->arg), 0);
        struct sharing *s = sharing_make(
            &(struct play){.network = network,
                           .model = "send=all,receive=all,duplex=full",
                           .cost = "ts=0,tw=1",
                           .kind = WEFT_SHARING_FAIR});
        sharing_play(s, deed, COUNT, done);
        const struct weft_replay_result *result = weft_replay_result(replay);
        for (int i = 0; i < COUNT; i++) {
            const struct weft_replay_message *m = &result->message[i];
            double end = (double)done[m->message].end;
            cr_expect(end >= m->arrival * SHARING_TICKS - 5 &&
                          end <= m->arrival * SHARING_TICKS + 5,
                      "round %d, %d: %.6f, not %.6f", round, m->message,
                      end / SHARING_TICKS, m->arrival);
        }
        sharing_destroy(s);
        weft_replay_destroy(replay);
        weft_network_destroy(network);
    }
}
