/* Other programs: run one, wait for its end. */
#ifndef WEFT_SRC_PLUGIN_PROCESS_H
#define WEFT_SRC_PLUGIN_PROCESS_H

#include <stddef.h>
#include <weft/error.h>

#define WORDS_MAX 64

/* A command line being put together: program and arguments. */
struct words {
    char *word[WORDS_MAX + 1]; /* [count], owned, then NULL */
    int count;
    int failed; /* no room or no memory: process_run() says so */
};

void words_add(struct words *words, const char *word);
/* Each of the words that blanks separate, but those behind a backslash. */
void words_split(struct words *words, const char *text);
void words_free(struct words *words);

/* Run a program that the PATH finds. Standard error is this process's own,
 * standard input is empty.
 *
 * output  NULL: what it prints is not wanted; else filled with text, to be
 *         freed, of `*length` bytes and a NUL
 * Returns its exit status (128 + N after signal N), or -1 with
 * WEFT_ERROR_SYSTEM (it cannot be run, or how it ended is not told), or
 * WEFT_ERROR_MEMORY. */
int process_run(struct words *words, char **output, size_t *length,
                struct weft_error *err);

#endif
