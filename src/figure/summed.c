/* Charts with summed rows and columns: adds up the time that the processors of
 * a row spend in each kind of state, by column. */
#include "figure.h"

#include <stdlib.h>

int summed_init(struct summed *sums, const struct chart *chart, int rows,
                int kinds)
{
    size_t cells = (size_t)rows * (size_t)kinds * chart->bins;
    *sums = (struct summed){.chart = chart, .rows = rows, .kinds = kinds};
    sums->time = calloc(cells, sizeof *sums->time);
    sums->full = calloc((size_t)rows, sizeof *sums->full);
    if (!sums->time || !sums->full)
        return -1;
    int count = chart->view.last - chart->view.first + 1;
    for (int i = 0; i < count; i++)
        sums->full[rows > 1 ? chart->row[i] : 0]++;
    return 0;
}

void summed_finish(struct summed *sums)
{
    free(sums->time);
    free(sums->full);
}

static double *cells_of(const struct summed *sums, int row, int kind)
{
    size_t line = (size_t)row * (size_t)sums->kinds + (size_t)kind;
    return sums->time + line * sums->chart->bins;
}

void summed_add(struct summed *sums, int row, int kind, uint64_t start,
                uint64_t end, double weight)
{
    const struct chart *chart = sums->chart;
    double *cell = cells_of(sums, row, kind);
    size_t bin = (size_t)((start - chart->view.begin) / chart->bin);
    for (; start < end && bin < chart->bins; bin++) {
        uint64_t edge = chart_column(chart, bin + 1);
        edge = edge < end ? edge : end;
        cell[bin] += weight * (double)(edge - start);
        start = edge;
    }
}

/* Return the share of a row's processors that are in one of the first `kinds`
 * kinds of states, on average over a column. */
static double summed_share(const struct summed *sums, int row, int kinds,
                           size_t bin)
{
    const struct chart *chart = sums->chart;
    double time = 0;
    for (int kind = 0; kind < kinds; kind++)
        time += cells_of(sums, row, kind)[bin];
    double length =
        (double)(chart_column(chart, bin + 1) - chart_column(chart, bin));
    return time / (length * sums->full[row]);
}

/* Return the end of the run of columns, from `from` on, in which a kind has
 * some time (if centred, this or any earlier kind). A band is drawn only there;
 * elsewhere it would be an outline without an area. */
static size_t run_end(const struct summed *sums, int row, int kind, size_t from,
                      bool centre)
{
    int first = centre ? 0 : kind;
    size_t bin = from;
    for (; bin < sums->chart->bins; bin++) {
        double time = 0;
        for (int i = first; i <= kind; i++)
            time += cells_of(sums, row, i)[bin];
        if (time <= 0)
            break;
    }
    return bin;
}

/* Store the points of one edge of a band over a run of columns, from left to
 * right or in reverse. */
static size_t edge_points(const struct summed *sums, int row, int kinds,
                          double base, double height, const size_t run[2],
                          bool back, struct point *points)
{
    const struct chart *chart = sums->chart;
    size_t count = 0;
    for (size_t i = 0; i < run[1] - run[0]; i++) {
        size_t bin = back ? run[1] - 1 - i : run[0] + i;
        double y = base - height * summed_share(sums, row, kinds, bin);
        double x[] = {chart_x(chart, chart_column(chart, bin)),
                      chart_x(chart, chart_column(chart, bin + 1))};
        if (count && points[count - 1].y == y)
            count--;
        else
            points[count++] = (struct point){x[back], y};
        points[count++] = (struct point){x[!back], y};
    }
    return count;
}

void summed_draw(const struct summed *sums, int row, double base, double height,
                 bool centre, const struct style *const *styles,
                 struct svg *svg)
{
    size_t bins = sums->chart->bins;
    double up = centre ? height / 2 : height, down = centre ? -up : up;
    struct point *points = calloc(4 * bins + 1, sizeof *points);
    if (!points) {
        svg_fail(svg);
        return;
    }
    for (int kind = 0; kind < sums->kinds; kind++)
        for (size_t run[2] = {0, 0}; run[0] < bins; run[0] = run[1] + 1) {
            run[1] = run_end(sums, row, kind, run[0], centre);
            size_t count =
                edge_points(sums, row, kind + 1, base, up, run, false, points);
            count += edge_points(sums, row, centre ? kind + 1 : kind, base,
                                 down, run, true, points + count);
            if (count)
                svg_polyline(svg, points, count, styles[kind]);
        }
    free(points);
}
