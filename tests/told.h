/* All that a run tells, as text: what runs are compared by. */
#ifndef WEFT_TESTS_TOLD_H
#define WEFT_TESTS_TOLD_H

#include <stdio.h>
#include <weft/problem.h>
#include <weft/trace.h>

struct told {
    char *text;
    size_t bytes;
    FILE *out; /* to the text, while the run goes on */
    const struct weft_trace_info *info;
};

/* The sink's last function. */
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
