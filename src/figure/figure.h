/* What kinds of figures are made of; private to src/figure. One kind = one
 * file = one row of the table in table.c. */
#ifndef WEFT_SRC_FIGURE_FIGURE_H
#define WEFT_SRC_FIGURE_FIGURE_H

#include "svg.h"

#include <weft/figure.h>

struct weft_size {
    double width, height;
};

/* One row. First measure() looks at a panel, refuses what cannot be drawn and
 * says how large the drawing will be; when all panels are known to fit, draw()
 * draws into (0, 0)..(width, height). */
struct weft_figure_row {
    struct weft_figure_kind info;
    const char *note; /* explains the signs, under the figure; may be NULL */
    size_t state;     /* bytes of zeroed state that measure() gets */
    int (*measure)(void *state, const struct weft_panel *panel,
                   struct weft_size *size, struct weft_error *err);
    void (*draw)(const void *state, struct weft_svg *svg);
    void (*finish)(void *state); /* also after a failed measure; may be NULL */
};

extern const struct weft_figure_row *const weft_figure_rows[];

/* ---- view.c: a trace as figures see it -------------------------------- */

/* One transfer: both its ends. */
struct weft_transfer {
    uint64_t start, end; /* left the source, reached the destination */
    int source, destination;
    int message;
    int dimension;
    uint64_t bytes;
};

struct weft_view {
    const struct weft_trace *trace;
    uint64_t unit;       /* time units in what the axis counts */
    bool steps;          /* the axis counts steps, else time units */
    int first, last;     /* processors in the window, both drawn */
    uint64_t begin, end; /* time in the window: [begin, end) */
    uint64_t makespan;   /* end of the last transfer or computation */
    struct weft_transfer *transfer; /* those that touch the window, by start */
    size_t transfers;
};

/* Fill a view. -1 with errno EINVAL, ENODATA, ENOMEM. `what` is the kind's
 * name, for the message. */
int weft_view_init(struct weft_view *view, const struct weft_panel *panel,
                   const char *what, struct weft_error *err);
void weft_view_finish(struct weft_view *view);
/* Refuse a view of more than `processors` rows or `steps` columns. */
int weft_view_limit(const struct weft_view *view, const char *what,
                    int processors, uint64_t steps, struct weft_error *err);
/* Is a processor, an event, a transfer in the window? */
bool weft_view_rank(const struct weft_view *view, int rank);
bool weft_view_time(const struct weft_view *view, uint64_t start, uint64_t end);
/* The step in which a time lies, from 1. */
uint64_t weft_view_step(const struct weft_view *view, uint64_t start);
/* The network that the panel or the trace names; *made is to be destroyed
 * by the caller (NULL if the panel's is used). NULL if there is none. */
const struct weft_network *weft_view_network(const struct weft_panel *panel,
                                             struct weft_network **made);

/* ---- label.c ---------------------------------------------------------- */

#define WEFT_LABEL_MAX 48
/* The name of a processor of a network (NULL: decimal); nodes = the number
 * of labels there are, for the width of a binary one. */
void weft_label_print(char text[WEFT_LABEL_MAX], enum weft_label label,
                      const struct weft_network *network, int nodes, int rank);

/* ---- chart.c: rows of processors over a time axis ---------------------- */

struct weft_chart {
    struct weft_view view;
    int *row; /* [processors in the window] row of rank first + i */
    char (*label)[WEFT_LABEL_MAX]; /* [same] */
    int rows;
    double left, top;     /* corner of the plotting area */
    double width, height; /* of the plotting area */
    double pitch;         /* height of a row */
    double step;          /* width of a step */
};

#define WEFT_CHART_STEPS 512
#define WEFT_CHART_AXIS 34 /* height below the plotting area */

/* Fill a chart with rows of `pitch` (0: choose by their number). Limits:
 * `rows` processors, WEFT_CHART_STEPS steps. */
int weft_chart_init(struct weft_chart *chart, const struct weft_panel *panel,
                    const char *what, int rows, double pitch,
                    struct weft_error *err);
void weft_chart_finish(struct weft_chart *chart);
double weft_chart_x(const struct weft_chart *chart, uint64_t time);
/* Middle of a processor's row. */
double weft_chart_y(const struct weft_chart *chart, int rank);
/* Names of the rows, at their left. */
void weft_chart_rows(const struct weft_chart *chart, struct weft_svg *svg);
/* The time axis below: ticks, numbers, what it counts. */
void weft_chart_axis(const struct weft_chart *chart, struct weft_svg *svg);
/* Ticks of an axis from 0 to `high`: 1, 2 or 5 times a power of ten, at most
 * `most` of them. */
uint64_t weft_chart_tick(uint64_t high, unsigned most);

/* ---- legend.c ---------------------------------------------------------- */

/* The messages of a view with the sign of each: a line or a box. */
struct weft_legend {
    int *message; /* [count], ascending */
    size_t count;
    double width; /* to wrap at */
    bool boxes;
};
int weft_legend_init(struct weft_legend *legend, const struct weft_view *view,
                     double width, bool boxes);
void weft_legend_finish(struct weft_legend *legend);
double weft_legend_height(const struct weft_legend *legend);
void weft_legend_draw(const struct weft_legend *legend, double x, double y,
                      struct weft_svg *svg);
/* Words with the fill of each, in a line. */
struct weft_key {
    const char *name;
    struct weft_style style;
};
double weft_legend_keys_width(const struct weft_key *keys, size_t count);
void weft_legend_keys(const struct weft_key *keys, size_t count, double x,
                      double y, struct weft_svg *svg);

/* ---- sweep.c ----------------------------------------------------------- */

/* Sums over time: at `time` the sum of `key` changes by `change`. */
struct weft_change {
    int64_t key;
    uint64_t time;
    int64_t change;
};
/* Sort changes, and tell `each` about every stretch of time in which the sum
 * of a key is constant and not 0, by key and time; with split also where it
 * changes to the same sum, one transfer following another. -1 if `each` returns
 * it. */
int weft_sweep(struct weft_change *changes, size_t count, bool split,
               int (*each)(void *arg, int64_t key, uint64_t start, uint64_t end,
                           int64_t sum),
               void *arg);

/* ---- arrow.c ------------------------------------------------------------ */

/* A numbered arrow between two nodes. */
struct weft_arrow {
    struct weft_point from, to; /* centres of the nodes */
    double radius;              /* of the nodes */
    double bend; /* how far its middle lies right of the straight way */
    double at;   /* where along it the number stands, 0 to 1 */
    int number;
    int colour;
};
/* The point of the arrow at `at`. */
struct weft_point weft_arrow_point(const struct weft_arrow *arrow);
void weft_arrow_draw(struct weft_svg *svg, const struct weft_arrow *arrow);
void weft_arrow_number(struct weft_svg *svg, const struct weft_arrow *arrow);

#endif
