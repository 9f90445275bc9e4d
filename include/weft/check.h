/**
 * The checker: replays a trace or schedule against the rules, by its own
 * code; it shares nothing with the machine but the words of model.h.
 *
 * It is a sink: feed it a run, a file, anything that makes events in order.
 *
 * Threads: any; a checker belongs to one thread at a time.
 */
#ifndef WEFT_CHECK_H
#define WEFT_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/event.h>
#include <weft/goal.h>
#include <weft/model.h>
#include <weft/network.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** Is "a processor sends only what it holds" judged without a problem, too?
 * Then message numbers must name messages, not types. */
enum weft_causality {
    WEFT_CAUSALITY_AUTO, /**< in traces with steps, unless they name a problem
                              whose numbers are not known to name messages */
    WEFT_CAUSALITY_ON,
    WEFT_CAUSALITY_OFF
};

/** Against what to check; all borrowed until weft_check_destroy. */
struct weft_check_options {
    const struct weft_network *network; /**< NULL: no network rules */
    const struct weft_model *model;     /**< NULL: no port rules */
    const char *problem;          /**< NULL: no postcondition; else a name of
                                       weft_check_problem() */
    const struct weft_goal *goal; /**< what must be reached instead of a
                              problem; messages are numbered as its blocks,
                              or say what they carry (weft_event_items()). A
                              combined value without contributors is all that
                              its sender has of the block */
    enum weft_order order;
    int root;        /**< of a broadcast, reduction, ...; -1: find it */
    bool stores_too; /**< also judge store events if the trace has any */
    bool from_trace; /**< take network, model, problem, order and root from the
                          trace's own words where they are left open here
                          (NULL, NULL, NULL, order_set, -1) */
    bool order_set;  /**< order is not left open */
    enum weft_causality causality;
    /** Told the slot and the processor (-1: none) of every finding when it is
     * found, in no order; may be NULL. */
    void (*told)(void *arg, uint64_t slot, int rank);
    void *told_arg;
    bool unlimited; /**< judge all of a goal, whatever time that takes; else
                         judging it stops after some seconds, and the goal is
                         not judged. @since 0.2 */
    size_t keep;    /**< findings for weft_check_finding(); 0:
                         WEFT_FINDINGS_KEPT @since 0.2 */
};

/** What a check came to. @since 0.2 */
enum weft_verdict {
    WEFT_NOT_JUDGED, /**< nothing is wrong in what was judged, but something
                          that the options or the trace ask for could not be
                          judged (weft_check_basis.missed), or nothing could */
    WEFT_VALID,      /**< all that was asked for was judged, and it holds */
    WEFT_NOT_VALID,  /**< something that was judged is wrong */
    WEFT_VERDICTS
};
/** "not judged", "valid", "not valid". @since 0.2 */
extern const char *const weft_verdict_names[WEFT_VERDICTS];

/** What a trace may be judged by, besides the matching of its sends and
 * receives. */
enum weft_check_part {
    WEFT_CHECK_NETWORK,
    WEFT_CHECK_MODEL,
    WEFT_CHECK_PROBLEM,
    WEFT_CHECK_ORDER,
    WEFT_CHECK_ROOT,
    WEFT_CHECK_CAUSALITY,
    WEFT_CHECK_PARTS
};
/** "network", "model", ... @since 0.2 */
extern const char *const weft_check_part_names[WEFT_CHECK_PARTS];

/** Who said so. */
enum weft_check_from {
    WEFT_CHECK_NOT,    /**< not judged */
    WEFT_CHECK_ASKED,  /**< the options */
    WEFT_CHECK_TRACE,  /**< the trace */
    WEFT_CHECK_ALWAYS, /**< nobody: it is the rule */
};

/** One part of what a trace was judged by. */
struct weft_check_basis {
    enum weft_check_from from;
    char word[WEFT_NETWORK_NAME_MAX]; /**< "hypercube:4"; empty if not judged */
    char why[240]; /**< why it is not judged, or only in part; empty if it is,
                        or if the problem has no such thing */
    bool missed; /**< the options or the trace ask for it, and it is not judged
                      @since 0.2 */
    const char *option; /**< of weft check, that would judge it ("--no-limit");
                             NULL: none would, or it is judged; constant
                             @since 0.2 */
};

/** One thing that the checker judges. @since 0.2 */
struct weft_check_rule {
    const char *name;    /**< "causality"; a part's is the same as in
                              weft_check_part_names */
    const char *judged;  /**< what is judged */
    const char *from;    /**< what of a trace it is judged from */
    const char *formats; /**< the formats that can say that, their names with
                              spaces between them */
    const char *option;  /**< of weft check, that asks for it; NULL: it is
                              always judged */
};
/** The rows of the table of what is judged; NULL past the end. Nothing else of
 * a trace is looked at. @since 0.2 */
