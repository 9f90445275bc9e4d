/* Parts of the figures; private to src/figure. Each kind of figure has one
 * file, and one row of the table in figures.c. */
#ifndef WEFT_SRC_FIGURE_FIGURE_H
#define WEFT_SRC_FIGURE_FIGURE_H

#include "drawing/svg.h"

#include <weft/unstable/figure.h>

struct weft_size {
    double width, height;
    double most; /* set by the caller: available width, which measure() exceeds
                    only if it must */
    bool again;  /* set by the caller: whether the previous panel has the same
                    legend */
    uint64_t left; /* set by measure(): number of objects that are not drawn */
};

/* A kind of figure, one row of the table. measure() inspects a panel, rejects
 * what cannot be drawn, and computes the size of the drawing. When all panels
 * fit, draw() draws into (0, 0)..(width, height). */
struct figure_row {
    struct weft_figure_kind info;
    /* text below the figure that explains the signs, or NULL */
    const char *note;
    /* Returns the note for what is shown. NULL: the note is always `note`. */
    const char *(*tell)(const void *state);
    const char *left; /* text that follows the number of omitted objects; NULL:
                         none are ever omitted */
    /* size in bytes of the state, which is allocated for measure() and set to
     * zero */
    size_t state;
    int (*measure)(void *state, const struct weft_panel *panel,
                   struct weft_size *size, struct weft_error *err);
    void (*draw)(const void *state, struct svg *svg);
    void (*finish)(void *state); /* frees the data that the state points to;
                                    called even if measure() failed; may be
                                    NULL */
};

extern const struct figure_row *const figure_table[];

/* ---- view.c: the part of a trace that figures show ---------------------- */

/* One transfer with both ends. */
struct view_transfer {
    /* time at which it left the source, and time at which it arrived */
    uint64_t start, end;
    int source, destination;
    int message;
    int dimension;
    uint64_t bytes;
    const char *way; /* as of weft_event_way() */
    bool late;       /* whether the message was taken after its arrival */
    bool rest; /* whether the transfer is of a message other than the chosen
                  one */
};

struct view {
    const struct weft_trace *trace;
    uint64_t unit; /* number of time units per unit of the axis */
    bool steps;    /* whether the axis counts steps, not time units */
    const struct weft_time_unit *clock; /* unit of the axis for traces without
                                           steps */
    int first, last;     /* first and last processor of the window */
    uint64_t begin, end; /* the window, [begin, end) in time units */
    uint64_t makespan;   /* end of the last transfer or computation; in a trace
                            without steps, end of the last record */
    struct view_transfer *transfer; /* transfers that overlap the window,
                                       ordered by start */
    size_t transfers;
    bool keep_rest; /* set by the caller: whether to keep the transfers of
                       messages other than the chosen one */
    bool silent;    /* set by the caller: whether to accept traces without
                       messages */
};

/* Fill a view, except the members that the caller sets. `what` is the name of
 * the kind of figure, for messages. Return 0, or -1 with WEFT_ERROR_MISUSE,
 * WEFT_ERROR_EMPTY (no events, or no messages) or WEFT_ERROR_MEMORY. */
int view_init(struct view *view, const struct weft_panel *panel,
              const char *what, struct weft_error *err);
void view_finish(struct view *view);
/* Return whether the window contains a processor, or overlaps [start, end). */
bool view_rank(const struct view *view, int rank);
bool view_time(const struct view *view, uint64_t start, uint64_t end);
/* Return the number of the step that contains a time, counted from 1. */
uint64_t view_step(const struct view *view, uint64_t start);
/* If a panel has no network, create the one that its trace names, provided that
 * both have the same number of processors. Unknown names are ignored. The
 * caller destroys *made after the panel. Return 0, or -1 if out of memory. */
int panel_network(struct weft_panel *panel, struct weft_network **made,
                  struct weft_error *err);

/* ---- trace-clock.c ------------------------------------------------------ */

/* If the trace of a panel does not begin at 0, or has the times of shared
 * links, replace it with a copy, *made, that begins at 0 and, with shared
 * links, has no steps. The caller frees the events of *made after the panel.
 * *origin is set to the time that was subtracted. Return 0, or -1 if out of
 * memory. */
int clock_rebase(struct weft_panel *panel, struct weft_trace *made,
                 uint64_t *origin, struct weft_error *err);
