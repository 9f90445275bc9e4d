/* Sorts the records of a timeline as in a PICL file.
 *
 * Complete records are submitted in batches, each of which holds all records
 * between two times. Several threads sort the batches and convert them to text;
 * the batches are written in order. The output therefore depends neither on the
 * number of threads nor on the size of the batches. */
#include "timeline.h"

#include "base/base.h"
#include "trace/io/out.h"
#include "trace/io/worker-pool.h"

#include <stdlib.h>

#define TIMELINE_SORT_THREADS_MAX 4
#define TIMELINE_SORT_LINE_MAX_BYTES 200
/* Minimum number of records of a batch, to which one per processor is added. */
#define WORTH AT_ONCE(12288u, 8u)
/* Limit on the number of records in pending batches, unless a single batch
 * exceeds it. */
#define UNDER_WAY_MAX AT_ONCE(1u << 17, 1u << 6)

/* Return whether two lines have the same texts around the node and the peer. */
static inline bool timeline_sort_alike(const struct timeline_record *a,
                                       const struct timeline_record *b)
{
    return a->time == b->time && a->what == b->what && a->value == b->value &&
           a->type == b->type && a->explicit == b->explicit &&
           (a->peer < 0) == (b->peer < 0);
}

static int reserve(struct timeline_batch *batch)
{
    size_t processors = (size_t)batch->timeline->params.info.processors;
    if (!batch->of_node)
        batch->of_node = malloc((processors + 1) * sizeof *batch->of_node);
    if (!batch->of_node)
        return -1;
    memset(batch->of_node, 0, processors * sizeof *batch->of_node);
    if (batch->count <= batch->sortable)
        return 0;
    batch->sortable = 0;
    for (int i = 0; i < 2; i++) {
        size_t room = 0;
        if (array_grow(&batch->item[i], &room, batch->capacity,
                       sizeof *batch->item[i]))
            return -1;
    }
    batch->sortable = batch->capacity;
    return 0;
}

/* Find the class of a record, and a member of the class whose line has the same
 * texts (possibly the record itself). */
static int find_class(struct timeline_batch *batch, uint32_t number,
                      struct timeline_item *item)
{
    const struct timeline_record *record = &batch->record[number];
    uint64_t place = batch->timeline->dialect->place(record);
    int64_t found = timeline_class(&batch->classes, record->time, place);
    if (found < 0)
        return -1;
    struct timeline_members *member = &batch->classes.member[found];
    if (!member->count ||
        !timeline_sort_alike(&batch->record[member->like], record))
        member->like = number;
    item->like = member->like;
    item->group = (uint32_t)found;
    return 0;
}

/* Create the items, and count them by class and by node. Most records have the
 * same texts as the previous one of their kind. */
static int classify(struct timeline_batch *batch)
{
    static const struct timeline_record none = {.what = TIMELINE_KINDS};
    const struct timeline_record *last[TIMELINE_KINDS];
    struct timeline_item found[TIMELINE_KINDS];
    struct timeline_item *item = batch->item[0];
    uint32_t *of_node = batch->of_node;
    for (int i = 0; i < TIMELINE_KINDS; i++)
        last[i] = &none;
    timeline_classes_empty(&batch->classes);
    for (uint32_t i = 0, count = (uint32_t)batch->count; i < count; i++) {
        const struct timeline_record *record = &batch->record[i];
        uint8_t what = record->what;
        if (!timeline_sort_alike(last[what], record)) {
            if (find_class(batch, i, &found[what]))
                return -1;
            last[what] = record;
        }
        item[i] = found[what];
        item[i].node = record->node;
        item[i].peer = record->peer;
        of_node[record->node]++;
        batch->classes.member[found[what].group].count++;
    }
    return 0;
}

/* Sort the items by the text of their nodes, from item[0] into item[1]. */
static void sort_by_text(struct timeline_batch *batch)
{
    const struct timeline *timeline = batch->timeline;
    const struct timeline_item *item = batch->item[0];
    struct timeline_item *to = batch->item[1];
    uint32_t *of_node = batch->of_node, sum = 0;
    for (int i = 0; i < timeline->params.info.processors; i++) {
        uint32_t *count = &of_node[timeline->by_text[i]], here = *count;
        *count = sum;
        sum += here;
    }
    for (size_t i = 0, count = batch->count; i < count; i++)
        to[of_node[item[i].node]++] = item[i];
}

/* Sort the items by class, from item[1] back into item[0]. */
static void sort_by_class(struct timeline_batch *batch)
{
    const struct timeline_item *item = batch->item[1];
    struct timeline_item *to = batch->item[0];
    timeline_classes_sort(&batch->classes);
    struct timeline_members *member = batch->classes.member;
    for (size_t i = 0, count = batch->count; i < count; i++)
        to[member[item[i].group].count++] = item[i];
}

/* Make room for `lines` more lines. */
static int timeline_sort_make_room(struct timeline_batch *batch, size_t lines)
{
    return array_grow(&batch->text, &batch->room,
                      batch->length + lines * TIMELINE_SORT_LINE_MAX_BYTES, 1);
}

/* Copy a part of a line; most parts are short. */
static inline char *timeline_sort_put_part(char *at, const char part[48],
                                           uint8_t length)
{
    memcpy(at, part, 16);
    if (length > 16)
        memcpy(at + 16, part + 16, 32);
    return at + length;
}