const struct weft_check_rule *weft_check_rule(size_t index);

/** The problems whose postcondition the checker knows; NULL past the end.
 * @since 0.1 */
const char *weft_check_problem(size_t index);

#define WEFT_FINDINGS_KEPT 32

/** A transfer that a finding is about. @since 0.2 */
struct weft_finding_transfer {
    uint64_t slot; /**< that its send, or the reception, begins in; counted as
                        that of the finding */
    int from, to;
    int32_t message;
};

/** One thing found, in full: slot, processor, both transfers, rule. */
struct weft_finding {
    uint64_t slot; /**< of a trace without steps the time, plus one; the last
                        of all times counts as the one before it */
    int rank;      /**< -1: none */
    char text[300];
    const char *rule; /**< that is broken: "two receptions", as in struct
                           weft_rule, else a name of weft_check_rule();
                           constant @since 0.2 */
    int messages, peers, transfers; /**< that are named below, in order of the
                                         messages; 0: none is @since 0.2 */
    int32_t message[2];             /**< [messages] @since 0.2 */
    int peer[2];  /**< [peers]: the other ends, as seen from @c rank
                       @since 0.2 */
    bool has_arc; /**< the link is known: @since 0.2 */
    int arc[2];   /**< from, to: vertices of the network @since 0.2 */
    struct weft_finding_transfer transfer[2]; /**< [transfers] @since 0.2 */
};

struct weft_check_result {
    int processors;
    uint64_t makespan;  /**< end of the last transfer or computation, in time
                             units of the trace; if it has no steps, from its
                             first record to its last */
    uint64_t steps;     /**< makespan in slots, rounded up; 0: unknown slot */
    bool timed;         /**< the trace has no steps @since 0.2 */
    uint64_t messages;  /**< transfers */
    uint64_t conflicts; /**< broken rules of the network and the model,
                             counted as weft_outcome.conflicts is */
    uint64_t unmatched; /**< sends nobody received, receives nobody sent,
                             messages received before they were sent */
    uint64_t unheld;    /**< sends of what the processor did not hold; without
                             a problem once for a processor and message */
    bool judged; /**< there was something to judge: a problem, or events and a
                      rule for them that they do not fulfil by themselves */
    struct weft_check_basis basis[WEFT_CHECK_PARTS]; /**< by what */
    bool solved; /**< the problem's postcondition holds (true if none
                      was asked for, false if it is not judged) */
    enum weft_verdict verdict; /**< @since 0.2 */
    int kept;
    struct weft_finding finding[WEFT_FINDINGS_KEPT]; /**< lowest slot first */
    uint64_t findings; /**< all of them, kept or not */
    bool delayed;  /**< a reception begins later than its send; false with LogGP
                        costs @since 0.2 */
    uint32_t load; /**< the most messages that began on one arc in one slot; 0:
                        neither a network nor a model was judged by, or LogGP
                        costs @since 0.2 */
    uint64_t load_slot;     /**< the first such slot @since 0.2 */
    int load_from, load_to; /**< the arc, of vertices @since 0.2 */
};

struct weft_check;

/**
 * @returns a checker, or NULL with an error of kind WEFT_ERROR_UNKNOWN (the
 *          problem), WEFT_ERROR_MISUSE (the root) or WEFT_ERROR_MEMORY
 *
 * Threads: a checker belongs to one thread at a time.
 * @since 0.1
 */
struct weft_check *weft_check_create(const struct weft_check_options *options,
                                     struct weft_error *err);
/** Another goal, before the sink's begin: one that depends on how many
 * processors the trace has. Borrowed as that of the options. @since 0.2 */
void weft_check_set_goal(struct weft_check *check,
                         const struct weft_goal *goal);
/** The sink to feed. Owned by the checker. @since 0.1 */
const struct weft_sink *weft_check_sink(struct weft_check *check);
/** The verdict, after the sink's end. Owned by the checker. @since 0.1 */
const struct weft_check_result *weft_check_result(struct weft_check *check);
/** The findings, lowest slot first, after the sink's end: as many as the option
 * @c keep says, NULL past the last one. Owned by the checker. @since 0.2 */
const struct weft_finding *weft_check_finding(const struct weft_check *check,
                                              size_t index);
/** Free it; NULL is fine. @since 0.1 */
void weft_check_destroy(struct weft_check *check);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
