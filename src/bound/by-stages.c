/* Stages and words: the data for one processor is merged pairwise.
 *
 * Let tau(x) be the earliest time at which some processor has x words wanted by
 * the same processor (all-gather: any x words). With one receive port, when the
 * last message, with y of them, began, its receiver had x - y words and its
 * sender had y: so tau(x) >= s + y r + max(tau(x - y), tau(y)), from which
 * tau(p w) >= ceil(log2 p) s + (p - 1) w r follows by induction, with the first
 * term of the maximum if y <= x / 2, and else the second. Reversed in time, the
 * same holds for one send port. Half duplex, if everybody must get everything:
 * let u send the message that starts last; u receives nothing meanwhile, and
 * messages that it receives later were sent before: this adds one stage. */
#include <stdio.h>

#include "question.h"

static bool merging_one_port(const struct bound_question *q, enum bound_way way)
{
    if (way == BOUND_OUT && q->model.sends != WEFT_SENDS_ONE)
        return false;
    if ((way == BOUND_OUT ? q->send_ports : q->receive_ports) == 1)
        return true;
    for (int v = 0; v < q->p; v++)
        if (bound_ports(q, v, way) > 1)
            return false;
    return true;
}

static bool merging_applies(const struct bound_question *q)
{
    bool both = q->shape == BOUND_ALLTOALL;
    bool in = both || q->shape == BOUND_ALLGATHER || q->shape == BOUND_GATHER;
    bool out =
        both || q->shape == BOUND_REDUCE_SCATTER || q->shape == BOUND_SCATTER;
    return !q->unit && !q->loggp &&
           ((in && merging_one_port(q, BOUND_IN)) ||
            (out && merging_one_port(q, BOUND_OUT)));
}

int bound_by_stages(struct bound_question *q, struct weft_bound_argument *found,
                    struct weft_error *err)
{
    int64_t stages = 0;
    (void)err;
    if (!merging_applies(q))
        return 0;
    while ((int64_t)1 << stages < q->p)
        stages++;
    struct ratio words = ratio_times(q->each, q->p - 1, RATIO_DOWN);
    struct ratio time =
        ratio_add(ratio_times(q->start, stages, RATIO_DOWN),
                  ratio_multiply(words, q->word, RATIO_DOWN), RATIO_DOWN);
    bool more = q->half && q->everybody;
    if (more)
        time = ratio_add(time, q->stage, RATIO_DOWN);
    char amount[48];
    found->bound = bound_time(q, time);
    snprintf(found->text, sizeof found->text, "%lld stage%s and %s",
             (long long)(stages + more), stages + more == 1 ? "" : "s",
             bound_amount(q, words, amount));
    bound_number(found, "stages", ratio_whole(stages));
    bound_number(found, "start", q->start);
    bound_number(found, "words", words);
    bound_number(found, "word", q->word);
    if (more)
        bound_number(found, "stage", q->stage);
    return 0;
}
