/* Sends packets along necklace trees.
 *
 * The tree of processor s is that of processor 0 translated by xor s; a
 * processor v is at node u = v xor s. In step i the nodes c with numbers n =
 * (i-1)d + 1 .. id are reached, each over a different dimension; so v sends the
 * packet of s = v xor parent(c) over that dimension and receives the packet of
 * s = v xor c. No arc is used twice in a step.
 *
 * To all: the whole trees, ceil((2^d - 1)/d) steps. To a root r: only the path
 * in the tree of s that leads to r, at u = r xor s. From a root: the same in
 * reverse, with step i becoming step m + 1 - i.
 *
 * Packets are stored at inner nodes only, one per inner place of the tree.
 *
 * Source: lecture notes (Bertsekas et al.). */
#include "necklace-trees.h"
#include "collective.h"

#include <stdlib.h>
#include <string.h>
#include <weft/unstable/tree.h>

#include "payload.h"

/* State of one processor. */
struct relay {
    struct weft_processor *self;
    const struct weft_necklace *tree;
    const struct necklace_ends *ends;
    int rank;
    int root; /* rank of the root; -1: packets go to all processors */
    size_t bytes;
    char *waiting; /* [tree->inner][bytes] stored packets by place */
};

static int part_init(struct relay *part, struct weft_processor *self,
                     const struct weft_necklace *tree, int root, size_t bytes,
                     const struct necklace_ends *ends)
{
    *part = (struct relay){.self = self,
                           .tree = tree,
                           .ends = ends,
                           .rank = weft_rank(self),
                           .root = root,
                           .bytes = bytes};
    part->waiting = malloc((size_t)tree->inner * bytes + 1);
    if (!part->waiting)
        return weft_fail(self, "no memory for the packets on their way");
    return 0;
}

/* Return a packet that begins here. */
static const void *necklace_trees_own(const struct relay *part, int number)
{
    return part->ends->give(part->ends->arg, number);
}

/* Pass a packet that ends here to the keeper. */
static int necklace_trees_keep(const struct relay *part, int number,
                               const void *data)
{
    const struct keeper *keeper = &part->ends->keeper;
    return keeper->keep(keeper->arg, number, data, part->bytes);
}

/* Return the buffer for the packet at node u. */
static char *necklace_trees_place(const struct relay *part, int u)
{
    return part->waiting + (size_t)part->tree->place[u] * part->bytes;
}

static void necklace_trees_leave(struct relay *part, int u,
                                 const struct weft_message *message)
{
    if (part->bytes && part->tree->place[u] >= 0)
        memcpy(necklace_trees_place(part, u), message->data, part->bytes);
}

/* Return whether the packet of processor s uses node c. */
static bool used(const struct relay *part, int c, int s)
{
    return part->root < 0 || weft_necklace_leads(part->tree, c, part->root ^ s);
}

/* Receive packet `id`, which is due now, from processor `from`. */
static int necklace_trees_fetch(const struct relay *part, int from, int id,
                                struct weft_message *message)
{
    if (weft_receive(part->self, from, message))
        return -1;
    if (message->id != id || message->bytes != part->bytes)
        return weft_fail(part->self, "received packet %d of %d instead of %d",
                         message->id, from, id);
    return 0;
}

/* Return the last number n of step i. */
static int last_of(const struct weft_necklace *tree, int i)
{
    int last = i * tree->d;
    return last < tree->size ? last : tree->size - 1;
}

/* ---- to all, to the root ---- */

/* Send the packet that reaches number n. */
static int necklace_trees_forward(struct relay *part, int n)
{
    const struct weft_necklace *tree = part->tree;
    int c = tree->node[n], parent = weft_necklace_parent(tree, n);
    int origin = part->rank ^ parent;
    if (!used(part, c, origin))
        return 0;
    const void *data = parent ? necklace_trees_place(part, parent)
                              : necklace_trees_own(part, origin);
    return weft_post(part->self, part->rank ^ c ^ parent, origin, data,
                     part->bytes);
}

/* Receive the packet for which this processor has number n. */
static int necklace_trees_take_in(struct relay *part, int n)
{
    const struct weft_necklace *tree = part->tree;
    int c = tree->node[n], parent = weft_necklace_parent(tree, n);
    int origin = part->rank ^ c;
    struct weft_message message;
    if (!used(part, c, origin))
        return 0;
    if (necklace_trees_fetch(part, part->rank ^ c ^ parent, origin, &message))
        return -1;
    necklace_trees_leave(part, c, &message);
    if (part->root >= 0 && part->rank != part->root)
        return 0;
    return necklace_trees_keep(part, origin, message.data);
}

static int necklace_trees_collect(struct relay *part)
{
    const struct weft_necklace *tree = part->tree;
    if ((part->root < 0 || part->rank == part->root) &&
        necklace_trees_keep(part, part->rank,
                            necklace_trees_own(part, part->rank)))
        return -1;
    for (int i = 1, first = 1; i <= tree->steps; i++, first += tree->d) {
        int last = last_of(tree, i);
        for (int n = first; n <= last; n++)
            if (necklace_trees_forward(part, n))
                return -1;
        if (weft_step(part->self))
            return -1;
        for (int n = first; n <= last; n++)
            if (necklace_trees_take_in(part, n))
                return -1;
    }
    return 0;
}

