/* Messages from worker to worker; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_CROSS_H
#define WEFT_SRC_MACHINE_SCHEDULE_CROSS_H

#include <stdbool.h>

struct message;
struct run;
struct weft_processor;
struct worker;

int cross_open(struct run *run);
void cross_close(struct run *run);
void cross_send(struct weft_processor *self, struct weft_processor *to,
                const struct message *message);

/* Deliver what other workers have sent. True if that was anything. */
bool cross_drain(struct worker *worker);

#endif
