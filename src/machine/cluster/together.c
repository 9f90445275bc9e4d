/* Membership of processes, and agreement between them.
 *
 * All processes do the same, so they attend the same sequence of meetings: in
 * each, every process sends every other a parcel and waits for theirs. The
 * first word of a parcel is the type of the meeting; a different type means
 * that the sender has diverged, for example because an error made it leave. */
#include "base/base.h"
#include "cluster.h"
#include "module.h"
#include "post.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/version.h>

/* Used by the main thread, and by the resolver while the main thread waits for
 * it. */
static struct {
    /* queues of parcels; its transport is NULL if there are no other processes
     */
    struct post post;
    bool left; /* whether some process has left or is gone */
    /* [processes] state of each process */
    enum presence { HERE, TOGETHER_LEFT, GONE } * presence;
    bool broken; /* whether sending to other processes is impossible */
    int status;  /* exit status of process 0, if it has left */
} all;

int weft_cluster_rank(void)
{
    return all.post.transport ? all.post.transport->rank : 0;
}

int weft_cluster_size(void)
{
    return all.post.transport ? all.post.transport->size : 1;
}

bool together_whole(void)
{
    return all.post.transport && !all.left && !all.broken;
}

/* Record that a process leaves, with its status; process 0 also lists the
 * processes that are gone. */
static void see_off(int process, struct weft_parcel *in)
{
    int status = (int)bag_take_number(in);
    all.left = true;
    all.presence[process] = TOGETHER_LEFT;
    if (process)
        return;
    all.status = status;
    while (in->bytes >= sizeof(uint64_t))
        together_lost((int)bag_take_number(in));
}

/* Report that a process attends another meeting. */
static int another_way(int process, uint64_t what, struct weft_parcel *in,
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

int together_send(int to, struct bag *bag, struct weft_error *err)
{
    int status = post_send(&all.post, to, bag, err);
    all.broken = all.broken || status;
    return status;
}

int together_fetch(bool wait, struct weft_error *err)
{
    int from, came = post_fetch(&all.post, wait, &from, err);
    all.broken = all.broken || came < 0;
    return came;
}

static enum occasion occasion_of(const struct weft_parcel *parcel)
{
    struct weft_parcel copy = *parcel;
    return (enum occasion)bag_take_number(&copy);
}

const struct weft_parcel *together_first(int from, enum occasion *what)
{
    const struct weft_parcel *first = post_first(&all.post, from);
    *what = first ? occasion_of(first) : NOTHING;
    return first;
}

void together_lost(int process)
{
    all.left = true;
    if (process > 0 && process < weft_cluster_size())
        all.presence[process] = GONE;
    else
        all.broken = true;
}

bool together_left(int process)
{
    return all.presence[process] != HERE;
}

struct post *together_post(void)
{
    return &all.post;
}

void together_drop(int from)
{
    post_drop(&all.post, from);
}

int together_astray(int from, struct weft_error *err)
{
    struct weft_parcel in = post_keep(&all.post, from);
    uint64_t what = bag_take_number(&in);
    return another_way(from, what, &in, err);
}

bool together_is_over(enum occasion what)
{
    return what == LETTERS || what == REPORT || what == DECISION ||
           what == EVENTS || what == CREDIT || what == HEARTBEAT;
}

/* Receive the parcel of process `from` for this meeting. Return 0, or -1 with
 * err. */
static int together_wait_for(int from, enum occasion what,
                             struct weft_parcel *in, struct weft_error *err)
{
    enum occasion other;
    for (;;) {
        while (together_first(from, &other) && together_is_over(other))
            together_drop(from);
        if (other != NOTHING)
            break;
        if (together_fetch(true, err) < 0)
            return -1;
    }
    *in = post_keep(&all.post, from);
    bag_take_number(in);
    return other == what ? 0 : another_way(from, other, in, err);
}

int together_meet(enum occasion what, struct bag out[], struct weft_parcel in[],
                  struct weft_error *err)
{
    int rank = weft_cluster_rank(), size = weft_cluster_size(), status = 0;
    struct weft_error why;
    if (!together_whole())
        return weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                              "the other processes can no longer be reached");
    for (int k = 0; k < size; k++)
        if (k != rank && together_send(k, &out[k], err))
            return -1;
    for (int k = 0; k < size && !all.broken; k++) {
        in[k] = (struct weft_parcel){NULL, 0};
        if (k != rank &&
            together_wait_for(k, what, &in[k], status ? &why : err))
            status = -1;
    }
    return status;
}

/* ---- short meetings -------------------------------------------------- */

/* Send the same data to all processes. Frees the bag. Return the received
 * parcels, which the caller frees, or NULL on failure. */
