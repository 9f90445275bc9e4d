/* The engine `rounds`: executes a timetable round by round, for all processors
 * at once, without programs and without their stacks.
 *
 * No data are moved: a block that is passed on is a number, a combined value a
 * symbol for the set of its contributors (algebra.c), and the memory of a
 * processor a list of ranges with equal values (shelf.c). round-messages.c
 * computes the times of the messages of a round, round-events.c records what
 * the processors do; the stream of events, the rules of shared links and the
 * verdict are the machine's.
 *
 * The engine handles only runs without faults. At the first conflict of ports,
 * missing message or wrong value it gives up, and fibers run the experiment
 * again and report what is wrong; both pass on the same events up to there. */
#ifndef WEFT_SRC_ROUNDS_H
#define WEFT_SRC_ROUNDS_H

#include <stdbool.h>

#include "problem/problem.h"

/* Return whether the engine can run a plan. If not, and err is not NULL, set it
 * to WEFT_ERROR_MISUSE with the reason. */
bool rounds_can_run(const struct plan *plan, struct weft_error *err);

/* Run a plan like weft_machine_run(), and verify what its processors store.
 * Return 0; -1 with err; or 1 if fibers must run it: the sink has received some
 * of the events by then. */
int rounds_run(const struct weft_machine *machine, const struct plan *plan,
               struct weft_outcome *outcome, struct weft_error *err);

#endif
