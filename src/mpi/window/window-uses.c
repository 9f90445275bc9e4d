/* Buffers of the caller that are in use until an epoch ends. */
#include "mpi/guard/guard.h"
#include "mpi/message/request.h"
#include "mpi/report.h"
#include "window.h"
#include <string.h>

#define USES_MOST 2000 /* maximum number of recorded buffers of a rank */

struct buffer_use {
    struct buffer_use *next;
    const char *low;
    size_t bytes;
    int target;
    bool written;
    uint64_t hash;
    const char *function;
    const void *caller;
};

static uint64_t hash_of(const char *bytes, size_t count)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; count >= 8; bytes += 8, count -= 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    for (; count; bytes++, count--)
        hash = (hash ^ (unsigned char)*bytes) * 0x100000001b3u;
    return hash;
}

/* Report a buffer that is already in use. */
static void check_uses(struct rank *rank, const struct window *window,
                       const char *low, const struct buffer_use *now)
{
    const char *high = low + now->bytes;
    for (struct buffer_use *use = window->uses; use; use = use->next)
        if (low < use->low + use->bytes && use->low < high &&
            (now->written || use->written)) {
            char where[240];
            report_where(rank, use->caller, where, sizeof where);
            rank_fault(rank, RULE_MEMORY, rank->caller,
                       "%s uses a buffer that %s at %s uses until the epoch "
                       "ends",
                       rank->function, use->function, where);
            return;
        }
}

void uses_begin(struct rank *rank, struct window *window, int target,
                const struct guard_buffer *span, bool in_use)
{
    size_t bytes;
    guard_use(rank, span);
    if (!in_use || !type_bytes(span->type, span->count, &bytes) || !bytes)
        return;
    if (!span->type->dense)
        bytes = 0; /* the buffer has gaps: only instrumented accesses are
                      detected */
    if (window->use_count == USES_MOST)
        return;
    window->use_count++;
    const char *low = (const char *)span->buffer + span->type->true_lb;
    struct buffer_use *use = rank_alloc(rank, sizeof *use);
    *use = (struct buffer_use){.next = window->uses,
                               .low = low,
                               .bytes = bytes,
                               .target = target,
                               .written = span->written,
                               .hash = hash_of(low, bytes),
                               .function = rank->function,
                               .caller = rank->caller};
    if (!rank->guard)
        check_uses(rank, window, low, use);
    window->uses = use;
    guard_begin(rank, use, span, "until its epoch ends");
}

static void end_buffers(struct rank *rank, struct window *window, int target)
{
    for (struct buffer_use **at = &window->uses; *at;) {
        struct buffer_use *use = *at;
        if (target >= 0 && use->target != target) {
            at = &use->next;
            continue;
        }
        if (!guard_end(rank, use) && hash_of(use->low, use->bytes) != use->hash)
            rank_fault(rank, RULE_MEMORY, use->caller,
                       "the buffer of %s was changed before %s ended its epoch",
                       use->function, rank->function);
        *at = use->next;
        window->use_count--;
        rank_free(rank, use);
    }
}

struct window_uses_ended {
    struct window *window;
    int target;
    bool others;
};

static void end_request(struct rank *rank, const struct handle *entry,
                        void *arg)
{
    const struct request *request = entry->object;
    struct window_uses_ended *ended = arg;
    if (request->window != ended->window->handle)
        return;
    if (ended->target < 0 || request->target == ended->target)
        guard_end(rank, request);
    else
        ended->others = true;
}

/* End the use of the buffers of request-based accesses, too. */
static void end_requests(struct rank *rank, struct window *window, int target)
{
    struct window_uses_ended ended = {window, target, false};
    if (!rank->guard || !window->requested)
        return;
    handle_each(rank, HANDLE_REQUEST, end_request, &ended);
    window->requested = ended.others;
}

void uses_end(struct rank *rank, struct window *window, int target)
{
    end_buffers(rank, window, target);
    end_requests(rank, window, target);
}
