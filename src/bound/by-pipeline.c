/* Pipeline: the last word that leaves a processor must still travel, and the
 * first word that reaches a processor has travelled before.
 *
 * (a) Words that v must send to everybody: some word leaves v last, after all
 * others; only then can the number of processors that have it grow. Words that
 * v must get from everybody: the reverse. (b) With distances in transfers: data
 * from u to v leaves u by some time and is then forwarded, or is forwarded
 * first and then reaches v. (c) The same for all data from v to processors at a
 * distance of at least x, or from there to v. */
#include <stdio.h>
#include <stdlib.h>

#include "apart.h"

struct pipeline {
    /* the bound in total, and the part of the port alone */
    uint64_t time, port;
    struct ratio words;
    int v;
    int64_t stages; /* number of stages before or after the port */
    enum bound_way way;
};

static void pipeline_better(const struct bound_question *q,
                            struct pipeline *best, struct pipeline now)
{
    struct ratio stages = ratio_times(q->stage, now.stages, RATIO_DOWN);
    now.time = bound_sum(now.port, (uint64_t)ratio_floor(stages));
    if (now.port && now.stages > 0 && now.time > best->time)
        *best = now;
}

/* ---- (a) ---- */

/* Return the stages in which the number of processors with the data grows from
 * 1 + own to all. */
static int64_t pipeline_spread(int p, int64_t own, int64_t most)
{
    int64_t stages = 0, most_of_all = most > 0 ? most : 1;
    for (int64_t have = 1 + own; have < p; have *= most_of_all + 1)
        stages++;
    return stages;
}

static void pipeline_ports(const struct bound_question *q, enum bound_way way,
                           struct pipeline *best)
{
    bool all = q->shape == BOUND_ALLREDUCE || q->shape == BOUND_ALLGATHER;
    bool root = way == BOUND_OUT ? q->shape == BOUND_BROADCAST
                                 : q->shape == BOUND_REDUCE;
    bool copies = way == BOUND_IN || q->model.sends == WEFT_SENDS_ONE;
    int ports, last = -1;
    int most =
        way == BOUND_OUT ? bound_most_receivers(q) : bound_most_ports(q, way);
    if (q->shape == BOUND_ALLGATHER)
        /* a processor receives all blocks except its own */
        all = way == BOUND_OUT;
    if (!copies || (!all && !root))
        return;
    for (int v = 0; v < q->p; v++) {
        ports =
            way == BOUND_OUT ? bound_receivers(q, v) : bound_ports(q, v, way);
        if ((root && v != q->root) || (q->alike && ports == last))
            continue;
        last = ports;
        pipeline_better(
            q, best,
            (struct pipeline){.port = bound_port_time(q, v, way, q->each),
                              .words = q->each,
                              .v = v,
                              .stages = pipeline_spread(q->p, ports, most),
                              .way = way});
    }
}

/* ---- (b) ---- */

/* Return whether u has data for v, that is, whether q->each words must go from
 * u to v. */
static bool pipeline_goes(const struct bound_question *q, int u, int v)
{
    switch (q->shape) {
    case BOUND_BROADCAST:
        return u == q->root;
    case BOUND_REDUCE:
        return v == q->root;
    case BOUND_ALLREDUCE:
    case BOUND_ALLGATHER:
        return true;
    case BOUND_SCAN:
    case BOUND_EXSCAN:
        return u < v;
    default:
        return false;
    }
}

static struct pipeline pipeline_at(const struct bound_question *q, int v,
                                   enum bound_way way, int away)
{
    return (struct pipeline){.port = bound_port_time(q, v, way, q->each),
                             .words = q->each,
                             .v = v,
                             .stages = away - 1,
                             .way = way};
}

/* Improve the bound by each pair of an origin and another processor; data goes
 * from the origin or, if apart->back, to it. */
static void pipeline_pairs(const struct apart *apart, int origin,
                           struct pipeline *best)
{
    const struct bound_question *q = apart->q;
    bool back = apart->back;
    int far = -1;
    for (int v = 0; v < q->p; v++) {
        if (v == origin ||
            !(back ? pipeline_goes(q, v, origin) : pipeline_goes(q, origin, v)))
            continue;
        bool farther = far < 0 || apart->away[v] > apart->away[far];
        far = farther ? v : far;
        if (!q->alike || farther)
            pipeline_better(
                q, best,
                pipeline_at(q, v, back ? BOUND_OUT : BOUND_IN, apart->away[v]));
    }
    if (far >= 0)
        pipeline_better(q, best,
                        pipeline_at(q, origin, back ? BOUND_IN : BOUND_OUT,
                                    apart->away[far]));
}

