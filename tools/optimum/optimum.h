/* weft optimum: what its two files share. */
#ifndef WEFT_TOOLS_OPTIMUM_H
#define WEFT_TOOLS_OPTIMUM_H

#include <weft/optimum.h>
#include <weft/problem.h>
#include <weft/trace.h>

#define TRACES_MAX 16

struct optimum {
    struct weft_experiment experiment;
    struct weft_optimum_options options;
    const char *target[TRACES_MAX];
    struct weft_writer *writer[TRACES_MAX];
    size_t targets;
    const char *packets, *goal; /* as given; NULL: not */
    bool json;
    bool shown;  /* something stands on the terminal's line */
    double last; /* when it was written, seconds */
};

/* Tell the user; on standard error if a trace goes to standard output. */
void optimum_print(const struct optimum *o, const struct weft_optimum *result);

/* The traces asked for. The exit status; what is wrong has been said. */
int optimum_open_traces(struct optimum *o);
/* All of them appear, or none. */
int optimum_write_traces(struct optimum *o, const struct weft_optimum *result);
void optimum_drop_traces(struct optimum *o);

/* The goal of a file, for as many processors as the network has. NULL: what is
 * wrong has been said. */
struct weft_goal *optimum_goal(const struct optimum *o, int *status);

#endif
