/* Creates and destroys plans; private to the folder.
 *
 * The folder: general.c defines the general settings and iterates over those of
 * all problems, plan.c resolves names, run.c executes a run, about.c answers
 * questions without a run; xml/ reads experiment files. */
#ifndef WEFT_SRC_EXPERIMENT_PLAN_H
#define WEFT_SRC_EXPERIMENT_PLAN_H

#include "problem/problem.h"

/* Create a plan. Return 0, or -1 with WEFT_ERROR_UNKNOWN, WEFT_ERROR_MISUSE or
 * WEFT_ERROR_MEMORY; call plan_finish() in both cases. The `finish` functions
 * of problem and strategy must accept a state of NULL. */
int plan_init(struct plan *plan, const struct weft_experiment *experiment,
              struct weft_error *err);
/* Like plan_init(), but without the strategy's precomputation. If `to_run` is
 * false, only the problem is needed; then a strategy need not fit unless it is
 * named. */
int plan_problem(struct plan *plan, const struct weft_experiment *experiment,
                 bool to_run, struct weft_error *err);
/* Like plan_init() with any strategy: if the first one cannot be prepared, for
 * a reason that does not concern the problem, try the others. */
int plan_any(struct plan *plan, const struct weft_experiment *experiment,
             struct weft_error *err);
/* Parts of plan_init() for a plan that has its problem: resolve the settings,
 * strategy and network; the model; the costs and the size of a block. Return 0,
 * or -1. */
int plan_look_up(struct plan *plan, const struct weft_experiment *experiment,
                 struct weft_error *err);
int plan_choose_model(struct plan *plan, struct weft_error *err);
int plan_choose_times(struct plan *plan, struct weft_error *err);
/* Check that a plan with --rounds together consists of rounds. Return 0 or
 * -1. */
int plan_check_rounds(const struct plan *plan, struct weft_error *err);
/* Create a plan that executes a schedule. Settings that the user did not choose
 * come from the file (network, model, costs, block length), or else are a
 * complete network and one-port-duplex. `problem` is the problem to solve;
 * NULL: the file's. Return the same values as plan_init(). */
int plan_script(struct plan *plan, struct script *script, const char *problem,
                const struct weft_experiment *experiment,
                struct weft_error *err);
/* Convert the experiment of a plan to a question whose strings the plan owns.
 * With costs, the question includes the length of the vector, which the
 * strategy may have chosen. Set *vector to its size in bytes, or to 0 if the
 * problem has none. Return 0, or -1. */
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
