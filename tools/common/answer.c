/* Answers to programs: results and errors as JSON. */
#include "common/answer.h"

#include "common/command.h"
#include "common/terminal.h"

#include <stdlib.h>
#include <string.h>

static struct {
    FILE *out; /* NULL: errors are not printed as JSON */
    bool given, failed;
    int status;
    char *file; /* of the error, or NULL */
    struct weft_error err;
} answer;

/* The words of the kinds of errors. */
static const char *const answer_kinds[] = {
    [WEFT_ERROR_MISUSE] = "misuse",     [WEFT_ERROR_UNKNOWN] = "unknown",
    [WEFT_ERROR_LIMIT] = "limit",       [WEFT_ERROR_EMPTY] = "empty",
    [WEFT_ERROR_FORMAT] = "format",     [WEFT_ERROR_MEMORY] = "memory",
    [WEFT_ERROR_SYSTEM] = "system",     [WEFT_ERROR_RULE] = "rule",
    [WEFT_ERROR_DEADLOCK] = "deadlock", [WEFT_ERROR_STOPPED] = "stopped",
    [WEFT_ERROR_WRONG] = "wrong",       [WEFT_ERROR_NOT_JUDGED] = "not_judged",
};

void answer_to(FILE *out)
{
    answer.out = out;
}

struct json answer_open(const char *name, FILE *out)
{
    struct json json = {out, false};
    char schema[40];
    snprintf(schema, sizeof schema, "weft/%s/1", name);
    json_open(&json, NULL, '{');
    json_text(&json, "schema", schema);
    answer.given = true;
    return json;
}

void answer_close(struct json *json)
{
    json_close(json, '}');
    putc('\n', json->out);
}

void answer_failed(int status, const char *file, const struct weft_error *err)
{
    if (status == EXIT_GOOD)
        return;
    free(answer.file);
    answer.file = file ? strdup(file) : NULL;
    answer.status = status;
    answer.err = *err;
    answer.failed = true;
}

void answer_misuse(const char *text)
{
    struct weft_error err;
    weft_error_set(&err, WEFT_ERROR_MISUSE, 0, "%s", text);
    answer_failed(EXIT_MISUSE, NULL, &err);
}

void answer_line(const char *line)
{
    const char *text = strstr(line, ": ");
    char own[sizeof answer.err.text];
    if (answer.failed || !text)
        return;
    copy_whole(own, sizeof own, text + 2);
    own[strcspn(own, "\n")] = 0;
    answer_misuse(own);
}

/* Errors without a kind are wrong use or, as the status says, a lack of
 * memory. */
static const char *answer_kind(void)
{
    enum weft_error_kind kind = answer.err.kind;
    if (kind == WEFT_ERROR_NONE)
        kind = answer.status == EXIT_MISUSE ? WEFT_ERROR_MISUSE
                                            : WEFT_ERROR_MEMORY;
    return answer_kinds[kind];
}

static void answer_print_error(FILE *out)
{
    struct json json = answer_open("error", out);
    json_open(&json, "error", '{');
    json_text(&json, "kind", answer_kind());
    json_text_or_null(&json, "file", answer.file);
    if (answer.err.line)
        json_number(&json, "line", answer.err.line);
    else
        json_null(&json, "line");
    json_text(&json, "text", answer.err.text);
    json_close(&json, '}');
    answer_close(&json);
}

void answer_end(void)
{
    if (answer.out && answer.failed && !answer.given)
        answer_print_error(answer.out);
    answer.given = answer.failed = false;
}
