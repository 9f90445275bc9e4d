/* Properties of events and characters that the machine and the traces share. */
#include "base/base.h"
#include "text/who.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/event.h>

const char *const weft_event_names[WEFT_EVENT_KINDS] = {
    [WEFT_SEND] = "send",       [WEFT_RECEIVE] = "receive",
    [WEFT_WAIT] = "wait",       [WEFT_SLEEP] = "sleep",
    [WEFT_COMPUTE] = "compute", [WEFT_STORE] = "store",
    [WEFT_MARK] = "mark",       [WEFT_CALL] = "call",
    [WEFT_PRESENT] = "present", [WEFT_TASK] = "task",
    [WEFT_DONE] = "done",
};

static const char *const task_calls[WEFT_TASK_CALLS - WEFT_TASK_BARRIER] = {
    "barrier",        "broadcast", "gather",          "scatter",
    "reduce",         "allgather", "allreduce",       "alltoall",
    "reduce-scatter", "scan",      "collective call",
};

const char *weft_processor_name(const struct weft_trace_info *info,
                                int32_t rank)
{
    char key[32];
    snprintf(key, sizeof key, WHO_KEY "%" PRId32, rank);
    return info ? weft_trace_info_get(info, key) : NULL;
}

const char *weft_task_name(const struct weft_trace_info *info, int32_t number,
                           char text[WEFT_TASK_NAME_MAX])
{
    snprintf(text, WEFT_TASK_NAME_MAX, "task.%d", number);
    const char *given = weft_trace_info_get(info, text);
    if (given)
        return given;
    if (number >= WEFT_TASK_BARRIER && number < WEFT_TASK_CALLS)
        return task_calls[number - WEFT_TASK_BARRIER];
    text[4] = ' ';
    return text;
}

const char *weft_trace_info_get(const struct weft_trace_info *info,
                                const char *key)
{
    for (size_t i = 0; i < info->parameters; i++)
        if (!strcmp(info->parameter[i].key, key))
            return info->parameter[i].value;
    return NULL;
}

uint64_t info_block_bytes(const struct weft_trace_info *info)
{
    const char *blocks = weft_trace_info_get(info, "blocks");
    const char *bytes = weft_trace_info_get(info, "bytes");
    return blocks && bytes ? strtoull(bytes, NULL, 10) : 0;
}

uint64_t weft_trace_info_ticks(const struct weft_trace_info *info)
{
    const char *ticks = weft_trace_info_get(info, "sharing")
                            ? weft_trace_info_get(info, "ticks")
                            : NULL;
    uint64_t number = ticks ? strtoull(ticks, NULL, 10) : 0;
    return number ? number : 1;
}

/* Decode a character; return its length, or 0 if it is invalid. */
static size_t event_decode(const char *text, uint32_t *character)
{
    /* by length: pattern of the first byte, smallest code point */
    static const struct {
        unsigned char mask, first;
        uint32_t least;
    } forms[] = {{0x80, 0, 1},
                 {0xe0, 0xc0, 0x80},
                 {0xf0, 0xe0, 0x800},
                 {0xf8, 0xf0, 0x10000}};
    for (size_t more = 0; more < sizeof forms / sizeof *forms; more++) {
        unsigned char c = (unsigned char)*text;
        if ((c & forms[more].mask) != forms[more].first)
            continue;
        uint32_t number = c & (unsigned char)~forms[more].mask;
        for (size_t i = 1; i <= more; i++) {
            if (((unsigned char)text[i] & 0xc0) != 0x80)
                return 0;
            number = number << 6 | ((unsigned char)text[i] & 0x3f);
        }
        bool surrogate = number >= 0xd800 && number < 0xe000;
        bool good = number >= forms[more].least && number <= 0x10ffff;
        *character = number;
        return good && !surrogate ? more + 1 : 0;
    }
    return 0;
}

size_t weft_character_length(const char *text)
{
    uint32_t number;
    return event_decode(text, &number);
}

int32_t weft_character_number(const char *text)
{
    uint32_t number;
    return event_decode(text, &number) ? (int32_t)number : -1;
}

/* Unicode's default ignorable characters, which hide a text in plain sight, are
 * all in this table except for a few variation selectors (U+FE00 to U+FE0F,
 * U+180B to U+180D, U+180F) that emoji and Mongolian need. */
bool weft_character_controls(const char *text)
{
    static const struct {
        int32_t first, last;
    } ranges[] = {
        {0x80, 0x9f},   /* C1 control characters */
        {0xad, 0xad},   /* soft hyphen */
        {0x34f, 0x34f}, /* combining grapheme joiner */
        {0x61c, 0x61c},
        {0x200b, 0x200f}, /* zero width, directions */
        {0x2028, 0x202e}, /* line separators, directions */
        {0x2060, 0x206f}, /* word joiner, invisible operators */
        {0x115f, 0x1160}, /* invisible letters */
        {0x17b4, 0x17b5}, /* invisible letters */
        {0x180e, 0x180e},
        {0x3164, 0x3164}, /* invisible letters */
        {0xffa0, 0xffa0}, /* invisible letter */
        /* zero-width and format characters */
        {0xfeff, 0xfeff},
        {0xfff0, 0xfffb},
        {0xfffe, 0xffff},   /* noncharacters */
        {0x1bca0, 0x1bca3}, /* shorthand format controls */
        {0x1d173, 0x1d17a}, /* musical format controls */
        {0xe0000, 0xe0fff}, /* tags, selectors */
    };
    unsigned char c = (unsigned char)*text;
    if (c < 0x80) /* ASCII characters */
        return c < 0x20 || c == 0x7f;
    int32_t number = weft_character_number(text);
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (number >= ranges[i].first && number <= ranges[i].last)
            return true;
    return false;
}
