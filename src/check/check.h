/* What the checker is made of; private to src/check.
 *
 * check.c is the checker as its users see it; basis.c finds what to judge by,
 * walk.c takes the events one by one and asks the rules: port.c and route.c
 * what the model and the network allow, causality.c and holding.c that nothing
 * is sent before it is there, problems/ the end. carried.c and rank-set.c hold
 * what messages and processors have.
 *
 * Events come in order of their start. A send is judged when it comes (route,
 * arcs, what the sender holds) and then waits for its receive event. What a
 * processor does is judged in the order of its starts (match/acts.h).
 *
 * One checker belongs to one thread at a time; nothing here is shared. */
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
    const struct check_problem *problem; /* NULL: none asked for */
    struct weft_sink sink;
    struct weft_check_result result;
    struct weft_trace_info info;       /* only items, paired */
    struct rank_names names;           /* that it gives processors */
    const struct trace_origin *origin; /* of its events */
    struct item_list carried;          /* the message looked at last */
    uint64_t followed;                 /* blocks of messages, so far */
    uint64_t listed;                   /* ranges in their lists */
    uint64_t asked;       /* processors that a block may begin at */
    uint64_t passed;      /* arcs of routes, so far */
    bool too_much;        /* they, or the goal: a limit was met */
    bool unjudged;        /* the end: too_much, or no memory */
    char unfinished[160]; /* why not all of the problem was judged; empty: it
                             was */
    const char *unfinished_option; /* of weft check, that would judge it all */
    struct weft_goal *own_goal;    /* that the problem's row has made, */
    const char *named;             /* ... and its name */
    char *said; /* of how much of the problem there is (problem->counted), by
                   the trace; NULL: nothing */
    bool open_blocks; /* nobody has said how many it has, */
    bool open_root;   /* ... or where its values are to be */
    int processors;   /* those of the network and of the trace: arrays' size */
    int size;         /* those that take part: the network's if there is one */
    uint64_t step;    /* time units in a slot; 1 if the trace does not say */
    bool step_known;
    uint64_t now;             /* start of the event before */
    uint64_t slot_start;      /* start of the slot that now lies in */
    struct match match;       /* sends and receive events */
    struct acts acts;         /* what processors do */
    struct reservations arcs; /* arcs in use */
    bool sharing;             /* routes share arcs: some have several */
    struct copies copies;     /* of one message to one processor */
    struct copies passing;    /* of one message on an arc that is crowded */
    struct reservations
        delayed; /* delayed receptions, by sender and receiver */
    struct holdings holdings;
    struct reservations
        claims;           /* sends of what may have been held from the start */
    bool causality;       /* followed though there is no problem */
    uint64_t block_bytes; /* of a block of a run whose messages may carry
                             several; 0: not known */
    bool untold;          /* there are such, and the trace does not say which */
    bool loggp;           /* the trace says that its transfers took ... */
    struct weft_cost cost;
    bool one_thing;        /* ... and its processors do one thing at a time */
    struct loggp_gap *gap; /* [processors] when each may send again */
    bool any, apart;       /* has an event; one that says more than a transfer
                              in one line does */
    uint64_t first; /* without steps: when the first record begins, ... */
    bool recorded;  /* ... if there is one */
    struct weft_network *own_network; /* the trace's words, if it is judged */
    struct weft_model own_model;      /* by them */
    struct port **ports; /* [processors]; NULL: it did nothing yet */
    void *state;         /* the problem's own */
};

/* The slot that a time lies in (weft_conflict's slot). */
uint64_t check_slot(const struct weft_check *check, uint64_t time);

/* Something found at a processor (-1: at none) in a slot; the text goes on
 * after "step S, processor R: ". Processors in it are WHO: they get their names
 * when all is found (check_name()). */
void check_find(struct weft_check *check, uint64_t slot, int rank,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The problem is not solved: as check_find, and solved = false. */
void check_blame(struct weft_check *check, uint64_t slot, int rank,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* As check_blame for what is known only after the last event. */
void check_blame_end(struct weft_check *check, int rank, const char *format,
                     ...) __attribute__((format(printf, 3, 4)));

/* The processors in what was found by their names. */
void check_name(struct weft_check *check);

/* Is an effort above its limit? Never where options say unlimited. */
static inline bool check_too_much(struct weft_check *check, bool above)
{
    check->too_much |= above && !check->options.unlimited;
    return check->too_much;
}

/* A send judged by itself (route.c): the rule of the arcs, and whether the
 * processor may send to that one at all. 1 if it may, 0 if not, -1:
 * no memory. */
int check_route(struct weft_check *check, const struct weft_event *send);

/* What LogGP costs say of a send, and of a reception (loggp.c). 0, or -1: no
 * memory. */
int loggp_begin(struct weft_check *check, const struct weft_trace_info *info);
int loggp_send(struct weft_check *check, const struct weft_event *send);
void loggp_finish(struct weft_check *check);
void loggp_receive(struct weft_check *check, const struct transit *send,
                   const struct transit *receive);

/* The row of a problem; NULL: none of that name (check.c). */
const struct check_problem *check_problem_find(const char *name);

/* What a trace is judged by: the options, and what they leave open taken from
 * the trace's own words (basis.c). 0, or -1: no memory. */
int basis_begin(struct weft_check *check, const struct weft_trace_info *info);
/* The last part of it, once the problem has become a goal. */
void basis_causality(struct weft_check *check,
                     const struct weft_trace_info *info);
/* What messages carry is not told: nothing that depends on it is judged. */
void basis_untold(struct weft_check *check);
/* Without processors no problem is one, and none of them is the root. */
void basis_nobody(struct weft_check *check);
/* Not all of the problem is judged. The option may be NULL. */
void basis_unfinished(struct weft_check *check, const char *why,
                      const char *option);
/* The verdict. */
void basis_end(struct weft_check *check);

/* The sink's three functions (walk.c). */
int check_begin(struct weft_check *check, const struct weft_trace_info *info);
int check_events(struct weft_check *check, const struct weft_event *events,
                 size_t count);
int check_end(struct weft_check *check);

#endif
