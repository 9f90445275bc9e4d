/* Staging: files are placed only when all are complete. */
#include "experiment/stage.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Set the error for an errno value `code`. */
static int stage_cannot(const char *what, const char *name, int code,
                        struct weft_error *err)
{
    return weft_error_system(err, code, 0, "cannot %s '%.200s': %s", what, name,
                             strerror(code));
}

char *stage_name(const char *folder, const char *name)
{
    char *path;
    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

/* ---- the hidden folder ---- */

#define PREFIX ".weft-work-"
#define LETTERS "XXXXXX" /* letters that mkdtemp() replaces */

/* Return whether this is the name of a hidden folder; the prefix alone is not
 * enough. */
static bool is_hidden_name(const char *name)
{
    return strlen(name) == strlen(PREFIX LETTERS) &&
           strncmp(name, PREFIX, strlen(PREFIX)) == 0;
}

/* Remove a folder with its files. It is already open, so that nothing more is
 * needed from the system. */
static void remove_all(DIR *dir, const char *folder)
{
    rewinddir(dir);
    for (struct dirent *entry; (entry = readdir(dir));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlinkat(dirfd(dir), entry->d_name, 0);
    rmdir(folder);
}

/* Open and lock a hidden folder. Returns NULL if it belongs to another user, is
 * in use or contains folders, which hidden folders never do. */
static DIR *lock_folder(const char *path)
{
    struct stat status;
    DIR *dir = NULL;
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &status) == 0 && status.st_uid == geteuid() &&
        status.st_nlink <= 2 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        dir = fdopendir(fd);
    if (fd >= 0 && !dir)
        close(fd);
    return dir;
}

int stage_mend(const char *folder, stage_mender *mend, struct weft_error *err)
{
    int status = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; !status && dir && (entry = readdir(dir));) {
        if (!is_hidden_name(entry->d_name))
            continue;
        struct stage left = {.folder = folder,
                             .path = stage_name(folder, entry->d_name)};
        left.hidden = left.path ? lock_folder(left.path) : NULL;
        if (left.hidden) {
            status = mend(&left, err);
            if (!left.needed)
                remove_all(left.hidden, left.path);
            closedir(left.hidden);
        }
        free(left.path);
    }
    if (dir)
        closedir(dir);
    return status;
}

int stage_open(struct stage *stage, const char *folder, struct weft_error *err)
{
    *stage = (struct stage){.folder = folder};
    if (mkdir(folder, 0777) == 0)
        stage->created = true;
    else if (errno != EEXIST)
        return stage_cannot("create the folder", folder, errno, err);
    char *path = stage_name(folder, PREFIX LETTERS);
    bool made = path && mkdtemp(path);
    int code = path ? errno : ENOMEM; /* the error if no folder was created */
    if (made)
        stage->hidden = lock_folder(path);
    if (made && !stage->hidden) /* the file system does not support locks */
        stage->hidden = opendir(path);
    if (made && !stage->hidden)
        code = errno;
    if (stage->hidden) {
        stage->path = path;
        return 0;
    }
    int status = stage_cannot("write in the folder", folder, code, err);
    if (made)
        rmdir(path);
    free(path);
    stage_close(stage);
    return status;
}

void stage_close(struct stage *stage)
{
    if (stage->hidden) {
        if (!stage->needed)
            remove_all(stage->hidden, stage->path);
        closedir(stage->hidden);
    }
    free(stage->path);
    if (stage->created)
        rmdir(stage->folder); /* fails if the folder is not empty */
    *stage = (struct stage){0};
}

int stage_leave(struct stage *stage, const char *name, struct weft_error *err)
{
    char *path = stage_name(stage->folder, name);
    int status =
        path ? 0 : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (path && rename(stage->path, path))
        status = stage_cannot("keep files in", path, errno, err);
    free(path);
    return status;
}

/* ---- a file and its place ---- */

struct stage_names {
    char *from, *to;
    char *kept; /* path of the old file in the hidden folder; names of outputs
                   never begin with '.' */
};

static void stage_names_finish(struct stage_names *names)
{
    free(names->from);
    free(names->to);
    free(names->kept);
}

static int names_make(struct stage_names *names, const struct stage *stage,
                      const char *name)
{
    names->from = stage_name(stage->path, name);
    names->to = stage_name(stage->folder, name);
    names->kept = asprintf(&names->kept, "%s/.%s", stage->path, name) < 0
                      ? NULL
                      : names->kept;
    return names->from && names->to && names->kept ? 0 : -1;
}

/* Keep the existing file under its kept name: as a link, so that it stays in
 * place, or by renaming it if it is withdrawn or links are not supported. A
 * read-only file is refused. These functions return 0 or an errno value. */
static int stage_keep(const struct stage_names *names, bool withdraw)
{
    struct stat status;
    if (lstat(names->to, &status))
        return errno == ENOENT ? 0 : errno;
    if (S_ISDIR(status.st_mode))
        return EISDIR;
    if (S_ISREG(status.st_mode) && !(status.st_mode & 0222))
        return EACCES;
    if (!withdraw && link(names->to, names->kept) == 0)
        return 0;
    return rename(names->to, names->kept) ? errno : 0;
}

static bool stage_is_there(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

/* Like rename(), but succeeds if `from` does not exist. */
static int stage_move(const char *from, const char *to)
{
    return rename(from, to) && errno != ENOENT ? errno : 0;
}

static int stage_put(const struct stage_names *names)
{
    int code = stage_keep(names, false);
    if (code || rename(names->from, names->to) == 0)
        return code;
    return errno;
}

static int withdraw(const struct stage_names *names)
{
    return stage_keep(names, true);
}

static bool stage_is_same(const char *one, const char *two)
{
    struct stat a, b;
    return lstat(one, &a) == 0 && lstat(two, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

/* Bring the new file back to the hidden folder first: its presence there shows
 * that it is not in place. */
static int stage_undo(const struct stage_names *names)
{
    int code = 0;
    if (!stage_is_there(names->from) && link(names->to, names->from))
        code = stage_move(names->to, names->from);
    if (code)
        return code;
    if (stage_is_there(names->kept))
        return stage_move(names->kept, names->to);
    return stage_is_same(names->from, names->to) && unlink(names->to) ? errno
                                                                      : 0;
}

static int bring_back(const struct stage_names *names)
{
    return stage_move(names->kept, names->to);
}

static int stage_change(const struct stage *stage, const char *name,
                        int (*how)(const struct stage_names *names),
                        const char *what, struct weft_error *err)
{
    struct stage_names names;
    int code = 0, status = 0;
    if (names_make(&names, stage, name))
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    else
        code = how(&names);
    if (code)
        status = stage_cannot(what, names.to, code, err);
    stage_names_finish(&names);
    return status;
}

int stage_place(const struct stage *stage, const char *name,
                struct weft_error *err)
{
    return stage_change(stage, name, stage_put, "write", err);
}

int stage_withdraw(const struct stage *stage, const char *name,
                   struct weft_error *err)
{
    return stage_change(stage, name, withdraw, "replace", err);
}

int stage_unplace(const struct stage *stage, const char *name,
                  struct weft_error *err)
{
    return stage_change(stage, name, stage_undo, "restore", err);
}

int stage_bring_back(const struct stage *stage, const char *name,
                     struct weft_error *err)
{
    return stage_change(stage, name, bring_back, "restore", err);
}
