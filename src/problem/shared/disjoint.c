/* Phases 2 and 3 of Stamoulis and Tsitsiklis, section 3.2.
 *
 * Phase 2: every packet moves up its tree T^(j) to the root e_j; if several
 * wait for one arc, the lowest number goes first (any rule that never idles
 * ends as early). Reversed trees are also disjoint, so the trees do not
 * conflict. The phase lasts max N_j + d - 1 slots: only then does every root,
 * which knows K, know that all packets have arrived. Phase 3: every root sends
 * its packets down its tree in ascending order, one per slot, then a
 * termination packet: max N_j + d slots. A processor is done when the
 * termination packets of all d trees have arrived.
 *
 * Only the roots know K and the begin of phase 3. An arc leads down at most one
 * tree and up at most one other, so a packet's number and sender determine its
 * phase. */
#include "disjoint.h"

#include <stdlib.h>
#include <string.h>
#include <weft/unstable/tree.h>

int disjoint_check(const struct plan *plan, struct weft_error *err)
{
    if (plan->bytes > 0)
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "strategy '%s' needs --bytes 1 or more: its "
                          "termination packets are those without data",
                          plan->strategy->info.name);
}

int disjoint_load(int d, const int *tree, int total, int j)
{
    if (!tree)
        return total < j ? 0 : (total - j) / d + 1;
    int load = 0;
    for (int r = 1; r <= total; r++)
        load += tree[r] == j;
    return load;
}

int disjoint_peak(int d, const int *tree, int total)
{
    int peak = 0;
    for (int j = 1; j <= d; j++) {
        int load = disjoint_load(d, tree, total, j);
        peak = load > peak ? load : peak;
    }
    return peak;
}

static int tree_of(const struct disjoint *part, int number)
{
    return part->tree ? part->tree[number] : (number - 1) % part->d + 1;
}

void disjoint_init(struct disjoint *part)
{
    struct weft_processor *self = part->self;
    int d = __builtin_ctz((unsigned)weft_size(self)), rank = weft_rank(self);
    part->d = d;
    part->begin = weft_now(self);
    part->slot = weft_transfer_time(self, part->bytes, 1);
    if (part->slot < weft_slot(self)) /* sends are aligned to slots */
        part->slot = weft_slot(self);
    for (int j = 1; j <= d; j++) {
        part->up[j] = weft_disjoint_parent(d, j, rank);
        if (part->up[j] < 0)
            part->root = j;
        else
            part->down[__builtin_ctz((unsigned)(rank ^ part->up[j]))] = j;
    }
    if (part->root) {
        int slots = disjoint_peak(d, part->tree, part->total) + d - 1;
        part->spread = part->begin + (uint64_t)slots * part->slot;
        part->load = disjoint_load(d, part->tree, part->total, part->root);
    }
}

void disjoint_finish(struct disjoint *part)
{
    for (int j = 1; j <= part->d; j++)
        packet_queue_drop(&part->queue[j]);
}

/* ---- phase 2 ---- */

static int climb(struct disjoint *part, int number, const void *data,
                 size_t bytes)
{
    int j = tree_of(part, number);
    struct packet_queue *queue = &part->queue[j];
    if (packet_queue_add(queue, (uint64_t)number, number, data, bytes))
        return weft_fail(part->self, "no memory for a packet");
    if (j != part->root && (int)queue->count > part->report->queue)
        part->report->queue = (int)queue->count;
    return 0;
}

int disjoint_add(struct disjoint *part, int number, const void *data,
                 size_t bytes)
{
    return climb(part, number, data, bytes);
}

/* Send one packet up in each tree. */
static int lift(struct disjoint *part)
{
    struct packet packet;
    for (int j = 1; j <= part->d; j++) {
        if (j == part->root || !packet_queue_pop(&part->queue[j], &packet))
            continue;
        int status = weft_post(part->self, part->up[j], packet.id, packet.data,
                               packet.bytes);
        free(packet.data);
        if (status)
            return -1;
        part->posted = true;
        part->report->gathered = weft_now(part->self) + part->slot;
    }
    return 0;
}

/* ---- phase 3 ---- */

/* Send a packet down tree j, and pass it to the keeper if it has data. */
static int disjoint_spread(struct disjoint *part, int j, int number,
                           const void *data, size_t bytes)
{
    int children[WEFT_DISJOINT_MAX];
    int count =
        weft_disjoint_children(part->d, j, weft_rank(part->self), children);
    if (!part->falls &&
        (weft_task_end(part->self, 2) || weft_task_begin(part->self, 3)))
        return -1;
    part->falls = true;
    for (int i = 0; i < count; i++)
        if (weft_post(part->self, children[i], number, data, bytes))
            return -1;
    if (count)
        part->posted = true;
    if (bytes)
        return part->keeper.keep(part->keeper.arg, number, data, bytes);
    part->ended++;
    return 0;
}

