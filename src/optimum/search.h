/* The search over numbers of steps, and what it starts from. */
#ifndef WEFT_SRC_OPTIMUM_SEARCH_H
#define WEFT_SRC_OPTIMUM_SEARCH_H

#include <pthread.h>
#include <weft/bound.h>
#include <weft/problem.h>

#include "solver.h"
#include "transfers.h"

struct quest {
    const struct weft_optimum_options *options;
    const struct instance *q;
    const char *problem;          /* for the checker */
    const struct weft_goal *goal; /* the same */
    const struct weft_model *model;
    struct weft_optimum *result; /* guarded by lock while jobs run: lower,
                                    upper, schedule, sizes */
    struct refutation *proof;    /* NULL: none is wanted */
    double begin;                /* of the search, seconds */
    size_t most;                 /* of a formula, as formula_size() counts;
                                    0: any */
    atomic_bool stop;            /* everybody is to end */
    pthread_mutex_t lock;        /* guards the rest */
    pthread_cond_t ended;        /* a job has ended; the watch waits */
    struct job *job;             /* [jobs] */
    int jobs;                    /* that run */
    int next;                    /* the lowest T that nobody has begun */
    int enough;                  /* the lowest T for which a schedule is there;
                                    0: none */
    struct weft_error *err;
    bool failed;
};

/* A thread that works for a search. */
struct job {
    struct quest *search;
    pthread_t thread;
    int steps; /* T that it decides; 0: none; -1: it has ended. Guarded by the
                  search's lock */
    atomic_bool stop; /* of any thread */
};

double search_seconds(const struct quest *s);
/* Is the time over, or does nobody want to go on? Sets `stop`. */
bool search_watch(struct quest *s, int steps);

/* The parts of the formula that the options ask for, as encode() wants them. */
unsigned search_how(const struct quest *s);
/* Any schedule, where no strategy knows one, if the formula is not too large.
 * 0, or -1. */
int search_above(struct quest *s);
/* Decide numbers of steps until the range is one number or the time is over.
 * 0, or -1. */
int search_run(struct quest *s);
/* Then the fewest messages, if that formula is not too large. 0, or -1. */
int search_fewest(struct quest *s);
/* The proof of `lower`. 0, or -1. */
int search_prove(struct quest *s);

/* Run some threads, all of them of one function, and watch the clock until all
 * have said search_end_job(). 0, or -1: one has failed. */
int search_jobs(struct quest *s, void *(*function)(void *), int jobs);
void search_end_job(struct job *job);
/* Why a formula is not whole, if it was not stopped. */
void search_explain(const struct formula *formula, int steps,
                    struct weft_error *err);
/* Something went wrong; everybody ends. The lock is held. */
void search_fail(struct quest *s, const struct weft_error *err);
/* The schedule in a solution, judged. NULL with text. */
struct weft_optimum_schedule *search_take(const struct quest *s,
                                          const struct encoding *e,
                                          const signed char *value,
                                          struct weft_error *err);

/* The experiment with nothing but what is asked: problem, network, model, seed
 * and the problem's own settings (asked.c). */
struct weft_experiment asked_of(const struct weft_experiment *experiment);

/* ---- how large a question may be (too-large.c) ---- */

#define CLAUSES_LITTLE                                                         \
    5000000 /* of a formula; long ones count as several. Of                    \
               arcs that routes pass, too, which have one                      \
               each in every slot, as a rule */

/* Before anything is made that is as large. 0, or -1. */
int size_outline(const struct weft_optimum_options *options,
                 const struct weft_network *network,
                 const struct weft_model *model, const struct weft_goal *goal,
                 struct weft_error *err);
/* Before the first formula is made, if one is: is it as short as it may be?
 * `open`: more than one number of steps is possible. 0, or -1. */
int size_formula(struct quest *s, bool open, struct weft_error *err);

/* ---- what is known without a search (known.c) ---- */

/* ---- what the question asks besides the model (restrictions.c) ---- */

/* What a run has done that no schedule of the question does. */
struct breaches {
    int blocks; /* in a message, at most; 1: kept */
    int links;  /* that a transfer crosses, at most; 1: kept */
    int cut;    /* blocks of the vector; 0: as asked */
};

/* Name the restrictions of the question. */
void restrictions_name(struct quest *s);
/* A message of a run. */
void breaches_add(struct breaches *b, const struct instance *q,
                  const struct weft_event *event, const char *items);
/* A valid run of a strategy took so many steps: keep it, if it breaks
 * something and is among the best. */
void better_note(struct quest *s, const struct breaches *b,
                 const char *strategy, uint64_t steps);
/* Keep those that are better than what the search found. */
void better_end(struct weft_optimum *r);

/* The bound of the question: a block is a message, over one link unless routes
 * are allowed; answer->bound is 0 where nothing is known. To be finished after
 * 0. 0, or -1: no memory. */
int known_question(const struct weft_optimum_options *options, int blocks,
                   struct weft_bound_answer *answer, struct weft_error *err);
/* The best bound from below. 0, or -1. */
int known_lower(struct quest *s, struct weft_error *err);
/* Where nothing is to be done: the schedule of no steps. 0, or -1. */
int known_start(struct quest *s, struct weft_error *err);
/* The best strategy that keeps to the question; failing ones do not matter.
 * 0, or -1: the system refused memory, threads or the like. */
int known_upper(struct quest *s, struct weft_error *err);

/* Is it a solution of so many steps? 0, or -1 with WEFT_ERROR_WRONG or
 * _MEMORY (confirm.c). */
int judge_schedule(const struct quest *s,
                   const struct weft_optimum_schedule *schedule, int steps,
                   struct weft_error *err);

#endif
