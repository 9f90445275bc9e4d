/* Who belongs together, and agreeing on things.
 *
 * All processes do the same, so that each exchange of one is the same exchange
 * of all; its first word says which, and who finds another there knows that a
 * process has gone another way: it had an error of its own, and leaves. */
#include "base/base.h"
#include "cluster.h"
#include "module.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/version.h>

/* Main thread, and the resolver while the main thread waits for it. */
static struct {
    struct weft_transport *transport; /* NULL: alone */
    bool left;                        /* some process has left */
    bool broken;                      /* nothing can be exchanged any more */
    int status;                       /* what process 0 left with */
} all;

int weft_cluster_rank(void)
{
    return all.transport ? all.transport->rank : 0;
}

int weft_cluster_size(void)
{
    return all.transport ? all.transport->size : 1;
}

bool together_whole(void)
{
    return all.transport && !all.left && !all.broken;
}

static int gone(struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                          "the other processes are not reached any more");
}

/* What was exchanged instead. */
static int another_way(int process, uint64_t what, struct weft_parcel *in,
                       struct weft_error *err)
{
    all.left = true;
    if (what == LEAVE) {
        int status = (int)bag_take_number(in);
        if (!process)
            all.status = status;
        return weft_error_set(err, WEFT_ERROR_STOPPED, 0,
                              "process %d has ended before the run", process);
    }
    all.broken = true;
    return weft_error_set(err, WEFT_ERROR_STOPPED, 0,
                          "process %d does not do what the others do: every "
                          "process must be given the same command",
                          process);
}

static int transfer(struct bag out[], struct weft_parcel in[],
                    struct weft_error *err)
{
    int size = all.transport->size;
    struct weft_parcel *parcel = calloc((size_t)size, sizeof *parcel);
    int status = -1;
    for (int k = 0; parcel && k < size; k++)
        if (k != all.transport->rank)
            parcel[k] = (struct weft_parcel){out[k].data, out[k].bytes};
    if (parcel)
        status = all.transport->exchange(all.transport, parcel, in, err);
    else
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    free(parcel);
    all.broken = all.broken || status;
    return status;
}

int together_meet(enum occasion what, struct bag out[], struct weft_parcel in[],
                  struct weft_error *err)
{
    int status = 0;
    if (!together_whole())
        return gone(err);
    if (transfer(out, in, err))
        return -1;
    for (int k = 0; k < all.transport->size; k++) {
        if (k == all.transport->rank)
            continue;
        uint64_t other = bag_take_number(&in[k]);
        if (other == what)
            continue;
        if (what == LEAVE) { /* it sees that, and leaves, too */
            all.left = true;
            in[k].bytes = 0;
        } else if (!status) {
            status = another_way(k, other, &in[k], err);
        }
    }
    return status;
}

/* ---- meetings of a few words --------------------------------------------- */

/* The same for everybody. Frees the bag. in[]: to be freed, NULL on failure. */
static struct weft_parcel *meet(enum occasion what, struct bag *bag,
                                struct weft_error *err)
{
    size_t size = (size_t)weft_cluster_size();
    struct weft_parcel *in = calloc(size, sizeof *in);
    struct bag *out = calloc(size, sizeof *out);
    for (size_t k = 0; out && k < size; k++)
        out[k] = *bag;
    bool whole = in && out && !bag->full;
    if (!whole)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (!whole || together_meet(what, out, in, err)) {
        free(in);
        in = NULL;
    }
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
    struct weft_parcel *in = meet(AGREE, &bag, &why);
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

int weft_cluster_gather(const void *data, size_t bytes, struct weft_parcel in[],
                        struct weft_error *err)
{
    size_t size = (size_t)weft_cluster_size();
    struct bag *out = calloc(size, sizeof *out);
    bool full = !out;
    for (size_t k = 0; out && k < size; k++) {
        bag_number(&out[k], GATHER);
        bag_block(&out[k], data, k ? 0 : bytes);
        full |= out[k].full;
    }
    int status = full ? weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory")
                 : size > 1 ? together_meet(GATHER, out, in, err)
                            : 0;
    for (size_t k = 0; !status && k < size; k++) {
        size_t length = 0;
        const void *from = (int)k == weft_cluster_rank()
                               ? NULL
                               : bag_take_block(&in[k], &length);
        in[k] = (struct weft_parcel){from, length};
    }
    for (size_t k = 0; out && k < size; k++)
        bag_finish(&out[k]);
    free(out);
    return status;
}

/* ---- joining --------------------------------------------------------------
 */

/* What must be the same: the program, and how it lays out what it sends. The
 * text comes first, so that any version can read it. */
static void introduce(struct bag *bag)
{
    char text[96];
    uint64_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    snprintf(text, sizeof text, "weft %s, %zu bit, %s endian", weft_version(),
             8 * sizeof(void *), first ? "little" : "big");
    bag_number(bag, HELLO);
    bag_text(bag, text);
}

static int differ(int process, const char *theirs, struct weft_error *err)
{
    struct bag bag = {0};
    introduce(&bag);
    struct weft_parcel own = {bag.data, bag.bytes};
    bag_take_number(&own);
    const char *ours = bag_take_text(&own);
    weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                   "processes of different programs: process %d is %s, process "
                   "%d is %s",
                   weft_cluster_rank(), ours ? ours : "weft", process,
                   theirs ? theirs : "something else");
    bag_finish(&bag);
    return -1;
}

static int greet(struct weft_error *err)
{
    struct bag bag = {0}, same = {0};
    introduce(&bag);
    introduce(&same);
    struct weft_parcel own = {same.data, same.bytes};
    struct weft_parcel *in = meet(HELLO, &bag, err);
    int status = in ? 0 : -1;
    bag_take_number(&own);
    const char *ours = bag_take_text(&own);
    for (int k = 0; in && !status && k < weft_cluster_size(); k++) {
        if (k == weft_cluster_rank())
            continue;
        const char *theirs = bag_take_text(&in[k]);
        if (!ours || !theirs || strcmp(ours, theirs) != 0)
            status = differ(k, theirs, err);
    }
    bag_finish(&same);
    free(in);
    return status;
}

int weft_cluster_use(struct weft_transport *transport, struct weft_error *err)
{
    if (all.transport)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "the process has joined others already");
    if (transport->version != WEFT_TRANSPORT)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "a transport of version %u; this weft needs %u",
                              transport->version, WEFT_TRANSPORT);
    all.transport = transport;
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

int weft_cluster_leave(int status)
{
    struct weft_transport *transport = all.transport;
    if (!transport)
        return status;
    if (together_whole() && transport->size > 1) {
        struct bag bag = {0};
        struct weft_error err;
        bag_number(&bag, LEAVE);
        bag_number(&bag, (uint64_t)(unsigned)status);
        struct weft_parcel *in = meet(LEAVE, &bag, &err);
        if (in && transport->rank && in[0].bytes)
            status = (int)bag_take_number(&in[0]);
        free(in);
    } else if (all.left && transport->rank && all.status) {
        status = all.status;
    }
    all.transport = NULL;
    transport->close(transport, !all.broken, status);
    return status;
}
