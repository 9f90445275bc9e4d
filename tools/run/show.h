/* A run as text: `weft run --show`, `--show=play`. */
#ifndef WEFT_TOOLS_RUN_SHOW_H
#define WEFT_TOOLS_RUN_SHOW_H

#include <stdbool.h>
#include <stdio.h>
#include <weft/trace.h>

#define SHOW_PROCESSORS_MAX 256
#define SHOW_EVENTS_MAX 4000000 /* 256 MB of them */

/* A run that is kept to be shown; zeroed before. */
struct show {
    struct weft_trace trace;
    struct weft_sink keep; /* collects into `trace` */
    struct weft_sink sink; /* in front of it: refuses what is too much */
    int processors;        /* of the run */
    bool refused;
};

/* The sink to give the run to. It fails, and sets `refused`, if the run is
 * more than a screen can show. */
const struct weft_sink *show_sink(struct show *show);
/* Print the chart; the exit status. */
int show_print(const struct show *show, FILE *out);
/* Is there somebody to play it to? */
bool show_can_play(FILE *out);
/* Show it step by step, as the keys of the terminal ask; the exit status. */
int show_play(const struct show *show, FILE *out);
/* Say why it was refused; the exit status. */
int show_refuse(const struct show *show);
void show_finish(struct show *show);

#endif
