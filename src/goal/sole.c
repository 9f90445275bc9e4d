/* Find the blocks that exactly one processor has at the start: a sweep over the
 * ends of all runs in the order of the blocks counts the holders. */
#include "written.h"

#include <stdlib.h>

/* An end of a run of blocks of one processor. */
struct sole_edge {
    int64_t block;
    /* rank of the processor, and change of the number of holders: 1 where the
     * run begins, -1 where it ends */
    int32_t rank, more;
};

static int sole_by_block(const void *a, const void *b)
{
    const struct sole_edge *x = a, *y = b;
    return (x->block > y->block) - (x->block < y->block);
}

static struct sole_edge *sole_edges_of(const struct written_side *have)
{
    struct sole_edge *edge = malloc((have->count * 2 + 1) * sizeof *edge);
    for (size_t i = 0; edge && i < have->count; i++) {
        const struct written_part *part = &have->part[i];
        edge[2 * i] = (struct sole_edge){part->blocks.first, part->rank, 1};
        edge[2 * i + 1] =
            (struct sole_edge){(int64_t)part->blocks.last + 1, part->rank, -1};
    }
    if (edge && have->count)
        qsort(edge, have->count * 2, sizeof *edge, sole_by_block);
    return edge;
}

int written_find_soles(struct written *written)
{
    size_t count = written->have.count * 2;
    struct sole_edge *edge = sole_edges_of(&written->have);
    written->sole = edge ? malloc((count + 1) * sizeof *written->sole) : NULL;
    /* number of holders, and the sum of their ranks */
    int64_t holders = 0, ranks = 0;
    for (size_t i = 0; written->sole && i < count; i++) {
        holders += edge[i].more;
        ranks += (int64_t)edge[i].more * edge[i].rank;
        if (holders == 1 && i + 1 < count && edge[i + 1].block > edge[i].block)
            written->sole[written->soles++] = (struct sole_holder){
                {(int32_t)edge[i].block, (int32_t)(edge[i + 1].block - 1)},
                (int32_t)ranks};
    }
    free(edge);
    return written->sole ? 0 : -1;
}
