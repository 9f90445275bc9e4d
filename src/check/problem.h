/* What must be true at the end, and meanwhile, from the transfers alone. One
 * problem, one file in problems/, one row of problems/postconditions.c. */
#ifndef WEFT_SRC_CHECK_PROBLEM_H
#define WEFT_SRC_CHECK_PROBLEM_H

#include "check.h"

struct check_problem {
    const char *name;
    bool ordered; /* options.order matters */
    bool rooted;  /* options.root does */
    bool by_goal; /* it is the goal of its name, judged as such */
    bool blocks;  /* the same if messages carry several blocks */
    bool pairs;   /* ... and that has a block for each pair of processors */
    const char *counted; /* the word by which a trace says how much there is of
                            it; NULL: it has none */
    /* Allocate check->state (freed with free()). May be NULL. */
    int (*begin)(struct weft_check *check);
    /* A message is sent for the first time: may its sender be where it
     * begins? Sets held->source (or held->control). NULL: messages are not
     * followed, nobody's holdings are looked at. 0, or -1: no
     * memory. */
    int (*first)(struct weft_check *check, struct held *held,
                 const struct weft_event *send);
    /* Every message, judged by the values that it carries instead of by
     * `first`: when it is sent, and when it is known that it will be there from
     * `end` on. May be NULL. 0, or -1: no memory, or
     * check->too_much. */
    int (*send)(struct weft_check *check, const struct weft_event *send);
    int (*arrive)(struct weft_check *check, const struct transit *send,
                  uint64_t end);
    /* Free what check->state points to. May be NULL. */
    void (*finish)(struct weft_check *check);
    /* A send or reception, in the order of their starts at each processor.
     * May be NULL. */
    void (*act)(struct weft_check *check, int rank, const struct port_use *use);
    /* A store event, if they are judged. May be NULL. 0, or -1: no
     * memory. */
    int (*store)(struct weft_check *check, const struct weft_event *store);
    /* After the last event; sets check->unjudged if that cannot be
     * judged: no memory, or check->too_much. */
    void (*end)(struct weft_check *check);
};

extern const struct check_problem *const postcondition_table[];

/* A problem that is the goal of its name, or is that for this trace: from now
 * on that is judged (problems/goal-of-name.c). 0, or a kind of error. */
bool known_wanted(const struct weft_check *check,
                  const struct weft_trace_info *info);
int known_begin(struct weft_check *check, const struct weft_trace_info *info);
/* All has been seen, up to this block: if nobody has said how many there are,
 * these are all. options.root is known by now. 0, or a kind of error, which
 * ends the check. */
int known_end(struct weft_check *check, int64_t highest);

/* What judges a goal (problems/goal.c, problems/combined/combined.c). */
const struct check_problem *goal_judge(const struct weft_goal *goal);

/* ---- for the problems (problems/common.c) ---------------------------- */

/* A `first` for problems in which any processor may begin a message. */
int begins_anywhere(struct weft_check *check, struct held *held,
                    const struct weft_event *send);
/* A `first` for problems with one source: options.root, or who sends the
 * first message of all. */
int begins_at_root(struct weft_check *check, struct held *held,
                   const struct weft_event *send);
/* Blame every message that did not reach all processors. */
void blame_unspread(struct weft_check *check);
/* What the trace says by the problem's word `counted`, as a number; 0: it does
 * not say, or says it otherwise. */
int64_t said_number(const struct weft_check *check);
/* Blame that there are other than as many messages as the trace says. */
void blame_said(struct weft_check *check, size_t messages);
/* Blame the first message missing between `low` and the highest one.
 * @returns the number of messages, control ones left out */
size_t blame_gap(struct weft_check *check, int32_t low);

#endif
