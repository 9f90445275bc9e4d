/* The data that one processor must forward, if transfers go between neighbours
 * only.
 *
 * Without v, the network falls into parts. A block that one part has and
 * another part wants passes through v: v receives it once from each part that
 * contributes to it, and sends it once or, if a message has one receiver, once
 * for each part. Switches belong to parts; parts without processors do not
 * count. */
#include <stdio.h>
#include <stdlib.h>

#include "question.h"

#define DUTY_STEPS_MAX ((int64_t)1 << 27)

struct duties {
    struct bound_question *q;
    int *part;     /* [vertices] index of the vertex's part; -1: v itself */
    int *queue;    /* [vertices] stack of the search */
    int64_t *size; /* [parts] number of processors in each part */
    bool *lacks;   /* [parts] whether the part wants the current block */
    bool *holds;   /* [parts] whether the part has the current block */
    int parts;
};

/* the amounts that v must receive and send */
struct duty_passed {
    int64_t in, out; /* words received and sent, in multiples of `each` */
    int64_t messages_in, messages_out;
};

static int duty_reach(struct duties *d, int v, int left, int other)
{
    if (other == v || d->part[other] >= 0)
        return left;
    d->part[other] = d->parts;
    d->queue[left] = other;
    return left + 1;
}

/* Collect one part, beginning at one of its vertices. */
static void duty_part(struct duties *d, int v, int from)
{
    const struct bound_question *q = d->q;
    int left = duty_reach(d, v, 0, from);
    d->size[d->parts] = 0;
    while (left) {
        int at = d->queue[--left];
        d->size[d->parts] += weft_network_is_processor(q->network, at);
        for (int64_t i = q->first[at]; i < q->first[at + 1]; i++)
            left = duty_reach(d, v, left, q->arc[i].to);
        for (int64_t i = q->in_first[at]; i < q->in_first[at + 1]; i++)
            left = duty_reach(d, v, left, q->arc[q->into[i]].from);
    }
    d->parts++;
}

/* Find all parts; each begins at a processor, so parts that consist of switches
 * only are left out. */
static void duty_divide(struct duties *d, int v)
{
    d->parts = 0;
    for (int u = 0; u < weft_network_vertices(d->q->network); u++)
        d->part[u] = -1;
    for (int u = 0; u < d->q->p; u++)
        if (u != v && d->part[u] < 0)
            duty_part(d, v, u);
}

/* Return the sum over all parts, with c processors each, of c (p - c), or of p
 * - c. */
static int64_t duty_sum(const struct duties *d, bool weighted)
{
    int64_t sum = 0;
    for (int i = 0; i < d->parts; i++)
        sum += (d->q->p - d->size[i]) * (weighted ? d->size[i] : 1);
    return sum;
}

static struct duty_passed duty_gathers(const struct duties *d, bool copies)
{
    int64_t p = d->q->p, k = d->parts;
    int64_t once = k > 1 ? p : 1;
    return (struct duty_passed){
        .in = p - 1,
        .out = copies ? duty_sum(d, false) : once,
        .messages_in = k,
        .messages_out = copies ? k : 1,
    };
}

static struct duty_passed duty_everybody(const struct duties *d, bool copies)
{
    int64_t p = d->q->p, k = d->parts;
    struct duty_passed passed = {.messages_in = k,
                                 .messages_out = copies ? k : 1};
    if (d->q->shape == BOUND_ALLREDUCE) {
        passed.in = k;
        passed.out = copies ? k : 1;
    } else if (d->q->shape == BOUND_REDUCE_SCATTER) {
        passed.in = duty_sum(d, false);
        passed.out = p - 1;
    } else if (d->q->shape == BOUND_ALLTOALL) {
        passed.in = passed.out = duty_sum(d, true);
    }
    return passed;
}

/* Return the amounts for a problem with a root. n: number of parts without the
 * root; a: number of their processors. */
