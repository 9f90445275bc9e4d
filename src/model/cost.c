/* What a transfer costs. */
#include <weft/model.h>

#include "base/base.h"
#include "pairs.h"

/* Keeps the cost of any message over any route inside 64 bits: a transfer has
 * at most 2^32 bytes and 2^21 hops. */
#define COST_MAX 1000000000

static const char *key_name(size_t i)
{
    static const char *const keys[] = {"ts", "tw", "th", NULL};
    return keys[i];
}

static int set(void *result, int key, const char *value, struct weft_error *err)
{
    int64_t number;
    if (parse_number(value, NULL, 0, COST_MAX, &number))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "cost: %s=%s is not a whole number from 0 to %d",
                              key_name((size_t)key), value, COST_MAX);
    ((uint64_t *)result)[key] = (uint64_t)number;
    return 0;
}

static const struct pairs costs = {
    .what = "cost",
    .usage = "ts=T,tw=W,th=H",
    .key = key_name,
    .set = set,
};

int weft_cost_parse(const char *text, struct weft_cost *cost,
                    struct weft_error *err)
{
    uint64_t given[3] = {0};
    unsigned seen;
    if (pairs_parse(&costs, text, given, &seen, err))
        return -1;
    *cost = (struct weft_cost){given[0], given[1], given[2]};
    return 0;
}

uint64_t weft_cost_time(const struct weft_cost *cost, size_t bytes, int hops)
{
    uint64_t words = bytes / WEFT_WORD + (bytes % WEFT_WORD != 0);
    uint64_t further = hops > 1 ? (uint64_t)hops - 1 : 0;
    uint64_t time = cost->ts + cost->tw * words + cost->th * further;
    return time ? time : 1;
}
