/**
 * The gallery: the figures of the five documents, by name.
 *
 * A figure of the gallery is a row of a table: what it shows, the kind of
 * figure, and for each panel the run or the tree that it is drawn from. The
 * runs are made when the figure is drawn, by the same code as `weft run`.
 *
 * Threads: any; each call makes its own runs.
 */
#ifndef WEFT_GALLERY_H
#define WEFT_GALLERY_H

#include <stddef.h>
#include <weft/error.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** One figure as `weft figure --list` shows it. */
struct weft_exhibit {
    const char *name;     /**< "successive-3" */
    const char *document; /**< "A, Figure 3" */
    const char *kind;     /**< "spacetime", see weft_figure_kind() */
    const char *summary;  /**< one line: what it shows */
};

/** The figures in the order of the documents; NULL past the end. @since 0.1 */
const struct weft_exhibit *weft_exhibit(size_t index);

/**
 * Draw a figure of the gallery.
 *
 * @returns the SVG document, to be freed by the caller; or NULL with
 *          WEFT_ERROR_UNKNOWN (the text names the nearest), or as weft_run()
 *          and weft_figure_draw()
 *
 * Cost    that of its runs, some milliseconds
 * @since 0.1
 */
char *weft_exhibit_draw(const char *name, struct weft_error *err);

/** The same for paper: at most 7 inches wide, in letters of 7 points or more.
 * @since 0.2 */
char *weft_exhibit_print(const char *name, struct weft_error *err);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
