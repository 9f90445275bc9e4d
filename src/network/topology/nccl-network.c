/* Converts a machine to a network: names, order of vertices, links. */
#include "nccl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"

#define WORDS_PER_GB 0.125 /* 1 GB/s, in words of 8 bytes per nanosecond */

#define NCCL_WORDS_MAX 1e9 /* largest bandwidth of an arc */

/* An arc under construction; arcs of the same ends add up. */
struct nccl_arc {
    int from, to; /* vertices of the draft */
    double bandwidth, latency;
};

struct nccl_arcs {
    struct nccl_arc *arc;
    size_t count, room;
};

/* ---- vertices ---- */

/* a node in an order */
struct nccl_place {
    uint64_t key;
    int node;
};

struct nccl_places {
    struct nccl_place *place;
    size_t count;
};

static int places_compare(const void *a, const void *b)
{
    const struct nccl_place *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

static const struct {
    const char *prefix; /* of names */
    const char *part;   /* kind of vertex */
} parts[NCCL_PARTS] = {
    [NCCL_GPU] = {"gpu", "GPU"},  [NCCL_NVS] = {"nvs", "NVSwitch"},
    [NCCL_CPU] = {"cpu", "CPU"},  [NCCL_PCI] = {"pci-", "PCI switch"},
    [NCCL_NIC] = {"nic-", "NIC"}, [NCCL_NET] = {"net", "network port"},
};

/* Declare the vertex of a part. A name that another vertex has is followed by
 * the line. @returns its number, or -1 */
static int part_declare(struct nccl *nccl, enum nccl_part part, int host,
                        const char *name)
{
    char prefix[24] = "", text[100];
    struct file_draft *draft = nccl->draft;
    if (nccl->hosts > 1 && part != NCCL_NVS)
        snprintf(prefix, sizeof prefix, "h%d.", host);
    snprintf(text, sizeof text, "%s%s%s", prefix, parts[part].prefix, name);
    for (char *at = text; *at; at++)
        if (strchr(" \t\r\n#", *at))
            *at = '_';
    if (draft_names_find(&draft->names, text)) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "~%u", draft->line);
        nccl->count[NCCL_REPEATED]++;
    }
    int vertex =
        draft_declare(draft, text, part == NCCL_GPU ? KIND_HOST : KIND_SWITCH);
    if (vertex >= 0)
        draft->vertex[vertex].part = parts[part].part;
    return vertex;
}

static int node_declare(struct nccl *nccl, struct nccl_node *node)
{
    char name[24];
    nccl->draft->line = node->line;
    snprintf(name, sizeof name, "%d", node->rank);
    node->vertex = part_declare(nccl, node->part, node->host,
                                node->part == NCCL_GPU ? name : node->name);
    return node->vertex < 0 ? -1 : 0;
}

/* Declare the GPUs in the order of their ranks. */
static int gpus_declare(struct nccl *nccl)
{
    struct nccl_places gpus = {
        .place = malloc((nccl->nodes + 1) * sizeof *gpus.place)};
    int status = gpus.place ? 0 : draft_no_memory(nccl->draft);
    for (size_t i = 0; !status && i < nccl->nodes; i++)
        if (nccl->node[i].part == NCCL_GPU)
            gpus.place[gpus.count++] =
                (struct nccl_place){(uint64_t)nccl->node[i].rank, (int)i};
    if (!status && gpus.count)
        qsort(gpus.place, gpus.count, sizeof *gpus.place, places_compare);
    for (size_t i = 0; !status && i < gpus.count; i++) {
        nccl->draft->line = nccl->node[gpus.place[i].node].line;
        status =
            i && gpus.place[i].key == gpus.place[i - 1].key
                ? draft_error(nccl->draft,
                              "rank %d is already used by the GPU in line %u",
                              nccl->node[gpus.place[i].node].rank,
                              nccl->node[gpus.place[i - 1].node].line)
                : node_declare(nccl, &nccl->node[gpus.place[i].node]);
    }
    free(gpus.place);
    nccl->draft->line = 0;
    if (!status && !gpus.count)
        status = draft_error(nccl->draft,
                             "no GPU: neither a <gpu> with a rank nor, without "
                             "any <gpu>, a <pci> of class 0x03");
    return status;
}

