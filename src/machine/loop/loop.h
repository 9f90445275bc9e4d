/* The event loop of runs whose messages share links; private to src/machine.
 *
 * It is a second kernel beside the resolver, not a mode of it: a transfer that
 * starts changes the end of those in progress, so there is no lookahead, and no
 * processor runs ahead of the lowest tick of all. All processors are fibers of
 * one worker; when none can continue, the loop advances to the next tick at
 * which something ends (src/sharing simulates links and ports) and wakes the
 * processors concerned. Clocks, slots and costs of such a run are in ticks.
 * docs/sharing.md explains why.
 *
 * loop.c is the loop, requests.c holds the transfers and computations in
 * progress, loop-calls.c implements the functions of <weft/processor.h>. */
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

/* Create the loop of a run. Return 0, or -1 with err. */
int loop_open(struct run *run, struct weft_error *err);
void loop_close(struct run *run);

/* Advance to the next tick at which a processor can continue; if there is none,
 * the decision says why. Called by the resolver only, instead of decide(), when
 * no processor can continue. */
struct decision loop_decide(struct run *run);

/* Return a time before which no event begins that is still to be recorded,
 * except receptions of messages that are in their links. */
uint64_t loop_earliest(const struct run *run);

/* Return the round that a processor waits to begin together with the others; 0:
 * it does not wait for this. */
uint64_t loop_barrier(const struct run *run, int rank);

/* Write into the outcome how ports and links were shared. */
void loop_sum_up(const struct run *run, struct weft_outcome *outcome);

/* ---- calls: 0, or -1 (the run has stopped). Times in ticks ----------------
 */

/* Send one copy of a message to each of `count` processors; the payload's
 * reference count includes all copies. Return when they have arrived, with
 * `posted` at once; with LogGP, see docs/sharing.md. */
int loop_send(struct weft_processor *self, const int *to, int count,
              const struct message *message, uint32_t items, const char *way,
              bool posted);
/* Wait until everything that was posted has arrived. */
int loop_end_step(struct weft_processor *self);
int loop_sleep(struct weft_processor *self, uint64_t until);
int loop_compute(struct weft_processor *self, uint64_t ticks);
/* Wait for a message from self->from, until self->deadline. The clock keeps the
 * time at which the processor began to listen. */
int loop_listen(struct weft_processor *self);
/* Record that the processor has requested the messages up to a time. */
void loop_ask_time(struct weft_processor *self);
/* Wait until all other processors have finished the rounds before `round`. */
int loop_gather(struct weft_processor *self, uint64_t round);
/* Set the processor's clock to the current time. */
void loop_set_clock(struct weft_processor *self);

#endif
