/* Writes the operations of a rank as a chain: each operation requires the one
 * before it. Where the chain alone would be too early, a calculation represents
 * the time that passed. Operations are rejected if the chain cannot reproduce
 * their times. */
#include "trace/io/out.h"
#include "written.h"

#include "base/base.h"

struct chain {
    struct output *out;
    struct goal *goal;
    uint64_t now; /* end of the last operation when the chain is replayed */
    /* time until which the last send delays further sends */
    uint64_t gap;
    uint64_t gap_in; /* time until which the last receive delays further
                        receives */
    uint64_t over;   /* end of the last send when the chain is replayed */
    uint64_t last;   /* label of the last operation */
    bool idle; /* whether the last operation is a calculation that represents
                  time that passed */
};

static void goal_chain_number(struct chain *chain, const char *text,
                              uint64_t number)
{
    out_text(chain->out, text);
    out_number(chain->out, number);
}

static void goal_chain_label(struct chain *chain, uint64_t number_of, bool idle)
{
    goal_chain_number(chain, idle ? GOAL_IDLE : "l", number_of);
}

/* Store an operation for goal_replay(): with LogGP costs, only a replay shows
 * which receive takes which message first. */
static int goal_chain_keep(struct chain *chain,
                           const struct goal_operation *operation)
{
    struct goal_program *program = &chain->goal->written;
    if (!chain->goal->costs.loggp)
        return 0;
    if (array_grow(&program->operation, &program->room, program->operations + 1,
                   sizeof *program->operation) ||
        array_grow(&program->order, &program->orders_room, program->orders + 1,
                   sizeof *program->order))
        return -1;
    size_t at = program->operations++;
    program->operation[at] = *operation;
    if (!chain->last)
        return 0;
    program->order[program->orders++] = (struct goal_order){at, false, 0};
    program->operation[at - 1].after = program->orders;
    program->operation[at].waits = 1;
    return 0;
}

static void close_line(struct chain *chain, bool idle)
{
    out_text(chain->out, "\n");
    if (chain->last) {
        goal_chain_label(chain, chain->last + 1, idle);
        out_text(chain->out, " requires ");
        goal_chain_label(chain, chain->last, chain->idle);
        out_text(chain->out, "\n");
    }
    chain->last++;
    chain->idle = idle;
}

static int calculate(struct chain *chain, int rank, uint64_t duration,
                     bool idle)
{
    const struct goal_operation kept = {
        .kind = GOAL_CALC, .rank = rank, .size = duration, .idle = idle};
    if (!duration)
        return 0;
    chain->goal->calculated += duration;
    if (duration > GOAL_CALC_MAX || chain->goal->calculated > GOAL_CALCS_MAX)
        return out_fail(chain->out, WEFT_ERROR_LIMIT,
                        "processor %d %s for %llu time units, and a calc of "
                        "GOAL lasts at most 2^50, all together 2^62",
                        rank, idle ? "does nothing" : "computes",
                        (unsigned long long)duration);
    goal_chain_label(chain, chain->last + 1, idle);
    goal_chain_number(chain, ": calc ", duration);
    if (goal_chain_keep(chain, &kept))
        return -1;
    close_line(chain, idle);
    chain->now += duration;
    return 0;
}

static int goal_chain_transfer(struct chain *chain,
                               const struct operation *operation)
{
    bool sends = operation->kind == WEFT_SEND;
    const struct goal_operation kept = {
        .kind = sends ? GOAL_SEND : GOAL_RECEIVE,
        .rank = operation->rank,
        .peer = operation->peer,
        .size = operation->bytes,
        .tag = (uint32_t)operation->message,
        .nic = operation->nic,
    };
    goal_chain_label(chain, chain->last + 1, false);
    goal_chain_number(chain, sends ? ": send " : ": recv ", operation->bytes);
    goal_chain_number(chain, sends ? "b to " : "b from ",
                      (uint64_t)operation->peer);
    goal_chain_number(chain, " tag ", (uint64_t)operation->message);
    if (operation->nic > 0)
        goal_chain_number(chain, " cpu 0 nic ", operation->nic);
    if (goal_chain_keep(chain, &kept))
        return -1;
    close_line(chain, false);
    return 0;
}

