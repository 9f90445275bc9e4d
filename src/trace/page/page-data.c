/* Write the numbers of a run as columns, each of the narrowest width that
 * holds all its numbers; the columns are compressed together and written in
 * base64.
 *
 * Elements of the page, for run N (html.c writes them):
 *     <script id=columnsN type=application/json>[["start",4,1000,true],...]
 *     <script id=dataN type=text/plain>base64 of a zlib stream
 * name, bytes of an element (8: a double), elements, whether the elements are
 * differences to the one before. In the stream each column begins at a
 * multiple of 8 bytes, the numbers are little-endian. The first columns are
 * small, not deflated, and have elements of their own (firstN), so that
 * something can be drawn before everything is there. */
#include "packed.h"
#include "page.h"

#include "trace/io/out.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The data that the columns are made of. */
struct page_numbers {
    const struct page_run *run;
    const struct weft_stats_result *result;
    double (*level)[STATES - 1];
    int vertices, targets; /* extents of the table of routes; 0: no table */
    struct page_contents contents;
    struct page_details details;
    int *hops; /* result of page_hops(); NULL: no network */
};

struct page_column {
    const char *name;
    size_t (*count)(const struct page_numbers *numbers);
    uint64_t (*get)(const struct page_numbers *numbers, size_t i);
    bool difference;
};

/* ---- contents of columns ------------------------------------------------- */

static size_t of_events(const struct page_numbers *n)
{
    return n->run->count;
}

static size_t of_spans(const struct page_numbers *n)
{
    return n->run->spans;
}

static size_t of_waits(const struct page_numbers *n)
{
    return n->run->waits.count;
}

static size_t of_path(const struct page_numbers *n)
{
    return n->result->path_events;
}

static size_t of_levels(const struct page_numbers *n)
{
    (void)n;
    return (size_t)PAGE_BINS * (STATES - 1);
}

static size_t of_routes(const struct page_numbers *n)
{
    return (size_t)n->vertices * (size_t)n->targets;
}

#define EVENT (&n->run->event[i])

static uint64_t event_start(const struct page_numbers *n, size_t i)
{
    return EVENT->start - n->run->origin;
}

static uint64_t event_duration(const struct page_numbers *n, size_t i)
{
    return EVENT->duration;
}

static uint64_t event_wait(const struct page_numbers *n, size_t i)
{
    const struct weft_event *event = EVENT;
    return event->since < event->start ? event->start - event->since : 0;
}

static uint64_t event_rank(const struct page_numbers *n, size_t i)
{
    return (uint64_t)EVENT->rank;
}

/* Numbers that may be -1 are stored plus 1. */
static uint64_t event_peer(const struct page_numbers *n, size_t i)
{
    int32_t peer = EVENT->peer;
    bool exists = peer >= 0 && peer < n->run->params.info.processors;
    return exists ? (uint64_t)peer + 1 : 0;
}

static uint64_t event_message(const struct page_numbers *n, size_t i)
{
    int32_t message = EVENT->message;
    return message < 0 ? 0 : (uint64_t)message + 1;
}

static uint64_t event_bytes(const struct page_numbers *n, size_t i)
{
    return EVENT->bytes;
}

static uint64_t event_kind(const struct page_numbers *n, size_t i)
{
    return EVENT->kind;
}

static uint64_t event_flags(const struct page_numbers *n, size_t i)
{
    return EVENT->flags;
}

/* For a receive, return how many events before it its send is, times 2; the
 * lowest bit is set if the send is after it instead. 0: the receive has no
 * send. */
static uint64_t event_pair(const struct page_numbers *n, size_t i)
{
    uint64_t pair = n->run->pair[i];
    if (EVENT->kind != WEFT_RECEIVE || pair == PAGE_NONE)
        return 0;
    return pair < i ? (i - pair) << 1 : (pair - i) << 1 | 1;
}

static uint64_t event_hops(const struct page_numbers *n, size_t i)
{
    return n->hops ? (uint64_t)n->hops[i] : 0;
}

static uint64_t event_items(const struct page_numbers *n, size_t i)
{
    const struct page_contents *contents = &n->contents;
    uint32_t items = EVENT->items;
    return items < contents->numbers ? contents->number[items] : 0;
}

static size_t of_contents(const struct page_numbers *n)
{
    return n->contents.texts ? n->contents.texts + 1 : 0;
}

static uint64_t contents_start(const struct page_numbers *n, size_t i)
{
    return n->contents.start[i];
}

static size_t of_contents_words(const struct page_numbers *n)
{
    return n->contents.words;
}

static uint64_t contents_word(const struct page_numbers *n, size_t i)
{
    return n->contents.word[i];
}

/* Return the number of events, or 0 if none of them has contents. */
static size_t of_carriers(const struct page_numbers *n)
{
    return n->contents.texts ? n->run->count : 0;
}

