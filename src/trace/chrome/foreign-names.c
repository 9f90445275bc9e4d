/* Names in a foreign Chrome file. The names of threads, processes and slices,
 * and the categories of slices, become parameters of the trace. */
#include "chrome-file.h"
#include "chrome.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int chrome_foreign_label(struct chrome_reader *reader)
{
    struct chrome_foreign *foreign = &reader->foreign;
    const struct chrome_line *line = &reader->line;
    bool process = !strcmp(line->name, "process_name");
    uint32_t index;
    if (!process && strcmp(line->name, "thread_name") != 0) {
        foreign->skipped[CHROME_OTHERS]++;
        return 0;
    }
    if (!*line->label)
        return 0;
    int64_t tid = process ? CHROME_PROCESS : line->tid;
    if (foreign->threads == WEFT_TRACE_PROCESSORS_MAX &&
        !chrome_thread_known(foreign, line->pid, tid)) {
        foreign->skipped[CHROME_NAMES]++; /* not an error, because the thread
                                             may have no slices */
        return 0;
    }
    int64_t label = texts_number(&foreign->labels, line->label);
    if (label < 0 || chrome_thread_find(reader, line->pid, tid, &index))
        return -1;
    foreign->thread[index].label = (int32_t)label + 1;
    return 0;
}

int64_t chrome_slice_name(struct chrome_foreign *foreign,
                          const struct chrome_line *line)
{
    static const char before[] = {CHROME_BEFORE_CAT, '\0'};
    char both[sizeof line->name + sizeof line->cat + 1];
    snprintf(both, sizeof both, "%s%s%.*s", line->name, before,
             (int)strcspn(line->cat, before), line->cat);
    return texts_number(&foreign->names, both);
}

/* Add a name. Names above the maximum number of parameters of a trace are only
 * counted. */
static int foreign_names_add(struct chrome_reader *reader, const char *what,
                             size_t number, const char *text)
{
    if (!*text)
        return 0;
    enum weft_error_kind wrong = params_add_name(
        &reader->params, what, number, text, reader->foreign.names.count);
    reader->foreign.skipped[CHROME_NAMES] += wrong == WEFT_ERROR_FORMAT;
    return wrong == WEFT_ERROR_MEMORY ? -1 : 0;
}

struct name_time {
    uint64_t time; /* total duration of the slices with this name */
    size_t number;
};

static int name_time_compare(const void *left, const void *right)
{
    const struct name_time *a = left, *b = right;
    if (a->time != b->time)
        return a->time > b->time ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Choose the names of the tasks with the longest total time, as many as fit:
 * set kept[i] if name i is kept. Return 0, or -1 if out of memory. */
static int name_tasks_choose(const struct chrome_reader *reader, bool *kept)
{
    const struct chrome_foreign *foreign = &reader->foreign;
    size_t count = foreign->names.count, room = params_room(&reader->params);
    struct name_time *name = calloc(count + 1, sizeof *name);
    if (!name)
        return -1;
    for (size_t i = 0; i < count; i++)
        name[i].number = i;
    for (size_t i = 0; i < foreign->slices; i++) {
        const struct chrome_slice *slice = &foreign->slice[i];
        if (slice->name >= 0)
            name[slice->name].time += slice->end - slice->start;
    }
    qsort(name, count, sizeof *name, name_time_compare);
    for (size_t i = 0; i < count && i < room; i++)
        kept[name[i].number] = true;
    free(name);
    return 0;
}

static int name_tasks_add(struct chrome_reader *reader, const bool *kept)
{
    struct texts *names = &reader->foreign.names;
    for (size_t i = 0; i < names->count; i++) {
        const char *text = names->text[i];
        const char *cat = strrchr(text, CHROME_BEFORE_CAT);
        char name[sizeof reader->line.name];
        snprintf(name, sizeof name, "%.*s", (int)(cat - text), text);
        reader->foreign.skipped[CHROME_NAMES] += !kept[i];
        if (kept[i] && foreign_names_add(reader, CHROME_TASK, i, name))
            return -1;
    }
    for (size_t i = 0; i < names->count; i++)
        if (foreign_names_add(reader, CHROME_CATEGORY, i,
                              strrchr(names->text[i], CHROME_BEFORE_CAT) + 1))
            return -1;
    return 0;
}

static int name_tasks(struct chrome_reader *reader)
{
    bool *kept = calloc(reader->foreign.names.count + 1, sizeof *kept);
    int status = kept && !name_tasks_choose(reader, kept)
                     ? name_tasks_add(reader, kept)
                     : -1;
    free(kept);
    return status;
}

static const char *foreign_names_label_of(const struct chrome_foreign *foreign,
                                          int32_t label)
{
    return label ? foreign->labels.text[label - 1] : "";
}

/* "pid 42" */
static void foreign_names_print_number(char text[80],
                                       const struct chrome_foreign *foreign,
                                       const char *what, int64_t number,
                                       int32_t label)
{
    if (label)
        snprintf(text, 80, "%s %s", what,
                 foreign_names_label_of(foreign, label));
    else
        snprintf(text, 80, "%s %" PRId64, what, number);
}

/* Name a processor "process: thread (pid 42 tid 7)", omitting names that are
 * missing. */
static int foreign_names_name_processor(struct chrome_reader *reader,
                                        const struct chrome_thread *thread)
{
    const struct chrome_foreign *foreign = &reader->foreign;
    struct chrome_thread *process =
        chrome_thread_known(foreign, thread->pid, CHROME_PROCESS);
    if (process)
        process->used = true;
    const char *outer =
        foreign_names_label_of(foreign, process ? process->label : 0);
    const char *inner = foreign_names_label_of(foreign, thread->label);
    bool lane = thread->tid >= CHROME_LANE && thread->tid < INT64_MAX;
    char pid[80], tid[80], text[2 * sizeof reader->line.label + 200];
    foreign_names_print_number(pid, foreign, "pid", thread->pid,
                               thread->pid_text);
    foreign_names_print_number(tid, foreign, lane ? "lane" : "tid",
                               thread->tid - (lane ? CHROME_LANE : 0),
                               thread->tid_text);
    bool named = *outer || *inner;
    snprintf(text, sizeof text, "%s%s%s%s%s %s%s", outer,
             *outer && *inner ? ": " : "", inner, named ? " (" : "", pid, tid,
             named ? ")" : "");
    return foreign_names_add(reader, CHROME_PROCESSOR, (size_t)thread->rank,
                             text);
}

int chrome_name(struct chrome_reader *reader)
{
    struct chrome_foreign *foreign = &reader->foreign;
    for (size_t i = 0; i < foreign->threads; i++)
        if (foreign->thread[i].used &&
            foreign->thread[i].tid != CHROME_PROCESS &&
            foreign_names_name_processor(reader, &foreign->thread[i]))
            return -1;
    if (name_tasks(reader))
        return -1;
    for (size_t i = 0; i < foreign->threads; i++)
        foreign->skipped[CHROME_NAMES] +=
            foreign->thread[i].label && !foreign->thread[i].used;
    return 0;
}
