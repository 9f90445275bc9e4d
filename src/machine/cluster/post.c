/* Queue received parcels by sender, in order of arrival, so that parcels of
 * other processes do not block a search for those of one. */
#include "post.h"
#include "base/base.h"
#include <stdlib.h>

int post_open(struct post *post, struct weft_transport *transport,
              struct weft_error *err)
{
    post->transport = transport;
    post->box = calloc((size_t)transport->size, sizeof *post->box);
    return post->box ? 0
                     : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
}

static void post_forget(struct kept_parcel *arrival)
{
    if (arrival)
        free((void *)(uintptr_t)arrival->parcel.data);
    free(arrival);
}

void post_finish(struct post *post)
{
    for (int k = 0; post->box && k < post->transport->size; k++) {
        while (post->box[k].first)
            post_drop(post, k);
        post_forget(post->box[k].kept);
    }
    free(post->box);
    *post = (struct post){NULL, NULL};
}

int post_send(struct post *post, int to, struct bag *bag,
              struct weft_error *err)
{
    struct weft_transport *transport = post->transport;
    void *data = bag->data;
    size_t bytes = bag->bytes;
    bool full = bag->full;
    *bag = (struct bag){0};
    if (!full)
        return transport->send(transport, to, data, bytes, err);
    free(data);
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for messages");
}

static int post_put(struct inbox *box, const struct weft_arrival *came,
                    struct weft_error *err)
{
    struct kept_parcel *arrival = malloc(sizeof *arrival);
    if (!arrival) {
        free(came->data);
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for messages");
    }
    *arrival = (struct kept_parcel){NULL, {came->data, came->bytes}};
    if (box->last)
        box->last->next = arrival;
    else
        box->first = arrival;
    box->last = arrival;
    return 0;
}

int post_fetch(struct post *post, bool wait, int *gone, struct weft_error *err)
{
    struct weft_transport *transport = post->transport;
    struct weft_arrival in = {.from = -1};
    int came = 0, status;
    while ((status = transport->take(transport, wait && !came, &in, err)) > 0) {
        came = 1;
        if (post_put(&post->box[in.from], &in, err))
            return -1;
    }
    *gone = in.from;
    return status < 0 ? -1 : came;
}

const struct weft_parcel *post_first(const struct post *post, int from)
{
    const struct kept_parcel *first = post->box[from].first;
    return first ? &first->parcel : NULL;
}

static struct kept_parcel *remove_first(struct inbox *box)
{
    struct kept_parcel *first = box->first;
    box->first = first->next;
    if (!box->first)
        box->last = NULL;
    return first;
}

void post_drop(struct post *post, int from)
{
    post_forget(remove_first(&post->box[from]));
}

struct weft_parcel post_keep(struct post *post, int from)
{
    struct inbox *box = &post->box[from];
    post_forget(box->kept);
    box->kept = remove_first(box);
    return box->kept->parcel;
}
