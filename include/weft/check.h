/**
 * The checker: it replays a trace or a schedule and checks it against the
 * rules. Its code is independent of the machine; the two share only the types
 * of model.h.
 *
 * It is a sink: it accepts a run, a file, or any other ordered sequence of
 * events.
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

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** Whether to check "a processor sends only what it holds" even without a
 * problem. Then message numbers must identify messages, not types of
 * messages. */
enum weft_causality {
    /** check it in traces with steps, unless they name a problem whose message
     * numbers may not identify messages */
    WEFT_CAUSALITY_AUTO,
    WEFT_CAUSALITY_ON,
    WEFT_CAUSALITY_OFF
};

/** What to check a trace against. All pointers are borrowed until
 * weft_check_destroy(). */
struct weft_check_options {
    /** network of the run; NULL: do not check the rules of the network */
    const struct weft_network *network;
    /** model of the run; NULL: do not check the port rules */
    const struct weft_model *model;
    /** a name from weft_check_problem(); NULL: do not check a postcondition */
    const char *problem;
    /** goal to check instead of a problem. Message numbers are block numbers,
     * or messages state what they carry (weft_event_items()). A combined value
     * without a list of contributors consists of everything that its sender has
     * of the block */
    const struct weft_goal *goal;
    enum weft_order order;
    /** root of a broadcast, reduction, ...; -1: find it in the trace */
    int root;
    bool stores_too; /**< whether to check store events, too, if the trace has
                          any */
    /** whether to take the network, model, problem, order and root from the
     * parameters of the trace where they are not set here (NULL, NULL, NULL,
     * order_set false, -1) */
    bool from_trace;
    bool order_set; /**< whether `order` is set */
    enum weft_causality causality;
    /** Called for each finding when it is found, in no particular order, with
     * the slot and the rank of the processor (-1: none); may be NULL. */
    void (*reported)(void *arg, uint64_t slot, int rank);
    void *reported_arg;
    /** whether to check the whole goal, however long it takes; otherwise the
     * check of the goal stops after a few seconds, and the verdict on it is
     * "not judged".
     * @since 0.2 */
    bool unlimited;
    /** maximum number of findings for weft_check_finding(); 0:
     * WEFT_FINDINGS_KEPT @since 0.2 */
    size_t keep;
    uint64_t reserved[8]; /**< zero, for later versions @since 0.2 */
};

/** The verdict of a check. @since 0.2 */
enum weft_verdict {
    /** nothing that was checked is wrong, but something that the options or the
     * trace ask for could not be checked (see `missed` in struct
     * weft_check_basis), or nothing could be checked */
    WEFT_NOT_JUDGED,
    WEFT_VALID, /**< everything that was asked for was checked, and it holds */
    WEFT_NOT_VALID, /**< something that was checked is wrong */
    WEFT_VERDICTS
};
/** The names of the verdicts: "not judged", "valid", "not valid". @since 0.2 */
extern const char *const weft_verdict_names[WEFT_VERDICTS];

/** What a trace may be checked against, besides the matching of its sends and
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
/** The names of the parts: "network", "model", ... @since 0.2 */
extern const char *const weft_check_part_names[WEFT_CHECK_PARTS];

/** Who asked for a part of the check. */
enum weft_check_from {
    WEFT_CHECK_NOT,    /**< the part was not checked */
    WEFT_CHECK_ASKED,  /**< the options asked for it */
    WEFT_CHECK_TRACE,  /**< the trace names it */
    WEFT_CHECK_ALWAYS, /**< the part is always checked */
};

/** One part of a check, and whether it was done. */
struct weft_check_basis {
    enum weft_check_from from;
    /** name of what was checked against, such as "hypercube:4"; empty if the
     * part was not checked */
    char word[WEFT_NETWORK_NAME_MAX];
    /** why the part was not checked, or only partly; empty if it was checked,
     * or if it does not apply to the problem */
    char why[240];
    /** whether the options or the trace ask for this part, and it was not
     * checked @since 0.2 */
    bool missed;
    /** option of weft check that would make it check this part ("--no-limit");
     * NULL: no option would, or it was checked; static @since 0.2 */
    const char *option;
};

/** One rule that the checker checks. @since 0.2 */
struct weft_check_rule {
    /** name of the rule, such as "causality"; for a part, its name in
     * weft_check_part_names */
    const char *name;
    const char *judged; /**< what the rule checks */
    const char *from;   /**< the data of a trace on which the rule is checked */
    /** names of the trace formats that can state these data, separated by
     * spaces */
    const char *formats;
    /** option of weft check that asks for this rule; NULL: it is always
     * checked */
    const char *option;
};
/** Return the rule at an index, or NULL past the end. These are all the rules
 * that are checked. @since 0.2 */
