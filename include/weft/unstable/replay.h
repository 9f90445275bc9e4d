/**
 * Replay: the time that a run would take if messages shared links.
 *
 * The machine does not model congestion: an arc carries one message at a time,
 * and a violation of this is a conflict. A replay takes a complete trace, sends
 * each message at the time in the trace over the routes of a network, and
 * computes when it would arrive if messages on the same arc had to share it.
 * Late messages do not delay later events: the times of sends are those in the
 * trace.
 *
 * The work of a transfer is its duration in the trace. A transfer without
 * competition completes one unit of work per time unit. A message that one
 * processor sends to several at the same time passes each arc once, at one
 * rate.
 *
 * - fair: all messages travel at the same time, at max-min fair rates: the
 *    rates grow equally until an arc is full or a message reaches its maximum
 *    rate. An arc is full when the rates on it add up to 1 for each lane; 1
 *    is also the maximum rate of a message. On a network whose arcs have
 *    bandwidths, an arc is full when the rates add up to its bandwidth; the
 *    maximum rate of a message is the minimum bandwidth of its route, and arcs
 *    without a bandwidth are never full.
 * - fifo: an arc carries one message at a time, in the order in which they
 *    were sent (at the same time: by sender, then as in the trace); a message
 *    starts when all arcs of its route are free.
 *
 * It is a sink for the events of a run or a file. Memory: all transfers. Cost:
 * fair: for each time at which a transfer begins or ends, the sum of the
 * lengths of the routes in use, times the number of different rates; fifo: the
 * sum of the lengths of all routes. Max-min fairness: Bertsekas and Gallager
 * 1992, section 6.5.
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

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** One transfer of a replay, in the order of the trace. */
struct weft_replay_message {
    int source, destination;
    int message;         /**< number of the message in the trace */
    uint64_t start, end; /**< times of the transfer in the trace */
    double arrival;      /**< time of arrival in the replay; not before `end` */
};

struct weft_replay_result {
    const struct weft_replay_message *message; /**< [messages] the transfers */
    size_t messages;
    size_t late; /**< number of messages that arrive later than in the trace */
    uint64_t makespan; /**< end of the last transfer in the trace */
    double replayed;   /**< time of the last arrival in the replay */
    double most;       /**< maximum delay of a message */
    double sum;        /**< sum of the delays of all messages */
};

/** A replay; an opaque type. */
struct weft_replay;

/**
 * Create a replay.
 *
 * @param network  the network whose arcs are shared; must outlive the replay
 * @param sharing  WEFT_SHARING_FAIR or WEFT_SHARING_FIFO
 * @returns the replay; NULL with WEFT_ERROR_MISUSE (no network, no such
 *          sharing) or WEFT_ERROR_MEMORY
 * @since 0.2
 */
struct weft_replay *weft_replay_create(const struct weft_network *network,
                                       enum weft_sharing sharing,
                                       struct weft_error *err);

/** Do not limit the work of the replay. Otherwise the sink ends with
 * WEFT_ERROR_LIMIT when routes are too long or too many messages share arcs:
 * beyond 2^24 arcs on all routes plus 64 per message, or when computing the
 * rates would take more than a few seconds plus about ten microseconds per
 * message. Must be called before the first event. @since 0.2 */
void weft_replay_unlimited(struct weft_replay *replay);

/** Return the sink that takes the events. A trace whose processors are not
 * those of the network ends it with WEFT_ERROR_WRONG; a trace with a LogGP
 * "cost", or of a run with sharing, with WEFT_ERROR_MISUSE, since its events do
 * not state how long a message alone occupies links. Owned by the replay.
 * @since 0.2 */
const struct weft_sink *weft_replay_sink(struct weft_replay *replay);

/** Return the result of the replay, after the sink's end. Owned by the replay.
 * @since 0.2 */
const struct weft_replay_result *
weft_replay_result(const struct weft_replay *replay);

/** Free a replay; NULL is allowed. @since 0.2 */
void weft_replay_destroy(struct weft_replay *replay);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
