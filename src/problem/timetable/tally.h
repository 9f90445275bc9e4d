/* Tagged data for values that are combined: every contribution (origin, block)
 * has words of its own, a value is their sum, and so any set of contributions
 * has words by which it is known. While a tally follows, it also remembers
 * which sets there have been, so that a value says what it is made of. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_TALLY_H
#define WEFT_SRC_PROBLEM_TIMETABLE_TALLY_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <weft/collective.h>

#include "base/items/items.h"
#include "base/mix.h"

#define TALLY_BYTES_MIN 8 /* of a block, for its first word to be whole */

/* What one word stands for. */
struct tally_value {
    uint64_t word;
    int block;
    int twice; /* a contributor that is in it twice; -1: none */
    struct interval *set;
    size_t count;
};

#define HASH_NAME tally_table
#define HASH_ENTRY struct tally_value
#define HASH_KEY uint64_t
#define HASH_MEMBER word
#define HASH_FREE(e) (!(e)->set)
#include "base/hash.h"

struct tally {
    struct weft_operator op; /* first: combines finds the tally by it */
    bool any;                /* a contribution may come in several times */
    bool few;                /* so that it always follows */
    struct weft_items *const *asked; /* or if somebody asks; NULL: nobody */
    pthread_mutex_t lock;            /* guards what follows */
    struct tally_table table;
    bool forgot;     /* a value, for want of memory */
    bool shares;     /* others are to be told of new values, ... */
    uint64_t *fresh; /* [freshes] ... which are these */
    size_t freshes, fresh_room;
};

void tally_init(struct tally *tally, bool any);
void tally_finish(struct tally *tally);

/* Is there a value that is not known for want of memory? */
bool tally_forgot(struct tally *tally);

/* A value there is, with the lock held. Without memory it is not remembered,
 * and will not be known again. */
void tally_remember(struct tally *tally, const struct tally_value *value);

/* hearsay.c: where several processes share a run, each follows what its own
 * processors combine, and must know what values of others are made of. Begin to
 * keep what is new; give it away, to be freed by free(); take what another
 * process has given. 0, or -1: no memory. */
void tally_share(struct tally *tally);
int tally_news(struct tally *tally, void **data, size_t *bytes);
int tally_heard(struct tally *tally, const void *data, size_t bytes);

/* The contribution of a processor to a block: [bytes]. */
void tally_operand(struct tally *tally, void *data, size_t bytes, int origin,
                   int block);
/* The contributions of a set to a block, added; are these they? */
void tally_sum(void *data, size_t bytes, int block, const struct interval *set,
               size_t count);
bool tally_is(const void *data, size_t bytes, int block,
              const struct interval *set, size_t count);
/* What a value is made of, if the tally has followed it: a copy whose set
 * belongs to the tally and stays. */
bool tally_find(struct tally *tally, const void *data,
                struct tally_value *found);
/* Why a value is not the contributions of a set to a block: "lacks the
 * contribution of 3", ... */
void tally_explain(struct tally *tally, const void *data, int block,
                   const struct interval *set, size_t count, char *text,
                   size_t size);

/* Add a value to another, as a program may that is no part of weft: nothing is
 * known of the bytes. With `in_order` only those that follow each other.
 * @returns false, with text, if that is not possible */
bool tally_add(struct tally *tally, void *into, const void *data, size_t bytes,
               bool in_order, char *text, size_t size);

#endif
