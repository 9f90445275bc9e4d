/* Time under contention: transfers that wait for ports and share links.
 *
 * No processors here: whoever drives it (the event loop of the machine,
 * schedules, tests) asks for transfers and computations at a tick, and learns
 * when they start and end. docs/sharing.md has the semantics.
 *
 * One tick `now` = sharing_next(), in this order:
 *
 *     do {
 *         sharing_end(s, now, &news);     (1) all that ends at `now`
 *         ... processors run, call sharing_send() and the like ...   (2)
 *         sharing_start(s, now, &news);   (3) what may start
 *         ... processors that waited for a start run ...
 *     } while (anybody ran, or sharing_next(s) == now);
 *     sharing_settle(s, now);             (4) data enter links, (5) new paces
 *
 * so all changes of a tick cost one recomputation. Time never goes back: no
 * `now` is below an earlier one, nor above sharing_next().
 *
 * Functions that return int return 0, or -1: sharing_failure() has the reason,
 * and nothing but that and sharing_destroy() may be called any more.
 *
 * Threads: one at a time. */
#ifndef WEFT_SRC_SHARING_SHARING_H
#define WEFT_SRC_SHARING_SHARING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/model.h>
#include <weft/network.h>

#define SHARING_TICKS 1000000 /* in a time unit */
#define SHARING_TICK_MAX ((uint64_t)1 << 62)
#define SHARING_NEVER UINT64_MAX

struct sharing;

struct sharing_options {
    const struct weft_network *network; /* must outlive it */
    const struct weft_model *model;     /* copied */
    const struct weft_cost *cost;       /* copied */
    enum weft_sharing kind;             /* WEFT_SHARING_FAIR or _FIFO */
    bool unlimited; /* no limits on the work that a file may ask for */
    bool full;      /* for tests: recompute all paces at every tick */
};

/* NULL with WEFT_ERROR_MISUSE (no such kind) or WEFT_ERROR_MEMORY. */
struct sharing *sharing_create(const struct sharing_options *options,
                               struct weft_error *err);
void sharing_destroy(struct sharing *s); /* NULL is fine */
/* Why a call failed: WEFT_ERROR_MEMORY or WEFT_ERROR_LIMIT. */
const struct weft_error *sharing_failure(const struct sharing *s);

/* ---- asking ---------------------------------------------------------------
 */

/* Any of the model's ports: as many at a time as the model allows. */
#define SHARING_ANY_PORT -1

/* A transfer. Of several copies it is one message of a model `same`: it starts
 * when all its receivers can take it. Whether the model allows it, the caller
 * has seen to. */
struct sharing_ask {
    int from;
    const int *to; /* [copies] processors other than `from`, all different */
    int copies;
    int port; /* SHARING_ANY_PORT; or a number from 0 on: this one of the sender
                 and of each receiver, which carry one transfer each way at a
                 time, whatever the model is */
    uint64_t bytes;
    uint64_t tag; /* comes back in news */
};

/* Ask for a transfer at `now`, between sharing_end() and sharing_start(). */
int sharing_send(struct sharing *s, uint64_t now,
                 const struct sharing_ask *ask);
/* The same for a computation of so many ticks, 0 too. With half duplex it waits
 * until its processor does nothing else and keeps it from sending and
 * receiving; otherwise, and with LogGP, it starts at once. */
int sharing_compute(struct sharing *s, uint64_t now, int rank, uint64_t ticks,
                    uint64_t tag);
/* News at the tick `at`, `now` or later. Takes nothing, waits for nothing. */
int sharing_wake(struct sharing *s, uint64_t now, int rank, uint64_t at,
                 uint64_t tag);

/* ---- news -----------------------------------------------------------------
 */

enum sharing_what {
    SHARING_STARTED,  /* a transfer or a computation: it has its ports. From
                         sharing_start() alone */
    SHARING_FIRST,    /* LogGP: the first byte of a copy is there */
    SHARING_ARRIVED,  /* a copy; LogGP: its last byte is there */
    SHARING_OVER,     /* all copies have arrived; right after the last one */
    SHARING_COMPUTED, /* a computation is over */
    SHARING_WOKEN     /* sharing_wake() */
};

struct sharing_news {
    enum sharing_what what;
    int from; /* sender, or the processor */
    int to;   /* of FIRST and ARRIVED; else -1 */
    uint64_t tag;
    uint64_t asked, start; /* when it was asked for, when it started */
    uint64_t first; /* of FIRST and ARRIVED: when the first byte was there, as
                       LogGP has it; else `start` */
    uint64_t end;   /* `now` */
};

/* Valid until the next call of sharing_end() or sharing_start(). */
struct sharing_list {
    const struct sharing_news *news;
    size_t count;
};

/* The next tick at which something ends; SHARING_NEVER: none. Then what waits
 * waits for ever, which cannot be: ports do not deadlock. */
uint64_t sharing_next(const struct sharing *s);
/* All that ends at `now`, in the order in which it started (wakes: was asked
 * for), copies in the order of ask.to. */
int sharing_end(struct sharing *s, uint64_t now, struct sharing_list *list);
/* Start what may start at `now`, in the order (asked, rank of the sender,
 * number among the sender's). */
int sharing_start(struct sharing *s, uint64_t now, struct sharing_list *list);
/* Heads that are over put their data on links; paces are recomputed, once. */
int sharing_settle(struct sharing *s, uint64_t now);

/* For tests: what is wrong with the paces after settling, or NULL: one above
 * its own, an arc above its capacity, a flow that could go faster at nobody's
 * cost who is slower. */
const char *sharing_audit(const struct sharing *s);

/* ---- sums -----------------------------------------------------------------
 */

/* How many were later than a thousandth of a time unit; the sum and the most,
 * in ticks, are over all. */
struct sharing_delay {
    uint64_t count, sum, most;
};

struct sharing_totals {
    uint64_t transfers;         /* that have started */
    struct sharing_delay ports; /* start - asked */
    struct sharing_delay links; /* arrival - start - time alone */
    uint64_t recomputations;    /* of paces, at most one a tick */
    uint64_t looks;             /* at an arc of a flow, while paces are found */
    size_t under_way, waiting;  /* now: started, not started */
    size_t most_under_way;
};
void sharing_totals(const struct sharing *s, struct sharing_totals *totals);

struct sharing_load {
    int tail, head;    /* vertices */
    double words;      /* that passed; messages in unit time, where they may be
                          of 0 bytes */
    uint64_t carrying; /* ticks with data on it */
    uint64_t full;     /* ticks in which it carried what it can; fifo: on all
                          lanes */
    int most;          /* flows at once; fifo: the longest queue, with those on
                          it */
};
/* Arcs that have carried anything, numbered as they were first used. */
size_t sharing_arcs(const struct sharing *s);
/* One of them up to `now`, a tick after settling. */
void sharing_load(const struct sharing *s, size_t arc, uint64_t now,
                  struct sharing_load *load);
/* The busiest, by words / capacity, ties by tail and head. Returns how many are
 * filled, `most` at most. */
size_t sharing_busiest(const struct sharing *s, uint64_t now,
                       struct sharing_load *load, size_t most);

#endif
