/* What kinds of figures are made of; private to src/figure. One kind = one
 * file = one row of the table in figures.c. */
#ifndef WEFT_SRC_FIGURE_FIGURE_H
#define WEFT_SRC_FIGURE_FIGURE_H

#include "drawing/svg.h"

#include <weft/figure.h>

struct weft_size {
    double width, height;
    double most;   /* given: the width that there is; wider only if it must */
    bool again;    /* given: the panel before this one has the same keys */
    uint64_t left; /* found: how many things are not drawn */
};

/* One row. First measure() looks at a panel, refuses what cannot be drawn and
 * says how large the drawing will be; when all panels are known to fit, draw()
 * draws into (0, 0)..(width, height). */
struct figure_row {
    struct weft_figure_kind info;
    const char *note; /* explains the signs, under the figure; may be NULL */
    /* The same where it depends on what is shown; NULL: it does not. */
    const char *(*tell)(const void *state);
    const char *left; /* what is said behind how many are left out; NULL: none
                         ever is */
    size_t state;     /* bytes of zeroed state that measure() gets */
    int (*measure)(void *state, const struct weft_panel *panel,
                   struct weft_size *size, struct weft_error *err);
    void (*draw)(const void *state, struct svg *svg);
    void (*finish)(void *state); /* also after a failed measure; may be NULL */
};

extern const struct figure_row *const figure_table[];

/* ---- view.c: a trace as figures see it -------------------------------- */

/* One transfer: both its ends. */
struct view_transfer {
    uint64_t start, end; /* left the source, reached the destination */
    int source, destination;
    int message;
    int dimension;
    uint64_t bytes;
    bool late; /* taken later than it came: received while it was sent */
    bool rest; /* not of the message that was chosen */
};

struct view {
    const struct weft_trace *trace;
    uint64_t unit; /* time units in what the axis counts */
    bool steps;    /* the axis counts steps, else time units */
    const struct weft_time_unit *clock; /* without steps: what people read */
    int first, last;     /* processors in the window, both drawn */
    uint64_t begin, end; /* time in the window: [begin, end) */
    uint64_t makespan;   /* end of the last transfer or computation, or of
                            the last record in a trace without steps */
    struct view_transfer *transfer; /* those that touch the window, by start */
    size_t transfers;
    bool keep_rest; /* given: keep what is not of the message chosen */
    bool silent;    /* given: a trace without messages can be drawn, too */
};

/* Fill a view, all but what is given. 0, or -1 with WEFT_ERROR_MISUSE, _EMPTY
 * (no events, or no messages) or _MEMORY. `what` is the kind's name, for the
 * message. */
int view_init(struct view *view, const struct weft_panel *panel,
              const char *what, struct weft_error *err);
void view_finish(struct view *view);
/* Is a processor, an event, a transfer in the window? */
bool view_rank(const struct view *view, int rank);
bool view_time(const struct view *view, uint64_t start, uint64_t end);
/* The step in which a time lies, from 1. */
uint64_t view_step(const struct view *view, uint64_t start);
/* A panel without a network gets the one that its trace names, if that has as
 * many processors; *made is to be destroyed by the caller behind the panel. A
 * name that is none is passed over. 0, or -1: no memory. */
int panel_network(struct weft_panel *panel, struct weft_network **made,
                  struct weft_error *err);

/* ---- trace-clock.c ------------------------------------------------------ */

/* A panel whose trace does not begin at 0 gets a copy that does: *made, whose
 * events are to be freed behind the panel; *origin is what was taken away. 0,
 * or -1: no memory. */
int clock_rebase(struct weft_panel *panel, struct weft_trace *made,
                 uint64_t *origin, struct weft_error *err);
/* A time in a unit, with at most three decimals and no zeros at its end. */
char *clock_print(char text[WEFT_TIME_MAX], const struct weft_trace_info *info,
                  const struct weft_time_unit *unit, uint64_t time);
/* The same as a number; and a number in three digits or, of hundreds,
 * whole. */
double clock_number(const struct weft_trace_info *info,
                    const struct weft_time_unit *unit, uint64_t time);
void clock_short(char text[24], double number);

/* ---- label.c ---------------------------------------------------------- */

#define WEFT_LABEL_MAX 112
/* The name of a processor of a network (NULL: decimal); nodes = the number
 * of labels there are, for the width of a binary one. */
void label_print(char text[WEFT_LABEL_MAX], enum weft_label label,
                 const struct weft_network *network, int nodes, int rank);
/* The same, but for names that the trace (NULL: none) gives its processors: the
 * number and the end of the name, in at most `most` characters, without what
 * cannot be drawn. */
#define WEFT_LABEL_ROW 24
#define WEFT_LABEL_NODE 16
void label_print_of(char text[WEFT_LABEL_MAX], enum weft_label label,
                    const struct weft_trace *trace,
                    const struct weft_network *network, int nodes, int rank,
                    int most);

/* ---- chart.c: rows of processors over a time axis ---------------------- */

struct chart {
    struct view view;
    int *row; /* [processors in the window] row of rank first + i */
    char (*label)[WEFT_LABEL_MAX]; /* [rows] */
    int rows;
    int block;            /* processors in a row; the last may have fewer */
    bool summed;          /* rows or steps are put together, or there are more
                             transfers than can be told apart */
    size_t bins;          /* if so: columns, */
    uint64_t bin;         /* and time units in each; the last may be cut */
    double left, top;     /* corner of the plotting area */
    double width, height; /* of the plotting area */
    double pitch;         /* height of a row */
    double *edge;         /* [rows + 1] if rows differ: where each begins, below
                             top */
    double step;          /* width of a step */
    double most;          /* width that there is for all */
    bool full;            /* draw every box, however many there are */
};

