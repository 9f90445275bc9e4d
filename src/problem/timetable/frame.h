/* Strategies that are timetables, in experiments: from the settings to the
 * timetable, tagged data in, stores out. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_FRAME_H
#define WEFT_SRC_PROBLEM_TIMETABLE_FRAME_H

#include "base/items/items.h"
#include "problem/problem.h"
#include "tally.h"
#include "timetable.h"

/* The timetable of the plan's strategy in plan->schedule, with what its
 * settings say and `packets`. 0, or -1 with text. */
int frame_prepare(struct plan *plan, int packets, struct weft_error *err);
void timetable_plan_finish(struct plan *plan);
const struct timetable *plan_timetable(const struct plan *plan);
/* The most blocks in one message of the run. */
int plan_most_blocks(const struct plan *plan);
int plan_rounds(const struct plan *plan);
/* The sum over the rounds of the most blocks in one message. */
uint64_t plan_volume(const struct plan *plan);

/* ---- blocks that are moved ---- */

/* Fill in own blocks, follow the timetable, store what is wanted. */
int frame_move(struct weft_processor *self, const struct plan *plan,
               struct interval own);
/* The bytes of a block of a vector: whole words, so that all strategies pay for
 * as many words. */
size_t frame_block(int64_t vector, int64_t blocks);
/* The length of blocks for a strategy that is no part of weft, where the
 * problem has `blocks` of them: what --vector says. 0, or -1 with text. */
int frame_own(struct plan *plan, int64_t blocks, struct weft_error *err);
/* Store what the goal wants: [places][bytes] of the timetable. 0 or -1. */
int frame_store(struct weft_processor *self, const struct plan *plan,
                const char *data);

/* A block in a message, and of whose contributions it is made. */
struct frame_tagged {
    int block;
    const struct interval *set;
    size_t count;
};
/* [count] to a list, ascending; of one block twice there is no list: nothing is
 * said of it. 0, or -1 without memory. */
int frame_list_found(struct frame_tagged *found, size_t count,
                     struct item_list *list);

/* What is in a message, by its tags; nothing where they are no tags of blocks,
 * or of one block twice. 0, or -1 without memory. */
int frame_items_moved(const struct plan *plan, const void *data, size_t bytes,
                      struct item_list *list);

/* ---- values that are combined ---- */

/* plan->state of such problems. */
struct combining {
    struct tally tally;
    /* What is wrong with what a processor stored; each its own. */
    struct wrong_value {
        bool there;
        char text[160];
    } * wrong; /* [size] */
    /* Whose contributions a processor wants; NULL: as the goal says. */
    struct interval (*wants)(const struct plan *plan, int rank);
    unsigned char *whole; /* [blocks][bytes] everybody's, where all want them */
    int blocks;           /* of the goal */
};

/* The rows of such problems. `wants` as above. */
int combining_prepare(struct plan *plan, bool any, int packets,
                      struct interval (*wants)(const struct plan *plan,
                                               int rank),
                      struct weft_error *err);
void combining_finish(struct plan *plan);
struct tally *combining_tally(const struct plan *plan);
int combining_blocks(const struct plan *plan);
/* The goal of the problem's name; its blocks are combining_blocks(). */
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
