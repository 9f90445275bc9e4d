/* Matches the receives of a GOAL program with arriving messages. Of the
 * receives that accept a message, the one that was posted first gets it; of the
 * messages that a receive accepts, it takes the one that arrived first. A
 * receive may accept any sender and any tag. */
#ifndef WEFT_SRC_TRACE_GOAL_MEETING_H
#define WEFT_SRC_TRACE_GOAL_MEETING_H

#include "program.h"

#include "base/mix.h"

/* Waiting receives, or arrived messages, with the same key. A receive with
 * another key may have taken some of the messages. */
struct meeting_point {
    struct pair key;
    /* 1 + indices of the first and last operation; 0: none */
    uint32_t first, last;
    bool arrived; /* whether the operations are messages, otherwise receives */
    bool used;
};

#define HASH_NAME meeting_points
#define HASH_ENTRY struct meeting_point
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_FREE(e) (!(e)->used)
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
#define HASH_EXPIRED(e, past) (!(e)->first)
#include "base/hash.h"

/* Kinds of keys, a set of bits: 1 any sender, 2 any tag. */
#define MEETING_KEYS 4

struct encounters {
    struct goal_program *program;
    struct meeting_points points;
    /* for each kind of key: [operations] 1 + next operation at the same point;
     * NULL: no receive has a key of this kind */
    uint32_t *next[MEETING_KEYS];
    /* [operations] number of a receive in the order of posting; NULL: all
     * receives have keys of one kind, so that nothing compares them */
    uint32_t *turn;
    uint32_t turns;
};

/* Prepare the matching. Return 0, or -1 if out of memory; call meeting_finish()
 * in both cases. */
int meeting_init(struct encounters *meeting, struct goal_program *program);
/* Post a receive, or let a message arrive. Set *other to the operation that
 * matches it, or to GOAL_NOBODY if it has to wait. Return 0, or -1 if out of
 * memory. */
#define GOAL_NOBODY SIZE_MAX
int meeting_post(struct encounters *meeting, size_t receive, size_t *other);
int meeting_arrive(struct encounters *meeting, size_t send, size_t *other);
void meeting_finish(struct encounters *meeting);

#endif
