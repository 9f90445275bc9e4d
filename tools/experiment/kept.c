/* Files that an interrupted experiment had finished. */
#include "experiment/kept.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/network.h>
#include <weft/plugin.h>

static char *kept_name(const char *folder, const char *name)
{
    char *path;
    return asprintf(&path, "%s/" KEPT_FOLDER "/%s", folder, name) < 0 ? NULL
                                                                      : path;
}

/* Read the manifest. Returns 0 if it is that of an interrupted run. */
static int read_kept(struct manifest *kept, const char *folder)
{
    struct weft_error err;
    char *path = kept_name(folder, MANIFEST_NAME);
    int status = path ? manifest_read(kept, path, &err) : -1;
    free(path);
    if (!status && !kept->planned) {
        manifest_finish(kept);
        return -1;
    }
    return status;
}

static void remove_file(const char *folder, const char *name)
{
    char *path = strchr(name, '/') ? NULL : kept_name(folder, name);
    if (path)
        unlink(path);
    free(path);
}

void kept_remove(const char *folder)
{
    struct manifest kept;
    if (read_kept(&kept, folder))
        return;
    for (size_t i = 0; i < kept.entries; i++)
        remove_file(folder, kept.entry[i].name);
    remove_file(folder, MANIFEST_NAME);
    char *path = stage_name(folder, KEPT_FOLDER);
    if (path)
        rmdir(path); /* fails if the folder contains other files */
    free(path);
    manifest_finish(&kept);
}

/* ---- keeping ------------------------------------------------------------- */

/* Remove files that were unfinished at the interruption. */
static void remove_others(const char *folder, struct manifest *manifest)
{
    char *path = stage_name(folder, KEPT_FOLDER);
    DIR *dir = path ? opendir(path) : NULL;
    for (struct dirent *entry; dir && (entry = readdir(dir));)
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") &&
            strcmp(entry->d_name, MANIFEST_NAME) &&
            !manifest_find(manifest, entry->d_name))
            remove_file(folder, entry->d_name);
    if (dir)
        closedir(dir);
    free(path);
}

int kept_leave(struct stage *stage, struct manifest *manifest, uint64_t planned,
               struct weft_error *err)
{
    manifest->planned = planned;
    char *path = stage_name(stage->path, MANIFEST_NAME);
    int status = path ? manifest_write(manifest, path, err)
                      : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    free(path);
    if (status)
        return status;
    kept_remove(stage->folder);
    status = stage_leave(stage, KEPT_FOLDER, err);
    if (!status)
        remove_others(stage->folder, manifest);
    return status;
}

/* ---- going on ------------------------------------------------------------ */

void kept_find(struct manifest *kept, const char *folder,
               const struct manifest *now)
{
    *kept = (struct manifest){0};
    if (read_kept(kept, folder))
        return;
    if (strcmp(kept->version, now->version) != 0 ||
        strcmp(kept->experiment, now->experiment) != 0 ||
        !digest_equal(&kept->digest, &now->digest))
        manifest_finish(kept);
}

/* Return whether the value of a setting names a file: data, a network or a
 * plug-in. */
static bool kept_names_file(const char *setting, const char *word)
{
    return !strcmp(setting, "data") || weft_is_plugin(word) ||
           weft_network_reads_file(word);
}

/* Return whether the item reads other files, which may have changed
 * meanwhile. */
static bool reads_files(const struct weft_item *item)
{
    bool reads =
        item->schedule || item->goal ||
        (item->experiment.problem && weft_is_plugin(item->experiment.problem));
    for (size_t i = 0; i < item->parameters; i++)
        reads = reads || kept_names_file(item->parameter[i].key,
                                         item->parameter[i].value);
    for (size_t i = 0; i < item->ranges; i++)
        for (size_t k = 0; k < item->range[i].values; k++)
            reads = reads || kept_names_file(item->range[i].setting,
                                             item->range[i].value[k]);
    return reads;
}

static bool kept_take_one(struct manifest *kept, const struct stage *stage,
                          const char *name)
{
    struct digest now;
    struct weft_error err;
    const struct entry *entry = manifest_find(kept, name);
    char *from = entry ? kept_name(stage->folder, name) : NULL;
    char *to = from ? stage_name(stage->path, name) : NULL;
    bool taken = to && digest_file(from, &now, &err) == 0 &&
                 digest_equal(&now, &entry->digest) && link(from, to) == 0;
    free(from);
    free(to);
    return taken;
}

bool kept_take(struct manifest *kept, const struct stage *stage,
               const struct weft_item *item)
{
    bool taken = kept->entries > 0 && !reads_files(item);
    for (size_t i = 0; taken && i < item->outputs; i++)
        taken = kept_take_one(kept, stage, item->output[i].file);
    return taken;
}
