/* Credit-based flow control of events: a process sends as many events as
 * process 0 has room for, and stores the rest, however many there are. As
 * process 0 passes events on, it grants each process the total number of events
 * that it may have sent. So the memory of process 0 depends neither on the
 * number of events nor on the number of processes. These packets are not
 * counted like messages (round.c): they may be sent while processes wait for a
 * decision, and they wake no processor. */
#include "base/base.h"
#include "machine/cluster/cluster.h"
#include "machine/record/merge.h"
#include "machine/run.h"
#include "streams.h"
#include <stdlib.h>

#define NO_SENSE "invalid data from another process"

static struct stream *event_flow_own(struct run *run)
{
    return &run->share->streams.stream[run->share->rank];
}

/* Send a packet. Return 0, or -1 on errors, which fail the run. */
static int event_flow_send_packet(struct run *run, int to,
                                  struct packet_builder *packet)
{
    struct shared_run *share = run->share;
    if (packet->full) {
        packet_finish(packet);
        run_fail(run, WEFT_ERROR_MEMORY, "no memory for events");
        return -1;
    }
    int status = rendezvous_send(to, packet, &share->broken);
    if (status)
        run_fail(run, share->broken.kind, share->broken.text);
    return status;
}

/* ---- to process 0 ---------------------------------------------------------
 */

/* Add the texts that process 0 does not have yet. */
static void pack_items(struct run *run, struct packet_builder *packet)
{
    struct streams *streams = &run->share->streams;
    const struct weft_trace_info *info = run->machine->info;
    uint32_t from = streams->texts_sent, to = from;
    if (info && info->items)
        while (weft_event_items(info, &(struct weft_event){.items = to + 1}))
            to++;
    packet_number(packet, to - from);
    for (uint32_t i = from; i < to; i++)
        packet_text(packet, weft_event_items(
                                info, &(struct weft_event){.items = i + 1}));
    streams->texts_sent = to;
}

/* Return how many events may be sent. Call under merge.lock. */
static size_t sendable(const struct run *run)
{
    const struct streams *streams = &run->share->streams;
    size_t count = streams->stream[run->share->rank].came.count;
    uint64_t room = streams->allowed - streams->sent;
    return count < room ? count : (size_t)room;
}

static void send_events(struct run *run)
{
    struct streams *streams = &run->share->streams;
    struct stream *stream = event_flow_own(run);
    pthread_mutex_lock(&run->merge.lock);
    bool wanted = sendable(run) || stream->complete != streams->packed;
    pthread_mutex_unlock(&run->merge.lock);
    if (!wanted)
        return;
    struct packet_builder packet = {0};
    packet_number(&packet, EVENTS);
    pack_items(run, &packet);
    pthread_mutex_lock(&run->merge.lock);
    size_t count = sendable(run);
    packet_number(&packet, stream->complete);
    packet_number(&packet, stream->sorted);
    packet_number(&packet, count * sizeof(struct weft_event));
    void *at = packet_room(&packet, count * sizeof(struct weft_event));
    if (at) {
        event_queue_take(&stream->came, at, count);
        streams->packed = stream->complete;
        streams->sent += count;
    }
    pthread_mutex_unlock(&run->merge.lock);
    event_flow_send_packet(run, 0, &packet);
}

static int unpack_items(struct run *run, struct stream *stream,
                        struct weft_packet *packet)
{
    const struct weft_trace_info *info = run->machine->info;
    uint64_t count = packet_take_number(packet);
    for (uint64_t i = 0; i < count; i++) {
        const char *text = packet_take_text(packet);
        if (array_grow(&stream->item, &stream->item_room, stream->items + 1,
                       sizeof *stream->item))
            return -1;
        uint32_t number = 0;
        if (text && info && info->items) {
            number = weft_items_add(info->items, text);
            if (!number)
                return -1;
        }
        stream->item[stream->items++] = number;
    }
    return 0;
}

/* Store received events, and replace their text numbers by those of this
 * process; without texts, the numbers stay as they are. Return 0, or -1 if out
 * of memory. */
static int unpack_events(const struct run *run, struct stream *stream,
                         const struct weft_event *event, size_t count)
{
    const struct weft_trace_info *info = run->machine->info;
    bool texts = info && info->items;
    for (size_t i = 0; i < count; i++) {
        struct weft_event came = event[i];
        if (came.items && texts)
            came.items =
                came.items <= stream->items ? stream->item[came.items - 1] : 0;
        if (event_queue_put(&stream->came, &came, 1))
            return -1;
    }
    return 0;
}

int streams_take_events(struct run *run, int from, struct weft_packet packet)
{
    struct streams *streams = &run->share->streams;
    struct stream *stream = &streams->stream[from];
    struct merge *merge = &run->merge;
    size_t bytes;
    packet_take_number(&packet);
    int status = unpack_items(run, stream, &packet);
    uint64_t complete = packet_take_number(&packet);
    uint64_t sorted = packet_take_number(&packet);
    const struct weft_event *event = packet_take_block(&packet, &bytes);
    size_t count = bytes / sizeof *event;
    stream->received += count;
    if (run->share->rank || !event || stream->received > stream->allowed ||
        stream->received > sorted)
        return -1;
    pthread_mutex_lock(&merge->lock);
    if (!status)
        status = unpack_events(run, stream, event, count);
    stream->sorted = sorted;
    if (complete > stream->complete)
        stream->complete = complete;
    streams->arrived = true;
    pthread_cond_broadcast(&merge->change);
    pthread_mutex_unlock(&merge->lock);
    if (status)
        run_fail(run, WEFT_ERROR_MEMORY, "no memory for events");
    return 1;
}

