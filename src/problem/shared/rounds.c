/* Recursive doubling as processors run it.
 *
 * All transfers of a round begin together. With unit time, and whenever hops
 * cost nothing, a round takes one slot; else the longest transfer of each
 * round is known in advance and everybody begins the next one after it, so
 * that nobody is sent two messages at once. */
#include "rounds.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "root.h"

static const char *order_name(size_t i)
{
    static const char *const names[] = {"descending", "ascending", NULL};
    return names[i];
}

static int choose_order(struct rounds *rounds, const char *word,
                        struct weft_error *err)
{
    rounds->pattern.ascending = word && !strcmp(word, order_name(1));
    if (!word || !strcmp(word, order_name(0)) || rounds->pattern.ascending)
        return 0;
    return weft_unknown(err, "order of dimensions", word, order_name);
}

int rounds_choose(struct rounds *rounds, const struct plan *plan,
                  struct weft_error *err)
{
    struct weft_doubling *pattern = &rounds->pattern;
    bool power_of_two = (plan->size & (plan->size - 1)) == 0;
    pattern->root = plan->experiment->root;
    pattern->axes = 1;
    pattern->extent[0] = plan->size;
    if (!power_of_two && !strcmp(weft_network_kind(plan->network), "torus"))
        pattern->axes = weft_network_axes(plan->network, pattern->extent);
    rounds->stride = 1;
    return choose_order(rounds, plan->experiment->dimensions, err);
}

int rounds_prepare(struct plan *plan, bool reversed, struct weft_error *err)
{
    struct rounds *rounds = plan->schedule = calloc(1, sizeof *rounds);
    if (!rounds)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    rounds->reversed = reversed;
    return rounds_choose(rounds, plan, err);
}

void rounds_finish(struct plan *plan)
{
    free(plan->schedule);
}

/* The round of the pattern that is run as the i-th. */
static int round_of(const struct rounds *rounds, int i)
{
    return rounds->reversed ? rounds->count - 1 - i : i;
}

/* The most links of any transfer in a round of the pattern. */
static int longest(const struct rounds *rounds, const struct plan *plan,
                   int round)
{
    const struct weft_doubling *pattern = &rounds->pattern;
    int most = 1, places = 1;
    for (int a = 0; a < pattern->axes; a++)
        places *= pattern->extent[a];
    for (int place = 0; place < places; place++) {
        bool sends;
        int partner = weft_doubling_partner(pattern, round, place, &sends);
        if (partner < 0)
            continue;
        int links = weft_network_distance(plan->network, place * rounds->stride,
                                          partner * rounds->stride);
        most = links > most ? links : most;
    }
    return most;
}

void rounds_time(struct rounds *rounds, const struct plan *plan, size_t bytes,
                 uint64_t begin)
{
    rounds->count = weft_doubling_steps(&rounds->pattern);
    rounds->start[0] = begin;
    for (int i = 0; i < rounds->count; i++) {
        int links =
            plan->cost.th ? longest(rounds, plan, round_of(rounds, i)) : 1;
        rounds->start[i + 1] =
            rounds->start[i] + weft_cost_time(&plan->cost, bytes, links);
    }
}

int rounds_check(const struct rounds *rounds, const struct plan *plan,
                 struct weft_error *err)
{
    int links = 1;
    if (plan->model.sends == WEFT_SENDS_ONE)
        return 0;
    for (int round = 0; round < rounds->count; round++) {
        int most = longest(rounds, plan, round);
        links = most > links ? most : links;
    }
    return plan_check_far(plan, links, err);
}

static int take(struct weft_processor *self, const struct rounds_ends *ends,
                int rank, int place)
{
    struct weft_message message;
    if (weft_receive(self, rank, &message))
        return -1;
    return ends->take(ends->arg, place, &message);
}

static int give(struct weft_processor *self, const struct rounds_ends *ends,
                int rank, uint64_t start)
{
    size_t bytes;
    const void *data = ends->give(ends->arg, &bytes);
    if (weft_wait_until(self, start))
        return -1;
    return weft_send(self, rank, 0, data, bytes);
}

int rounds_run(struct weft_processor *self, const struct rounds *rounds,
               int place, const struct rounds_ends *ends)
{
    for (int i = 0; i < rounds->count; i++) {
        bool sends;
        int partner = weft_doubling_partner(&rounds->pattern,
                                            round_of(rounds, i), place, &sends);
        if (partner < 0)
            continue;
        int rank = weft_rank(self) + (partner - place) * rounds->stride;
        int status = sends != rounds->reversed
                         ? give(self, ends, rank, rounds->start[i])
                         : take(self, ends, rank, partner);
        if (status)
            return -1;
    }
    return 0;
}
