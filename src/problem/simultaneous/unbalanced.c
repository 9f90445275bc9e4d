/* unbalanced: completely unbalanced trees, the same order of dimensions for
 * all, queues on the arcs.
 *
 * At most d + K - 1 slots: two packets that wait for the same arc are bound
 * for the same processors, so either delays the other once. The tie rule has
 * no effect on the completion. K is taken as given.
 *
 * Source: document B, section 3.3.1. */
#include <errno.h>
#include <string.h>

#include "base/base.h"
#include "simultaneous.h"

static uint64_t lowest(const struct simultaneous *state, int at, int bit,
                       int position, uint64_t arrived)
{
    (void)state, (void)at, (void)bit, (void)arrived;
    return (uint64_t)position;
}

static uint64_t highest(const struct simultaneous *state, int at, int bit,
                        int position, uint64_t arrived)
{
    (void)state, (void)at, (void)bit, (void)arrived;
    return UINT64_MAX - (uint64_t)position;
}

/* Of packets that arrived together the lower goes first. */
static uint64_t first(const struct simultaneous *state, int at, int bit,
                      int position, uint64_t arrived)
{
    (void)state, (void)at, (void)bit;
    return arrived << 24 | (uint64_t)position;
}

static uint64_t last(const struct simultaneous *state, int at, int bit,
                     int position, uint64_t arrived)
{
    return UINT64_MAX - first(state, at, bit, position, arrived);
}

static const struct simultaneous_tie ties[] = {
    {"lowest", lowest},
    {"highest", highest},
    {"first", first},
    {"last", last},
};

#define TIES (sizeof ties / sizeof *ties)

static const char *tie_name(size_t index)
{
    return index < TIES ? ties[index].name : NULL;
}

static int prepare(struct plan *plan, struct weft_error *err)
{
    const char *word = plan->experiment->tie;
    struct simultaneous *state = plan->state;
    state->measure = simultaneous_arcs_measure;
    plan->schedule = (void *)&ties[0];
    for (size_t i = 0; word && i < TIES; i++)
        if (strcmp(ties[i].name, word) == 0) {
            plan->schedule = (void *)&ties[i];
            return 0;
        }
    return word ? weft_unknown(err, "tie rule", word, tie_name) : 0;
}

const struct weft_strategy simultaneous_unbalanced = {
    .info = {.name = "unbalanced",
             .summary = "one tree per source, the same order of dimensions; "
                        "queues",
             .source = "B, section 3.3.1",
             .networks = "hypercube"},
    .prepare = prepare,
    .program = simultaneous_arcs_program,
};
