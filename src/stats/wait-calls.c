/* Measures waiting in collective calls. The nth calls of a kind at all
 * processors are one collective call, if all processors that have such calls
 * have the same number of them. Otherwise the calls belong to communicators
 * that the trace does not name, and no waiting is counted. */
#include "waits.h"

#include <stdlib.h>

/* Rules for which processors wait for which others in a collective call. */
enum call_rule { RULE_NONE, RULE_ALL, RULE_FROM_ROOT, RULE_TO_ROOT };
static const struct {
    enum call_rule rule;
    enum weft_wait_kind kind;
} rules[WAIT_CALLS] = {
#define RULE(task, rule, kind)                                                 \
    [WEFT_TASK_##task - WEFT_TASK_BARRIER] = {rule, kind}
    RULE(BARRIER, RULE_ALL, WEFT_WAIT_BARRIER),
    RULE(ALLGATHER, RULE_ALL, WEFT_WAIT_ALL_TO_ALL),
    RULE(ALLREDUCE, RULE_ALL, WEFT_WAIT_ALL_TO_ALL),
    RULE(ALLTOALL, RULE_ALL, WEFT_WAIT_ALL_TO_ALL),
    RULE(REDUCE_SCATTER, RULE_ALL, WEFT_WAIT_ALL_TO_ALL),
    RULE(BROADCAST, RULE_FROM_ROOT, WEFT_WAIT_LATE_ROOT),
    RULE(SCATTER, RULE_FROM_ROOT, WEFT_WAIT_LATE_ROOT),
    RULE(REDUCE, RULE_TO_ROOT, WEFT_WAIT_EARLY_ROOT),
    RULE(GATHER, RULE_TO_ROOT, WEFT_WAIT_EARLY_ROOT),
#undef RULE
};

static int wait_calls_compare(const void *a, const void *b)
{
    const struct wait_call *x = a, *y = b;
    if (x->task != y->task)
        return x->task < y->task ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Return the call that was entered last, the first one of several, without
 * considering `but`; NULL if there is no call. */
static const struct wait_call *last_to_enter(const struct wait_call *call,
                                             size_t count,
                                             const struct wait_call *but)
{
    const struct wait_call *last = NULL;
    for (size_t i = 0; i < count; i++)
        if (&call[i] != but && (!last || call[i].enter > last->enter))
            last = &call[i];
    return last;
}

/* Return the only call that sends but does not receive or, if !sends, receives
 * but does not send; NULL if there is none or several. */
static const struct wait_call *
wait_calls_find_root(const struct wait_call *call, size_t count, bool sends)
{
    const struct wait_call *root = NULL;
    for (size_t i = 0; i < count; i++) {
        if (call[i].sent != sends || call[i].received == sends)
            continue;
        if (root)
            return NULL;
        root = &call[i];
    }
    return root;
}

/* Add the time that `waiter` waits in its call until `cause` enters. Return 0,
 * or -1 if out of memory. */
static int wait_calls_add(struct wait_rows *rows,
                          const struct wait_call *waiter,
                          const struct wait_call *cause)
{
    if (!cause || waiter == cause || cause->enter <= waiter->enter)
        return 0;
    bool left = waiter->leave < cause->enter;
    uint64_t until = left ? waiter->leave : cause->enter;
    const struct wait_row row = {
        .what = {.kind = rules[waiter->task - WEFT_TASK_BARRIER].kind,
                 .waiter = waiter->rank,
                 .cause = cause->rank,
                 .task = waiter->task,
                 .time = until - waiter->enter},
        .from = waiter->enter,
        .call = -1};
    return wait_rows_add(rows, &row);
}

static int measure_one(const struct wait_call *call, size_t count,
                       struct wait_rows *rows)
{
    enum call_rule rule = rules[call->task - WEFT_TASK_BARRIER].rule;
    bool from = rule == RULE_FROM_ROOT;
    const struct wait_call *root =
        rule == RULE_ALL ? NULL : wait_calls_find_root(call, count, from);
    const struct wait_call *late =
        from ? root : last_to_enter(call, count, root);
    if (rule == RULE_TO_ROOT)
        return root ? wait_calls_add(rows, root, late) : 0;
    for (size_t i = 0; i < count; i++)
        if (wait_calls_add(rows, &call[i], late))
            return -1;
    return 0;
}

/* Return whether all processors have the same number of calls of a kind; `call`
 * has all calls of this kind. */
static bool wait_calls_is_known(const struct wait_call *call, size_t count)
{
    size_t members = 0;
    if (rules[call->task - WEFT_TASK_BARRIER].rule == RULE_NONE)
        return false;
    while (members < count && call[members].number == call->number)
        members++;
    if (count % members)
        return false;
    for (size_t i = members; i < count; i++)
        if (call[i].rank != call[i - members].rank ||
            call[i].number != call[i - members].number + 1)
            return false;
    return true;
}

int wait_calls_measure(struct wait_call *call, size_t count,
                       bool known[WAIT_CALLS], struct wait_rows *rows)
{
    if (count)
        qsort(call, count, sizeof *call, wait_calls_compare);
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i; next < count && call[next].task == call[i].task;)
            next++;
        bool *own = &known[call[i].task - WEFT_TASK_BARRIER];
        *own = wait_calls_is_known(&call[i], next - i);
        for (size_t k = i, end; *own && k < next; k = end) {
            for (end = k; end < next && call[end].number == call[k].number;)
                end++;
            if (measure_one(&call[k], end - k, rows))
                return -1;
        }
    }
    return 0;
}
