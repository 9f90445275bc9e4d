/* The reference: a loop that always runs the processor with the earliest next
 * operation. It has no threads, windows or workers; it keeps the complete
 * history and searches all of it. */
#include <stdlib.h>
#include <string.h>

#include "machine-case.h"

struct flight {
    int source, to, id;
    uint64_t start, end;
    size_t bytes;
    bool taken;
};

struct past {
    uint64_t start, end;
    struct weft_use use;
};

struct vp {
    int at;
    bool done;
    uint64_t clock, slot_end, seen;
    bool posted;
    struct past *past;
    int pasts, room;
};

struct hold { /* An arc held by a transfer. */
    int64_t arc;
    int source, to, id;
    uint64_t start, end;
};

/* The key by which conflicts are counted. */
struct count {
    uint64_t slot;
    int64_t what; /* processor, or -1 - arc */
};

struct state {
    const struct casus *casus;
    struct reference *out;
    struct vp vp[SIZE_MAX_CASE];
    struct flight *flight;
    int flights, flight_room;
    struct hold *hold;
    int holds, hold_room;
    struct count *count;
    int counts, count_room;
    struct weft_cost cost;
    uint64_t slot;
    bool routed;
    uint64_t fail_clock;
    int fail_rank;
};

static void *grow(void *array, int *room, int needed, size_t size)
{
    if (needed <= *room)
        return array;
    *room = 2 * needed;
    void *grown = realloc(array, (size_t)*room * size);
    if (!grown)
        abort();
    return grown;
}

