/* A run as text: `weft run --show` and `--show=play`. */
#ifndef WEFT_TOOLS_RUN_SHOW_H
#define WEFT_TOOLS_RUN_SHOW_H

#include <stdbool.h>
#include <stdio.h>
#include <weft/trace.h>

#define SHOW_PROCESSORS_MAX 256
#define SHOW_EVENTS_MAX 4000000 /* limit on events, 256 MB of memory */

/* A recorded run that is to be shown; initially zeroed. */
struct show {
    struct weft_trace trace;
    struct weft_sink keep; /* collects events into `trace` */
    /* Filter before `keep` that refuses runs that are too large. */
    struct weft_sink sink;
    int processors; /* number of processors of the run */
    bool refused;
};

/* Return the sink for the run. It fails and sets `refused` if the run is larger
 * than a screen can show. */
const struct weft_sink *show_sink(struct show *show);
/* Print the chart. Returns the exit status. */
int show_print(const struct show *show, FILE *out);
/* Return whether there is a terminal for playing a run. */
bool show_can_play(FILE *out);
/* Show the run step by step, controlled by keys. Returns the exit status. */
int show_play(const struct show *show, FILE *out);
/* Report why the run was rejected. Returns the exit status. */
int show_refuse(const struct show *show);
void show_finish(struct show *show);

#endif