/* Return the number of the NVSwitch, which is declared if a link leads to it;
 * -1: failure, -2: none. */
static int nvs_declare(struct nccl *nccl)
{
    for (size_t i = 0; i < nccl->links; i++)
        if (nccl->link[i].to == NCCL_NVS &&
            nccl->node[nccl->link[i].from].part != NCCL_NOTHING)
            return part_declare(nccl, NCCL_NVS, 0, "");
    return -2;
}

/* ---- links ---- */

static int arc_add(struct nccl *nccl, struct nccl_arcs *arcs,
                   const struct nccl_arc *arc, bool both_ways)
{
    for (int way = 0; way <= both_ways; way++) {
        if (array_grow(&arcs->arc, &arcs->room, arcs->count + 1,
                       sizeof *arcs->arc))
            return draft_no_memory(nccl->draft);
        arcs->arc[arcs->count] = *arc;
        if (way)
            arcs->arc[arcs->count] = (struct nccl_arc){
                arc->to, arc->from, arc->bandwidth, arc->latency};
        arcs->count++;
    }
    return 0;
}

/* Add the links between nodes and their parents, and among the CPUs of a
 * host. */
static int arcs_of_nodes(struct nccl *nccl, struct nccl_arcs *arcs)
{
    for (size_t i = 0; i < nccl->nodes; i++) {
        const struct nccl_node *node = &nccl->node[i];
        if (node->vertex < 0)
            continue;
        struct nccl_arc arc = {node->vertex, 0, node->up, node->latency};
        if (node->parent >= 0) {
            int parent = nccl->node[node->parent].same;
            arc.to = nccl->node[parent < 0 ? node->parent : parent].vertex;
            if (arc.to != arc.from && arc_add(nccl, arcs, &arc, true))
                return -1;
            continue;
        }
        for (size_t k = 0; k < nccl->nodes; k++) {
            arc = (struct nccl_arc){node->vertex, nccl->node[k].vertex,
                                    node->between, -1};
            if (k != i && nccl->node[k].part == NCCL_CPU &&
                nccl->node[k].host == node->host &&
                arc_add(nccl, arcs, &arc, false))
                return -1;
        }
    }
    return 0;
}

/* Return the vertex to which a listed link leads, or -1. `bus` contains all
 * nodes with a bus, in order. */
static int link_target(const struct nccl *nccl, const struct nccl_places *bus,
                       const struct nccl_link *link, int nvs)
{
    int at = link->from;
    if (link->to == NCCL_NVS)
        return nvs;
    if (link->to == NCCL_CPU) {
        while (nccl->node[at].parent >= 0)
            at = nccl->node[at].parent;
        return nccl->node[at].vertex;
    }
    size_t low = 0, high = bus->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (bus->place[middle].key < link->target)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < bus->count && bus->place[low].key == link->target; low++) {
        const struct nccl_node *node = &nccl->node[bus->place[low].node];
        if (node->host == nccl->node[at].host && node->part == link->to)
            return node->vertex;
    }
    return -1;
}

static int arcs_of_links(struct nccl *nccl, const struct nccl_places *bus,
                         int nvs, struct nccl_arcs *arcs)
{
    for (size_t i = 0; i < nccl->links; i++) {
        const struct nccl_link *link = &nccl->link[i];
        int from = nccl->node[link->from].vertex;
        if (from < 0)
            continue;
        int to = link_target(nccl, bus, link, nvs);
        nccl->count[NCCL_NO_TARGET] += to < 0;
        struct nccl_arc arc = {from, to, link->bandwidth, -1};
        if (to >= 0 && to != from && arc_add(nccl, arcs, &arc, link->both_ways))
            return -1;
    }
    return 0;
}

