/* JSON read piece by piece from a trace, in bounded memory. */
#ifndef WEFT_SRC_TRACE_CHROME_JSON_READER_H
#define WEFT_SRC_TRACE_CHROME_JSON_READER_H

#include "trace/format.h"

#define JSON_DEPTH 64            /* nesting, at most */
#define JSON_TEXT_MAX (1u << 20) /* bytes kept of a string; more is skipped */

enum json_token {
    JSON_ERROR = -1, /* err is set, but if there was no memory */
    JSON_END,        /* of the file */
    JSON_OBJECT,     /* { */
    JSON_ARRAY,      /* [ */
    JSON_CLOSE,      /* } or ] */
    JSON_KEY,        /* text */
    JSON_STRING,     /* text */
    JSON_NUMBER,     /* text, as written */
    JSON_WORD,       /* text: true, false or null */
};

struct json_reader {
    struct input *in;
    struct weft_error *err;
    unsigned line;         /* where the token ends */
    enum json_token token; /* the one read last */
    char *text;            /* owned, with a NUL; UTF-8 */
    size_t length, room;
    bool no_memory; /* an error without a text */
    int depth;
    char close[JSON_DEPTH]; /* the brackets that are open */
    int state;              /* what may come next */
    uint64_t passed;        /* bytes of the file before those in the buffer */
    size_t at, filled;
    char buffer[1 << 16];
};

/* @p json is the caller's; 64 KiB, better not on a stack. 0, or -1: no memory.
 */
int json_init(struct json_reader *json, struct input *in,
              struct weft_error *err);
void json_finish(struct json_reader *json);
/* The next token. A comma before a closing bracket is accepted, and so is
 * a missing end of an array at the top. */
enum json_token json_next(struct json_reader *json);
/* Skip the rest of the value whose first token was read last. 0 or -1. */
int json_skip(struct json_reader *json);
/* After a mistake: go on behind the value that has it, in the list that has
 * @p depth brackets around its values. The next value is taken to begin with
 * the first brace that begins a line or follows another brace and a comma.
 * false: there is none. */
bool json_recover(struct json_reader *json, int depth);
/* Is the file at its end? */
bool json_at_end(struct json_reader *json);
/* "line N: ..." as a malformed trace; in a long first line, which may be the
 * only one, also the byte. Returns -1. */
int json_fail(struct json_reader *json, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The token read last as decimal microseconds (in a string, too), made
 * nanoseconds, rounded; of a negative one (negative NULL: refused) without the
 * sign. 0, or -1; `what` is for the message. */
int json_time(struct json_reader *json, const char *what, uint64_t *ns,
              bool *negative);
/* Is it a number, or true, false, null, or one of the words for no number? */
bool json_is_number(const char *text);
bool json_is_word(const char *text);
/* json-identity.c: of the token read last. */
bool json_is_text(const struct json_reader *json); /* or a number */
/* Its text, cut to @p room bytes between characters; "" of other tokens. */
void json_copy(char *to, size_t room, const struct json_reader *json);
/* A number, in a text, too; of a text that is none a hash, and the text. */
int64_t json_identity(const struct json_reader *json, char text[64]);
uint64_t json_hash(uint64_t seed, const char *text);
/* The same of the token: "0x10", "16" and 16 are the same. */
uint64_t json_id_hash(uint64_t seed, const struct json_reader *json);

bool json_true(const struct json_reader *json);

#endif
