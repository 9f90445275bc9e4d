/* Transfers that share arcs; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_RECORD_ROUTES_H
#define WEFT_SRC_MACHINE_RECORD_ROUTES_H

struct run;
struct weft_event;

int routes_open(struct run *run);
void routes_close(struct run *run);

/* The next event in order. 0, or -1: no memory. */
int routes_event(struct run *run, const struct weft_event *event);

#endif
