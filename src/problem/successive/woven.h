/* Strategies that follow a pattern (shared/pattern/pattern.h). */
#ifndef WEFT_SRC_SUCCESSIVE_WOVEN_H
#define WEFT_SRC_SUCCESSIVE_WOVEN_H

#include "problem/shared/pattern/pattern.h"

/* Return the best pattern of a table for the plan's cube and order; pattern
 * NULL: none. */
struct weave woven_choose(const struct plan *plan,
                          const struct pattern *const *table);

/* The functions of a strategy's row, given its pattern. */
int woven_allocate(const struct plan *plan, const struct weave *weave,
                   int source[]);
int woven_prepare(struct plan *plan, const struct weave *weave,
                  struct weft_error *err);
int woven_program(struct weft_processor *self, void *plan);
void woven_finish(struct plan *plan);

#endif
