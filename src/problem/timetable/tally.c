/* Tagged data for combined values. */
#include "tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

/* Return word number `index` of a contribution: the finalizer of splitmix64. */
static uint64_t tally_word_of(int origin, int block, uint64_t index)
{
    uint64_t x = (uint64_t)(uint32_t)origin << 32 | (uint32_t)block;
    x = (x + 1) * 0x9e3779b97f4a7c15u + index * 0xd1342543de82ef95u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint64_t word_of_set(struct set set, int block, uint64_t index)
{
    uint64_t word = 0;
    for (size_t i = 0; i < set.count; i++)
        for (int64_t r = set.span[i].first; r <= set.span[i].last; r++)
            word += tally_word_of((int)r, block, index);
    return word;
}

static struct set tally_set(const struct tally_value *value)
{
    return (struct set){value->set, value->count};
}

static uint64_t first_word(const void *data)
{
    uint64_t word;
    memcpy(&word, data, sizeof word);
    return word;
}

/* Return whether values are followed; a union of sets requires it. */
static bool tally_follows(const struct tally *tally)
{
    return tally->any || tally->few || (tally->asked && *tally->asked);
}

/* ---- values that have occurred ------------------------------------------- */

static void note_fresh(struct tally *tally, uint64_t word)
{
    if (!tally->shares)
        return;
    if (array_grow(&tally->fresh, &tally->fresh_room, tally->freshes + 1,
                   sizeof *tally->fresh))
        tally->forgot = true;
    else
        tally->fresh[tally->freshes++] = word;
}

void tally_remember(struct tally *tally, const struct tally_value *value)
{
    struct tally_value *entry = tally_table_get(&tally->table, value->word);
    tally->forgot |= !entry;
    if (!entry || entry->set)
        return;
    struct interval *copy = malloc((value->count + 1) * sizeof *copy);
    tally->forgot |= !copy;
    if (!copy) {
        struct interval none;
        /* must not be NULL, so that the entry can be removed */
        entry->set = &none;
        tally_table_remove(&tally->table, entry);
        return;
    }
    if (value->count)
        memcpy(copy, value->set, value->count * sizeof *copy);
    *entry = *value;
    entry->set = copy;
    note_fresh(tally, value->word);
}

/* Merge both values into one, whose set has room for [a->count + b->count]. */
static void unite(struct tally_value *sum, const struct tally_value *a,
                  const struct tally_value *b, bool any)
{
    sum->count = set_unite(sum->set, tally_set(a), tally_set(b));
    sum->block = a->block;
    sum->twice = a->twice < 0 ? b->twice : a->twice;
    if (sum->twice < 0 && !any)
        sum->twice = set_common(tally_set(a), tally_set(b));
}

/* ---- the operator
 * --------------------------------------------------------------- */

static void add_words(unsigned char *to, const unsigned char *left,
                      const unsigned char *right, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += 8) {
        size_t length = bytes - at < 8 ? bytes - at : 8;
        uint64_t a = 0, b = 0;
        memcpy(&a, left + at, length);
        memcpy(&b, right + at, length);
        a += b;
        memcpy(to + at, &a, length);
    }
}

/* Combine two values, and store the set of the result. Call with the lock
 * held. */
static void combine_followed(struct tally *tally, void *result,
                             const void *left, const void *right, size_t bytes)
{
    const struct tally_value *a =
        tally_table_find(&tally->table, first_word(left));
    const struct tally_value *b =
        tally_table_find(&tally->table, first_word(right));
    struct tally_value sum = {.word = 0};
    if (a && b && a->block == b->block) {
        sum.set = malloc((a->count + b->count + 1) * sizeof *sum.set);
        tally->forgot |= !sum.set;
    }
    if (sum.set)
        unite(&sum, a, b, tally->any);
    if (sum.set && tally->any)
        tally_sum(result, bytes, sum.block, tally_set(&sum));
    else
        add_words(result, left, right, bytes);
    sum.word = first_word(result);
    if (sum.set)
        tally_remember(tally, &sum);
    free(sum.set);
}

static void tally_combine(const struct weft_operator *op, void *result,
                          const void *left, const void *right, size_t bytes)
{
    struct tally *tally = (struct tally *)(uintptr_t)op;
    if (!tally_follows(tally) || bytes < TALLY_BYTES_MIN) {
        add_words(result, left, right, bytes);
        return;
    }
    pthread_mutex_lock(&tally->lock);
    combine_followed(tally, result, left, right, bytes);
    pthread_mutex_unlock(&tally->lock);
}

void tally_init(struct tally *tally, bool any)
{
    *tally =
        (struct tally){.op = {"tagged sum", true, tally_combine}, .any = any};
    pthread_mutex_init(&tally->lock, NULL);
    mix_begin();
}

void tally_finish(struct tally *tally)
{
    size_t room = tally->table.place ? tally_table_room(&tally->table) : 0;
    for (size_t i = 0; i < room; i++)
        free(tally->table.place[i].set);
    tally_table_finish(&tally->table);
    free(tally->fresh);
    pthread_mutex_destroy(&tally->lock);
}

/* ---- sets as text -------------------------------------------------------- */

#define SET_TEXT 64

/* Format "0-3, 7", truncated if it is long. */
static void tally_set_text(struct set set, char text[SET_TEXT])
{
    size_t used = 0;
    snprintf(text, SET_TEXT, "nobody");
    for (size_t i = 0; i < set.count; i++) {
        struct interval span = set.span[i];
        if (used + 32 > SET_TEXT) {
            snprintf(text + used, SET_TEXT - used, ", ...");
            return;
        }
        used += (size_t)snprintf(text + used, SET_TEXT - used, "%s%d",
                                 i ? ", " : "", span.first);
        if (span.last > span.first)
            used += (size_t)snprintf(text + used, SET_TEXT - used, "-%d",
                                     span.last);
    }
}

