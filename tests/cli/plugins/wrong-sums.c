/* Faulty reductions, one for each fault: every processor sends its own value to
 * the next one and then performs the faulty action on the value received. */
#include <weft/plugin.h>

static int twice(struct weft_work *work, const void *came)
{
    return weft_work_add(work, 0, came) || weft_work_add(work, 0, came) ? -1
                                                                        : 0;
}

static int two_as_one(struct weft_processor *self, struct weft_work *work)
{
    int p = weft_size(self), rank = weft_rank(self), block[] = {0, 0};
    return weft_work_post(work, (rank + 1) % p, block, 2) || weft_step(self) ||
                   weft_work_receive_add(work, (rank + p - 1) % p, block, 1)
               ? -1
               : 0;
}

#define DO(word, about, action, ...)                                           \
    static int word(struct weft_processor *self, struct weft_work *work)       \
    {                                                                          \
        const struct weft_goal *goal = weft_work_goal(work);                   \
        int p = weft_size(self), rank = weft_rank(self), none = 7;             \
        int own = weft_goal_combines(goal) == WEFT_GOAL_MOVE ? rank : 0;       \
        struct weft_message came;                                              \
        if (weft_work_post(work, (rank + 1) % p, &own, 1) ||                   \
            weft_step(self) || weft_receive(self, (rank + p - 1) % p, &came))  \
            return -1;                                                         \
        (void)none, (void)twice, (void)two_as_one;                             \
        return action;                                                         \
    }                                                                          \
    WEFT_STRATEGY(.problem = about, .name = #word, .function = word,           \
                  __VA_ARGS__)

DO(doubles, "allreduce", twice(work, came.data))
DO(confuses, "allreduce", weft_work_add(work, 1, came.data), .blocks = "p")
DO(wraps, "allreduce", weft_work_add(work, 0, came.data), .in_order = true)
DO(lacks, "allreduce", weft_work_add(work, 0, came.data))
DO(invents, "allreduce", weft_work_add(work, 0, "nonsense"))
DO(absent, "allreduce", weft_work_post(work, 0, &none, 1))
DO(none, "allreduce", weft_work_post(work, 0, &none, 0))
DO(longer, "allreduce", two_as_one(self, work))
DO(empty, "barrier", 0)
DO(passes, "multinode", weft_work_add(work, rank, came.data))
DO(uneven, "allreduce", 0, .blocks = "p/0")
DO(many, "allreduce", 0, .blocks = "p*1000000000")
DO(text, "allreduce", 0, .blocks = "p p")
DO(elsewhere, "reduce", 0, .blocks = "p")