static struct duty_passed duty_rooted(const struct duties *d, int v,
                                      bool copies)
{
    const struct bound_question *q = d->q;
    bool root = v == q->root;
    int64_t n = d->parts - !root, a = q->p - 1;
    if (!root)
        a -= d->size[d->part[q->root]];
    int64_t many = copies ? n : n > 0;
    switch (q->shape) {
    case BOUND_BROADCAST:
        return (struct duty_passed){!root, many, !root, many};
    case BOUND_REDUCE:
        return (struct duty_passed){n, !root, n, !root};
    case BOUND_SCATTER:
        return (struct duty_passed){root ? 0 : a + 1, a, !root, many};
    default: /* gather */
        return (struct duty_passed){a, root ? 0 : a + 1, n, !root};
    }
}

/* Count a moved block: a part lacks it if it wants the block and does not have
 * it. */
static void duty_block(struct duties *d, int v, int j, bool copies,
                       struct duty_passed *passed)
{
    const struct bound_question *q = d->q;
    int64_t lacking = 0;
    for (int i = 0; i < d->parts; i++)
        d->lacks[i] = d->holds[i] = false;
    for (int u = 0; u < q->p; u++) {
        if (u == v)
            continue;
        d->lacks[d->part[u]] |= weft_goal_place(q->goal, u, j) >= 0;
        d->holds[d->part[u]] |= weft_goal_has(q->goal, u, j);
    }
    for (int i = 0; i < d->parts; i++)
        lacking += d->lacks[i] && !d->holds[i];
    bool wants = weft_goal_place(q->goal, v, j) >= 0;
    passed->in += (lacking || wants) && !weft_goal_has(q->goal, v, j);
    passed->out += copies ? lacking : lacking > 0;
}

static struct duty_passed duty_of(struct duties *d, int v)
{
    const struct bound_question *q = d->q;
    bool copies = q->model.sends == WEFT_SENDS_ONE;
    struct duty_passed passed = {0};
    if (q->shape == BOUND_ALLGATHER)
        return duty_gathers(d, copies);
    if (q->everybody && q->shape != BOUND_GENERAL && q->shape != BOUND_SOURCES)
        return duty_everybody(d, copies);
    if (q->shape != BOUND_GENERAL && q->shape != BOUND_SOURCES)
        return duty_rooted(d, v, copies);
    for (int i = 0; i < weft_goal_blocks(q->goal); i++)
        duty_block(d, v, weft_goal_first(q->goal) + i, copies, &passed);
    return passed;
}

/* ---- time ---- */

static uint64_t duty_way(const struct bound_question *q, int v,
                         enum bound_way way, int64_t times, int64_t messages)
{
    int64_t ports = bound_ports(q, v, way);
    if (!ports)
        return 0;
    uint64_t words =
        bound_port_time(q, v, way, ratio_times(q->each, times, RATIO_DOWN));
    int64_t turns = (messages + ports - 1) / ports;
    uint64_t starts =
        (uint64_t)ratio_floor(ratio_times(q->stage, turns, RATIO_DOWN));
    return words > starts ? words : starts;
}

/* Write the lanes over which a processor passes messages on, if they limit the
 * number of messages. */
static const char *passing_lanes(const struct bound_question *q, int v,
                                 enum bound_way way, char text[40])
{
    int ports = bound_ports(q, v, way);
    *text = '\0';
    if (ports < PORTS_MANY)
        snprintf(text, 40, " over %d lane%s", ports, ports == 1 ? "" : "s");
    return text;
}

static uint64_t duty_time(const struct bound_question *q, int v,
                          const struct duty_passed *passed, uint64_t *in,
                          uint64_t *out)
{
    *in = duty_way(q, v, BOUND_IN, passed->in, passed->messages_in);
    *out = duty_way(q, v, BOUND_OUT, passed->out, passed->messages_out);
    if (q->half)
        return bound_sum(*in, *out);
    return *in > *out ? *in : *out;
}

