/* Necklace trees at work.
 *
 * Every processor s has the tree of processor 0 shifted by xor s, so all that
 * matters is where a processor v stands in it: at u = v xor s. In step i the
 * nodes c with numbers n = (i-1)d + 1 .. id are reached, each by a dimension
 * of its own; so v sends the packet of s = v xor parent(c) over that
 * dimension and gets the packet of s = v xor c. No arc is used twice.
 *
 * To all: all of it, ceil((2^d - 1)/d) steps. To a root r: of the tree of s
 * only the path to r, which leads to u = r xor s. From a root: the same in
 * reverse, step i becoming step m + 1 - i.
 *
 * A packet waits at inner nodes only, one per inner place of the tree.
 *
 * Source: document C. */
#include "necklace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <weft/tree.h>

#include "payload.h"

int necklace_prepare(struct plan *plan, struct weft_error *err)
{
    struct weft_necklace *tree = calloc(1, sizeof *tree);
    plan->schedule = tree;
    if (!tree || weft_necklace_init(tree, plan->dimension))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for a tree of %d", plan->size);
    return 0;
}

void necklace_drop(struct plan *plan)
{
    if (plan->schedule)
        weft_necklace_finish(plan->schedule);
    free(plan->schedule);
}

/* One processor's part. */
struct part {
    struct weft_processor *self;
    const struct weft_necklace *tree;
    int rank;
    int root; /* -1: to all */
    size_t bytes;
    char *waiting; /* [tree->inner][bytes] by place */
    char *own;     /* [bytes] a packet made here */
};

static int begin(struct part *part, struct weft_processor *self,
                 const struct plan *plan, int root)
{
    const struct weft_necklace *tree = plan->schedule;
    size_t bytes = plan->experiment->bytes;
    *part = (struct part){self,
                          tree,
                          weft_rank(self),
                          root,
                          bytes,
                          malloc((size_t)tree->inner * bytes + 1),
                          malloc(bytes + 1)};
    if (!part->waiting || !part->own)
        return weft_fail(self, "no memory for the packets on their way");
    return 0;
}

static void end(struct part *part)
{
    free(part->waiting);
    free(part->own);
}

/* Where the packet that stands at node u waits. */
static char *place(const struct part *part, int u)
{
    return part->waiting + (size_t)part->tree->place[u] * part->bytes;
}

static void leave(struct part *part, int u, const struct weft_message *message)
{
    if (part->bytes && part->tree->place[u] >= 0)
        memcpy(place(part, u), message->data, part->bytes);
}

/* Is node c used by the packet of processor s? */
static bool used(const struct part *part, int c, int s)
{
    return part->root < 0 || weft_necklace_leads(part->tree, c, part->root ^ s);
}

/* Take packet `id`, which is due now, from processor `from`. */
static int fetch(const struct part *part, int from, int id,
                 struct weft_message *message)
{
    if (weft_receive(part->self, from, message))
        return -1;
    if (message->id != id || message->bytes != part->bytes)
        return weft_fail(part->self, "received packet %d of %d instead of %d",
                         message->id, from, id);
    return 0;
}

/* The node's numbers in step i: first .. last. */
static int last_of(const struct weft_necklace *tree, int i)
{
    int last = i * tree->d;
    return last < tree->size ? last : tree->size - 1;
}

/* ---- to all, to the root ---- */

/* Send what reaches number n. */
static int forward(struct part *part, int n)
{
    const struct weft_necklace *tree = part->tree;
    int c = tree->node[n], parent = weft_necklace_parent(tree, n);
    int origin = part->rank ^ parent;
    if (!used(part, c, origin))
        return 0;
    const char *data = parent ? place(part, parent) : part->own;
    return weft_post(part->self, part->rank ^ c ^ parent, origin, data,
                     part->bytes);
}

/* Take what reaches this processor as number n. */
static int take_in(struct part *part, int n)
{
    const struct weft_necklace *tree = part->tree;
    int c = tree->node[n], parent = weft_necklace_parent(tree, n);
    int origin = part->rank ^ c;
    struct weft_message message;
    if (!used(part, c, origin))
        return 0;
    if (fetch(part, part->rank ^ c ^ parent, origin, &message))
        return -1;
    leave(part, c, &message);
    if (part->root >= 0 && part->rank != part->root)
        return 0;
    return weft_store(part->self, origin, message.data, message.bytes);
}

static int collect(struct part *part)
{
    const struct weft_necklace *tree = part->tree;
    payload_fill(part->own, part->bytes, part->rank, part->rank);
    if ((part->root < 0 || part->rank == part->root) &&
        weft_store(part->self, part->rank, part->own, part->bytes))
        return -1;
    for (int i = 1, first = 1; i <= tree->steps; i++, first += tree->d) {
        int last = last_of(tree, i);
        for (int n = first; n <= last; n++)
            if (forward(part, n))
                return -1;
        if (weft_step(part->self))
            return -1;
        for (int n = first; n <= last; n++)
            if (take_in(part, n))
                return -1;
    }
    return 0;
}

int necklace_collect(struct weft_processor *self, const struct plan *plan,
                     int root)
{
    struct part part;
    int status = begin(&part, self, plan, root) || collect(&part) ? -1 : 0;
    end(&part);
    return status;
}

/* ---- from the root ---- */

/* Number n the other way: to the father. */
static int pass_down(struct part *part, int n)
{
    const struct weft_necklace *tree = part->tree;
    int c = tree->node[n], parent = weft_necklace_parent(tree, n);
    int target = part->rank ^ c;
    if (!used(part, c, target))
        return 0;
    const char *data = part->own;
    if (part->rank == part->root)
        payload_fill(part->own, part->bytes, part->root, target);
    else
        data = place(part, c);
    return weft_post(part->self, part->rank ^ c ^ parent, target, data,
                     part->bytes);
}

static int take_down(struct part *part, int n)
{
    const struct weft_necklace *tree = part->tree;
    int c = tree->node[n], parent = weft_necklace_parent(tree, n);
    int target = part->rank ^ parent;
    struct weft_message message;
    if (!used(part, c, target))
        return 0;
    if (fetch(part, part->rank ^ c ^ parent, target, &message))
        return -1;
    if (target == part->rank)
        return weft_store(part->self, target, message.data, message.bytes);
    leave(part, parent, &message);
    return 0;
}

static int deal(struct part *part)
{
    const struct weft_necklace *tree = part->tree;
    int root = part->root;
    payload_fill(part->own, part->bytes, root, root);
    if (part->rank == root &&
        weft_store(part->self, root, part->own, part->bytes))
        return -1;
    for (int i = tree->steps; i >= 1; i--) {
        int first = (i - 1) * tree->d + 1, last = last_of(tree, i);
        for (int n = first; n <= last; n++)
            if (pass_down(part, n))
                return -1;
        if (weft_step(part->self))
            return -1;
        for (int n = first; n <= last; n++)
            if (take_down(part, n))
                return -1;
    }
    return 0;
}

int necklace_deal(struct weft_processor *self, const struct plan *plan,
                  int root)
{
    struct part part;
    int status = begin(&part, self, plan, root) || deal(&part) ? -1 : 0;
    end(&part);
    return status;
}
