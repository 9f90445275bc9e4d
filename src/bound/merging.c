/* Stages and words: what one processor must get is joined pair by pair.
 *
 * Let tau(x) be when somebody first has x words that are meant for one
 * processor (all-gather: x words). With one receive port the last message, of y
 * of them, found x - y at its receiver when it began, and y at its sender: so
 * tau(x) >= s + y r + max(tau(x - y), tau(y)), from which
 * tau(p w) >= ceil(log2 p) s + (p - 1) w r follows by induction, with the first
 * or the second of both as y is at most x / 2 or more. Backwards the same holds
 * of one send port. Half duplex, where everybody must get all: let u send the
 * message that starts last; it gets nothing meanwhile, and what it gets later
 * was sent before: one stage more. */
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
