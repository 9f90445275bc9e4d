/* The times at which the processors and interfaces of a GOAL program become
 * free, and the operations that wait for them. Operations that need the same
 * resources take turns. */
#ifndef WEFT_SRC_TRACE_GOAL_TURN_TAKING_H
#define WEFT_SRC_TRACE_GOAL_TURN_TAKING_H

#include "program.h"

#include "base/mix.h"

enum resource { PROCESSOR, SENDING, RECEIVING };

/* A processor or an interface, and the time until which it is busy. */
struct taken {
    struct pair key;
    uint64_t free_at; /* 1 + time until which the resource is busy */
};

/* A waiting operation. The one with the lowest `order` has waited longest and
 * is first. */
struct turn_place {
    uint64_t order;
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
    bool used;
};

#define HASH_NAME taken_table
#define HASH_ENTRY struct taken
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_FREE(e) (!(e)->free_at)
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
#include "base/hash.h"

#define HASH_NAME turn_queues
#define HASH_ENTRY struct turn_queue
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_FREE(e) (!(e)->used)
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
#include "base/hash.h"

struct turns {
    struct taken_table taken;
    struct turn_queues queues;
};

/* Return a resource, added on demand, or NULL if out of memory. The pointer is
 * valid until another resource is added. */
struct taken *turns_resource(struct turns *turns, int rank,
                             enum resource resource, uint32_t number);
/* Look up the processor and the interface that an operation needs. Return false
 * if out of memory. Both pointers are valid until another resource is added. */
bool turns_both(struct turns *turns, int rank, enum resource interface,
                const struct goal_operation *operation, struct taken **cpu,
                struct taken **nic);
struct turn_queue *turns_queue(struct turns *turns, int rank,
                               enum resource resource,
                               const struct goal_operation *operation);

void turns_finish(struct turns *turns);

#endif
