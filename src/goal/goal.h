/* The representation of goals; also included by the rows of the table of
 * problems.
 *
 * goal.c dispatches queries, runs.c those about runs of blocks. For goals as
 * text, goals.c contains the named goals, goal-file.c parses statements,
 * expression.c numbers and lists, and written.c answers queries.
 *
 * A goal consists of the initial distribution of blocks and of the
 * postcondition: the blocks that each processor must have at the end. Both are
 * tables of functions (start.c, postcondition.c), which compute the answer to
 * each query. */
#ifndef WEFT_SRC_GOAL_H
#define WEFT_SRC_GOAL_H

#include <weft/goal.h>

#include "runs.h"

/* The initial distribution: which processor has which block. */
struct goal_start {
    bool (*has)(const struct weft_goal *goal, int rank, int block);
    /* Return the only holder of a block; NULL if blocks may have several
     * holders. */
    int (*holder)(const struct weft_goal *goal, int block);
    /* Like goal_has_until(). If it is NULL, each block is queried. */
    int (*until)(const struct weft_goal *goal, int rank, int block);
};

/* The postcondition: which processor wants which block. */
struct goal_postcondition {
    int (*wanted)(const struct weft_goal *goal, int rank);
    int (*want)(const struct weft_goal *goal, int rank, int i);
    int (*place)(const struct weft_goal *goal, int rank, int block);
    /* Return whether a contributor takes part in the wanted block; NULL: all
     * do. */
    bool (*takes)(const struct weft_goal *goal, int rank, int block,
                  int contributor);
    /* Extend a run that so far has its first block only; `room` has space for
     * contributors. If it is NULL, each block is queried. */
    void (*run)(const struct weft_goal *goal, int rank, struct interval *room,
                struct goal_run *run);
};

struct written;

struct weft_goal {
    int processors;
    int first, blocks;
    enum weft_goal_rule rule;
    bool in_order;
    /* whether only intervals of contributors may be combined and sent */
    bool intervals;
    const struct goal_start *start;
    const struct goal_postcondition *postcondition;
    int root; /* rank of the root, for goals with a root */
    /* [blocks] holder of each block, for goal_at_source; owned */
    int *source;
    /* the goal's statements, if it was parsed from text; owned */
    struct written *written;
};

void written_destroy(struct written *written);
/* Parse a text that ends with NUL, like weft_goal_parse(); if `trusted`,
 * without limits. */
struct weft_goal *goal_of_text(const char *text, int processors, bool trusted,
                               struct weft_error *err);

extern const struct goal_start goal_at_root;   /* the root has all blocks */
extern const struct goal_start goal_at_own;    /* processor r has block r */
extern const struct goal_start goal_at_source; /* source[b] has block b */
/* every processor has a contribution to every block */
extern const struct goal_start goal_at_all;
/* row i of a square of processors has block i */
extern const struct goal_start goal_at_row;

/* Processor s has the blocks s * p + d. */
extern const struct goal_start goal_at_sender;

/* every processor wants all blocks */
extern const struct goal_postcondition goal_for_all;
extern const struct goal_postcondition
    goal_for_own; /* processor r wants block r */
extern const struct goal_postcondition
    goal_for_root; /* the root wants all blocks */
/* the first processor of row i wants block i, combined over row i */
extern const struct goal_postcondition goal_for_first;

/* Processor d wants the blocks s * p + d. */
extern const struct goal_postcondition goal_for_receiver;

/* Copy a goal's fields and take ownership of `source`. NULL: out of memory;
 * `source` is freed. */
struct weft_goal *goal_create(const struct weft_goal *fields);

#endif
