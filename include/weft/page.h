/**
 * Pages: one or several runs in one file that any browser opens.
 *
 * A page is a sink for each of its runs. It holds everything: code, style and
 * events, and loads nothing from anywhere. What it shows: docs/view.md.
 *
 * Threads: any; a page belongs to one thread at a time.
 */
#ifndef WEFT_PAGE_H
#define WEFT_PAGE_H

#include <stddef.h>
#include <weft/error.h>
#include <weft/event.h>
#include <weft/network.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** So many events may stand in one page, of all its runs together. @since 0.2
 */
#define WEFT_PAGE_EVENTS_MAX ((size_t)12 << 20)

struct weft_page;

/**
 * An empty page.
 *
 * @param title  UTF-8 (what is none is replaced); NULL: made of what the runs
 *               say of themselves
 * @returns NULL: no memory
 * @since 0.2
 */
struct weft_page *weft_page_create(const char *title);
/**
 * What the page shows when it is opened without an address of its own: the
 * words after the # of such an address, `d=tree,knowledge&t=3` (docs/view.md).
 *
 * @param words  a # before them is passed over; NULL: what it usually shows
 * @returns 0, or -1: WEFT_ERROR_UNKNOWN (a word, a display or an option of
 * one), WEFT_ERROR_MISUSE (what should be a number is none), WEFT_ERROR_LIMIT
 *          (more than 1000 bytes), WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_page_show(struct weft_page *page, const char *words,
                   struct weft_error *err);
/**
 * One more run, beside those before. Feed its sink with one whole trace before
 * the next run is added.
 *
 * @param name  for its heading, as a file's name; NULL: none
 * @returns the sink, owned by the page; NULL: no memory
 * @since 0.2
 */
const struct weft_sink *weft_page_add(struct weft_page *page, const char *name);
/**
 * The network of the runs that begin from now on, if it has as many processors;
 * it counts more than the name in a trace, by which a page finds only networks
 * that are made from their names: no file's and no plug-in's.
 *
 * @param network  borrowed until the page is destroyed; NULL: as the traces say
 * @since 0.2
 */
void weft_page_network(struct weft_page *page,
                       const struct weft_network *network);
/**
 * What the run that was added last is judged to be, for its heading and its
 * pictures; a second verdict takes the place of the first. Without one the page
 * says nothing of it.
 *
 * @param json  UTF-8, one JSON object; its members: docs/view.md. Copied.
 * @returns 0, or -1: WEFT_ERROR_MISUSE (there is no run, or the text is no
 *          object), WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_page_verdict(struct weft_page *page, const char *json,
                      struct weft_error *err);
/**
 * Why a sink of the page stopped its producer.
 * @returns 0 if none did, else -1: WEFT_ERROR_LIMIT (too many events or
 *          processors), WEFT_ERROR_FORMAT (an event that cannot be: of a
 *          processor or a kind that there is not, before the one that came
 *          last, with an end that no number holds), WEFT_ERROR_MISUSE (more of
 *          a run that has ended), WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_page_check(const struct weft_page *page, struct weft_error *err);
/**
 * Write the page. The file takes its name when it is whole.
 *
 * @param path  `-` is standard output
 * @returns 0, or -1: WEFT_ERROR_EMPTY (a run has no events; the text names it),
 *          WEFT_ERROR_STOPPED (a run has no end), WEFT_ERROR_SYSTEM,
 *          WEFT_ERROR_MEMORY, or what weft_page_check() says; then no file is
 *          left behind and an older file of that name is untouched
 * @since 0.2
 */
int weft_page_write(struct weft_page *page, const char *path,
                    struct weft_error *err);
/** Free it; NULL is fine. @since 0.2 */
void weft_page_destroy(struct weft_page *page);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
