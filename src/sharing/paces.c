/* Max-min fair paces, recomputed only where a change can have an effect.
 *
 * An arc binds if its flows cannot all have their own paces. Flows that share a
 * binding arc are in the same component; components do not affect each other.
 * The paces of a component are filled progressively (Bertsekas and
 * Gallager 1992, section 6.5): the arc with the least room for each of its
 * growing flows fixes them, as a flow's own pace fixes it. */
#include "kernel.h"

#include <math.h>
#include <string.h>

/* ---- arcs -----------------------------------------------------------------
 */

static bool paces_binds(const struct sharing_arc *arc)
{
    return arc->own > arc->capacity * (1 + SHARING_NEAR);
}

/* Record whether an arc is full from `now` on, after its sums have changed. */
static void paces_note(struct sharing_arc *arc, uint64_t now)
{
    bool is_full = arc->pace >= arc->capacity * (1 - SHARING_NEAR);
    if (is_full == arc->is_full)
        return;
    if (arc->is_full)
        arc->full += now - arc->full_since;
    arc->full_since = now;
    arc->is_full = is_full;
}

/* List an arc, to be examined when all changes of the tick are known. */
static int paces_change(struct sharing *s, uint32_t place)
{
    if (s->arc[place].changed)
        return 0;
    s->arc[place].changed = true;
    return places_add(&s->changed, place);
}

/* Remove the flows that have left from the list of an arc. */
static void paces_compact(struct sharing *s, struct sharing_arc *arc)
{
    struct sharing_passing *passing = arc_passing(arc);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < arc->passes; i++) {
        struct sharing_passing p = passing[i];
        if (flow_at(s, p.flow)->generation == p.generation)
            passing[kept++] = p;
    }
    arc->passes = kept;
    INVARIANT(kept == arc->live);
}

/* Make room for one more flow in the list of an arc. */
static int paces_widen(struct sharing *s, struct sharing_arc *arc)
{
    if (arc->passes >= 2 * arc->live + 4)
        paces_compact(s, arc);
    if (arc->passes < (arc->room ? arc->room : 1))
        return 0;
    uint32_t room = arc->room ? 2 * arc->room : 4;
    struct sharing_passing *many =
        realloc(arc->room ? arc->passing.many : NULL, room * sizeof *many);
    if (!many)
        return -1;
    if (!arc->room)
        *many = arc->passing.one;
    arc->passing.many = many;
    arc->room = room;
    return 0;
}

/* Add a flow to an arc, at its own pace for now. */
static int paces_enter_arc(struct sharing *s, const struct sharing_flow *f,
                           struct sharing_passing flow, uint32_t place,
                           double words, uint64_t now)
{
    struct sharing_arc *arc = &s->arc[place];
    bool limited = !isinf(arc->capacity);
    if (limited && paces_widen(s, arc))
        return -1;
    if (limited)
        arc_passing(arc)[arc->passes++] = flow;
    if (!arc->live++)
        arc->since = now;
    arc->words += words;
    arc->most = arc->live > arc->most ? arc->live : arc->most;
    arc->own += f->own;
    arc->pace += f->own;
    paces_note(arc, now);
    return arc->binds || paces_binds(arc) ? paces_change(s, place) : 0;
}

static int paces_leave_arc(struct sharing *s, const struct sharing_flow *f,
                           uint32_t place, uint64_t now)
{
    struct sharing_arc *arc = &s->arc[place];
    if (!--arc->live) {
        arc->carrying += now - arc->since;
        arc->own = arc->pace = 0;
        arc->passes = 0;
    } else {
        arc->own -= f->own;
        arc->pace -= f->pace;
    }
    paces_note(arc, now);
    return arc->binds ? paces_change(s, place) : 0;
}

/* ---- ends -----------------------------------------------------------------
 */

/* Return the number of ticks that the remaining work takes, rounded up except
 * for rounding errors. */
static double paces_ticks(double left, double pace)
{
    double q = left / pace * SHARING_TICKS;
    if (q >= (double)SHARING_TICK_MAX)
        return q;
    double noise = 0x1p-10 + q * 0x1p-44;
    double whole = (double)(uint64_t)q;
    double rest = q - whole;
    if (rest <= noise && rest < 0.5)
        return whole;
    return whole + 1;
}

