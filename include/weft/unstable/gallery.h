/**
 * The gallery: the figures of the five papers that weft is based on, by name.
 *
 * A figure of the gallery is a row of a table: its description, its kind, and
 * for each panel the run or the tree that it is drawn from. The runs are made
 * when the figure is drawn, by the same code as `weft run`.
 *
 * Threads: any; each call makes its own runs.
 */
#ifndef WEFT_GALLERY_H
#define WEFT_GALLERY_H

#include <stddef.h>
#include <weft/error.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** One figure of the gallery, as shown by `weft figure --list`. */
struct weft_exhibit {
    const char *name;     /**< name of the figure, such as "successive-3" */
    const char *document; /**< its number in the paper, such as "A, Figure 3" */
    /** kind of the figure, such as "spacetime", see weft_figure_kind() */
    const char *kind;
    const char *summary; /**< description of the figure in one line */
};

/** Return the figure at an index, in the order of the papers; NULL past the
 * end. @since 0.1 */
const struct weft_exhibit *weft_exhibit(size_t index);

/**
 * Draw a figure of the gallery.
 *
 * @returns the SVG document, which the caller must free; or NULL with
 *          WEFT_ERROR_UNKNOWN (the text names the most similar name), or an
 *          error of weft_run() or weft_figure_draw()
 *
 * Cost    that of its runs, a few milliseconds
 * @since 0.1
 */
char *weft_exhibit_draw(const char *name, struct weft_error *err);

/** Draw a figure of the gallery for print: at most 7 inches wide, with text of
 * 7 points or more. Otherwise like weft_exhibit_draw().
 * @since 0.2 */
char *weft_exhibit_print(const char *name, struct weft_error *err);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