/* Send a root's packet for this slot. */
static int disjoint_feed(struct disjoint *part)
{
    int j = part->root, load = part->load;
    if (!j || part->sent > load || weft_now(part->self) < part->spread)
        return 0;
    if (part->sent++ == load)
        return disjoint_spread(part, j, part->total + j, NULL, 0);
    struct packet packet;
    if (!packet_queue_pop(&part->queue[j], &packet))
        return weft_fail(
            part->self,
            "only %d of %d packets reached the root of tree %d in time",
            part->sent - 1, load, j);
    int status = disjoint_spread(part, j, packet.id, packet.data, packet.bytes);
    free(packet.data);
    return status;
}

/* ---- both ---- */

static int disjoint_handle(struct disjoint *part,
                           const struct weft_message *message)
{
    int rank = weft_rank(part->self);
    int across = __builtin_ctz((unsigned)(rank ^ message->source));
    int down = part->down[across];
    if (down && (!message->bytes || tree_of(part, message->id) == down))
        return disjoint_spread(part, down, message->id, message->data,
                               message->bytes);
    if (message->bytes &&
        weft_disjoint_parent(part->d, tree_of(part, message->id),
                             message->source) == rank)
        return climb(part, message->id, message->data, message->bytes);
    return weft_fail(part->self, "message %d from %d belongs to no tree",
                     message->id, message->source);
}

/* Receive everything that has arrived by now. */
static int disjoint_drain(struct disjoint *part)
{
    struct weft_message message;
    int got;
    while ((got = weft_take(part->self, WEFT_ANY, &message)) == 1)
        if (disjoint_handle(part, &message))
            return -1;
    return got;
}

/* Wait for the end of the slot. */
static int align(struct disjoint *part)
{
    uint64_t now = weft_now(part->self);
    uint64_t early = (now - part->begin) % part->slot;
    return early ? weft_wait_until(part->self, now - early + part->slot) : 0;
}

/* Wait for the end of the slot, then handle the message. Waiting releases the
 * message, so its data is copied. */
static int disjoint_handle_later(struct disjoint *part,
                                 struct weft_message message)
{
    char *data = malloc(message.bytes + 1);
    if (!data)
        return weft_fail(part->self, "no memory");
    if (message.bytes)
        memcpy(data, message.data, message.bytes);
    message.data = data;
    int status = align(part) || disjoint_handle(part, &message) ? -1 : 0;
    free(data);
    return status;
}

/* Nothing to send: wait until a packet arrives or phase 3 begins. */
static int disjoint_rest(struct disjoint *part)
{
    struct weft_message message;
    int got = 1;
    if (part->root && weft_now(part->self) < part->spread)
        got = weft_receive_until(part->self, WEFT_ANY, part->spread, &message);
    else if (weft_receive(part->self, WEFT_ANY, &message))
        got = -1;
    if (got != 1)
        return got;
    return disjoint_handle_later(part, message);
}

int disjoint_run(struct disjoint *part)
{
    if (weft_task_begin(part->self, 2))
        return -1;
    for (;;) {
        if (disjoint_drain(part) || disjoint_feed(part) || lift(part))
            return -1;
        if (part->posted) {
            part->posted = false;
            if (weft_step(part->self) || align(part))
                return -1;
        } else if (part->ended == part->d) {
            return weft_task_end(part->self, part->falls ? 3 : 2);
        } else if (disjoint_rest(part)) {
            return -1;
        }
    }
}

void disjoint_measure(const struct plan *plan, struct weft_result *result,
                      const struct disjoint_report report[], const int *tree,
                      int total, int begin)
{
    int queue = 0, peak = disjoint_peak(plan->dimension, tree, total);
    int second = peak + plan->dimension - 1;
    uint64_t last = 0;
    for (int x = 0; x < plan->size; x++) {
        last = report[x].gathered > last ? report[x].gathered : last;
        queue = report[x].queue > queue ? report[x].queue : queue;
    }
    double end = (double)(last / plan->slot);
    result_measure(result, "phase 2 slots", second);
    result_measure(result, "phase 2 slots used", last ? end - begin : 0);
    result_measure(result, "phase 3 slots",
                   (double)result->steps - begin - second);
    result_measure(result, "largest tree load", peak);
    result_measure(result, "longest queue", queue);
}