/* Schedule the end of a flow that keeps its pace from `now` on. */
static int paces_schedule(struct sharing *s, uint32_t flow, uint64_t now)
{
    const struct sharing_flow *f = flow_at(s, flow);
    double all = (double)f->data * f->own / SHARING_TICKS;
    double ticks = paces_ticks(f->left, f->pace);
    uint64_t at = SHARING_NEVER;
    if (f->left >= all && f->pace >= f->own)
        at = now + f->data; /* exact, because the flow had no competition */
    else if (ticks < (double)SHARING_TICK_MAX)
        at = now + (uint64_t)ticks;
    if (f->bucket) {
        if (f->bucket->at == at)
            return 0;
        ticks_drop(s, flow);
    }
    return sharing_schedule(s, flow, FLOW_DATA, at);
}

static int paces_set(struct sharing *s, uint32_t flow, double pace,
                     uint64_t now)
{
    struct sharing_flow *f = flow_at(s, flow);
    if (f->pace >= pace && f->pace <= pace)
        return 0;
    double left = f->left - f->pace * (double)(now - f->since) / SHARING_TICKS;
    double more = pace - f->pace;
    f->left = left > 0 ? left : 0;
    f->since = now;
    f->pace = pace;
    for (uint32_t i = 0; i < f->hops; i++) {
        struct sharing_arc *arc = &s->arc[s->route.word[f->arcs + i]];
        arc->pace += more;
        paces_note(arc, now);
    }
    return paces_schedule(s, flow, now);
}

/* ---- components -----------------------------------------------------------
 */

static int paces_reach_flow(struct sharing *s, uint32_t flow)
{
    struct sharing_flow *f = flow_at(s, flow);
    if (f->mark == s->stamp)
        return 0;
    f->mark = s->stamp;
    f->fixed = 0;
    if (s->fixings == s->fixing_room &&
        array_grow(&s->fixing, &s->fixing_room, s->fixings + 1,
                   sizeof *s->fixing))
        return -1;
    s->fixing[s->fixings++] = (struct fixing){f->own, flow};
    for (uint32_t i = 0; i < f->hops; i++) {
        uint32_t place = s->route.word[f->arcs + i];
        struct sharing_arc *arc = &s->arc[place];
        if (!arc->binds || arc->mark == s->stamp)
            continue;
        arc->mark = s->stamp;
        if (places_add(&s->component_arcs, place))
            return -1;
    }
    return 0;
}

/* Add all flows and arcs that are connected with the arcs found so far. */
static int paces_spread(struct sharing *s)
{
    for (size_t next = 0; next < s->component_arcs.count; next++) {
        struct sharing_arc *arc = &s->arc[s->component_arcs.place[next]];
        if (arc->passes != arc->live)
            paces_compact(s, arc);
        for (uint32_t i = 0; i < arc->passes; i++)
            if (paces_reach_flow(s, arc_passing(arc)[i].flow))
                return -1;
    }
    return 0;
}

/* ---- filling --------------------------------------------------------------
 */

static double paces_share_of(const struct level *level)
{
    double share;
    memcpy(&share, &level->share, sizeof share);
    return share;
}

/* Return the pace up to which the growing flows of an arc can grow equally. */
static struct level paces_level(const struct sharing *s, uint32_t place)
{
    const struct sharing_arc *arc = &s->arc[place];
    struct level level = {.arc = place};
    double share = arc->left / arc->growing;
    memcpy(&level.share, &share, sizeof share);
    return level;
}

/* Return the arc with the lowest level, brought up to date. NULL: no arc limits
 * the remaining flows. */
static const struct level *paces_least(struct sharing *s)
{
    struct level *first;
    while ((first = level_heap_first(&s->level))) {
        if (!s->arc[first->arc].growing) {
            level_heap_take(&s->level);
            continue;
        }
        struct level level = paces_level(s, first->arc);
        if (level.share <= first->share)
            return first;
        *first = level;
        level_heap_lower(&s->level, 0);
    }
    return NULL;
}

static void paces_fix(struct sharing *s, uint32_t flow, double pace)
{
    struct sharing_flow *f = flow_at(s, flow);
    f->fixed = pace;
    for (uint32_t i = 0; i < f->hops; i++) {
        struct sharing_arc *arc = &s->arc[s->route.word[f->arcs + i]];
        if (!arc->binds)
            continue;
        arc->left = arc->left > pace ? arc->left - pace : 0;
        arc->growing--;
    }
}

