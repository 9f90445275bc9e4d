/* The list of sources: "0,3,3,5", "all" or "random:K". */
#include <Random123/philox.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "simultaneous.h"

static int sources_add(struct simultaneous *state, size_t *capacity, int source,
                       struct weft_error *err)
{
    size_t needed = (size_t)state->count + 2;
    if (array_grow(&state->source, capacity, needed, sizeof *state->source))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the sources");
    state->source[++state->count] = source;
    return 0;
}

/* Report an error; `fault` is the result of parse_number(). */
static int sources_refuse(enum number_fault fault, const char *text, int size,
                          struct weft_error *err)
{
    if (fault == NUMBER_OUTSIDE)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "sources '%.60s': processors are 0 to %d", text,
                              size - 1);
    return weft_error_set(
        err, WEFT_ERROR_MISUSE, 0,
        "sources '%.60s': expected a list of processors, 'all' or 'random:K'",
        text);
}

static int sources_read_list(struct simultaneous *state, const char *text,
                             int size, struct weft_error *err)
{
    size_t capacity = 0;
    const char *at = text;
    for (;;) {
        int64_t source;
        int fault = parse_number(at, &at, 0, size - 1, &source);
        if (fault)
            return sources_refuse((enum number_fault)fault, text, size, err);
        if (sources_add(state, &capacity, (int)source, err))
            return -1;
        if (!*at)
            return 0;
        if (*at++ != ',')
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "sources '%.60s': a comma is missing", text);
    }
}

static int take_all(struct simultaneous *state, int size,
                    struct weft_error *err)
{
    size_t capacity = 0;
    for (int x = 0; x < size; x++)
        if (sources_add(state, &capacity, x, err))
            return -1;
    return 0;
}

/* Return the n-th random number below `limit`. */
static int sources_draw(uint64_t seed, uint32_t n, int limit)
{
    philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
    philox4x32_ctr_t counter = {{n}};
    philox4x32_ctr_t value = philox4x32(counter, key);
    return (int)((uint64_t)value.v[0] * (uint64_t)limit >> 32);
}

static int sources_compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Choose K different sources, ascending: the first K of a random
 * permutation. */
static int take_random(struct plan *plan, struct simultaneous *state,
                       const char *number, struct weft_error *err)
{
    int64_t count;
    int size = plan->size;
    if (parse_number(number, NULL, 1, size, &count))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "sources 'random:%.40s': expected K from 1 to %d",
                              number, size);
    if (take_all(state, size, err))
        return -1;
    int *pool = state->source + 1;
    for (int i = 0; i < (int)count; i++) {
        int other = i + sources_draw(plan->seed, (uint32_t)i, size - i);
        int kept = pool[i];
        pool[i] = pool[other];
        pool[other] = kept;
    }
    state->count = (int)count;
    qsort(pool, (size_t)count, sizeof *pool, sources_compare);
    return 0;
}

const struct weft_setting simultaneous_sources_setting = {
    .name = "sources",
    .argument = "all|random:K|P,..",
    .help = "source processors such as 0,3,5, or all, or random:K",
    .kind = WEFT_SETTING_TEXT,
    .standard = "random:2",
};

int simultaneous_sources(struct plan *plan, struct simultaneous *state,
                         struct weft_error *err)
{
    const char *text = plan_text(plan, &simultaneous_sources_setting);
    if (strcmp(text, "all") == 0)
        return take_all(state, plan->size, err);
    if (strncmp(text, "random:", 7) == 0)
        return take_random(plan, state, text + 7, err);
    return sources_read_list(state, text, plan->size, err);
}