#define WEFT_CHART_ROWS 64
#define WEFT_CHART_STEPS 512
#define WEFT_CHART_BOXES 10000 /* unless all are wanted */
#define WEFT_CHART_AXIS 34     /* height below the plotting area */
#define WEFT_CHART_GAP 8       /* right of it */
#define WEFT_CHART_NOTE 320

/* Fill a chart, of whose view some is given, with at most `rows` rows of
 * `pitch` (0: choose by their number), in the width that there is. */
int chart_init(struct chart *chart, const struct weft_panel *panel,
               const char *what, int rows, double pitch,
               const struct weft_size *size, struct weft_error *err);
/* The names take `left`: make the rest fit. */
void chart_left(struct chart *chart, double left);
/* "2 steps", "1.78 ms": how long a column of a chart that is summed is. */
#define WEFT_CHART_COLUMN 40
void chart_column_print(const struct chart *chart,
                        char text[WEFT_CHART_COLUMN]);
/* "A row is 4 processors, from the one named, a column 2 steps. " if it is
 * so; not of rows: "A column is 2 steps. ". */
void chart_note(const struct chart *chart, bool rows,
                char text[WEFT_CHART_NOTE]);
void chart_finish(struct chart *chart);
double chart_x(const struct chart *chart, uint64_t time);
/* Where column `bin` of `bins` begins; the last one, which may be cut, ends
 * with the view. */
uint64_t chart_column(const struct chart *chart, size_t bin);
/* Middle of a processor's row. */
double chart_y(const struct chart *chart, int rank);
/* Where a row begins; rows: where the last one ends. */
double chart_edge(const struct chart *chart, int row);
/* Names of the rows, at their left. */
void chart_rows(const struct chart *chart, struct svg *svg);
/* The time axis below: ticks, numbers, what it counts. */
void chart_axis(const struct chart *chart, struct svg *svg);
/* Ticks of an axis from 0 to `high`: 1, 2 or 5 times a power of ten, at most
 * `most` of them. */
uint64_t chart_tick(uint64_t high, unsigned most);

/* ---- legend.c ---------------------------------------------------------- */

/* The messages of a view, by rank among those shown, with the sign of each: a
 * line or a box. */
struct legend {
    int *message; /* [count], ascending */
    size_t count;
    double width; /* to wrap at */
    bool boxes;
    bool hidden; /* the numbers of the messages are in the picture */
    bool one;   /* a message was chosen: it has the first sign, the rest none */
    int chosen; /* which */
};
int legend_init(struct legend *legend, const struct view *view,
                const struct weft_panel *panel, double width, bool boxes);
void legend_finish(struct legend *legend);
/* The sign of a message, for the palette. */
int legend_sign(const struct legend *legend, int message);
double legend_height(const struct legend *legend);
/* That it needs at least. */
double legend_width(const struct legend *legend);
void legend_draw(const struct legend *legend, double x, double y,
                 struct svg *svg);
/* Words with the fill of each, in a line. */
struct legend_key {
    const char *name;
    struct style style;
};
double legend_keys_width(const struct legend_key *keys, size_t count);
void legend_keys(const struct legend_key *keys, size_t count, double x,
                 double y, struct svg *svg);

/* ---- sweep.c ----------------------------------------------------------- */

/* Sums over time: at `time` the sum of `key` changes by `change`. */
struct change {
    int64_t key;
    uint64_t time;
    int64_t change;
};
/* Sort changes, and tell `each` about every stretch of time in which the sum
 * of a key is constant and not 0, by key and time; with split also where it
 * changes to the same sum, one transfer following another. -1 if `each` returns
 * it. */
int sweep_changes(struct change *changes, size_t count, bool split,
                  int (*each)(void *arg, int64_t key, uint64_t start,
                              uint64_t end, int64_t sum),
                  void *arg);

/* ---- summed.c ------------------------------------------------------------ */

/* How long the processors of each row of a chart that is summed were at each
 * of some kinds of things, column by column. */
struct summed {
    const struct chart *chart;
    int rows, kinds;
    double *time; /* [rows * kinds * bins] in processor time units */
    double *full; /* [rows] processors in it */
};
/* 0, or -1: no memory; in any case summed_finish() is to be called. */
int summed_init(struct summed *sums, const struct chart *chart, int rows,
                int kinds);
void summed_finish(struct summed *sums);
/* `weight` of them were at it for that time. */
void summed_add(struct summed *sums, int row, int kind, uint64_t start,
                uint64_t end, double weight);
/* Draw a row: the kinds stacked from `base` up to `height` for all of its
 * processors; with centre, around `base`. */
void summed_draw(const struct summed *sums, int row, double base, double height,
                 bool centre, const struct style *const *styles,
                 struct svg *svg);

/* ---- heading.c ---------------------------------------------------------- */

/* What the picture of a panel with a trace is of, in one line; `origin` was
 * taken away from its times. */
void heading_write(char *text, size_t size, const struct weft_panel *panel,
                   uint64_t origin);

/* ---- arrow.c ------------------------------------------------------------ */

/* A numbered arrow between two nodes. */
struct arrow {
    struct point from, to;  /* centres of the nodes */
    double leaves, reaches; /* radius of what is drawn around either */
    double bend; /* how far its middle lies right of the straight way */
    double at;   /* where along it the number stands, 0 to 1 */
    char number[24];
    int colour;
};
/* The point of the curve that is drawn, at `at`. */
struct point arrow_point(const struct arrow *arrow);
void arrow_draw(struct svg *svg, const struct arrow *arrow);
void arrow_number(struct svg *svg, const struct arrow *arrow);

#endif
