/* The lower bounds of what a trace was judged by. */
#ifndef WEFT_TOOLS_CHECK_BOUNDS_H
#define WEFT_TOOLS_CHECK_BOUNDS_H

#include <weft/check.h>
#include <weft/problem.h>
#include <weft/trace.h>

/* A sink before the checker's: it keeps what the trace says of its run. */
struct check_words {
    struct weft_trace trace; /* without events */
    struct weft_sink collect;
    struct weft_check *checker;
    const struct weft_sink *check;
    const char *goal_file; /* NULL: none */
    const char *problem;   /* of a plug-in, whose goal counts; NULL: none */
    const struct weft_network *network;
    struct weft_goal *goal;
    struct weft_error wrong;        /* with the goal file */
    struct weft_trace_info given;   /* only what gives events their items */
    unsigned long long block_bytes; /* where messages may carry several blocks:
                                       of each; else 0 */
    uint64_t most;    /* blocks that a message carries; 0: none was sent */
    bool computes;    /* there is an event of computing */
    uint64_t longest; /* bytes of a message, at most */
    const char *message_blocks; /* as given; NULL: not */
    int64_t highest;            /* block that was sent; -1: none */
    struct weft_sink sink;
};

/* A goal file is read when it is known how many processors there are: those of
 * the network (NULL: none is named), or of the trace. So is the goal of a
 * problem made, with what the trace says of its settings. */
void check_words_init(struct check_words *words, struct weft_check *check,
                      const char *goal_file, const char *problem,
                      const struct weft_network *network);
/* Says what was wrong with the goal; returns the exit status. */
int check_words_complain(const struct check_words *words);

void check_words_finish(struct check_words *words);

/* The trace as the result of a run, with the bounds of its question: none if
 * problem, network, model, order, root or cost is not known. 0, or -1: the
 * system refuses. */
int check_bounds(struct weft_result *r, const struct check_words *words,
                 const struct weft_check_result *result, bool valid,
                 struct weft_error *err);

#endif
