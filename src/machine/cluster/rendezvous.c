/* Membership of processes, and agreement between them.
 *
 * All processes do the same, so they attend the same sequence of meetings: in
 * each, every process sends every other a packet and waits for theirs. The
 * first word of a packet is the type of the meeting; a different type means
 * that the sender has diverged, for example because an error made it leave. */
#include "base/base.h"
#include "cluster.h"
#include "mailboxes.h"
#include "module.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/version.h>

/* Used by the main thread, and by the resolver while the main thread waits for
 * it. */
static struct {
    /* queues of packets; its transport is NULL if there are no other processes
     */
    struct mailboxes mailboxes;
    bool left; /* whether some process has left or is gone */
    /* [processes] state of each process */
    enum presence { HERE, RENDEZVOUS_LEFT, GONE } * presence;
    bool broken; /* whether sending to other processes is impossible */
    int status;  /* exit status of process 0, if it has left */
} all;

int weft_cluster_rank(void)
{
    return all.mailboxes.transport ? all.mailboxes.transport->rank : 0;
}

int weft_cluster_size(void)
{
    return all.mailboxes.transport ? all.mailboxes.transport->size : 1;
}

bool rendezvous_whole(void)
{
    return all.mailboxes.transport && !all.left && !all.broken;
}

/* Record that a process leaves, with its status; process 0 also lists the
 * processes that are gone. */
static void see_off(int process, struct weft_packet *in)
{
    int status = (int)packet_take_number(in);
    all.left = true;
    all.presence[process] = RENDEZVOUS_LEFT;
    if (process)
        return;
    all.status = status;
    while (in->bytes >= sizeof(uint64_t))
        rendezvous_lost((int)packet_take_number(in));
}

/* Report that a process attends another meeting. */
static int another_way(int process, uint64_t what, struct weft_packet *in,
                       struct weft_error *err)
{
    if (what == LEAVE) {
        see_off(process, in);
        return weft_error_set(err, WEFT_ERROR_STOPPED, 0,
                              "process %d has ended before the run", process);
    }
    all.left = true;
    return weft_error_set(
        err, WEFT_ERROR_STOPPED, 0,
        "process %d runs another experiment: start all with the same command",
        process);
}

int rendezvous_send(int to, struct packet_builder *packet,
                    struct weft_error *err)
{
    int status = mailboxes_send(&all.mailboxes, to, packet, err);
    all.broken = all.broken || status;
    return status;
}

int rendezvous_fetch(bool wait, struct weft_error *err)
{
    int from, came = mailboxes_fetch(&all.mailboxes, wait, &from, err);
    all.broken = all.broken || came < 0;
    return came;
}

static enum occasion occasion_of(const struct weft_packet *packet)
{
    struct weft_packet copy = *packet;
    return (enum occasion)packet_take_number(&copy);
}

const struct weft_packet *rendezvous_first(int from, enum occasion *what)
{
    const struct weft_packet *first = mailboxes_first(&all.mailboxes, from);
    *what = first ? occasion_of(first) : NOTHING;
    return first;
}

void rendezvous_lost(int process)
{
    all.left = true;
    if (process > 0 && process < weft_cluster_size())
        all.presence[process] = GONE;
    else
        all.broken = true;
}

bool rendezvous_left(int process)
{
    return all.presence[process] != HERE;
}

struct mailboxes *rendezvous_post(void)
{
    return &all.mailboxes;
}

void rendezvous_drop(int from)
{
    mailboxes_drop(&all.mailboxes, from);
}

int rendezvous_astray(int from, struct weft_error *err)
{
    struct weft_packet in = mailboxes_keep(&all.mailboxes, from);
    uint64_t what = packet_take_number(&in);
    return another_way(from, what, &in, err);
}

bool rendezvous_is_over(enum occasion what)
{
    return what == PEER_MESSAGES || what == REPORT || what == DECISION ||
           what == EVENTS || what == CREDIT || what == HEARTBEAT;
}

/* Receive the packet of process `from` for this meeting. Return 0, or -1 with
 * err. */