static uint64_t goal_chain_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Write a transfer with LogGP costs, at the time of the trace. */
static int write_costed(struct chain *chain, const struct operation *operation)
{
    const struct weft_cost *cost = &chain->goal->costs.cost;
    size_t bytes = operation->bytes;
    bool sends = operation->kind == WEFT_SEND;
    uint64_t gap = weft_cost_gap(cost, bytes);
    uint64_t start = operation->time - (sends ? 0 : operation->duration);
    uint64_t free =
        goal_chain_later(chain->now, sends ? chain->gap : chain->gap_in);
    int status = 0;
    if (start > (sends ? free : goal_chain_later(free, operation->comes)))
        status = calculate(chain, operation->rank, start - chain->now, true);
    if (status || goal_chain_transfer(chain, operation))
        return -1;
    chain->now = goal_chain_later(chain->now, start) +
                 (sends ? cost->overhead : weft_cost_receiving(cost, bytes));
    if (sends && !chain->goal->ports)
        chain->gap = start + gap;
    else if (!sends && !chain->goal->ports)
        chain->gap_in = start + gap;
    return 0;
}

/* Check whether the chain reproduces the time of a transfer. Return NULL if it
 * does, or the end of a message about the difference. */
static const char *misfit(const struct chain *chain,
                          const struct operation *operation)
{
    const struct goal_costs *costs = &chain->goal->costs;
    uint64_t lasts = goal_lasts(costs, operation->bytes);
    uint64_t comes = operation->comes, end = comes + lasts;
    if (operation->kind != WEFT_RECEIVE) {
        if (chain->now > operation->time)
            return "begins before the previous operation has ended";
        return operation->kind == WEFT_SEND && operation->duration != lasts
                   ? "does not take the time that its cost requires"
                   : NULL;
    }
    if (!operation->duration)
        return goal_taken_late(costs, comes, end, operation->time) &&
                       operation->time >= chain->now
                   ? NULL
                   : "is of a message that was not sent";
    if (operation->duration != lasts || operation->time != end)
        return "is at another time than its send";
    return goal_taken_late(costs, comes, end, chain->now)
               ? "ends before the previous operation has ended"
               : NULL;
}

/* Write an operation without LogGP costs. If the file need not reproduce the
 * times of the trace, delay computations until the previous send has ended,
 * because sends may take longer when the file is read. */
static int goal_chain_write_step(struct chain *chain,
                                 const struct operation *operation)
{
    uint64_t time = operation->time, ready = chain->now;
    if (!chain->goal->timed && operation->kind == WEFT_COMPUTE)
        time = goal_chain_later(time, chain->over);
    if (operation->kind == WEFT_SEND && chain->gap > ready)
        ready = chain->gap;
    bool arrives = operation->kind == WEFT_RECEIVE && operation->duration;
    if (time > ready && !arrives &&
        calculate(chain, operation->rank, time - chain->now, true))
        return -1;
    if (operation->kind == WEFT_COMPUTE)
        return calculate(chain, operation->rank, operation->duration, false);
    if (goal_chain_transfer(chain, operation))
        return -1;
    chain->now = goal_chain_later(chain->now, time);
    if (operation->kind == WEFT_SEND)
        chain->over =
            chain->now + goal_lasts(&chain->goal->costs, operation->bytes);
    if (operation->kind == WEFT_SEND && !chain->goal->ports)
        chain->gap = time + operation->duration;
    return 0;
}

int goal_refuse(struct output *out, const struct operation *operation,
                const char *why)
{
    uint64_t start = operation->time;
    if (operation->kind == WEFT_RECEIVE)
        start -= operation->duration;
    return out_fail(out, WEFT_ERROR_MISUSE,
                    "GOAL cannot represent the times of processor %d; its %s "
                    "at time %llu %s",
                    operation->rank, weft_event_names[operation->kind],
                    (unsigned long long)start, why);
}

static int write_operation(struct chain *chain,
                           const struct operation *operation)
{
    const struct goal *goal = chain->goal;
    bool receives = operation->kind == WEFT_RECEIVE;
    if (receives && !operation->sent)
        return goal_refuse(chain->out, operation, "has no send");
    if (receives && operation->sent->bytes != operation->bytes)
        return goal_refuse(chain->out, operation,
                           "differs from its send in length");
    if (receives && operation->time <= operation->sent->time &&
        !goal->costs.loggp)
        return goal_refuse(chain->out, operation,
                           "ends before its message is sent");
    const char *wrong =
        goal->timed && !goal->costs.loggp ? misfit(chain, operation) : NULL;
    if (wrong)
        return goal_refuse(chain->out, operation, wrong);
    return goal->costs.loggp && operation->kind != WEFT_COMPUTE
               ? write_costed(chain, operation)
               : goal_chain_write_step(chain, operation);
}

int goal_write_rank(struct goal *goal, int rank, size_t *next,
                    struct output *out)
{
    struct chain chain = {.out = out, .goal = goal};
    goal_chain_number(&chain, "\nrank ", (uint64_t)rank);
    out_text(out, " {\n");
    for (; *next < goal->count && goal->operation[*next].rank == rank; ++*next)
        if (write_operation(&chain, &goal->operation[*next]))
            return -1;
    out_text(out, "}\n");
    return 0;
}
