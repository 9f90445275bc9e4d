/* The names of files that are not whole yet, for a signal that ends the program
 * to remove (weft_files_abandon()). Any thread may call. */
#ifndef WEFT_SRC_TRACE_IO_PLACE_NAMES_H
#define WEFT_SRC_TRACE_IO_PLACE_NAMES_H

/* A name too many or too long stays behind then; that is all. */
void place_name_add(const char *path);
/* Nothing if it is not listed. */
void place_name_remove(const char *path);

#endif
