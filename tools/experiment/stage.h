/* A hidden folder in which files are made before they are placed. */
#ifndef WEFT_TOOLS_EXPERIMENT_STAGE_H
#define WEFT_TOOLS_EXPERIMENT_STAGE_H

#include <dirent.h>
#include <stdbool.h>
#include <weft/error.h>

struct stage {
    const char *folder; /* destination of the files; borrowed */
    char *path;         /* path of the hidden folder */
    DIR *hidden;        /* the hidden folder, open and locked while in use */
    bool created;       /* the folder did not exist before */
    bool needed; /* the hidden folder has files that could not be restored */
};

/* Complete or undo a hidden folder of a killed run. Returns 0, or -1 with an
 * error. The folder is then removed unless it is needed. */
typedef int stage_mender(struct stage *left, struct weft_error *err);
/* Call `mend` for the hidden folders of killed runs in `folder` and remove
 * them; those of running processes are locked. Returns 0, or -1 with an
 * error. */
int stage_mend(const char *folder, stage_mender *mend, struct weft_error *err);
/* Create the folder, if necessary, and a hidden folder in it. Returns 0, or -1
 * with an error. */
int stage_open(struct stage *stage, const char *folder, struct weft_error *err);
/* Return "FOLDER/NAME", which the caller frees; NULL if memory is short. */
char *stage_name(const char *folder, const char *name);
/* Replace a file atomically (if the file system supports links); the old one
 * is kept until stage_close(). Returns 0, or -1 with an error and nothing
 * changed. */
int stage_place(const struct stage *stage, const char *name,
                struct weft_error *err);
/* Remove a file from its place, if it exists, and keep it. Returns as
 * stage_place(). */
int stage_withdraw(const struct stage *stage, const char *name,
                   struct weft_error *err);
/* Undo stage_place() or stage_withdraw(), also if it was not done or is already
 * undone. Return as stage_place(). */
int stage_unplace(const struct stage *stage, const char *name,
                  struct weft_error *err);
int stage_bring_back(const struct stage *stage, const char *name,
                     struct weft_error *err);
/* Rename the hidden folder to "FOLDER/NAME", which must be empty or missing.
 * Returns as stage_place(); after success there is nothing to close. */
int stage_leave(struct stage *stage, const char *name, struct weft_error *err);
/* Remove the files that were not placed, the hidden folder, and the folder
 * itself if it was created and is empty. */
void stage_close(struct stage *stage);

#endif