static int rendezvous_wait_for(int from, enum occasion what,
                               struct weft_packet *in, struct weft_error *err)
{
    enum occasion other;
    for (;;) {
        while (rendezvous_first(from, &other) && rendezvous_is_over(other))
            rendezvous_drop(from);
        if (other != NOTHING)
            break;
        if (rendezvous_fetch(true, err) < 0)
            return -1;
    }
    *in = mailboxes_keep(&all.mailboxes, from);
    packet_take_number(in);
    return other == what ? 0 : another_way(from, other, in, err);
}

int rendezvous_meet(enum occasion what, struct packet_builder out[],
                    struct weft_packet in[], struct weft_error *err)
{
    int rank = weft_cluster_rank(), size = weft_cluster_size(), status = 0;
    struct weft_error why;
    if (!rendezvous_whole())
        return weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                              "the other processes can no longer be reached");
    for (int k = 0; k < size; k++)
        if (k != rank && rendezvous_send(k, &out[k], err))
            return -1;
    for (int k = 0; k < size && !all.broken; k++) {
        in[k] = (struct weft_packet){NULL, 0};
        if (k != rank &&
            rendezvous_wait_for(k, what, &in[k], status ? &why : err))
            status = -1;
    }
    return status;
}

/* ---- short meetings -------------------------------------------------- */

/* Send the same data to all processes. Frees the packet. Return the received
 * packets, which the caller frees, or NULL on failure. */
static struct weft_packet *cluster_together_meet(enum occasion what,
                                                 struct packet_builder *packet,
                                                 struct weft_error *err)
{
    size_t size = (size_t)weft_cluster_size();
    struct weft_packet *in = calloc(size, sizeof *in);
    struct packet_builder *out = calloc(size, sizeof *out);
    for (size_t k = 0; out && k < size; k++) {
        packet_put(&out[k], packet->data, packet->bytes);
        out[k].full |= packet->full;
    }
    if (!in || !out)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (!in || !out || rendezvous_meet(what, out, in, err)) {
        free(in);
        in = NULL;
    }
    for (size_t k = 0; out && k < size; k++)
        packet_finish(&out[k]);
    free(out);
    packet_finish(packet);
    return in;
}

int weft_cluster_agree(int status, struct weft_error *err)
{
    struct weft_error own = {0};
    struct packet_builder packet = {0};
    err = err ? err : &own;
    if (weft_cluster_size() == 1)
        return status ? -1 : 0;
    packet_number(&packet, AGREE);
    packet_number(&packet, status != 0);
    packet_put(&packet, err, sizeof *err);
    struct weft_error why = {0};
    struct weft_packet *in = cluster_together_meet(AGREE, &packet, &why);
    if (!in && !status)
        *err = why;
    if (!in)
        return -1;
    bool failed = status != 0;
    for (int k = 0; k < weft_cluster_size(); k++) {
        if (k == weft_cluster_rank()) {
            if (failed)
                break;
            continue;
        }
        uint64_t other = packet_take_number(&in[k]);
        const struct weft_error *text = packet_take(&in[k], sizeof *text);
        if (!other || !text)
            continue;
        *err = *text;
        if (k)
            snprintf(err->text, sizeof err->text, "process %d: %.470s", k,
                     text->text);
        status = -1;
        break;
    }
    free(in);
    return status ? -1 : 0;
}

/* ---- joining --------------------------------------------------------------
 */

/* Add what must be the same in all processes: the version of weft and the data
 * layout. Nothing but HELLO precedes this text, so any version can read it. */
static void introduce(struct packet_builder *packet)
{
    char text[96], first;
    uint64_t one = 1;
    memcpy(&first, &one, 1);
    snprintf(text, sizeof text, "weft %s, %zu bit, %s endian", weft_version(),
             8 * sizeof(void *), first ? "little" : "big");
    packet_number(packet, HELLO);
    packet_text(packet, text);
}