static inline char *timeline_sort_put(const struct timeline *timeline, char *at,
                                      const struct timeline_line *line,
                                      const struct timeline_item *item)
{
    at = timeline_sort_put_part(at, line->before, line->before_length);
    if (line->before_length)
        at = put_name(at, &timeline->name[item->node]);
    at = timeline_sort_put_part(at, line->between, line->between_length);
    if (!line->peer)
        return at;
    at = put_named(at, timeline->name, timeline->params.info.processors,
                   item->peer);
    return timeline_sort_put_part(at, line->after, line->after_length);
}

/* number of lines between two checks of the remaining space */
#define LINES 64

static void timeline_sort_work(void *piece)
{
    struct timeline_batch *batch = piece;
    struct timeline_line line;
    uint32_t like = UINT32_MAX;
    batch->length = 0;
    batch->failed = reserve(batch) || classify(batch);
    if (batch->failed)
        return;
    sort_by_text(batch);
    sort_by_class(batch);
    for (size_t i = 0; !batch->failed && i < batch->count;) {
        batch->failed = timeline_sort_make_room(batch, LINES);
        if (batch->failed)
            break;
        size_t end = i + LINES < batch->count ? i + LINES : batch->count;
        char *at = batch->text + batch->length;
        for (; i < end; i++) {
            const struct timeline_item *item = &batch->item[0][i];
            if (item->like != like)
                batch->timeline->dialect->make(&line,
                                               &batch->record[item->like]);
            like = item->like;
            at = timeline_sort_put(batch->timeline, at, &line, item);
        }
        batch->length = (size_t)(at - batch->text);
    }
}

static void timeline_sort_empty(struct timeline_batch *batch)
{
    free(batch->record);
    free(batch->text);
    free(batch->item[0]);
    free(batch->item[1]);
    free(batch->of_node);
    timeline_classes_finish(&batch->classes);
    *batch = (struct timeline_batch){.timeline = batch->timeline};
}

/* Write the oldest batch. Return 1, 0 if there is none, or -1 if out of
 * memory. */
static int write_oldest(struct timeline *timeline, struct output *out)
{
    struct timeline_batch *batch = worker_pool_oldest(timeline->pool);
    if (!batch)
        return 0;
    timeline->under_way -= batch->count;
    out_lines(out, &batch->text, &batch->room, batch->length);
    bool failed = batch->failed;
    if (batch->capacity > UNDER_WAY_MAX / TIMELINE_BATCHES * 2)
        timeline_sort_empty(batch); /* free large buffers, so that not every
                                       batch keeps one */
    return failed ? -1 : 1;
}

/* Return the batch to fill, as soon as there is room for `count` records. */
static struct timeline_batch *
timeline_sort_next(struct timeline *timeline, struct output *out, size_t count)
{
    struct timeline_batch *batch;
    while (!(batch = worker_pool_next(timeline->pool)) ||
           (timeline->under_way && timeline->under_way + count > UNDER_WAY_MAX))
        if (write_oldest(timeline, out) < 0)
            return NULL;
    return batch;
}

/* Move the records before `time` into the batch; the others remain. */
static int timeline_sort_take(struct timeline *timeline,
                              struct timeline_batch *batch, uint64_t time)
{
    struct timeline_record *record = timeline->record;
    size_t count = timeline->count, capacity = timeline->capacity;
    timeline->record = batch->record;
    timeline->capacity = batch->capacity;
    batch->record = record;
    batch->capacity = capacity;
    batch->count = count;
    timeline->count = 0;
    if (timeline->last < time)
        return 0;
    if (array_grow(&timeline->record, &timeline->capacity, count,
                   sizeof *record))
        return -1;
    batch->count = 0;
    for (size_t i = 0; i < count; i++)
        if (record[i].time < time)
            record[batch->count++] = record[i];
        else
            timeline->record[timeline->count++] = record[i];
    return 0;
}

int timeline_flush(struct timeline *timeline, struct output *out, uint64_t time)
{
    struct timeline_batch *batch =
        timeline_sort_next(timeline, out, timeline->count);
    if (!batch || timeline_sort_take(timeline, batch, time))
        return -1;
    if (!batch->count)
        return 0;
    timeline->under_way += batch->count;
    worker_pool_submit(timeline->pool);
    return 0;
}

int timeline_advance(struct timeline *timeline, struct output *out,
                     uint64_t start)
{
    uint64_t time = timeline_microseconds(timeline, start);
    timeline->start = (struct timeline_moment){start, time};
    if (timeline->count < timeline->enough)
        return 0;
    if (timeline_flush(timeline, out, time))
        return -1;
    size_t processors = (size_t)timeline->params.info.processors;
    timeline->enough = 2 * timeline->count + WORTH + processors;
    return 0;
}

int timeline_batches_begin(struct timeline *timeline)
{
    for (int i = 0; i < TIMELINE_BATCHES; i++)
        timeline->batch[i].timeline = timeline;
    timeline->pool = worker_pool_create(
        timeline->batch, TIMELINE_BATCHES, sizeof *timeline->batch,
        worker_pool_cores(TIMELINE_SORT_THREADS_MAX) + 1, timeline_sort_work);
    return timeline->pool ? 0 : -1;
}

int timeline_batches_end(struct timeline *timeline, struct output *out)
{
    int result;
    while ((result = write_oldest(timeline, out)) > 0)
        ;
    return result;
}

void timeline_batches_finish(struct timeline *timeline)
{
    worker_pool_destroy(timeline->pool);
    for (int i = 0; i < TIMELINE_BATCHES; i++)
        timeline_sort_empty(&timeline->batch[i]);
}
