/* The parameters of a run in text files: comment lines
 *     # key: value
 * with the escape sequences \\ and \n, and \xHH for a byte that controls a
 * terminal or that has a special meaning in a key. */
#include "trace/io/out.h"

#include "base/base.h"
#include "base/text/who.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool params_key_character(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("_-.", c));
}

/* Write each byte as \xHH. */
static void write_bytes(struct output *out, const char *bytes, size_t count)
{
    char text[8];
    for (size_t i = 0; i < count; i++) {
        snprintf(text, sizeof text, "\\x%02x", (unsigned char)bytes[i]);
        out_text(out, text);
    }
}

void params_write_text(struct output *out, const char *key, const char *value,
                       char quote)
{
    for (; *key; key++)
        if (params_key_character(*key))
            out_bytes(out, key, 1);
        else
            write_bytes(out, key, 1);
    out_text(out, ": ");
    for (size_t length; *value; value += length) {
        bool shown = text_take(value, &length);
        if (*value == '\n')
            out_text(out, "\\n");
        else if (*value == '\\')
            out_text(out, "\\\\");
        else if (shown && !(quote && *value == quote))
            out_bytes(out, value, length);
        else /* escape the byte, because the file may be printed to a
                terminal */
            write_bytes(out, value, length);
    }
}

void params_write_line(struct output *out, const char *before, const char *key,
                       const char *value)
{
    out_text(out, before);
    params_write_text(out, key, value, '\0');
    out_text(out, "\n");
}

static void params_lines_write_line(void *arg, const char *key,
                                    const char *value)
{
    params_write_line(arg, "# ", key, value);
}

void params_write(const struct weft_trace_info *info, struct output *out)
{
    params_each(info, params_lines_write_line, out);
    params_each_call(info, params_lines_write_line, out);
}

/* Return the byte whose escape sequence ends in "xHH", or 0 if the text is not
 * of this form. */
static int escaped_byte(const char *text)
{
    char hex[] = {text[1], text[1] ? text[2] : '\0', '\0'};
    bool digits =
        isxdigit((unsigned char)hex[0]) && isxdigit((unsigned char)hex[1]);
    return *text == 'x' && digits ? (int)strtol(hex, NULL, 16) : 0;
}

static void unescape(char *text)
{
    char *to = text;
    for (; *text; text++) {
        bool escape = text[0] == '\\' && text[1];
        text += escape;
        int byte = escape ? escaped_byte(text) : 0;
        if (byte)
            *to++ = (char)byte;
        else
            *to++ = escape && *text == 'n' ? '\n' : *text;
        text += byte ? 2 : 0;
    }
    *to = '\0';
}

enum weft_error_kind params_read(struct params *params, char *line)
{
    while (*line == '#' || *line == ' ')
        line++;
    char *key = line;
    while (params_key_character(*line) || *line == '\\')
        line++;
    if (line == key || line[0] != ':' || line[1] != ' ')
        return WEFT_ERROR_NONE;
    *line = '\0';
    unescape(key);
    unescape(line + 2);
    return params_add(params, key, line + 2);
}

/* ---- names of processors and tasks ---- */

/* number of task names that the names of processors leave room for */
#define TASKS_KEPT 200

size_t params_room(const struct params *params)
{
    size_t used = params->info.parameters;
    return used < PARAMETERS_MAX ? PARAMETERS_MAX - used : 0;
}

enum weft_error_kind params_add_name(struct params *params, const char *what,
                                     size_t number, const char *text,
                                     size_t tasks)
{
    char key[64];
    bool processor = !strcmp(what, WHO_KEY);
    size_t kept = tasks < TASKS_KEPT ? tasks : TASKS_KEPT;
    snprintf(key, sizeof key, "%s%zu", what, number);
    if (processor && params_room(params) <= kept)
        return WEFT_ERROR_FORMAT;
    return params_add(params, key, text);
}