static void duty_text(const struct bound_question *q, int v,
                      const struct duty_passed *passed, uint64_t in,
                      uint64_t out, struct weft_bound_argument *found)
{
    char name[32], received[48], sent[48], lanes[40];
    struct ratio words_in = ratio_times(q->each, passed->in, RATIO_DOWN);
    struct ratio words_out = ratio_times(q->each, passed->out, RATIO_DOWN);
    bool both = q->half;
    bound_label(q, v, name);
    bound_amount(q, words_in, received);
    bound_amount(q, words_out, sent);
    if (q->shape == BOUND_BARRIER || (q->unit && ratio_is_infinite(q->most))) {
        snprintf(received, sizeof received, "%lld message%s",
                 (long long)passed->messages_in,
                 passed->messages_in == 1 ? "" : "s");
        snprintf(sent, sizeof sent, "%lld message%s",
                 (long long)passed->messages_out,
                 passed->messages_out == 1 ? "" : "s");
    }
    if (both && in && out)
        snprintf(found->text, sizeof found->text, "%s receives %s and sends %s",
                 name, received, sent);
    else
        snprintf(found->text, sizeof found->text, "%s %s %s%s", name,
                 in > out ? "receives" : "sends", in > out ? received : sent,
                 passing_lanes(q, v, in > out ? BOUND_IN : BOUND_OUT, lanes));
    bound_number(found, "processor", ratio_whole(v));
    bound_number(found, "words_in", words_in);
    bound_number(found, "messages_in", ratio_whole(passed->messages_in));
    bound_number(found, "words_out", words_out);
    bound_number(found, "messages_out", ratio_whole(passed->messages_out));
}

static void duty_search(struct duties *d, struct weft_bound_argument *found)
{
    const struct bound_question *q = d->q;
    struct duty_passed best = {0};
    uint64_t in, out, best_in = 0, best_out = 0;
    int v_best = 0;
    bool same = bound_transitive(q) && q->everybody;
    for (int v = 0; v < (same ? 1 : q->p); v++) {
        duty_divide(d, v);
        struct duty_passed passed = duty_of(d, v);
        uint64_t time = duty_time(q, v, &passed, &in, &out);
        if (time <= found->bound)
            continue;
        found->bound = time;
        best = passed;
        best_in = in;
        best_out = out;
        v_best = v;
    }
    if (found->bound)
        duty_text(q, v_best, &best, best_in, best_out, found);
}

/* Return whether the argument applies. Scans are excluded: each processor wants
 * different data. */
static bool duty_applies(const struct bound_question *q)
{
    bool general = q->shape == BOUND_GENERAL || q->shape == BOUND_SOURCES;
    int64_t arcs = weft_network_arcs(q->network);
    if (q->routed || q->loggp || q->shape == BOUND_SCAN ||
        q->shape == BOUND_EXSCAN)
        return false;
    if (general && (q->combined || !bound_is_small(q)))
        return false;
    if (weft_network_direct(q->network)) /* no vertex separates the network */
        return q->shape == BOUND_BARRIER || q->half;
    return arcs * (bound_transitive(q) && q->everybody ? 1 : q->p) <=
           DUTY_STEPS_MAX;
}

int bound_by_passing(struct bound_question *q,
                     struct weft_bound_argument *found, struct weft_error *err)
{
    size_t vertices = (size_t)weft_network_vertices(q->network);
    if (!duty_applies(q))
        return 0;
    if (weft_network_arcs(q->network) > (int64_t)1 << 21)
        return 0;
    struct duties d = {.q = q,
                       .part = malloc(vertices * sizeof(int)),
                       .queue = malloc(vertices * sizeof(int)),
                       .size = malloc(vertices * sizeof(int64_t)),
                       .lacks = malloc(vertices * sizeof(bool)),
                       .holds = malloc(vertices * sizeof(bool))};
    bool memory = d.part && d.queue && d.size && d.lacks && d.holds;
    int status = memory && !bound_arcs(q) ? 0 : -1;
    if (!status)
        duty_search(&d, found);
    free(d.part);
    free(d.queue);
    free(d.size);
    free(d.lacks);
    free(d.holds);
    return status ? weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                                   "no memory for the parts of a network")
                  : 0;
}
