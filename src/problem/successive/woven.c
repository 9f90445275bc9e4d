/* woven: a periodic pattern on a small fibre of the cube, the same for all
 * sizes, which starts broadcasts less than two steps apart.
 *
 * The fibre's processors broadcast in turn, which forms a block; the blocks
 * follow the Gray code of the other dimensions (shared/pattern/pattern.h).
 * Every processor computes its actions from its rank and the pattern only.
 * Steps, for d >= 3, by --order: buffered 13p/8 + log2 p - 2; program and
 * arrival 2p + log2 p - 3. p (p - 1) messages, no conflicts. Source: a search
 * with a SAT solver, docs/optimum.md. */
#include "woven.h"

#include <stdlib.h>

#include "problem/shared/settings.h"
#include "schedule-cursor.h"
#include "successive.h"

struct weave woven_choose(const struct plan *plan,
                          const struct pattern *const *table)
{
    enum weft_order order = (enum weft_order)plan_number(plan, &setting_order);
    return weave_choose_of(table, plan->dimension, order, plan->size);
}

int woven_allocate(const struct plan *plan, const struct weave *weave,
                   int source[])
{
    for (int j = 1; j <= plan->size; j++)
        source[j - 1] = weave_source(weave, j);
    return 0;
}

int woven_prepare(struct plan *plan, const struct weave *weave,
                  struct weft_error *err)
{
    struct weave *kept = malloc(sizeof *kept);
    if (!kept)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    *kept = *weave;
    plan->schedule = kept;
    if (plan_chosen(plan, &setting_spacing))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "strategy '%s' takes no --spacing: its pattern "
                              "fixes the send steps",
                              plan->strategy->info.name);
    return 0;
}

/* Return how often mu_j is sent after a slot. */
static int sends_after(const struct weave *weave, int rank, int64_t j,
                       int64_t slot)
{
    struct weave_act act;
    int sends = 0;
    while ((slot = weave_next(weave, rank, j, slot, &act)))
        sends += act.receives ? 0 : act.peers;
    return sends;
}

static int act_in(struct schedule_cursor *cursor, const struct weave *weave,
                  int rank, int64_t slot)
{
    struct action action[20];
    struct weave_act act = weave_act(weave, rank, slot);
    if (!act.message)
        return 0;
    bool own = !act.receives && weave_source(weave, act.message) == rank;
    int forward = act.receives || own
                      ? sends_after(weave, rank, act.message, slot - own)
                      : 0;
    for (int i = 0; i < act.peers; i++)
        action[i] = (struct action){.rank = rank,
                                    .slot = (uint32_t)slot,
                                    .peer = act.peer[i],
                                    .message = (int32_t)act.message,
                                    .forward = forward,
                                    .receives = act.receives};
    return schedule_cursor_slot(cursor, action,
                                act.receives ? 0 : (size_t)act.peers,
                                (size_t)act.peers);
}

int woven_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct weave *weave = plan->schedule;
    struct schedule_cursor *cursor =
        schedule_cursor_open(self, plan, plan->slot);
    int status = cursor ? 0 : -1;
    for (int64_t slot = 1; !status && slot <= weave->steps; slot++)
        status = act_in(cursor, weave, weft_rank(self), slot);
    schedule_cursor_close(cursor);
    return status;
}

void woven_finish(struct plan *plan)
{
    free(plan->schedule);
}

static int successive_woven_allocate(const struct plan *plan, int source[],
                                     struct weft_error *err)
{
    const struct weave weave = woven_choose(plan, patterns);
    (void)err;
    return woven_allocate(plan, &weave, source);
}

static int successive_woven_prepare(struct plan *plan, struct weft_error *err)
{
    const struct weave weave = woven_choose(plan, patterns);
    return woven_prepare(plan, &weave, err);
}

const struct weft_strategy successive_woven = {
    .info = {.name = "woven",
             .summary =
                 "a periodic pattern on subcubes; --order buffered is faster",
             .source = "docs/optimum.md",
             .networks = "hypercube",
             .needs = "shouting"},
    .allocate = successive_woven_allocate,
    .prepare = successive_woven_prepare,
    .program = woven_program,
    .finish = woven_finish,
};
