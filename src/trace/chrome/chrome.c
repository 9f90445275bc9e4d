/* Chrome Trace Event JSON, for Perfetto and chrome://tracing.
 *
 * There is one process; a thread for each processor (two, tx and rx, in a
 * full-duplex model); one slice for each send and each receive; an arrow for
 * each message (bind_id: it binds to exactly its slices and needs no line of
 * its own); a counter of the busy links; and the run's parameters in
 * `metadata`. Slices are named "send A12": viewers colour by the letter, which
 * differs from one message to the next. docs/formats-chrome.md has the details.
 *
 * Writing: this file accepts the events; fold.c decides which events are
 * written in the line of another event, and holds events back in the queues of
 * held.c; release.c writes all events of a time when it is complete, with the
 * lines of slices.c, on threads chosen by lanes.c. Reading: chrome-file.c,
 * based on json-reader.c, json-number.c and, for one trace event, entry.c;
 * own-file.c converts weft's own files to events while they are read; foreign.c
 * collects those of other programs, foreign-arrows.c binds arrows to slices,
 * foreign-events.c makes events of both. */
#include "chrome.h"
#include "entry.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Number of the process. It is above all thread numbers, because viewers treat
 * the thread with the number of its process as the main thread. */
#define PROCESS 100000

static int digits_of(int processors)
{
    int digits = 5;
    for (int limit = 100000; processors > limit; limit *= 10)
        digits++;
    return digits;
}

struct metadata_list {
    struct output *out;
    const char *before; /* text to be written before the next element */
};

static void chrome_parameter(void *arg, const char *key, const char *value)
{
    struct metadata_list *list = arg;
    out_text(list->out, list->before);
    out_json(list->out, key);
    out_text(list->out, ":");
    out_json(list->out, value);
    list->before = ",\n";
}

static void metadata(struct output *out, const struct weft_trace_info *info)
{
    struct metadata_list list = {out, "{"};
    out_text(out, "{\"displayTimeUnit\":\"ms\",\n\"metadata\":");
    params_each(info, chrome_parameter, &list);
    params_each_call(info, chrome_parameter, &list);
    if (info->items)
        chrome_parameter(&list, CHROME_ITEMS, "yes");
    if (info->details)
        chrome_parameter(&list, CHROME_DETAILS, "yes");
    out_text(out, "},\n\"traceEvents\":[\n");
}

/* Write the name of the process: "hypercube:4 successive rotated, 16
 * processors". */
static void process_name(struct chrome *chrome,
                         const struct weft_trace_info *info)
{
    static const char *const words[] = {"network", "problem", "strategy"};
    struct output *out = chrome->out;
    char name[400] = "";
    size_t used = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *value = weft_trace_info_get(info, words[i]);
        if (value)
            used += (size_t)snprintf(name + used, sizeof name - used, "%.100s ",
                                     value);
    }
    snprintf(name + used, sizeof name - used, "N=%d", info->processors);
    /* Some importers classify a file by its first event, which must have the
     * members that Chrome itself writes. */
    out_text(out, "{\"ph\":\"M\",\"name\":\"process_name\","
                  "\"cat\":\"__metadata\",\"ts\":0,\"pid\":");
    out_number(out, chrome->pid);
    out_text(out, ",\"tid\":1,\"args\":{\"name\":");
    out_json(out, name);
    out_text(out, "}}");
}

/* Collect the names and categories of tasks, because each event of a task needs
 * both. Return 0, or -1 if out of memory. */
static int find_tasks(struct chrome *chrome)
{
    const struct weft_trace_info *info = &chrome->params.info;
    for (size_t i = 0; i < info->parameters; i++) {
        const struct weft_parameter *parameter = &info->parameter[i];
        const char *key = parameter->key;
        if (strncmp(key, CHROME_TASK, strlen(CHROME_TASK)) != 0 &&
            strncmp(key, CHROME_CATEGORY, strlen(CHROME_CATEGORY)) != 0)
            continue;
        struct chrome_word *word = chrome_words_get(&chrome->words, key);
        if (!word)
            return -1;
        word->value = word->value ? word->value : parameter->value;
    }
    return 0;
}

