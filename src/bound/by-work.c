/* Work over ports: the total of all receptions, divided by the number of
 * simultaneous receptions.
 *
 * Each reception of x words occupies its port for s + r x; M receptions with X
 * words in total, of which A can take place at once, take (M s + X r) / A. X
 * counts a word once for each processor that must receive it, and data moved
 * through neighbours once for each transfer on its path; a word of an
 * all-reduce is a gossip among all processors, which takes 2 p - 2 one-way
 * calls (Harary and Schwenk 1974). If everybody wants data from everybody, M is
 * at least 2 p - 2 for the same reason; it is never less than X / S.
 *
 * Half duplex: with a senders at a time, A is the smaller of the numbers of
 * messages that these can send and the others receive. If receptions may begin
 * later than their sends, the numbers at a given moment need not match, only
 * the total times: `a` may then be any fraction.
 *
 * Emissions (sends in models in which one message goes to many at once): if a
 * word is of use to one receiver only, or if each processor must send each of
 * its values once, X / S emissions occupy their senders, of which A' can be
 * active at once. In the model `shouting` on a hypercube, the senders of a
 * block form a connected dominating set. */
#include <limits.h>
#include <stdio.h>

#include "apart.h"
#include "pairing.h"

struct totals {
    struct ratio words;    /* X, the number of words received */
    struct ratio messages; /* M, the number of receptions */
    struct ratio at_once;  /* A, the number of simultaneous receptions */
    const char *what;      /* what is counted: "receptions" or "emissions" */
};

/* Return how many processors must receive anything: the minimum number of
 * receptions. */
static int64_t totals_receivers(const struct bound_question *q)
{
    int64_t count = 0;
    if (q->everybody)
        return 2 * ((int64_t)q->p - 1);
    if (q->shape != BOUND_GENERAL && q->shape != BOUND_SOURCES)
        return q->p - 1;
    for (int v = 0; v < q->p; v++)
        count += bound_own_words(q, v, BOUND_IN).num > 0;
    return count;
}

/* ---- A ---- */

static int64_t totals_ports(const struct bound_question *q, enum bound_way way,
                            int64_t *most)
{
    int64_t sum = 0;
    *most = 0;
    for (int v = 0; v < q->p; v++) {
        int64_t ports = bound_ports(q, v, way);
        *most = ports > *most ? ports : *most;
        sum += ports;
    }
    return sum;
}

static struct ratio totals_of(const struct bound_question *q, int64_t senders,
                              int64_t in, int64_t each)
{
    return ratio_least(ratio_whole((q->p - senders) * in),
                       ratio_whole(senders * each));
}

/* Half duplex: return the maximum over a of min((p - a) in, a each). */
static struct ratio totals_half(const struct bound_question *q, int64_t in,
                                int64_t each)
{
    int64_t p = q->p, a = p * in / (in + each);
    struct ratio best = RATIO_ZERO;
    if (in < 1 || each < 1)
        return ratio_whole(0);
    if (q->late) /* the maximum is at a = p in / (in + each) */
        return ratio_make(p * in * each, in + each);
    for (int64_t senders = a > 1 ? a : 1; senders <= a + 1 && senders < p;
         senders++)
        best = ratio_most(best, totals_of(q, senders, in, each));
    return best;
}

/* If each processor takes part in at most one transfer, with a neighbour:
 * reduce A to the size of a maximum matching. Return 0, or -1 if out of
 * memory. */
static int totals_paired(struct bound_question *q, struct ratio *at_once)
{
    const int64_t arcs_max = (int64_t)1 << 21;
    if (q->routed || weft_network_vertices(q->network) > q->p ||
        weft_network_arcs(q->network) > arcs_max)
        return 0;
    if (bound_arcs(q))
        return -1;
    int64_t twice = pairing_twice(q);
    if (twice < 0)
        return -1;
    *at_once = ratio_least(*at_once, q->late ? ratio_make(twice, 2)
                                             : ratio_whole(twice / 2));
    return 0;
}

/* Return how many messages a processor sends at most at once: copies to several
 * receivers over one lane, or several to one receiver over several lanes. Add
 * up those of all processors. */
static int64_t totals_sends(const struct bound_question *q, int64_t *sum)
{
    int64_t most = 0;
    *sum = 0;
    for (int v = 0; v < q->p; v++) {
        int64_t receivers = bound_receivers(q, v);
        int64_t sends = bound_ports(q, v, BOUND_OUT);
        sends = sends > receivers ? sends : receivers;
        most = sends > most ? sends : most;
        *sum += sends;
    }
    return most;
}

