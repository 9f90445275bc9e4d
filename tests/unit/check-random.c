/* Compares the checker with a second implementation that uses only lists of
 * transfers and compares all pairs. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/check.h>
#include <weft/trace.h>

#include "schedules.h"

#define TRANSFERS_MAX 80
#define CONFLICTS_MAX 4000

struct transfer {
    int slot, from, to, message;
};

struct schedule {
    struct transfer list[TRANSFERS_MAX];
    int count;
};

/* The key by which conflicts are counted: a rule's subject in a slot. */
struct conflict {
    int slot, kind, a, b;
};

struct judge {
    const struct weft_network *network;
    const struct weft_model *model;
    struct conflict conflict[CONFLICTS_MAX];
    int conflicts;
};

static void count_once(struct judge *judge, struct conflict conflict)
{
    for (int i = 0; i < judge->conflicts; i++)
        if (!memcmp(&judge->conflict[i], &conflict, sizeof conflict))
            return;
    cr_assert_lt(judge->conflicts, CONFLICTS_MAX);
    judge->conflict[judge->conflicts++] = conflict;
}

/* Return whether x may be an end of both transfers in one slot. */
static bool port_allows(const struct weft_model *model, int x,
                        const struct transfer *a, const struct transfer *b)
{
    bool sends = a->from == x || b->from == x;
    bool receives = a->to == x || b->to == x;
    if (sends && receives)
        return model->duplex == WEFT_DUPLEX_FULL;
    if (receives)
        return model->receives == WEFT_RECEIVES_ALL;
    if (a->message == b->message && a->to == b->to)
        return true; /* the arc's rule applies */
    if (model->sends == WEFT_SENDS_SAME)
        return a->message == b->message;
    return model->sends == WEFT_SENDS_ALL;
}

static bool adjacent(const struct weft_network *network, int from, int to)
{
    int at = from;
    do
        at = weft_network_next(network, at, to);
    while (at != to && at >= weft_network_size(network));
    return at == to;
}

static bool uses_arc(const struct weft_network *network,
                     const struct transfer *t, int from, int to)
{
    for (int at = t->from, next; at != t->to; at = next) {
        next = weft_network_next(network, at, t->to);
        if (at == from && next == to)
            return true;
    }
    return false;
}

static void judge_arcs(struct judge *judge, const struct transfer *a,
                       const struct transfer *b)
{
    if (a->from == b->from && a->message == b->message && a->to != b->to)
        return;
    for (int at = a->from, next; at != a->to; at = next) {
        next = weft_network_next(judge->network, at, a->to);
        if (uses_arc(judge->network, b, at, next))
            count_once(judge, (struct conflict){a->slot, 1, at, next});
    }
}

static bool may_travel(const struct judge *judge, const struct transfer *t)
{
    return judge->model->sends == WEFT_SENDS_ONE ||
           adjacent(judge->network, t->from, t->to);
}

static int count_conflicts(struct judge *judge, const struct schedule *schedule)
{
    judge->conflicts = 0;
    for (int i = 0; i < schedule->count; i++) {
        const struct transfer *a = &schedule->list[i];
        if (!may_travel(judge, a))
            count_once(judge, (struct conflict){a->slot, 0, a->from, 0});
        for (int k = 0; k < i; k++) {
            const struct transfer *b = &schedule->list[k];
            if (a->slot != b->slot)
                continue;
            for (int x = 0; x < weft_network_size(judge->network); x++)
                if ((a->from == x || a->to == x) &&
                    (b->from == x || b->to == x) &&
                    !port_allows(judge->model, x, a, b))
                    count_once(judge, (struct conflict){a->slot, 0, x, 0});
            if (may_travel(judge, a) && may_travel(judge, b))
                judge_arcs(judge, a, b);
        }
    }
    return judge->conflicts;
}

/* ---- successive broadcasts ------------------------------------------- */

/* Find the first sender of a message (lowest rank within the slot) and its
 * slot. */
static bool find_source(const struct schedule *schedule, int message,
                        int *source, int *slot)
{
    *source = -1;
    *slot = 0;
    for (int i = 0; i < schedule->count; i++) {
        const struct transfer *t = &schedule->list[i];
        if (t->message == message &&
            (!*slot || t->slot < *slot ||
             (t->slot == *slot && t->from < *source))) {
            *slot = t->slot;
            *source = t->from;
        }
    }
    return *slot > 0;
}

