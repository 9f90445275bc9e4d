/* Match the receives of a GOAL program with arriving messages: a message goes
 * to the receive that was posted first among those that accept it, a receive
 * takes the message that arrived first. A receive may accept any sender and any
 * tag. */
#ifndef WEFT_SRC_TRACE_GOAL_MEETING_H
#define WEFT_SRC_TRACE_GOAL_MEETING_H

#include "program.h"

#include "base/mix.h"

/* Receives that wait, or messages that have arrived, with the same key. Some of
 * the messages may already have been taken by a receive with another key. */
struct meeting_point {
    struct pair key;
    /* 1 + indices of the first and last operation; 0: none */
    size_t first, last;
    bool arrived; /* whether the operations are messages, not receives */
    bool used;
};

#define HASH_NAME meeting_points
#define HASH_ENTRY struct meeting_point
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_FREE(e) (!(e)->used)
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
#include "base/hash.h"

/* Kinds of keys: 1 accepts any sender, 2 any tag, 3 both. */
#define MEETING_KEYS 4

struct encounters {
    const struct goal_program *program;
    struct meeting_points points;
    /* [operations] 1 + next operation at the same point; NULL: no receive has
     * this kind of key */
    size_t *next[MEETING_KEYS];
    uint64_t *turn; /* [operations] position of a receive in the order of
                       posting */
    bool *taken;    /* [operations] whether the message of a send was taken */
    uint64_t turns;
};

/* Return 0, or -1 if out of memory; call meeting_finish() in both cases. */
int meeting_init(struct encounters *meeting,
                 const struct goal_program *program);
/* Post a receive, or let a message arrive. Set *other to the operation that
 * matches it, or to GOAL_NOBODY: it waits. Return 0, or -1 if out of memory. */
#define GOAL_NOBODY SIZE_MAX
int meeting_post(struct encounters *meeting, size_t receive, size_t *other);
int meeting_arrive(struct encounters *meeting, size_t send, size_t *other);
void meeting_finish(struct encounters *meeting);

#endif
