/* Atomic files.
 *
 * Where the file system supports it, a file has no name until it is complete,
 * so that even a killed program leaves nothing behind. Elsewhere the file has
 * an unpredictable name, is created exclusively (no existing file or link is
 * opened), and is listed (atomic-file-names.h). */
#include "atomic-file.h"

#include "atomic-file-names.h"
#include "base/base.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>
#include <weft/trace.h>

#define PLACE_TRIES 100

void weft_files_guard(void)
{
    claims_guard();
}

/* ---- open files; no target occurs twice ---- */

static pthread_mutex_t atomic_file_lock = PTHREAD_MUTEX_INITIALIZER;
/* list of open outputs; guarded by atomic_file_lock */
static struct atomic_file *open_places;

/* Return whether both write to the same file. A device may have several
 * writers; but two outputs in one file or in standard output, one after the
 * other or mixed, would be of no use. */
static bool atomic_file_is_same(const struct atomic_file *a,
                                const struct atomic_file *b)
{
    if (a->direct && a->replaces && !S_ISREG(a->old.st_mode))
        return false;
    return !strcmp(a->target, b->target);
}

static bool atomic_file_enter(struct atomic_file *file)
{
    pthread_mutex_lock(&atomic_file_lock);
    const struct atomic_file *other = open_places;
    while (other && !atomic_file_is_same(file, other))
        other = other->next;
    if (!other) {
        file->next = open_places;
        open_places = file;
    }
    pthread_mutex_unlock(&atomic_file_lock);
    return !other;
}

/* Remove a file from the list of open ones. Return whether it was in the
 * list. */
static bool atomic_file_leave(struct atomic_file *file)
{
    pthread_mutex_lock(&atomic_file_lock);
    struct atomic_file **at = &open_places;
    while (*at && *at != file)
        at = &(*at)->next;
    bool entered = *at;
    if (entered)
        *at = file->next;
    pthread_mutex_unlock(&atomic_file_lock);
    return entered;
}

/* ---- names beside a target; functions return 0 or an errno value ---- */

char *atomic_file_make_name(const char *target)
{
    uint64_t random;
    if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random) {
        struct timespec now; /* the time is easy to guess, but O_EXCL protects
                                the file */
        clock_gettime(CLOCK_MONOTONIC, &now);
        random = (uint64_t)now.tv_nsec << 32 ^ (uint64_t)getpid();
    }
    return format_text("%s.%012llx~", target,
                       (unsigned long long)random & 0xffffffffffff);
}

/* Return the folder of a path, with a final slash, or ".". */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? strndup(path, (size_t)(slash - path + 1)) : strdup(".");
}

/* Unregister and free a temporary name. */
static void forget_name(char *name)
{
    atomic_file_name_remove(name);
    free(name);
}

static int open_unnamed(struct atomic_file *file)
{
    /* without /proc, the file could not get a name later */
    if (access("/proc/self/fd", X_OK))
        return errno;
    char *folder = folder_of(file->target);
    if (!folder)
        return ENOMEM;
    file->fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    int code = file->fd < 0 ? errno : 0;
    free(folder);
    return code;
}

static int open_named(struct atomic_file *file)
{
    int code = EEXIST;
    for (int i = 0; i < PLACE_TRIES && code == EEXIST; i++) {
        char *name = atomic_file_make_name(file->target);
        if (!name)
            return ENOMEM;
        atomic_file_name_add(name); /* registered before the file exists,
                                 because a signal may arrive at any time */
        file->fd =
            open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                 file->replaces ? 0600 : 0666);
        if (file->fd >= 0) {
            file->beside = name;
            return 0;
        }
        code = errno;
        forget_name(name);
    }
    return code;
}

/* Try a named file after any failure to open an unnamed one, because file
 * systems without unnamed files fail in several ways. If there is another
 * problem, opening the named file fails too. */
static int open_beside(struct atomic_file *file)
{
    return open_unnamed(file) ? open_named(file) : 0;
}

/* Give an unnamed file a name beside the target. */
static int name_it(struct atomic_file *file)
{
    int code = EEXIST;
    char unnamed[40];
    snprintf(unnamed, sizeof unnamed, "/proc/self/fd/%d", file->fd);
    for (int i = 0; i < PLACE_TRIES && code == EEXIST; i++) {
        char *name = atomic_file_make_name(file->target);
        if (!name)
            return ENOMEM;
        atomic_file_name_add(name);
        if (!linkat(AT_FDCWD, unnamed, AT_FDCWD, name, AT_SYMLINK_FOLLOW)) {
            file->beside = name;
            return 0;
        }
        code = errno;
        forget_name(name);
    }
    return code;
}

/* ---- */

static int open_output(struct atomic_file *file)
{
    file->direct = true;
    file->target = strdup("standard output");
    if (!file->target)
        return ENOMEM;
    file->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    return file->fd < 0 ? errno : 0;
}

/* Return 0 if this process may write to the file that it would replace, or an
 * errno value. A file without any write permission is not replaced, even if the
 * process is privileged. */
static int check_old(const struct atomic_file *file)
{
    if (!(file->old.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)))
        return EACCES;
    return faccessat(AT_FDCWD, file->target, W_OK, AT_EACCESS) ? errno : 0;
}