/* Return the first slot in which x receives the message; a large one if
 * never. */
static int received(const struct schedule *schedule, int message, int x)
{
    int slot = 1000;
    for (int i = 0; i < schedule->count; i++) {
        const struct transfer *t = &schedule->list[i];
        if (t->message == message && t->to == x && t->slot < slot)
            slot = t->slot;
    }
    return slot;
}

static bool sources_right(const struct schedule *schedule, int p)
{
    for (int j = 1; j <= p; j++) {
        int source, slot, other, when;
        if (!find_source(schedule, j, &source, &slot))
            return false;
        for (int i = 1; i < j; i++)
            if (!find_source(schedule, i, &other, &when) || other == source ||
                received(schedule, i, source) >= slot)
                return false;
    }
    return true;
}

static bool spreads(const struct schedule *schedule, int p)
{
    for (int i = 0; i < schedule->count; i++) {
        const struct transfer *t = &schedule->list[i];
        int source, slot;
        if (t->message < 1 || t->message > p)
            return false;
        find_source(schedule, t->message, &source, &slot);
        if (t->from != source &&
            received(schedule, t->message, t->from) >= t->slot)
            return false;
    }
    for (int j = 1; j <= p; j++) {
        int source, slot;
        find_source(schedule, j, &source, &slot);
        for (int x = 0; x < p; x++)
            if (x != source && received(schedule, j, x) >= 1000)
                return false;
    }
    return true;
}

static bool in_order(const struct schedule *schedule, int p,
                     enum weft_order order)
{
    for (int i = 0; i < schedule->count; i++)
        for (int k = 0; k < schedule->count; k++) {
            const struct transfer *a = &schedule->list[i];
            const struct transfer *b = &schedule->list[k];
            if (a->message >= b->message || a->slot <= b->slot)
                continue;
            for (int x = 0; x < p; x++) {
                bool receptions = a->to == x && b->to == x;
                bool actions = (a->from == x || a->to == x) &&
                               (b->from == x || b->to == x);
                if ((order == WEFT_ORDER_PROGRAM && actions) ||
                    (order == WEFT_ORDER_ARRIVAL && receptions))
                    return false;
            }
        }
    return true;
}

static bool solves(const struct schedule *schedule, int p,
                   enum weft_order order)
{
    return sources_right(schedule, p) && spreads(schedule, p) &&
           in_order(schedule, p, order);
}

/* ---- both judges ----------------------------------------------------- */

static void feed(struct weft_check *check, const struct schedule *schedule,
                 int processors)
{
    struct weft_event events[2 * TRANSFERS_MAX];
    size_t count = 0;
    for (int i = 0; i < schedule->count; i++)
        for (int end = 0; end < 2; end++) {
            const struct transfer *t = &schedule->list[i];
            uint64_t start = (uint64_t)t->slot - 1;
            events[count++] =
                (struct weft_event){.start = start,
                                    .duration = 1,
                                    .since = start,
                                    .rank = end ? t->to : t->from,
                                    .peer = end ? t->from : t->to,
                                    .message = t->message,
                                    .dimension = -1,
                                    .kind = end ? WEFT_RECEIVE : WEFT_SEND};
        }
    weft_events_sort(events, count);
    struct weft_trace_info info = {.processors = processors, .step = 1};
    const struct weft_sink *sink = weft_check_sink(check);
    cr_assert_eq(sink->begin(sink->arg, &info), 0);
    cr_assert_eq(sink->events(sink->arg, events, count), 0);
    cr_assert_eq(sink->end(sink->arg), 0);
}

/* Compare both judges. @returns whether the problem is solved */
static bool check_random_compare(struct judge *judge,
                                 const struct schedule *schedule,
                                 enum weft_order order, const char *what)
{
    struct weft_check_options options = {.network = judge->network,
                                         .model = judge->model,
                                         .problem = "successive",
                                         .order = order,
                                         .root = -1};
    int p = weft_network_size(judge->network);
    struct weft_check *check = weft_check_create(&options, NULL);
    feed(check, schedule, p);
    const struct weft_check_result *result = weft_check_result(check);
    int conflicts = count_conflicts(judge, schedule);
    bool solved = solves(schedule, p, order);
    cr_expect_eq(result->conflicts, (uint64_t)conflicts,
                 "%s: %" PRIu64 " conflicts, not %d (%s)", what,
                 result->conflicts, conflicts, result->finding[0].text);
    cr_expect_eq(result->solved, solved, "%s, order %s: solved %d (%s)", what,
                 weft_order_names[order], result->solved,
                 result->finding[0].text);
    weft_check_destroy(check);
    return solved;
}

