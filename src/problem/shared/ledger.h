/* Records which processors have stored which blocks of a goal, and checks the
 * result of a run. */
#ifndef WEFT_SRC_PROBLEM_SHARED_LEDGER_H
#define WEFT_SRC_PROBLEM_SHARED_LEDGER_H

#include <weft/error.h>
#include <weft/goal.h>
#include <weft/machine.h>

struct ledger;

/* Create an empty ledger; the goal is borrowed. NULL with WEFT_ERROR_MEMORY. */
struct ledger *ledger_create(const struct weft_goal *goal,
                             struct weft_error *err);
void ledger_destroy(struct ledger *ledger); /* `ledger` may be NULL */

/* Record that processor `rank` stored a block under message number `id`. Errors
 * are a block that it does not want (-1 if the data is wrong), a block stored
 * twice, and a block out of order, if there is an order. Call this only in the
 * thread of `rank`. */
void ledger_enter(struct ledger *ledger, int rank, int block, int id);

/* Return the ledger's memory per processor. */
struct weft_part ledger_part(struct ledger *ledger);

/* Check that every processor has stored the blocks it wants and no others.
 * Return 0, or -1 with text. */
int ledger_judge(const struct ledger *ledger, struct weft_error *err);

#endif
