/* Where the receives of a GOAL program and the messages that arrive meet: a
 * message is for the receive that was posted first of those that accept it, a
 * receive takes the message that arrived first. A receive may leave its sender
 * and its tag open. */
#ifndef WEFT_SRC_TRACE_GOAL_MEETING_H
#define WEFT_SRC_TRACE_GOAL_MEETING_H

#include "program.h"

#include "base/mix.h"

/* Receives that wait, or messages that have arrived, of one key; of messages
 * some may have been taken by a receive with another key. */
struct meeting_point {
    struct pair key;
    size_t first, last; /* 1 + operation; 0: nobody */
    bool arrived;       /* messages */
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

/* Kinds of keys: 1 leaves the sender open, 2 the tag, 3 both. */
#define MEETING_KEYS 4

struct encounters {
    const struct goal_program *program;
    struct meeting_points points;
    size_t *next[MEETING_KEYS]; /* [operations] 1 + the next one at a point;
                                   NULL: no receive has such a key */
    uint64_t *turn;             /* [operations] of a receive: when posted */
    bool *taken;                /* [operations] of a send: its message */
    uint64_t turns;
};

/* 0, or -1: no memory; in any case meeting_finish() is to be called. */
int meeting_init(struct encounters *meeting,
                 const struct goal_program *program);
/* The operation that this one meets, or GOAL_NOBODY: it waits. *other is set.
 * 0, or -1: no memory. */
#define GOAL_NOBODY SIZE_MAX
int meeting_post(struct encounters *meeting, size_t receive, size_t *other);
int meeting_arrive(struct encounters *meeting, size_t send, size_t *other);
void meeting_finish(struct encounters *meeting);

#endif