int necklace_collect(struct weft_processor *self,
                     const struct weft_necklace *tree, int root, size_t bytes,
                     const struct necklace_ends *ends)
{
    struct relay part;
    int status = part_init(&part, self, tree, root, bytes, ends) ||
                 necklace_trees_collect(&part);
    free(part.waiting);
    return status ? -1 : 0;
}

/* ---- from the root ---- */

/* Send number n in reverse, to the parent. */
static int pass_down(struct relay *part, int n)
{
    const struct weft_necklace *tree = part->tree;
    int c = tree->node[n], parent = weft_necklace_parent(tree, n);
    int target = part->rank ^ c;
    if (!used(part, c, target))
        return 0;
    const void *data = part->rank == part->root
                           ? necklace_trees_own(part, target)
                           : necklace_trees_place(part, c);
    return weft_post(part->self, part->rank ^ c ^ parent, target, data,
                     part->bytes);
}

static int necklace_trees_take_down(struct relay *part, int n)
{
    const struct weft_necklace *tree = part->tree;
    int c = tree->node[n], parent = weft_necklace_parent(tree, n);
    int target = part->rank ^ parent;
    struct weft_message message;
    if (!used(part, c, target))
        return 0;
    if (necklace_trees_fetch(part, part->rank ^ c ^ parent, target, &message))
        return -1;
    if (target == part->rank)
        return necklace_trees_keep(part, target, message.data);
    necklace_trees_leave(part, parent, &message);
    return 0;
}

static int necklace_trees_deal(struct relay *part)
{
    const struct weft_necklace *tree = part->tree;
    int root = part->root;
    if (part->rank == root &&
        necklace_trees_keep(part, root, necklace_trees_own(part, root)))
        return -1;
    for (int i = tree->steps; i >= 1; i--) {
        int first = (i - 1) * tree->d + 1, last = last_of(tree, i);
        for (int n = first; n <= last; n++)
            if (pass_down(part, n))
                return -1;
        if (weft_step(part->self))
            return -1;
        for (int n = first; n <= last; n++)
            if (necklace_trees_take_down(part, n))
                return -1;
    }
    return 0;
}

int necklace_deal(struct weft_processor *self, const struct weft_necklace *tree,
                  int root, size_t bytes, const struct necklace_ends *ends)
{
    struct relay part;
    int status = part_init(&part, self, tree, root, bytes, ends) ||
                 necklace_trees_deal(&part);
    free(part.waiting);
    return status ? -1 : 0;
}

/* ---- blocks in arrays ---- */

static char *necklace_trees_block(const struct necklace_blocks *blocks,
                                  int number)
{
    if (!blocks->bytes)
        return blocks->block;
    return blocks->block + (size_t)(number - blocks->shift) * blocks->bytes;
}

static const void *give_block(void *arg, int number)
{
    return necklace_trees_block(arg, number);
}

static int keep_block(void *arg, int number, const void *data, size_t bytes)
{
    char *to = necklace_trees_block(arg, number);
    if (bytes && to != data)
        memcpy(to, data, bytes);
    return 0;
}

struct necklace_ends necklace_ends_in(struct necklace_blocks *blocks)
{
    return (struct necklace_ends){give_block, blocks, {keep_block, blocks}};
}

int necklace_check(struct weft_processor *self,
                   const struct weft_necklace *tree, int root)
{
    if (tree->size != weft_size(self))
        return weft_fail(self, "a necklace tree of %d for %d processors",
                         tree->size, weft_size(self));
    return root < 0 ? 0 : collective_check_root(self, root);
}

int necklace_rooted(struct weft_processor *self,
                    const struct weft_necklace *tree, int root, void *blocks,
                    size_t bytes, necklace_work *work)
{
    int rank = weft_rank(self);
    struct necklace_blocks array = {blocks, bytes, rank == root ? 0 : rank};
    const struct necklace_ends ends = necklace_ends_in(&array);
    if (necklace_check(self, tree, root) || collective_check_root(self, root))
        return -1;
    return work(self, tree, root, bytes, &ends);
}

/* ---- for strategies ---- */

int necklace_prepare(struct plan *plan, struct weft_error *err)
{
    struct weft_necklace *tree = calloc(1, sizeof *tree);
    plan->schedule = tree;
    if (!tree || weft_necklace_init(tree, plan->dimension))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for a tree of %d", plan->size);
    return 0;
}

void necklace_finish(struct plan *plan)
{
    if (plan->schedule)
        weft_necklace_finish(plan->schedule);
    free(plan->schedule);
}

/* Creates the tagged packet of a processor. */
struct maker {
    int rank;
    size_t bytes;
    void *packet; /* [bytes] */
};

static const void *necklace_trees_make(void *arg, int number)
{
    const struct maker *maker = arg;
    payload_fill(maker->packet, maker->bytes, maker->rank, number);
    return maker->packet;
}

int necklace_program(struct weft_processor *self, const struct plan *plan,
                     int root, necklace_work *work)
{
    size_t bytes = plan->bytes;
    struct maker maker = {weft_rank(self), bytes, malloc(bytes + 1)};
    const struct necklace_ends ends = {necklace_trees_make, &maker,
                                       keeper_store(self)};
    if (!maker.packet)
        return weft_fail(self, "no memory for a packet");
    int status = work(self, plan->schedule, root, bytes, &ends);
    free(maker.packet);
    return status;
}
