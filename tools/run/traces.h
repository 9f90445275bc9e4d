/* Traces written by a run. */
#ifndef WEFT_TOOLS_RUN_TRACES_H
#define WEFT_TOOLS_RUN_TRACES_H

#include <stdbool.h>
#include <stddef.h>
#include <weft/trace.h>

#define TRACES_MAX 16

struct traces {
    const char *target[TRACES_MAX]; /* [count] arguments of -t */
    struct weft_writer *writer[TRACES_MAX];
    size_t count;
};

/* Open the writers; sink[i] is the sink of writer i, or a sink without effect
 * if another process writes the traces. Returns 0, or the exit status after
 * printing the error. */
int traces_open(struct traces *traces, const struct weft_sink *sink[]);
void traces_drop(struct traces *traces);
/* If a writer stopped the run, replace the error by the writer's. */
void traces_reason(const struct traces *traces, struct weft_error *err);
/* Close the writers: all traces appear, or none. Returns as traces_open()
 * does. */
int traces_close(struct traces *traces);
/* Return whether standard output is free, because no trace is written to it. */
bool traces_leave_stdout(const struct traces *traces);

#endif