static int rendezvous_differ(int process, const char *theirs,
                             struct weft_error *err)
{
    struct packet_builder packet = {0};
    introduce(&packet);
    struct weft_packet own = {packet.data, packet.bytes};
    packet_take_number(&own);
    const char *ours = packet_take_text(&own);
    weft_error_set(
        err, WEFT_ERROR_MISUSE, 0,
        "processes run different programs: process %d is %s, process %d is %s",
        weft_cluster_rank(), ours ? ours : "weft", process,
        theirs ? theirs : "unknown");
    packet_finish(&packet);
    return -1;
}

static int greet(struct weft_error *err)
{
    struct packet_builder packet = {0}, same = {0};
    introduce(&packet);
    introduce(&same);
    struct weft_packet own = {same.data, same.bytes};
    struct weft_packet *in = cluster_together_meet(HELLO, &packet, err);
    int status = in ? 0 : -1;
    packet_take_number(&own);
    const char *ours = packet_take_text(&own);
    for (int k = 0; in && !status && k < weft_cluster_size(); k++) {
        if (k == weft_cluster_rank())
            continue;
        const char *theirs = packet_take_text(&in[k]);
        if (!ours || !theirs || strcmp(ours, theirs) != 0)
            status = rendezvous_differ(k, theirs, err);
    }
    packet_finish(&same);
    free(in);
    return status;
}

int weft_cluster_use(struct weft_transport *transport, struct weft_error *err)
{
    if (all.mailboxes.transport)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "this process has already joined a cluster");
    if (transport->version != WEFT_TRANSPORT)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "transport has version %u; this weft needs %u",
                              transport->version, WEFT_TRANSPORT);
    all.presence = calloc((size_t)transport->size, sizeof *all.presence);
    if (!all.presence || mailboxes_open(&all.mailboxes, transport, err)) {
        free(all.presence);
        all.presence = NULL;
        all.mailboxes.transport = NULL;
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    }
    all.left = all.broken = false;
    all.status = 0;
    return transport->size > 1 ? greet(err) : 0;
}

int weft_cluster_join(struct weft_error *err)
{
    if (weft_cluster_started() < 0)
        return 0;
    struct weft_transport *transport = module_open(err);
    return transport ? weft_cluster_use(transport, err) : -1;
}

/* Wait until process `from` leaves as well. Whatever it is about to do, it will
 * find that we have left. */
static void wait_for_leave(int from)
{
    enum occasion what;
    struct weft_error err;
    while (all.presence[from] == HERE && !all.broken) {
        if (!rendezvous_first(from, &what)) {
            rendezvous_fetch(true, &err);
            continue;
        }
        struct weft_packet in = mailboxes_keep(&all.mailboxes, from);
        packet_take_number(&in);
        if (what == LEAVE)
            see_off(from, &in);
    }
}

/* Exchange leave notices with every other process, whatever the reason, and
 * wait for theirs. */
static void rendezvous_part(int status)
{
    int rank = weft_cluster_rank(), size = weft_cluster_size();
    for (int k = 0; k < size && !all.broken; k++) {
        struct weft_error err;
        struct packet_builder packet = {0};
        packet_number(&packet, LEAVE);
        packet_number(&packet, (uint64_t)(unsigned)status);
        for (int other = 0; other < size; other++)
            if (all.presence[other] == GONE)
                packet_number(&packet, (uint64_t)other);
        if (k != rank && all.presence[k] != GONE)
            rendezvous_send(k, &packet, &err);
        packet_finish(&packet);
    }
    for (int k = 0; k < size; k++)
        if (k != rank)
            wait_for_leave(k);
}

int weft_cluster_leave(int status)
{
    struct weft_transport *transport = all.mailboxes.transport;
    bool whole = true;
    if (!transport)
        return status;
    rendezvous_part(status);
    weft_cluster_heartbeat(0, NULL);
    if (transport->rank && all.presence[0] == RENDEZVOUS_LEFT)
        status = all.status;
    for (int k = 0; k < transport->size; k++)
        whole &= all.presence[k] != GONE;
    mailboxes_finish(&all.mailboxes);
    free(all.presence);
    all.presence = NULL;
    transport->close(transport, whole && !all.broken, status);
    return status;
}
