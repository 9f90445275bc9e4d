/* Moving the files of an experiment to their places.
 *
 * The new manifest in the hidden folder means that all files are complete and
 * must be placed. The old manifest is withdrawn first, so that no manifest ever
 * lists a mixture of old and new files. The new one is placed last, which
 * completes the operation. If a file cannot be placed, the new manifest is
 * renamed and becomes the journal of what must be undone. The next run
 * therefore knows from the hidden folder of a killed run what to do: with a
 * manifest, continue; with a journal, undo; otherwise, nothing. */
#include "experiment/placing.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* journal of what to undo; an old file NAME is kept as .NAME */
#define JOURNAL "..undo"

static bool placing_is_there(const struct stage *stage, const char *name)
{
    char *path = stage_name(stage->path, name);
    bool there = path && access(path, F_OK) == 0;
    free(path);
    return there;
}

/* Rename the manifest to the journal, or remove the journal. */
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

/* The journal is removed last: while it exists, the files in the hidden folder
 * are valid. */
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

/* Return whether a run that was killed had already placed the file. */
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
    struct weft_error other; /* only the first error is reported */
    if (status)
        stage->needed = write_journal(stage, true) != 0 ||
                        placing_undo(stage, manifest, &other) != 0;
    return status;
}

/* ---- a hidden folder that was left behind -------------------------------- */

/* Return whether all entries have plain names. The hidden folder may come from
 * somebody else and must not move files elsewhere. */
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
    else if (!manifest->planned) /* on failure, all changes are undone */
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
