/* What the files of the page writer share; private to them. */
#ifndef WEFT_SRC_TRACE_PAGE_PAGE_H
#define WEFT_SRC_TRACE_PAGE_PAGE_H

#include <stdbool.h>
#include <weft/network.h>
#include <weft/page.h>
#include <weft/stats.h>

#include "state/state.h"
#include "trace/format.h"

/* No processor, no event. */
#define PAGE_NONE UINT32_MAX

/* What the page has of a run: in the order in which it stands there. */
enum page_part { PAGE_FACTS, PAGE_LEVELS, PAGE_COLUMNS, PAGE_PARTS };

/* From `start` on, to the next span of its processor. */
struct page_span {
    uint64_t start;
    int32_t rank;
    uint8_t state; /* STATE_BUSY to STATE_IDLE, or STATE_OPEN; STATES: absent */
};

/* One run, collected; when it has ended, its texts: all else is gone but for
 * its name, its parameters and the count of its events. */
struct page_run {
    struct weft_page *page;
    struct weft_sink sink;
    size_t id; /* 0 for the first one of the page */
    char *name;
    struct params params;
    struct weft_event *event; /* [count] */
    uint32_t *pair; /* [count]: of a receive event its send, and the other way
                       round; PAGE_NONE: it has none */
    size_t count, capacity;
    struct page_span *span; /* [spans], in order of time for each processor;
                               at the end: by processor, none like the one
                               before, each processor's last one STATES */
    size_t spans, span_capacity;
    enum span_state open;               /* what STATE_OPEN is */
    bool computes;                      /* its computations are recorded */
    const struct weft_network *network; /* if the sizes agree */
    struct weft_items *items;           /* of the trace, until its end */
    struct weft_network *made;          /* from the trace's word for it */
    struct weft_stats *stats;
    struct weft_waits waits;
    uint64_t origin, end; /* of all that is told */
    uint64_t now;         /* start of the latest event */
    char *text[PAGE_PARTS];
    size_t size[PAGE_PARTS];
    char *verdict; /* as weft_page_verdict() is given it; NULL: none */
    bool ended;
};

struct weft_page {
    char *title;           /* NULL: none given */
    char *show;            /* what to open at; NULL: as usual */
    struct page_run **run; /* [runs] */
    size_t runs, capacity;
    size_t events; /* of all runs */
    const struct weft_network
        *network; /* of the next ones; NULL: as they say */
    struct weft_error error;
};

/* collected.c: the next run, which collects what its sink is told; NULL: no
 * memory. */
struct page_run *page_run_create(struct weft_page *page, const char *name);
void page_run_destroy(struct page_run *run);

/* rendered.c: write the texts of a run. 0, or -1: no memory. */
int page_texts_make(struct page_run *run);

/* spans.c: sort the spans, join neighbours of one state. 0, or -1 with ENOMEM.
 */
int page_spans_sort(struct page_run *run);
/* A span's state, with STATE_OPEN resolved. */
enum span_state page_state(const struct page_run *run,
                           const struct page_span *span);
/* How long the processors are in each state in bin `bin` of PAGE_BINS, which
 * divide the run: [PAGE_BINS][3]; NULL: no memory. */
#define PAGE_BINS 1024
double (*page_levels(const struct page_run *run))[STATES - 1];

/* hops.c: of each event that is a send, the links on its way in the run's
 * network, else 0: [count]; NULL: no memory. Those to one processor are
 * measured one after the other: a network that must look for distances looks
 * for those to each once. */
int *page_hops(const struct page_run *run);

/* page-contents.c: the contents of messages as numbers. */
struct page_contents {
    uint32_t *start; /* [texts + 1], if there is a text */
    uint32_t *word;  /* [words] */
    size_t texts, words, room, capacity;
};
/* 0, or -1: no memory; in any case finish it. */
int page_contents_make(const struct page_run *run,
                       struct page_contents *contents);
void page_contents_finish(struct page_contents *contents);

/* page-data.c: the numbers of a run, in base64: elements of the page, with its
 * id in their names. The levels are few; all else is deflated. -1: no memory.
 */
int page_levels_write(const struct page_run *run, struct output *out);
int page_columns_write(const struct page_run *run, struct output *out);

/* facts.c: all else that is known of a run, as JSON without the brace at its
 * end: the verdict follows. 0. */
int page_describe(const struct page_run *run, struct output *out);
/* A JSON string that may stand in a document: of a long text its beginning, so
 * many bytes. */
#define PAGE_TEXT_MAX 1000
void page_text(struct output *out, const char *text);
/* The same of the words of an address, which may hold a story. */
#define PAGE_SHOW_MAX 65536
void page_long_text(struct output *out, const char *text);
/* JSON that may stand in a document. */
void page_json(struct output *out, const char *json);

/* html.c: the whole page. */
void page_document(const struct weft_page *page, struct output *out);

#endif