/* Print a time in a unit, with at most three decimals and no trailing zeros. */
char *clock_print(char text[WEFT_TIME_MAX], const struct weft_trace_info *info,
                  const struct weft_time_unit *unit, uint64_t time);
/* clock_number() converts a time like clock_print(), but returns a number.
 * clock_short() prints a number with three digits, or as an integer from 100
 * on. */
double clock_number(const struct weft_trace_info *info,
                    const struct weft_time_unit *unit, uint64_t time);
void clock_short(char text[24], double number);

/* ---- label.c ---------------------------------------------------------- */

#define WEFT_LABEL_MAX 112
/* Print the name of a processor of a network, or its number if network is NULL.
 * `nodes` is the number of labels, which determines the width of binary
 * labels. */
void label_print(char text[WEFT_LABEL_MAX], enum weft_label label,
                 const struct weft_network *network, int nodes, int rank);
/* Like label_print(), with the names of processors in the trace, if any: print
 * the number and the end of the name, in at most `most` characters, without
 * characters that cannot be drawn. The trace may be NULL. */
#define WEFT_LABEL_ROW 24
#define WEFT_LABEL_NODE 16
void label_print_of(char text[WEFT_LABEL_MAX], enum weft_label label,
                    const struct weft_trace *trace,
                    const struct weft_network *network, int nodes, int rank,
                    int most);

/* ---- chart.c: rows of processors over a time axis ---------------------- */

struct chart {
    struct view view;
    int *row; /* [processors in the window] index of the row of processor first
                 + i */
    char (*label)[WEFT_LABEL_MAX]; /* [rows] names of the rows */
    int rows;
    int block;   /* number of processors per row; the last row may have fewer */
    bool summed; /* whether the chart is summed: it has too many rows, steps or
                    transfers */
    size_t bins; /* number of columns if the chart is summed */
    uint64_t bin;     /* number of time units per column if the chart is summed;
                         the last column may be shorter */
    double left, top; /* position of the upper left corner of the plotting
                         area */
    double width, height; /* size of the plotting area */
    double pitch;         /* height of a row */
    double *edge; /* [rows + 1] distance of each row from `top`; NULL: all rows
                     have the same height */
    double step;  /* width of a step */
    double most;  /* available width of the chart with its margins */
    bool full;    /* whether all boxes are drawn, even if there are more than
                     WEFT_CHART_BOXES */
};

#define WEFT_CHART_ROWS 64
#define WEFT_CHART_STEPS 512
#define WEFT_CHART_BOXES 10000 /* limit on boxes unless chart.full is set */
#define WEFT_CHART_AXIS 34     /* height of the axis below the plotting area */
#define WEFT_CHART_GAP 8       /* gap to the right of the plotting area */
#define WEFT_CHART_NOTE 320

/* Lay out a chart in the available width. The caller has set some members of
 * its view. The chart has at most `rows` rows, of height `pitch` (0: the height
 * depends on their number). */
int chart_init(struct chart *chart, const struct weft_panel *panel,
               const char *what, int rows, double pitch,
               const struct weft_size *size, struct weft_error *err);
/* Reserve the width `left` for names, and fit the chart into the rest. */
void chart_left(struct chart *chart, double left);
/* Print the duration of a column of a summed chart: "2 steps", "1.78 ms". */
#define WEFT_CHART_COLUMN 40
void chart_column_print(const struct chart *chart,
                        char text[WEFT_CHART_COLUMN]);
/* Describe rows and columns if the chart is summed: "A row is 4 processors,
 * from the one named, a column 2 steps. " or, if !rows, "A column is 2 steps.
 * ". */
void chart_note(const struct chart *chart, bool rows,
                char text[WEFT_CHART_NOTE]);
void chart_finish(struct chart *chart);
double chart_x(const struct chart *chart, uint64_t time);
/* Return the time at which column `bin` begins. The last column ends with the
 * view and may be shorter. */
uint64_t chart_column(const struct chart *chart, size_t bin);
/* Return the y coordinate of the middle of a processor's row. */
double chart_y(const struct chart *chart, int rank);
/* Return the y coordinate at which a row begins or, if `row` is the number of
 * rows, at which the last row ends. */
