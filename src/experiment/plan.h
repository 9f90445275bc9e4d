/* Making and freeing a plan; private to the folder.
 *
 * The folder: general.c has the settings of every experiment and the walk over
 * those of all problems, plan.c looks words up, run.c is one run, about.c what
 * is known without one; xml/ reads experiments that are written down. */
#ifndef WEFT_SRC_EXPERIMENT_PLAN_H
#define WEFT_SRC_EXPERIMENT_PLAN_H

#include "problem/problem.h"

/* 0, or -1 with WEFT_ERROR_UNKNOWN, _MISUSE or _MEMORY; finish either way.
 * `finish` functions of problem and strategy must take NULL state. */
int plan_init(struct plan *plan, const struct weft_experiment *experiment,
              struct weft_error *err);
/* The same, without what the strategy computes in advance. If it is not to be
 * run, and no strategy is named, none needs to fit: the problem alone is asked
 * for. */
int plan_problem(struct plan *plan, const struct weft_experiment *experiment,
                 bool to_run, struct weft_error *err);
/* The same of any strategy: where the first one cannot be made ready, which
 * says nothing of the problem, another one is. */
int plan_any(struct plan *plan, const struct weft_experiment *experiment,
             struct weft_error *err);
/* The parts of it: the values of settings, strategy and network; the model;
 * cost and bytes. A plan has its problem by then. 0, or -1. */
int plan_look_up(struct plan *plan, const struct weft_experiment *experiment,
                 struct weft_error *err);
int plan_choose_model(struct plan *plan, struct weft_error *err);
int plan_choose_times(struct plan *plan, struct weft_error *err);
/* A plan that does what a schedule says. What nobody has chosen is what the
 * file says: network, model, costs, length of a block; else a complete network
 * and one-port-duplex. `problem` names what it is to solve; NULL: as the file
 * says. As plan_init(). */
int plan_script(struct plan *plan, struct script *script, const char *problem,
                const struct weft_experiment *experiment,
                struct weft_error *err);
/* The experiment of a plan as a question, in words that the plan owns. With
 * costs the vector belongs to it, which a strategy may have chosen. *vector:
 * its bytes; 0: the problem has none. 0, or -1. */
int plan_question(const struct plan *plan,
                  const struct weft_experiment *experiment,
                  struct weft_experiment *question, uint64_t *vector,
                  struct weft_error *err);
void plan_finish(struct plan *plan);
/* A word is no strategy of a problem: the nearest one, or all there are. -1. */
int plan_unknown_strategy(const char *problem, const char *what,
                          const char *word, struct weft_error *err);

#endif
