/**
 * Figures: pictures of traces, trees, networks and comparisons, as SVG.
 *
 * One kind of figure = one row of the table (src/figure/figures.c). A figure is
 * one or more panels of the same kind, placed side by side and wrapped to the
 * page. Drawing sees only what a panel carries: a trace that a run or a file
 * left behind, a tree, a network, numbers. It knows no algorithm.
 *
 * The bytes of a figure depend on its panels alone: no locale, no time. Text
 * stays text, fonts are asked for by family name, colours come with a line
 * style, a texture, a shade or a label, so that a grey print can be read.
 *
 * More than 64 rows of processors or links, or 512 steps, are summed: a row
 * stands for several, a column for some time, and the picture says how many.
 *
 * Threads: any; what a figure borrows is only read.
 */
#ifndef WEFT_FIGURE_H
#define WEFT_FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/network.h>
#include <weft/trace.h>
#include <weft/tree.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** What a kind of figure needs in its panels. */
enum weft_figure_input {
    WEFT_FIGURE_TRACE,      /**< trace */
    WEFT_FIGURE_TREE,       /**< tree, or the trace of one message */
    WEFT_FIGURE_NETWORK,    /**< network, or a trace that names it; the tree
                                 or the trace's transfers are drawn in */
    WEFT_FIGURE_COMPARISON, /**< plot */
};

/** One kind as `weft list figures` shows it. */
struct weft_figure_kind {
    const char *name;    /**< "gantt" */
    const char *summary; /**< one line */
    enum weft_figure_input input;
};

/** The kinds in the order of the table; NULL past the end. @since 0.1 */
const struct weft_figure_kind *weft_figure_kind(size_t index);

/** How to write the name of a processor. */
enum weft_label {
    WEFT_LABEL_AUTO,    /**< binary on a hypercube, else decimal */
    WEFT_LABEL_DECIMAL, /**< "4" */
    WEFT_LABEL_BINARY,  /**< "100", as wide as the largest */
    WEFT_LABEL_BOTH,    /**< "4 (100)" */
    WEFT_LABEL_STEP,    /**< the step in which a tree reaches the node */
};

/** How a node of a tree is drawn. */
enum weft_shape {
    WEFT_SHAPE_CIRCLE,
    WEFT_SHAPE_SQUARE,
    WEFT_SHAPE_EMPTY, /**< a circle with nothing in it: no processor */
};

/** One line of a plot. */
struct weft_series {
    const char *name;
    size_t count;
    const double *x;    /**< [count], ascending */
    const double *y;    /**< [count] */
    bool bound;         /**< a lower bound: drawn thick and grey, no points */
    const bool *broken; /**< [count] a run that broke the model: its point is
                             hollow, and the line says so; NULL: none.
                             @since 0.2 */
};

/** What a matrix sums. @since 0.2 */
enum weft_amount {
    WEFT_AMOUNT_MESSAGES,
    WEFT_AMOUNT_BYTES,
    WEFT_AMOUNT_TIME, /**< from when a message left to when it arrived */
};

/** Steps against size, for several strategies. */
struct weft_plot {
    const char *x_name; /**< "processors" */
    const char *y_name; /**< "steps" */
    bool logarithmic;   /**< both axes by powers of two */
    size_t count;
    const struct weft_series *series; /**< [count] */
};

/** The part of a trace to draw; zeroed: all of it. */
struct weft_window {
    int processor;  /**< the first one */
    int processors; /**< how many; 0: to the last */
    uint64_t step;  /**< the first one, from 1; 0: 1. A trace without steps
                         counts time units from its first record, from 1 */
    uint64_t steps; /**< how many, even beyond the end of the trace, so that
                         several figures can have one time scale; 0: to the
                         end */
};

/** What to draw. Zeroed members mean none, or the default. All borrowed. */
struct weft_panel {
    const char *caption; /**< under the panel */
    const struct weft_trace *trace;
    const struct weft_tree *tree; /**< [trees] */
    const struct weft_network *network;
    const struct weft_plot *plot;
    struct weft_window window;
    enum weft_label label;
    const uint8_t *shape; /**< tree: [tree->size] enum weft_shape */
    bool one_message;     /**< only the transfers of `message`; where they can
                               stand among the others (spacetime, gantt) these
                               are grey */
    int message;
    bool tour;    /**< order the processors so that neighbours are near: the
                       network's tour, instead of by rank */
    bool columns; /**< mesh, torus: axis 0 goes right and axis 1 up, instead
                       of axis 0 down and axis 1 right */
    size_t trees; /**< cube, network: how many trees there are at `tree`, drawn
                       into one network; 0: one. @since 0.2 */
    bool labels;  /**< tree: the numbers beside its edges are labels that begin
                       at 0, one less than the steps. @since 0.2 */
    bool path;    /**< spacetime: draw the critical path out, the rest faint.
                       @since 0.2 */
    bool print;   /**< no wider than 7 inches with letters of 7 points or more.
                       All panels of a figure alike. @since 0.2 */
    enum weft_amount amount; /**< matrix: of what. @since 0.2 */
    bool full; /**< draw every box, however many there are. @since 0.2 */
};

/** A figure. All borrowed. */
struct weft_figure {
    const char *kind;  /**< a name of weft_figure_kind() */
    const char *title; /**< above the picture; NULL: none */
    const char *note;  /**< below it; NULL: the kind's own explanation */
    size_t panels;
    const struct weft_panel *panel; /**< [panels] */
};

/**
 * Draw a figure.
 *
 * @returns the SVG document, to be freed by the caller; or NULL with
 *          WEFT_ERROR_UNKNOWN (kind; the text names the nearest), _MISUSE (a
 *          panel lacks what the kind needs, or the window is empty), _EMPTY (a
 *          trace without messages), _LIMIT (more than a picture can hold; the
 *          text states the limit and what to draw instead) or _MEMORY
 *
 * Cost    O(n log n) for n events
 * @since 0.1
 */
char *weft_figure_draw(const struct weft_figure *figure,
                       struct weft_error *err);

/**
 * The Gantt chart as text for a terminal: a row for each processor, two
 * characters for each step: '>' before a message that is sent, '<' before one
 * that is received, and the message as one character (the last digit of its
 * number in base 62); '#' computes, '*' several messages at once, '.' nothing.
 * Where a processor does both in one step, every processor has two lines, '>'
 * and '<', of one character for each step. The last line says what signs mean.
 *
 * @param columns  width of the terminal; 0: 80. Steps that do not fit are left
 *                 out, and a line says how many
 * @param colour   use ANSI colours (a sender is shown reversed)
 * @returns the text, to be freed by the caller; or NULL with WEFT_ERROR_MISUSE
 *          (the trace has no steps), _EMPTY (no messages) or _MEMORY
 * @since 0.1
 */
char *weft_figure_text(const struct weft_trace *trace, int columns, bool colour,
                       struct weft_error *err);

/**
 * One step of a run as text: a line for each processor with what it sends to
 * whom and receives from whom.
 *
 * @param step     from 1; a later one than the last is the last
 * @param rows     at most so many processors; 0: all
 * @param columns  width of the terminal, at which lines are cut; 0: 80
 * @param colour   use ANSI colours
 * @returns as weft_figure_text()
 *
 * Cost    O(processors * events)
 * @since 0.2
 */
char *weft_figure_moment(const struct weft_trace *trace, uint64_t step,
                         int rows, int columns, bool colour,
                         struct weft_error *err);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
