/**
 * Lower bounds on the time of every valid run of a question.
 *
 * A question is a problem with its settings, a network, a model, a cost, the
 * size of the data in bytes, the maximum number of blocks in one message, and
 * whether transfers may be routed through other processors. Its bound is the
 * highest bound of several arguments, each of which is proved for every run
 * (see docs/bounds.md).
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

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

struct weft_result;

/** How much time the search for cuts may take. */
enum weft_bound_cuts {
    WEFT_BOUND_CUTS_FAST, /**< search if the network is not too large */
    WEFT_BOUND_CUTS_NONE, /**< do not search for cuts */
    WEFT_BOUND_CUTS_ALL,  /**< search in any network, however long it takes */
};
/** The name of each value of enum weft_bound_cuts: "fast", "none", "all"; NULL
 * at the end. @since 0.2 */
extern const char *const weft_bound_cuts_names[];

#define WEFT_BOUND_ANY (-1) /**< messages may have any number of blocks */

/** Settings of the question that the experiment does not contain. All pointers
 * are borrowed during the call; zero is the default value of each member. */
struct weft_bound_options {
    /** whether each transfer passes only one link, or several links that are
     * joined by switches only, even in models that route transfers */
    bool one_link;
    enum weft_bound_cuts cuts;
    /** maximum length of a message in bytes, instead of the setting
     * `message-blocks`; 0: use that setting */
    uint64_t message_bytes;
    /** The goal to reach; NULL: the goal of the experiment's problem. With a
     * goal the experiment needs no problem. */
    const struct weft_goal *goal;
    uint64_t reserved[8]; /**< zero, for later versions @since 0.2 */
};

/** A number of a certificate: num / den; den 0 means that there is no limit. */
struct weft_bound_number {
    /** name of the number: "need", "capacity", "words", "stage"; static */
    const char *name;
    int64_t num, den;
    /** whether the number is a truth value: 1 (true) or 0 (false) */
    bool truth;
};

#define WEFT_BOUND_NUMBERS_MAX 6
#define WEFT_BOUND_TEXT 240
#define WEFT_BOUND_ARGUMENTS_MAX 12

/** A list of a certificate: vertices of the network. @since 0.2 */
struct weft_bound_list {
    const char *name; /**< name of the list, static; NULL: there is no list */
    int *vertex;      /**< [count] the vertices, owned by the answer */
    size_t count;
};

/** The bound that one argument proves, and its certificate: the numbers from
 * which a reader can compute the bound again. */
struct weft_bound_argument {
    const char *by; /**< name of the argument, such as "distance"; static */
    uint64_t bound; /**< the bound in time units, at least 1 */
    /** where the argument applies, such as "from 0 to 5" */
    char text[WEFT_BOUND_TEXT];
    /** name of `list`: "path", or "from" (the vertices on the sending side of a
     * cut); NULL: there is no list */
    const char *list_name;
    int *list; /**< [count] vertices, owned by the answer */
    size_t count;
    /** for a cut that is limited by ports instead of arcs: "send_ports" of the
     * processors on the sending side and "receive_ports" of the others */
    struct weft_bound_list more[2];
    int numbers;
    struct weft_bound_number number[WEFT_BOUND_NUMBERS_MAX];
};

/** A question and its bound. */
struct weft_bound_answer {
    /** name of the problem; "goal" if a goal was given instead */
    char problem[24];
    char network[WEFT_NETWORK_NAME_MAX], model[64], cost[WEFT_COST_TEXT];
    int processors;
    uint64_t bytes; /**< size of a block in bytes */
    /** number of bytes that each processor combines, in problems with the
     * setting `vector`; else 0 */
    uint64_t vector;
    /** maximum number of blocks in a message, or WEFT_BOUND_ANY; not used if
     * `message_bytes` was given */
    int64_t message_blocks;
    /** size in bytes of one of the blocks that `message_blocks` counts, if
     * there is a vector; else 0 */
    uint64_t part;
    uint64_t message_bytes; /**< the option `message_bytes` as it was given */
    /** the option `one_link` as it was given; false if it makes no
     * difference */
    bool one_link;
    /** whether receptions may begin later than their sends (on-conflict delay),
     * where that makes a difference */
    bool late;
    bool nothing; /**< whether nothing has to be sent, so that the bound is 0 */
    bool routed;  /**< whether a transfer may pass through other processors */
    bool unit;    /**< whether time units are steps (unit time) */
    /** the bound in time units: no valid run takes less; 0: nothing has to be
     * sent, or no bound is known (then `arguments` is 0) */
    uint64_t bound;
    const char *by; /**< name of the first argument; NULL: there is none */
    int arguments;
    /** [arguments] all arguments that apply, in descending order of their
     * bounds, equal ones in the order of docs/bounds.md */
    struct weft_bound_argument argument[WEFT_BOUND_ARGUMENTS_MAX];
    /** the bound that the author of a problem states in its file; not used for
     * `bound`; 0: none */
    uint64_t author;
    char author_by[64];
    /** what was left out, and why; "" if nothing was left out */
    char note[160];
    uint64_t reserved[8]; /**< zero, for later versions @since 0.2 */
};

/**
 * Compute the lower bound of the question that an experiment asks. The question
 * consists of the problem with its settings, the network, model, cost, bytes,
 * vector and message-blocks; the strategy only contributes its default model.
 * Without `vector`, and with costs, all-reduce and reduce-scatter have a vector
 * of `bytes` bytes in each processor.
 *
 * @param options  NULL: default values
 * @param answer   filled; free it with weft_bound_finish(), also after -1
 * @returns 0, or -1 with WEFT_ERROR_UNKNOWN or WEFT_ERROR_MISUSE (the
 *          experiment is inconsistent), WEFT_ERROR_WRONG (the goal cannot be
 *          reached: the text names the processor and the block),
 *          WEFT_ERROR_LIMIT or WEFT_ERROR_MEMORY
 *
 * Threads: any.
 * @since 0.2
 */
int weft_bound_of(const struct weft_experiment *experiment,
                  const struct weft_bound_options *options,
                  struct weft_bound_answer *answer, struct weft_error *err);

/**
 * Copy an answer into the result of a run of the same question: the bounds and,
 * if the run has ended, the ratio of its time to the bound.
 *
 * Threads: any.
 * @since 0.2
 */
void weft_bound_enter(const struct weft_bound_answer *answer,
                      struct weft_result *result);

/**
 * Return whether a run answers its question, that is, whether its messages have
 * at most as many blocks as the question allows. Only such a run has a ratio.
 *
 * Threads: any.
 * @since 0.2
 */
bool weft_bound_applies(const struct weft_result *result);

/**
 * Compute the bound that applies to one run that has ended: the bound of its
 * question for messages of at most as many bytes as the longest message of the
 * run.
 *
 * @param experiment  the experiment that asks the question
 * @param options     options of the question; NULL: the defaults
 * @returns 0, or -1 like weft_bound_of()
 *
 * Threads: any.
 * @since 0.2
 */
int weft_bound_enter_own(const struct weft_experiment *experiment,
                         const struct weft_bound_options *options,
                         struct weft_result *result, struct weft_error *err);

/**
 * Check that a run does not take less time than the bound of its question.
 *
 * @returns 0, or -1 with WEFT_ERROR_WRONG: there is a bug in weft, and the text
 *          asks the user to report it
 *
 * Threads: any.
 * @since 0.2
 */
int weft_bound_check(const struct weft_result *result, struct weft_error *err);

/** Free what an answer owns; a zeroed answer is allowed. @since 0.2 */
void weft_bound_finish(struct weft_bound_answer *answer);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
