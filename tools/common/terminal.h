/* Output to terminals. */
#ifndef WEFT_TOOLS_TERMINAL_H
#define WEFT_TOOLS_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* Return the number of characters per line: $COLUMNS, or the width of the
 * terminal; 0 for a pipe or a file. */
int terminal_columns(FILE *out);
/* Return whether the output may be coloured: not in a pipe, nor with NO_COLOR
 * or TERM=dumb. */
bool terminal_colour(FILE *out);
/* Return the number of bytes of the first character, 1 if it is invalid. Sets
 * *plain if it is valid and not a control character. */
size_t plain_length(const char *text, bool *plain);
/* Copy as many whole characters as fit. */
void copy_whole(char *to, size_t size, const char *text);
/* Print text from a file or a file name, with '?' in place of invalid and
 * control characters. */
void print_plain(const char *text, FILE *out);
/* Like fprintf(), with '?' in place of invalid and control characters except
 * line ends. */
void print_plainly(FILE *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Print a line; on a narrow terminal, wrap it with continuation lines indented
 * by `indent` characters. */
void print_wrapped(const char *text, int indent, FILE *out);

/* Return a line-buffered stream to `out` with the filter of print_plainly();
 * NULL if memory is short. */
FILE *plain_stream(FILE *out);

#endif
