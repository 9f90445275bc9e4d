/* The state of the checker; private to src/check.
 *
 * check.c is the public interface; found.c stores findings; basis.c determines
 * what to check against; walk.c processes the events one by one and applies the
 * rules: port.c and route.c the rules of the model and the network, causality.c
 * and holding.c that messages are held before they are sent, problems/ the
 * postconditions. carried.c and rank-set.c store the contents of messages and
 * sets of holders.
 *
 * Events must arrive in order of their start. A send is checked at once (route,
 * arcs, whether the sender holds the message) and then waits for its receive
 * event. The actions of a processor are checked in order of their starts
 * (match/acts.h).
 *
 * A checker belongs to one thread at a time; checkers share no data. */
#ifndef WEFT_SRC_CHECK_H
#define WEFT_SRC_CHECK_H

#include <weft/check.h>

#include "base/items/items.h"
#include "base/text/origins.h"
#include "base/text/who.h"
#include "holding.h"
#include "names.h"
#include "port.h"
#include "reservation.h"

struct check_problem;

struct weft_check {
    struct weft_check_options options;
    /* row of the problem; NULL: no problem is checked */
    const struct check_problem *problem;
    struct weft_sink sink;
    struct weft_check_result result;
    struct weft_finding **found; /* [founds] the kept findings, sorted; pointers
                                    into `room` */
    struct weft_finding *room;   /* [keep] all kept findings */
    size_t founds, keep;
    struct weft_finding passed_over; /* the most recent finding that is not
                                        kept */
    /* parameters of the trace, only the members `items` and `paired` */
    struct weft_trace_info info;
    struct rank_names names; /* names of processors in the trace */
    /* properties of the program that wrote the trace */
    const struct trace_origin *origin;
    struct item_list carried; /* blocks of the current message */
    /* number of blocks in messages processed so far */
    uint64_t followed;
    /* number of ranges in lists of blocks so far */
    uint64_t listed;
    /* number of queries so far whether a processor has a block initially */
    uint64_t asked;
    uint64_t passed; /* number of arcs of routes so far */
    /* whether a limit on the counts above or on the goal was exceeded */
    bool too_much;
    /* whether the check at the end was impossible: too_much, or out of
     * memory */
    bool unjudged;
    /* why the problem was checked only in part; empty: checked fully */
    char unfinished[160];
    /* option of weft check that would check the problem fully */
    const char *unfinished_option;
    struct weft_goal *own_goal; /* goal created for the problem's row, owned */
    const char *named;          /* name of the goal `own_goal` */
    /* the trace's value of the parameter problem->counted; NULL: none */
    char *said;
    /* whether the number of blocks is unknown until the end */
    bool open_blocks;
    bool open_root; /* whether the root is unknown until the end */
    /* size of the arrays: the maximum of `size` and the trace's number of
     * processors */
    int processors;
    /* number of processors that take part: the network's, or else the goal's,
     * or else the trace's */
    int size;
    uint64_t step; /* time units per slot; 1 if the trace has no steps */
    bool step_known;
    uint64_t now;             /* start of the previous event */
    uint64_t slot_start;      /* start of the slot that contains `now` */
    struct match match;       /* matches sends with receive events */
    struct acts acts;         /* orders the actions of each processor */
    struct reservations arcs; /* arcs in use by transfers */
    /* number of messages that begin on each arc with lanes */
    struct reservations loads;
    /* whether routes may share arcs, so that copies must be counted */
    bool sharing;
    /* whether switches combine messages that reach them together */
    bool combines;
    /* the last receptions, by the last switch that combines, receiver and
     * blocks */
    struct copies arriving;
    /* whether switches multicast, in a model in which processors do not */
    bool splits;
    /* the last sends, by sender, the first switch that multicasts, and message
     */
    struct copies leaving;
    struct copies copies; /* number of sends of one message to one processor */
    /* number of times that one message crossed an arc in use */
    struct copies passing;
    struct reservations delayed; /* delayed receptions by sender and receiver */
    struct holdings holdings;
    /* sends of messages that may have been held from the start */
    struct reservations claims;
    /* whether causality is checked although there is no problem */
    bool causality;
    /* size of a block, if messages may carry several; 0: unknown */
    uint64_t block_bytes;
    /* whether messages carry several blocks that the trace does not list */
    bool unlisted;
    uint64_t *phase_end; /* [phases] ends of the declared phases */
    size_t phases, phase_room;
    bool shared; /* whether messages of the trace shared links (--sharing) */
    bool loggp;  /* whether the trace declares LogGP costs */
    struct weft_cost cost;
    bool one_thing;        /* with LogGP: whether a processor can do only one
                              thing at a time */
    struct loggp_gap *gap; /* [processors] last sends of each processor */
    /* any: whether the trace has an event; apart: whether it has an event that
     * a list of transfers cannot represent */
    bool any, apart;
    uint64_t first; /* start of the first record, in traces without steps */
    bool recorded;  /* whether the trace has a record */
    /* network created from the trace's specification, owned */
    struct weft_network *own_network;
    /* model parsed from the trace's specification */
    struct weft_model own_model;
    /* [processors] state of each processor; NULL: no action yet */
    struct port **ports;
    void *state; /* state of checking the problem, created by
                    check_problem.begin() */
};

