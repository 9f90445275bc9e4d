/* A hidden folder in which files are made before they take their places. */
#ifndef WEFT_TOOLS_STAGE_H
#define WEFT_TOOLS_STAGE_H

#include <stdbool.h>
#include <weft/error.h>

struct stage {
    const char *folder; /* where the files go in the end; borrowed */
    char *path;         /* where they are until then */
    bool created;       /* the folder was not there before */
};

/* Create the folder if need be, and the hidden one in it. 0, or -1 with
 * errno and text. */
int stage_open(struct stage *stage, const char *folder, struct weft_error *err);
/* "FOLDER/NAME", to be freed. NULL: no memory. */
char *stage_name(const char *folder, const char *name);
/* Put a file in its place. 0, or -1 with errno and text. */
int stage_place(const struct stage *stage, const char *name,
                struct weft_error *err);
/* Remove what has not been placed, the hidden folder, and the folder itself
 * if it was created and is empty. */
void stage_close(struct stage *stage);

#endif
