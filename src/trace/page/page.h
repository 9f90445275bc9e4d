/* Declarations that the files of the page writer share. */
#ifndef WEFT_SRC_TRACE_PAGE_PAGE_H
#define WEFT_SRC_TRACE_PAGE_PAGE_H

#include <stdbool.h>
#include <weft/network.h>
#include <weft/unstable/page.h>
#include <weft/unstable/stats.h>

#include "state/state.h"
#include "trace/format.h"

/* no processor, or no event */
#define PAGE_NONE UINT32_MAX

/* The parts of a run in the page, in their order there. */
enum page_part { PAGE_FACTS, PAGE_LEVELS, PAGE_COLUMNS, PAGE_PARTS };

/* A state of a processor from `start` to the begin of the processor's next
 * span. */
struct page_span {
    uint64_t start;
    int32_t rank;
    /* STATE_BUSY to STATE_OPEN; STATES: the processor is absent */
    uint8_t state;
};

/* One run while it is collected. After its end, only its texts, name,
 * parameters, network, times and number of events are kept. */
struct page_run {
    struct weft_page *page;
    struct weft_sink sink;
    size_t id; /* index of the run in the page */
    char *name;
    struct params params;
    struct weft_event *event; /* [count] events of the run */
    /* [count] for a receive event, index of its send, and vice versa;
     * PAGE_NONE: none */
    uint32_t *pair;
    size_t count, capacity;
    /* [spans] first in order of time for each processor; after
     * page_spans_sort() by processor, with adjoining spans of one state joined,
     * each processor ending with a span of state STATES */
    struct page_span *span;
    size_t spans, span_capacity;
    enum span_state open; /* state that STATE_OPEN stands for */
    bool computes;        /* whether the trace records computations */
    /* network of the run; NULL: none with the right size */
    const struct weft_network *network;
    /* texts of the trace and details of its events, valid until its end */
    struct weft_items *items, *details;
    /* network created from its name in the trace, owned */
    struct weft_network *made;
    struct weft_stats *stats;
    struct weft_waits waits;
    uint64_t origin, end; /* begin and end of the run */
    uint64_t now;         /* start of the latest event */
    char *text[PAGE_PARTS];
    size_t size[PAGE_PARTS];
    char *verdict; /* copy of the JSON of weft_page_verdict(); NULL: none */
    bool ended;
};

struct weft_page {
    char *title; /* NULL: generated from the runs */
    char *show;  /* words of the address to open with; NULL: the default view */
    struct page_run **run; /* [runs] the runs */
    size_t runs, capacity;
    size_t events; /* number of events in all runs */
    const struct weft_network
        /* network of the runs added from now on; NULL: the one that the trace
         * names */
        *network;
    struct weft_error error;
};

/* collected.c: create a run, whose sink collects events. NULL: out of
 * memory. */
struct page_run *page_run_create(struct weft_page *page, const char *name);
void page_run_destroy(struct page_run *run);

/* rendered.c: write the texts of a run. Return 0, or -1 if out of memory. */
int page_texts_make(struct page_run *run);

/* spans.c: sort the spans, and join adjoining ones of one state. Return 0, or
 * -1 with ENOMEM. */
int page_spans_sort(struct page_run *run);
/* Return the state of a span, with STATE_OPEN resolved. */
enum span_state page_state(const struct page_run *run,
                           const struct page_span *span);
/* Return how long processors are in each state, for each of PAGE_BINS equal
 * parts of the run: [PAGE_BINS][3]. NULL: out of memory. */
#define PAGE_BINS 1024
double (*page_levels(const struct page_run *run))[STATES - 1];

/* hops.c: return [count]: for each send event, the number of links on its route
 * in the run's network, else 0. NULL: out of memory. The sends to one processor
 * are processed together, so that a network that searches for distances needs
 * one search for each destination. */
int *page_hops(const struct page_run *run);

/* page-contents.c: the contents of messages as numbers. */
struct page_contents {
    /* [numbers] number of the text of each value of weft_event.items, counted
     * from 1; 0: none */
    uint32_t *number;
    size_t numbers;
    /* [texts + 1] start of each text in word[], if there is one */
    uint32_t *start;
    uint32_t *word; /* [words] */
    size_t texts, words, room, capacity;
};
/* Return 0, or -1: out of memory; call page_contents_finish() in either
 * case. */
int page_contents_make(const struct page_run *run,
                       struct page_contents *contents);
void page_contents_finish(struct page_contents *contents);

/* page-details.c: the details of events as numbers. */
struct page_details {
    /* [room] number of each value of weft_event.items, counted from 1; 0: it
     * has no details */
    uint32_t *number;
    size_t room;
    uint32_t *event; /* [count] first event with these details */
    size_t count;
};
/* Return 0, or -1: out of memory; call page_details_finish() in either case. */
int page_details_make(const struct page_run *run, struct page_details *details);
void page_details_finish(struct page_details *details);
/* Write the details as JSON. Return 0, or -1 if out of memory. */
int page_details_write(const struct page_run *run, struct output *out);

/* page-data.c: write the numbers of a run: the list of the columns as JSON, a
 * line break, and the numbers in base64. The levels are few and not compressed.
 * Return -1 if out of memory. */
int page_levels_write(const struct page_run *run, struct output *out);
int page_columns_write(const struct page_run *run, struct output *out);

/* facts.c: write everything else about a run as JSON, without the closing
 * brace, because the verdict follows. Return 0. */
int page_describe(const struct page_run *run, struct output *out);
/* Write a JSON string that is safe in a document; of a long text, at most this
 * many bytes: nobody reads more, and a hostile file may have megabytes. */
#define PAGE_TEXT_MAX 1000
void page_text(struct output *out, const char *text);
/* Write the words of an address, which may contain a story, as a JSON string
 * like page_text(). */
#define PAGE_SHOW_MAX 65536
void page_long_text(struct output *out, const char *text);
/* Write JSON so that it is safe in a document. */
void page_json(struct output *out, const char *json);

/* address.c: check a word of an address, KEY=VALUE, which is decoded in
 * place. Return 0 or -1. */
int page_word_check(char *word, struct weft_error *err);

/* html.c: write the whole page, or only its data as one JSON object. */
typedef void page_writer(const struct weft_page *page, struct output *out);
page_writer page_document, page_object;

#endif