static void count_conflict(struct state *s, uint64_t start, int64_t what)
{
    struct count count = {1 + start / s->slot, what};
    for (int i = 0; i < s->counts; i++)
        if (s->count[i].slot == count.slot && s->count[i].what == count.what)
            return;
    s->count = grow(s->count, &s->count_room, s->counts + 1, sizeof count);
    s->count[s->counts++] = count;
    s->out->conflicts++;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* ---- ports ----------------------------------------------------------------
 */

static bool clash(struct state *s, const struct past *old,
                  const struct past *past)
{
    if (old->start >= past->end || past->start >= old->end)
        return false;
    const struct weft_rule *rule =
        weft_model_clash(&s->casus->model, &old->use, &past->use);
    const struct weft_model *model = &s->casus->model;
    bool meet = s->casus->on_conflict == WEFT_CONFLICT_DELAY &&
                past->use.kind == WEFT_USE_RECEIVE &&
                (model->receives == WEFT_RECEIVES_ONE ||
                 model->duplex == WEFT_DUPLEX_HALF);
    return rule && (rule != &weft_rule_arc || meet);
}

/* For counted ports: return the time when this use or an overlapping one begins
 * and too many are active, or -1. */
static int64_t crowded(const struct state *s, const struct vp *vp, int i,
                       const struct past *past)
{
    const struct past *old = &vp->past[i];
    enum weft_use_kind kind = past->use.kind;
    int ports = weft_model_ports(&s->casus->model, kind), count = 0;
    uint64_t time = later(old->start, past->start);
    if (old->use.kind != kind || old->start >= past->end ||
        past->start >= old->end || kind == WEFT_USE_COMPUTE || ports == 1)
        return -1;
    for (int k = 0; k < vp->pasts; k++)
        count += vp->past[k].use.kind == kind && vp->past[k].start <= time &&
                 vp->past[k].end > time;
    return count < ports ? -1 : (int64_t)time;
}

static bool clashes(struct state *s, int rank, const struct past *past)
{
    const struct vp *vp = &s->vp[rank];
    for (int i = 0; i < vp->pasts; i++)
        if (clash(s, &vp->past[i], past) || crowded(s, vp, i, past) >= 0)
            return true;
    return false;
}

static void count_clashes(struct state *s, int rank, const struct past *past)
{
    const struct vp *vp = &s->vp[rank];
    for (int i = 0; i < vp->pasts; i++)
        if (clash(s, &vp->past[i], past) || crowded(s, vp, i, past) >= 0)
            count_conflict(s, later(vp->past[i].start, past->start), rank);
}

static void remember(struct state *s, struct vp *vp, const struct past *past)
{
    vp->past = grow(vp->past, &vp->room, vp->pasts + 1, sizeof *past);
    vp->past[vp->pasts++] = *past;
    s->out->makespan = later(s->out->makespan, past->end);
}

static void use(struct state *s, int rank, const struct past *past)
{
    count_clashes(s, rank, past);
    remember(s, &s->vp[rank], past);
}

/* ---- arcs -----------------------------------------------------------------
 */

/* Let the transfer take an arc; the transfers of one multicast share it. */
static void take_arc(struct state *s, int64_t arc, const struct flight *f)
{
    for (int i = 0; i < s->holds; i++) {
        const struct hold *h = &s->hold[i];
        bool same = s->routed && h->source == f->source &&
                    h->start == f->start && h->id == f->id && h->to != f->to;
        if (h->arc == arc && f->start < h->end && h->start < f->end && !same)
            count_conflict(s, later(f->start, h->start), -1 - arc);
    }
    s->hold = grow(s->hold, &s->hold_room, s->holds + 1, sizeof *s->hold);
    s->hold[s->holds++] =
        (struct hold){arc, f->source, f->to, f->id, f->start, f->end};
}

static void take_route(struct state *s, const struct flight *f)
{
    const struct weft_network *network = s->casus->network;
    for (int at = f->source; at != f->to;) {
        int next = weft_network_next(network, at, f->to);
        int port = weft_network_port(network, at, next);
        take_arc(s, weft_network_arc(network, at, port), f);
        at = next;
    }
}

/* ---- operations ------------------------------------------------------------
 */

static uint64_t reference_send(struct state *s, int rank, const struct op *op)
{
    struct vp *vp = &s->vp[rank];
    uint64_t end = vp->clock;
    for (int i = 0; i < op->peers; i++) {
        int hops = weft_network_distance(s->casus->network, rank, op->peer[i]);
        struct flight f = {rank, op->peer[i], op->id, vp->clock,
                           0,    op->bytes,   false};
        f.end = f.start + weft_cost_time(&s->cost, op->bytes, hops);
        end = later(end, f.end);
        s->flight = grow(s->flight, &s->flight_room, s->flights + 1, sizeof f);
        s->flight[s->flights++] = f;
        s->out->messages++;
        take_route(s, &f);
    }
    bool one = s->casus->model.sends == WEFT_SENDS_ONE;
    for (int i = 0; i < (one ? op->peers : 1); i++)
        use(s, rank,
            &(struct past){
                vp->clock, end, {WEFT_USE_SEND, op->peer[i], op->id}});
    return end;
}

/* Return the message to take by `until`: of the first message of each sender,
 * the one that ends first. */
static struct flight *best(struct state *s, int rank, int from, uint64_t until)
{
    bool first[SIZE_MAX_CASE];
    struct flight *found = NULL;
    memset(first, 1, sizeof first);
    for (int i = 0; i < s->flights; i++) {
        struct flight *f = &s->flight[i];
        if (f->to != rank || f->taken || !first[f->source])
            continue;
        first[f->source] = false;
        if ((from != WEFT_ANY && f->source != from) || f->end > until)
            continue;
        if (!found || f->end < found->end ||
            (f->end == found->end && f->source < found->source))
            found = f;
    }
    return found;
}

static void reference_take(struct state *s, int rank, struct flight *f)
{
    struct vp *vp = &s->vp[rank];
    struct past past = {f->start, f->end, {WEFT_USE_RECEIVE, f->source, f->id}};
    if (s->casus->on_conflict != WEFT_CONFLICT_DELAY) {
        count_clashes(s, rank, &past);
    } else if (clashes(s, rank, &past)) {
        uint64_t busy = vp->clock;
        for (int i = 0; i < vp->pasts; i++)
            busy = later(busy, vp->past[i].end);
        past.start = busy;
        past.end = busy + f->end - f->start;
    }
    remember(s, vp, &past);
    vp->clock = later(vp->clock, past.end);
    f->taken = true;
}

static uint64_t until_of(const struct vp *vp, const struct op *op)
{
    if (op->kind == OP_RECEIVE)
        return UINT64_MAX;
    return vp->clock + (op->kind == OP_UNTIL ? op->time : 0);
}

static bool receives(const struct op *op)
{
    return op->kind == OP_RECEIVE || op->kind == OP_UNTIL ||
           op->kind == OP_TAKE;
}

static uint64_t wait_in_vain(struct state *s, uint64_t start, uint64_t end)
{
    s->out->vain += end - start;
    return end;
}

static void receive(struct state *s, int rank, const struct op *op)
{
    struct vp *vp = &s->vp[rank];
    uint64_t until = until_of(vp, op);
    struct flight *f = best(s, rank, op->peer[0], until);
    if (f)
        reference_take(s, rank, f);
    else
        vp->clock = wait_in_vain(s, vp->clock, until);
    vp->seen = mix(mix(vp->seen, f != NULL), vp->clock);
    if (!f)
        return;
    vp->seen = mix(mix(vp->seen, (uint64_t)f->source), (uint64_t)f->id);
    vp->seen = mix(mix(vp->seen, f->start), f->end);
}

static void step(struct state *s, struct vp *vp)
{
    vp->clock =
        vp->posted ? later(vp->clock, vp->slot_end) : vp->clock + s->slot;
    vp->posted = false;
}

static void fail(struct state *s, int rank, const struct op *op)
{
    struct vp *vp = &s->vp[rank];
    vp->done = true;
    if (s->fail_rank >= 0 &&
        (s->fail_clock < vp->clock ||
         (s->fail_clock == vp->clock && s->fail_rank < rank)))
        return;
    s->fail_rank = rank;
    s->fail_clock = vp->clock;
    s->out->fail_id = op->id;
}

static void act(struct state *s, int rank, const struct op *op)
{
    struct vp *vp = &s->vp[rank];
    vp->at++;
    if (receives(op)) {
        receive(s, rank, op);
        return;
    }
    if (op->kind == OP_SEND || op->kind == OP_SHOUT) {
        vp->clock = reference_send(s, rank, op);
    } else if (op->kind == OP_POST) {
        vp->slot_end = later(vp->slot_end, reference_send(s, rank, op));
        vp->posted = true;
    } else if (op->kind == OP_STEP) {
        step(s, vp);
    } else if (op->kind == OP_COMPUTE && op->time) {
        uint64_t end = vp->clock + op->time;
        use(s, rank,
            &(struct past){vp->clock, end, {WEFT_USE_COMPUTE, -1, -1}});
        vp->clock = end;
    } else if (op->kind == OP_SLEEP) {
        vp->clock += op->time;
    } else if (op->kind == OP_FAIL) {
        fail(s, rank, op);
        return;
    }
    vp->seen = mix(mix(vp->seen, 0), vp->clock);
}

/* Return the time of a processor's next operation. */
static uint64_t next_time(struct state *s, int rank, struct op *op)
{
    struct vp *vp = &s->vp[rank];
    if (!vp->done && !case_op(s->casus, rank, vp->at, op))
        vp->done = true;
    if (vp->done)
        return UINT64_MAX;
    if (!receives(op))
        return vp->clock;
    uint64_t until = until_of(vp, op);
    const struct flight *f = best(s, rank, op->peer[0], until);
    return f ? later(f->end, vp->clock) : until;
}

static bool advance(struct state *s)
{
    uint64_t least = UINT64_MAX;
    int chosen = -1;
    struct op op, chosen_op = {0};
    for (int i = 0; i < s->casus->size; i++) {
        uint64_t time = next_time(s, i, &op);
        if (time < least) {
            least = time;
            chosen = i;
            chosen_op = op;
        }
    }
    if (chosen < 0 || (s->fail_rank >= 0 && least > s->fail_clock))
        return false;
    act(s, chosen, &chosen_op);
    return true;
}

static enum weft_error_kind verdict(const struct state *s)
{
    if (s->fail_rank >= 0)
        return WEFT_ERROR_STOPPED;
    if (s->out->conflicts && s->casus->on_conflict != WEFT_CONFLICT_REPORT)
        return WEFT_ERROR_RULE;
    for (int i = 0; i < s->casus->size; i++)
        if (!s->vp[i].done)
            return WEFT_ERROR_DEADLOCK;
    return WEFT_ERROR_NONE;
}

void reference_run(const struct casus *casus, struct reference *reference)
{
    struct state *s = calloc(1, sizeof *s);
    if (!s)
        abort();
    memset(reference, 0, sizeof *reference);
    reference->state = s;
    s->casus = casus;
    s->out = reference;
    s->fail_rank = -1;
    s->cost = casus->cost;
    if (!s->cost.ts)
        s->cost.ts = 1;
    s->slot = weft_cost_time(&s->cost, 8, 1);
    s->routed = weft_network_vertices(casus->network) > casus->size ||
                casus->model.sends == WEFT_SENDS_ONE;
    for (int i = 0; i < casus->size; i++)
        s->vp[i].seen = 1;
    while (advance(s))
        ;
    for (int i = 0; i < s->flights; i++) {
        const struct flight *f = &s->flight[i];
        reference->untaken += !f->taken;
        reference->makespan = later(reference->makespan, f->end);
    }
    for (int i = 0; i < casus->size; i++)
        reference->seen[i] = s->vp[i].at ? s->vp[i].seen : 0;
    reference->code = verdict(s);
}

void reference_finish(struct reference *reference)
{
    struct state *s = reference->state;
    for (int i = 0; i < SIZE_MAX_CASE; i++)
        free(s->vp[i].past);
    free(s->flight);
    free(s->hold);
    free(s->count);
    free(s);
}
