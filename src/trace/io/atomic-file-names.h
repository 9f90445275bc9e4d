/* The names of incomplete files, which are removed if a signal ends the program
 * (weft_files_abandon()). Any thread may call these functions. */
#ifndef WEFT_SRC_TRACE_IO_ATOMIC_FILE_NAMES_H
#define WEFT_SRC_TRACE_IO_ATOMIC_FILE_NAMES_H

/* Add the name of a file to be removed after a signal. Does nothing if the
 * table is full or the name too long. */
void atomic_file_name_add(const char *path);
/* Remove the name from the table, if it is there. */
void atomic_file_name_remove(const char *path);

#endif
