/* The best trees for a given number of chunks: the least U for which the
 * capacities floor(U b) let every processor receive all chunks. The answer
 * changes only at fractions j / b; a binary search tries those between chunks
 * times the optimum and 1 / min b more. */
#include <stdlib.h>
#include <string.h>

#include "band.h"
#include "base/base.h"

#define CHUNKS_FRACTIONS_MAX (1 << 22)

struct fractions {
    struct weft_fraction *list;
    size_t count, capacity;
};

static int chunks_compare(const void *a, const void *b)
{
    return band_compare(*(const struct weft_fraction *)a,
                        *(const struct weft_fraction *)b);
}

static int chunks_compare_capacity(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int chunks_no_memory(struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                          "no memory for the numbers of steps");
}

/* Add all j / capacity from `low` to low + 1 / least. */
static int chunks_add(struct fractions *f, struct weft_fraction low,
                      int64_t capacity, int64_t least, struct weft_error *err)
{
    wide_int num = (wide_int)low.num * capacity;
    wide_int first = (num + low.den - 1) / low.den;
    wide_int last = num / low.den + capacity / least + 2;
    if (last - first > CHUNKS_FRACTIONS_MAX - (wide_int)f->count ||
        last > BAND_SUM_MAX)
        return band_unlike(err);
    for (wide_int j = first; j <= last; j++) {
        if (array_grow(&f->list, &f->capacity, f->count + 1, sizeof *f->list))
            return chunks_no_memory(err);
        f->list[f->count++] = band_fraction((int64_t)j, capacity);
    }
    return 0;
}

static int chunks_list(struct fractions *f, const struct band_graph *g,
                       struct weft_fraction low, struct weft_error *err)
{
    size_t arcs = (size_t)g->arcs;
    int64_t *capacity = malloc((arcs + 1) * sizeof *capacity);
    if (!capacity)
        return chunks_no_memory(err);
    for (size_t a = 0; a < arcs; a++)
        capacity[a] = g->arc[a].capacity;
    qsort(capacity, arcs, sizeof *capacity, chunks_compare_capacity);
    int status = 0;
    for (size_t a = 0; a < arcs && !status; a++)
        if (!a || capacity[a] != capacity[a - 1])
            status = chunks_add(f, low, capacity[a], capacity[0], err);
    free(capacity);
    if (!status)
        qsort(f->list, f->count, sizeof *f->list, chunks_compare);
    return status;
}

static void chunks_capacities(const struct band_graph *g,
                              struct weft_fraction steps, int64_t *capacity)
{
    for (int a = 0; a < g->arcs; a++)
        capacity[a] =
            (int64_t)((wide_int)steps.num * g->arc[a].capacity / steps.den);
}

/* Return the index of the first fraction that suffices; set watch->stopped or
 * return -1 if out of memory. */
static int64_t chunks_search(const struct fractions *f,
                             const struct band_graph *g, int64_t chunks,
                             int64_t *capacity, struct band_watch *watch)
{
    int64_t low = -1, high = (int64_t)f->count - 1;
    while (low + 1 < high && !watch->stopped) {
        int64_t middle = low + (high - low) / 2;
        chunks_capacities(g, f->list[middle], capacity);
        int enough = band_suffices(g, capacity, chunks, watch);
        if (enough < 0)
            return -1;
        *(enough ? &high : &low) = middle;
    }
    return high;
}

/* Pack trees, with more and more steps while switches cannot be removed. */
static int chunks_pack(const struct fractions *f, const struct band_graph *g,
                       int64_t chunks, int64_t *capacity,
                       struct weft_bandwidth *result, struct band_watch *watch,
                       struct weft_error *err)
{
    int64_t i = chunks_search(f, g, chunks, capacity, watch);
    int status = i < 0 ? chunks_no_memory(err) : BAND_STUCK;
    for (; status == BAND_STUCK && !watch->stopped && i < (int64_t)f->count;
         i++) {
        chunks_capacities(g, f->list[i], capacity);
        status = band_trees(g, capacity, chunks, NULL, result, watch, err);
        result->steps_bound = f->list[i].num;
        result->copies = f->list[i].den;
    }
    return status;
}

int band_chunks(const struct band_graph *graph, struct weft_fraction best,
                int64_t chunks, struct weft_bandwidth *result,
                struct band_watch *watch, struct weft_error *err)
{
    struct fractions f = {.count = 0};
    struct weft_fraction low;
    int64_t *capacity = malloc(((size_t)graph->arcs + 1) * sizeof *capacity);
    int status = -1;
    if (!capacity)
        chunks_no_memory(err);
    else if (band_reduce((wide_int)best.num * chunks, best.den, &low))
        band_unlike(err);
    else
        status = chunks_list(&f, graph, low, err);
    if (!status)
        status = chunks_pack(&f, graph, chunks, capacity, result, watch, err);
    result->chunks = chunks;
    free(f.list);
    free(capacity);
    return status;
}