/* Fix the flows of an arc that is full at this level. */
static void paces_fix_arc(struct sharing *s, struct sharing_arc *arc,
                          double level)
{
    for (uint32_t i = 0; i < arc->passes; i++) {
        uint32_t flow = arc_passing(arc)[i].flow;
        const struct sharing_flow *f = flow_at(s, flow);
        if (f->fixed > 0)
            continue;
        bool own = f->own <= level * (1 + SHARING_NEAR);
        paces_fix(s, flow, own ? f->own : level);
    }
}

static int paces_by_own(const void *a, const void *b)
{
    const struct fixing *x = a, *y = b;
    if (x->own < y->own || x->own > y->own)
        return x->own < y->own ? -1 : 1;
    return (x->flow > y->flow) - (x->flow < y->flow);
}

/* Sort the flows of the component by their own paces. */
static void paces_sort(struct sharing *s)
{
    for (size_t i = 1; i < s->fixings; i++)
        if (s->fixing[i].own < s->fixing[i - 1].own) {
            qsort(s->fixing, s->fixings, sizeof *s->fixing, paces_by_own);
            return;
        }
}

static int paces_begin_fill(struct sharing *s)
{
    uint64_t looks = 0;
    s->level.count = 0;
    for (size_t i = 0; i < s->component_arcs.count; i++) {
        uint32_t place = s->component_arcs.place[i];
        struct sharing_arc *arc = &s->arc[place];
        arc->left = arc->capacity;
        arc->growing = arc->live;
        looks += arc->live;
        if (level_heap_put(&s->level, paces_level(s, place)))
            return -1;
    }
    paces_sort(s);
    return sharing_spend(s, looks + s->fixings);
}

/* Compute the new paces of a component. Levels that differ only by rounding
 * errors count as one, so that equal flows get equal paces. */
static int paces_fill(struct sharing *s)
{
    double level = 0;
    if (paces_begin_fill(s))
        return -1;
    for (size_t next = 0; next < s->fixings;) {
        struct fixing *fixing = &s->fixing[next];
        if (flow_at(s, fixing->flow)->fixed > 0) {
            next++;
            continue;
        }
        const struct level *least = paces_least(s);
        double share = least ? paces_share_of(least) : INFINITY;
        if (fixing->own <= share) {
            paces_fix(s, fixing->flow, fixing->own);
            continue;
        }
        if (share > level * (1 + SHARING_NEAR))
            level = share;
        paces_fix_arc(s, &s->arc[level_heap_take(&s->level).arc], level);
    }
    return 0;
}

/* Recompute the component of the arcs and flows found so far. */
static int paces_component(struct sharing *s, uint64_t now)
{
    if (paces_spread(s) || paces_fill(s))
        return sharing_no_memory(s);
    for (size_t i = 0; i < s->fixings; i++) {
        uint32_t flow = s->fixing[i].flow;
        if (paces_set(s, flow, flow_at(s, flow)->fixed, now))
            return -1;
    }
    s->fixings = s->component_arcs.count = 0;
    return 0;
}

/* Recompute the component of an arc, unless that was done; if the arc does not
 * bind any more, the components of its flows. */
static int paces_seed(struct sharing *s, uint32_t place, uint64_t now)
{
    struct sharing_arc *arc = &s->arc[place];
    if (arc->binds && arc->mark != s->stamp) {
        arc->mark = s->stamp;
        return places_add(&s->component_arcs, place) ? sharing_no_memory(s)
                                                     : paces_component(s, now);
    }
    if (arc->binds || !arc->bound)
        return 0;
    if (arc->passes != arc->live)
        paces_compact(s, arc);
    for (uint32_t i = 0; i < arc->passes; i++)
        if (paces_reach_flow(s, arc_passing(arc)[i].flow) ||
            (s->fixings && paces_component(s, now)))
            return sharing_no_memory(s);
    return 0;
}

/* ---- a tick ---------------------------------------------------------------
 */

static int paces_enter(struct sharing *s, uint32_t flow, uint64_t now)
{
    struct sharing_flow *f = flow_at(s, flow);
    double words = paths_load(s, transfer_at(s, f->transfer)->bytes);
    struct sharing_passing passing = {flow, f->generation};
    f->left = (double)f->data * f->own / SHARING_TICKS;
    f->since = now;
    f->pace = f->own;
    for (uint32_t i = 0; i < f->hops; i++)
        if (paces_enter_arc(s, f, passing, s->route.word[f->arcs + i], words,
                            now))
            return sharing_no_memory(s);
    return 0;
}

