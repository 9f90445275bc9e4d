/* The event loop of runs whose messages share links; private to src/machine.
 *
 * A second kernel beside the resolver, not a mode of it: a transfer that starts
 * now changes the end of those under way, so there is no lookahead, and nobody
 * runs ahead of the least tick of all. All processors are fibers of one worker;
 * when none can go on, the loop moves to the next tick at which something ends
 * (src/sharing has links and ports) and wakes whom that concerns. Clocks,
 * slots and costs of such a run are in ticks. docs/sharing.md explains why.
 *
 * loop.c is the loop, voyages.c knows the transfers and computations under
 * way, loop-calls.c is what the functions of <weft/processor.h> do. */
#ifndef WEFT_SRC_MACHINE_LOOP_LOOP_H
#define WEFT_SRC_MACHINE_LOOP_LOOP_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/error.h>

struct decision;
struct message;
struct run;
struct weft_outcome;
struct weft_processor;

/* 0, or -1 with err. */
int loop_open(struct run *run, struct weft_error *err);
void loop_close(struct run *run);

/* Nobody can go on: advance until somebody can, or say why that is never. In
 * place of decide(). Resolver only. */
struct decision loop_decide(struct run *run);

/* Events that are still to be recorded begin at this time or later, but for
 * receptions of messages that are in their links. */
uint64_t loop_earliest(const struct run *run);

/* What became of ports and links. */
void loop_sum_up(const struct run *run, struct weft_outcome *outcome);

/* ---- calls: 0, or -1 (the run has stopped). Times in ticks ----------------
 */

/* Copies of a message whose payload is counted for all of them. Returns when
 * they have arrived; posted: at once; with LogGP as docs/sharing.md says. */
int loop_send(struct weft_processor *self, const int *to, int count,
              const struct message *message, uint32_t items, bool posted);
/* Until what was posted has arrived. */
int loop_end_step(struct weft_processor *self);
int loop_sleep(struct weft_processor *self, uint64_t until);
int loop_compute(struct weft_processor *self, uint64_t ticks);
/* Until a message of self->from is there, or self->deadline. The clock stays:
 * it shows when the processor turned to it. */
int loop_listen(struct weft_processor *self);
/* Until all others are through with the rounds before. */
int loop_gather(struct weft_processor *self, uint64_t round);
/* What the clock shows: now. */
void loop_set_clock(struct weft_processor *self);

#endif
