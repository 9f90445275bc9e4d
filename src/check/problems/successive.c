/* successive: every processor broadcasts in turn. Messages are 1..p; the source
 * of mu_j is the processor that sends it first; all sources are different.
 *
 * Source rule, in all orders: the source of mu_j sends it only after it has
 * received every mu_i, i < j. In addition, for each order:
 *   program   each processor's actions on mu_i (its reception and its sends)
 *             come before those on mu_j, i < j;
 *   arrival   each processor's receptions come in increasing order;
 *   buffered  nothing.
 * Actions with the same start are checked only by the port rules. Stores (if
 * the trace has any) must be in increasing order in all cases. */
#include "successive.h"

#include <inttypes.h>
#include <stdlib.h>

/* state of one processor */
struct problems_successive_turn {
    uint64_t start; /* start of the processor's latest actions */
    int32_t latest; /* highest message among the latest actions */
    int32_t before; /* highest message among earlier actions */
    int32_t own;    /* the message (1..p) whose source this processor is; 0:
                       none yet */
    int32_t prefix; /* number k such that the processor has received
                       mu_1..mu_k */
    int32_t stored; /* number k such that the processor has stored mu_1..mu_k */
};

int successive_begin(struct weft_check *check)
{
    check->state = calloc((size_t)check->processors + 1,
                          sizeof(struct problems_successive_turn));
    return check->state ? 0 : -1;
}

/* ---- sources --------------------------------------------------------- */

static void judge_source(struct weft_check *check, const struct held *held,
                         const struct weft_event *send)
{
    struct problems_successive_turn *turn =
        (struct problems_successive_turn *)check->state + send->rank;
    int32_t number = held->number;
    if (held->claimant >= 0 && held->claimant != send->rank)
        check_blame_send(check, send,
                         "sends message %" PRId32 " first, but processor " WHO
                         " has stored it before",
                         number, held->claimant);
    if (number > check->size) {
        const struct held *earlier = holding_find(check, number - check->size);
        if (earlier && earlier->source != send->rank)
            check_blame_send(check, send,
                             "is the source of message %" PRId32
                             ", but the source of message %" PRId32
                             " is processor " WHO,
                             number, earlier->number, earlier->source);
    } else if (turn->own) {
        check_blame_send(check, send,
                         "is the source of two messages, %" PRId32
                         " and %" PRId32,
                         turn->own, number);
    } else {
        turn->own = number;
    }
}

static void judge_turn(struct weft_check *check, int32_t number,
                       const struct weft_event *send)
{
    struct problems_successive_turn *turn =
        (struct problems_successive_turn *)check->state + send->rank;
    while (turn->prefix + 1 < number) {
        const struct held *next = holding_find(check, turn->prefix + 1);
        if (!next || !holding_has(check, next, send->rank, send->start))
            break;
        turn->prefix++;
    }
    if (turn->prefix + 1 < number)
        check_blame_send(check, send,
                         "sends its message %" PRId32
                         " before receiving message %" PRId32,
                         number, turn->prefix + 1);
}

int successive_first(struct weft_check *check, struct held *held,
                     const struct weft_event *send)
{
    int32_t number = held->number;
    if (number < 1) {
        check_blame_send(
            check, send,
            "sends message %" PRId32 "; messages are numbered from 1", number);
        return begins_anywhere(check, held, send);
    }
    held->source = send->rank;
    judge_source(check, held, send);
    judge_turn(check, number, send);
    return begins_anywhere(check, holding_find(check, number), send);
}

/* ---- order ----------------------------------------------------------- */

void successive_act(struct weft_check *check, int rank,
                    const struct port_use *use)
{
    static const char *const verbs[] = {"sends", "receives"};
    enum weft_order order = check->options.order;
    if (order == WEFT_ORDER_BUFFERED || use->kind > USE_RECEIVE ||
        (order == WEFT_ORDER_ARRIVAL && use->kind != USE_RECEIVE))
        return;
    struct problems_successive_turn *turn =
        (struct problems_successive_turn *)check->state + rank;
    if (use->start > turn->start) {
        turn->start = use->start;
        if (turn->before < turn->latest)
            turn->before = turn->latest;
    }
    if (use->message < turn->before)
        check_blame(check, check_slot(check, use->start), rank,
                    "%s message %" PRId32 " after it has %s message %" PRId32
                    " (order %s)",
                    verbs[use->kind], use->message,
                    order == WEFT_ORDER_ARRIVAL ? "received" : "handled",
                    turn->before, weft_order_names[order]);
    if (use->message > turn->latest)
        turn->latest = use->message;
}

static int problems_successive_store(struct weft_check *check,
                                     const struct weft_event *event)
{
    struct problems_successive_turn *turn =
        (struct problems_successive_turn *)check->state + event->rank;
    uint64_t slot = check_slot(check, event->start);
    if (event->message != turn->stored + 1)
        check_blame(check, slot, event->rank,
                    "stores message %" PRId32 "; the next in order is %" PRId32,
                    event->message, turn->stored + 1);
    turn->stored = event->message;
    struct held *held = holding_get(check, event->message);
    if (!held)
        return -1;
    if (!held->started && held->claimant < 0)
        held->claimant = event->rank;
    if (held->started ? !holding_has(check, held, event->rank, event->start)
                      : held->claimant != event->rank)
        check_blame(check, slot, event->rank,
                    "stores message %" PRId32 " before receiving it",
                    event->message);
    return 0;
}

/* ---- the end --------------------------------------------------------- */

static void problems_successive_judge_stores(struct weft_check *check,
                                             int32_t messages)
{
    const struct problems_successive_turn *turn = check->state;
    bool any = false;
    for (int rank = 0; rank < check->size; rank++)
        any = any || turn[rank].stored;
    for (int rank = 0; any && rank < check->size; rank++)
        if (turn[rank].stored != messages)
            check_blame_end(check, rank,
                            "stored messages up to %" PRId32 " of %" PRId32,
                            turn[rank].stored, messages);
}

static void problems_successive_end(struct weft_check *check)
{
    blame_gap(check, 1);
    for (int number = check->size; number > 1; number--)
        if (!holding_find(check, number)) {
            check_blame_end(check, -1, "message %d is never sent", number);
            break;
        }
    if (holding_find(check, check->size + 1))
        check_blame_end(check, -1,
                        "message %d exceeds the number of processors",
                        check->size + 1);
    blame_unspread(check);
    problems_successive_judge_stores(check, check->size);
}

const struct check_problem check_successive = {
    .name = "successive",
    .ordered = true,
    .begin = successive_begin,
    .first = successive_first,
    .act = successive_act,
    .store = problems_successive_store,
    .end = problems_successive_end,
};
