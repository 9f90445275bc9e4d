/* Reads Chrome files of other programs: collects slices, ends of arrows, and
 * threads.
 *
 * A thread with slices is a processor. Processors are numbered in order of
 * (pid, tid). */
#include "chrome-file.h"

#include "base/base.h"
#include "base/mix.h"

#include <stdlib.h>

static size_t bucket_of(const struct chrome_foreign *foreign, int64_t pid,
                        int64_t tid)
{
    return mix_two((uint64_t)pid, (uint64_t)tid) & (foreign->buckets - 1);
}

/* Find the bucket of a thread, or a free bucket. The table uses open addressing
 * and is at most half full. */
static uint32_t *find_bucket(const struct chrome_foreign *foreign, int64_t pid,
                             int64_t tid)
{
    size_t i = bucket_of(foreign, pid, tid);
    for (;; i = (i + 1) & (foreign->buckets - 1)) {
        uint32_t name = foreign->bucket[i];
        if (!name || (foreign->thread[name - 1].pid == pid &&
                      foreign->thread[name - 1].tid == tid))
            return &foreign->bucket[i];
    }
}

static int grow_buckets(struct chrome_foreign *foreign)
{
    mix_begin();
    size_t buckets = foreign->buckets ? 2 * foreign->buckets : 64;
    uint32_t *bucket = calloc(buckets, sizeof *bucket);
    if (!bucket)
        return -1;
    free(foreign->bucket);
    foreign->bucket = bucket;
    foreign->buckets = buckets;
    for (size_t i = 0; i < foreign->threads; i++)
        *find_bucket(foreign, foreign->thread[i].pid, foreign->thread[i].tid) =
            (uint32_t)i + 1;
    return 0;
}

int chrome_thread_find(struct chrome_reader *reader, int64_t pid, int64_t tid,
                       uint32_t *index)
{
    struct chrome_foreign *foreign = &reader->foreign;
    if (2 * foreign->threads >= foreign->buckets && grow_buckets(foreign))
        return -1;
    uint32_t *bucket = find_bucket(foreign, pid, tid);
    if (!*bucket) {
        if (foreign->threads == WEFT_TRACE_PROCESSORS_MAX)
            return json_fail(&reader->json, "more than %d threads",
                             WEFT_TRACE_PROCESSORS_MAX);
        if (array_grow(&foreign->thread, &foreign->thread_capacity,
                       foreign->threads + 1, sizeof *foreign->thread))
            return -1;
        foreign->thread[foreign->threads++] =
            (struct chrome_thread){.pid = pid, .tid = tid};
        *bucket = (uint32_t)foreign->threads;
    }
    *index = *bucket - 1;
    return 0;
}

struct chrome_thread *chrome_thread_known(const struct chrome_foreign *foreign,
                                          int64_t pid, int64_t tid)
{
    uint32_t name = foreign->buckets ? *find_bucket(foreign, pid, tid) : 0;
    return name ? &foreign->thread[name - 1] : NULL;
}

/* Store the text that the file has in place of the number of a process or
 * thread. Return 0, or -1 if out of memory. */
static int keep_text(struct chrome_foreign *foreign, const char *text,
                     int32_t *label)
{
    int64_t number =
        *text && !*label ? texts_number(&foreign->labels, text) : *label - 1;
    *label = (int32_t)number + 1;
    return *text && number < 0 ? -1 : 0;
}

/* Find the index of the line's thread. Return 0 or -1. */
static int find_thread(struct chrome_reader *reader, uint32_t *index)
{
    struct chrome_foreign *foreign = &reader->foreign;
    const struct chrome_line *line = &reader->line;
    if (chrome_thread_find(reader, line->pid, line->tid, index))
        return -1;
    struct chrome_thread *thread = &foreign->thread[*index];
    return keep_text(foreign, line->pid_text, &thread->pid_text) ||
                   keep_text(foreign, line->tid_text, &thread->tid_text)
               ? -1
               : 0;
}

static int32_t foreign_small(int64_t number, int64_t most)
{
    return number < 0 || number > most ? -1 : (int32_t)number;
}

/* Set the time of the line. Return 0, or -1 if it has no valid time. */
static int foreign_time_of(struct chrome_reader *reader, uint64_t *time)
{
    const struct chrome_line *line = &reader->line;
    struct chrome_foreign *foreign = &reader->foreign;
    if (!line->has_ts)
        return json_fail(&reader->json, "the event has no ts");
    if (line->ts_wrong)
        return -1;
    if (line->ts > (line->ts_negative ? CHROME_ZERO - 1 : INT64_MAX))
        return json_fail(&reader->json, "ts is out of range");
    *time = line->ts_negative ? CHROME_ZERO - line->ts : CHROME_ZERO + line->ts;
    if (!foreign->lowest || *time < foreign->lowest)
        foreign->lowest = *time;
    if (*time > foreign->latest)
        foreign->latest = *time;
    return 0;
}