/* ---- creating and identifying values ------------------------------------- */

void tally_operand(struct tally *tally, void *data, size_t bytes, int origin,
                   int block)
{
    struct interval own = {origin, origin};
    struct tally_value value = {
        .block = block, .twice = -1, .set = &own, .count = 1};
    tally_sum(data, bytes, block, tally_set(&value));
    if (!tally_follows(tally) || bytes < TALLY_BYTES_MIN)
        return;
    value.word = first_word(data);
    pthread_mutex_lock(&tally->lock);
    tally_remember(tally, &value);
    pthread_mutex_unlock(&tally->lock);
}

/* Not used for values that contain a contribution twice. */
void tally_sum(void *data, size_t bytes, int block, struct set set)
{
    for (size_t at = 0; at < bytes; at += 8) {
        size_t length = bytes - at < 8 ? bytes - at : 8;
        uint64_t word = word_of_set(set, block, at / 8);
        memcpy((unsigned char *)data + at, &word, length);
    }
}

bool tally_is(const void *data, size_t bytes, int block, struct set set)
{
    for (size_t at = 0; at < bytes; at += 8) {
        size_t length = bytes - at < 8 ? bytes - at : 8;
        uint64_t word = word_of_set(set, block, at / 8);
        if (memcmp((const unsigned char *)data + at, &word, length) != 0)
            return false;
    }
    return true;
}

bool tally_forgot(struct tally *tally)
{
    pthread_mutex_lock(&tally->lock);
    bool forgot = tally->forgot;
    pthread_mutex_unlock(&tally->lock);
    return forgot;
}

bool tally_find(struct tally *tally, const void *data,
                struct tally_value *found)
{
    pthread_mutex_lock(&tally->lock);
    const struct tally_value *value =
        tally_table_find(&tally->table, first_word(data));
    if (value)
        *found = *value;
    pthread_mutex_unlock(&tally->lock);
    return value;
}

/* If one contribution is missing or too many, find it by the difference of the
 * words. */
static void explain_difference(const void *data, int block, struct set set,
                               char *text, size_t size)
{
    uint64_t more = first_word(data) - word_of_set(set, block, 0);
    for (int r = 0; r < 1 << 20; r++) {
        uint64_t word = tally_word_of(r, block, 0);
        if (more == word) {
            snprintf(text, size,
                     set_has(set, r)
                         ? "contains the contribution of %d twice"
                         : "contains the unwanted contribution of %d",
                     r);
            return;
        }
        if (more == 0 - word) {
            snprintf(text, size, "lacks the contribution of %d", r);
            return;
        }
    }
    char wanted[SET_TEXT];
    tally_set_text(set, wanted);
    snprintf(text, size, "is not the combination of the contributions of %s",
             wanted);
}

void tally_explain(struct tally *tally, const void *data, int block,
                   struct set set, char *text, size_t size)
{
    struct tally_value value;
    if (!tally_follows(tally) || !tally_find(tally, data, &value)) {
        explain_difference(data, block, set, text, size);
        return;
    }
    int missing = set_lacking(set, tally_set(&value));
    if (value.block != block)
        snprintf(text, size, "is a value of block %d", value.block);
    else if (value.twice >= 0)
        snprintf(text, size, "contains the contribution of %d twice",
                 value.twice);
    else if (missing >= 0)
        snprintf(text, size, "lacks the contribution of %d", missing);
    else
        snprintf(text, size, "contains the unwanted contribution of %d",
                 set_lacking(tally_set(&value), set));
}

/* ---- values that others combine
 * ---------------------------------------------------- */

/* Return whether two values cannot be combined, with the reason. Call with the
 * lock held. */
static bool tally_clash(const struct tally *tally,
                        const struct tally_value *mine,
                        const struct tally_value *came, bool in_order,
                        char *text, size_t size)
{
    char here[SET_TEXT], there[SET_TEXT];
    tally_set_text(tally_set(mine), here);
    tally_set_text(tally_set(came), there);
    int twice = tally->any ? -1 : set_common(tally_set(mine), tally_set(came));
    if (mine->block != came->block)
        snprintf(text, size, "a value of block %d is added to one of block %d",
                 came->block, mine->block);
    else if (twice >= 0)
        snprintf(text, size,
                 "block %d: the contribution of %d is added twice: %s to %s",
                 mine->block, twice, there, here);
    else if (in_order && came->count && mine->count &&
             (mine->count > 1 || came->count > 1 ||
              came->set->last + 1 < mine->set->first ||
              mine->set->last + 1 < came->set->first))
        snprintf(
            text, size,
            "block %d: out of order: %s is added to %s, which is not adjacent",
            mine->block, there, here);
    else
        return false;
    return true;
}

bool tally_add(struct tally *tally, void *into, const void *data, size_t bytes,
               bool in_order, char *text, size_t size)
{
    bool right = true;
    pthread_mutex_lock(&tally->lock);
    if (tally_follows(tally)) {
        const struct tally_value *mine =
            tally_table_find(&tally->table, first_word(into));
        const struct tally_value *came =
            tally_table_find(&tally->table, first_word(data));
        right = mine && came &&
                !tally_clash(tally, mine, came, in_order, text, size);
        if (!mine || !came)
            snprintf(text, size,
                     "%s is neither a contribution nor a combination of "
                     "contributions",
                     mine ? "the added value" : "the value it is added to");
    }
    if (right)
        combine_followed(tally, into, into, data, bytes);
    pthread_mutex_unlock(&tally->lock);
    return right;
}
