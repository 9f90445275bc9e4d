/**
 * Models: which operations a processor may perform at the same time, and the
 * cost of a transfer.
 *
 * A model is a value that can be copied. The rules are described in
 * docs/architecture.md.
 *
 * Threads: any.
 */
#ifndef WEFT_MODEL_H
#define WEFT_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

enum weft_sends {
    /** one message to one processor at a time, on each send port */
    WEFT_SENDS_ONE,
    WEFT_SENDS_SAME, /**< one message to any set of neighbours at a time */
    WEFT_SENDS_ALL,  /**< one message per outgoing arc at a time */
};

enum weft_receives {
    WEFT_RECEIVES_ONE, /**< one message at a time, on each receive port */
    WEFT_RECEIVES_ALL, /**< one message per incoming arc at a time */
};

enum weft_duplex {
    /** sending, receiving and computing exclude each other */
    WEFT_DUPLEX_HALF,
    WEFT_DUPLEX_FULL, /**< sending, receiving and computing are independent */
};

/** A model. With WEFT_SENDS_ONE a transfer may go to any processor, over the
 * network's fixed route; otherwise only to neighbours. */
struct weft_model {
    /** name of the model: "shouting", or the written-out form */
    char name[64];
    const char *summary; /**< description of the model in one line; static */
    enum weft_sends sends;
    enum weft_receives receives;
    enum weft_duplex duplex;
    /** with WEFT_SENDS_ONE: number of send ports; 0 means 1. @since 0.2 */
    int send_ports;
    /** with WEFT_RECEIVES_ONE: number of receive ports; 0 means 1.
     * @since 0.2 */
    int receive_ports;
};

/** maximum number of send ports or receive ports */
#define WEFT_MODEL_PORTS_MAX 1024

/** Return the named model at an index, static; NULL past the end. Threads: any.
 * @since 0.2 */
const struct weft_model *weft_model(size_t index);

/**
 * Find a model by its name (`shouting`, `all-port`, `one-port`,
 * `one-port-duplex`) or create it from `send=S,receive=R,duplex=D` (S: one,
 * same, all, or a number of ports; R: one, all, or a number of ports; D: half,
 * full; all three, in any order). A written-out form that is equal to a named
 * model keeps its written-out name.
 *
 * @returns 0, or -1 with WEFT_ERROR_UNKNOWN (the text names the most similar
 *          name) or WEFT_ERROR_MISUSE (malformed, or @p text is NULL)
 * @since 0.1
 */
int weft_model_parse(const char *text, struct weft_model *model,
                     struct weft_error *err);

/** Kind of an operation of a processor. */
enum weft_use_kind { WEFT_USE_SEND, WEFT_USE_RECEIVE, WEFT_USE_COMPUTE };

/** Return the number of sends, receptions or computations of one processor that
 * may take place at the same time: 1, a number of ports, or INT_MAX if there is
 * one for every arc. (With WEFT_SENDS_SAME it is 1: one message.)
 * @since 0.2 */
int weft_model_ports(const struct weft_model *model, enum weft_use_kind kind);

/** The operation of one processor during a time interval. */
struct weft_use {
    enum weft_use_kind kind;
    int peer;    /**< rank of the other end; -1 for a computation */
    int message; /**< number of the message; -1 for a computation */
    /** for a send: what the message carries, as in its event; 0: the block with
     * its number. For a reception, whose contents are not looked at: 0 if
     * numbers identify contents, else the sender's rank + 1 @since 0.2 */
    uint32_t items;
};

/** A rule of a model, for reports. `text` completes the phrase "the model
 * allows". */
struct weft_rule {
    /** what was done, in a few words, such as "two receptions" */
    const char *name;
    /** what the rule allows, such as "one reception per step" */
    const char *text;
};

/**
 * Return whether one processor may perform both operations at the same time;
 * this is the only implementation of the port rules. The number of operations
 * is limited by weft_model_ports(): if that is more than one and not INT_MAX,
 * two operations may be compatible and there may still be too many.
 *
 * @returns NULL if it may, else the rule that they break. Two sends of the same
 *          message with the same contents to the same peer, and two receptions
 *          from the same peer, break the rule of the arc: one message per arc
 *          and step.
 * @since 0.1
 */
const struct weft_rule *weft_model_clash(const struct weft_model *model,
                                         const struct weft_use *a,
                                         const struct weft_use *b);

/** Return the rule at an index, static; NULL past the end. @since 0.2 */
const struct weft_rule *weft_rule(size_t index);

/** The rule "one message per step in each direction of a link", for transfers
 * over shared links.
 * @since 0.1 */
extern const struct weft_rule weft_rule_arc;
/** The rule "one message per step on each lane of a link", for arcs with
 * several lanes.
 * @since 0.2 */
