/* Time under contention: transfers that wait for ports and share links.
 *
 * There are no processors here: the caller (the event loop of the machine,
 * schedules, tests) requests transfers and computations at a tick, and is
 * notified when they start and end. docs/sharing.md has the semantics.
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
 * so all changes of a tick cost one recomputation. Time never decreases: `now`
 * is neither below an earlier one nor above sharing_next().
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

#define SHARING_TICKS 1000000 /* number of ticks in a time unit */
#define SHARING_TICK_MAX ((uint64_t)1 << 62)
#define SHARING_NEVER UINT64_MAX

struct sharing;

struct sharing_options {
    const struct weft_network *network; /* must outlive the object */
    const struct weft_model *model;     /* copied by sharing_create() */
    const struct weft_cost *cost;       /* copied by sharing_create() */
    enum weft_sharing kind;             /* WEFT_SHARING_FAIR or _FIFO */
    /* whether there are no limits on the work that a file may cause */
    bool unlimited;
    bool full; /* for tests: whether to recompute all paces at every tick */
};

/* Return a new object; NULL with WEFT_ERROR_MISUSE (no such kind) or
 * WEFT_ERROR_MEMORY. */
struct sharing *sharing_create(const struct sharing_options *options,
                               struct weft_error *err);
void sharing_destroy(struct sharing *s); /* NULL is allowed */
/* Return why a call failed: WEFT_ERROR_MEMORY or WEFT_ERROR_LIMIT. */
const struct weft_error *sharing_failure(const struct sharing *s);

/* ---- asking ---------------------------------------------------------------
 */

/* no particular port: the model determines how many transfers there may be at a
 * time */
#define SHARING_ANY_PORT -1

/* A transfer. With send=same, several copies form one message, which starts
 * when all its receivers can take it. The caller has checked that the model
 * allows it. */
struct sharing_ask {
    int from;
    /* SHARING_ANY_PORT, or the number of a port, from 0, at the sender and at
     * each receiver; whatever the model, this port carries one transfer in each
     * direction at a time */
    const int *to;
    int copies;
    int port; /* passed back in the news about the transfer */
    uint64_t bytes;
    uint64_t tag; /* comes back in news */
    /* LogGP: whether it is another copy of the sender's last message, so that
     * it may leave at the same tick */
    bool again;
    /* switches that it passes, as of weft_event_way(), until it is over; NULL:
     * it takes the route of the network */
    const char *way;
};

/* Request a transfer at `now`, between sharing_end() and sharing_start(). */
int sharing_send(struct sharing *s, uint64_t now,
                 const struct sharing_ask *ask);
/* Let a copy for one more receiver join the transfer with this tag, which was
 * requested last by this sender, at `now` and without a port. Return 1; 0: the
 * transfer has started; or -1. */
int sharing_join(struct sharing *s, uint64_t now, int from, int to,
                 uint64_t tag);
/* Request a computation of this many ticks, which may be 0, in the same way.
 * With half duplex, it waits until its processor does nothing else, and then
 * keeps the processor from sending and receiving; otherwise, and with LogGP, it
 * starts at once. */
int sharing_compute(struct sharing *s, uint64_t now, int rank, uint64_t ticks,
                    uint64_t tag);
/* Request a piece of news at the tick `at`, not before `now`. It occupies
 * nothing and waits for nothing. */
int sharing_wake(struct sharing *s, uint64_t now, int rank, uint64_t at,
                 uint64_t tag);

/* ---- news -----------------------------------------------------------------
 */

enum sharing_what {
    /* a transfer or a computation has its ports; only from sharing_start() */
    SHARING_STARTED,
    SHARING_FIRST,    /* LogGP: the first byte of a copy has arrived */
    SHARING_ARRIVED,  /* a copy has arrived; LogGP: its last byte */
    SHARING_OVER,     /* all copies have arrived; directly after the last one */
    SHARING_COMPUTED, /* a computation has ended */
    SHARING_WOKEN     /* the tick of sharing_wake() has come */
};

struct sharing_news {
    enum sharing_what what;
    int from; /* rank of the sender, or of the processor */
    int to;   /* receiver, for SHARING_FIRST and SHARING_ARRIVED; else -1 */
    uint64_t tag;
    /* ticks at which it was requested, and at which it started */
    uint64_t asked, start;
    /* for SHARING_FIRST and SHARING_ARRIVED: tick at which the first byte
     * arrived with LogGP; else `start` */
    uint64_t first;
    uint64_t end; /* the current tick, `now` */
};

/* A list of news, valid until the next call of sharing_end() or
 * sharing_start(). */
struct sharing_list {
    const struct sharing_news *news;
    size_t count;
};

/* Return the next tick at which something ends; SHARING_NEVER: none. Then
 * nothing waits, either, because ports cannot deadlock. */
uint64_t sharing_next(const struct sharing *s);
/* Process everything that ends at `now`, and list it by start (wakes: by
 * request), copies in the order of ask.to. */
int sharing_end(struct sharing *s, uint64_t now, struct sharing_list *list);
/* Start everything that can start at `now`, in the order of the request's tick,
 * the rank of the sender, and the number among the sender's requests. */
int sharing_start(struct sharing *s, uint64_t now, struct sharing_list *list);
/* Put the data of the transfers whose head is over on links, and recompute the
 * paces once. */
int sharing_settle(struct sharing *s, uint64_t now);

/* For tests: return what is wrong with the paces after sharing_settle(), or
 * NULL: a pace above the flow's own, an arc above its capacity, or a flow that
 * could be faster without slowing a flow that is not faster. */
const char *sharing_audit(const struct sharing *s);

/* ---- sums -----------------------------------------------------------------
 */

/* Delays in ticks: number of those above a thousandth of a time unit; sum and
 * maximum of all. */
struct sharing_delay {
    uint64_t count, sum, most;
};

struct sharing_totals {
    uint64_t transfers;         /* number of transfers that have started */
    struct sharing_delay ports; /* time spent waiting for ports: start -
                                   asked */
    /* delays on links: arrival - start, minus the time that the transfer would
     * take alone */
    struct sharing_delay links;
    /* number of recomputations of paces, at most one per tick */
    uint64_t recomputations;
    /* number of inspections of an arc of a flow when paces are computed */
    uint64_t looks;
    /* numbers of transfers that have started and not arrived, and that have not
     * started */
    size_t under_way, waiting;
    size_t most_under_way;
};
void sharing_totals(const struct sharing *s, struct sharing_totals *totals);

struct sharing_load {
    int tail, head; /* vertices that the arc leads from and to */
    /* number of words that passed; in unit time, of messages, since these may
     * have 0 bytes */
    double words;
    uint64_t carrying; /* number of ticks with data on the arc */
    /* number of ticks in which the arc was full; fifo: with data on all lanes
     */
    uint64_t full;
    /* maximum number of flows at once; fifo: maximum length of the queue,
     * including the transfers on the arc */
    int most;
};
/* Return the number of arcs that have carried anything; they are numbered in
 * the order of their first use. */
size_t sharing_arcs(const struct sharing *s);
/* Get the load of an arc up to `now`, a tick after sharing_settle(). */
void sharing_load(const struct sharing *s, size_t arc, uint64_t now,
                  struct sharing_load *load);
/* List the busiest arcs, by words / capacity, ties by tail and head. Returns
 * their number, at most `most`. */
size_t sharing_busiest(const struct sharing *s, uint64_t now,
                       struct sharing_load *load, size_t most);

#endif
