/* The records of a timeline, sorted as in a PICL file.
 *
 * What is complete is handed over in batches, each of which holds all records
 * between two times: they are sorted and made text by several threads, and
 * written in order. So the bytes depend neither on the number of threads nor
 * on the size of the batches. */
#include "timeline.h"

#include "../base/base.h"
#include "crew.h"
#include "out.h"

#include <errno.h>
#include <stdlib.h>

#define THREADS_MAX 4
#define LINE_MAX_BYTES 200
/* Records under way at one time, but for a batch that alone has more. */
#define UNDER_WAY_MAX (1u << 17)

/* Would a line have the same texts around its node and its peer? */
static inline bool alike(const struct timeline_record *a,
                         const struct timeline_record *b)
{
    return a->time == b->time && a->what == b->what && a->value == b->value &&
           a->type == b->type && (a->peer < 0) == (b->peer < 0);
}

static int reserve(struct timeline_batch *batch)
{
    if (batch->count <= batch->sortable)
        return 0;
    size_t room = 0, words = 0;
    batch->sortable = 0;
    if (weft_grow(&batch->class, &room, batch->capacity,
                  sizeof *batch->class) ||
        weft_grow(&batch->word, &words, 2 * batch->capacity,
                  sizeof *batch->word))
        return -1;
    batch->sortable = batch->capacity;
    return 0;
}

/* Find the class of each record. Most are like the last one of their kind. */
static int classify(struct timeline_batch *batch)
{
    const struct timeline *timeline = batch->timeline;
    const struct timeline_record *last[TIMELINE_KINDS] = {NULL};
    uint32_t number_of[TIMELINE_KINDS] = {0};
    timeline_classes_empty(&batch->classes);
    for (size_t i = 0; i < batch->count; i++) {
        const struct timeline_record *record = &batch->record[i];
        uint8_t what = record->what;
        if (!last[what] || !alike(last[what], record)) {
            int64_t number = timeline_class(&batch->classes, record->time,
                                            timeline->dialect->place(record));
            if (number < 0)
                return -1;
            number_of[what] = (uint32_t)number;
            last[what] = record;
        }
        batch->class[i] = number_of[what];
        batch->classes.records[number_of[what]]++;
    }
    return 0;
}

/* By class, then by the text of the node: the numbers of the records, or
 * NULL with errno. */
static const uint64_t *sort(struct timeline_batch *batch)
{
    const struct timeline *timeline = batch->timeline;
    if (reserve(batch) || classify(batch))
        return NULL;
    timeline_classes_sort(&batch->classes);
    uint64_t *word = batch->word;
    for (size_t i = 0; i < batch->count; i++)
        word[i] = (uint64_t)timeline->place[batch->record[i].node] << 32 | i;
    word = weft_words_sort(word, batch->count, 32, timeline->bits);
    uint64_t *order = batch->word + (word == batch->word) * batch->count;
    for (size_t i = 0; i < batch->count; i++) {
        uint32_t number = (uint32_t)word[i];
        order[batch->classes.records[batch->class[number]]++] = number;
    }
    return order;
}

/* Make room for a few more lines. */
static int make_room(struct timeline_batch *batch, size_t lines)
{
    return weft_grow(&batch->text, &batch->room,
                     batch->length + lines * LINE_MAX_BYTES, 1);
}

/* Most are short. */
static inline char *put_part(char *at, const char part[48], uint8_t length)
{
    memcpy(at, part, 16);
    if (length > 16)
        memcpy(at + 16, part + 16, 32);
    return at + length;
}

static inline char *put(const struct timeline *timeline, char *at,
                        const struct timeline_line *line,
                        const struct timeline_record *record)
{
    at = put_part(at, line->before, line->before_length);
    at = weft_put_name(at, &timeline->name[record->node]);
    at = put_part(at, line->between, line->between_length);
    if (!line->peer)
        return at;
    at = weft_put_named(at, timeline->name, timeline->params.info.processors,
                        record->peer);
    return put_part(at, line->after, line->after_length);
}

#define LINES 64 /* between two looks at the room */

