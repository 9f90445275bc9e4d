/* What a terminal can show. */
#ifndef WEFT_TOOLS_TERMINAL_H
#define WEFT_TOOLS_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* Characters in a line: what COLUMNS says, else what the terminal says; 0 if
 * nobody says (a pipe, a file). */
int terminal_columns(FILE *out);
/* Are colours welcome? Never in a pipe; NO_COLOR and TERM=dumb say no. */
bool terminal_colour(FILE *out);
/* Bytes of the character that a text begins with, 1 if it is none; *plain: it
 * is one, and does not control the terminal. */
size_t plain_length(const char *text, bool *plain);
/* As much of a text as fits, cut between two characters. */
void copy_whole(char *to, size_t size, const char *text);
/* Print text that comes from a file, or names one: what is no character, or
 * one that would control the terminal, as '?'. */
void print_plain(const char *text, FILE *out);
/* As fprintf() for lines that hold such text: only their ends control the
 * terminal. */
void print_plainly(FILE *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A line that continues below itself, `indent` characters from the left, where
 * a terminal has not as many columns. */
void print_wrapped(const char *text, int indent, FILE *out);

/* A stream for those who know nothing of this: what is written to it is printed
 * to `out` in the same way, a line at a time. NULL: no memory. */
FILE *plain_stream(FILE *out);

#endif
