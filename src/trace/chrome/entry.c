/* Parses one trace event. Its keys may be in any order; unknown keys are
 * skipped. */
#include "entry.h"

#include "base/base.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* A key, and the function that reads its value. When the function is called,
 * the first token of the value has been read; the function reads up to the end
 * of the value. */
struct entry_field {
    const char *key;
    int (*read)(struct json_reader *json, struct chrome_line *line);
};

static int read_phase(struct json_reader *json, struct chrome_line *line)
{
    line->phase = json_is_text(json) && json->length == 1 ? json->text[0] : 0;
    return json_skip(json);
}

static int read_name(struct json_reader *json, struct chrome_line *line)
{
    json_copy(line->name, sizeof line->name, json);
    line->flow += json_hash(1, json_is_text(json) ? json->text : "");
    return json_skip(json);
}

static int read_cat(struct json_reader *json, struct chrome_line *line)
{
    uint64_t text = json_hash(2, json_is_text(json) ? json->text : "");
    json_copy(line->cat, sizeof line->cat, json);
    line->flow += text;
    line->async += text;
    return json_skip(json);
}

/* Return whether the value is null, as some programs write for a missing
 * value. */
static bool is_null(const struct json_reader *json)
{
    return json->token == JSON_WORD && !strcmp(json->text, "null");
}

static int read_ts(struct json_reader *json, struct chrome_line *line)
{
    line->has_ts = !is_null(json);
    line->ts_wrong =
        line->has_ts && json_time(json, "ts", &line->ts, &line->ts_negative);
    return json_skip(json);
}

static int read_dur(struct json_reader *json, struct chrome_line *line)
{
    line->has_dur = !is_null(json);
    line->dur_wrong = line->has_dur &&
                      json_time(json, "dur", &line->dur, &line->dur_negative);
    return json_skip(json);
}

static int read_pid(struct json_reader *json, struct chrome_line *line)
{
    line->pid = json_identity(json, line->pid_text);
    return json_skip(json);
}

static int read_tid(struct json_reader *json, struct chrome_line *line)
{
    line->tid = json_identity(json, line->tid_text);
    return json_skip(json);
}

static int read_id(struct json_reader *json, struct chrome_line *line)
{
    if (json_is_text(json)) {
        line->has_id = true;
        line->flow += json_id_hash(3, json);
        line->async += json_id_hash(3, json);
    }
    return json_skip(json);
}

static int read_scope(struct json_reader *json, struct chrome_line *line)
{
    if (json_is_text(json))
        line->async += json_hash(5, json->text);
    return json_skip(json);
}

/* Read {"local": id} or {"global": id}. */
static int read_id2(struct json_reader *json, struct chrome_line *line)
{
    if (json->token != JSON_OBJECT)
        return json_skip(json);
    while (json_next(json) == JSON_KEY)
        if (json_next(json) == JSON_ERROR || read_id(json, line))
            return -1;
    return json->token == JSON_CLOSE ? 0 : -1;
}

static int read_bind(struct json_reader *json, struct chrome_line *line)
{
    if (json_is_text(json)) {
        line->has_bind = true;
        line->bind = json_id_hash(4, json);
    }
    return json_skip(json);
}

static int read_flow_in(struct json_reader *json, struct chrome_line *line)
{
    line->flow_in = json_true(json);
    return json_skip(json);
}

static int read_flow_out(struct json_reader *json, struct chrome_line *line)
{
    line->flow_out = json_true(json);
    return json_skip(json);
}

static int read_bp(struct json_reader *json, struct chrome_line *line)
{
    line->enclosing = json_is_text(json) && !strcmp(json->text, "e");
    return json_skip(json);
}

#define LIST_MAX (2u * WEFT_TRACE_PROCESSORS_MAX)

static int entry_add_number(struct json_reader *json, struct chrome_list *list,
                            int64_t number)
{
    if (list->count == LIST_MAX)
        return json_fail(json, "a list has more than %u numbers", LIST_MAX);
    if (array_grow(&list->number, &list->capacity, list->count + 1,
                   sizeof *list->number))
        return -1;
    list->number[list->count++] = number;
    return 0;
}

static bool entry_is_number(const struct json_reader *json, int64_t *number)
{
    return json->token == JSON_NUMBER &&
           !parse_number(json->text, NULL, INT64_MIN, INT64_MAX, number);
}