/* Return the number of events, or 0 if none of them has details. */
static size_t of_detailed(const struct page_numbers *n)
{
    return n->details.count ? n->run->count : 0;
}

static uint64_t event_details(const struct page_numbers *n, size_t i)
{
    uint32_t items = EVENT->items;
    return items < n->details.room ? n->details.number[items] : 0;
}

#define SPAN (&n->run->span[i])

static uint64_t span_start(const struct page_numbers *n, size_t i)
{
    return SPAN->start - n->run->origin;
}

static uint64_t span_state(const struct page_numbers *n, size_t i)
{
    return SPAN->state;
}

#define WAIT_COLUMN(name, value)                                               \
    static uint64_t wait_##name(const struct page_numbers *n, size_t i)        \
    {                                                                          \
        const struct weft_wait *wait = &n->run->waits.wait[i];                 \
        return (uint64_t)(value);                                              \
    }
WAIT_COLUMN(start, wait->start - n->run->origin)
WAIT_COLUMN(duration, wait->end - wait->start)
WAIT_COLUMN(rank, wait->waiter)
WAIT_COLUMN(cause, wait->cause)
WAIT_COLUMN(kind, wait->kind)

#define STEP (&n->result->path_event[i])

static uint64_t path_start(const struct page_numbers *n, size_t i)
{
    return STEP->start - n->run->origin;
}

/* Return how long a reception had waited. */
static uint64_t path_wait(const struct page_numbers *n, size_t i)
{
    const struct weft_event *event = STEP;
    bool waits = event->kind == WEFT_RECEIVE && event->since < event->start;
    return waits ? event->start - event->since : 0;
}

static uint64_t path_duration(const struct page_numbers *n, size_t i)
{
    return STEP->duration;
}

static uint64_t path_rank(const struct page_numbers *n, size_t i)
{
    return (uint64_t)STEP->rank;
}

static uint64_t path_peer(const struct page_numbers *n, size_t i)
{
    return (uint64_t)(STEP->peer + 1);
}

static uint64_t path_kind(const struct page_numbers *n, size_t i)
{
    return STEP->kind;
}

static uint64_t path_message(const struct page_numbers *n, size_t i)
{
    return (uint64_t)((int64_t)STEP->message + 1);
}

/* Return the fraction of all processors' time in one bin that is spent in one
 * state, scaled to 0..65535. */
static uint64_t page_data_level(const struct page_numbers *n, size_t i)
{
    double width = (double)(n->run->end - n->run->origin) / PAGE_BINS;
    double all = width * n->run->params.info.processors;
    double time = n->level[i / (STATES - 1)][i % (STATES - 1)];
    return all > 0 ? (uint64_t)lround(fmin(time / all, 1) * 65535) : 0;
}

/* Return the next vertex on a route. */
static uint64_t page_data_route(const struct page_numbers *n, size_t i)
{
    int from = (int)(i / (size_t)n->targets),
        to = (int)(i % (size_t)n->targets);
    return (uint64_t)weft_network_next(n->run->network, from, to);
}

static const struct page_column page_data_first[] = {
    {"level", of_levels, page_data_level, false},
};

static const struct page_column page_data_all[] = {
    {"spanStart", of_spans, span_start, false},
    {"spanState", of_spans, span_state, false},
    {"start", of_events, event_start, true},
    {"duration", of_events, event_duration, false},
    {"kind", of_events, event_kind, false},
    {"rank", of_events, event_rank, false},
    {"peer", of_events, event_peer, false},
    {"message", of_events, event_message, false},
    {"bytes", of_events, event_bytes, false},
    {"wait", of_events, event_wait, false},
    {"flags", of_events, event_flags, false},
    {"pair", of_events, event_pair, false},
    {"hops", of_events, event_hops, false},
    {"items", of_carriers, event_items, false},
    {"itemsStart", of_contents, contents_start, true},
    {"itemsWord", of_contents_words, contents_word, false},
    {"details", of_detailed, event_details, false},
    {"waitStart", of_waits, wait_start, false},
    {"waitDuration", of_waits, wait_duration, false},
    {"waitRank", of_waits, wait_rank, false},
    {"waitCause", of_waits, wait_cause, false},
    {"waitKind", of_waits, wait_kind, false},
    {"pathWait", of_path, path_wait, false},
    {"pathStart", of_path, path_start, false},
    {"pathDuration", of_path, path_duration, false},
    {"pathRank", of_path, path_rank, false},
    {"pathPeer", of_path, path_peer, false},
    {"pathKind", of_path, path_kind, false},
    {"pathMessage", of_path, path_message, false},
    {"route", of_routes, page_data_route, false},
};
#define PAGE_DATA_COLUMNS (sizeof page_data_all / sizeof *page_data_all)

