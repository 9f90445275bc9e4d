/* Who has stored which blocks of a goal: the judge of a run. */
#ifndef WEFT_SRC_PROBLEM_SHARED_LEDGER_H
#define WEFT_SRC_PROBLEM_SHARED_LEDGER_H

#include <weft/error.h>
#include <weft/goal.h>
#include <weft/machine.h>

struct ledger;

/* An empty ledger; the goal is borrowed. NULL with WEFT_ERROR_MEMORY. */
struct ledger *ledger_create(const struct weft_goal *goal,
                             struct weft_error *err);
void ledger_destroy(struct ledger *ledger); /* NULL is fine */

/* Processor `rank` stored a block under message number `id`. Wrong are: what is
 * no block that it wants (-1, if its bytes are wrong), a block for the second
 * time, and one out of turn where there is an order. Only the thread of `rank`
 * may call. */
void ledger_enter(struct ledger *ledger, int rank, int block, int id);

/* What is kept of each processor. */
struct weft_part ledger_part(struct ledger *ledger);

/* Has everybody stored what it wants, and nothing else? 0, or -1 with text. */
int ledger_judge(const struct ledger *ledger, struct weft_error *err);

#endif
