/* Reads Chrome files: an object with `metadata` and `traceEvents`, or only the
 * list of events, whose end may be missing.
 *
 * Weft's own files are recognised by their metadata and read in bounded memory.
 * Other files are collected in memory, because their slices may be in any order
 * and the number of their processors is known only at the end. */
#include "chrome-file.h"

#include "chrome.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int set_parameter(struct chrome_reader *reader, const char *key,
                         int *found)
{
    static const char *const words[] = {"processors", "unit_ns", "step"};
    struct json_reader *json = &reader->json;
    for (int i = 0; i < 3; i++)
        if (!strcmp(key, words[i]))
            *found |= 1 << i;
    if (!strcmp(key, CHROME_ITEMS)) /* a parameter that must precede the
                                       events */
        return params_begin_items(&reader->params);
    if (!strcmp(key, CHROME_DETAILS))
        return params_begin_details(&reader->params);
    if (!params_fit(key, json->text)) {
        reader->foreign.skipped[CHROME_NAMES]++;
        return 0;
    }
    enum weft_error_kind wrong = params_add(&reader->params, key, json->text);
    if (wrong != WEFT_ERROR_FORMAT)
        return wrong ? -1 : 0;
    return json_fail(json, "metadata: %.60s '%.60s': %s", key, json->text,
                     reader->params.wrong);
}

static int read_metadata(struct chrome_reader *reader)
{
    struct json_reader *json = &reader->json;
    int found = 0;
    if (json->token != JSON_OBJECT)
        return json_skip(json);
    if (reader->seen && reader->known) /* the events that were read belong to
                                          the first metadata object */
        return json_fail(json, "a second metadata object follows the events");
    while (json_next(json) == JSON_KEY) {
        char *key = strdup(json->text);
        int status = key && json_next(json) != JSON_ERROR ? 0 : -1;
        if (!status)
            status = json->token == JSON_STRING || json->token == JSON_NUMBER
                         ? set_parameter(reader, key, &found)
                         : json_skip(json);
        free(key);
        if (status)
            return -1;
    }
    reader->known = !reader->seen && found == 7;
    if (reader->known && reader->foreign.skipped[CHROME_NAMES])
        return json_fail(
            json, "metadata: a key with its value has more than %d bytes",
            PARAMETER_BYTES_MAX);
    return json->token == JSON_CLOSE ? 0 : -1;
}

static int begin_events(struct chrome_reader *reader)
{
    struct json_reader *json = &reader->json;
    if (reader->seen)
        return json_fail(json, "a second list traceEvents");
    reader->seen = true;
    if (!reader->known)
        return 0;
    reader->line.table = reader->params.info.details;
    return event_batch_begin(&reader->batch, reader->sink,
                             &reader->params.info);
}

/* Read an event of the list, whose first token has been read. In files of other
 * programs, the caller handles invalid times. */
static int read_event(struct chrome_reader *reader)
{
    struct json_reader *json = &reader->json;
    if (json->token == JSON_ERROR)
        return -1;
    bool object = json->token == JSON_OBJECT;
    if (!object && reader->known)
        return json_fail(json, "an event must be an object");
    if (!object) {
        json_fail(json, "an event must be an object");
        chrome_wrong(reader, CHROME_NO_OBJECT);
        return json_skip(json);
    }
    if (chrome_line_read(json, &reader->line))
        return -1;
    if (!reader->known)
        return chrome_foreign_line(reader);
    if (reader->line.ts_negative || reader->line.dur_negative)
        return json_fail(json, "ts and dur must not be negative");
    return json->err->kind ? -1 : chrome_own_line(reader);
}

/* Read the events after the opening bracket, up to the closing bracket or the
 * end of the file. */
static int chrome_file_read_events(struct chrome_reader *reader)
{
    struct json_reader *json = &reader->json;
    int depth = json->depth;
    if (begin_events(reader))
        return -1;
    for (;;) {
        enum json_token token = json_next(json);
        if (token == JSON_CLOSE || token == JSON_END)
            return 0;
        bool wrong = read_event(reader) != 0;
        if (wrong && (reader->known || chrome_recover(reader, depth)))
            return -1;
        if (wrong && json->token == JSON_END)
            return 0;
        if (json->err->kind)
            *json->err = (struct weft_error){.text = ""};
    }
}

static int read_object(struct chrome_reader *reader)
{
    struct json_reader *json = &reader->json;
    while (json_next(json) == JSON_KEY) {
        bool events = !strcmp(json->text, "traceEvents");
        bool metadata = !strcmp(json->text, "metadata");
        int status;
        if (json_next(json) == JSON_ERROR)
            return -1;
        if (events && json->token != JSON_ARRAY)
            return json_fail(json, "traceEvents must be a list");
        if (events)
            status = chrome_file_read_events(reader);
        else if (metadata)
            status = read_metadata(reader);
        else
            status = json_skip(json);
        if (status)
            return -1;
        if (json->token == JSON_END)
            return 0;
    }
    return json->token == JSON_CLOSE ? 0 : -1;
}

static int read_document(struct chrome_reader *reader)
{
    struct json_reader *json = &reader->json;
    enum json_token first = json_next(json);
    int status;
    if (first == JSON_OBJECT)
        status = read_object(reader);
    else if (first == JSON_ARRAY)
        status = chrome_file_read_events(reader);
    else if (first == JSON_ERROR)
        return -1;
    else
        return json_fail(json, "a trace must be an object or a list");
    if (!status && !reader->seen)
        status = json_fail(json, "the list traceEvents is missing");
    if (!status && json->token != JSON_END && json_next(json) != JSON_END)
        status = -1;
    if (status && chrome_forgive(reader))
        return -1;
    return reader->known ? chrome_own_end(reader) : chrome_make(reader);
}

int chrome_read(struct input *in, const struct weft_sink *sink,
                struct weft_read_report *report, struct weft_error *err)
{
    struct chrome_reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return -1;
    params_init(&reader->params);
    reader->params.keeps_calls = true;
    reader->sink = sink;
    reader->report = report;
    int status = json_init(&reader->json, in, err) ? -1 : read_document(reader);
    json_finish(&reader->json);
    chrome_line_finish(&reader->line);
    chrome_own_finish(&reader->own);
    chrome_foreign_finish(&reader->foreign);
    params_finish(&reader->params);
    free(reader);
    return status;
}

/* Recognise `[` that is not a word or time in brackets, as logs have, or `{`
 * followed by a key that traces have. */
bool chrome_recognise(const char *head, size_t length)
{
    size_t i = 0;
    while (i < length && strchr(" \t\r\n", head[i]) && head[i])
        i++;
    if (i == length || (head[i] != '{' && head[i] != '['))
        return false;
    if (head[i] == '[')
        return i + 1 == length || !isalnum((unsigned char)head[i + 1]);
    return memmem(head, length, "\"traceEvents\"", 13) ||
           memmem(head, length, "\"displayTimeUnit\"", 17) ||
           memmem(head, length, "\"ph\"", 4);
}
