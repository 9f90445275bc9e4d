/* Transfers messages between workers of different processes. Messages to one
 * process ("messages") are collected in a packet until it is large enough, some
 * time has passed, or all processors of this process are blocked.
 *
 * A tally counts the contributions in combined values, and the contributors of
 * new values are sent to all processes in record sets. A forwarded value must
 * not arrive before its record: so each packet contains the number of record
 * sets that its sender had received from each process, and the receiver opens
 * it only when it has received as many. */
#include "peer-messages.h"
#include "cluster.h"
#include "machine/deliver.h"
#include "machine/processor.h"
#include "machine/run.h"
#include "machine/schedule/worker.h"
#include <stdlib.h>
#include <string.h>

#define PACKET_ENOUGH                                                          \
    3900 /* size of a packet in bytes, some 95 short messages: MPI libraries   \
            send it eagerly */

/* Header of a message; its data follows. */
struct peer_message_header {
    uint64_t start, end;
    int32_t to, source, id;
    uint32_t bytes;
};

/* Header of a packet of messages. */
struct front {
    uint64_t occasion;
    uint64_t bytes; /* total size of the messages in bytes */
};

static int peer_messages_begin(struct packet_builder *packet)
{
    packet->bytes = 0;
    return packet_room(packet, sizeof(struct front)) ? 0 : -1;
}

int peer_messages_open(struct run *run)
{
    for (int k = 0; k < run->share->size; k++)
        if (peer_messages_begin(&run->share->out[k]))
            return -1;
    return 0;
}

static void peer_messages_no_memory(struct run *run)
{
    run_fail(run, WEFT_ERROR_MEMORY, "no memory for messages");
}

static bool has_news(const struct run *run)
{
    return run->machine->news != NULL;
}

/* ---- sending ------------------------------------------------------------- */

static void peer_messages_send_packet(struct run *run, int to, const void *news,
                                      size_t bytes)
{
    struct shared_run *share = run->share;
    struct packet_builder *packet = &share->out[to];
    struct front front = {PEER_MESSAGES, packet->bytes - sizeof front};
    memcpy(packet->data, &front, sizeof front);
    if (has_news(run)) {
        packet_block(packet, news, bytes);
        packet_put(packet, share->rounds.heard,
                   (size_t)share->size * sizeof *share->rounds.heard);
    }
    bool full = packet->full;
    if (full)
        peer_messages_no_memory(run);
    else if (rendezvous_send(to, packet, &share->broken))
        run_fail(run, share->broken.kind, share->broken.text);
    share->rounds.balance[to] += !full;
    share->rounds.moved++;
    if (peer_messages_begin(packet))
        peer_messages_no_memory(run);
}

void peer_messages_flush(struct run *run)
{
    struct shared_run *share = run->share;
    const struct weft_machine *machine = run->machine;
    void *news = NULL;
    size_t bytes = 0;
    if (!rendezvous_whole())
        return;
    if (has_news(run) && machine->news(machine->arg, &news, &bytes))
        peer_messages_no_memory(run);
    share->rounds.heard[share->rank] += bytes > 0;
    for (int k = 0; k < share->size; k++)
        if (k != share->rank &&
            (bytes || share->out[k].bytes > sizeof(struct front)))
            peer_messages_send_packet(run, k, news, bytes);
    free(news);
}

void peer_messages_send(struct worker *worker, struct weft_processor *to,
                        int source, const struct message *message)
{
    struct run *run = worker->run;
    int rank = (int)(to - run->processor);
    int process = share_of(run->size, run->share, rank);
    struct packet_builder *packet = &run->share->out[process];
    struct peer_message_header header = {message->start, message->end,
                                         rank,           source,
                                         message->id,    message->bytes};
    size_t size = run_size(run, message->bytes);
    if (message->token) {
        run_fail(run, WEFT_ERROR_MISUSE,
                 "engine mpi: an address cannot be sent to another process");
        return;
    }
    char *at = packet_room(packet, sizeof header + size);
    if (at) {
        memcpy(at, &header, sizeof header);
        memcpy(at + sizeof header,
               message->longer ? message->shared->data : message->data, size);
    }
    message_drop(message);
    worker->sent++;
    if (packet->full)
        peer_messages_no_memory(run);
    else if (packet->bytes < PACKET_ENOUGH || !rendezvous_whole())
        return;
    else if (has_news(run))
        peer_messages_flush(run);
    else
        peer_messages_send_packet(run, process, NULL, 0);
}

/* ---- receiving ----------------------------------------------------------- */

static int open_peer_messages(struct run *run, struct weft_packet messages)
{
    while (messages.bytes) {
        struct message message;
        const struct peer_message_header *header =
            packet_take(&messages, sizeof *header);
        size_t size = header ? run_size(run, header->bytes) : 0;
        const void *data = header ? packet_take(&messages, size) : NULL;
        if (!data || header->to < run->low || header->to >= run->high)
            return -1;
        message = (struct message){.start = header->start,
                                   .end = header->end,
                                   .id = header->id,
                                   .bytes = header->bytes};
        if (message_make_odd(&message, data, size, 1)) {
            peer_messages_no_memory(run);
            return 0;
        }
        struct weft_processor *to = &run->processor[header->to];
        to->worker->taken++;
        deliver(to, header->source, &message);
    }
    return 0;
}

/* Return whether the sender had received more record sets than this process. */
static bool overtaken(const struct shared_run *share, int from,
                      const uint64_t *heard)
{
    for (int k = 0; k < share->size; k++)
        if (k != from && k != share->rank && share->rounds.heard[k] < heard[k])
            return true;
    return false;
}

/* Process the record sets of a packet. Returns like peer_messages_take(). */
static int peer_messages_hear(struct run *run, int from,
                              struct weft_packet *packet)
{
    struct shared_run *share = run->share;
    const struct weft_machine *machine = run->machine;
    size_t bytes;
    const void *news = packet_take_block(packet, &bytes);
    const uint64_t *heard =
        packet_take(packet, (size_t)share->size * sizeof *heard);
    if (!heard)
        return -1;
    if (overtaken(share, from, heard))
        return 0;
    share->rounds.heard[from] += bytes > 0;
    if (bytes && machine->heard && machine->heard(machine->arg, news, bytes))
        peer_messages_no_memory(run);
    return 1;
}

int peer_messages_take(struct run *run, int from, struct weft_packet packet)
{
    struct shared_run *share = run->share;
    packet_take_number(&packet);
    struct weft_packet messages = {.bytes = packet_take_number(&packet)};
    messages.data = packet_take(&packet, messages.bytes);
    if (!messages.data)
        return -1;
    int status = has_news(run) ? peer_messages_hear(run, from, &packet) : 1;
    if (status <= 0)
        return status;
    share->rounds.balance[share->rank]--;
    share->rounds.moved++;
    return open_peer_messages(run, messages) ? -1 : 1;
}
