/* JSON output to a stream: commas, quotes and escapes. */
#ifndef WEFT_TOOLS_JSON_H
#define WEFT_TOOLS_JSON_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

struct json {
    FILE *out;
    bool more; /* the next value needs a comma before it */
};

/* `key` is NULL for elements of an array and for the outermost value. */
void json_open(struct json *json, const char *key, char bracket); /* { or [ */
void json_close(struct json *json, char bracket);                 /* } or ] */
void json_text(struct json *json, const char *key, const char *value);
/* Write a text, or null if `value` is NULL. */
void json_text_or_null(struct json *json, const char *key, const char *value);
void json_number(struct json *json, const char *key, uint64_t value);
/* Write a number given as its digits. */
void json_decimal(struct json *json, const char *key, const char *digits);
#define REAL_TEXT 40 /* size in bytes of the buffer of real_text() */

/* Write a time: integers without decimals, other values with their exact
 * digits. Returns `text`. */
const char *real_text(double value, char text[REAL_TEXT]);

/* Write true or false, or null if the value is not known. */
void json_known(struct json *json, const char *key, bool known, bool value);
void json_real(struct json *json, const char *key, double value);
/* Write a time in the format of real_text(). */
void json_moment(struct json *json, const char *key, double value);
void json_bool(struct json *json, const char *key, bool value);
void json_null(struct json *json, const char *key);

#endif