/* Resolve a path that does not exist yet, in a folder that exists. */
static int resolve_new(struct atomic_file *file, const char *path)
{
    struct stat status;
    if (lstat(path, &status) == 0) /* the path is a dangling link or a loop of
                                      links */
        return stat(path, &status) ? errno : ENOENT;
    char *folder = folder_of(path);
    if (!folder)
        return ENOMEM;
    char *whole = realpath(folder, NULL);
    int code = whole ? 0 : errno;
    free(folder);
    if (code)
        return code;
    const char *slash = strrchr(path, '/');
    file->target = format_text("%s/%s", whole, slash ? slash + 1 : path);
    free(whole);
    return file->target ? 0 : ENOMEM;
}

/* Set the target to the canonical path: links are resolved, the folder
 * exists. */
static int atomic_file_resolve(struct atomic_file *file, const char *path)
{
    if (!file->replaces)
        return resolve_new(file, path);
    file->target = realpath(path, NULL);
    return file->target ? 0 : errno;
}

static int open_target(struct atomic_file *file, const char *path)
{
    file->replaces = stat(path, &file->old) == 0;
    int code = atomic_file_resolve(file, path);
    bool whole = !file->replaces || S_ISREG(file->old.st_mode);
    if (!code && file->replaces && whole)
        code = check_old(file);
    if (code)
        return code;
    if (whole)
        return open_beside(file);
    file->direct = true;
    file->fd = open(path, O_WRONLY | O_CLOEXEC);
    return file->fd < 0 ? errno : 0;
}

int atomic_file_open(struct atomic_file *file, const char *path,
                     struct weft_error *err)
{
    *file = (struct atomic_file){.fd = -1};
    bool output = !strcmp(path, "-");
    int code = output ? open_output(file) : open_target(file, path);
    bool alone = !code && atomic_file_enter(file);
    if (alone && file->replaces)
        code = output_claim(&file->old);
    if (alone && !code)
        return 0;
    atomic_file_close(file);
    if (code)
        return weft_error_system(err, code, 0, "cannot write '%s': %s", path,
                                 open_reason(code));
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          output ? "standard output can hold only one file"
                                 : "'%s' is already being written",
                          path);
}

/* Keep owner, group and mode of the replaced file as far as permitted. A file
 * of another owner becomes this user's; if the group cannot be kept, the new
 * group gets only the permissions of others. */
static int keep_mode(const struct atomic_file *file)
{
    if (!file->replaces)
        return 0;
    const struct stat *old = &file->old;
    mode_t mode = old->st_mode & 0777;
    if (fchown(file->fd, old->st_uid, old->st_gid) &&
        fchown(file->fd, (uid_t)-1, old->st_gid))
        mode &= ~(mode_t)S_IRWXG | (mode & S_IRWXO) << 3;
    return fchmod(file->fd, mode) ? errno : 0;
}

/* Do everything that must succeed before the rename. */
static int atomic_file_prepare(struct atomic_file *file)
{
    int code = keep_mode(file);
    return code || file->beside ? code : name_it(file);
}

static void atomic_file_settle(struct atomic_file *file)
{
    forget_name(file->beside);
    file->beside = NULL;
}

int atomic_file_take(struct atomic_file *file)
{
    if (file->direct)
        return 0;
    int code = atomic_file_prepare(file);
    if (!code && rename(file->beside, file->target))
        code = errno;
    if (!code)
        atomic_file_settle(file);
    return code;
}

/* ---- two files ---- */

/* The fate of the old file at the target: there was none, it now has the
 * temporary name, or it was overwritten. */
enum old { OLD_NONE, OLD_BESIDE, OLD_GONE };

static int atomic_file_swap(const struct atomic_file *file)
{
    return renameat2(AT_FDCWD, file->beside, AT_FDCWD, file->target,
                     RENAME_EXCHANGE);
}

/* Where the file system supports it, exchange the two names, so that the old
 * file gets the name of the new one. rename() cannot replace a folder that was
 * created meanwhile, so undo the exchange in this case. */
static int atomic_file_exchange(const struct atomic_file *file, enum old *old)
{
    struct stat status;
    *old = OLD_BESIDE;
    if (!atomic_file_swap(file)) {
        if (lstat(file->beside, &status) || !S_ISDIR(status.st_mode))
            return 0;
        atomic_file_swap(file);
        return EISDIR;
    }
    *old = errno == ENOENT ? OLD_NONE : OLD_GONE;
    return rename(file->beside, file->target) ? errno : 0;
}

static void exchange_back(const struct atomic_file *file, enum old old)
{
    if (old == OLD_BESIDE)
        atomic_file_swap(file);
    else if (old == OLD_NONE)
        unlink(file->target);
}

int atomic_file_take_both(struct atomic_file *first, struct atomic_file *second,
                          const struct atomic_file **wrong)
{
    enum old old;
    assert(!first->direct && !second->direct);
    *wrong = first;
    int code = atomic_file_prepare(first);
    if (code)
        return code;
    *wrong = second;
    code = atomic_file_prepare(second);
    if (code)
        return code;
    *wrong = first;
    code = atomic_file_exchange(first, &old);
    if (code)
        return code;
    *wrong = second;
    code = atomic_file_take(second);
    if (code) {
        exchange_back(first, old);
        return code;
    }
    if (old == OLD_BESIDE)
        unlink(first->beside);
    atomic_file_settle(first);
    return 0;
}

int atomic_file_close(struct atomic_file *file)
{
    if (atomic_file_leave(file) && file->replaces)
        output_release(&file->old);
    int code = file->fd >= 0 && close(file->fd) ? errno : 0;
    if (file->beside) {
        unlink(file->beside);
        forget_name(file->beside);
    }
    free(file->target);
    file->beside = file->target = NULL;
    file->fd = -1;
    return code;
}