/* ---- (c) ---- */

static bool pipeline_shells_of(const struct bound_question *q,
                               enum bound_way way)
{
    return q->shape == BOUND_ALLTOALL ||
           (way == BOUND_OUT
                ? q->shape == BOUND_SCATTER || q->shape == BOUND_REDUCE_SCATTER
                : q->shape == BOUND_GATHER || q->shape == BOUND_ALLGATHER);
}

/* For each distance, count the processors that are at least as far away. */
static void pipeline_shells(const struct apart *apart, int v, int *count,
                            struct pipeline *best)
{
    const struct bound_question *q = apart->q;
    enum bound_way way = apart->back ? BOUND_IN : BOUND_OUT;
    int far = 0;
    for (int u = 0; u < q->p; u++)
        far = apart->away[u] > far ? apart->away[u] : far;
    for (int x = 0; x <= far + 1; x++)
        count[x] = 0;
    for (int u = 0; u < q->p; u++)
        count[apart->away[u]]++;
    for (int x = far; x > 1; x--) {
        count[x] += count[x + 1];
        struct ratio words = ratio_times(q->each, count[x], RATIO_DOWN);
        pipeline_better(
            q, best,
            (struct pipeline){.port = bound_port_time(q, v, way, words),
                              .words = words,
                              .v = v,
                              .stages = x - 1,
                              .way = way});
    }
}

/* Compute the distances from each origin (`back`: to it), and improve the
 * bound. */
static int pipeline_search(struct bound_question *q, bool back,
                           struct pipeline *best, struct weft_error *err)
{
    enum bound_way way = back ? BOUND_IN : BOUND_OUT;
    bool shells = pipeline_shells_of(q, way),
         scans = q->shape == BOUND_SCAN || q->shape == BOUND_EXSCAN;
    bool rooted = q->shape == BOUND_BROADCAST || q->shape == BOUND_SCATTER ||
                  q->shape == BOUND_GATHER || q->shape == BOUND_REDUCE;
    struct apart apart;
    int *count = calloc((size_t)q->p + 2, sizeof *count);
    int status = apart_init(&apart, q, APART_TRANSFERS, back, err) ? -1 : 0;
    if (!count)
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                                "no memory for distances");
    int origins = 0;
    if (!status)
        origins = rooted ? 1 : apart_origins(&apart);
    if (scans && origins == 1)
        origins = q->p < 512 ? q->p : 512;
    for (int i = 0; i < origins && !status; i++) {
        int origin = rooted ? q->root : i;
        status = apart_from(&apart, origin, err);
        if (!status && (!back || q->shape == BOUND_REDUCE))
            pipeline_pairs(&apart, origin, best);
        if (!status && shells)
            pipeline_shells(&apart, origin, count, best);
    }
    apart_finish(&apart);
    free(count);
    return status;
}

static void pipeline_text(const struct bound_question *q,
                          const struct pipeline *best,
                          struct weft_bound_argument *found)
{
    char name[32], amount[48];
    bool out = best->way == BOUND_OUT;
    snprintf(found->text, sizeof found->text,
             "%s %s %s in %llu, %s %lld stage%s", bound_label(q, best->v, name),
             out ? "sends" : "receives", bound_amount(q, best->words, amount),
             (unsigned long long)best->port, out ? "before" : "after",
             (long long)best->stages, best->stages == 1 ? "" : "s");
    bound_number(found, "processor", ratio_whole(best->v));
    bound_number(found, "words", best->words);
    bound_number(found, "time", ratio_whole((int64_t)best->port));
    bound_number(found, "stages", ratio_whole(best->stages));
    bound_number(found, "stage", q->stage);
}

int bound_by_pipeline(struct bound_question *q,
                      struct weft_bound_argument *found, struct weft_error *err)
{
    struct pipeline best = {0};
    bool searched = !q->direct && q->shape != BOUND_GENERAL &&
                    q->shape != BOUND_SOURCES && q->shape != BOUND_BARRIER;
    if (q->loggp)
        return 0;
    pipeline_ports(q, BOUND_OUT, &best);
    pipeline_ports(q, BOUND_IN, &best);
    bool out = q->shape != BOUND_GATHER && q->shape != BOUND_REDUCE;
    bool in = q->shape == BOUND_REDUCE || pipeline_shells_of(q, BOUND_IN);
    if ((searched && out && pipeline_search(q, false, &best, err)) ||
        (searched && in && pipeline_search(q, true, &best, err)))
        return -1;
    found->bound = best.time;
    if (best.time)
        pipeline_text(q, &best, found);
    return 0;
}
