/* Draws wait-for graphs: boxes one below the other, with arrows beside them.
 * Arrows downwards run on the right side and arrows upwards on the left, each
 * in a lane of its own where they overlap, so that no arrow crosses a text. */
#include "figure/figure.h"

#include <stdlib.h>
#include <string.h>
#include <weft/unstable/waitgraph.h>

#define WAIT_FONT 12
#define WAIT_LINE 17   /* height of a line of text */
#define WAIT_WRAP 64   /* bytes in a line of text */
#define WAIT_LINES 8   /* lines of a text */
#define WAIT_PAD 10    /* between border and text */
#define WAIT_GAP 30    /* between boxes */
#define WAIT_LANE 16   /* between lanes */
#define WAIT_MARGIN 14 /* around the picture */
#define WAIT_CYCLE 3   /* number of the colour of the cycle */

enum wait_side { WAIT_RIGHT, WAIT_LEFT, WAIT_SIDES };

struct wait_box {
    double top, height;
};

struct wait_drawing {
    const struct weft_wait_graph *graph;
    struct svg *svg;
    struct wait_box *box; /* [vertices] */
    int *lane;            /* [edges] from 1; 0: straight to the next box */
    int lanes[WAIT_SIDES];
    double left, width; /* of the boxes */
};

/* Copy the next line of a text that is broken at newlines and, if it is long,
 * at blanks. Returns the rest. */
static const char *wait_wrap(const char *text, char line[WAIT_WRAP + 1])
{
    size_t end = 0, blank = 0, length;
    while (text[end] && text[end] != '\n') {
        length = weft_character_length(text + end);
        length = length ? length : 1;
        if (end + length > WAIT_WRAP)
            break;
        blank = text[end] == ' ' ? end : blank;
        end += length;
    }
    if (text[end] && text[end] != '\n' && blank)
        end = blank;
    memcpy(line, text, end);
    line[end] = '\0';
    return text + end + (text[end] == '\n' || text[end] == ' ');
}

/* Draw (svg NULL: measure) a text; *width becomes at least its width. Returns
 * its number of lines. */
static int wait_text(struct svg *svg, double x, double y, bool bold,
                     const char *text, double *width)
{
    char line[WAIT_WRAP + 1];
    int lines = 0;
    while (*text && lines < WAIT_LINES) {
        text = wait_wrap(text, line);
        double needs = svg_text_width(line, WAIT_FONT) * (bold ? 1.1 : 1);
        *width = needs > *width ? needs : *width;
        if (svg)
            svg_text(svg, x, y + lines * WAIT_LINE,
                     &(struct font){.size = WAIT_FONT, .bold = bold}, line);
        lines++;
    }
    return lines;
}

/* Draw or measure the texts of a vertex. Returns their number of lines. */
static int wait_texts(struct svg *svg, double x, double y,
                      const struct weft_wait_vertex *vertex, double *width)
{
    int lines = wait_text(svg, x, y, true, vertex->name, width);
    lines +=
        wait_text(svg, x, y + lines * WAIT_LINE, false, vertex->call, width);
    return lines +
           wait_text(svg, x, y + lines * WAIT_LINE, false, vertex->line, width);
}

static enum wait_side wait_side_of(const struct weft_wait_edge *edge)
{
    return edge->to < edge->from ? WAIT_LEFT : WAIT_RIGHT;
}

static bool wait_overlap(const struct weft_wait_edge *a,
                         const struct weft_wait_edge *b)
{
    size_t low = a->from < a->to ? a->from : a->to;
    size_t high = a->from < a->to ? a->to : a->from;
    return wait_side_of(a) == wait_side_of(b) &&
           (b->from < b->to ? b->from : b->to) <= high &&
           (b->from < b->to ? b->to : b->from) >= low;
}

/* Give each edge the lowest lane that no earlier edge beside it has. */
static void wait_lanes(struct wait_drawing *drawing)
{
    const struct weft_wait_edge *edge = drawing->graph->edge;
    for (size_t i = 0; i < drawing->graph->edges; i++) {
        if (edge[i].to == edge[i].from + 1)
            continue;
        int lane = 1;
        for (size_t k = 0; k < i; k++)
            if (drawing->lane[k] == lane && wait_overlap(&edge[i], &edge[k])) {
                lane++;
                k = (size_t)-1;
            }
        drawing->lane[i] = lane;
        int *most = &drawing->lanes[wait_side_of(&edge[i])];
        *most = lane > *most ? lane : *most;
    }
}

