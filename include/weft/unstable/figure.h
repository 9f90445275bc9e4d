/**
 * Figures: SVG pictures of traces, trees, networks and comparisons.
 *
 * Each kind of figure is a row of a table (src/figure/figures.c). A figure
 * consists of one or more panels of the same kind, placed side by side and
 * wrapped to the page. It is drawn only from the data of its panels: a trace
 * from a run or a file, a tree, a network, numbers. The drawing code does not
 * know any algorithm.
 *
 * The bytes of a figure depend on its panels only, not on the locale or the
 * time. Text is stored as text, fonts are specified by family name, and every
 * colour is accompanied by a line style, a texture, a shade or a label, so that
 * a print in grey is readable.
 *
 * More than 64 rows of processors or links, or 512 steps, are aggregated: a row
 * represents several processors or links, a column several steps, and the
 * picture states how many.
 *
 * Threads: any; borrowed data are only read.
 */
#ifndef WEFT_FIGURE_H
#define WEFT_FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/network.h>
#include <weft/trace.h>
#include <weft/unstable/tree.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** The input that a kind of figure needs in its panels. */
enum weft_figure_input {
    WEFT_FIGURE_TRACE, /**< needs `trace` */
    WEFT_FIGURE_TREE,  /**< needs `tree`, or the trace of one message */
    /** needs `network`, or a trace that names it; the tree or the trace's
     * transfers are drawn on it */
    WEFT_FIGURE_NETWORK,
    WEFT_FIGURE_COMPARISON, /**< needs `plot` */
};

/** One kind of figure, as shown by `weft list figures`. */
struct weft_figure_kind {
    const char *name;    /**< name of the kind, such as "gantt" */
    const char *summary; /**< description of the kind in one line */
    enum weft_figure_input input;
};

/** Return the kind of figure at an index, in the order of the table; NULL past
 * the end. @since 0.1 */
const struct weft_figure_kind *weft_figure_kind(size_t index);

/** How to write the name of a processor. */
enum weft_label {
    WEFT_LABEL_AUTO,    /**< binary on a hypercube, otherwise decimal */
    WEFT_LABEL_DECIMAL, /**< "4" */
    WEFT_LABEL_BINARY,  /**< "100", padded to the width of the largest number */
    WEFT_LABEL_BOTH,    /**< "4 (100)" */
    WEFT_LABEL_STEP,    /**< the step in which the tree reaches the node */
};

/** The shape of a node of a tree. */
enum weft_shape {
    WEFT_SHAPE_CIRCLE,
    WEFT_SHAPE_SQUARE,
    WEFT_SHAPE_EMPTY, /**< an empty circle: not a processor */
};

/** One line of a plot. */
struct weft_series {
    const char *name;
    size_t count;
    const double *x; /**< [count] x coordinates in ascending order */
    const double *y; /**< [count] y coordinates */
    /** whether this is a lower bound, which is drawn thick and grey without
     * points */
    bool bound;
    /** [count] whether the run at each point broke the model: such points are
     * hollow, and the legend explains this; NULL: none did. @since 0.2 */
    const bool *broken;
};

/** The quantity that a matrix shows. @since 0.2 */
enum weft_amount {
    WEFT_AMOUNT_MESSAGES,
    WEFT_AMOUNT_BYTES,
    WEFT_AMOUNT_TIME, /**< time from the start of the send until the arrival */
};

/** A plot of steps against size, for several strategies. */
struct weft_plot {
    const char *x_name; /**< label of the x axis, such as "processors" */
    const char *y_name; /**< label of the y axis, such as "steps" */
    /** whether both axes are logarithmic with powers of two */
    bool logarithmic;
    size_t count;
    const struct weft_series *series; /**< [count] the lines of the plot */
    /** whether x is in bytes: its numbers are written as 16K or 4M, in powers
     * of 1024 */
    bool x_bytes;
};

/** The part of a trace to draw; zeroed: the whole trace. */
struct weft_window {
    int processor;  /**< rank of the first processor to draw */
    int processors; /**< number of processors to draw; 0: to the last one */
    /** first step to draw, from 1; 0 means 1. In a trace without steps, time
     * units are counted from its first record, from 1 */
    uint64_t step;
    /** number of steps to draw, even beyond the end of the trace, so that
     * several figures can have the same time scale; 0: to the end */
    uint64_t steps;
};

