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
    int peer;       /**< the other end; -1 for a computation */
    int message;    /**< message number; -1 for a computation */
    uint32_t items; /**< of a send: what the message carries besides, as in its
                         event; 0: what its number says @since 0.2 */
};

/** A rule of a model, for reports. `text` completes "the model allows". */
struct weft_rule {
    const char *name; /**< "two receptions", ... a short word or two */
    const char *text; /**< "one reception per step" */
};

/**
 * The one implementation of the port rules: may one processor do both at the
 * same time? How many it may do is weft_model_ports(): where that is more than
 * one and no INT_MAX, two may get on with one another and yet be too many.
 *
 * @returns NULL if it may, else the rule they break. Two sends of the same
 *          message, carrying the same, to the same peer, and two receptions
 *          from the same peer, break the rule of the arc: one message per arc
 *          and step.
 * @since 0.1
 */
const struct weft_rule *weft_model_clash(const struct weft_model *model,
                                         const struct weft_use *a,
                                         const struct weft_use *b);

/** The rule at an index, static; NULL past the end. @since 0.2 */
const struct weft_rule *weft_rule(size_t index);

/** "one message per step in each direction of a link", for transfers over
 * shared links.
 * @since 0.1 */
extern const struct weft_rule weft_rule_arc;
/** "one message per step on each lane of a link": of arcs with several lanes.
 * @since 0.2 */
extern const struct weft_rule weft_rule_lanes;
/** "one send at a time on each send port" @since 0.2 */
extern const struct weft_rule weft_rule_send_ports;
/** The same of receiving. @since 0.2 */
extern const struct weft_rule weft_rule_receive_ports;
/** "sends to neighbours only" @since 0.1 */
extern const struct weft_rule weft_rule_neighbour;
/** "sends of received messages only" @since 0.1 */
extern const struct weft_rule weft_rule_holds;

/** The readings of "in order" for successive broadcasts. */
enum weft_order { WEFT_ORDER_PROGRAM, WEFT_ORDER_ARRIVAL, WEFT_ORDER_BUFFERED };
/** The word of each; NULL at the end. @since 0.1 */
extern const char *const weft_order_names[];

/** The cost of transfers, in time units: of a start-up, words and hops (unit
 * time is {1, 0, 0}), or in the LogGP model (Alexandrov and others 1995).
 *
 * In LogGP a message of k bytes that is sent at s keeps its sender until s + o
 * and keeps its next message away until s + g + (k - 1) G. Its first byte is
 * there at s + o + L; from then on, or from when the receiver is free, it
 * keeps the receiver for (k - 1) G + o. Hops cost nothing, and no two messages
 * meet on a link. */
struct weft_cost {
    uint64_t ts;      /**< start-up time */
    uint64_t tw;      /**< per word of 8 bytes */
    uint64_t th;      /**< per hop after the first */
    bool loggp;       /**< what follows counts, and nothing above. @since 0.2 */
    uint64_t latency; /**< L @since 0.2 */
    uint64_t overhead; /**< o, at each end @since 0.2 */
    uint64_t gap;      /**< g, between messages @since 0.2 */
    uint64_t per_byte; /**< G, for each byte after the first @since 0.2 */
};

/** How messages share a link in a run or a replay. @since 0.2 */
enum weft_sharing {
    WEFT_SHARING_NONE, /**< not at all: two on one lane are a conflict */
    WEFT_SHARING_FAIR, /**< all at once, at max-min fair paces */
    WEFT_SHARING_FIFO, /**< one after the other on each lane */
};
/** The word of each; NULL at the end. @since 0.2 */
extern const char *const weft_sharing_names[];

#define WEFT_WORD 8 /**< bytes of a word, the unit of weft_cost.tw */

/** ts=T,tw=W,th=H, or loggp:L=T,o=T,g=T,G=T: whole numbers, each at most
 * once, missing ones 0.
 * @returns 0, or -1 with WEFT_ERROR_UNKNOWN (a key) or WEFT_ERROR_MISUSE
 * @since 0.1 */
int weft_cost_parse(const char *text, struct weft_cost *cost,
                    struct weft_error *err);

#define WEFT_COST_TEXT 128 /**< bytes that weft_cost_print() writes at most */

/** The text that weft_cost_parse() reads. @since 0.2 */
void weft_cost_print(const struct weft_cost *cost, char text[WEFT_COST_TEXT]);

/** Does every transfer take one time unit? @since 0.2 */
bool weft_cost_is_unit(const struct weft_cost *cost);

/** From when a message leaves to when it has been received by one who is free:
 * ts + tw * ceil(bytes / WEFT_WORD) + th * (hops - 1), or
 * 2 o + L + G * (bytes - 1); at least 1.
 * @since 0.1 */
uint64_t weft_cost_time(const struct weft_cost *cost, size_t bytes, int hops);

/** From when a message leaves over one link to when everything of it is over:
 * it has been received, and its sender may send again. That is
 * weft_cost_time(), or g + G * (bytes - 1) if that is more.
 * @since 0.2 */
uint64_t weft_cost_period(const struct weft_cost *cost, size_t bytes);

/** How long a message keeps its sender, and, from its first byte on, its
 * receiver: o, and o + G * (bytes - 1). Without LogGP all the time that the
 * transfer takes over one link.
 * @since 0.2 */
uint64_t weft_cost_sending(const struct weft_cost *cost, size_t bytes);
/** See weft_cost_sending(). @since 0.2 */
uint64_t weft_cost_receiving(const struct weft_cost *cost, size_t bytes);
/** How much later than the last one, of so many bytes, the next message may
 * leave or begin to arrive at the same processor: g + G * (bytes - 1), and
 * nothing without LogGP.
 * @since 0.2 */
uint64_t weft_cost_gap(const struct weft_cost *cost, size_t bytes);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
