/* The search over numbers of steps, and its starting points. */
#ifndef WEFT_SRC_OPTIMUM_SEARCH_H
#define WEFT_SRC_OPTIMUM_SEARCH_H

#include <pthread.h>
#include <weft/bound.h>
#include <weft/problem.h>

#include "solver.h"
#include "transfers.h"

struct search {
    const struct weft_optimum_options *options;
    const struct instance *q;
    const char *problem;          /* name of the problem, for the checker */
    const struct weft_goal *goal; /* goal, for the checker */
    const struct weft_model *model;
    struct weft_optimum *result; /* lower, upper, schedule and sizes are guarded
                                    by `lock` while jobs run */
    struct refutation *proof;    /* NULL: no proof is wanted */
    double begin;                /* start time of the search in seconds */
    const struct weft_error *large; /* why no formula is made; NULL: one may */
    size_t most;          /* maximum formula_size() of a formula; 0: no limit */
    atomic_bool stop;     /* set when all jobs must end */
    pthread_mutex_t lock; /* guards the following members */
    pthread_cond_t ended; /* signalled when a job ends */
    struct job *job;      /* [jobs] */
    int jobs;             /* number of jobs started */
    int next;             /* lowest T that no job has started */
    int enough;           /* lowest T with a schedule; 0: none */
    struct weft_error *err;
    bool failed;
};

/* A thread of a search. */
struct job {
    struct search *search;
    pthread_t thread;
    int steps; /* number of steps T that the job decides; 0: none; -1: the job
                  has ended. Guarded by the search's lock */
    atomic_bool stop; /* may be set by any thread */
};

double search_seconds(const struct search *s);
/* Set `stop` if the time is over or the caller wants to stop. Return whether it
 * is set. */
bool search_watch(struct search *s, int steps);

/* Return the number of threads that the options allow. */
int search_threads(const struct search *s);
/* Return the flags for encode() that the options demand. */
unsigned search_how(const struct search *s);
/* Find any schedule if no strategy provides one and the formula is not too
 * large. Returns 0 or -1. */
int search_above(struct search *s);
/* Test numbers of steps until the range has one number or the time is up.
 * Returns 0 or -1. */
int search_run(struct search *s);
/* Minimise the number of messages for the minimum number of steps, if the
 * formula is not too large. Returns 0 or -1. */
int search_fewest(struct search *s);
/* Write the proof of `lower`. Returns 0 or -1. */
int search_prove(struct search *s);

/* Run a function in `jobs` threads and check the time limit until all have
 * called search_end_job(). Returns 0, or -1 if one failed. */
int search_jobs(struct search *s, void *(*function)(void *), int jobs);
void search_end_job(struct job *job);
/* With one thread: stop the search if its time is over. Called by the solver
 * from time to time. */
void search_look(void);
/* Set the error for an incomplete formula, unless it was stopped. */
void search_explain(const struct formula *formula, int steps,
                    struct weft_error *err);
/* Record an error and stop all jobs. The lock is held. */
void search_fail(struct search *s, const struct weft_error *err);
/* Return the schedule of a solution, verified. Returns NULL with an error. */
struct weft_optimum_schedule *search_take(const struct search *s,
                                          const struct encoding *e,
                                          const signed char *value,
                                          struct weft_error *err);

/* Return the experiment with only the settings that define the question:
 * problem, network, model, seed and the problem's own settings (asked.c). */
struct weft_experiment asked_of(const struct weft_experiment *experiment);

/* ---- how large a question may be (too-large.c) ---- */

#define CLAUSES_LITTLE                                                         \
    5000000 /* maximum formula_size(), and maximum number of arcs of all       \
               routes, most of which have a clause in every step */

/* Check the size of a question before anything large is allocated. Returns 0 or
 * -1. */
int size_outline(const struct weft_optimum_options *options,
                 const struct weft_network *network,
                 const struct weft_model *model, const struct weft_goal *goal,
                 struct weft_error *err);
/* Limit for processors times steps, or times links between processors, of the
 * runs of strategies that are to answer a question without a formula. */
#define LINKS_LITTLE 4000000.0

/* Return whether the distances between all processors fit into memory. */
bool size_distances(const struct weft_network *network);
/* Return whether strategies may answer a question that is too large for a
 * formula: their runs take little time, and so do the data of the question
 * without distances. */
bool size_runs(const struct weft_network *network,
               const struct weft_goal *goal);
/* Check the size of the first formula before it is made. `open`: several
 * numbers of steps are possible. Returns 0 or -1. */
int size_formula(struct search *s, bool open, struct weft_error *err);

/* ---- what is known without a search (known.c) ---- */

/* ---- what the question asks besides the model (restrictions.c) ---- */

/* Restrictions of the question that a run violates. */
struct breaches {
    int blocks; /* maximum number of blocks in a message; 1: no violation */
    int links;  /* maximum number of links of a transfer; 1: no violation */
    int cut;    /* blocks into which it cuts the vector; 0: no violation */
};

/* List the restrictions of the question in the result. */
void restrictions_name(struct search *s);
/* Take a message of a run into account. */
void breaches_add(struct breaches *b, const struct instance *q,
                  const struct weft_event *event, const char *items);
/* Record a valid run of a strategy if it violates a restriction and is among
 * the fastest. */
void better_note(struct search *s, const struct breaches *b,
                 const char *strategy, uint64_t steps);
/* Keep only strategies that are faster than the result of the search. */
void better_end(struct weft_optimum *r);

/* Find the processors that symmetries of the network exchange: least[v] is the
 * lowest of those of v (v itself with `no_symmetry`). Allocates `least`, of *n
 * processors. Returns 0 or -1. */
int optimum_orbits(const struct weft_optimum_options *options, int *n,
                   int **least, struct weft_error *err);
/* Search from every processor as root. Returns 0 or -1. */
int optimum_every_root(const struct weft_optimum_options *options,
                       struct weft_optimum *result, struct weft_error *err);

/* Compute the bound of the question: each block is a separate message, over one
 * link unless routes are allowed. answer->bound is 0 if no bound is known.
 * Returns 0 (the caller must finish the answer), or -1 if memory is short. */
int known_question(const struct weft_optimum_options *options, int blocks,
                   struct weft_bound_answer *answer, struct weft_error *err);
/* Set the best lower bound. Returns 0 or -1. */
int known_lower(struct search *s, struct weft_error *err);
/* If the goal is met at the start, set the schedule of no steps. Returns 0 or
 * -1. */
int known_start(struct search *s, struct weft_error *err);
/* Find the best strategy that satisfies the restrictions; strategies that fail
 * are ignored. Returns 0, or -1 on a system error such as a lack of memory or
 * threads. */
int known_upper(struct search *s, struct weft_error *err);

/* Verify that a schedule solves the problem in `steps` steps. Returns 0, or -1
 * with WEFT_ERROR_WRONG or WEFT_ERROR_MEMORY (confirm.c). */
int judge_schedule(const struct search *s,
                   const struct weft_optimum_schedule *schedule, int steps,
                   struct weft_error *err);

#endif
