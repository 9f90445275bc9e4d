/**
 * Replay: what a run would have taken on links that are shared.
 *
 * The machine knows no congestion: an arc carries one message at a time, and
 * what breaks that is a conflict. A replay takes a finished trace, sends each
 * of its messages when the trace does, over the routes of a network, and says
 * when it would arrive if messages on the same arc had to share it. Nobody
 * waits for what is late: the trace stays what it is.
 *
 * A transfer is work: the time that it takes in the trace. Alone it does one
 * unit of it in a time unit. A message that one processor sends to several at
 * the same time passes once over each arc, at one pace.
 *
 *  - fair: all on their way go on at once; the paces are the max-min fair ones:
 *    they grow alike until an arc is full or the message has its own pace.
 *    An arc has room for one message at its own pace; on a network whose arcs
 *    have bandwidths, for as many words as its bandwidth says, where a message
 *    alone has the least bandwidth of its route, and arcs without one have room
 *    for all.
 *  - fifo: an arc carries one message at a time, in the order in which they
 *    were sent (at the same time: by sender, then as in the trace); a message
 *    goes when all arcs of its route are its own.
 *
 * It is a sink: feed it a run or a file. Memory: all transfers. Cost: fair: at
 * each time at which a transfer begins or ends, the sum of the lengths of the
 * routes that are in use, times the number of different paces; fifo: the sum
 * of the lengths of all routes. Max-min fairness: Bertsekas and Gallager 1992,
 * section 6.5.
 *
 * Threads: any; a replay belongs to one thread at a time.
 */
#ifndef WEFT_REPLAY_H
#define WEFT_REPLAY_H

#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/event.h>
#include <weft/model.h>
#include <weft/network.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** One transfer, in the order of the trace. */
struct weft_replay_message {
    int source, destination;
    int message;         /**< its number in the trace */
    uint64_t start, end; /**< in the trace */
    double arrival;      /**< in the replay; not before `end` */
};

struct weft_replay_result {
    const struct weft_replay_message *message; /**< [messages] */
    size_t messages;
    size_t late;       /**< of which so many arrive later than in the trace */
    uint64_t makespan; /**< the last end of a transfer in the trace */
    double replayed;   /**< the last arrival */
    double most;       /**< the largest delay of a message */
    double sum;        /**< of all delays */
};

/** A replay; opaque. */
struct weft_replay;

/**
 * Make one.
 *
 * @param network  whose arcs are shared; must outlive the replay
 * @param sharing  WEFT_SHARING_FAIR or WEFT_SHARING_FIFO
 * @returns NULL with WEFT_ERROR_MISUSE (no network, no such sharing) or
 *          WEFT_ERROR_MEMORY
 * @since 0.2
 */
struct weft_replay *weft_replay_create(const struct weft_network *network,
                                       enum weft_sharing sharing,
                                       struct weft_error *err);

/** Go on however much work it is. Otherwise the sink ends with
 * WEFT_ERROR_LIMIT when routes are too long or too much shares arcs at once:
 * past 2^24 arcs on all routes and 64 more for each message, or when finding
 * the paces would take more than some seconds and some ten microseconds for
 * each message. Before the first event. @since 0.2 */
void weft_replay_unlimited(struct weft_replay *replay);

/** What to feed. A trace of other processors than those of the network ends it
 * with WEFT_ERROR_WRONG; one whose "cost" is LogGP's with WEFT_ERROR_MISUSE:
 * its events do not tell how long a message was on the links. Owned by the
 * replay.
 * @since 0.2 */
const struct weft_sink *weft_replay_sink(struct weft_replay *replay);

/** What came out, once the sink has been told the end. Owned by the replay.
 * @since 0.2 */
const struct weft_replay_result *
weft_replay_result(const struct weft_replay *replay);

/** Free it; NULL is fine. @since 0.2 */
void weft_replay_destroy(struct weft_replay *replay);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
