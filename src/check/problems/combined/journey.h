/* A journey: all messages from one processor to another with the same start. */
#ifndef WEFT_SRC_CHECK_PROBLEMS_COMBINED_JOURNEY_H
#define WEFT_SRC_CHECK_PROBLEMS_COMBINED_JOURNEY_H

#include "base/mix.h"

struct journey {
    struct pair key; /* source, destination and start of the messages */
    /* number of the journey, from 1 on, in the order of first sends */
    int32_t number;
};

#define HASH_NAME journey_table
#define HASH_ENTRY struct journey
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
#define HASH_FREE(e) ((e)->number == 0)
#include "base/hash.h"

#endif
