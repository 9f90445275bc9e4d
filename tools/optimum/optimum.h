/* weft optimum: declarations that its files share. */
#ifndef WEFT_TOOLS_OPTIMUM_H
#define WEFT_TOOLS_OPTIMUM_H

#include <stdio.h>
#include <weft/problem.h>
#include <weft/trace.h>
#include <weft/unstable/bandwidth.h>
#include <weft/unstable/optimum.h>

#define TRACES_MAX 16

struct optimum {
    struct weft_experiment experiment;
    struct weft_optimum_options options;
    const char *target[TRACES_MAX];
    struct weft_writer *writer[TRACES_MAX];
    size_t targets;
    const char *packets, *goal; /* arguments of the options, or NULL */
    /* --bandwidth and its options; without it, the option given that needs
     * it, and with it, the option that only a search by steps has */
    bool bandwidth, cut_only;
    int64_t chunks, rounds;
    const char *bandwidth_option, *steps_option;
    bool json;
    bool shown;  /* progress is shown on the terminal's current line */
    double last; /* time of the last progress report in seconds */
};

/* Print the result; to standard error if a trace is written to standard
 * output. */
void optimum_print(const struct optimum *o, const struct weft_optimum *result);

/* Open the traces. Returns the exit status after printing any error. */
int optimum_open_traces(struct optimum *o);
/* Write all traces or none: of the result of one of the two questions, the
 * other is NULL. Returns the exit status after printing any error. */
int optimum_write_traces(struct optimum *o, const struct weft_optimum *result,
                         const struct weft_bandwidth *bandwidth);
/* Return the stream for the summary: standard error if a trace is written to
 * standard output. */
FILE *optimum_summary_stream(const struct optimum *o);
void optimum_drop_traces(struct optimum *o);

/* Answer --bandwidth. Returns the exit status. */
int optimum_bandwidth(struct optimum *o);

/* Read the goal file for the network's number of processors. Returns NULL after
 * printing the error. */
struct weft_goal *optimum_goal(const struct optimum *o, int *status);

#endif
