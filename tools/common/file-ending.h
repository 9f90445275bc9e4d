/* Checks of file name endings. */
#ifndef WEFT_TOOLS_FILE_ENDING_H
#define WEFT_TOOLS_FILE_ENDING_H

#include <argp.h>
#include <stdbool.h>

/* Return whether this is the name of an experiment file. */
bool is_experiment_file(const char *name);

/* Report misuse and exit if the ending of the name belongs to another kind of
 * file than the one to be written.
 *
 * what  the kind of file: "a picture"
 * own   its endings, then NULL; unknown endings are accepted, too */
void refuse_ending(const struct argp_state *state, const char *name,
                   const char *what, const char *const own[]);

/* Report misuse and exit if a trace's name ends like that of a picture. */
void refuse_picture(const struct argp_state *state, const char *target);

/* File name endings of pictures, then NULL. */
extern const char *const picture_endings[];

#endif
