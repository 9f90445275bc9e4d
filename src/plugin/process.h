/* Execution of other programs. */
#ifndef WEFT_SRC_PLUGIN_PROCESS_H
#define WEFT_SRC_PLUGIN_PROCESS_H

#include <stddef.h>
#include <weft/error.h>

#define WORDS_MAX 64

/* A command line under construction: program and arguments. */
struct words {
    char *word[WORDS_MAX + 1]; /* [count] owned; then NULL */
    int count;
    int failed; /* too many words or no memory; process_run() reports it */
};

void words_add(struct words *words, const char *word);
/* Split a text at blanks that are not escaped by a backslash, and add the
 * words. */
void words_split(struct words *words, const char *text);
void words_free(struct words *words);

/* Run a program found in PATH, with empty standard input and the standard error
 * of this process. If `output` is not NULL, *output is set to the program's
 * output, *length bytes and a NUL, which the caller frees. Returns the exit
 * status (128 + N after signal N), or -1 with WEFT_ERROR_SYSTEM (the program
 * cannot be run, or its exit status is lost) or WEFT_ERROR_MEMORY. */
int process_run(struct words *words, char **output, size_t *length,
                struct weft_error *err);

#endif
