/**
 * The checker: replays a trace or schedule against the rules, by its own
 * code; it shares nothing with the machine but the words of model.h.
 *
 * It is a sink: feed it a run, a file, anything that makes events in order.
 */
#ifndef WEFT_CHECK_H
#define WEFT_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/event.h>
#include <weft/model.h>
#include <weft/network.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** The readings of "in order" for successive broadcasts. */
enum weft_order { WEFT_ORDER_PROGRAM, WEFT_ORDER_ARRIVAL, WEFT_ORDER_BUFFERED };
extern const char *const weft_order_names[]; /**< NULL at the end */

/** Against what to check; all borrowed until weft_check_destroy. */
struct weft_check_options {
    const struct weft_network *network; /**< NULL: no network rules */
    const struct weft_model *model;     /**< NULL: no port rules */
    const char *problem; /**< NULL: no postcondition; else a name of
                              weft_check_problem() */
    enum weft_order order;
    int root;        /**< of a broadcast, reduction, ...; -1: find it */
    bool stores_too; /**< also judge store events if the trace has any */
};

/** The problems whose postcondition the checker knows; NULL past the end. */
const char *weft_check_problem(size_t index);

#define WEFT_FINDINGS_KEPT 32

/** One thing found, in full: slot, processor, both transfers, rule. */
struct weft_finding {
    uint64_t slot;
    int rank;
    char text[300];
};

struct weft_check_result {
    int processors;
    uint64_t makespan;  /**< end of the last transfer or computation, in time
                             units of the trace */
    uint64_t steps;     /**< makespan in slots, rounded up; 0: unknown slot */
    uint64_t messages;  /**< transfers */
    uint64_t conflicts; /**< broken rules of the network and the model,
                             counted as weft_outcome.conflicts is */
    uint64_t unmatched; /**< sends nobody received, receives nobody sent,
                             messages received before they were sent */
    bool solved;        /**< the problem's postcondition holds (true if none
                             was asked for) */
    int kept;
    struct weft_finding finding[WEFT_FINDINGS_KEPT]; /**< lowest slot first */
    uint64_t findings; /**< all of them, kept or not */
};

struct weft_check;

/** @returns a checker, or NULL with errno EINVAL, ENOENT (problem), ENOMEM */
struct weft_check *weft_check_create(const struct weft_check_options *options,
                                     struct weft_error *err);
/** The sink to feed. Owned by the checker. */
const struct weft_sink *weft_check_sink(struct weft_check *check);
/** The verdict, after the sink's end. Owned by the checker. */
const struct weft_check_result *weft_check_result(struct weft_check *check);
void weft_check_destroy(struct weft_check *check); /**< NULL is fine */

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
