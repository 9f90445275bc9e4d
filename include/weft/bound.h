/**
 * Lower bounds: the least time that any valid run of a question takes.
 *
 * A question is a problem with its settings, a network, a model, a cost, the
 * bytes of the data, the most blocks that one message may carry, and whether
 * transfers are routed past other processors. Its bound is the highest of
 * several arguments, each proved for every run (docs/bounds.md).
 *
 * Threads: any; an answer belongs to one thread at a time.
 */
#ifndef WEFT_BOUND_H
#define WEFT_BOUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/goal.h>
#include <weft/model.h>
#include <weft/network.h>
#include <weft/setting.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

struct weft_result;

/** How long cuts are searched for. */
enum weft_bound_cuts {
    WEFT_BOUND_CUTS_FAST, /**< if the network is not too large */
    WEFT_BOUND_CUTS_NONE, /**< not at all */
    WEFT_BOUND_CUTS_ALL,  /**< however long it takes */
};
/** The word of each: "fast", "none", "all"; NULL at the end. @since 0.2 */
extern const char *const weft_bound_cuts_names[];

#define WEFT_BOUND_ANY (-1) /**< messages of any number of blocks */

/** What the experiment leaves open. All borrowed for the call; zero is the
 * default of each. */
struct weft_bound_options {
    bool one_link; /**< each transfer passes one link, or several that only
                        switches join, in models that route transfers, too */
    enum weft_bound_cuts cuts;
    uint64_t message_bytes; /**< messages have at most so many bytes, whatever
                                 the setting `message-blocks` says; 0: as that
                                 says */
    /** What is to be reached; NULL: the goal of the experiment's problem. With
     * a goal the experiment needs no problem. */
    const struct weft_goal *goal;
};

/** A number of a certificate, num / den; den 0: without limit. */
struct weft_bound_number {
    const char *name; /**< "need", "capacity", "words", "stage"; static */
    int64_t num, den;
    bool truth; /**< it is 1 or 0, for true or false */
};

#define WEFT_BOUND_NUMBERS_MAX 6
#define WEFT_BOUND_TEXT 240
#define WEFT_BOUND_ARGUMENTS_MAX 12

/** A list of a certificate: vertices of the network. @since 0.2 */
struct weft_bound_list {
    const char *name; /**< static; NULL: there is none */
    int *vertex;      /**< [count] owned by the answer */
    size_t count;
};

/** What one argument proves, and its certificate: the numbers from which a
 * reader can compute the bound again. */
struct weft_bound_argument {
    const char *by;             /**< "distance"; static */
    uint64_t bound;             /**< in time units, at least 1 */
    char text[WEFT_BOUND_TEXT]; /**< "from 0 to 5" */
    const char *list_name; /**< what `list` is: "path", "from" (the vertices on
                                the sending side of a cut); NULL: no list */
    int *list;             /**< [count] vertices, owned by the answer */
    size_t count;
    struct weft_bound_list more[2]; /**< of a cut: "send_ports" of processors
                                         on the sending side, "receive_ports"
                                         of the others, where it goes through
                                         ports in the place of arcs */
    int numbers;
    struct weft_bound_number number[WEFT_BOUND_NUMBERS_MAX];
};

/** A question and its bound. */
struct weft_bound_answer {
    char problem[24]; /**< "goal" where a goal was given instead */
    char network[WEFT_NETWORK_NAME_MAX], model[64], cost[WEFT_COST_TEXT];
    int processors;
    uint64_t bytes;  /**< of a block */
    uint64_t vector; /**< bytes of what each processor combines, in problems
                          that have the setting `vector`; else 0 */
    int64_t message_blocks; /**< B, or WEFT_BOUND_ANY; not used where
                                 `message_bytes` was given */
    uint64_t part; /**< bytes of one of the blocks of `message_blocks`, where
                        there is a vector; else 0 */
    uint64_t message_bytes; /**< as it was given */
    bool one_link;          /**< as it was given, where it says anything */
    bool late;              /**< receptions may begin later than their sends
                                 (on-conflict delay), where it matters */
    bool nothing;           /**< nothing has to be sent: the bound is 0 */
    bool routed;            /**< a transfer may pass other processors */
    bool unit;              /**< unit time: time units are steps */
    uint64_t bound; /**< no valid run takes less, in time units; 0: nothing
                         has to be sent, or nothing is known (arguments 0) */
    const char *by; /**< of the first argument; NULL: there is none */
    int arguments;
    /** [arguments] all that apply, the highest first, equal ones in the order
     * of docs/bounds.md */
    struct weft_bound_argument argument[WEFT_BOUND_ARGUMENTS_MAX];
    uint64_t author; /**< the bound of a problem from a file, its author's word;
                          not used in `bound`; 0: none */
    char author_by[64];
    char note[160]; /**< what was left out, and why; "" if nothing was */
};

/**
 * The bound of the question that an experiment asks: of its problem with its
 * settings, network, model, cost, bytes, vector, message-blocks; of a strategy
 * and how a run is done it uses the default model only. Without `vector`, and
 * with costs, all-reduce and reduce-scatter have a vector of `bytes` for each
 * processor.
 *
 * @param options  NULL: the defaults
 * @param answer   filled; to be freed by weft_bound_finish(), also after -1
 * @returns 0, or -1 with WEFT_ERROR_UNKNOWN or WEFT_ERROR_MISUSE (the
 *          experiment makes no sense), WEFT_ERROR_WRONG (nobody can reach the
 *          goal: the text names processor and block), WEFT_ERROR_LIMIT or
 *          WEFT_ERROR_MEMORY
 *
 * Threads: any.
 * @since 0.2
 */
int weft_bound_of(const struct weft_experiment *experiment,
                  const struct weft_bound_options *options,
                  struct weft_bound_answer *answer, struct weft_error *err);

/**
 * Enter an answer into the result of a run of its question: its bounds and, if
 * the run has ended, its ratio.
 *
 * Threads: any.
 * @since 0.2
 */
void weft_bound_enter(const struct weft_bound_answer *answer,
                      struct weft_result *result);

/**
 * Is a run one of its question: do its messages have at most as many blocks as
 * the question allows? Only such a run has a ratio.
 *
 * Threads: any.
 * @since 0.2
 */
bool weft_bound_applies(const struct weft_result *result);

/**
 * Ask for the own bound of a run that has ended: the bound of its question for
 * messages of at most as many bytes as its longest.
 *
 * @param experiment  of the question
 * @param options     of the question; NULL: the defaults
 * @returns 0, or -1 as weft_bound_of()
 *
 * Threads: any.
 * @since 0.2
 */
int weft_bound_enter_own(const struct weft_experiment *experiment,
                         const struct weft_bound_options *options,
                         struct weft_result *result, struct weft_error *err);

/**
 * No valid run takes less than the bound of its question.
 *
 * @returns 0, or -1 with WEFT_ERROR_WRONG: weft has a fault, and the text asks
 *          to report it
 *
 * Threads: any.
 * @since 0.2
 */
int weft_bound_check(const struct weft_result *result, struct weft_error *err);

/** Free what an answer owns; a zeroed one is fine. @since 0.2 */
void weft_bound_finish(struct weft_bound_answer *answer);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
