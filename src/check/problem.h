/* Postconditions of problems, and conditions during the run. They are checked
 * on the transfers alone. Each problem has a file in problems/ and a row in
 * problems/postconditions.c. */
#ifndef WEFT_SRC_CHECK_PROBLEM_H
#define WEFT_SRC_CHECK_PROBLEM_H

#include "check.h"

struct check_problem {
    const char *name;
    bool ordered; /* whether the problem depends on options.order */
    bool rooted;  /* whether the problem depends on options.root */
    /* whether the problem is always checked as the goal of the same name */
    bool by_goal;
    /* whether the problem is checked as that goal if messages carry several
     * blocks */
    bool blocks;
    bool pairs; /* whether that goal has a block for each pair of processors */
    /* the trace parameter with the size of the problem; NULL: none */
    const char *counted;
    /* Allocates check->state (freed with free()). May be NULL. */
    int (*begin)(struct weft_check *check);
    /* Called when a message is sent for the first time: checks whether it may
     * begin at its sender, and sets held->source (or held->control). NULL:
     * messages and their holders are not tracked. Returns 0, or -1 if out of
     * memory. */
    int (*first)(struct weft_check *check, struct held *held,
                 const struct weft_event *send);
    /* Called for every message instead of `first`, for problems that check
     * values: `send` at its send, `arrive` when its arrival at time `end` is
     * known. May be NULL. Return 0, or -1 if out of memory or
     * check->too_much. */
    int (*send)(struct weft_check *check, const struct weft_event *send);
    int (*arrive)(struct weft_check *check, const struct transit *send,
                  uint64_t end);
    /* Frees the memory that check->state points to, but not check->state. May
     * be NULL. */
    void (*finish)(struct weft_check *check);
    /* Called for each send or reception, in the order of their starts at each
     * processor. May be NULL. */
    void (*act)(struct weft_check *check, int rank, const struct port_use *use);
    /* Called for each store event, if stores are checked. May be NULL. Returns
     * 0, or -1 if out of memory. */
    int (*store)(struct weft_check *check, const struct weft_event *store);
    /* Called after the last event. Sets check->unjudged if the check is
     * impossible: out of memory, or check->too_much. */
    void (*end)(struct weft_check *check);
};

extern const struct check_problem *const postcondition_table[];

/* known_wanted() returns whether, for this trace, the problem is checked as the
 * goal of its name; known_begin() switches to that check
 * (problems/goal-of-name.c) and returns 0 or an error kind. */
bool known_wanted(const struct weft_check *check,
                  const struct weft_trace_info *info);
int known_begin(struct weft_check *check, const struct weft_trace_info *info);
/* Complete the goal after the last event: if its number of blocks is unknown,
 * `highest` is its last block. options.root must be known. Return 0, or an
 * error kind, which ends the check. */
int known_end(struct weft_check *check, int64_t highest);

/* Return the row that checks a goal (problems/goal.c,
 * problems/combined/combined.c). */
const struct check_problem *goal_judge(const struct weft_goal *goal);

/* ---- for the problems (problems/common.c) ---------------------------- */

/* A `first` function for problems in which any processor may begin a
 * message. */
int begins_anywhere(struct weft_check *check, struct held *held,
                    const struct weft_event *send);
/* A `first` function for problems with one source: options.root, or the
 * processor that sends first. */
int begins_at_root(struct weft_check *check, struct held *held,
                   const struct weft_event *send);
/* Report every message that did not reach all processors. */
void blame_unspread(struct weft_check *check);
/* Return the trace's value of `counted` as a number; 0: absent or not a
 * number. */
int64_t said_number(const struct weft_check *check);
/* Report if the number of messages differs from the trace's value of
 * `counted`. */
void blame_said(struct weft_check *check, size_t messages);
/* Report the first missing message between `low` and the highest number. Return
 * the number of messages, without control messages. */
size_t blame_gap(struct weft_check *check, int32_t low);

#endif
