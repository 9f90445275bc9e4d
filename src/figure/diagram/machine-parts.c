/* Draws the parts of a machine: switches as boxes with their names, filled by
 * kind, and the bandwidths of the links. */
#include "diagram.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <weft/unstable/topology.h>

#define PART_FONT 9
#define PART_HIGH 16.0 /* height of a box */
#define GB_PER_WORD 8  /* a word per nanosecond in GB/s */

/* fill of a part, and whether its box has round ends */
static const struct part_look {
    const char *part, *fill;
    bool round;
} looks[] = {
    {"NVSwitch", "#d8efd0", true},     {"CPU", "#f6d5bd", false},
    {"PCI switch", "#ffffff", false},  {"NIC", "#d3e5f5", false},
    {"network port", "#d3e5f5", true}, {"fabric switch", "#d8efd0", true},
};

static const struct part_look *part_look(const struct diagram *d, int u)
{
    const char *part = weft_network_part(d->network, u);
    for (size_t i = 0; part && i < sizeof looks / sizeof *looks; i++)
        if (!strcmp(part, looks[i].part))
            return &looks[i];
    return NULL;
}

/* Copy the name of a vertex, without the domain of a PCI bus if it is 0. */
static void part_label(const struct diagram *d, int u, char *text, size_t size)
{
    static const char domain[] = "0000:";
    weft_network_label(d->network, u, text, size);
    char *at = strstr(text, domain);
    if (at)
        memmove(at, at + sizeof domain - 1, strlen(at + sizeof domain - 1) + 1);
}

double diagram_part_half(const struct diagram *d, int u)
{
    char text[WEFT_LABEL_MAX];
    if (!part_look(d, u))
        return 0;
    part_label(d, u, text, sizeof text);
    return svg_text_width(text, PART_FONT) / 2 + PART_HIGH / 2;
}

bool diagram_part_draw(const struct diagram *d, int u, struct svg *svg)
{
    const struct part_look *look = part_look(d, u);
    struct point at = d->point[u];
    char text[WEFT_LABEL_MAX];
    if (!look)
        return false;
    struct style style = {
        .class = "switch", .fill = look->fill, .stroke = "#000", .width = 1.2};
    diagram_mark_inside(d, u, "switch cut", &style);
    double half = diagram_part_half(d, u);
    if (look->round)
        svg_pill(svg, at.x, at.y, half, PART_HIGH / 2, &style);
    else
        svg_rect(svg, at.x - half, at.y - PART_HIGH / 2, 2 * half, PART_HIGH,
                 &style);
    part_label(d, u, text, sizeof text);
    svg_text(svg, at.x, at.y + PART_FONT * 0.35,
             &(struct font){.size = PART_FONT, .anchor = WEFT_MIDDLE}, text);
    return true;
}

/* ---- bandwidths of links ---- */

#define PART_NUMBERS_MAX 1024

/* The numbers drawn so far. */
struct part_numbers {
    struct svg *svg;
    struct point at[PART_NUMBERS_MAX];
    size_t count;
};

static bool number_is_free(const struct diagram *d,
                           const struct part_numbers *numbers, struct point at)
{
    for (int u = 0; u < d->vertices; u++)
        if (fabs(d->point[u].x - at.x) <
                fmax(d->radius, diagram_part_half(d, u)) + PART_FONT &&
            fabs(d->point[u].y - at.y) <
                (diagram_part_half(d, u) > 0 ? PART_HIGH / 2 : d->radius) +
                    PART_FONT * 0.6)
            return false;
    for (size_t i = 0; i < numbers->count; i++)
        if (fabs(numbers->at[i].x - at.x) < PART_FONT * 2.4 &&
            fabs(numbers->at[i].y - at.y) < PART_FONT * 1.1)
            return false;
    return true;
}

/* Return the bandwidth of an arc in GB/s; 0: none. */
static double gigabytes(const struct diagram *d, int u, int v)
{
    struct weft_arc_cost cost;
    weft_network_arc_cost(d->network, u, weft_network_port(d->network, u, v),
                          &cost);
    return cost.bandwidth > 0 ? cost.bandwidth * GB_PER_WORD : 0;
}

/* Return the point of a link at a fraction of its length. */
static struct point link_point(const struct diagram *d, int u, int v, double at)
{
    struct point a = d->point[u], b = d->point[v], c = diagram_link(d, u, v);
    double x = (1 - at) * (1 - at), y = 2 * at * (1 - at), z = at * at;
    return (struct point){x * a.x + y * c.x + z * b.x,
                          x * a.y + y * c.y + z * b.y};
}

/* Write the bandwidth of a link where it touches no node and no other number:
 * one number, or one for each direction. */
static void link_number(const struct diagram *d, int u, int v, void *arg)
{
    static const double places[] = {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8};
    struct part_numbers *numbers = arg;
    double there = gigabytes(d, u, v), back = gigabytes(d, v, u);
    char text[64];
    if (there <= 0 || numbers->count == PART_NUMBERS_MAX)
        return;
    if (back <= 0 || back == there)
        snprintf(text, sizeof text, "%.4g", there);
    else
        snprintf(text, sizeof text, "%.4g/%.4g", there, back);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct point at = link_point(d, u, v, places[i]);
        if (!number_is_free(d, numbers, at))
            continue;
        numbers->at[numbers->count++] = at;
        svg_text(numbers->svg, at.x, at.y + PART_FONT * 0.35,
                 &(struct font){.size = PART_FONT,
                                .anchor = WEFT_MIDDLE,
                                .halo = true,
                                .fill = "#444"},
                 text);
        return;
    }
}

bool diagram_has_parts(const struct diagram *d)
{
    return weft_network_part(d->network, 0) != NULL;
}

void diagram_part_numbers(const struct diagram *d, struct svg *svg)
{
    struct part_numbers numbers = {.svg = svg};
    if (diagram_has_parts(d) && !d->panel->trace && !d->trees)
        diagram_links(d, &numbers, link_number);
}
