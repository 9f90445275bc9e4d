/**
 * Ways of messages, and lanes of bandwidth: how schedules use a network beyond
 * its routes and its parallel links.
 *
 * A message takes the route of the network (weft_network_next()) unless it
 * names the switches that it passes. The way follows the blocks in the text of
 * its contents (weft_event_items()), as in "4 via 17,16".
 *
 * In unit time an arc carries one message per lane and step. A link of a
 * bandwidth may count as several lanes of a smaller bandwidth.
 *
 * Threads: any.
 */
#ifndef WEFT_WAYS_H
#define WEFT_WAYS_H

#include <stdbool.h>
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

/** Limit on the number of derived lanes of an arc. @since 0.2 */
#define WEFT_LANES_MAX (1 << 20)

/** Return the way that a message names, the numbers of switches separated by
 * commas; NULL: it names none. Valid as long as the table of texts. @since 0.2
 */
const char *weft_event_way(const struct weft_trace_info *info,
                           const struct weft_event *event);

/** Return the next vertex of a way that ends at @p to, and advance @p way
 * behind it; -1 if no number follows, at the end of the way. @since 0.2 */
int weft_way_next(const char **way, int to);

/**
 * Find the first step of a way that is not a link, or whose end is a processor
 * other than @p to.
 *
 * @param arc  filled if there is one: the two vertices
 * @returns whether there is none
 * @since 0.2
 */
bool weft_network_has_way(const struct weft_network *network, int from,
                          const char *way, int to, int arc[2]);

/** Return the way of a send event, like weft_event_way(), if the network has
 * it; NULL: the message takes the route of the network. @since 0.2 */
const char *weft_network_way(const struct weft_network *network,
                             const struct weft_trace_info *info,
                             const struct weft_event *event);

/** Return the next vertex after @p at of a message to @p to: on its way if @p
 * way does not point to NULL, else on the route. @since 0.2 */
int weft_network_onward(const struct weft_network *network, int at, int to,
                        const char **way);

/** Return the number of links that a message passes. @since 0.2 */
int weft_network_links(const struct weft_network *network, int from, int to,
                       const char *way);

/** Return the number of time units that one transfer takes over a way, like
 * weft_route_time(). NULL for @p way: the route. @since 0.2 */
uint64_t weft_way_time(const struct weft_network *network,
                       const struct weft_cost *cost, int from, int to,
                       const char *way, size_t bytes);

/** Return whether a vertex is a switch that combines messages: those that start
 * at the same time, go to the same processor and carry contributions to the
 * same blocks are one message from there on. @since 0.2 */
bool weft_network_combines(const struct weft_network *network, int vertex);

/** Return the number of switches that combine messages. @since 0.2 */
int weft_network_combining(const struct weft_network *network);

/** Return whether a switch that combines messages is on the routes of two
 * different processors to @p to. Cost O(length of the routes). @since 0.2 */
bool weft_network_merges(const struct weft_network *network, int one, int other,
                         int to);

/** Return whether a vertex is a switch that multicasts: in models in which a
 * processor sends to one other, messages of equal contents that one processor
 * sends at the same time are one message up to there. Switches that combine
 * messages multicast, too. @since 1.0 */
bool weft_network_multicasts(const struct weft_network *network, int vertex);

/** Return the number of switches that multicast. @since 1.0 */
int weft_network_multicasting(const struct weft_network *network);

/** Return whether a switch that multicasts is on the common part of the routes
 * from a vertex @p from to two different processors, @p from and the vertex at
 * which they part included. Cost O(length of the routes). @since 1.0 */
bool weft_network_splits(const struct weft_network *network, int from, int one,
                         int other);

/** Check a bandwidth of lanes, such as 25, 0.1 or 1/3.
 * @returns 0, or -1 with WEFT_ERROR_MISUSE @since 0.2 */
int weft_lane_check(const char *bandwidth, struct weft_error *err);

/**
 * Make a copy of a network whose arcs have as many lanes as their bandwidth,
 * or 1, times their own lanes contains this bandwidth.
 *
 * @returns the copy, which the caller must destroy; it does not depend on
 *          @p network. NULL with WEFT_ERROR_MISUSE (no bandwidth, or the lanes
 *          of an arc are not a whole number up to WEFT_LANES_MAX) or
 *          WEFT_ERROR_MEMORY
 * @since 0.2
 */
struct weft_network *weft_network_with_lane(const struct weft_network *network,
                                            const char *bandwidth,
                                            struct weft_error *err);

/** Return the bandwidth of the lanes of weft_network_with_lane(); NULL: it did
 * not make this network. @since 0.2 */
const char *weft_network_lane(const struct weft_network *network);

/** Replace a network by weft_network_with_lane(). NULL for @p bandwidth is
 * allowed and changes nothing.
 * @returns 0, or -1 like weft_network_with_lane(); *network is then as before
 * @since 0.2 */
int weft_network_set_lane(struct weft_network **network, const char *bandwidth,
                          struct weft_error *err);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