/* Read the phases that the trace declares (phases.c). Returns 0, or -1: no
 * memory. */
int phases_begin(struct weft_check *check, const struct weft_trace_info *info);
/* Return the end of the phase that contains the end of a reception: then the
 * receiver may send what it has received. Without phases: the same time. */
uint64_t phase_end(const struct weft_check *check, uint64_t time);

/* Return the slot that contains a time; see weft_conflict.slot. */
uint64_t check_slot(const struct weft_check *check, uint64_t time);

/* Report a finding at a processor (-1: none) in a slot; the text is appended to
 * "step S, processor R: ". WHO marks processors, whose names are inserted at
 * the end by found_end(). The caller adds details to the returned finding. */
struct weft_finding *check_find(struct weft_check *check, uint64_t slot,
                                int rank, const char *rule, const char *format,
                                ...) __attribute__((format(printf, 5, 6)));

/* Report that the problem is not solved: like check_find(), and sets solved =
 * false. */
struct weft_finding *check_blame(struct weft_check *check, uint64_t slot,
                                 int rank, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Like check_blame() for a send, at its sender. */
void check_blame_send(struct weft_check *check, const struct weft_event *send,
                      const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Like check_blame() for findings at the end of the trace. */
struct weft_finding *check_blame_end(struct weft_check *check, int rank,
                                     const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Add details to a finding (found.c), at most two of each kind. */
void found_message(struct weft_finding *finding, int32_t message);
/* Add a transfer, its message and the processor at the other end. */
void found_transfer(const struct weft_check *check,
                    struct weft_finding *finding, uint64_t start, int from,
                    int to, int32_t message);
void found_send(const struct weft_check *check, struct weft_finding *finding,
                const struct weft_event *send);
void found_transit(const struct weft_check *check, struct weft_finding *finding,
                   const struct transit *transit);

/* Allocate space for `keep` findings. Return 0, or -1 if out of memory. */
int found_init(struct weft_check *check, size_t keep);
/* Insert the names of processors, set the slots of findings at the end, and
 * copy the first findings to the result. */
void found_end(struct weft_check *check);

/* Return whether a limit was exceeded, now if `above`, or earlier; always false
 * if the options lift the limits. */
static inline bool check_too_much(struct weft_check *check, bool above)
{
    check->too_much |= above && !check->options.unlimited;
    return check->too_much;
}

/* Check a single send (route.c): whether the processor may send to the receiver
 * at all, and the capacity of the arcs. Return 1 if it may send, 0 if not, -1
 * if out of memory. */
int check_route(struct weft_check *check, const struct weft_event *send);

/* Check sends and receptions against LogGP costs (loggp.c). Return 0, or -1 if
 * out of memory. */
int loggp_begin(struct weft_check *check, const struct weft_trace_info *info);
int loggp_send(struct weft_check *check, const struct weft_event *send);
void loggp_finish(struct weft_check *check);
void loggp_receive(struct weft_check *check, const struct transit *send,
                   const struct transit *receive);

/* Return the row of a problem, or NULL for an unknown name (check.c). */
const struct check_problem *check_problem_find(const char *name);

/* Determine what to check against: the options, completed by the parameters of
 * the trace (basis.c). Return 0, or -1 if out of memory. */
int basis_begin(struct weft_check *check, const struct weft_trace_info *info);
/* Determine whether to check causality; call this after the problem has been
 * converted to a goal. */
void basis_causality(struct weft_check *check,
                     const struct weft_trace_info *info);
/* Drop all checks that need the contents of messages, because these are
 * unknown. */
void basis_unlisted(struct weft_check *check);
/* Drop the problem and the root, because the trace has no processors. */
void basis_nobody(struct weft_check *check);
/* Record that the problem was checked only in part, and the option that would
 * check all of it; the option may be NULL. */
void basis_unfinished(struct weft_check *check, const char *why,
                      const char *option);
/* Compute the verdict of the check. */
void basis_end(struct weft_check *check);

/* Implement the three functions of the sink (walk.c). */
int check_begin(struct weft_check *check, const struct weft_trace_info *info);
int check_events(struct weft_check *check, const struct weft_event *events,
                 size_t count);
int check_end(struct weft_check *check);

#endif
