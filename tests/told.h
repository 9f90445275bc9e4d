/* Collects everything that a run emits as text, so that runs can be
 * compared. */
#ifndef WEFT_TESTS_TOLD_H
#define WEFT_TESTS_TOLD_H

#include <stdio.h>
#include <weft/problem.h>
#include <weft/trace.h>

struct told {
    char *text;
    size_t bytes;
    FILE *out; /* stream that builds the text during the run */
    const struct weft_trace_info *info;
};

/* Implements the sink's end(). */
static inline int told_end(void *arg)
{
    struct told *told = arg;
    fputs("end", told->out);
    return 0;
}

static inline void told_conflicts(FILE *out, const struct weft_outcome *outcome)
{
    for (int i = 0; i < outcome->kept; i++) {
        char line[400];
        weft_conflict_format(&outcome->conflict[i], line, sizeof line);
        fprintf(out, "%s\n", line);
    }
}

#endif
