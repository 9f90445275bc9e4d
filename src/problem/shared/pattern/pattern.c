/* Computes the actions of one processor from a pattern. */
#include "pattern.h"

#include <ctype.h>
#include <string.h>

/* The letters of messages when sent and when received. */
static const char pattern_sent[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345";
static const char received[] = "abcdefghijklmnopqrstuvwxyz6789+-";

static bool pattern_receives(char c)
{
    return islower(c) || (!isalpha(c) && strchr(received, c));
}

/* Return the index of a letter's message in its block. */
static int message_of(char c)
{
    if (isalpha(c))
        return toupper(c) - 'A';
    const char *letters = pattern_receives(c) ? received : pattern_sent;
    return (int)(strchr(letters, c) - letters);
}

/* The coordinates of a processor relative to one block. */
struct seat {
    int64_t block;
    int base;     /* base point of the processor xor that of the block */
    int fibre;    /* label of the processor in the pattern, within the fibre */
    int64_t slot; /* slot number within the pattern */
};

static int base_bits(const struct weave *w)
{
    return w->dimension - w->pattern->fibre;
}

static int gray(int64_t block, int bits)
{
    int i = (int)(block & (((int64_t)1 << bits) - 1));
    return i ^ i >> 1;
}

/* Return the xor mask of the fibre's labels in a block. */
static int translation(const struct weave *w, int64_t block)
{
    return block % 2 && base_bits(w) ? w->pattern->translation : 0;
}

static int64_t last_block(const struct weave *w)
{
    return (w->messages - 1) >> w->pattern->fibre;
}

static enum pattern_kind kind(const struct weave *w, const struct seat *seat)
{
    if (seat->base == 0)
        return PATTERN_HOME;
    if (seat->block == last_block(w))
        return PATTERN_AWAY;
    int move =
        gray(seat->block, base_bits(w)) ^ gray(seat->block + 1, base_bits(w));
    return seat->base & move ? PATTERN_AHEAD : PATTERN_AWAY;
}

static int64_t block_start(const struct weave *w, const struct seat *seat)
{
    return seat->block * w->pattern->period +
           __builtin_popcount((unsigned)seat->base);
}

static struct seat seat(const struct weave *w, int rank, int64_t block,
                        int64_t slot)
{
    const struct pattern *p = w->pattern;
    struct seat s = {.block = block};
    s.base = rank >> p->fibre ^ gray(block, base_bits(w));
    s.fibre = (rank & ((1 << p->fibre) - 1)) ^ translation(w, block);
    s.slot = slot - block_start(w, &s);
    return s;
}

/* Return the seat of the neighbour along a dimension, in the same slot. */
static struct seat pattern_beside(const struct weave *w, struct seat s,
                                  int dimension)
{
    int k = w->pattern->fibre;
    if (dimension < k) {
        s.fibre ^= 1 << dimension;
        return s;
    }
    int64_t now = s.slot + block_start(w, &s);
    s.base ^= 1 << (dimension - k);
    s.slot = now - block_start(w, &s);
    return s;
}

/* Return the letter of a seat; '.' if it does nothing or the message does not
 * exist. */
static char pattern_letter(const struct weave *w, const struct seat *s)
{
    const struct pattern *p = w->pattern;
    if (s->slot < p->low || s->slot > p->high)
        return '.';
    char c = p->row[kind(w, s)][s->slot - p->low][s->fibre];
    int64_t before = s->block << p->fibre;
    return c != '.' && before + message_of(c) < w->messages ? c : '.';
}

/* Return the dimension over which a receiver gets its message. */
static int pattern_sender(const struct weave *w, const struct seat *s,
                          int message)
{
    for (int i = 0; i < w->dimension; i++) {
        struct seat other = pattern_beside(w, *s, i);
        if (pattern_letter(w, &other) == pattern_sent[message])
            return i;
    }
    return -1;
}

static struct weave_act act_of(const struct weave *w, int rank,
                               const struct seat *s, char c)
{
    struct weave_act act = {.receives = pattern_receives(c)};
    int message = message_of(c);
    if (act.receives) {
        act.peer[act.peers++] = rank ^ 1 << pattern_sender(w, s, message);
    } else {
        for (int i = 0; i < w->dimension; i++) {
            struct seat other = pattern_beside(w, *s, i);
            if (pattern_letter(w, &other) == received[message] &&
                pattern_sender(w, &other, message) == i)
                act.peer[act.peers++] = rank ^ 1 << i;
        }
    }
    if (act.peers)
        act.message = (s->block << w->pattern->fibre) + message + 1;
    return act;
}

struct weave_act weave_act(const struct weave *w, int rank, int64_t slot)
{
    const struct pattern *p = w->pattern;
    int64_t late = slot - p->low, early = slot - p->high - base_bits(w);
    int64_t first = early > 0 ? early / p->period : 0;
    int64_t last = late > 0 ? late / p->period : 0;
    if (last > last_block(w))
        last = last_block(w);
    for (int64_t block = first; block <= last; block++) {
        struct seat s = seat(w, rank, block, slot);
        char c = pattern_letter(w, &s);
        struct weave_act act = {0};
        if (c != '.')
            act = act_of(w, rank, &s, c);
        if (act.message)
            return act;
    }
    return (struct weave_act){0};
}

int64_t weave_next(const struct weave *w, int rank, int64_t j, int64_t slot,
                   struct weave_act *act)
{
    int64_t block = (j - 1) >> w->pattern->fibre;
    int message = (int)((j - 1) & ((1 << w->pattern->fibre) - 1));
    struct seat s = seat(w, rank, block, slot + 1);
    int64_t start = slot + 1 - s.slot;
    if (s.slot < w->pattern->low)
        s.slot = w->pattern->low;
    for (; s.slot <= w->pattern->high; s.slot++) {
        char c = pattern_letter(w, &s);
        if (c == '.' || message_of(c) != message)
            continue;
        *act = act_of(w, rank, &s, c);
        if (act->message)
            return start + s.slot;
    }
    return 0;
}

int weave_source(const struct weave *w, int64_t j)
{
    const struct pattern *p = w->pattern;
    int64_t block = (j - 1) >> p->fibre;
    int fibre =
        p->turn[(j - 1) & ((1 << p->fibre) - 1)] ^ translation(w, block);
    return gray(block, base_bits(w)) << p->fibre | fibre;
}

/* ---- which pattern ---- */

/* Return the last slot in which a message of a block is received. */
static int64_t end_of_block(const struct weave *w, int64_t block)
{
    const struct pattern *p = w->pattern;
    int64_t last = 0;
    for (int base = 0; base < 1 << base_bits(w); base++)
        for (int fibre = 0; fibre < 1 << p->fibre; fibre++)
            for (int slot = p->low; slot <= p->high; slot++) {
                struct seat s = {block, base, fibre, slot};
                int64_t at = block_start(w, &s) + slot;
                if (pattern_receives(pattern_letter(w, &s)) && at > last)
                    last = at;
            }
    return last;
}

/* Return the end of the last two blocks, since the last one may have fewer
 * messages. */
static int64_t count_steps(const struct weave *w)
{
    int64_t block = last_block(w), last = end_of_block(w, block);
    int64_t before = block ? end_of_block(w, block - 1) : 0;
    return before > last ? before : last;
}

struct weave weave_choose_of(const struct pattern *const *table, int dimension,
                             enum weft_order order, int64_t messages)
{
    struct weave best = {.pattern = NULL};
    for (size_t i = 0; table[i]; i++) {
        struct weave w = {table[i], dimension, messages, 0};
        bool fits = table[i]->whole ? dimension == table[i]->fibre
                                    : dimension >= table[i]->fibre;
        if (!fits || table[i]->order > order)
            continue;
        w.steps = count_steps(&w);
        if (!best.pattern || w.steps < best.steps)
            best = w;
    }
    return best;
}

struct weave weave_choose(int dimension, enum weft_order order,
                          int64_t messages)
{
    return weave_choose_of(patterns, dimension, order, messages);
}
