/* Places the parts of a machine for drawings: GPUs in a row, with links between
 * them above; below them NICs, PCI switches level by level, and CPUs. */
#include "nccl.h"

#include <math.h>
#include <stdlib.h>

#define LEVEL 1.1 /* distance between levels of PCI switches */
#define ABOVE 1.6 /* distance from the highest level to the GPUs */

/* the places of the children of a node */
struct below {
    double sum;
    int count, level;
};

/* Return the node to which a node is attached; -1: none. */
static int hangs_at(const struct nccl *nccl, const struct nccl_node *node)
{
    int parent = node->parent;
    if (parent >= 0 && nccl->node[parent].same >= 0)
        parent = nccl->node[parent].same;
    return parent;
}

/* Count the levels of PCI switches; parents have lower numbers. */
static int levels_count(const struct nccl *nccl, struct below *below)
{
    int most = 0;
    for (size_t i = 0; i < nccl->nodes; i++) {
        const struct nccl_node *node = &nccl->node[i];
        if (node->vertex < 0 || node->part != NCCL_PCI)
            continue;
        below[i].level = below[node->parent].level + 1;
        most = below[i].level > most ? below[i].level : most;
    }
    return most;
}

static double height_of(const struct nccl_node *node, int level, double row)
{
    static const double under_row[NCCL_PARTS] = {
        [NCCL_NIC] = 0.85, [NCCL_NET] = 0.3};
    bool tree = node->part == NCCL_CPU || node->part == NCCL_PCI;
    return tree ? level * LEVEL : row - under_row[node->part];
}

int nccl_place(struct nccl *nccl, int nvs)
{
    struct below *below = calloc(nccl->nodes + 1, sizeof *below);
    double row = 0, left = INFINITY, right = -INFINITY, column = 0;
    if (!below)
        return draft_no_memory(nccl->draft);
    row = levels_count(nccl, below) * LEVEL + ABOVE;
    for (size_t i = 0; i < nccl->nodes; i++)
        if (nccl->node[i].vertex >= 0 && nccl->node[i].parent >= 0)
            below[hangs_at(nccl, &nccl->node[i])].count++;
    /* nodes without children get columns in the order of the file, all others
     * the middle of their children */
    for (size_t i = nccl->nodes; i--;) {
        const struct nccl_node *node = &nccl->node[i];
        if (node->vertex < 0)
            continue;
        struct draft_vertex *vertex = &nccl->draft->vertex[node->vertex];
        int parent = hangs_at(nccl, node);
        double x = below[i].count ? below[i].sum / below[i].count : column--;
        if (parent >= 0)
            below[parent].sum += x;
        vertex->at[0] = x;
        vertex->at[1] = height_of(node, below[i].level, row);
        vertex->placed = 3;
        left = node->part == NCCL_GPU ? fmin(left, x) : left;
        right = node->part == NCCL_GPU ? fmax(right, x) : right;
    }
    if (nvs >= 0) {
        struct draft_vertex *vertex = &nccl->draft->vertex[nvs];
        vertex->at[0] = (left + right) / 2;
        vertex->at[1] = row + ABOVE;
        vertex->placed = 3;
    }
    nccl->draft->to_scale = true;
    free(below);
    return 0;
}
