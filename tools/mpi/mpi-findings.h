/* The report of `weft mpi`: text, lines for editors (--lines), or a file for
 * other programs (--sarif). */
#ifndef WEFT_TOOLS_MPI_FINDINGS_H
#define WEFT_TOOLS_MPI_FINDINGS_H

#include "mpi/mpi-arguments.h"

/* Begin a report in the form that the arguments select. */
void mpi_findings_open(const struct mpi_arguments *arguments);
/* Report the findings of a run, each after the words `how`. Unless `warns`,
 * warnings are omitted, because an earlier run has reported them. */
void mpi_findings_add(struct weft_mpi_outcome *outcome, const char *how,
                      bool warns);
/* Report an error that has no location. */
void mpi_findings_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
/* Add a sentence about the latest errors. */
void mpi_findings_note(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
/* Print a sentence about the runs; nothing with --lines. */
void mpi_findings_say(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
/* Report the end of the process by `text`, whose lines end with newlines, at a
 * location ("ring.c:17"; empty: unknown) in such a line, of at most `size`
 * bytes. For signal handlers. */
void mpi_findings_last(const char *text, const char *where, char *line,
                       size_t size);
/* Print the lines and write the file. Returns the status, or another one if it
 * could not be written. */
int mpi_findings_close(int status);

#endif
