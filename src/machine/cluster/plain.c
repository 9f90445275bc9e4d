/* Data that programs send themselves, outside of runs, in the order of each
 * sender. */
#include "base/base.h"
#include "cluster.h"
#include "heartbeat.h"
#include <stdlib.h>
#include <string.h>

static struct heartbeats beats; /* used by the main thread only */

int weft_cluster_send(int to, const void *data, size_t bytes,
                      struct weft_error *err)
{
    struct packet_builder packet = {0};
    if (to < 0 || to >= weft_cluster_size() || to == weft_cluster_rank())
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "there is no other process %d", to);
    if (rendezvous_left(to))
        return weft_error_set(err, WEFT_ERROR_SYSTEM, 0, "process %d has ended",
                              to);
    packet_number(&packet, PLAIN);
    packet_block(&packet, data, bytes);
    return mailboxes_send(rendezvous_post(), to, &packet, err);
}

static int take_plain(int from, struct weft_arrival *in, struct weft_error *err)
{
    enum occasion what;
    size_t bytes;
    const struct weft_packet *first;
    while ((first = rendezvous_first(from, &what)) && what == HEARTBEAT) {
        heartbeats_heard(&beats, from);
        rendezvous_drop(from);
    }
    if (!first)
        return 0;
    if (what != PLAIN)
        return rendezvous_astray(from, err);
    struct weft_packet packet = *first;
    packet_take_number(&packet);
    const void *data = packet_take_block(&packet, &bytes);
    *in = (struct weft_arrival){from, malloc(bytes + 1), bytes};
    if (in->data)
        memcpy(in->data, data, bytes);
    rendezvous_drop(from);
    return in->data ? 1
                    : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
}

/* ---- heartbeats ------------------------------------------------------ */

int weft_cluster_heartbeat(unsigned seconds, struct weft_error *err)
{
    int rank = weft_cluster_rank(), size = weft_cluster_size();
    heartbeats_end(&beats);
    if (!seconds || size == 1)
        return 0;
    return heartbeats_begin(&beats, rank, size, seconds)
               ? weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory")
               : 0;
}

/* Send heartbeats: process 0 to all others, others to process 0. Errors are
 * ignored: a process that cannot be reached will miss the heartbeats. */
static void plain_beat(void)
{
    int rank = weft_cluster_rank(), size = rank ? 1 : weft_cluster_size();
    struct weft_error err;
    if (!heartbeats_due(&beats))
        return;
    for (int k = 0; k < size; k++) {
        struct packet_builder packet = {0};
        packet_number(&packet, HEARTBEAT);
        if (k != rank && !rendezvous_left(k))
            mailboxes_send(rendezvous_post(), k, &packet, &err);
        packet_finish(&packet);
    }
}

/* Check that no process has been silent for too long. Return 0, or -1 with err
 * if process in->from has. */
static int plain_listen(struct weft_arrival *in, struct weft_error *err)
{
    in->from = heartbeats_missed(&beats, weft_cluster_size());
    if (in->from < 0)
        return 0;
    rendezvous_lost(in->from);
    return weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                          "process %d has been silent for %.0f s", in->from,
                          beats.patience);
}

int weft_cluster_take(bool wait, struct weft_arrival *in,
                      struct weft_error *err)
{
    in->from = -1;
    plain_beat();
    for (int turn = 0; turn < 2; turn++) {
        int status = 0;
        for (int k = 0; k < weft_cluster_size() && !status; k++)
            if (k != weft_cluster_rank() && (status = take_plain(k, in, err)))
                in->from = k;
        if (status)
            return status;
        if (turn == 0 && weft_cluster_size() > 1 &&
            mailboxes_fetch(rendezvous_post(), wait, &in->from, err) < 0) {
            rendezvous_lost(-1);
            return -1;
        }
    }
    return plain_listen(in, err);
}