double chart_edge(const struct chart *chart, int row);
/* Draw the names of the rows to the left of the rows. */
void chart_rows(const struct chart *chart, struct svg *svg);
/* Draw the time axis below the rows: ticks, numbers, unit. */
void chart_axis(const struct chart *chart, struct svg *svg);
/* Return the distance between ticks on an axis from 0 to `high`: 1, 2 or 5
 * times a power of ten, such that there are at most `most` ticks. */
uint64_t chart_tick(uint64_t high, unsigned most);

/* ---- legend.c ---------------------------------------------------------- */

/* The messages of a view in ascending order. The index of a message determines
 * its sign, a line or a box. */
struct legend {
    int *message; /* [count] message numbers, ascending */
    size_t count;
    double width; /* width at which lines wrap */
    bool boxes;
    /* whether to draw no legend because the figure shows the numbers of
     * messages */
    bool hidden;
    bool one;   /* whether only the chosen message has a sign, which is the
                   first one */
    int chosen; /* number of the chosen message */
};
int legend_init(struct legend *legend, const struct view *view,
                const struct weft_panel *panel, double width, bool boxes);
void legend_finish(struct legend *legend);
/* Return the sign of a message, a number for palette.c. */
int legend_sign(const struct legend *legend, int message);
double legend_height(const struct legend *legend);
/* Return the minimum width of the legend. */
double legend_width(const struct legend *legend);
void legend_draw(const struct legend *legend, double x, double y,
                 struct svg *svg);
/* An entry of a line of words, each with a sample of its fill. */
struct legend_key {
    const char *name;
    struct style style;
};
double legend_keys_width(const struct legend_key *keys, size_t count);
void legend_keys(const struct legend_key *keys, size_t count, double x,
                 double y, struct svg *svg);

/* ---- sweep.c ----------------------------------------------------------- */

/* A change of a sum: at `time`, the sum for `key` changes by `change`. */
struct change {
    int64_t key;
    uint64_t time;
    int64_t change;
};
/* Sort the changes, and call `each`, in order of keys and times, for every
 * interval in which the sum for a key is constant and not 0. If `split` is set,
 * an interval also ends at changes that leave the sum as it is, as when one
 * transfer follows another. Return 0, or -1 if `each` does. */
int sweep_changes(struct change *changes, size_t count, bool split,
                  int (*each)(void *arg, int64_t key, uint64_t start,
                              uint64_t end, int64_t sum),
                  void *arg);

/* ---- summed.c ------------------------------------------------------------ */

/* The time that the processors of each row of a summed chart spend in several
 * kinds of states, by column. */
struct summed {
    const struct chart *chart;
    int rows, kinds;
    double *time; /* [rows * kinds * bins] time of all processors of a row */
    double *full; /* [rows] number of processors in the row */
};
/* Allocate the sums. Return 0, or -1 if out of memory; call summed_finish() in
 * both cases. */
int summed_init(struct summed *sums, const struct chart *chart, int rows,
                int kinds);
void summed_finish(struct summed *sums);
/* Add the time [start, end) for `weight` processors of a row. */
void summed_add(struct summed *sums, int row, int kind, uint64_t start,
                uint64_t end, double weight);
/* Draw a row: stack the kinds upwards from `base` or, if `centre` is set,
 * around `base`. `height` represents all processors of the row. */
void summed_draw(const struct summed *sums, int row, double base, double height,
                 bool centre, const struct style *const *styles,
                 struct svg *svg);

/* ---- heading.c ---------------------------------------------------------- */

/* Write one line that describes the panel and its trace. `origin` is the time
 * that was subtracted from all times. */
void heading_write(char *text, size_t size, const struct weft_panel *panel,
                   uint64_t origin);

/* ---- arrow.c ------------------------------------------------------------ */

/* A numbered arrow between two nodes. */
struct arrow {
    struct point from, to;  /* centres of the nodes */
    double leaves, reaches; /* distances from the centres of the nodes at which
                               the arrow begins and ends */
    /* distance of the middle of the arrow, to the right, from the straight
     * line */
    double bend;
    double at; /* position of the number along the arrow, from 0 to 1 */
    char number[24];
    int colour;
};
/* Return the point at position arrow->at of the curve. */
struct point arrow_point(const struct arrow *arrow);
void arrow_draw(struct svg *svg, const struct arrow *arrow);
void arrow_number(struct svg *svg, const struct arrow *arrow);

#endif
