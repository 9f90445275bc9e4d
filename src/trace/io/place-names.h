/* The names of incomplete files, which are removed if a signal ends the program
 * (weft_files_abandon()). Any thread may call these functions. */
#ifndef WEFT_SRC_TRACE_IO_PLACE_NAMES_H
#define WEFT_SRC_TRACE_IO_PLACE_NAMES_H

/* Add the name of a file to remove after a signal, unless the table is full or
 * the name too long. */
void place_name_add(const char *path);
/* Remove the name from the table. Do nothing if it is not there. */
void place_name_remove(const char *path);

#endif