static void work(void *piece)
{
    struct timeline_batch *batch = piece;
    struct timeline_line line = {.of = NULL};
    const uint64_t *order = sort(batch);
    batch->length = 0;
    batch->failed = order ? 0 : errno;
    for (size_t i = 0; !batch->failed && i < batch->count;) {
        if (make_room(batch, LINES))
            batch->failed = errno;
        if (batch->failed)
            break;
        size_t end = i + LINES < batch->count ? i + LINES : batch->count;
        char *at = batch->text + batch->length;
        for (; i < end; i++) {
            const struct timeline_record *record = &batch->record[order[i]];
            if (!line.of || !alike(line.of, record))
                batch->timeline->dialect->make(&line, record);
            line.of = record;
            at = put(batch->timeline, at, &line, record);
        }
        batch->length = (size_t)(at - batch->text);
    }
}

static void empty(struct timeline_batch *batch)
{
    free(batch->record);
    free(batch->text);
    free(batch->class);
    free(batch->word);
    timeline_classes_finish(&batch->classes);
    *batch = (struct timeline_batch){.timeline = batch->timeline};
}

/* As if line after line were put into the room. */
static void put_lines(struct weft_out *out, const char *text, size_t length)
{
    while (length) {
        char *at = weft_out_room(out);
        size_t part = (size_t)(out->end - at) - WEFT_OUT_ROOM;
        const char *newline =
            part < length ? memchr(text + part, '\n', length - part) : NULL;
        part = newline ? (size_t)(newline + 1 - text) : length;
        memcpy(at, text, part);
        weft_out_used(out, at + part);
        text += part;
        length -= part;
    }
}

/* Write the oldest batch: 1, 0 if there is none, or -1 with errno. */
static int write_oldest(struct timeline *timeline, struct weft_out *out)
{
    struct timeline_batch *batch = weft_crew_oldest(timeline->crew);
    if (!batch)
        return 0;
    timeline->under_way -= batch->count;
    put_lines(out, batch->text, batch->length);
    int failed = batch->failed;
    if (batch->capacity > UNDER_WAY_MAX / TIMELINE_BATCHES * 2)
        empty(batch); /* rather than that each one becomes so large */
    errno = failed;
    return failed ? -1 : 1;
}

/* The batch to fill, when there is room for so many records. */
static struct timeline_batch *next(struct timeline *timeline,
                                   struct weft_out *out, size_t count)
{
    struct timeline_batch *batch;
    while (!(batch = weft_crew_next(timeline->crew)) ||
           (timeline->under_way && timeline->under_way + count > UNDER_WAY_MAX))
        if (write_oldest(timeline, out) < 0)
            return NULL;
    return batch;
}

/* The batch takes the records; those that are not before `time` go back. */
static int take(struct timeline *timeline, struct timeline_batch *batch,
                uint64_t time)
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
    if (weft_grow(&timeline->record, &timeline->capacity, count,
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

int timeline_flush(struct timeline *timeline, struct weft_out *out,
                   uint64_t time)
{
    struct timeline_batch *batch = next(timeline, out, timeline->count);
    if (!batch || take(timeline, batch, time))
        return -1;
    if (!batch->count)
        return 0;
    timeline->under_way += batch->count;
    weft_crew_submit(timeline->crew);
    return 0;
}

int timeline_batches_begin(struct timeline *timeline)
{
    for (int i = 0; i < TIMELINE_BATCHES; i++)
        timeline->batch[i].timeline = timeline;
    timeline->crew = weft_crew_create(timeline->batch, TIMELINE_BATCHES,
                                      sizeof *timeline->batch,
                                      weft_crew_cores(THREADS_MAX), work);
    return timeline->crew ? 0 : -1;
}

int timeline_batches_end(struct timeline *timeline, struct weft_out *out)
{
    int result;
    while ((result = write_oldest(timeline, out)) > 0)
        ;
    return result;
}

void timeline_batches_finish(struct timeline *timeline)
{
    weft_crew_destroy(timeline->crew);
    for (int i = 0; i < TIMELINE_BATCHES; i++)
        empty(&timeline->batch[i]);
}