extern const struct weft_rule weft_rule_lanes;
/** The rule "one send at a time on each send port". @since 0.2 */
extern const struct weft_rule weft_rule_send_ports;
/** The rule "one reception at a time on each receive port". @since 0.2 */
extern const struct weft_rule weft_rule_receive_ports;
/** The rule "sends to neighbours only". @since 0.1 */
extern const struct weft_rule weft_rule_neighbour;
/** The rule "sends of received messages only". @since 0.1 */
extern const struct weft_rule weft_rule_holds;

/** The interpretations of "in order" for successive broadcasts. */
enum weft_order { WEFT_ORDER_PROGRAM, WEFT_ORDER_ARRIVAL, WEFT_ORDER_BUFFERED };
/** The names of the interpretations; NULL at the end. @since 0.1 */
extern const char *const weft_order_names[];

/** The cost of transfers, in time units: for start-up, words and hops (unit
 * time is {1, 0, 0}), or in the LogGP model (Alexandrov and others 1995).
 *
 * In LogGP a message of k bytes that is sent at time s occupies its sender
 * until s + o and delays the next message until s + g + (k - 1) G. Its first
 * byte arrives at s + o + L; from then on, or from the time when the receiver
 * is free, it occupies the receiver for (k - 1) G + o. Hops cost nothing, and
 * messages do not conflict on links. */
struct weft_cost {
    uint64_t ts; /**< start-up time of a transfer */
    uint64_t tw; /**< time per word of 8 bytes */
    uint64_t th; /**< time per hop after the first */
    /** whether the cost is that of LogGP: then the members below apply, and
     * those above do not. @since 0.2 */
    bool loggp;
    uint64_t latency;  /**< L, the latency @since 0.2 */
    uint64_t overhead; /**< o, the overhead at each end @since 0.2 */
    uint64_t gap;      /**< g, the gap between messages @since 0.2 */
    /** G, the time for each byte after the first @since 0.2 */
    uint64_t per_byte;
};

/** How messages share a link in a run or a replay. @since 0.2 */
enum weft_sharing {
    /** messages do not share a link: two messages on one lane are a conflict */
    WEFT_SHARING_NONE,
    WEFT_SHARING_FAIR, /**< all messages at the same time, at max-min fair
                            rates */
    WEFT_SHARING_FIFO, /**< one message after another on each lane */
};
/** The names of the kinds of sharing; NULL at the end. @since 0.2 */
extern const char *const weft_sharing_names[];

/** number of bytes in a word, the unit of weft_cost.tw */
#define WEFT_WORD 8

/** Parse a cost: ts=T,tw=W,th=H, or loggp:L=T,o=T,g=T,G=T, with integers, each
 * at most once; missing ones are 0.
 * @returns 0, or -1 with WEFT_ERROR_UNKNOWN (a key) or WEFT_ERROR_MISUSE
 * @since 0.1 */
int weft_cost_parse(const char *text, struct weft_cost *cost,
                    struct weft_error *err);

/** size of the buffer of weft_cost_print() in bytes */
#define WEFT_COST_TEXT 128

/** Write a cost in the form that weft_cost_parse() reads. @since 0.2 */
void weft_cost_print(const struct weft_cost *cost, char text[WEFT_COST_TEXT]);

/** Return whether every transfer takes one time unit. @since 0.2 */
bool weft_cost_is_unit(const struct weft_cost *cost);

/** Return the time from the start of a send until a free receiver has received
 * the message: ts + tw * ceil(bytes / WEFT_WORD) + th * (hops - 1), or 2 o + L
 * + G * (bytes - 1); at least 1.
 * @since 0.1 */
uint64_t weft_cost_time(const struct weft_cost *cost, size_t bytes, int hops);

/** Return the time from the start of a send over one link until the message has
 * been received and its sender may send again. That is weft_cost_time(), or g +
 * G * (bytes - 1) if that is more.
 * @since 0.2 */
uint64_t weft_cost_period(const struct weft_cost *cost, size_t bytes);

/** Return the time that a message occupies its sender: o with LogGP, else the
 * time of the transfer over one link.
 * @since 0.2 */
uint64_t weft_cost_sending(const struct weft_cost *cost, size_t bytes);
/** Return the time that a message occupies its receiver from its first byte on:
 * o + G * (bytes - 1) with LogGP, else the time of the transfer over one link.
 * @since 0.2 */
uint64_t weft_cost_receiving(const struct weft_cost *cost, size_t bytes);
/** Return the minimum time between the starts of two messages at the same
 * processor, sent or received, if the first one has this many bytes: g + G *
 * (bytes - 1); 0 without LogGP.
 * @since 0.2 */
uint64_t weft_cost_gap(const struct weft_cost *cost, size_t bytes);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
