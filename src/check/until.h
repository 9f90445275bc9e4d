/* A table of things in use until some time, forgotten by themselves when that
 * time is past: arcs that carry a message, receptions under way. Hashed, so
 * that it takes the memory of what is in use, not of what there is. */
#ifndef WEFT_SRC_CHECK_UNTIL_H
#define WEFT_SRC_CHECK_UNTIL_H

#include <stddef.h>
#include <stdint.h>

struct until {
    uint64_t key;
    uint64_t start, end; /* in use during [start, end); end 0: free */
    uint64_t counted;    /* slot of the last conflict counted here */
    int32_t source, destination, message;
};

struct untils {
    struct until *entry; /* [capacity], a power of two */
    size_t capacity;
    size_t used; /* entries that are not free, past ones included */
};

/* The entry of a key that is in use at `now`; NULL if there is none. */
struct until *until_find(const struct untils *table, uint64_t key,
                         uint64_t now);
/* The entry of a key, made if there is none; entries whose end is not after
 * `past` may go. Valid until the next call; a new one has end = 0, which the
 * caller sets. NULL with errno ENOMEM. */
struct until *until_get(struct untils *table, uint64_t key, uint64_t past);
void until_finish(struct untils *table);

#endif
