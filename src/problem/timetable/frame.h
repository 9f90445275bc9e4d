/* Runs timetable strategies in experiments: converts settings to a timetable,
 * creates tagged data and stores results. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_FRAME_H
#define WEFT_SRC_PROBLEM_TIMETABLE_FRAME_H

#include "base/items/items.h"
#include "problem/problem.h"
#include "tally.h"
#include "timetable.h"

/* Create the timetable of the plan's strategy in plan->schedule, with its
 * settings and `packets`. Return 0, or -1 with text. */
int frame_prepare(struct plan *plan, int packets, struct weft_error *err);
void timetable_plan_finish(struct plan *plan);
const struct timetable *plan_timetable(const struct plan *plan);
/* Return the maximum number of blocks in one message of the run. */
int plan_most_blocks(const struct plan *plan);
int plan_rounds(const struct plan *plan);
/* Return the way of the message that each processor sends next, [size]; NULL:
 * all take the routes of the network. */
const char *const *plan_ways(const struct plan *plan);
/* Return the sum over all rounds of the maximum number of blocks in one
 * message. */
uint64_t plan_volume(const struct plan *plan);

/* ---- blocks that are moved ---- */

/* Fill in the processor's own blocks, follow the timetable, and store the
 * wanted blocks. */
int frame_move(struct weft_processor *self, const struct plan *plan,
               struct interval own);
/* Return the sizes of the blocks that --counts sets, or NULL. */
const char *frame_counts(const struct plan *plan);
/* Return the goal of the problem's name, with `each` blocks of each processor,
 * and their sizes. NULL with err. */
struct weft_goal *frame_goal(const struct plan *plan, int each,
                             struct weft_error *err);
/* Return the size in bytes of a block of a vector: whole words, so that the
 * costs of all strategies are based on the same number of words. */
size_t frame_block(int64_t vector, int64_t blocks);
/* Set the length of blocks for a plug-in strategy from --vector; the problem
 * has `blocks` of them. Return 0, or -1 with text. */
int frame_own(struct plan *plan, int64_t blocks, struct weft_error *err);
/* Store the blocks that the goal wants from data, [places][bytes] of the
 * timetable. Return 0 or -1. */
int frame_store(struct weft_processor *self, const struct plan *plan,
                const char *data);

/* A block in a message, and its contributors. */
struct frame_tagged {
    int block;
    const struct interval *set;
    size_t count;
};
/* Sort found[count] by block and append it to a list; if a block occurs twice,
 * the list stays empty. Return 0, or -1 if out of memory. */
int frame_list_found(struct frame_tagged *found, size_t count,
                     struct item_list *list);

/* List the blocks in a message by their tags; the list stays empty if a tag is
 * invalid or a block occurs twice. Return 0, or -1 if out of memory. */
int frame_items_moved(const struct plan *plan, const void *data, size_t bytes,
                      struct item_list *list);

/* ---- combined values ---- */

/* plan->state of problems that combine values. */
struct combining {
    struct tally tally;
    /* Error in the values that a processor stored; written by that
     * processor. */
    struct wrong_value {
        bool there;
        char text[160];
    } * wrong; /* [size] errors of each processor */
    /* Return the contributors that a processor wants; NULL: those of the
     * goal. */
    struct interval (*wants)(const struct plan *plan, int rank);
    /* [blocks][bytes] the total over all processors, if all of them want it */
    unsigned char *whole;
    int blocks; /* number of blocks of the goal */
};

/* Functions for the rows of these problems; for `wants` see struct
 * combining. */
int combining_prepare(struct plan *plan, bool any, int packets,
                      struct interval (*wants)(const struct plan *plan,
                                               int rank),
                      struct weft_error *err);
void combining_finish(struct plan *plan);
struct tally *combining_tally(const struct plan *plan);
int combining_blocks(const struct plan *plan);
/* Return the goal of the problem's name, with combining_blocks() blocks. */
struct weft_goal *combining_goal(const struct plan *plan);
int combining_program(struct weft_processor *self, void *plan);
int combining_block(const struct plan *plan, int rank, int id, const void *data,
                    size_t bytes);
size_t combining_parts(const struct plan *plan, struct weft_part part[]);
int combining_explain(const struct plan *plan, struct weft_error *err);
int combining_items(const struct plan *plan, const void *data, size_t bytes,
                    struct item_list *list);
struct interval combining_all(const struct plan *plan, int rank);

#define COMBINING_ROW                                                          \
    .goal = combining_goal, .block = combining_block,                          \
    .items = combining_items, .tally = combining_tally,                        \
    .parts = combining_parts, .explain = combining_explain,                    \
    .finish = combining_finish

#endif