static int add_slice(struct chrome_reader *reader, uint32_t track, uint64_t end)
{
    struct chrome_foreign *foreign = &reader->foreign;
    const struct chrome_line *line = &reader->line;
    int64_t name = 0;
    if (*line->name)
        name = chrome_slice_name(foreign, line);
    if (name < 0 || array_grow(&foreign->slice, &foreign->slice_capacity,
                               foreign->slices + 1, sizeof *foreign->slice))
        return -1;
    struct chrome_slice *slice = &foreign->slice[foreign->slices++];
    *slice = (struct chrome_slice){
        .start = reader->foreign.time,
        .end = end,
        .order = foreign->order++,
        .bind = line->bind,
        .track = track,
        .name = *line->name ? (int32_t)name : -1,
        .message = chrome_message(line->name),
        .dimension = -1,
        .in = line->has_bind && line->flow_in,
        .out = line->has_bind && line->flow_out,
    };
    if (line->dimensions.count == 1)
        slice->dimension =
            (int16_t)foreign_small(line->dimensions.number[0], INT16_MAX);
    int64_t bytes = line->arg[CHROME_BYTES];
    if (bytes > 0 && bytes <= UINT32_MAX)
        slice->bytes = (uint32_t)bytes;
    return 0;
}

static int foreign_complete(struct chrome_reader *reader)
{
    const struct chrome_line *line = &reader->line;
    uint64_t end = 0;
    uint32_t track;
    if (!line->has_dur) {
        reader->foreign.skipped[CHROME_UNCLOSED]++;
        return 0;
    }
    if (line->dur_negative)
        json_fail(&reader->json, "dur is negative");
    else if (!line->dur_wrong &&
             (__builtin_add_overflow(reader->foreign.time, line->dur, &end) ||
              end > CHROME_ZERO + INT64_MAX))
        json_fail(&reader->json, "the end of a slice is out of range");
    if (reader->json.err->kind) {
        chrome_wrong(reader, CHROME_DURATION);
        return 0;
    }
    if (end > reader->foreign.latest)
        reader->foreign.latest = end;
    return find_thread(reader, &track) ? -1 : add_slice(reader, track, end);
}

static int open_slice(struct chrome_reader *reader, uint32_t track)
{
    struct chrome_foreign *foreign = &reader->foreign;
    const char *name = reader->line.name;
    if (add_slice(reader, track, UINT64_MAX))
        return -1;
    foreign->slice[foreign->slices - 1].line = reader->line.line;
    if (!*name)
        return 0;
    int64_t number = texts_number(&foreign->begun, name);
    foreign->slice[foreign->slices - 1].begun = (int32_t)number + 1;
    return number < 0 ? -1 : 0;
}

static int foreign_opening(struct chrome_reader *reader)
{
    uint32_t track;
    return find_thread(reader, &track) ? -1 : open_slice(reader, track);
}

static int closing(struct chrome_reader *reader)
{
    uint32_t track;
    return find_thread(reader, &track) ? -1 : chrome_end(reader, track);
}

static int async_opening(struct chrome_reader *reader)
{
    uint32_t track;
    return chrome_async_find(reader, &track) ? -1 : open_slice(reader, track);
}

static int async_closing(struct chrome_reader *reader)
{
    uint32_t track;
    return chrome_async_find(reader, &track) ? -1 : chrome_end(reader, track);
}

static int point(struct chrome_reader *reader)
{
    struct chrome_foreign *foreign = &reader->foreign;
    const struct chrome_line *line = &reader->line;
    uint32_t track;
    if (!line->has_id) {
        foreign->skipped[CHROME_LOOSE]++;
        return 0;
    }
    if (find_thread(reader, &track) ||
        array_grow(&foreign->point, &foreign->point_capacity,
                   foreign->points + 1, sizeof *foreign->point))
        return -1;
    foreign->point[foreign->points++] = (struct chrome_point){
        .time = foreign->time,
        .order = foreign->order++,
        .flow = line->flow,
        .track = track,
        .phase = line->phase,
        .next = line->phase == 'f' && !line->enclosing,
    };
    return 0;
}

int chrome_foreign_line(struct chrome_reader *reader)
{
    static const struct {
        char phase;
        int (*keep)(struct chrome_reader *reader);
        enum chrome_skipped skipped; /* counter that is incremented if such an
                                        event is omitted */
    } phases[] = {
        {'X', foreign_complete, 0},
        {'B', foreign_opening, 0},
        {'E', closing, 0},
        {'s', point, 0},
        {'t', point, 0},
        {'f', point, 0},
        {'i', NULL, CHROME_INSTANTS},
        {'I', NULL, CHROME_INSTANTS},
        {'C', NULL, CHROME_COUNTERS},
        {'b', async_opening, 0},
        {'S', async_opening, 0},
        {'e', async_closing, 0},
        {'F', async_closing, 0},
        {'n', NULL, CHROME_ASYNC},
        {'T', NULL, CHROME_ASYNC},
        {'p', NULL, CHROME_ASYNC},
    };
    struct chrome_foreign *foreign = &reader->foreign;
    const struct chrome_line *line = &reader->line;
    size_t i = 0, count = sizeof phases / sizeof *phases;
    foreign->lines++;
    if (line->phase == 'M')
        return chrome_foreign_label(reader);
    while (i < count && line->phase != phases[i].phase)
        i++;
    if (i < count && phases[i].keep && !foreign_time_of(reader, &foreign->time))
        return phases[i].keep(reader);
    if (i < count && phases[i].keep)
        chrome_wrong(reader, CHROME_TIMELESS);
    else
        foreign->skipped[i < count ? phases[i].skipped : CHROME_OTHERS]++;
    return 0;
}

void chrome_foreign_finish(struct chrome_foreign *foreign)
{
    texts_finish(&foreign->names);
    texts_finish(&foreign->labels);
    texts_finish(&foreign->begun);
    free(foreign->slice);
    free(foreign->end);
    free(foreign->point);
    free(foreign->arrow);
    free(foreign->thread);
    free(foreign->bucket);
    free(foreign->async);
    chrome_asyncs_finish(&foreign->async_table);
}
