/**
 * Pages: one or several runs in an HTML file that any browser can open.
 *
 * A page has a sink for each of its runs. The file contains everything it needs
 * (code, style and events) and loads nothing else. docs/view.md describes what
 * it shows.
 *
 * Threads: any; a page belongs to one thread at a time.
 */
#ifndef WEFT_PAGE_H
#define WEFT_PAGE_H

#include <stddef.h>
#include <weft/error.h>
#include <weft/event.h>
#include <weft/network.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** Maximum number of events in a page, in all its runs together. @since 0.2 */
#define WEFT_PAGE_EVENTS_MAX ((size_t)12 << 20)

struct weft_page;

/**
 * Create an empty page.
 *
 * @param title  title in UTF-8 (invalid bytes are replaced); NULL: generated
 *               from the parameters of the runs
 * @returns the page; NULL: out of memory
 * @since 0.2
 */
struct weft_page *weft_page_create(const char *title);
/**
 * Set what the page shows when it is opened without a fragment in its address.
 * The words have the form of such a fragment, the part after the #:
 * `d=tree,knowledge&t=3` (docs/view.md).
 *
 * @param words  the words, with or without a leading #; NULL: the default view
 * @returns 0, or -1: WEFT_ERROR_UNKNOWN (a word, a display or one of its
 *          options), WEFT_ERROR_MISUSE (an invalid number), WEFT_ERROR_LIMIT
 *          (more than 1000 bytes), WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_page_show(struct weft_page *page, const char *words,
                   struct weft_error *err);
/**
 * Add a run to the page. Pass one whole trace to its sink before the next run
 * is added.
 *
 * @param name  name for its heading, such as a file name; NULL: none
 * @returns the sink, owned by the page; NULL: out of memory
 * @since 0.2
 */
const struct weft_sink *weft_page_add(struct weft_page *page, const char *name);
/**
 * Set the network of the runs that begin from now on, if it has the same number
 * of processors. It takes precedence over the name in a trace, from which a
 * page can only create networks that need neither a file nor a plug-in.
 *
 * @param network  borrowed until the page is destroyed; NULL: the network that
 *                 a trace names
 * @since 0.2
 */
void weft_page_network(struct weft_page *page,
                       const struct weft_network *network);
/**
 * Set the verdict on the run that was added last, which the page shows in its
 * heading and its pictures; a second verdict replaces the first one. Without a
 * verdict the page shows none.
 *
 * @param json  one JSON object in UTF-8, whose members docs/view.md describes;
 *              copied
 * @returns 0, or -1: WEFT_ERROR_MISUSE (there is no run, or the text is not an
 *          object), WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_page_verdict(struct weft_page *page, const char *json,
                      struct weft_error *err);
/**
 * Add a story: captions that the page shows at their times (docs/view.md). Call
 * it after the runs, because the story names their times and processors, and
 * after weft_page_show(), which would drop it.
 *
 * @param path  a JSON file
 * @returns 0, or -1: WEFT_ERROR_FORMAT (the file is not a JSON array of
 *          captions, or a caption names a time, a processor, a link or a
 *          display that does not exist; the line is in @p err),
 *          WEFT_ERROR_LIMIT (the story is too long), WEFT_ERROR_SYSTEM,
 *          WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_page_story(struct weft_page *page, const char *path,
                    struct weft_error *err);
/**
 * Return why a sink of the page stopped its producer.
 * @returns 0 if none did, else -1: WEFT_ERROR_LIMIT (too many events or
 *          processors), WEFT_ERROR_FORMAT (an invalid event: of an unknown
 *          processor or kind, earlier than the previous one, or with an end
 *          that is too large), WEFT_ERROR_MISUSE (events after the end of a
 *          run), WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_page_check(const struct weft_page *page, struct weft_error *err);
/**
 * Write the page. The file gets its name when it is complete.
 *
 * @param path  `-` is standard output
 * @returns 0, or -1: WEFT_ERROR_EMPTY (a run has no events; the text names it),
 *          WEFT_ERROR_STOPPED (a run has no end), WEFT_ERROR_SYSTEM,
 *          WEFT_ERROR_MEMORY, or an error of weft_page_check(); then no new
 *          file is left, and an older file of that name is unchanged
 * @since 0.2
 */
int weft_page_write(struct weft_page *page, const char *path,
                    struct weft_error *err);
/**
 * Write the data of the page as one JSON object, without its code.
 *
 * @param path  `-` is standard output
 * @returns 0, or -1 with the errors of weft_page_write()
 * @since 0.2
 */
int weft_page_write_data(struct weft_page *page, const char *path,
                         struct weft_error *err);
/** Free a page; NULL is allowed. @since 0.2 */
void weft_page_destroy(struct weft_page *page);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
