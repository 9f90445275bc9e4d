/* Answers to programs. With --json, a command prints one JSON object for each
 * question; if it fails without a result, the object contains the error. */
#ifndef WEFT_TOOLS_ANSWER_H
#define WEFT_TOOLS_ANSWER_H

#include <weft/error.h>

#include "common/json.h"

/* From now on, print errors as JSON too, to the stream of the results. */
void answer_to(FILE *out);

/* Begin the object of a result, whose members tools/schema/NAME.json lists. */
struct json answer_open(const char *name, FILE *out);
void answer_close(struct json *json);

/* Keep an error that ends the command with this status. `file`: the file that
 * it is about, or NULL. */
void answer_failed(int status, const char *file, const struct weft_error *err);

/* Keep an error of wrong use. */
void answer_misuse(const char *text);

/* Keep what getopt printed, "COMMAND: TEXT", unless an error is known. */
void answer_line(const char *line);

/* The question has been answered: if it has no result, print the last error
 * that was kept. */
void answer_end(void);

#endif