static struct schedule check_random_parse(const char *text)
{
    struct schedule schedule = {.count = 0};
    struct transfer t;
    int length;
    while (sscanf(text, "%d %d %d %d%n", &t.slot, &t.from, &t.to, &t.message,
                  &length) == 4) {
        schedule.list[schedule.count++] = t;
        text += length;
        text += strspn(text, " |");
    }
    return schedule;
}

static void check_random_add_random(struct schedule *schedule, int p)
{
    int from = rand() % p;
    int to = (from + 1 + rand() % (p - 1)) % p;
    schedule->list[schedule->count++] =
        (struct transfer){1 + rand() % 6, from, to, 1 + rand() % 3};
    if (rand() % 8 == 0 && schedule->count < TRANSFERS_MAX) {
        schedule->list[schedule->count] =
            schedule->list[rand() % schedule->count];
        schedule->count++;
    }
}

static void try_random(struct judge *judge, int round)
{
    struct schedule schedule = {.count = 0};
    for (int i = 1 + rand() % 30; i > 0; i--)
        check_random_add_random(&schedule, weft_network_size(judge->network));
    char what[40];
    snprintf(what, sizeof what, "round %d", round);
    check_random_compare(judge, &schedule, (enum weft_order)(round % 3), what);
}

Test(check_random, transfers_at_random)
{
    static const char *const networks[] = {
        "ring:5", "tree:8", "mesh:2x3", "complete:4", "hypercube:3", "star:5"};
    static const char *const models[] = {"shouting",
                                         "all-port",
                                         "one-port",
                                         "one-port-duplex",
                                         "send=same,receive=all,duplex=half",
                                         "send=one,receive=all,duplex=half",
                                         "send=all,receive=one,duplex=half"};
    srand(7);
    for (int n = 0; n < 6; n++)
        for (int m = 0; m < 7; m++) {
            struct weft_model model;
            static struct judge judge;
            cr_assert_eq(weft_model_parse(models[m], &model, NULL), 0);
            judge.network = weft_network_create(networks[n], NULL);
            judge.model = &model;
            for (int round = 0; round < 60; round++)
                try_random(&judge, round);
            weft_network_destroy((struct weft_network *)judge.network);
        }
}

/* Make a small change to a correct schedule. */
static void mutate(struct schedule *schedule, int p)
{
    struct transfer *t = &schedule->list[rand() % schedule->count];
    switch (rand() % 5) {
    case 0:
        t->slot += 1 + rand() % 2;
        break;
    case 1:
        t->slot -= t->slot > 1;
        break;
    case 2:
        *t = schedule->list[--schedule->count];
        break;
    case 3:
        t->message = 1 + rand() % p;
        break;
    default:
        for (int i = 0; i < schedule->count; i++)
            schedule->list[i].slot += schedule->list[i].slot >= t->slot;
    }
}

Test(check_random, right_schedules_changed_a_little)
{
    static const char *const schedules[] = {cube2_synchronised, cube2_rotated,
                                            cube3_synchronised,
                                            cube3_interleaved, cube3_rotated};
    static struct judge judge;
    int solved = 0, unsolved = 0;
    srand(11);
    for (int round = 0; round < 1500; round++) {
        struct schedule schedule = check_random_parse(schedules[round % 5]);
        const char *network = round % 5 < 2 ? "hypercube:2" : "hypercube:3";
        judge.network = weft_network_create(network, NULL);
        judge.model = weft_model(0);
        for (int i = rand() % 4; i > 0; i--)
            mutate(&schedule, weft_network_size(judge.network));
        char what[40];
        snprintf(what, sizeof what, "round %d", round);
        for (int order = 0; weft_order_names[order]; order++)
            if (check_random_compare(&judge, &schedule, (enum weft_order)order,
                                     what))
                solved++;
            else
                unsolved++;
        weft_network_destroy((struct weft_network *)judge.network);
    }
    cr_expect_gt(solved, 500);
    cr_expect_gt(unsolved, 500);
}