static int totals_receiving(struct bound_question *q, struct totals *t)
{
    int64_t in, sends, sum = totals_ports(q, BOUND_IN, &in);
    int64_t lanes = totals_sends(q, &sends);
    bool copies = q->model.sends == WEFT_SENDS_ONE;
    t->at_once = ratio_whole(sum);
    if (copies)
        t->at_once = ratio_least(t->at_once, ratio_whole(sends));
    if (!q->half)
        return 0;
    /* each message goes to all neighbours; on shared links, there can be
     * several
     */
    if (!copies && !(q->shared && q->model.sends == WEFT_SENDS_ALL)) {
        lanes = 0;
        for (int v = 0; v < q->p; v++) {
            int64_t of_v = weft_network_lanes_out(q->network, v);
            lanes = of_v > lanes ? of_v : lanes;
        }
        if (weft_network_vertices(q->network) > q->p && lanes < q->p - 1)
            lanes = q->p - 1;
    }
    t->at_once = ratio_least(t->at_once, totals_half(q, in, lanes));
    if (copies && q->send_ports == 1 && q->receive_ports == 1)
        return totals_paired(q, &t->at_once);
    return 0;
}

static int totals_emitting(struct bound_question *q, struct totals *t)
{
    int64_t in, sum = totals_ports(q, BOUND_IN, &in);
    t->at_once = ratio_whole(sum < q->p ? sum : q->p);
    if (!q->half)
        return 0;
    t->at_once = ratio_least(t->at_once, totals_half(q, in, 1));
    return q->receive_ports == 1 ? totals_paired(q, &t->at_once) : 0;
}

/* ---- the forms ---- */

static struct ratio totals_messages(const struct bound_question *q,
                                    struct ratio words)
{
    if (ratio_is_infinite(q->most))
        return RATIO_ZERO;
    return ratio_whole(ratio_ceil(ratio_divide(words, q->most, RATIO_DOWN)));
}

static uint64_t totals_time(const struct bound_question *q,
                            const struct totals *t)
{
    if (t->at_once.num <= 0)
        return 0;
    struct ratio work =
        ratio_add(ratio_multiply(t->messages, q->start, RATIO_DOWN),
                  ratio_multiply(t->words, q->word, RATIO_DOWN), RATIO_DOWN);
    return bound_time(q, ratio_divide(work, t->at_once, RATIO_DOWN));
}

/* The connected domination number of the d-cube, d = 1 .. 6. */
static const int totals_dominate[] = {0, 1, 2, 4, 6, 10, 16};

/* All-gather in the model `shouting` on a hypercube: every processor receives
 * each block, some processors send it, and each processor does one thing at a
 * time. */
static bool totals_shouting(const struct bound_question *q, struct totals *t)
{
    int d = weft_network_cube(q->network);
    if (d < 1 || d > 6 || q->shape != BOUND_ALLGATHER || !q->half ||
        q->model.sends != WEFT_SENDS_SAME || q->receive_ports != 1)
        return false;
    int64_t each = q->p - 1 + totals_dominate[d];
    t->words = ratio_times(q->each, each * q->p, RATIO_DOWN);
    t->messages = totals_messages(q, t->words);
    t->at_once = ratio_whole(q->p);
    t->what = "receptions and emissions";
    return true;
}

static bool totals_of_use_once(const struct bound_question *q)
{
    return q->model.sends == WEFT_SENDS_SAME &&
           (q->shape == BOUND_ALLTOALL || q->shape == BOUND_SCATTER ||
            q->shape == BOUND_GATHER || q->shape == BOUND_REDUCE ||
            q->shape == BOUND_REDUCE_SCATTER);
}

static void totals_text(const struct bound_question *q, const struct totals *t,
                        struct weft_bound_argument *found)
{
    char messages[32], amount[48], at_once[32];
    ratio_print(t->messages, messages, sizeof messages);
    ratio_print(t->at_once, at_once, sizeof at_once);
    snprintf(found->text, sizeof found->text, "%s %s of %s, %s at once%s",
             messages, t->what, bound_amount(q, t->words, amount), at_once,
             q->late && q->half ? " (receptions may wait)" : "");
    bound_number(found, "messages", t->messages);
    bound_number(found, "words", t->words);
    bound_number(found, "at_once", t->at_once);
    bound_number(found, "start", q->start);
    bound_number(found, "word", q->word);
}

static void totals_better(const struct bound_question *q,
                          const struct totals *t, struct totals *best,
                          uint64_t *time)
{
    uint64_t now = totals_time(q, t);
    if (now <= *time)
        return;
    *best = *t;
    *time = now;
}

int bound_by_work(struct bound_question *q, struct weft_bound_argument *found,
                  struct weft_error *err)
{
    struct totals t = {.what = "receptions"}, best = {0};
    int64_t times;
    if (q->loggp)
        return 0;
    if ((times = apart_moved(q, APART_TRANSFERS, err)) < 0)
        return -1;
    t.words = ratio_times(q->each, times, RATIO_DOWN);
    t.messages = ratio_most(ratio_whole(totals_receivers(q)),
                            totals_messages(q, t.words));
    int status = totals_receiving(q, &t);
    totals_better(q, &t, &best, &found->bound);
    if (!status && totals_of_use_once(q)) {
        t.messages = totals_messages(q, t.words);
        t.what = "emissions";
        status = totals_emitting(q, &t);
        totals_better(q, &t, &best, &found->bound);
    }
    if (totals_shouting(q, &t))
        totals_better(q, &t, &best, &found->bound);
    if (status)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for a matching");
    if (found->bound)
        totals_text(q, &best, found);
    return 0;
}
