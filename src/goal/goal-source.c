/* Reads goals from bytes and files; goal-file.c parses the text. */
#include "goal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/text/byte-order.h"

#define FILE_MAX (1u << 24)

static struct weft_goal *parse_bytes(const char *bytes, size_t count,
                                     int processors, bool trusted,
                                     struct weft_error *err)
{
    bool is_text = !memchr(bytes, '\0', count);
    char *text = is_text ? strndup(bytes, count) : NULL;
    struct weft_goal *goal = NULL;
    if (text)
        goal = goal_of_text(text, processors, trusted, err);
    else if (is_text)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for a goal");
    else
        weft_error_set(err, WEFT_ERROR_FORMAT, 1, "not a text file");
    free(text);
    return goal;
}

struct weft_goal *weft_goal_parse(const char *bytes, size_t count,
                                  int processors, struct weft_error *err)
{
    return parse_bytes(bytes, count, processors, false, err);
}

static struct weft_goal *goal_source_read_file(const char *path, int processors,
                                               bool trusted,
                                               struct weft_error *err)
{
    FILE *file = NULL;
    char *bytes = NULL;
    size_t count = 0, room = 0;
    int code = regular_open(path, &file);
    while (!code && count <= FILE_MAX) {
        if (array_grow(&bytes, &room, count + 4096, 1)) {
            code = ENOMEM;
            break;
        }
        size_t got = fread(bytes + count, 1, room - count, file);
        if (!got)
            break;
        count += got;
    }
    if (file && ferror(file))
        code = errno;
    if (file)
        fclose(file);
    struct weft_goal *goal = NULL;
    if (code)
        weft_error_system(err, code, 0, "cannot read '%s': %s", path,
                          open_reason(code));
    else if (count > FILE_MAX)
        weft_error_set(err, WEFT_ERROR_LIMIT, 0, "'%s' exceeds %u bytes", path,
                       FILE_MAX);
    else {
        size_t mark = byte_order_mark(bytes, count);
        goal = parse_bytes(mark ? bytes + mark : bytes, count - mark,
                           processors, trusted, err);
    }
    free(bytes);
    return goal;
}

struct weft_goal *weft_goal_read(const char *path, int processors,
                                 struct weft_error *err)
{
    return goal_source_read_file(path, processors, false, err);
}

struct weft_goal *weft_goal_read_trusted(const char *path, int processors,
                                         struct weft_error *err)
{
    return goal_source_read_file(path, processors, true, err);
}
