/* Lower bounds for the trace that is checked. */
#ifndef WEFT_TOOLS_CHECK_BOUNDS_H
#define WEFT_TOOLS_CHECK_BOUNDS_H

#include <weft/check.h>
#include <weft/problem.h>
#include <weft/trace.h>

/* A filter before the checker's sink that records the parameters of the trace
 * and facts about its messages. */
struct check_words {
    struct weft_trace trace; /* parameters of the trace, without events */
    struct weft_sink collect;
    struct weft_check *checker;
    const struct weft_sink *check;
    const char *goal_file; /* goal file, or NULL */
    /* Problem of a plug-in, whose goal is checked; or NULL. */
    const char *problem;
    const struct weft_network *network;
    struct weft_goal *goal;
    struct weft_error wrong;      /* error in the goal file */
    struct weft_trace_info given; /* trace parameters for weft_event_items() */
    /* Bytes of a block if messages may carry several blocks, else 0. */
    unsigned long long block_bytes;
    /* Maximum number of blocks in a message; 0: nothing was sent. */
    uint64_t most;
    bool computes;              /* the trace contains computations */
    uint64_t longest;           /* maximum length of a message in bytes */
    const char *message_blocks; /* argument of --message-blocks, or NULL */
    int64_t highest;            /* highest block that was sent, or -1 */
    struct weft_sink sink;
};

/* Initialise the filter. As soon as the number of processors is known (that of
 * `network` or, if it is NULL, that of the trace), the goal file is read, or
 * the goal of a problem is created from the trace's settings. */
void check_words_init(struct check_words *words, struct weft_check *check,
                      const char *goal_file, const char *problem,
                      const struct weft_network *network);
/* Print the error of the goal. Returns the exit status. */
int check_words_complain(const struct check_words *words);

void check_words_finish(struct check_words *words);

/* Describe the trace as the result of a run, with the bounds of its question;
 * without bounds if problem, network, model, order, root or cost is unknown.
 * Returns 0, or -1 on a system error. */
int check_bounds(struct weft_result *r, const struct check_words *words,
                 const struct weft_check_result *result, bool valid,
                 struct weft_error *err);

#endif
