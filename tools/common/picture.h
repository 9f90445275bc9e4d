/* Pictures in the form that the name of their file asks for. */
#ifndef WEFT_TOOLS_PICTURE_H
#define WEFT_TOOLS_PICTURE_H

#include <weft/error.h>

/* Write the SVG to a file ("-": standard output), or make PDF or PNG of it
 * first if the name ends in .pdf or .png: with rsvg-convert, if that is
 * installed. 0, or -1 with text and no file. */
int picture_write(const char *target, const char *svg, struct weft_error *err);

#endif
