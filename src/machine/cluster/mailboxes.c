/* Queue received packets by sender, in order of arrival, so that packets of
 * other processes do not block a search for those of one. */
#include "mailboxes.h"
#include "base/base.h"
#include <stdlib.h>

int mailboxes_open(struct mailboxes *mailboxes,
                   struct weft_transport *transport, struct weft_error *err)
{
    mailboxes->transport = transport;
    mailboxes->box = calloc((size_t)transport->size, sizeof *mailboxes->box);
    return mailboxes->box
               ? 0
               : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
}

static void mailboxes_forget(struct kept_packet *arrival)
{
    if (arrival)
        free((void *)(uintptr_t)arrival->packet.data);
    free(arrival);
}

void mailboxes_finish(struct mailboxes *mailboxes)
{
    for (int k = 0; mailboxes->box && k < mailboxes->transport->size; k++) {
        while (mailboxes->box[k].first)
            mailboxes_drop(mailboxes, k);
        mailboxes_forget(mailboxes->box[k].kept);
    }
    free(mailboxes->box);
    *mailboxes = (struct mailboxes){NULL, NULL};
}

int mailboxes_send(struct mailboxes *mailboxes, int to,
                   struct packet_builder *packet, struct weft_error *err)
{
    struct weft_transport *transport = mailboxes->transport;
    void *data = packet->data;
    size_t bytes = packet->bytes;
    bool full = packet->full;
    *packet = (struct packet_builder){0};
    if (!full)
        return transport->send(transport, to, data, bytes, err);
    free(data);
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for messages");
}

static int mailboxes_put(struct inbox *box, const struct weft_arrival *came,
                         struct weft_error *err)
{
    struct kept_packet *arrival = malloc(sizeof *arrival);
    if (!arrival) {
        free(came->data);
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for messages");
    }
    *arrival = (struct kept_packet){NULL, {came->data, came->bytes}};
    if (box->last)
        box->last->next = arrival;
    else
        box->first = arrival;
    box->last = arrival;
    return 0;
}

int mailboxes_fetch(struct mailboxes *mailboxes, bool wait, int *gone,
                    struct weft_error *err)
{
    struct weft_transport *transport = mailboxes->transport;
    struct weft_arrival in = {.from = -1};
    int came = 0, status;
    while ((status = transport->take(transport, wait && !came, &in, err)) > 0) {
        came = 1;
        if (mailboxes_put(&mailboxes->box[in.from], &in, err))
            return -1;
    }
    *gone = in.from;
    return status < 0 ? -1 : came;
}

const struct weft_packet *mailboxes_first(const struct mailboxes *mailboxes,
                                          int from)
{
    const struct kept_packet *first = mailboxes->box[from].first;
    return first ? &first->packet : NULL;
}

static struct kept_packet *remove_first(struct inbox *box)
{
    struct kept_packet *first = box->first;
    box->first = first->next;
    if (!box->first)
        box->last = NULL;
    return first;
}

void mailboxes_drop(struct mailboxes *mailboxes, int from)
{
    mailboxes_forget(remove_first(&mailboxes->box[from]));
}

struct weft_packet mailboxes_keep(struct mailboxes *mailboxes, int from)
{
    struct inbox *box = &mailboxes->box[from];
    mailboxes_forget(box->kept);
    box->kept = remove_first(box);
    return box->kept->packet;
}
