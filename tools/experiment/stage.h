/* A hidden folder in which files are made before they take their places. */
#ifndef WEFT_TOOLS_EXPERIMENT_STAGE_H
#define WEFT_TOOLS_EXPERIMENT_STAGE_H

#include <dirent.h>
#include <stdbool.h>
#include <weft/error.h>

struct stage {
    const char *folder; /* where the files go in the end; borrowed */
    char *path;         /* where they are until then */
    DIR *hidden;        /* the same, open and locked as long as it is used */
    bool created;       /* the folder was not there before */
    bool needed;        /* files are in it that could not be put back */
};

/* What becomes of a hidden folder of ours whose run was killed: 0 or -1 with
 * text; then it is removed unless it is needed. */
typedef int stage_mender(struct stage *left, struct weft_error *err);
/* Mend and remove those in `folder`; living runs have locked theirs. 0, or -1
 * with text. */
int stage_mend(const char *folder, stage_mender *mend, struct weft_error *err);
/* Create the folder if need be, and the hidden one in it. 0, or -1 with text.
 */
int stage_open(struct stage *stage, const char *folder, struct weft_error *err);
/* "FOLDER/NAME", to be freed. NULL: no memory. */
char *stage_name(const char *folder, const char *name);
/* Put a file in its place, in which there is always one, the old or the new
 * (if the file system knows links); the old one is kept until stage_close. 0,
 * or -1 with text and nothing changed. */
int stage_place(const struct stage *stage, const char *name,
                struct weft_error *err);
/* Take what is in a file's place away, if anything is, and keep it. The same
 * results. */
int stage_withdraw(const struct stage *stage, const char *name,
                   struct weft_error *err);
/* Undo either, also if it was not done, or has been undone. The same results.
 */
int stage_unplace(const struct stage *stage, const char *name,
                  struct weft_error *err);
int stage_bring_back(const struct stage *stage, const char *name,
                     struct weft_error *err);
/* The hidden folder becomes "FOLDER/NAME", which is empty or not there. The
 * same results; after success there is nothing to close. */
int stage_leave(struct stage *stage, const char *name, struct weft_error *err);
/* Remove what has not been placed, the hidden folder, and the folder itself
 * if it was created and is empty. */
void stage_close(struct stage *stage);

#endif
