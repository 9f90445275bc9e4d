/* Tagged data for combined values: every contribution (origin, block) has its
 * own words, and a value is their sum, so each set of contributions has words
 * that identify it. While a tally follows a run, it also stores all sets that
 * occur, so that the contributors of any value can be looked up. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_TALLY_H
#define WEFT_SRC_PROBLEM_TIMETABLE_TALLY_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <weft/unstable/collective.h>

#include "base/items/contributors.h"
#include "base/mix.h"

/* minimum size of a block, so that its first word is complete */
#define TALLY_BYTES_MIN 8

/* A value, identified by its first word. */
struct tally_value {
    uint64_t word;
    int block;
    int twice; /* a contributor that the value contains twice; -1: none */
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
    /* must be first, so that the operator can find the tally */
    struct weft_operator op;
    bool any; /* whether a contribution may be added several times */
    /* whether there are few processors, so values are always followed */
    bool few;
    /* values are also followed if *asked is not NULL; `asked` may be NULL */
    struct weft_items *const *asked;
    pthread_mutex_t lock; /* guards all members that follow */
    struct tally_table table;
    bool forgot; /* whether some value could not be stored for lack of memory */
    bool shares; /* whether new values must be sent to other processes */
    uint64_t *fresh; /* [freshes] first words of the new values */
    size_t freshes, fresh_room;
};

void tally_init(struct tally *tally, bool any);
void tally_finish(struct tally *tally);

/* Return whether a value is unknown because memory was short. */
bool tally_forgot(struct tally *tally);

/* Store a new value, with the lock held. If out of memory, it is dropped and
 * will be unknown later. */
void tally_remember(struct tally *tally, const struct tally_value *value);

/* remote-contributions.c: if several processes share a run, each follows the
 * values that its own processors combine, and needs the contributors of values
 * from others. tally_share() starts recording new values; tally_news() returns
 * them in memory that the caller frees; tally_heard() adds those of another
 * process. Return 0, or -1 if out of memory. */
void tally_share(struct tally *tally);
int tally_news(struct tally *tally, void **data, size_t *bytes);
int tally_heard(struct tally *tally, const void *data, size_t bytes);

/* Fill [bytes] with the contribution of a processor to a block. */
void tally_operand(struct tally *tally, void *data, size_t bytes, int origin,
                   int block);
/* tally_sum() fills in the sum of the contributions of a set to a block;
 * tally_is() checks it. */
void tally_sum(void *data, size_t bytes, int block, struct set set);
bool tally_is(const void *data, size_t bytes, int block, struct set set);
/* Look up the contributors of a value, if the tally has followed it: *found is
 * a copy whose set belongs to the tally and stays valid. */
bool tally_find(struct tally *tally, const void *data,
                struct tally_value *found);
/* Explain why a value is not the sum of the contributions of a set to a block:
 * "lacks the contribution of 3", ... */
void tally_explain(struct tally *tally, const void *data, int block,
                   struct set set, char *text, size_t size);

/* Add one value to another for plug-in code, whose data may be wrong. With
 * `in_order`, only adjacent sets may be added. @returns false, with text, if
 * they cannot be added */
bool tally_add(struct tally *tally, void *into, const void *data, size_t bytes,
               bool in_order, char *text, size_t size);

#endif