static void wait_draw_edge(const struct wait_drawing *drawing, size_t i)
{
    const struct weft_wait_edge *edge = &drawing->graph->edge[i];
    const struct wait_box *from = &drawing->box[edge->from];
    const struct wait_box *to = &drawing->box[edge->to];
    int colour = edge->cycle ? WAIT_CYCLE : 0;
    const struct style style = {.fill = "none",
                                .stroke = palette_colour(colour),
                                .dash = edge->cycle ? NULL : "6 3",
                                .marker = palette_arrow(colour),
                                .width = edge->cycle ? 2.4 : 1.4};
    double middle = drawing->left + drawing->width / 2;
    struct point straight[] = {{middle, from->top + from->height},
                               {middle, to->top - 3}};
    bool left = wait_side_of(edge) == WAIT_LEFT;
    double out = drawing->lane[i] * WAIT_LANE;
    double border = drawing->left + (left ? 0 : drawing->width);
    double lane = border + (left ? -out : out), end = border + (left ? -3 : 3);
    /* an arrow leaves in the lower part of a box and arrives in the upper one
     */
    double y = from->top + from->height * 0.7, y2 = to->top + to->height * 0.3;
    struct point beside[] = {{border, y}, {lane, y}, {lane, y2}, {end, y2}};
    if (drawing->lane[i])
        svg_polyline(drawing->svg, beside, 4, &style);
    else
        svg_polyline(drawing->svg, straight, 2, &style);
}

static void wait_draw_vertex(const struct wait_drawing *drawing, size_t i)
{
    const struct weft_wait_vertex *vertex = &drawing->graph->vertex[i];
    const struct wait_box *box = &drawing->box[i];
    double width = 0;
    int colour = vertex->cycle ? WAIT_CYCLE : 0;
    colour = vertex->waits ? colour : -1;
    svg_rect(drawing->svg, drawing->left, box->top, drawing->width, box->height,
             &(struct style){.fill = palette_tint(colour),
                             .stroke = vertex->waits ? palette_colour(colour)
                                                     : "#000",
                             .dash = vertex->waits ? NULL : "5 4",
                             .width = vertex->cycle ? 2.4 : 1.2});
    wait_texts(drawing->svg, drawing->left + WAIT_PAD,
               box->top + WAIT_PAD + WAIT_FONT, vertex, &width);
}

/* Place the boxes below the heading. Returns the height of the picture. */
static double wait_place(struct wait_drawing *drawing, double top,
                         double *total)
{
    const struct weft_wait_graph *graph = drawing->graph;
    double heading = 0;
    top += WAIT_LINE * wait_text(NULL, 0, 0, false,
                                 graph->title ? graph->title : "", &heading);
    for (size_t i = 0; i < graph->vertices; i++) {
        int lines = wait_texts(NULL, 0, 0, &graph->vertex[i], &drawing->width);
        drawing->box[i] =
            (struct wait_box){top, lines * WAIT_LINE + 1.6 * WAIT_PAD};
        top += drawing->box[i].height + WAIT_GAP;
    }
    drawing->width += 2 * WAIT_PAD;
    wait_lanes(drawing);
    drawing->left = WAIT_MARGIN + drawing->lanes[WAIT_LEFT] * WAIT_LANE;
    *total = drawing->left + drawing->width + WAIT_MARGIN +
             drawing->lanes[WAIT_RIGHT] * WAIT_LANE;
    if (*total < heading + 2 * WAIT_MARGIN)
        *total = heading + 2 * WAIT_MARGIN;
    return top - WAIT_GAP + WAIT_MARGIN;
}

static char *wait_draw(struct wait_drawing *drawing)
{
    const struct weft_wait_graph *graph = drawing->graph;
    double total, unused = 0;
    double height = wait_place(drawing, WAIT_MARGIN + WAIT_FONT, &total);
    drawing->svg =
        svg_create(total, height, false, "Wait-for graph",
                   "An arrow leads from each box to those for which it waits. "
                   "Thick lines are the cycle, dashed boxes do not wait.");
    if (!drawing->svg)
        return NULL;
    wait_text(drawing->svg, WAIT_MARGIN, WAIT_MARGIN + WAIT_FONT, false,
              graph->title ? graph->title : "", &unused);
    for (size_t i = 0; i < graph->vertices; i++)
        wait_draw_vertex(drawing, i);
    for (size_t i = 0; i < graph->edges; i++)
        wait_draw_edge(drawing, i);
    return svg_finish(drawing->svg);
}

char *weft_wait_graph_draw(const struct weft_wait_graph *graph,
                           struct weft_error *err)
{
    struct wait_drawing drawing = {
        .graph = graph,
        .box = calloc(graph->vertices + 1, sizeof *drawing.box),
        .lane = calloc(graph->edges + 1, sizeof *drawing.lane),
    };
    char *text = drawing.box && drawing.lane ? wait_draw(&drawing) : NULL;
    free(drawing.box);
    free(drawing.lane);
    if (!text)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for the figure");
    return text;
}

void weft_wait_graph_finish(struct weft_wait_graph *graph)
{
    for (size_t i = 0; i < graph->vertices; i++) {
        free(graph->vertex[i].name);
        free(graph->vertex[i].call);
        free(graph->vertex[i].line);
    }
    free(graph->vertex);
    free(graph->edge);
    free(graph->title);
    *graph = (struct weft_wait_graph){0};
}