/* Read numbers up to the closing bracket; skip all other values. */
static int entry_numbers(struct json_reader *json, struct chrome_list *list)
{
    int64_t number;
    while (json_next(json) != JSON_CLOSE) {
        if (json->token <= JSON_END ||
            (entry_is_number(json, &number) &&
             entry_add_number(json, list, number)) ||
            json_skip(json))
            return -1;
    }
    return 0;
}

static int number_or_list(struct json_reader *json, struct chrome_list *list)
{
    int64_t number;
    list->count = 0;
    if (json->token == JSON_ARRAY)
        return entry_numbers(json, list);
    if (entry_is_number(json, &number) && entry_add_number(json, list, number))
        return -1;
    return json_skip(json);
}

static int read_peers(struct json_reader *json, struct chrome_line *line)
{
    return number_or_list(json, &line->peers);
}

static int read_dimensions(struct json_reader *json, struct chrome_line *line)
{
    return number_or_list(json, &line->dimensions);
}

static int read_label(struct json_reader *json, struct chrome_line *line)
{
    json_copy(line->label, sizeof line->label, json);
    return json_skip(json);
}

static int entry_add_text(struct json_reader *json, struct chrome_items *items)
{
    if (json->length >= JSON_TEXT_MAX) /* the reader has truncated the text */
        return json_fail(json, "the items of one event exceed 1 MiB");
    if (array_grow(&items->text, &items->capacity,
                   items->length + json->length + 1, 1))
        return -1;
    memcpy(items->text + items->length, json->text, json->length + 1);
    items->length += json->length;
    return 0;
}

/* Read a text, or an array with the pieces of a text. */
static int entry_read_items(struct json_reader *json, struct chrome_line *line)
{
    line->items.length = 0;
    if (json->token == JSON_STRING)
        return entry_add_text(json, &line->items) ? -1 : json_skip(json);
    if (json->token != JSON_ARRAY)
        return json_skip(json);
    while (json_next(json) != JSON_CLOSE)
        if (json->token <= JSON_END ||
            (json->token == JSON_STRING &&
             entry_add_text(json, &line->items)) ||
            json_skip(json))
            return -1;
    return 0;
}

static int kind_of(const struct json_reader *json)
{
    int kind = 0;
    if (json->token != JSON_STRING)
        return -1;
    while (kind < WEFT_EVENT_KINDS &&
           strcmp(weft_event_names[kind], json->text) != 0)
        kind++;
    return kind < WEFT_EVENT_KINDS ? kind : -1;
}

/* Return which detail a key names, or -1. */
static int entry_detail_of(const struct json_reader *json)
{
    int which = WEFT_DETAILS - 1;
    while (which >= 0 && strcmp(weft_detail_names[which], json->text) != 0)
        which--;
    return which;
}

static int entry_read_detail(struct json_reader *json, struct chrome_line *line,
                             int which)
{
    if (json_next(json) == JSON_ERROR)
        return -1;
    json_copy(line->detail.text[which], WEFT_DETAIL_MAX, json);
    return json_skip(json);
}

/* Set the number of the details that were read, and clear them. */
static int entry_close_details(struct json_reader *json,
                               struct chrome_line *line)
{
    line->details = 0;
    json->no_memory =
        line->table &&
        weft_details_add(line->table, &line->detail, &line->details);
    for (int i = 0; i < WEFT_DETAILS; i++)
        line->detail.text[i][0] = '\0';
    return json->no_memory ? -1 : 0;
}

/* Read the details of an event without a slice, an object. */
static int hidden_details(struct json_reader *json, struct chrome_line *line)
{
    while (json_next(json) == JSON_KEY) {
        int which = entry_detail_of(json);
        if (which >= 0 ? entry_read_detail(json, line, which)
                       : json_next(json) == JSON_ERROR || json_skip(json))
            return -1;
    }
    return json->token == JSON_CLOSE ? entry_close_details(json, line) : -1;
}

/* Read the numbers of an event without a slice and, behind them, its
 * details. */
static int hidden_members(struct json_reader *json, struct chrome_line *line,
                          size_t place)
{
    int64_t number;
    while (json_next(json) != JSON_CLOSE) {
        bool object = json->token == JSON_OBJECT;
        if (json->token <= JSON_END || (object && hidden_details(json, line)) ||
            (entry_is_number(json, &number) &&
             entry_add_number(json, &line->hidden, number)) ||
            (!object && json_skip(json)))
            return -1;
        if (object)
            line->hidden.number[place] = line->details;
    }
    line->details = 0;
    return 0;
}

