/* Transfers that wait for ports and share links: computed by hand, compared
 * with the replay and with slow programs, and laws that always hold. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/unstable/replay.h>
#include <weft/weft.h>

#include "base/base.h"
#include "sharing/sharing.h"

/* ---- a driver -------------------------------------------------------------
 */

enum { SHARING_DEEDS = 4096, SHARING_COPIES = 8 };

/* A transfer, or a computation (copies 0), that begins at a time, or some time
 * after another has arrived. */
struct deed {
    int from, to[SHARING_COPIES], copies;
    uint64_t bytes; /* for a computation: its duration */
    int after;      /* index of the deed that it follows; -1: none */
    double at;      /* start time, or delay after deed `after` */
    int port;       /* 0: any; k: port k - 1 */
};

struct done {
    uint64_t asked, start, end, first[SHARING_COPIES], arrived[SHARING_COPIES];
    bool over;
    int order; /* position in the order of requests */
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

static int sharing_asked;

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

/* Schedule the deeds that follow number `after`; -1: those that follow none. */
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
        d->order = ++sharing_asked;
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
    sharing_asked = 0;
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

/* A transfer to one receiver, without a dependence. */
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
    /* a message to two receivers uses their common link once */
    {"switch:4",
     "send=same,receive=all,duplex=full",
     "ts=0,tw=1",
     {{0, {1, 2}, 2, 16, -1, 0, 0}, ON(3, 1, 2, 0)},
     {4, 4},
     {2, 4}},
    /* over a longer route it arrives later, by th for each link */
    {"line:4",
     "send=same,receive=all,duplex=full",
     "ts=0,tw=4,th=1",
     {{0, {3, 1}, 2, 8, -1, 0, 0}, ON(1, 2, 1, 0)},
     {10, 8},
     {9, 4}},
    /* a computation waits for the processor, and arriving messages wait for
     * it */
    {"ring:4",
     "one-port",
     "ts=2,tw=1",
     {ON(0, 1, 8, 0), {1, {0}, 0, 5, -1, 1, 0}, ON(2, 1, 8, 2)},
     {10, 15, 25},
     {10, 15, 25}},
    {"ring:4",
     "one-port-duplex",
     "ts=2,tw=1",
     {ON(0, 1, 8, 0), {1, {0}, 0, 5, -1, 1, 0}, {1, {0}, 0, 0, -1, 3, 0}},
     {10, 6, 3},
     {10, 6, 3}},
    /* zero words: no link is used */
    {"line:3",
     "send=4,receive=all,duplex=full",
     "ts=5,tw=1,th=2",
     {ON(0, 2, 0, 0), ON(0, 2, 4, 0), ON(1, 2, 4, 0)},
     {7, 13, 11},
     {7, 13, 9}},
    /* ports with numbers are independent */
    {"ring:4",
     "one-port",
     "ts=2,tw=1",
     {ON(0, 1, 8, 0), {0, {3}, 1, 64, -1, 0, 1}, {0, {3}, 1, 64, -1, 0, 1}},
     {10, 10, 20},
     {10, 10, 20}},
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

/* LogGP: arrivals of the first and last bytes, and when the next send may
 * start. */
Test(sharing, loggp_by_hand)
{
    static const struct deed deed[] = {{0, {2}, 1, 8, -1, 0, 0},
                                       {1, {2}, 1, 8, -1, 0, 0},
                                       {0, {1}, 1, 8, -1, 0, 0},
                                       {1, {0}, 1, 1, -1, 0, 0}};
    static const uint64_t want[][4][3] = {
        /* start, arrival of the first byte, of the last */
        [WEFT_SHARING_FAIR] = {{0, 12, 26},
                               {0, 12, 26},
                               {19, 31, 38},
                               {19, 31, 31}},
        [WEFT_SHARING_FIFO] = {
            {0, 12, 19}, {0, 19, 26}, {12, 24, 31}, {19, 31, 31}}};
    struct weft_network *network = weft_network_create("switch:3", NULL);
    for (int kind = WEFT_SHARING_FAIR; kind <= WEFT_SHARING_FIFO; kind++) {
        struct sharing *s =
            sharing_make(&(struct play){.network = network,
                                        .model = "one-port-duplex",
                                        .cost = "loggp:L=10,o=2,g=5,G=1",
                                        .kind = (enum weft_sharing)kind});
        struct done done[4];
        sharing_play(s, deed, 4, done);
        for (int i = 0; i < 4; i++) {
            cr_expect_eq(done[i].start, want[kind][i][0] * SHARING_TICKS);
            cr_expect_eq(done[i].first[0], want[kind][i][1] * SHARING_TICKS);
            cr_expect_eq(done[i].arrived[0], want[kind][i][2] * SHARING_TICKS);
        }
        sharing_destroy(s);
    }
    weft_network_destroy(network);
}

/* Totals of arcs and ports. */
Test(sharing, sums_by_hand)
{
    static const struct deed deed[] = {{0, {1, 2}, 2, 16, -1, 0, 0},
                                       {3, {1}, 1, 16, -1, 0, 0},
                                       {3, {1}, 1, 16, -1, 0, 0}};
    struct weft_network *network = weft_network_create("switch:4", NULL);
    struct sharing *s = sharing_make(
        &(struct play){.network = network,
                       .model = "send=same,receive=all,duplex=full",
                       .cost = "ts=0,tw=1",
                       .kind = WEFT_SHARING_FAIR});
    struct done done[3];
    uint64_t end = sharing_play(s, deed, 3, done);
    struct sharing_load load[8];
    struct sharing_totals totals;
    cr_assert_eq(sharing_busiest(s, end, load, 8), 4);
    /* 4 -> 1: half each until 4, then alone until 6 */
    cr_expect_eq(load[0].tail, 4);
    cr_expect_eq(load[0].head, 1);
    cr_expect(load[0].words >= 6 && load[0].words <= 6);
    cr_expect_eq(load[0].carrying, 6 * SHARING_TICKS);
    cr_expect_eq(load[0].full, 6 * SHARING_TICKS);
    cr_expect_eq(load[0].most, 2);
    cr_expect_eq(load[1].tail, 3);
    cr_expect_eq(load[1].carrying, 6 * SHARING_TICKS);
    cr_expect_eq(load[1].full, 2 * SHARING_TICKS);
    cr_expect_eq(load[2].tail, 0);
    cr_expect(load[2].words >= 2 && load[2].words <= 2);
    cr_expect_eq(load[2].full, 0);
    sharing_totals(s, &totals);
    cr_expect_eq(totals.transfers, 3);
    cr_expect_eq(totals.ports.count, 1);
    cr_expect_eq(totals.ports.sum, 4 * SHARING_TICKS);
    cr_expect_eq(totals.links.count, 2);
    cr_expect_eq(totals.links.sum, 4 * SHARING_TICKS);
    cr_expect_eq(totals.links.most, 2 * SHARING_TICKS);
    cr_expect_eq(totals.most_under_way, 2);
    cr_expect_eq(totals.under_way, 0);
    sharing_destroy(s);
    weft_network_destroy(network);
}

/* Three messages in a queue, and one that arrives after all have left. */
Test(sharing, queues_by_hand)
{
    static const struct deed deed[] = {ON(1, 0, 2, 0), ON(2, 0, 2, 0),
                                       ON(3, 0, 2, 0), ON(1, 0, 2, 9)};
    struct weft_network *network = weft_network_create("switch:4", NULL);
    struct sharing *s =
        sharing_make(&(struct play){.network = network,
                                    .model = "send=all,receive=all,duplex=full",
                                    .cost = "ts=0,tw=1",
                                    .kind = WEFT_SHARING_FIFO});
    struct done done[4];
    uint64_t end = sharing_play(s, deed, 4, done);
    struct sharing_load load[1];
    cr_assert_eq(sharing_busiest(s, end, load, 1), 1);
    cr_expect_eq(load->tail, 4);
    cr_expect_eq(load->most, 3);
    cr_expect_eq(load->carrying, 8 * SHARING_TICKS);
    cr_expect_eq(load->full, 8 * SHARING_TICKS);
    cr_expect_eq(end, 11 * SHARING_TICKS);
    sharing_destroy(s);
    weft_network_destroy(network);
}

/* All-reduce by recursive doubling on a torus, round by round: loads of 1, 2
 * and 4 along the axes. */
Test(sharing, recursive_doubling_on_a_torus)
{
    static const struct {
        uint64_t bytes, time;
    } known[] = {
        {512, 6896}, {32768, 63344}, {2097152, 3676016}, {16777216, 29366128}};
    struct weft_network *network = weft_network_create("torus:8x8", NULL);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        uint64_t time = 0;
        for (int round = 0; round < 6; round++) {
            struct deed deed[64];
            struct done done[64];
            for (int rank = 0; rank < 64; rank++)
                deed[rank] = (struct deed){
                    rank, {rank ^ 1 << round}, 1, known[i].bytes, -1, 0, 0};
            struct sharing *s =
                sharing_make(&(struct play){.network = network,
                                            .model = "one-port-duplex",
                                            .cost = "ts=1000,tw=1",
                                            .kind = WEFT_SHARING_FAIR});
            time += sharing_play(s, deed, 64, done);
            sharing_destroy(s);
        }
        cr_expect_eq(time, known[i].time * SHARING_TICKS, "%g",
                     (double)time / SHARING_TICKS);
    }
    weft_network_destroy(network);
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

/* Without contention, a transfer takes exactly the time given by network and
 * cost. */
Test(sharing, alone)
{
    static const char *const costs[] = {"ts=3,tw=2,th=1", "ts=0,tw=7", "ts=1",
                                        "ts=4,th=3", "loggp:L=4,o=2,g=3,G=1"};
    for (int i = 0; i < SHARING_NETWORKS * 10; i++) {
        struct weft_network *network =
            sharing_network(sharing_networks[i / 10]);
        struct weft_cost cost;
        weft_cost_parse(costs[i % 5], &cost, NULL);
        int size = weft_network_size(network);
        struct deed deed = {0, {1}, 1, 0, -1, 0, 0};
        for (; deed.to[0] < size; deed.bytes += 11, deed.to[0]++) {
            struct sharing *s = sharing_make(&(struct play){
                .network = network,
                .model = "one-port",
                .cost = costs[i % 5],
                .kind = i % 10 < 5 ? WEFT_SHARING_FAIR : WEFT_SHARING_FIFO});
            struct done done;
            uint64_t time =
                weft_route_time(network, &cost, 0, deed.to[0], deed.bytes);
            sharing_play(s, &deed, 1, &done);
            cr_expect_eq(done.end, (time - cost.overhead) * SHARING_TICKS,
                         "%d, to %d: %g, not %llu", i, deed.to[0],
                         (double)done.end / SHARING_TICKS,
                         (unsigned long long)time);
            sharing_destroy(s);
        }
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

/* Make random transfers: each starts at a random time or after another. */
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

static const char *const sharing_models[] = {
    "shouting",
    "one-port",
    "one-port-duplex",
    "send=2,receive=3,duplex=full",
    "send=1,receive=all,duplex=full",
    "send=2,receive=2,duplex=half",
    "send=all,receive=all,duplex=full"};
enum { SHARING_MODELS = sizeof sharing_models / sizeof *sharing_models };

/* Two runs, one of which recomputes all paces at each tick, give the same
 * times; all words sent cross each arc of their routes, and no others. */
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

/* ---- ports, again ---------------------------------------------------------
 */

/* A run, replayed from the end times that it reports. */
struct replayed {
    const struct deed *deed;
    const struct done *done;
    int count;
    bool started[SHARING_DEEDS];
    int sends, receives; /* numbers that the model allows */
    bool half;
};

struct busy {
    int sends, receives, computes;
};

/* Return what a processor does at a tick, among all that has started. */
static struct busy sharing_busy(const struct replayed *r, int rank, int port,
                                uint64_t now)
{
    struct busy busy = {0};
    for (int i = 0; i < r->count; i++) {
        const struct deed *deed = &r->deed[i];
        const struct done *done = &r->done[i];
        if (!r->started[i] || deed->port != port)
            continue;
        bool goes_on = deed->from == rank && done->end > now;
        busy.sends += goes_on && deed->copies;
        busy.computes += goes_on && !deed->copies;
        for (int k = 0; k < deed->copies; k++)
            busy.receives += deed->to[k] == rank && done->arrived[k] > now;
    }
    return busy;
}

static bool sharing_may(const struct replayed *r, int i, uint64_t now)
{
    const struct deed *deed = &r->deed[i];
    bool half = r->half && !deed->port;
    struct busy b = sharing_busy(r, deed->from, deed->port, now);
    if (!deed->copies)
        return !half || !(b.sends || b.receives || b.computes);
    if (b.sends >= (deed->port ? 1 : r->sends) ||
        (half && (b.receives || b.computes)))
        return false;
    for (int k = 0; k < deed->copies; k++) {
        b = sharing_busy(r, deed->to[k], deed->port, now);
        if (b.receives >= (deed->port ? 1 : r->receives) ||
            (half && (b.sends || b.computes)))
            return false;
    }
    return true;
}

/* Return whether this is the oldest deed of its kind at its processor's port
 * that has not started. */
static bool sharing_oldest(const struct replayed *r, int i, uint64_t now)
{
    for (int k = 0; k < r->count; k++)
        if (!r->started[k] && r->deed[k].from == r->deed[i].from &&
            r->deed[k].port == r->deed[i].port &&
            !r->deed[k].copies == !r->deed[i].copies &&
            r->done[k].asked <= now && r->done[k].order < r->done[i].order)
            return false;
    return true;
}

/* Return the first deed that must start at a tick, or -1 if none can. */
static int sharing_lowest(const struct replayed *r, uint64_t now)
{
    int lowest = -1;
    for (int i = 0; i < r->count; i++) {
        const struct done *a = &r->done[i], *b = &r->done[lowest];
        if (r->started[i] || a->asked > now || !sharing_oldest(r, i, now) ||
            !sharing_may(r, i, now))
            continue;
        int rank = lowest < 0 ? 0 : r->deed[i].from - r->deed[lowest].from;
        if (lowest < 0 || a->asked < b->asked ||
            (a->asked == b->asked &&
             (rank < 0 || (rank == 0 && a->order < b->order))))
            lowest = i;
    }
    return lowest;
}

static void sharing_check_starts(struct replayed *r, int round)
{
    memset(r->started, 0, sizeof r->started);
    for (uint64_t now = 0, next; now != UINT64_MAX; now = next) {
        next = UINT64_MAX;
        for (int i; (i = sharing_lowest(r, now)) >= 0;) {
            cr_expect_eq(r->done[i].start, now, "round %d: %d starts late",
                         round, i);
            r->started[i] = true;
        }
        for (int i = 0; i < r->count; i++) {
            const struct done *d = &r->done[i];
            cr_expect(r->started[i] || d->start > now,
                      "round %d: %d starts early", round, i);
            uint64_t times[2 + SHARING_COPIES] = {d->asked, d->end};
            memcpy(times + 2, d->arrived, sizeof d->arrived);
            for (int k = 0; k < 2 + SHARING_COPIES; k++)
                if (times[k] > now && times[k] < next)
                    next = times[k];
        }
    }
}

/* Add multicasts, computations and numbered ports at random. */
static void sharing_vary(struct deed *deed, size_t count, int size,
                         bool numbers)
{
    for (size_t i = 0; i < count; i++) {
        int copies = 1 + sharing_draw(3);
        deed[i].port = numbers ? sharing_draw(3) : 0;
        if (!sharing_draw(4)) {
            deed[i].copies = 0;
            deed[i].port = 0;
            continue;
        }
        if (sharing_draw(3) || size < 5)
            continue;
        deed[i].copies = copies;
        for (int k = 1; k < copies; k++)
            deed[i].to[k] =
                (deed[i].from + 1 +
                 (deed[i].to[0] - deed[i].from - 1 + size + k) % (size - 1)) %
                size;
    }
}

/* The deed that starts is always the first of all that can, and all that can
 * start do. */
Test(sharing, starts_by_the_rule, .timeout = 60)
{
    enum { COUNT = 40 };
    sharing_state = 3;
    for (int round = 0; round < 300; round++) {
        struct weft_network *network =
            sharing_network(sharing_networks[round % SHARING_NETWORKS]);
        const char *model = sharing_models[round % SHARING_MODELS];
        struct play play = {.network = network,
                            .model = model,
                            .cost = "ts=3,tw=2,th=1",
                            .kind = round % 3 ? WEFT_SHARING_FAIR
                                              : WEFT_SHARING_FIFO};
        struct deed deed[COUNT];
        struct done done[COUNT], other[COUNT];
        struct weft_model parsed;
        int size = weft_network_size(network);
        sharing_invent(deed, COUNT, size, 12, true);
        sharing_vary(deed, COUNT, size, round % 2);
        struct sharing *s = sharing_make(&play);
        sharing_play(s, deed, COUNT, done);
        sharing_destroy(s);
        play.full = true;
        s = sharing_make(&play);
        sharing_play(s, deed, COUNT, other);
        sharing_destroy(s);
        cr_expect(!memcmp(done, other, sizeof done), "round %d", round);
        weft_model_parse(model, &parsed, NULL);
        struct replayed r = {.deed = deed,
                             .done = done,
                             .count = COUNT,
                             .sends = weft_model_ports(&parsed, WEFT_USE_SEND),
                             .receives =
                                 weft_model_ports(&parsed, WEFT_USE_RECEIVE),
                             .half = parsed.duplex == WEFT_DUPLEX_HALF};
        sharing_check_starts(&r, round);
        weft_network_destroy(network);
    }
}

/* ---- queues, again --------------------------------------------------------
 */

/* Messages with distinct starts, simulated hop by hop and tick by tick with a
 * queue for each arc. */
struct hopping {
    int arc[32], hops, at; /* at: index of the arc that it waits for */
    uint64_t ready, data, held, arrival;
};

struct serving {
    struct hopping *m;
    int count;
    uint64_t free[4096][2]; /* time from which each lane of an arc is free */
    int lanes[4096];
    uint64_t latency;
};

/* Return the first message in the queue of an arc, or -1 if none is ready. */
static int serving_first(const struct serving *v, int arc, uint64_t now)
{
    int first = -1;
    for (int i = 0; i < v->count; i++) {
        const struct hopping *m = &v->m[i];
        if (m->at < m->hops && m->arc[m->at] == arc && m->ready <= now &&
            (first < 0 || m->ready < v->m[first].ready))
            first = i;
    }
    return first;
}

/* Let a message enter its arc if a lane is free and the message is first. */
static bool serving_go(struct serving *v, int i, uint64_t now)
{
    struct hopping *m = &v->m[i];
    if (m->at >= m->hops || m->ready > now ||
        serving_first(v, m->arc[m->at], now) != i)
        return false;
    for (int lane = 0; lane < v->lanes[m->arc[m->at]]; lane++) {
        uint64_t *free = &v->free[m->arc[m->at]][lane];
        if (*free > now)
            continue;
        uint64_t latency = m->at + 1 < m->hops ? v->latency : 0;
        *free = now + m->data > m->held ? now + m->data : m->held;
        m->held = *free + latency;
        m->ready = now + latency;
        if (++m->at == m->hops)
            m->arrival = m->held;
        return true;
    }
    return false;
}

/* First move the messages that were ready before this tick; then advance the
 * head of every message over as many arcs as it can enter in this tick. */
static void serving_tick(struct serving *v, uint64_t now)
{
    for (bool moved = true; moved;) {
        moved = false;
        for (int i = 0; i < v->count; i++)
            if (v->m[i].ready < now)
                moved |= serving_go(v, i, now);
    }
    for (int i = 0; i < v->count; i++)
        while (serving_go(v, i, now))
            continue;
}

Test(sharing, fifo_as_tick_by_tick, .timeout = 60)
{
    enum { COUNT = 40 };
    static struct serving v;
    static const char *const costs[] = {"ts=0,tw=1", "ts=0,tw=2,th=1",
                                        "ts=0,tw=1,th=3"};
    sharing_state = 4;
    for (int round = 0; round < 150; round++) {
        struct weft_network *network = sharing_network(
            round % 10 ? sharing_networks[round % (SHARING_NETWORKS - 3)]
                       : "0 1 x2\n1 2\n2 3 x2\n3 0\n1 3\n");
        struct deed deed[COUNT];
        struct done done[COUNT];
        struct hopping m[COUNT];
        struct weft_cost cost;
        weft_cost_parse(costs[round % 3], &cost, NULL);
        v = (struct serving){
            .m = m, .count = COUNT, .latency = cost.th * SHARING_TICKS};
        sharing_invent(deed, COUNT, weft_network_size(network), 9, false);
        /* numbered in the order of their starts: by time, then by rank */
        int index[COUNT], filled = 0;
        for (int at = 0; at < 30; at++)
            for (int rank = 0; rank < weft_network_size(network); rank++)
                for (int i = 0; i < COUNT; i++)
                    if (deed[i].from == rank && (int)deed[i].at == at)
                        index[filled++] = i;
        for (int i = 0; i < COUNT; i++) {
            const struct deed *d = &deed[index[i]];
            m[i] = (struct hopping){.ready = (uint64_t)d->at * SHARING_TICKS,
                                    .data =
                                        d->bytes / 8 * cost.tw * SHARING_TICKS};
            for (int at = d->from, next; at != d->to[0]; at = next) {
                next = weft_network_next(network, at, d->to[0]);
                int port = weft_network_port(network, at, next);
                int arc = (int)weft_network_arc(network, at, port);
                v.lanes[arc] = weft_network_lanes(network, at, port);
                m[i].arc[m[i].hops++] = arc;
            }
        }
        for (uint64_t now = 0; now < 3000; now++)
            serving_tick(&v, now * SHARING_TICKS);
        struct sharing *s = sharing_make(
            &(struct play){.network = network,
                           .model = "send=all,receive=all,duplex=full",
                           .cost = costs[round % 3],
                           .kind = WEFT_SHARING_FIFO});
        sharing_play(s, deed, COUNT, done);
        for (int i = 0; i < COUNT; i++)
            cr_expect_eq(done[index[i]].end, m[i].arrival,
                         "round %d, %d: %g, not %g", round, index[i],
                         (double)done[index[i]].end / SHARING_TICKS,
                         (double)m[i].arrival / SHARING_TICKS);
        sharing_destroy(s);
        weft_network_destroy(network);
    }
}

/* ---- against the replay ---------------------------------------------------
 */

/* In unit time with fixed starts, the replay computes the same arrivals. */
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

/* ---- limits ---------------------------------------------------------------
 */

static int sharing_until_failure(struct sharing *s, const struct deed *deed,
                                 size_t count, uint64_t now)
{
    struct sharing_list news;
    for (size_t i = 0; i < count; i++)
        sharing_ask_for(s, deed, now, i);
    return sharing_start(s, now, &news);
}

/* Very long routes, and times beyond the range of ticks. */
Test(sharing, limits)
{
    static const struct deed far = {0, {262143}, 1, 8, -1, 0, 0};
    static const struct deed late = {0, {1}, 1, 8, -1, 0, 0};
    static const struct deed long_one = {0, {1}, 1, UINT32_MAX, -1, 0, 0};
    struct weft_network *line = weft_network_create("line:262144", NULL);
    struct play play = {.network = line,
                        .model = "send=all,receive=all,duplex=full",
                        .cost = "ts=5,tw=0",
                        .kind = WEFT_SHARING_FAIR};
    struct sharing *s = sharing_make(&play);
    cr_expect_eq(sharing_until_failure(s, &far, 64, 0), 0);
    cr_expect_neq(sharing_until_failure(s, &far, 1, 0), 0);
    cr_expect_eq(sharing_failure(s)->kind, WEFT_ERROR_LIMIT);
    sharing_destroy(s);
    s = sharing_make(&play);
    cr_expect_neq(
        sharing_until_failure(s, &late, 1, SHARING_TICK_MAX - SHARING_TICKS),
        0);
    cr_expect_eq(sharing_failure(s)->kind, WEFT_ERROR_LIMIT);
    sharing_destroy(s);
    play.cost = "ts=5,tw=1000000000";
    s = sharing_make(&play);
    cr_expect_neq(sharing_until_failure(s, &long_one, 1, 0), 0);
    cr_expect_eq(sharing_failure(s)->kind, WEFT_ERROR_LIMIT);
    sharing_destroy(s);
    struct weft_error err;
    cr_expect_null(sharing_create(
        &(struct sharing_options){.network = line, .kind = WEFT_SHARING_NONE},
        &err));
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
    weft_network_destroy(line);
}
