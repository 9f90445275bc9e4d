/* What the ending of a name promises. */
#ifndef WEFT_TOOLS_FILE_ENDING_H
#define WEFT_TOOLS_FILE_ENDING_H

#include <argp.h>
#include <stdbool.h>

/* Is it the name of an experiment file? */
bool is_experiment_file(const char *name);

/* Does the name end as that of another kind of file than what will be written?
 * Then that is a mistake of the command line, and the program ends.
 *
 * what  "a picture"
 * own   endings that are right, and NULL; other names are right, too */
void refuse_ending(const struct argp_state *state, const char *name,
                   const char *what, const char *const own[]);

/* The target of a trace: one that ends as a picture does is a mistake, too. */
void refuse_picture(const struct argp_state *state, const char *target);

/* Of pictures. */
extern const char *const picture_endings[];

#endif