const struct weft_check_rule *weft_check_rule(size_t index);

/** Return the name of the problem at an index, among those whose postcondition
 * the checker knows; NULL past the end.
 * @since 0.1 */
const char *weft_check_problem(size_t index);

#define WEFT_FINDINGS_KEPT 32

/** A transfer that a finding is about. @since 0.2 */
struct weft_finding_transfer {
    /** slot in which its send, or the reception, begins; counted like the slot
     * of the finding */
    uint64_t slot;
    int from, to;
    int32_t message;
};

/** One finding, with its slot, processor, transfers and rule. */
struct weft_finding {
    /** slot of the finding; in a trace without steps, its time plus one, but at
     * most UINT64_MAX */
    uint64_t slot;
    int rank; /**< rank of the processor; -1: none */
    char text[300];
    /** name of the broken rule: "two receptions", as in struct weft_rule, else
     * a name of weft_check_rule(); static @since 0.2 */
    const char *rule;
    /** number of elements in the arrays below, in order of the messages; 0:
     * none @since 0.2 */
    int messages, peers, transfers;
    int32_t message[2]; /**< [messages] numbers of the messages @since 0.2 */
    /** [peers] ranks of the other ends, as seen from @c rank @since 0.2 */
    int peer[2];
    bool has_arc; /**< whether the link is known, see `arc` @since 0.2 */
    int arc[2];   /**< vertices that the link leads from and to @since 0.2 */
    /** [transfers] transfers of the finding @since 0.2 */
    struct weft_finding_transfer transfer[2];
};

struct weft_check_result {
    int processors;
    /** end of the last transfer or computation, in time units of the trace; if
     * the trace has no steps, the time from its first record to its last */
    uint64_t makespan;
    /** makespan in slots, rounded up; 0: the length of a slot is not known */
    uint64_t steps;
    bool timed; /**< whether the trace has no steps, only times @since 0.2 */
    uint64_t messages; /**< number of transfers */
    /** number of times that a rule of the network or the model was broken,
     * counted like weft_outcome.conflicts */
    uint64_t conflicts;
    /** number of sends without a receive, of receives without a send, and of
     * messages that were received before they were sent */
    uint64_t unmatched;
    /** number of sends of data that the processor did not hold; without a
     * problem, counted once for each processor and message */
    uint64_t unheld;
    /** whether there was something to check: a problem, or events that a rule
     * applies to and that do not fulfil it by construction */
    bool judged;
    /** what was checked against, for each part */
    struct weft_check_basis basis[WEFT_CHECK_PARTS];
    /** whether the problem's postcondition holds (true if none was asked for,
     * false if it was not checked) */
    bool solved;
    enum weft_verdict verdict; /**< the verdict of the check @since 0.2 */
    int kept;
    /** the findings with the lowest slots, in ascending order */
    struct weft_finding finding[WEFT_FINDINGS_KEPT];
    uint64_t findings; /**< number of all findings, whether kept or not */
    /** whether a reception begins later than its send; false with LogGP costs
     * @since 0.2 */
    bool delayed;
    /** maximum number of messages that began on one arc in one slot; 0: neither
     * a network nor a model was checked against, or LogGP costs @since 0.2 */
    uint32_t load;
    /** first slot with that number of messages on an arc @since 0.2 */
    uint64_t load_slot;
    int load_from, load_to; /**< vertices that this arc joins @since 0.2 */
};

struct weft_check;

/**
 * Create a checker.
 *
 * @returns the checker, or NULL with an error of kind WEFT_ERROR_UNKNOWN (the
 *          problem), WEFT_ERROR_MISUSE (the root) or WEFT_ERROR_MEMORY
 *
 * Threads: a checker belongs to one thread at a time.
 * @since 0.1
 */
struct weft_check *weft_check_create(const struct weft_check_options *options,
                                     struct weft_error *err);
/** Set another goal, before the sink's begin: for a goal that depends on the
 * number of processors in the trace. It is borrowed like the goal of the
 * options. @since 0.2 */
void weft_check_set_goal(struct weft_check *check,
                         const struct weft_goal *goal);
/** Return the sink that takes the events. It is owned by the checker.
 * @since 0.1 */
const struct weft_sink *weft_check_sink(struct weft_check *check);
/** Return the result, after the sink's end. It is owned by the checker.
 * @since 0.1 */
const struct weft_check_result *weft_check_result(struct weft_check *check);
/** Return the finding at an index, in ascending order of slots, after the
 * sink's end. The option @c keep limits their number; NULL past the last one.
 * Owned by the checker. @since 0.2 */
const struct weft_finding *weft_check_finding(const struct weft_check *check,
                                              size_t index);
/** Free a checker; NULL is allowed. @since 0.1 */
void weft_check_destroy(struct weft_check *check);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
