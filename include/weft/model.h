/**
 * Models: what a processor may do at one time, and what a transfer costs.
 *
 * A model is a value; copy it freely. Rules: docs/architecture.md.
 *
 * Threads: any.
 */
#ifndef WEFT_MODEL_H
#define WEFT_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

enum weft_sends {
    WEFT_SENDS_ONE,  /**< one message to one processor, on each send port */
    WEFT_SENDS_SAME, /**< one message to any set of neighbours */
    WEFT_SENDS_ALL,  /**< one message per outgoing arc */
};

enum weft_receives {
    WEFT_RECEIVES_ONE, /**< one message on each receive port */
    WEFT_RECEIVES_ALL, /**< one message per incoming arc */
};

enum weft_duplex {
    WEFT_DUPLEX_HALF, /**< sending, receiving, computing exclude each other */
    WEFT_DUPLEX_FULL, /**< sending, receiving and computing are independent */
};

/** With WEFT_SENDS_ONE a transfer may go to any processor, over the network's
 * fixed route; otherwise to neighbours only. */
struct weft_model {
    char name[64];       /**< "shouting", or the written-out form */
    const char *summary; /**< one line; static */
    enum weft_sends sends;
    enum weft_receives receives;
    enum weft_duplex duplex;
    int send_ports;    /**< with WEFT_SENDS_ONE: how many at a time; 0 is 1.
                            @since 0.2 */
    int receive_ports; /**< with WEFT_RECEIVES_ONE, likewise. @since 0.2 */
};

#define WEFT_MODEL_PORTS_MAX 1024 /**< send and receive ports, at most */

/** The named model at an index, static; NULL past the end. Threads: any.
 * @since 0.2 */
const struct weft_model *weft_model(size_t index);

/**
 * Find a model by name (`shouting`, `all-port`, `one-port`,
 * `one-port-duplex`) or make it from `send=S,receive=R,duplex=D` (S: one,
 * same, all, or a number of ports; R: one, all, or a number of ports; D: half,
 * full; all three, in any order). A written-out form equal to a named model
 * keeps its written-out name.
 *
 * @returns 0, or -1 with WEFT_ERROR_UNKNOWN (the text names the nearest) or
 *          WEFT_ERROR_MISUSE (malformed, or @p text is NULL)
 * @since 0.1
 */
int weft_model_parse(const char *text, struct weft_model *model,
                     struct weft_error *err);

/** What a processor does. */
enum weft_use_kind { WEFT_USE_SEND, WEFT_USE_RECEIVE, WEFT_USE_COMPUTE };

/** How many sends, receptions or computations of one processor may go on at
 * the same time: 1, a number of ports, or INT_MAX where there is one for every
 * arc. (With WEFT_SENDS_SAME it is 1: one message.)
 * @since 0.2 */
int weft_model_ports(const struct weft_model *model, enum weft_use_kind kind);

/** What one processor does during one time interval. */
struct weft_use {
    enum weft_use_kind kind;
    int peer;    /**< the other end; -1 for a computation */
    int message; /**< message number; -1 for a computation */
};

/** A rule of a model, for reports. */
struct weft_rule {
    const char *name; /**< "two receptions", ... a short word or two */
    const char *text; /**< "a processor receives one message in a step" */
};

/**
 * The one implementation of the port rules: may one processor do both at the
 * same time? How many it may do is weft_model_ports(): where that is more than
 * one and no INT_MAX, two may get on with one another and yet be too many.
 *
 * @returns NULL if it may, else the rule they break. Two sends of the same
 *          message to the same peer, and two receptions from the same peer,
 *          break the rule of the arc: one message per arc and step.
 * @since 0.1
 */
const struct weft_rule *weft_model_clash(const struct weft_model *model,
                                         const struct weft_use *a,
                                         const struct weft_use *b);

/** "an arc carries one message in a step", for transfers over shared links.
 * @since 0.1 */
extern const struct weft_rule weft_rule_arc;
/** "a processor sends no more messages at a time than it has ports"
 * @since 0.2 */
extern const struct weft_rule weft_rule_send_ports;
/** The same of receiving. @since 0.2 */
extern const struct weft_rule weft_rule_receive_ports;
/** "a processor sends to its neighbours only" @since 0.1 */
extern const struct weft_rule weft_rule_neighbour;
/** "a processor sends only what it holds" @since 0.1 */
extern const struct weft_rule weft_rule_holds;

/** The readings of "in order" for successive broadcasts. */
enum weft_order { WEFT_ORDER_PROGRAM, WEFT_ORDER_ARRIVAL, WEFT_ORDER_BUFFERED };
/** The word of each; NULL at the end. @since 0.1 */
extern const char *const weft_order_names[];

/** The cost of transfers, in time units. Unit time is {1, 0, 0}. */
struct weft_cost {
    uint64_t ts; /**< start-up time */
    uint64_t tw; /**< per word of 8 bytes */
    uint64_t th; /**< per hop after the first */
};

#define WEFT_WORD 8 /**< bytes of a word, the unit of weft_cost.tw */

/** ts=T,tw=W,th=H: whole numbers, each at most once, missing ones 0.
 * @returns 0, or -1 with WEFT_ERROR_UNKNOWN (a key) or WEFT_ERROR_MISUSE
 * @since 0.1 */
int weft_cost_parse(const char *text, struct weft_cost *cost,
                    struct weft_error *err);

/** ts + tw * ceil(bytes / WEFT_WORD) + th * (hops - 1); at least 1.
 * @since 0.1 */
uint64_t weft_cost_time(const struct weft_cost *cost, size_t bytes, int hops);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
