/* The cost of a transfer. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <weft/model.h>

#include "base/base.h"
#include "pairs.h"

/* Limits the cost of any message over any route to 64 bits: a transfer has at
 * most 2^32 bytes and 2^21 hops. */
#define COST_MAX 1000000000

#define LOGGP "loggp:"

static const char *cost_key_name(size_t i)
{
    static const char *const keys[] = {"ts", "tw", "th", NULL};
    return keys[i];
}

static const char *known_name(size_t i)
{
    if (i < 3)
        return cost_key_name(i);
    return i == 3 ? LOGGP "L=.." : NULL;
}

static const char *loggp_name(size_t i)
{
    static const char *const keys[] = {"L", "o", "g", "G", NULL};
    return keys[i];
}

static int set_number(void *result, int key, const char *name,
                      const char *value, struct weft_error *err)
{
    int64_t number;
    if (parse_number(value, NULL, 0, COST_MAX, &number))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "cost: %s=%s is not a whole number from 0 to %d",
                              name, value, COST_MAX);
    ((uint64_t *)result)[key] = (uint64_t)number;
    return 0;
}

static int cost_set(void *result, int key, const char *value,
                    struct weft_error *err)
{
    return set_number(result, key, cost_key_name((size_t)key), value, err);
}

static int set_loggp(void *result, int key, const char *value,
                     struct weft_error *err)
{
    return set_number(result, key, loggp_name((size_t)key), value, err);
}

static const struct pairs costs = {
    .what = "cost",
    .usage = "ts=T,tw=W,th=H or loggp:L=T,o=T,g=T,G=T",
    .key = cost_key_name,
    .known = known_name,
    .set = cost_set,
};

static const struct pairs loggp_costs = {
    .what = "cost",
    .usage = "loggp:L=T,o=T,g=T,G=T",
    .key = loggp_name,
    .set = set_loggp,
};

int weft_cost_parse(const char *text, struct weft_cost *cost,
                    struct weft_error *err)
{
    uint64_t given[4] = {0};
    unsigned seen;
    bool loggp = text && !strncmp(text, LOGGP, strlen(LOGGP));
    if (pairs_parse(loggp ? &loggp_costs : &costs,
                    loggp ? text + strlen(LOGGP) : text, given, &seen, err))
        return -1;
    if (loggp)
        *cost = (struct weft_cost){.loggp = true,
                                   .latency = given[0],
                                   .overhead = given[1],
                                   .gap = given[2],
                                   .per_byte = given[3]};
    else
        *cost =
            (struct weft_cost){.ts = given[0], .tw = given[1], .th = given[2]};
    return 0;
}

void weft_cost_print(const struct weft_cost *cost, char text[WEFT_COST_TEXT])
{
    if (cost->loggp)
        snprintf(text, WEFT_COST_TEXT,
                 LOGGP "L=%" PRIu64 ",o=%" PRIu64 ",g=%" PRIu64 ",G=%" PRIu64,
                 cost->latency, cost->overhead, cost->gap, cost->per_byte);
    else
        snprintf(text, WEFT_COST_TEXT,
                 "ts=%" PRIu64 ",tw=%" PRIu64 ",th=%" PRIu64, cost->ts,
                 cost->tw, cost->th);
}

bool weft_cost_is_unit(const struct weft_cost *cost)
{
    return !cost->loggp && cost->ts == 1 && !cost->tw && !cost->th;
}

/* Return the time G for each byte except the first (LogGP). */
static uint64_t lasts(const struct weft_cost *cost, size_t bytes)
{
    return bytes ? cost->per_byte * (bytes - 1) : 0;
}

uint64_t weft_cost_time(const struct weft_cost *cost, size_t bytes, int hops)
{
    uint64_t words = steps_of(bytes, WEFT_WORD);
    uint64_t further = hops > 1 ? (uint64_t)hops - 1 : 0;
    uint64_t time = cost->ts + cost->tw * words + cost->th * further;
    if (cost->loggp)
        time = 2 * cost->overhead + cost->latency + lasts(cost, bytes);
    return time ? time : 1;
}

uint64_t weft_cost_period(const struct weft_cost *cost, size_t bytes)
{
    uint64_t time = weft_cost_time(cost, bytes, 1);
    uint64_t gap = weft_cost_gap(cost, bytes);
    return gap > time ? gap : time;
}

uint64_t weft_cost_sending(const struct weft_cost *cost, size_t bytes)
{
    return cost->loggp ? cost->overhead : weft_cost_time(cost, bytes, 1);
}

uint64_t weft_cost_receiving(const struct weft_cost *cost, size_t bytes)
{
    return cost->loggp ? cost->overhead + lasts(cost, bytes)
                       : weft_cost_time(cost, bytes, 1);
}

uint64_t weft_cost_gap(const struct weft_cost *cost, size_t bytes)
{
    return cost->loggp ? cost->gap + lasts(cost, bytes) : 0;
}
