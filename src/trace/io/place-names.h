/* The names of incomplete files, which are removed if a signal ends the program
 * (weft_files_abandon()). Any thread may call these functions. */
#ifndef WEFT_SRC_TRACE_IO_PLACE_NAMES_H
#define WEFT_SRC_TRACE_IO_PLACE_NAMES_H

/* If the table is full or the name too long, the file is not removed after a
 * signal. */
void place_name_add(const char *path);
/* Does nothing if the name is not listed. */
void place_name_remove(const char *path);

#endif
