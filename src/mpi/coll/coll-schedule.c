/* Building and running schedules of collective calls. */
#include "mpi/coll/coll-schedule.h"
#include "mpi/data/group.h"
#include "mpi/guard/guard.h"
#include "mpi/guard/heap-errors.h"
#include "mpi/message/transport.h"

#include <string.h>

enum step_kind { STEP_SEND, STEP_RECEIVE, STEP_REDUCE, STEP_COPY, STEP_NEXT };

struct coll_step {
    enum step_kind kind;
    const void *from;
    void *to;
    size_t from_count, to_count;
    const struct type *from_type, *to_type;
    const struct op *op;
    MPI_Datatype handle;
    int peer, lane;
};

static struct coll_step *
coll_schedule_add(struct rank *rank, struct schedule *s, enum step_kind kind)
{
    if (s->count == s->room) {
        s->room = 2 * s->room + 8;
        s->step = rank_realloc(rank, s->step, s->room * sizeof *s->step);
    }
    struct coll_step *step = &s->step[s->count++];
    memset(step, 0, sizeof *step);
    step->kind = kind;
    step->lane = s->lane;
    return step;
}

static const struct type *coll_schedule_held(const struct type *type)
{
    type_hold(type);
    return type;
}

void schedule_send(struct rank *rank, struct schedule *s, const void *buffer,
                   size_t count, const struct type *type, int peer)
{
    struct coll_step *step = coll_schedule_add(rank, s, STEP_SEND);
    step->from = buffer;
    step->from_count = count;
    step->from_type = coll_schedule_held(type);
    step->peer = peer;
}

void schedule_receive(struct rank *rank, struct schedule *s, void *buffer,
                      size_t count, const struct type *type, int peer)
{
    struct coll_step *step = coll_schedule_add(rank, s, STEP_RECEIVE);
    step->to = buffer;
    step->to_count = count;
    step->to_type = coll_schedule_held(type);
    step->peer = peer;
}

void schedule_reduce(struct rank *rank, struct schedule *s, const struct op *op,
                     const struct type *type, MPI_Datatype handle,
                     const void *in, void *inout, size_t count)
{
    struct coll_step *step = coll_schedule_add(rank, s, STEP_REDUCE);
    op_hold(op);
    step->op = op;
    step->to_type = coll_schedule_held(type);
    step->handle = handle;
    step->from = in;
    step->to = inout;
    step->to_count = count;
}

void schedule_copy(struct rank *rank, struct schedule *s, const void *from,
                   size_t from_count, const struct type *from_type, void *to,
                   size_t to_count, const struct type *to_type)
{
    if (from == to && from_type == to_type)
        return;
    struct coll_step *step = coll_schedule_add(rank, s, STEP_COPY);
    step->from = from;
    step->from_count = from_count;
    step->from_type = coll_schedule_held(from_type);
    step->to = to;
    step->to_count = to_count;
    step->to_type = coll_schedule_held(to_type);
}

void schedule_lane(struct schedule *s, int lane)
{
    s->lane = lane;
}

void schedule_next(struct rank *rank, struct schedule *s)
{
    coll_schedule_add(rank, s, STEP_NEXT);
}

void *schedule_room(struct rank *rank, struct schedule *s,
                    const struct type *type, size_t count)
{
    ptrdiff_t extent = type_extent(type), before = type_true_lb(type);
    size_t step = (size_t)(extent < 0 ? -extent : extent);
    size_t bytes = step * count + (size_t)type_true_extent(type) + 16;
    char *memory = rank_alloc(rank, bytes);
    s->memory =
        rank_realloc(rank, s->memory, (s->memories + 1) * sizeof *s->memory);
    s->memory[s->memories++] = (struct coll_memory){memory, bytes};
    if (extent < 0 && count)
        memory += step * (count - 1);
    return memory - before;
}

/* ---- at work --------------------------------------------------------------
 */

static void start_message(struct rank *rank, struct request *parent,
                          const struct coll_step *step)
{
    struct schedule *s = parent->schedule;
    struct comm *comm = s->comm;
    bool sends = step->kind == STEP_SEND;
    struct request *part =
        request_new(rank, sends ? REQUEST_SEND : REQUEST_RECEIVE, comm);
    part->buffer = sends ? (void *)step->from : step->to;
    part->count = sends ? step->from_count : step->to_count;
    part->type = coll_schedule_held(sends ? step->from_type : step->to_type);
    part->peer = step->peer;
    part->world =
        (comm->remote ? comm->remote : comm->group)->world[step->peer];
    part->tag = s->tag;
    part->context =
        (comm->context + (uint64_t)step->lane) | 0x8000000000000000u;
    part->function = parent->function;
    part->caller = parent->caller;
    part->internal = part->freed = true;
    part->parent = parent;
    s->pending++;
    if (sends)
        transport_send(rank, part);
    else
        transport_receive(rank, part);
}