/* Find out which of the changed arcs bind now; in tests, examine all arcs. */
static int paces_judge(struct sharing *s)
{
    for (size_t i = 0; s->full && i < s->arcs; i++)
        if (paces_change(s, (uint32_t)i))
            return -1;
    for (size_t i = 0; i < s->changed.count; i++) {
        struct sharing_arc *arc = &s->arc[s->changed.place[i]];
        arc->changed = false;
        arc->bound = arc->binds;
        arc->binds = paces_binds(arc);
    }
    return 0;
}

static int paces_settle(struct sharing *s, uint64_t now)
{
    for (size_t i = 0; i < s->entering.count; i++)
        if (paces_enter(s, s->entering.place[i], now))
            return -1;
    if (paces_judge(s))
        return sharing_no_memory(s);
    uint64_t looks = s->totals.looks;
    s->stamp++;
    for (size_t i = 0; i < s->changed.count; i++)
        if (paces_seed(s, s->changed.place[i], now))
            return -1;
    for (size_t i = 0; i < s->entering.count; i++) {
        uint32_t flow = s->entering.place[i];
        if (!flow_at(s, flow)->bucket && paces_schedule(s, flow, now))
            return -1;
    }
    s->totals.recomputations += s->totals.looks > looks;
    s->changed.count = s->entering.count = 0;
    INVARIANT_DEEP(!sharing_audit(s));
    return 0;
}

/* ---- invariants, for tests ----------------------------------------------- */

/* Is the arc full, and is none of its flows faster than this one? */
static bool paces_holds(const struct sharing *s, struct sharing_arc *arc,
                        const struct sharing_flow *f)
{
    double sum = 0, most = 0;
    for (uint32_t i = 0; i < arc->passes; i++) {
        const struct sharing_flow *g = flow_at(s, arc_passing(arc)[i].flow);
        if (g->generation != arc_passing(arc)[i].generation)
            continue;
        sum += g->pace;
        most = fmax(most, g->pace);
    }
    return sum >= arc->capacity * (1 - 1e-6) && f->pace >= most * (1 - 1e-6);
}

static const char *paces_audit_arc(const struct sharing *s,
                                   struct sharing_arc *arc)
{
    double sum = 0;
    uint32_t live = 0;
    for (uint32_t i = 0; i < arc->passes; i++) {
        const struct sharing_flow *f = flow_at(s, arc_passing(arc)[i].flow);
        bool here = f->generation == arc_passing(arc)[i].generation;
        live += here;
        sum += here ? f->pace : 0;
    }
    if (!isinf(arc->capacity) && live != arc->live)
        return "an arc that does not know its flows";
    if (sum > arc->capacity * (1 + SHARING_NEAR))
        return "an arc above its capacity";
    bool differs = fabs(sum - arc->pace) > 1e-6 * (1 + sum);
    return differs && !isinf(arc->capacity) ? "a wrong sum of paces" : NULL;
}

static const char *paces_audit_flow(const struct sharing *s,
                                    const struct sharing_flow *f)
{
    bool held = f->pace >= f->own * (1 - SHARING_NEAR);
    if (f->pace > f->own * (1 + SHARING_NEAR))
        return "a pace above its own";
    for (uint32_t i = 0; i < f->hops && !held; i++)
        held = paces_holds(s, &s->arc[s->route.word[f->arcs + i]], f);
    return held ? NULL : "a flow that could go faster";
}

const char *sharing_audit(const struct sharing *s)
{
    const char *wrong = NULL;
    if (s->kind != WEFT_SHARING_FAIR)
        return NULL;
    for (size_t i = 0; i < s->arcs && !wrong; i++)
        wrong = paces_audit_arc(s, &s->arc[i]);
    for (uint32_t i = 0; i < s->flow.count && !wrong; i++) {
        const struct sharing_flow *f = flow_at(s, i);
        if (f->bucket && f->kind == FLOW_DATA)
            wrong = paces_audit_flow(s, f);
    }
    return wrong;
}

/* ---- the discipline -------------------------------------------------------
 */

static int paces_leave(struct sharing *s, uint32_t flow, uint64_t now)
{
    struct sharing_flow *f = flow_at(s, flow);
    for (uint32_t i = 0; i < f->hops; i++)
        if (paces_leave_arc(s, f, s->route.word[f->arcs + i], now))
            return sharing_no_memory(s);
    if (f->united)
        blocks_give(&s->route, f->arcs, f->hops);
    f->generation++;
    return sharing_through(s, flow, now);
}

const struct discipline sharing_paces = {sharing_copies_pace, paces_settle,
                                         paces_leave};
