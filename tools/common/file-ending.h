/* Checks of file extensions. */
#ifndef WEFT_TOOLS_FILE_ENDING_H
#define WEFT_TOOLS_FILE_ENDING_H

#include <argp.h>
#include <stdbool.h>

/* Return whether this is the name of an experiment file. */
bool is_experiment_file(const char *name);

/* Report misuse and exit if the file extension belongs to another kind of file
 * than the one to be written.
 *
 * what  the kind of file: "a picture"
 * own   its extensions, then NULL; unknown extensions are accepted, too */
void refuse_ending(const struct argp_state *state, const char *name,
                   const char *what, const char *const own[]);

/* Report misuse and exit if a trace has the file extension of a picture. */
void refuse_picture(const struct argp_state *state, const char *target);

/* File extensions of pictures, then NULL. */
extern const char *const picture_endings[];

#endif