/* Read an event such as ["wait",5,0,3]. Append its kind, the count of its
 * numbers, the number of its details and its numbers to the list. */
static int one_hidden(struct json_reader *json, struct chrome_line *line)
{
    struct chrome_list *list = &line->hidden;
    size_t before = list->count;
    if (json->token != JSON_ARRAY) {
        line->hidden_wrong = true;
        return json_skip(json);
    }
    if (json_next(json) == JSON_ERROR)
        return -1;
    int kind = kind_of(json);
    if (json->token != JSON_CLOSE &&
        (json_skip(json) || entry_add_number(json, list, kind) ||
         entry_add_number(json, list, 0) || entry_add_number(json, list, 0) ||
         hidden_members(json, line, before + 2)))
        return -1;
    if (kind >= 0) {
        list->number[before + 1] = (int64_t)(list->count - before - 3);
    } else {
        line->hidden_wrong = true;
        list->count = before;
    }
    return 0;
}

static int read_hidden(struct json_reader *json, struct chrome_line *line)
{
    if (json->token != JSON_ARRAY)
        return json_skip(json);
    while (json_next(json) != JSON_CLOSE)
        if (json->token <= JSON_END || one_hidden(json, line))
            return -1;
    return 0;
}

static int entry_find(struct json_reader *json, struct chrome_line *line,
                      const struct entry_field *field)
{
    while (field->key && strcmp(field->key, json->text) != 0)
        field++;
    if (json_next(json) == JSON_ERROR)
        return -1;
    return field->read(json, line);
}

static int skip(struct json_reader *json, struct chrome_line *line)
{
    (void)line;
    return json_skip(json);
}

static int read_arg(struct json_reader *json, struct chrome_line *line)
{
    static const char *const words[CHROME_ARGS] = {
        "bytes", "for", "message", "ready", "same", "store", "waited"};
    static const struct entry_field fields[] = {
        {"to", read_peers},          {"from", read_peers},
        {"dim", read_dimensions},    {"rdim", read_dimensions},
        {"name", read_label},        {"events", read_hidden},
        {"items", entry_read_items}, {NULL, skip},
    };
    for (int i = 0; i < CHROME_ARGS; i++) {
        if (strcmp(words[i], json->text) != 0)
            continue;
        if (json_next(json) == JSON_ERROR)
            return -1;
        line->has[i] = entry_is_number(json, &line->arg[i]) || json_true(json);
        if (json_true(json))
            line->arg[i] = 1;
        return json_skip(json);
    }
    int which = entry_detail_of(json);
    if (which >= 0)
        return entry_read_detail(json, line, which);
    return entry_find(json, line, fields);
}

static int read_args(struct json_reader *json, struct chrome_line *line)
{
    if (json->token != JSON_OBJECT)
        return json_skip(json);
    while (json_next(json) == JSON_KEY)
        if (read_arg(json, line))
            return -1;
    return json->token == JSON_CLOSE ? entry_close_details(json, line) : -1;
}

int chrome_line_read(struct json_reader *json, struct chrome_line *line)
{
    static const struct entry_field fields[] = {
        {"ph", read_phase},          {"name", read_name},
        {"cat", read_cat},           {"ts", read_ts},
        {"dur", read_dur},           {"pid", read_pid},
        {"tid", read_tid},           {"id", read_id},
        {"bind_id", read_bind},      {"flow_in", read_flow_in},
        {"flow_out", read_flow_out}, {"bp", read_bp},
        {"args", read_args},         {"id2", read_id2},
        {"scope", read_scope},       {NULL, skip},
    };
    memset(line, 0, offsetof(struct chrome_line, peers));
    line->line = json->line;
    line->peers.count = line->dimensions.count = line->hidden.count = 0;
    line->items.length = 0;
    while (json_next(json) == JSON_KEY)
        if (entry_find(json, line, fields))
            return -1;
    return json->token == JSON_CLOSE ? 0 : -1;
}

void chrome_line_finish(struct chrome_line *line)
{
    free(line->peers.number);
    free(line->dimensions.number);
    free(line->hidden.number);
    free(line->items.text);
}

int32_t chrome_message(const char *name)
{
    int64_t number;
    const char *space = strrchr(name, ' ');
    if (!space || !isupper((unsigned char)space[1]) ||
        parse_number(space + 2, NULL, 0, INT32_MAX, &number))
        return -1;
    return (int32_t)number;
}
