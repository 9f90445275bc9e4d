/* How goals are made; for the rows of the table of problems.
 *
 * goal.c passes questions on, runs.c those about runs of blocks. Goals as text:
 * goals.c has those that weft knows by name, goal-file.c reads statements,
 * expression.c what is in them, written.c answers from them.
 *
 * A goal is two answers: where blocks are at the start, and who wants them.
 * Both are rows of functions (start.c, wish.c) that compute what they are
 * asked. */
#ifndef WEFT_SRC_GOAL_H
#define WEFT_SRC_GOAL_H

#include <weft/goal.h>

#include "runs.h"

/* Where blocks are at the start. */
struct goal_start {
    bool (*has)(const struct weft_goal *goal, int rank, int block);
    /* The only one; NULL: there are several. */
    int (*holder)(const struct weft_goal *goal, int block);
    /* goal_has_until(); NULL: each block is asked for. */
    int (*until)(const struct weft_goal *goal, int rank, int block);
};

/* Who wants which. */
struct goal_wish {
    int (*wanted)(const struct weft_goal *goal, int rank);
    int (*want)(const struct weft_goal *goal, int rank, int i);
    int (*place)(const struct weft_goal *goal, int rank, int block);
    /* Of whose contributions; NULL: of all that there are. */
    bool (*takes)(const struct weft_goal *goal, int rank, int block,
                  int contributor);
    /* Fill in the rest of a run that so far is its first block, with room for
     * contributors; NULL: each block is asked for. */
    void (*run)(const struct weft_goal *goal, int rank, struct interval *room,
                struct goal_run *run);
};

struct written;

struct weft_goal {
    int processors;
    int first, blocks;
    enum weft_goal_rule rule;
    bool in_order;
    bool intervals; /* only sets that are intervals may be sent */
    const struct goal_start *start;
    const struct goal_wish *wish;
    int root;                /* of those that have one */
    int *source;             /* goal_at_source: [blocks] who has each; owned */
    struct written *written; /* of goals from text; owned */
};

void written_destroy(struct written *written);
/* weft_goal_parse() of a text that ends with NUL; trusted: there is no limit to
 * what it may ask for. */
struct weft_goal *goal_of_text(const char *text, int processors, bool trusted,
                               struct weft_error *err);

extern const struct goal_start goal_at_root;   /* all blocks */
extern const struct goal_start goal_at_own;    /* block r at processor r */
extern const struct goal_start goal_at_source; /* as a table says */
extern const struct goal_start goal_at_all;    /* a part of every block */
extern const struct goal_start goal_at_row; /* block i in row i of a square */

/* Block s * p + d at processor s. */
extern const struct goal_start goal_at_sender;

extern const struct goal_wish goal_for_all;  /* all blocks */
extern const struct goal_wish goal_for_own;  /* block r for processor r */
extern const struct goal_wish goal_for_root; /* all blocks for the root */
extern const struct goal_wish
    goal_for_first; /* block i, out of the row's
                       parts, for the first of row i */

/* Block s * p + d for processor d. */
extern const struct goal_wish goal_for_receiver;

/* Contributors behind those before, of a run whose set is in `room`. */
void goal_run_add(struct goal_run *run, struct interval *room, int first,
                  int last);

/* A copy of a goal's fields, `source` taken over.
 * NULL: no memory, and `source` is freed. */
struct weft_goal *goal_create(const struct weft_goal *fields);

#endif
