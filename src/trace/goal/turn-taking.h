/* The times at which the processors and interfaces of a GOAL program become
 * free, and the operations that wait for them. Operations that need the same
 * resources take turns. */
#ifndef WEFT_SRC_TRACE_GOAL_TURN_TAKING_H
#define WEFT_SRC_TRACE_GOAL_TURN_TAKING_H

#include "program.h"

#include "base/mix.h"

enum resource { PROCESSOR, SENDING, RECEIVING };

/* The number of a processor or an interface. */
struct taken {
    struct pair key;
    uint32_t number; /* 1 + index in free_at[]; 0: just inserted */
};

/* A waiting operation. The one with the lowest `order` has waited longest and
 * is first. */
struct turn_place {
    uint32_t order;
    uint32_t operation;
};

#define HEAP_NAME turn_heap
#define HEAP_ITEM struct turn_place
#define HEAP_BEFORE(a, b) ((a)->order < (b)->order)
#include "base/heap.h"

/* Operations of one kind and rank that need the same processor and interface,
 * or none. The first operation retries when these are free. */
struct turn_queue {
    struct pair key;
    struct turn_heap waiting;
    size_t asks; /* 1 + index of the operation with the next retry; 0: none */
    uint64_t asks_at; /* time of the next retry */
    /* 1 + indices in free_at[] of the processor and the interface, which are
     * the same for calculations; 0: just inserted */
    uint32_t cpu, nic;
};

#define HASH_NAME taken_table
#define HASH_ENTRY struct taken
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_FREE(e) (!(e)->number)
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
#include "base/hash.h"

#define HASH_NAME turn_queues
#define HASH_ENTRY struct turn_queue
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_FREE(e) (!(e)->nic)
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
#include "base/hash.h"

struct turns {
    struct taken_table taken;
    struct turn_queues queues;
    uint64_t *free_at; /* [resources] time until which each one is busy */
    size_t resources, room;
};

/* Return the queue of an operation for its processor and, unless `resource` is
 * PROCESSOR, its interface, all added on demand, or NULL if out of memory. The
 * pointer is valid until another queue is added. */
struct turn_queue *turns_queue(struct turns *turns, int rank,
                               enum resource resource,
                               const struct goal_operation *operation);
/* Return where the time is until which a resource of a queue is busy. The
 * pointer is valid until another queue is added. */
static inline uint64_t *turns_free_at(const struct turns *turns,
                                      uint32_t number)
{
    return &turns->free_at[number - 1];
}

void turns_finish(struct turns *turns);

#endif
