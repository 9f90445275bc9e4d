/* Pictures in the format that the file name implies. */
#ifndef WEFT_TOOLS_PICTURE_H
#define WEFT_TOOLS_PICTURE_H

#include <weft/error.h>

/* Write SVG to a file ("-": standard output), converted by rsvg-convert if the
 * name ends in .pdf or .png. Returns 0, or -1 with an error and no file. */
int picture_write(const char *target, const char *svg, struct weft_error *err);

#endif
