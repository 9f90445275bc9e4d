/* An incremental JSON parser for traces, in bounded memory. */
#ifndef WEFT_SRC_TRACE_CHROME_JSON_READER_H
#define WEFT_SRC_TRACE_CHROME_JSON_READER_H

#include "trace/format.h"

#define JSON_DEPTH 64 /* limit on the depth of nesting */
/* number of bytes of a string that are kept; the others are dropped */
#define JSON_TEXT_MAX (1u << 20)

enum json_token {
    JSON_ERROR = -1, /* an error; err is the reason, unless out of memory */
    JSON_END,        /* end of the file */
    JSON_OBJECT,     /* { */
    JSON_ARRAY,      /* [ */
    JSON_CLOSE,      /* } or ] */
    JSON_KEY,        /* a key, in json_reader.text */
    JSON_STRING,     /* a string, in json_reader.text */
    JSON_NUMBER,     /* a number as written, in json_reader.text */
    JSON_WORD,       /* true, false or null, in json_reader.text */
};

struct json_reader {
    struct input *in;
    struct weft_error *err;
    unsigned line;         /* line in which the token ends */
    enum json_token token; /* the token that was returned last */
    char *text; /* text of the last token, in UTF-8 with a NUL at the end; owned
                   by this struct */
    size_t length, room;
    bool no_memory; /* whether memory ran out, an error without a message */
    int depth;
    /* the closing brackets that match the open ones */
    char close[JSON_DEPTH];
    int state; /* what may follow, an enum json_state */
    /* number of bytes of the file that precede those in the buffer */
    uint64_t passed;
    size_t at, filled;
    char buffer[1 << 16];
};

/* Initialise a reader. @p json is owned by the caller; it has 64 KiB, so it
 * should not be on a stack. Return 0, or -1 if out of memory. */
int json_init(struct json_reader *json, struct input *in,
              struct weft_error *err);
void json_finish(struct json_reader *json);
/* Return the next token. A comma before a closing bracket is accepted, and so
 * is a missing end of a top-level array. */
enum json_token json_next(struct json_reader *json);
/* Skip the rest of a value, whose first token was just read. Return 0 or -1. */
int json_skip(struct json_reader *json);
/* Recover from an error: continue after the value with the error, in the list
 * that has @p depth brackets around its values. The next value is assumed to
 * begin at the first brace that begins a line, or that follows another brace
 * and a comma. Return false if there is none. */
bool json_recover(struct json_reader *json, int depth);
/* Return whether only blanks are left in the file. */
bool json_at_end(struct json_reader *json);
/* Report a malformed trace, as "line N: ...". In a long first line, which may
 * be the only one, also report the byte. Return -1. */
int json_fail(struct json_reader *json, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Convert the last token, decimal microseconds (possibly in a string), to
 * nanoseconds, rounded. For a negative time, set *negative and drop the sign;
 * if `negative` is NULL, it is an error. `what` is for the message. Return 0 or
 * -1. */
int json_time(struct json_reader *json, const char *what, uint64_t *ns,
              bool *negative);
/* json_is_word() returns whether a text is true, false, null, or a word for a
 * value that is not a number. */
bool json_is_number(const char *text);
bool json_is_word(const char *text);
/* Functions for the last token (json-identity.c). */
/* Return whether the last token is a string or a number. */
bool json_is_text(const struct json_reader *json);
/* Copy the text of the token, truncated between characters to @p room bytes; ""
 * for other tokens. */
void json_copy(char *to, size_t room, const struct json_reader *json);
/* Return the token's number, even if it is in a string. For any other string,
 * return a hash, and store the text in text[]. */
int64_t json_identity(const struct json_reader *json, char text[64]);
uint64_t json_hash(uint64_t seed, const char *text);
/* Hash the token: "0x10", "16" and 16 have the same hash. */
uint64_t json_id_hash(uint64_t seed, const struct json_reader *json);

bool json_true(const struct json_reader *json);

#endif
