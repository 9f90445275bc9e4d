/* The question that a trace is checked against, and the check of one trace. */
#ifndef WEFT_TOOLS_CHECK_JUDGING_H
#define WEFT_TOOLS_CHECK_JUDGING_H

#include <argp.h>
#include <stdbool.h>
#include <weft/check.h>
#include <weft/trace.h>
#include <weft/unstable/msccl.h>

#include "check/check-bounds.h"
#include "check/check-report.h"

/* The question described by the options; `options` has no network yet. */
struct check_question {
    struct weft_check_options options;
    struct weft_model model;
    const char *goal;           /* file */
    const char *problem;        /* problem of a plug-in, or NULL */
    const char *message_blocks; /* argument of --message-blocks, or NULL */
};

#define CHECK_QUESTION                                                         \
    {                                                                          \
        .options = {.root = -1, .stores_too = true, .from_trace = true }       \
    }

/* Rows of a table of options: -m, --problem and --goal. */
#define CHECK_KEY_PROBLEM 921
#define CHECK_KEY_GOAL 922
#define CHECK_QUESTION_OPTIONS                                                 \
    {"model", 'm', "MODEL", 0, "check the rules of this model", 0},            \
        {"problem",                                                            \
         CHECK_KEY_PROBLEM,                                                    \
         "PROBLEM",                                                            \
         0,                                                                    \
         "check that this problem is solved; PROBLEM may be a plug-in "        \
         "(./mine.c)",                                                         \
         0},                                                                   \
    {                                                                          \
        "goal", CHECK_KEY_GOAL, "FILE", 0,                                     \
            "check that this goal is reached: a text that lists the blocks "   \
            "that "                                                            \
            "each processor has at the start and wants at the end",            \
            0                                                                  \
    }

/* Parse these options in an argp parser, including the end of the arguments.
 * Returns 0, or ARGP_ERR_UNKNOWN for other keys. */
error_t check_question_parse(int key, char *value, struct argp_state *state,
                             struct check_question *question);

/* A check of a trace while it is read: words.sink receives the trace. */
struct check_judging {
    struct weft_check *check;
    struct check_words words;
    struct weft_msccl_result msccl;
    struct check_report report;
};

/* Begin a check. The question is borrowed until check_judging_finish(). Returns
 * 0 or -1. */
int check_judging_begin(struct check_judging *judging,
                        const struct check_question *question,
                        struct weft_error *err);
/* Make the report after the file has been read. Returns 0, or -1 if the file
 * cannot be checked. */
int check_judging_end(struct check_judging *judging, const char *file,
                      const struct weft_read_report *read,
                      struct weft_error *err);
void check_judging_finish(struct check_judging *judging);

#endif
