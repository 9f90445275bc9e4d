/* Assigns lanes to the boxes of a Gantt chart: from left to right, each box
 * gets the first free lane. If none is free, a box of the chosen message gets
 * the lane of another box, which is omitted, because the figure is drawn for
 * the chosen message. */
#include "gantt.h"

#include <stdlib.h>
#include <string.h>

/* The boxes that a set of lanes can contain. */
enum lanes { LANES_ALL, LANES_UPPER, LANES_LOWER };

static bool box_lanes_belongs(const struct box *box, enum lanes which)
{
    return which == LANES_ALL ||
           (box->kind == WEFT_RECEIVE) == (which == LANES_LOWER);
}

static bool box_lanes_chosen(const struct gantt *figure, const struct box *box)
{
    return figure->legend.one && box->message == figure->legend.chosen &&
           (box->kind == WEFT_SEND || box->kind == WEFT_RECEIVE);
}

/* Free a lane: omit the box that would occupy its lane the longest, except
 * boxes of the chosen message. Return WEFT_GANTT_LANES if all lanes have such
 * boxes. */
static int lane_clear(const struct gantt *figure,
                      struct box *const holder[WEFT_GANTT_LANES])
{
    int found = WEFT_GANTT_LANES;
    for (int lane = 0; lane < WEFT_GANTT_LANES; lane++)
        if (!box_lanes_chosen(figure, holder[lane]) &&
            (found == WEFT_GANTT_LANES ||
             holder[lane]->end > holder[found]->end))
            found = lane;
    if (found < WEFT_GANTT_LANES)
        holder[found]->lane = WEFT_GANTT_LANES;
    return found;
}

static int lane_find(const struct gantt *figure, const struct box *box,
                     struct box *const holder[WEFT_GANTT_LANES])
{
    int lane = 0;
    while (lane < WEFT_GANTT_LANES && holder[lane] &&
           holder[lane]->end > box->start)
        lane++;
    if (lane == WEFT_GANTT_LANES && box_lanes_chosen(figure, box))
        lane = lane_clear(figure, holder);
    return lane;
}

/* Assign a lane to each box, or WEFT_GANTT_LANES if the box is not drawn. Set
 * lanes[] to the number of lanes of each row. */
static void lanes_fill(struct gantt *figure, enum lanes which, int *lanes)
{
    const struct chart *chart = &figure->chart;
    /* the last box in each lane so far */
    struct box *holder[WEFT_GANTT_LANES] = {NULL};
    int rank = -1;
    for (size_t i = 0; i < figure->boxes; i++) {
        struct box *box = &figure->box[i];
        if (box->rank != rank)
            memset(holder, 0, sizeof holder);
        rank = box->rank;
        if (!box_lanes_belongs(box, which))
            continue;
        box->lane = lane_find(figure, box, holder);
        if (box->lane == WEFT_GANTT_LANES)
            continue;
        holder[box->lane] = box;
        int *most = &lanes[chart->row[rank - chart->view.first]];
        *most = box->lane >= *most ? box->lane + 1 : *most;
    }
}

/* Use one lane per row if this suffices; otherwise sends have separate lanes
 * above, and receptions below. The number of lanes determines the height of a
 * row. */
int gantt_set_lanes(struct gantt *figure)
{
    struct chart *chart = &figure->chart;
    size_t rows = (size_t)chart->rows;
    figure->upper = calloc(rows, sizeof *figure->upper);
    figure->lower = calloc(rows, sizeof *figure->lower);
    chart->edge = calloc(rows + 1, sizeof *chart->edge);
    if (!figure->upper || !figure->lower || !chart->edge)
        return -1;
    lanes_fill(figure, LANES_ALL, figure->upper);
    for (size_t i = 0; i < rows; i++)
        figure->apart |= figure->upper[i] > 1;
    if (figure->apart) {
        memset(figure->upper, 0, rows * sizeof *figure->upper);
        lanes_fill(figure, LANES_UPPER, figure->upper);
        lanes_fill(figure, LANES_LOWER, figure->lower);
    }
    return 0;
}

size_t gantt_leave_boxes(struct gantt *figure)
{
    size_t kept = 0, boxes = figure->boxes;
    for (size_t i = 0; i < boxes; i++)
        if (figure->box[i].lane < WEFT_GANTT_LANES)
            figure->box[kept++] = figure->box[i];
    figure->boxes = kept;
    return boxes - kept;
}
