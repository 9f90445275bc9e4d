/* Detect conflicts of transfers that share arcs; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_RECORD_ROUTES_H
#define WEFT_SRC_MACHINE_RECORD_ROUTES_H

struct run;
struct weft_event;

int routes_open(struct run *run);
void routes_close(struct run *run);

/* Process the next event in order. Return 0, or -1 if out of memory. */
int routes_event(struct run *run, const struct weft_event *event);

#endif