static int nccl_arc_compare(const void *a, const void *b)
{
    const struct nccl_arc *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

/* Add up the arcs of the same ends and add them to the draft. */
static int arcs_finish(struct nccl *nccl, struct nccl_arcs *arcs)
{
    nccl->draft->line = 0;
    if (arcs->count)
        qsort(arcs->arc, arcs->count, sizeof *arcs->arc, nccl_arc_compare);
    for (size_t i = 0; i < arcs->count;) {
        struct graph_link link = {arcs->arc[i].from,
                                  arcs->arc[i].to,
                                  true,
                                  0,
                                  {arcs->arc[i].latency, 0}};
        size_t first = i;
        for (; i < arcs->count &&
               !nccl_arc_compare(&arcs->arc[first], &arcs->arc[i]);
             i++)
            link.cost.bandwidth += arcs->arc[i].bandwidth * WORDS_PER_GB;
        link.cost.bandwidth = fmin(link.cost.bandwidth, NCCL_WORDS_MAX);
        if (draft_link(nccl->draft, &link, false))
            return -1;
    }
    return 0;
}

/* ---- the network ---- */

/* List all nodes with a bus in order of the numbers; two GPUs of a host must
 * not have the same one, to which links lead. */
static int buses_list(struct nccl *nccl, struct nccl_places *bus)
{
    bus->place = malloc((nccl->nodes + 1) * sizeof *bus->place);
    if (!bus->place)
        return draft_no_memory(nccl->draft);
    for (size_t i = 0; i < nccl->nodes; i++)
        if (nccl->node[i].id && nccl->node[i].part != NCCL_NET)
            bus->place[bus->count++] =
                (struct nccl_place){nccl->node[i].id, (int)i};
    if (bus->count)
        qsort(bus->place, bus->count, sizeof *bus->place, places_compare);
    for (size_t i = 1; i < bus->count; i++) {
        const struct nccl_node *one = &nccl->node[bus->place[i - 1].node],
                               *two = &nccl->node[bus->place[i].node];
        nccl->draft->line = two->line;
        if (one->id == two->id && one->host == two->host &&
            one->part == NCCL_GPU && two->part == NCCL_GPU)
            return draft_error(nccl->draft,
                               "busid %s is already used in line %u", two->name,
                               one->line);
    }
    return 0;
}

/* The functions of a NIC, whose buses differ in the last digit only, become one
 * vertex. */
static void nics_merge(struct nccl *nccl, const struct nccl_places *bus)
{
    for (size_t i = 1; i < bus->count; i++) {
        int one = bus->place[i - 1].node, two = bus->place[i].node;
        struct nccl_node *nic = &nccl->node[two];
        const struct nccl_node *before = &nccl->node[one];
        if (nic->part != NCCL_NIC || nic->host != before->host ||
            nic->id >> 4 != before->id >> 4 ||
            (before->part != NCCL_NIC && before->same < 0))
            continue;
        nic->same = before->same < 0 ? one : before->same;
        nic->part = NCCL_NOTHING;
    }
}

int nccl_build(struct nccl *nccl)
{
    struct nccl_places bus = {0};
    struct nccl_arcs arcs = {0};
    int nvs = -1;
    int status = buses_list(nccl, &bus);
    if (!status)
        nics_merge(nccl, &bus);
    if (!status)
        status = gpus_declare(nccl);
    if (!status && (nvs = nvs_declare(nccl)) == -1)
        status = -1;
    for (enum nccl_part part = NCCL_CPU; !status && part < NCCL_PARTS; part++)
        for (size_t i = 0; !status && i < nccl->nodes; i++)
            if (nccl->node[i].part == part)
                status = node_declare(nccl, &nccl->node[i]);
    if (!status)
        status = arcs_of_nodes(nccl, &arcs) ||
                         arcs_of_links(nccl, &bus, nvs, &arcs) ||
                         arcs_finish(nccl, &arcs) || nccl_place(nccl, nvs)
                     ? -1
                     : 0;
    free(bus.place);
    free(arcs.arc);
    return status;
}
