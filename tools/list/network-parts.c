/* The parts of a network and the bandwidths between them. */
#include "list/network-parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/topology.h>

#define PARTS_MAX 16 /* kinds of parts in one network */

/* The arcs from one part to another. */
struct part_arcs {
    uint64_t arcs;
    uint64_t measured; /* arcs with a bandwidth */
    double bandwidth;  /* their sum, in words per time unit */
    double least, most;
};

struct part_counts {
    const char *name[PARTS_MAX]; /* in the order of the vertices */
    uint64_t vertices[PARTS_MAX];
    size_t count;
    struct part_arcs arcs[PARTS_MAX][PARTS_MAX];
};

static const char *part_name(const struct weft_network *network, int vertex)
{
    const char *part = weft_network_part(network, vertex);
    if (part)
        return part;
    return weft_network_is_processor(network, vertex) ? "processor" : "switch";
}

static size_t part_find(const struct part_counts *counts, const char *name)
{
    size_t i = 0;
    while (i < counts->count && strcmp(counts->name[i], name) != 0)
        i++;
    return i;
}

static void part_count_arc(const struct weft_network *network, int vertex,
                           int port, struct part_arcs *arcs)
{
    struct weft_arc_cost cost;
    arcs->arcs++;
    weft_network_arc_cost(network, vertex, port, &cost);
    if (cost.bandwidth <= 0)
        return;
    if (!arcs->measured || cost.bandwidth < arcs->least)
        arcs->least = cost.bandwidth;
    if (!arcs->measured || cost.bandwidth > arcs->most)
        arcs->most = cost.bandwidth;
    arcs->measured++;
    arcs->bandwidth += cost.bandwidth;
}

/* Count the parts of a network. Return NULL if there is nothing to report: no
 * parts and no costs, too many parts, or no memory. */
static struct part_counts *parts_count(const struct weft_network *network)
{
    bool known = weft_network_part(network, 0) != NULL;
    struct part_counts *counts = NULL;
    if (known || weft_network_has_costs(network))
        counts = calloc(1, sizeof *counts);
    int vertices = counts ? weft_network_vertices(network) : 0;
    for (int v = 0; v < vertices; v++) {
        size_t at = part_find(counts, part_name(network, v));
        if (at == PARTS_MAX) {
            free(counts);
            return NULL;
        }
        counts->name[at] = part_name(network, v);
        counts->count += at == counts->count;
        counts->vertices[at]++;
    }
    for (int v = 0; v < vertices; v++) {
        size_t from = part_find(counts, part_name(network, v));
        for (int p = 0; p < weft_network_degree(network, v); p++) {
            int to = weft_network_neighbour(network, v, p);
            part_count_arc(
                network, v, p,
                &counts->arcs[from][part_find(counts, part_name(network, to))]);
        }
    }
    return counts;
}

static void part_arcs_print(const struct part_counts *counts, size_t from,
                            size_t to)
{
    const struct part_arcs *arcs = &counts->arcs[from][to];
    char pair[80], sum[REAL_TEXT], least[REAL_TEXT], most[REAL_TEXT];
    if (!arcs->arcs)
        return;
    snprintf(pair, sizeof pair, "%s > %s", counts->name[from],
             counts->name[to]);
    printf("  %-28s %5" PRIu64, pair, arcs->arcs);
    if (arcs->measured) {
        printf("  %s", real_text(arcs->least, least));
        if (arcs->least < arcs->most)
            printf(" to %s", real_text(arcs->most, most));
        printf(", sum %s", real_text(arcs->bandwidth, sum));
    }
    putchar('\n');
}

void parts_print(const struct weft_network *network)
{
    struct part_counts *counts = parts_count(network);
    if (!counts)
        return;
    if (weft_network_part(network, 0)) {
        printf("  %-12s ", "parts");
        for (size_t i = 0; i < counts->count; i++)
            printf("%s%" PRIu64 " %s", i ? ", " : "", counts->vertices[i],
                   counts->name[i]);
        putchar('\n');
    }
    puts(
        "\n  arcs from > to                 arcs  bandwidth, in words per time "
        "unit");
    for (size_t i = 0; i < counts->count; i++)
        for (size_t k = 0; k < counts->count; k++)
            part_arcs_print(counts, i, k);
    free(counts);
}

static void part_arcs_write(const struct part_counts *counts, size_t from,
                            size_t to, struct json *json)
{
    const struct part_arcs *arcs = &counts->arcs[from][to];
    if (!arcs->arcs)
        return;
    json_open(json, NULL, '{');
    json_text(json, "from", counts->name[from]);
    json_text(json, "to", counts->name[to]);
    json_number(json, "arcs", arcs->arcs);
    if (arcs->measured) {
        json_real(json, "least", arcs->least);
        json_real(json, "most", arcs->most);
        json_real(json, "sum", arcs->bandwidth);
    }
    json_close(json, '}');
}

void parts_write(const struct weft_network *network, struct json *json)
{
    const char *remark;
    struct part_counts *counts = parts_count(network);
    if (!counts)
        return;
    json_open(json, "parts", '{');
    for (size_t i = 0; i < counts->count; i++)
        json_number(json, counts->name[i], counts->vertices[i]);
    json_close(json, '}');
    json_open(json, "bandwidths", '[');
    for (size_t i = 0; i < counts->count; i++)
        for (size_t k = 0; k < counts->count; k++)
            part_arcs_write(counts, i, k, json);
    json_close(json, ']');
    json_open(json, "remarks", '[');
    for (size_t i = 0; (remark = weft_network_remark(network, i)); i++)
        json_text(json, NULL, remark);
    json_close(json, ']');
    free(counts);
}
