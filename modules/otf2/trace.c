/* Write the trace of an archive: times, names, and the csv file that weft
 * reads. */
#include "module.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_BYTES 64
#define NAMES_MAX                                                              \
    990 /* maximum number of names of processors and tasks; a trace has 1000   \
           parameters */
#define SECOND 1000000000u /* nanoseconds per second */

/* Convert ticks to nanoseconds; resolution 0: the unit is one tick. */
static uint64_t trace_time(uint64_t ticks, uint64_t resolution)
{
    __extension__ typedef unsigned __int128 wide;
    return resolution ? (uint64_t)((wide)ticks * SECOND / resolution) : ticks;
}

/* Convert times so that the trace begins at its first record. */
void trace_convert_times(struct archive *archive, uint64_t first,
                         struct weft_trace_info *info)
{
    uint64_t resolution = archive->resolution;
    bool whole = resolution && SECOND % resolution == 0;
    info->unit_ns = whole ? SECOND / resolution : 1;
    resolution = whole ? 0 : resolution;
    for (size_t i = 0; i < archive->events; i++) {
        struct weft_event *event = &archive->event[i];
        uint64_t end = event->start + event->duration - first;
        event->start = trace_time(event->start - first, resolution);
        event->since = trace_time(event->since - first, resolution);
        event->duration = trace_time(end, resolution) - event->start;
    }
}

/* Copy a name, cut to the length that weft allows. */
static char *trace_cut_name(const char *name)
{
    size_t end = 0, length;
    while (name[end]) {
        length = weft_character_length(name + end);
        length = length ? length : 1;
        if (end + length >= NAME_BYTES)
            break;
        end += length;
    }
    return strndup(name, end);
}

static void trace_add_name(struct archive *archive, const char *key,
                           size_t number, const char *name)
{
    char whole[64];
    if (archive->parameters >= NAMES_MAX) {
        archive->dropped++;
        return;
    }
    snprintf(whole, sizeof whole, "%s%zu", key, number);
    archive->parameter =
        module_grow(archive->parameter, &archive->parameter_room,
                    archive->parameters, sizeof *archive->parameter);
    struct weft_parameter *made = &archive->parameter[archive->parameters++];
    *made = (struct weft_parameter){strdup(whole), trace_cut_name(name)};
    if (!made->key || !made->value)
        module_fail("no memory");
}

/* Return whether an earlier task has the same number. */
static bool trace_is_named(const struct archive *archive, size_t task)
{
    size_t i = 0;
    while (archive->task[i]->number != archive->task[task]->number)
        i++;
    return i < task;
}

void trace_add_names(struct archive *archive)
{
    archive->parameter =
        module_grow(archive->parameter, &archive->parameter_room,
                    archive->parameters, sizeof *archive->parameter);
    archive->parameter[archive->parameters++] =
        (struct weft_parameter){"origin", "otf2"};
    for (int32_t i = 0; i < archive->processors; i++) {
        const struct definition *location = archive->processor[i];
        const struct definition *process =
            definition_find(&archive->of[DEFINED_PLACE], location->of);
        char name[2 * NAME_BYTES];
        snprintf(name, sizeof name, "%s: %s",
                 process ? definition_text(archive, process->name) : "",
                 definition_text(archive, location->name));
        trace_add_name(archive, "processor.", (size_t)i, name);
    }
    for (size_t i = 0; i < archive->tasks; i++)
        if (!trace_is_named(archive, i))
            trace_add_name(archive, "task.", (size_t)archive->task[i]->number,
                           definition_text(archive, archive->task[i]->name));
}

/* Write the trace as csv, for weft. */
void trace_write(struct archive *archive, struct weft_trace_info *info)
{
    struct weft_error err;
    struct weft_writer *writer = weft_writer_open("csv:-", &err);
    if (!writer)
        module_fail("%s", err.text);
    const struct weft_sink *sink = weft_writer_sink(writer);
    info->processors = archive->processors;
    info->parameters = archive->parameters;
    info->parameter = archive->parameter;
    bool stopped = sink->begin(sink->arg, info) ||
                   sink->events(sink->arg, archive->event, archive->events) ||
                   sink->end(sink->arg);
    if (weft_writer_close(writer, &err) || stopped)
        module_fail("%s", err.text);
}