/* ---- columns ------------------------------------------------------------- */

/* Return the width of a column in bytes, 8 for doubles. Differences are used
 * only if their sums fit in 32 bits: set *difference. */
static int page_data_width_of(const struct page_numbers *numbers,
                              const struct page_column *column,
                              bool *difference)
{
    size_t count = column->count(numbers);
    uint64_t most = 0, largest = 0, last = 0;
    *difference = false;
    for (size_t i = 0; i < count; i++) {
        uint64_t value = column->get(numbers, i);
        uint64_t written = column->difference ? value - last : value;
        most = written > most ? written : most;
        largest = value > largest ? value : largest;
        last = value;
    }
    if (largest > UINT32_MAX)
        return 8;
    *difference = column->difference;
    if (most <= UINT8_MAX)
        return 1;
    return most <= UINT16_MAX ? 2 : 4;
}

struct page_layout {
    int width[PAGE_DATA_COLUMNS];
    bool difference[PAGE_DATA_COLUMNS];
};

static void write_list(const struct page_numbers *numbers,
                       const struct page_column *column, size_t columns,
                       struct page_layout *layout, struct output *out)
{
    for (size_t c = 0; c < columns; c++) {
        layout->width[c] =
            page_data_width_of(numbers, &column[c], &layout->difference[c]);
        out_text(out, c ? ",[\"" : "[[\"");
        out_text(out, column[c].name);
        out_text(out, "\",");
        out_number(out, (uint64_t)layout->width[c]);
        out_text(out, ",");
        out_number(out, column[c].count(numbers));
        out_text(out, layout->difference[c] ? ",true]" : ",false]");
    }
    out_text(out, "]");
}

static size_t put_element(unsigned char *at, uint64_t value, int width)
{
    if (width == 8) {
        double number = (double)value;
        memcpy(&value, &number, sizeof value);
    }
    for (int i = 0; i < width; i++)
        at[i] = (unsigned char)(value >> 8 * i);
    return (size_t)width;
}

static void write_column(const struct page_numbers *numbers,
                         const struct page_column *column, int width,
                         bool difference, struct packed *packed)
{
    unsigned char bytes[4096];
    size_t used = 0, total = 0, count = column->count(numbers);
    uint64_t last = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t value = column->get(numbers, i);
        used +=
            put_element(bytes + used, difference ? value - last : value, width);
        last = value;
        total += (size_t)width;
        if (used + 8 <= sizeof bytes)
            continue;
        packed_put(packed, bytes, used);
        used = 0;
    }
    for (; total % 8; total++)
        bytes[used++] = 0;
    packed_put(packed, bytes, used);
}

/* Write some of the columns: their list, a line break, their numbers. */
static int page_data_write_block(const struct page_numbers *numbers,
                                 const struct page_column *column,
                                 size_t columns, bool plain, struct output *out)
{
    struct page_layout layout;
    struct packed *packed = malloc(sizeof *packed);
    if (!packed || packed_begin(packed, out, plain)) {
        free(packed);
        return -1;
    }
    write_list(numbers, column, columns, &layout, out);
    out_text(out, "\n");
    for (size_t c = 0; c < columns; c++)
        write_column(numbers, &column[c], layout.width[c], layout.difference[c],
                     packed);
    packed_end(packed);
    free(packed);
    return 0;
}

/* limit on the table of routes, which would otherwise be most of the page */
#define ROUTES_MAX (1 << 18)

int page_levels_write(const struct page_run *run, struct output *out)
{
    struct page_numbers numbers = {.run = run, .level = page_levels(run)};
    int result = numbers.level
                     ? page_data_write_block(&numbers, page_data_first,
                                             sizeof page_data_first /
                                                 sizeof *page_data_first,
                                             true, out)
                     : -1;
    free(numbers.level);
    return result;
}

int page_columns_write(const struct page_run *run, struct output *out)
{
    struct page_numbers numbers = {.run = run,
                                   .result = weft_stats_result(run->stats)};
    if (run->network) {
        int64_t vertices = weft_network_vertices(run->network);
        int64_t size = weft_network_size(run->network);
        bool fits = vertices * size <= ROUTES_MAX;
        numbers.vertices = fits ? (int)vertices : 0;
        numbers.targets = fits ? (int)size : 0;
    }
    int result = page_contents_make(run, &numbers.contents);
    if (page_details_make(run, &numbers.details))
        result = -1;
    if (!result && run->network && !(numbers.hops = page_hops(run)))
        result = -1;
    if (!result)
        result = page_data_write_block(&numbers, page_data_all,
                                       PAGE_DATA_COLUMNS, false, out);
    page_contents_finish(&numbers.contents);
    page_details_finish(&numbers.details);
    free(numbers.hops);
    return result;
}