/** The data to draw. Zeroed members mean none, or the default. All pointers are
 * borrowed. */
struct weft_panel {
    const char *caption; /**< text under the panel */
    const struct weft_trace *trace;
    const struct weft_tree *tree; /**< [trees] the trees to draw */
    const struct weft_network *network;
    const struct weft_plot *plot;
    struct weft_window window;
    enum weft_label label;
    /** for a tree: [tree->size] shapes of the nodes, of enum weft_shape */
    const uint8_t *shape;
    /** whether to draw only the transfers of `message`; in figures that can
     * show all transfers (spacetime, gantt) the others are grey */
    bool one_message;
    int message;
    /** whether to order the processors such that neighbours are close to each
     * other (by the network's tour) instead of by rank */
    bool tour;
    /** for a mesh or torus: whether axis 0 goes right and axis 1 up, instead of
     * axis 0 down and axis 1 right */
    bool columns;
    /** for cube and network: number of trees in `tree`, which are drawn on one
     * network; 0: one. @since 0.2 */
    size_t trees;
    /** for a tree: whether the numbers beside its edges are labels that begin
     * at 0, one less than the steps. @since 0.2 */
    bool labels;
    /** for spacetime: whether to highlight the critical path and draw
     * everything else faint. @since 0.2 */
    bool path;
    /** whether to draw for print: at most 7 inches wide, with text of 7 points
     * or more. The same in all panels of a figure. @since 0.2 */
    bool print;
    /** for a matrix: the quantity to show. @since 0.2 */
    enum weft_amount amount;
    /** whether to draw every box, however many there are. @since 0.2 */
    bool full;
    /** for cube and network: [vertices] whether a vertex is in the set of a
     * cut; these, and the links that leave the set, are drawn in red; NULL: no
     * cut.
     * @since 0.2 */
    const bool *inside;
};

/** A figure. All pointers are borrowed. */
struct weft_figure {
    const char *kind; /**< kind of the figure, a name from weft_figure_kind() */
    const char *title; /**< title above the picture; NULL: none */
    /** note below the picture; NULL: the explanation of the kind */
    const char *note;
    size_t panels;
    const struct weft_panel *panel; /**< [panels] the panels of the figure */
};

/**
 * Draw a figure.
 *
 * @returns the SVG document, which the caller must free; or NULL with
 *          WEFT_ERROR_UNKNOWN (kind; the text names a similar one), _MISUSE (a
 *          panel lacks what the kind needs, or the window is empty), _EMPTY (a
 *          trace without messages), _LIMIT (too large for a picture; the text
 *          states the limit and what to draw instead) or _MEMORY
 *
 * Cost    O(n log n) for n events
 * @since 0.1
 */
char *weft_figure_draw(const struct weft_figure *figure,
                       struct weft_error *err);

/**
 * Return the Gantt chart as text for a terminal: a row for each processor, two
 * characters for each step: '>' before a message that is sent, '<' before one
 * that is received, and the message as one character (the last digit of its
 * number in base 62); '#' means that the processor computes, '*' several
 * messages at once, '.' nothing. If a processor sends and receives in one step,
 * every processor has two lines, '>' and '<', of one character for each step.
 * The last line is a legend.
 *
 * @param columns  width of the terminal; 0: 80. Steps that do not fit are left
 *                 out, and a line states how many
 * @param colour   whether to use ANSI colours (a sender is shown in reverse
 *                 video)
 * @returns the text, which the caller must free; or NULL with WEFT_ERROR_MISUSE
 *          (the trace has no steps), _EMPTY (no messages) or _MEMORY
 * @since 0.1
 */
char *weft_figure_text(const struct weft_trace *trace, int columns, bool colour,
                       struct weft_error *err);

/**
 * Return one step of a run as text: a line for each processor, with the
 * messages that it sends and receives, and their other ends.
 *
 * @param step     number of the step, from 1; a number past the end means the
 *                 last step
 * @param rows     maximum number of processors; 0: all
 * @param columns  width of the terminal, to which lines are truncated; 0: 80
 * @param colour   whether to use ANSI colours
 * @returns like weft_figure_text()
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
