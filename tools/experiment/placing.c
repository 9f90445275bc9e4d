/* How the files of an experiment take their places.
 *
 * In the hidden folder the new manifest says that all files are made and are
 * to be placed. The old manifest is withdrawn first: none ever tells of files
 * that are half old, half new. The new one is placed last; with it all is done.
 * If a file cannot be placed, the new manifest gets another name, the journal
 * of what is to be undone. So whoever finds the hidden folder of a killed run
 * knows what is left to do: with a manifest, go on; with a journal, undo; with
 * neither, nothing. */
#include "experiment/placing.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define JOURNAL "..undo" /* what is kept of NAME is called .NAME */

static bool placing_is_there(const struct stage *stage, const char *name)
{
    char *path = stage_name(stage->path, name);
    bool there = path && access(path, F_OK) == 0;
    free(path);
    return there;
}

/* The manifest becomes the journal, or the journal ends. */
static int write_journal(const struct stage *stage, bool begins)
{
    char *manifest = stage_name(stage->path, MANIFEST_NAME);
    char *journal = stage_name(stage->path, JOURNAL);
    int status = -1;
    if (manifest && journal)
        status = begins ? rename(manifest, journal) : unlink(journal);
    free(manifest);
    free(journal);
    return status;
}

/* The last two lines in this order: while there is a journal, the files in the
 * hidden folder count. */
static int placing_undo(const struct stage *stage,
                        const struct manifest *manifest, struct weft_error *err)
{
    int status = 0;
    for (size_t i = 0; i < manifest->entries; i++)
        if (stage_unplace(stage, manifest->entry[i].name, err))
            status = -1;
    if (stage_bring_back(stage, MANIFEST_NAME, err))
        status = -1;
    if (!status && write_journal(stage, false))
        status = weft_error_system(err, errno, 0, "'%.200s': %s", stage->path,
                                   strerror(errno));
    return status;
}

/* It is in its place already, as a run that was killed has put it there. */
static bool is_placed(const struct stage *stage, const struct entry *entry)
{
    struct digest digest;
    struct weft_error err;
    if (placing_is_there(stage, entry->name))
        return false;
    char *path = stage_name(stage->folder, entry->name);
    bool placed = path && digest_file(path, &digest, &err) == 0 &&
                  digest_equal(&digest, &entry->digest);
    free(path);
    return placed;
}

int place_files(struct stage *stage, const struct manifest *manifest,
                struct weft_error *err)
{
    int status = stage_withdraw(stage, MANIFEST_NAME, err);
    for (size_t i = 0; !status && i < manifest->entries; i++)
        if (!is_placed(stage, &manifest->entry[i]))
            status = stage_place(stage, manifest->entry[i].name, err);
    if (!status)
        status = stage_place(stage, MANIFEST_NAME, err);
    struct weft_error other; /* the first reason counts */
    if (status)
        stage->needed = write_journal(stage, true) != 0 ||
                        placing_undo(stage, manifest, &other) != 0;
    return status;
}

/* ---- a hidden folder that was left behind -------------------------------- */

/* Somebody may have packed it: it does not move files elsewhere. */
static bool is_ours(const struct manifest *manifest)
{
    bool ours = true;
    for (size_t i = 0; i < manifest->entries; i++) {
        const char *name = manifest->entry[i].name;
        ours = ours && *name != '.' && !strchr(name, '/');
    }
    return ours;
}

static int placing_go_on(struct stage *left, const struct manifest *manifest,
                         bool undoes, struct weft_error *err)
{
    if (undoes)
        left->needed = placing_undo(left, manifest, err) != 0;
    else if (!manifest->planned) /* what cannot be placed is undone */
        place_files(left, manifest, err);
    return left->needed ? -1 : 0;
}

static int mend(struct stage *left, struct weft_error *err)
{
    struct manifest manifest;
    bool undoes = placing_is_there(left, JOURNAL);
    char *path = stage_name(left->path, undoes ? JOURNAL : MANIFEST_NAME);
    int status = 0;
    if (!path) {
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    } else if (manifest_read(&manifest, path, err) == 0) {
        if (is_ours(&manifest))
            status = placing_go_on(left, &manifest, undoes, err);
        manifest_finish(&manifest);
    } else if (err->system != ENOENT && err->kind != WEFT_ERROR_FORMAT) {
        status = -1;
    }
    left->needed = status != 0;
    free(path);
    return status;
}

int finish_placing(const char *folder, struct weft_error *err)
{
    return stage_mend(folder, mend, err);
}
