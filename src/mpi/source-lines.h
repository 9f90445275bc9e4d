/* Source lines of addresses in the program, found by addr2line; private to
 * src/mpi. */
#ifndef WEFT_SRC_MPI_SOURCE_LINES_H
#define WEFT_SRC_MPI_SOURCE_LINES_H

#include "mpi/load.h"

struct source_line {
    /* its program, and in that the program itself or a private library */
    const struct program_copies *program;
    int file;
    unsigned long offset; /* offset of the address in that file */
    char where[240];      /* "ring.c:17", or "ring+0x1234" */
    char path[400];       /* the same with its folder; empty: unknown */
    char function[80];    /* "main"; empty: unknown */
};

/* Prepare lines_find() before a run, and release what it uses. */
void lines_open(void);
void lines_close(void);

/* Return the copy that contains an address, or -1. */
int lines_copy_of(const struct program_copies *copies, const void *address);
/* Set the file and the offset of an address that is in a copy. Returns false if
 * it is not. */
bool lines_locate(const struct program_copies *copies, int copy,
                  const void *address, struct source_line *line);
/* Find the lines of [count] addresses, whose file and offset are set. Safe in
 * signal handlers: allocates nothing and takes no lock. */
void lines_find(const struct program_copies *copies, struct source_line *line,
                int count);
/* Find the line of one address, which is probably in the copy `likely`;
 * repeated queries are answered from a cache. Not for signal handlers. The
 * result is valid until the next call. */
const struct source_line *lines_of(const struct program_copies *copies,
                                   int likely, const void *address);
/* Keep a line that lines_find() has found, as lines_of() does. */
const struct source_line *lines_keep(const struct source_line *line);
/* Find the first line in `*text` that was kept since lines_open(), and advance
 * `*text` behind it. Returns NULL if there is none; otherwise the result is
 * valid until the next call of lines_of(). */
const struct source_line *lines_mentioned(const char **text);

#endif
