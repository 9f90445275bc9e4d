/* A hidden folder in which files are made before they take their places. */
#ifndef WEFT_TOOLS_STAGE_H
#define WEFT_TOOLS_STAGE_H

#include <dirent.h>
#include <stdbool.h>
#include <weft/error.h>

struct stage {
    const char *folder; /* where the files go in the end; borrowed */
    char *path;         /* where they are until then */
    DIR *hidden;        /* the same, open and locked as long as it is used */
    bool created;       /* the folder was not there before */
};

/* Create the folder if need be, and the hidden one in it; remove hidden ones
 * that a killed run of ours left. 0, or -1 with text. */
int stage_open(struct stage *stage, const char *folder, struct weft_error *err);
/* "FOLDER/NAME", to be freed. NULL: no memory. */
char *stage_name(const char *folder, const char *name);
/* Put a file in its place; what was there is kept until stage_close. 0, or -1
 * with text and nothing changed. */
int stage_place(const struct stage *stage, const char *name,
                struct weft_error *err);
/* Take what is in a file's place away, if anything is, and keep it. The same
 * results. */
int stage_withdraw(const struct stage *stage, const char *name,
                   struct weft_error *err);
/* Undo either. */
void stage_restore(const struct stage *stage, const char *name);
/* Remove what has not been placed, the hidden folder, and the folder itself
 * if it was created and is empty. */
void stage_close(struct stage *stage);

#endif