static void coll_schedule_copy(struct rank *rank, const struct coll_step *step)
{
    size_t bytes = step->from_count * type_size(step->from_type);
    size_t room = step->to_count * type_size(step->to_type);
    bytes = bytes < room ? bytes : room;
    if (!bytes)
        return;
    if (type_dense(step->from_type) && type_dense(step->to_type)) {
        memmove((char *)step->to + type_true_lb(step->to_type),
                (const char *)step->from + type_true_lb(step->from_type),
                bytes);
        return;
    }
    char small[256], *packed = small;
    size_t all = step->from_count * type_size(step->from_type);
    if (all > sizeof small)
        packed = rank_alloc(rank, all);
    type_pack(step->from_type, step->from, step->from_count, packed);
    type_unpack(step->to_type, step->to, step->to_count, packed, bytes);
    if (packed != small)
        rank_free(rank, packed);
}

static void coll_schedule_reduce(struct rank *rank,
                                 const struct coll_step *step)
{
    guard_pause(rank, true);
    op_apply(step->op, step->to_type, step->handle, step->from, step->to,
             step->to_count);
    guard_pause(rank, false);
}

static void coll_schedule_run(struct rank *rank, struct request *request)
{
    struct schedule *s = request->schedule;
    s->running = true;
    while (s->at < s->count) {
        const struct coll_step *step = &s->step[s->at];
        if (step->kind == STEP_NEXT && s->pending)
            break;
        s->at++;
        if (step->kind == STEP_COPY)
            coll_schedule_copy(rank, step);
        else if (step->kind == STEP_REDUCE)
            coll_schedule_reduce(rank, step);
        else if (step->kind != STEP_NEXT)
            start_message(rank, request, step);
    }
    s->running = false;
    if (s->at == s->count && !s->pending && !request->done)
        transport_complete(rank, request);
}

static void schedule_part_over(struct rank *rank, struct request *request,
                               struct request *part)
{
    (void)part;
    struct schedule *s = request->schedule;
    s->pending--;
    if (!s->running && !s->pending)
        coll_schedule_run(rank, request);
}

static void schedule_destroy(struct rank *rank, struct request *request)
{
    struct schedule *s = request->schedule;
    for (size_t i = 0; i < s->count; i++) {
        if (s->step[i].from_type)
            type_drop(rank, s->step[i].from_type);
        if (s->step[i].to_type)
            type_drop(rank, s->step[i].to_type);
        if (s->step[i].op)
            op_drop(rank, s->step[i].op);
    }
    for (size_t i = 0; i < s->memories; i++)
        rank_free(rank, s->memory[i].at);
    rank_free(rank, s->memory);
    rank_free(rank, s->step);
    rank_free(rank, s);
}

struct schedule *schedule_new(struct rank *rank, struct request *request,
                              int tag)
{
    static const struct request_actions actions = {
        .part_over = schedule_part_over,
        .destroyed = schedule_destroy,
    };
    struct schedule *schedule = rank_alloc(rank, sizeof *schedule);
    schedule->comm = request->comm;
    schedule->tag = tag;
    request->schedule = schedule;
    request->actions = &actions;
    return schedule;
}

static bool is_own(const struct schedule *s, const char *buffer)
{
    for (size_t i = 0; i < s->memories; i++)
        if (buffer >= s->memory[i].at &&
            buffer < s->memory[i].at + s->memory[i].bytes)
            return true;
    return false;
}

/* Check the program's buffers that a step uses. With `begins` the operation
 * owns them from now on. */
static void guard_step(struct rank *rank, const struct request *request,
                       const struct coll_step *step, bool begins)
{
    const struct schedule *s = request->schedule;
    const struct guard_buffer buffer[] = {
        {step->from, step->from_count ? step->from_count : step->to_count,
         step->from_type ? step->from_type : step->to_type, false},
        {step->to, step->to_count, step->to_type, true}};
    for (int i = 0; i < 2; i++) {
        if (!buffer[i].buffer || is_own(s, buffer[i].buffer))
            continue;
        if (begins)
            guard_begin(rank, request, &buffer[i], "until it is completed");
        else
            guard_use(rank, &buffer[i]);
    }
}

static void guard_steps(struct rank *rank, const struct request *request)
{
    const struct schedule *s = request->schedule;
    for (int begins = 0; begins <= (request->handle != 0); begins++)
        for (size_t i = 0; i < s->count; i++)
            if (s->step[i].kind != STEP_NEXT)
                guard_step(rank, request, &s->step[i], begins);
}

void schedule_start(struct rank *rank, struct request *request)
{
    if (rank->guard || heap_is_checked())
        guard_steps(rank, request);
    request->schedule->at = 0;
    request->schedule->pending = 0;
    coll_schedule_run(rank, request);
}