/* ---- from process 0 -------------------------------------------------------
 */

static void send_credit(struct run *run, int to, uint64_t allowed)
{
    struct packet_builder packet = {0};
    packet_number(&packet, CREDIT);
    packet_number(&packet, allowed);
    if (!event_flow_send_packet(run, to, &packet))
        run->share->streams.stream[to].allowed = allowed;
}

/* Grant credits once half of the room is free, so that the other half is in
 * transit meanwhile. */
static void send_credits(struct run *run)
{
    const struct streams *streams = &run->share->streams;
    for (int k = 1; k < run->share->size && rendezvous_whole(); k++) {
        const struct stream *stream = &streams->stream[k];
        pthread_mutex_lock(&run->merge.lock);
        uint64_t allowed = stream->given + streams->room;
        pthread_mutex_unlock(&run->merge.lock);
        if (allowed > stream->allowed &&
            allowed - stream->allowed >= (streams->room + 1) / 2)
            send_credit(run, k, allowed);
    }
}

/* Discard all events, including future ones. */
static void event_flow_give_up(struct run *run)
{
    struct stream *stream = event_flow_own(run);
    pthread_mutex_lock(&run->merge.lock);
    run->share->streams.unwanted = true;
    stream->sorted -= stream->came.count;
    event_queue_finish(&stream->came);
    stream->complete = UINT64_MAX;
    pthread_mutex_unlock(&run->merge.lock);
}

int streams_take_credit(struct run *run, int from, struct weft_packet packet)
{
    struct streams *streams = &run->share->streams;
    packet_take_number(&packet);
    uint64_t allowed = packet_take_number(&packet);
    if (from || allowed < streams->allowed)
        return -1;
    streams->allowed = allowed;
    if (allowed == UINT64_MAX)
        event_flow_give_up(run);
    return 1;
}

void streams_send(struct run *run)
{
    if (!rendezvous_whole())
        return;
    if (run->share->rank)
        send_events(run);
    else
        send_credits(run);
}

/* ---- the end ---------------------------------------------------------------
 */

/* Return whether the transfer is complete: in process 0, everything has been
 * passed on (or discarded, if the sink accepts no more); in others, everything
 * has been sent. */
static bool is_finished(struct run *run)
{
    const struct streams *streams = &run->share->streams;
    bool refused = run->merge.failed || run->hard;
    int rank = run->share->rank;
    if (rank)
        return !event_flow_own(run)->came.count &&
               streams->packed == UINT64_MAX;
    for (int k = 0; k < run->share->size; k++) {
        const struct stream *stream = &streams->stream[k];
        if (k && stream->complete != UINT64_MAX)
            return false;
        if (!refused && stream->sorted != stream->given)
            return false;
    }
    return true;
}

/* Process a packet that another process has sent. Return 1 if there was one, 0
 * if not, -1 with err. */
static int event_flow_look_at(struct run *run, int from, struct weft_error *err)
{
    enum occasion what;
    const struct weft_packet *first = rendezvous_first(from, &what);
    int status = 1;
    if (what == NOTHING || what == ENDING)
        return 0;
    if (what == EVENTS)
        status = streams_take_events(run, from, *first);
    else if (what == CREDIT)
        status = streams_take_credit(run, from, *first);
    else if (!rendezvous_is_over(what))
        return rendezvous_astray(from, err);
    if (status < 0)
        return weft_error_set(err, WEFT_ERROR_SYSTEM, 0, "%s", NO_SENSE);
    rendezvous_drop(from);
    return 1;
}

/* Process packets: in process 0 those of all others, in the others those of
 * process 0. Return 1 if there was one, 0 if not, -1 with err. */
static int event_flow_look(struct run *run, struct weft_error *err)
{
    int rank = run->share->rank, seen = 0;
    for (int k = 0; k < (rank ? 1 : run->share->size); k++) {
        int status = k == rank ? 0 : event_flow_look_at(run, k, err);
        if (status < 0)
            return -1;
        seen |= status;
    }
    return seen || rendezvous_fetch(true, err) >= 0 ? 0 : -1;
}

/* In process 0: pass on the events that have arrived; if the sink accepts no
 * more, notify the other processes. */
static void event_flow_go_on(struct run *run)
{
    struct streams *streams = &run->share->streams;
    struct merge *merge = &run->merge;
    if (!merge->failed && !run->hard)
        merge->failed = streams_join(run);
    if (!merge->failed && !run->hard)
        return;
    for (int k = 1; k < run->share->size && rendezvous_whole(); k++)
        if (streams->stream[k].allowed != UINT64_MAX)
            send_credit(run, k, UINT64_MAX);
}

int streams_finish(struct run *run, struct weft_error *err)
{
    int rank = run->share->rank;
    for (;;) {
        if (!rank)
            event_flow_go_on(run);
        else if (run->hard)
            event_flow_give_up(run);
        streams_send(run);
        if (!rendezvous_whole()) {
            *err = run->share->broken;
            return -1;
        }
        if (is_finished(run))
            return 0;
        if (event_flow_look(run, err))
            return -1;
    }
}