static struct weft_parcel *cluster_together_meet(enum occasion what,
                                                 struct bag *bag,
                                                 struct weft_error *err)
{
    size_t size = (size_t)weft_cluster_size();
    struct weft_parcel *in = calloc(size, sizeof *in);
    struct bag *out = calloc(size, sizeof *out);
    for (size_t k = 0; out && k < size; k++) {
        bag_put(&out[k], bag->data, bag->bytes);
        out[k].full |= bag->full;
    }
    if (!in || !out)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (!in || !out || together_meet(what, out, in, err)) {
        free(in);
        in = NULL;
    }
    for (size_t k = 0; out && k < size; k++)
        bag_finish(&out[k]);
    free(out);
    bag_finish(bag);
    return in;
}

int weft_cluster_agree(int status, struct weft_error *err)
{
    struct weft_error own = {0};
    struct bag bag = {0};
    err = err ? err : &own;
    if (weft_cluster_size() == 1)
        return status ? -1 : 0;
    bag_number(&bag, AGREE);
    bag_number(&bag, status != 0);
    bag_put(&bag, err, sizeof *err);
    struct weft_error why = {0};
    struct weft_parcel *in = cluster_together_meet(AGREE, &bag, &why);
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
        uint64_t other = bag_take_number(&in[k]);
        const struct weft_error *text = bag_take(&in[k], sizeof *text);
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
static void introduce(struct bag *bag)
{
    char text[96], first;
    uint64_t one = 1;
    memcpy(&first, &one, 1);
    snprintf(text, sizeof text, "weft %s, %zu bit, %s endian", weft_version(),
             8 * sizeof(void *), first ? "little" : "big");
    bag_number(bag, HELLO);
    bag_text(bag, text);
}

static int together_differ(int process, const char *theirs,
                           struct weft_error *err)
{
    struct bag bag = {0};
    introduce(&bag);
    struct weft_parcel own = {bag.data, bag.bytes};
    bag_take_number(&own);
    const char *ours = bag_take_text(&own);
    weft_error_set(
        err, WEFT_ERROR_MISUSE, 0,
        "processes run different programs: process %d is %s, process %d is %s",
        weft_cluster_rank(), ours ? ours : "weft", process,
        theirs ? theirs : "unknown");
    bag_finish(&bag);
    return -1;
}

static int greet(struct weft_error *err)
{
    struct bag bag = {0}, same = {0};
    introduce(&bag);
    introduce(&same);
    struct weft_parcel own = {same.data, same.bytes};
    struct weft_parcel *in = cluster_together_meet(HELLO, &bag, err);
    int status = in ? 0 : -1;
    bag_take_number(&own);
    const char *ours = bag_take_text(&own);
    for (int k = 0; in && !status && k < weft_cluster_size(); k++) {
        if (k == weft_cluster_rank())
            continue;
        const char *theirs = bag_take_text(&in[k]);
        if (!ours || !theirs || strcmp(ours, theirs) != 0)
            status = together_differ(k, theirs, err);
    }
    bag_finish(&same);
    free(in);
    return status;
}

int weft_cluster_use(struct weft_transport *transport, struct weft_error *err)
{
    if (all.post.transport)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "this process has already joined a cluster");
    if (transport->version != WEFT_TRANSPORT)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "transport has version %u; this weft needs %u",
                              transport->version, WEFT_TRANSPORT);
    all.presence = calloc((size_t)transport->size, sizeof *all.presence);
    if (!all.presence || post_open(&all.post, transport, err)) {
        free(all.presence);
        all.presence = NULL;
        all.post.transport = NULL;
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
        if (!together_first(from, &what)) {
            together_fetch(true, &err);
            continue;
        }
        struct weft_parcel in = post_keep(&all.post, from);
        bag_take_number(&in);
        if (what == LEAVE)
            see_off(from, &in);
    }
}

/* Exchange leave notices with every other process, whatever the reason, and
 * wait for theirs. */
static void together_part(int status)
{
    int rank = weft_cluster_rank(), size = weft_cluster_size();
    for (int k = 0; k < size && !all.broken; k++) {
        struct weft_error err;
        struct bag bag = {0};
        bag_number(&bag, LEAVE);
        bag_number(&bag, (uint64_t)(unsigned)status);
        for (int other = 0; other < size; other++)
            if (all.presence[other] == GONE)
                bag_number(&bag, (uint64_t)other);
        if (k != rank && all.presence[k] != GONE)
            together_send(k, &bag, &err);
        bag_finish(&bag);
    }
    for (int k = 0; k < size; k++)
        if (k != rank)
            wait_for_leave(k);
}

int weft_cluster_leave(int status)
{
    struct weft_transport *transport = all.post.transport;
    bool whole = true;
    if (!transport)
        return status;
    together_part(status);
    weft_cluster_heartbeat(0, NULL);
    if (transport->rank && all.presence[0] == TOGETHER_LEFT)
        status = all.status;
    for (int k = 0; k < transport->size; k++)
        whole &= all.presence[k] != GONE;
    post_finish(&all.post);
    free(all.presence);
    all.presence = NULL;
    transport->close(transport, whole && !all.broken, status);
    return status;
}
