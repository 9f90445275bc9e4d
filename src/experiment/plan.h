/* Creating and destroying plans; private to the folder.
 *
 * The folder: general.c defines the general settings and iterates over those of
 * all problems, plan.c resolves names, run.c executes a run, about.c answers
 * questions without a run; xml/ reads experiment files. */
#ifndef WEFT_SRC_EXPERIMENT_PLAN_H
#define WEFT_SRC_EXPERIMENT_PLAN_H

#include "problem/problem.h"

/* Return 0, or -1 with WEFT_ERROR_UNKNOWN, _MISUSE or _MEMORY; call
 * plan_finish() in either case. `finish` functions of problem and strategy must
 * accept state NULL. */
int plan_init(struct plan *plan, const struct weft_experiment *experiment,
              struct weft_error *err);
/* Like plan_init(), without the strategy's precomputation. If `to_run` is false
 * and no strategy is named, no strategy needs to fit: only the problem is
 * needed. */
int plan_problem(struct plan *plan, const struct weft_experiment *experiment,
                 bool to_run, struct weft_error *err);
/* Like plan_init() with any strategy: if the first one cannot be prepared,
 * which does not concern the problem, try others. */
int plan_any(struct plan *plan, const struct weft_experiment *experiment,
             struct weft_error *err);
/* Parts of plan_init(), for a plan that has its problem: the settings, strategy
 * and network; the model; cost and bytes. Return 0, or -1. */
int plan_look_up(struct plan *plan, const struct weft_experiment *experiment,
                 struct weft_error *err);
int plan_choose_model(struct plan *plan, struct weft_error *err);
int plan_choose_times(struct plan *plan, struct weft_error *err);
/* Check that a plan with --rounds together has rounds. Return 0 or -1. */
int plan_check_rounds(const struct plan *plan, struct weft_error *err);
/* Create a plan that executes a schedule. Settings that are not chosen come
 * from the file: network, model, costs, block length; else a complete network
 * and one-port-duplex. `problem` is the problem to solve; NULL: the file's.
 * Returns like plan_init(). */
int plan_script(struct plan *plan, struct script *script, const char *problem,
                const struct weft_experiment *experiment,
                struct weft_error *err);
/* Convert the experiment of a plan to a question, with strings that the plan
 * owns. With costs, the question includes the vector length, which the strategy
 * may have chosen. *vector: its size in bytes; 0: the problem has none. Return
 * 0, or -1. */
int plan_question(const struct plan *plan,
                  const struct weft_experiment *experiment,
                  struct weft_experiment *question, uint64_t *vector,
                  struct weft_error *err);
void plan_finish(struct plan *plan);
/* Report that a word is not a strategy of the problem, with the nearest name or
 * all names. Return -1. */
int plan_unknown_strategy(const char *problem, const char *what,
                          const char *word, struct weft_error *err);

#endif
