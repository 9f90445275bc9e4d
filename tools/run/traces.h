/* The traces that a run writes. */
#ifndef WEFT_TOOLS_RUN_TRACES_H
#define WEFT_TOOLS_RUN_TRACES_H

#include <stdbool.h>
#include <stddef.h>
#include <weft/trace.h>

#define TRACES_MAX 16

struct traces {
    const char *target[TRACES_MAX]; /* [count] as given */
    struct weft_writer *writer[TRACES_MAX];
    size_t count;
};

/* Open them; sink[i] is that of each. Where another process writes them, these
 * lead nowhere. 0, or the status to end with, which has been told. */
int traces_open(struct traces *traces, const struct weft_sink *sink[]);
void traces_drop(struct traces *traces);
/* If a writer stopped the run, its reason counts. */
void traces_reason(const struct traces *traces, struct weft_error *err);
/* All of them appear, or none. Status as traces_open(). */
int traces_close(struct traces *traces);
/* A trace on standard output is alone there. */
bool traces_leave_stdout(const struct traces *traces);

#endif
