/* A page: runs in one HTML file, with the displays of ParaGraph and others.
 *
 * collected.c collects a run: its events, which send belongs to which receive,
 * the states of its processors (the one definition of src/state) and its
 * statistics. page-data.c writes the numbers: columns of the narrowest width,
 * deflated, in base64. facts.c writes the rest as JSON. Both do so as soon as
 * the run has ended: the text of a run is much smaller than its data
 * (rendered.c). address.c checks the words that select the initial view. html.c
 * puts all together with the code of the page, which embed.py made of script/:
 * what happens in the browser is described in script/main.js. */
#include "page.h"

#include "base/base.h"
#include "trace/io/out.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct weft_page *weft_page_create(const char *title)
{
    struct weft_page *page = calloc(1, sizeof *page);
    if (page && title && !(page->title = strdup(title))) {
        free(page);
        return NULL;
    }
    return page;
}

const struct weft_sink *weft_page_add(struct weft_page *page, const char *name)
{
    if (array_grow(&page->run, &page->capacity, page->runs + 1,
                   sizeof(struct page_run *)))
        return NULL;
    struct page_run *run = page_run_create(page, name);
    if (!run)
        return NULL;
    page->run[page->runs++] = run;
    return &run->sink;
}

void weft_page_network(struct weft_page *page,
                       const struct weft_network *network)
{
    page->network = network;
}

int weft_page_verdict(struct weft_page *page, const char *json,
                      struct weft_error *err)
{
    size_t length = strlen(json);
    if (!page->runs || *json != '{' || json[length - 1] != '}')
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "%s",
                              page->runs ? "the verdict is not a JSON object"
                                         : "the page has no run to judge");
    struct page_run *run = page->run[page->runs - 1];
    char *copy = strdup(json);
    if (!copy)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the verdict");
    free(run->verdict);
    run->verdict = copy;
    return 0;
}

int weft_page_check(const struct weft_page *page, struct weft_error *err)
{
    if (!page->error.kind)
        return 0;
    if (err)
        *err = page->error;
    return -1;
}

/* Check that the page has something to show. */
static int check_runs(const struct weft_page *page, struct weft_error *err)
{
    if (weft_page_check(page, err))
        return -1;
    if (!page->runs)
        return weft_error_set(err, WEFT_ERROR_EMPTY, 0,
                              "a page needs at least one run");
    for (size_t i = 0; i < page->runs; i++) {
        const struct page_run *run = page->run[i];
        const char *name = run->name ? run->name : "the run";
        if (!run->ended)
            return weft_error_set(err, WEFT_ERROR_STOPPED, 0,
                                  "%.100s: the trace is incomplete", name);
        if (!run->count || !run->params.info.processors)
            return weft_error_set(err, WEFT_ERROR_EMPTY, 0,
                                  "%.100s: the trace is empty", name);
    }
    return 0;
}

static int page_write_as(struct weft_page *page, page_writer *write,
                         const char *path, struct weft_error *err)
{
    struct output out;
    if (check_runs(page, err) || out_open(&out, path, false, err))
        return -1;
    write(page, &out);
    if (!out.error.kind)
        out_finish(&out);
    if (!out.error.kind)
        return out_close(&out, err);
    if (err)
        *err = out.error;
    out_abort(&out);
    return -1;
}

int weft_page_write(struct weft_page *page, const char *path,
                    struct weft_error *err)
{
    return page_write_as(page, page_document, path, err);
}

int weft_page_write_data(struct weft_page *page, const char *path,
                         struct weft_error *err)
{
    return page_write_as(page, page_object, path, err);
}

void weft_page_destroy(struct weft_page *page)
{
    if (!page)
        return;
    for (size_t i = 0; i < page->runs; i++)
        page_run_destroy(page->run[i]);
    free(page->run);
    free(page->title);
    free(page->show);
    free(page);
}

/* ---- as a format --------------------------------------------------------- */

struct trace_page_page_state {
    struct weft_page *page;
    const struct weft_sink *sink;
};

/* Pass on the result of the sink; if the page has an error, it becomes that of
 * the output. */
static int page_pass(struct trace_page_page_state *state, struct output *out,
                     int result)
{
    struct weft_error err;
    if (result && weft_page_check(state->page, &err))
        return out_fail(out, err.kind, "%s", err.text);
    return result;
}

static int page_begin(void *arg, struct output *out,
                      const struct weft_trace_info *info)
{
    struct trace_page_page_state *state = arg;
    state->page = weft_page_create(NULL);
    state->sink = state->page ? weft_page_add(state->page, NULL) : NULL;
    if (!state->sink)
        return -1;
    return page_pass(state, out, state->sink->begin(state->sink->arg, info));
}

static int page_events(void *arg, struct output *out,
                       const struct weft_event *event, size_t count)
{
    struct trace_page_page_state *state = arg;
    return page_pass(state, out,
                     state->sink->events(state->sink->arg, event, count));
}

static int page_end(void *arg, struct output *out)
{
    struct trace_page_page_state *state = arg;
    struct weft_error err;
    if (page_pass(state, out, state->sink->end(state->sink->arg)))
        return -1;
    if (check_runs(state->page, &err))
        return out_fail(out, err.kind, "%s", err.text);
    page_document(state->page, out);
    return 0;
}

static void trace_page_finish(void *arg)
{
    struct trace_page_page_state *state = arg;
    weft_page_destroy(state->page);
}

const struct weft_format trace_page = {
    .ways = true,
    .info = {.name = "page",
             .ending = ".html",
             .summary = "an animated page for any browser",
             .reads = false,
             .writes = true},
    .calls = true,
    .tasks = true,
    .state = sizeof(struct trace_page_page_state),
    .begin = page_begin,
    .events = page_events,
    .end = page_end,
    .finish = trace_page_finish,
};