static void thread_names(struct chrome *chrome)
{
    static const char *const what[] = {" tx", " rx"};
    for (size_t i = 0; i < chrome->track_count; i++) {
        int per = chrome->tracks;
        chrome_thread_of(chrome, (uint32_t)i + 1, (int)i / per,
                         per == 1 ? "" : what[i % 2], 0);
    }
}

static int trace_chrome_begin(void *state, struct output *out,
                              const struct weft_trace_info *info)
{
    struct chrome *chrome = state;
    static const char *const reserved[] = {CHROME_ITEMS, CHROME_DETAILS};
    for (int i = 0; i < 2; i++)
        if (weft_trace_info_get(info, reserved[i]))
            return out_fail(out, WEFT_ERROR_MISUSE,
                            "the run has a parameter '%s', whose name is "
                            "reserved in Chrome's JSON",
                            reserved[i]);
    chrome->out = out;
    chrome->unit_ns = info->unit_ns ? info->unit_ns : 1;
    chrome->processors = info->processors;
    struct weft_model model;
    chrome->tracks =
        info_model(info, &model) && model.duplex == WEFT_DUPLEX_FULL ? 2 : 1;
    chrome->digits = digits_of(info->processors);
    chrome->info.items = info->items;
    chrome->info.details = info->details;
    chrome->links.row = chrome_counter;
    chrome->links.arg = chrome;
    size_t count = (size_t)info->processors;
    chrome->track_count = count * (size_t)chrome->tracks;
    chrome->track_capacity = chrome->track_count + 1;
    chrome->pid = chrome->track_count < PROCESS ? PROCESS : 100 * PROCESS;
    chrome->track = calloc(chrome->track_capacity, sizeof *chrome->track);
    chrome->rank = calloc(count + 1, sizeof *chrome->rank);
    if (!chrome->track || !chrome->rank)
        return -1;
    if (params_copy(&chrome->params, info) ||
        params_names(&chrome->params.info, &chrome->name) || find_tasks(chrome))
        return -1;
    metadata(out, info);
    process_name(chrome, info);
    thread_names(chrome);
    return 0;
}

static int chrome_events(void *state, struct output *out,
                         const struct weft_event *event, size_t count)
{
    struct chrome *chrome = state;
    (void)out;
    for (size_t i = 0; i < count; i++) {
        if (event[i].start != chrome->now &&
            chrome_release(chrome, event[i].start))
            return -1;
        chrome->now = event[i].start;
        if (chrome_hold(chrome, &event[i]))
            return -1;
    }
    return 0;
}

static int trace_chrome_end(void *state, struct output *out)
{
    struct chrome *chrome = state;
    if (chrome_release_all(chrome) || underway_end(&chrome->links))
        return -1;
    out_text(out, "\n]}\n");
    return 0;
}

static void chrome_finish(void *state)
{
    struct chrome *chrome = state;
    params_finish(&chrome->params);
    free(chrome->track);
    for (size_t i = 0; i < chrome->crowds; i++)
        chrome_crowd_finish(&chrome->crowd[i]);
    free(chrome->crowd);
    free(chrome->rank);
    free(chrome->name);
    chrome_words_finish(&chrome->words);
    for (int part = 0; part < CHROME_PARTS; part++)
        free(chrome->queue[part].held);
    underway_finish(&chrome->links);
    flights_finish(&chrome->flights);
}

const struct weft_format trace_chrome = {
    .info = {.name = "chrome",
             .ending = ".json",
             .summary = "Chrome Trace Event JSON, for Perfetto and "
                        "chrome://tracing",
             .reads = true,
             .writes = true},
    .calls = true,
    .tasks = true,
    .ways = true,
    .latest_ns = INT64_MAX,
    .state = sizeof(struct chrome),
    .begin = trace_chrome_begin,
    .events = chrome_events,
    .end = trace_chrome_end,
    .finish = chrome_finish,
    .recognise = chrome_recognise,
    .read = chrome_read,
};
