/* Writes OTF2 archives, which are folders. */
#include "archive.h"

#include "base/base.h"
#include "converter.h"
#include "trace/io/atomic-file.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct archive {
    char *target;
    char *beside; /* temporary name of the folder; NULL: the folder has not been
                     created */
};

/* Return the folder of a path, without slashes at the end and without the name
 * of the anchor file. */
static char *archive_folder(const char *path)
{
    static const char anchor[] = "/" ARCHIVE_ANCHOR;
    size_t length = strlen(path), cut = sizeof anchor - 1;
    if (!strcmp(path, ARCHIVE_ANCHOR))
        return strdup(".");
    if (length > cut && !strcmp(path + length - cut, anchor))
        length -= cut;
    while (length > 1 && path[length - 1] == '/')
        length--;
    return strndup(path, length);
}

/* Check in advance whether the folder can be created, not only when the trace
 * is complete. Return 0, or -1 with err. */
static int archive_check(const char *path, const char *target,
                         struct weft_error *err)
{
    struct stat status;
    const char *slash = strrchr(target, '/');
    if (!strcmp(target, "-"))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "an OTF2 archive is a folder; write otf2:FOLDER");
    if (!lstat(target, &status))
        return weft_error_system(err, EEXIST, 0,
                                 "cannot write '%s': '%s' exists; an OTF2 "
                                 "archive needs a new folder",
                                 path, target);
    char *parent =
        slash ? strndup(target, (size_t)(slash + 1 - target)) : strdup(".");
    int code = parent && !access(parent, W_OK | X_OK) ? 0 : errno;
    free(parent);
    if (code)
        return weft_error_system(err, code, 0, "cannot write '%s': %s", path,
                                 strerror(code));
    char *module = converter_module(CONVERTER_WRITE, path, err);
    free(module);
    return module ? 0 : -1;
}

struct archive *archive_create(const char *path, struct weft_error *err)
{
    struct archive *archive = calloc(1, sizeof *archive);
    if (archive)
        archive->target = archive_folder(path);
    if (!archive || !archive->target)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for an archive");
    else if (!archive_check(path, archive->target, err))
        return archive;
    archive_destroy(archive);
    return NULL;
}

int archive_convert(struct archive *archive, int fd, struct weft_error *err)
{
    if (archive->beside) /* the archive has already been converted */
        return 0;
    archive->beside = atomic_file_make_name(archive->target);
    if (!archive->beside)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (mkdir(archive->beside, 0777)) {
        int code = errno;
        free(archive->beside);
        archive->beside = NULL;
        return weft_error_system(err, code, 0, "cannot write '%s': %s",
                                 archive->target, strerror(code));
    }
    return lseek(fd, 0, SEEK_SET) < 0
               ? weft_error_system(err, errno, 0, "%s", strerror(errno))
               : converter_run(CONVERTER_WRITE, archive->target,
                               archive->beside, fd, NULL, err);
}

int archive_take(struct archive *archive, struct weft_error *err)
{
    if (rename(archive->beside, archive->target))
        return weft_error_system(err, errno, 0, "cannot write '%s': %s",
                                 archive->target, strerror(errno));
    free(archive->beside);
    archive->beside = NULL;
    return 0;
}

static int archive_remove(const char *path, const struct stat *status, int kind,
                          struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

void archive_destroy(struct archive *archive)
{
    if (!archive)
        return;
    if (archive->beside)
        nftw(archive->beside, archive_remove, 8, FTW_DEPTH | FTW_PHYS);
    free(archive->beside);
    free(archive->target);
    free(archive);
}

char *archive_anchor(const char *path)
{
    struct stat status;
    if (stat(path, &status) || !S_ISDIR(status.st_mode))
        return NULL;
    char *anchor = format_text("%s/" ARCHIVE_ANCHOR, path);
    if (anchor && !access(anchor, F_OK))
        return anchor;
    free(anchor);
    return NULL;
}
