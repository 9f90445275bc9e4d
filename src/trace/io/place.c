/* Atomic files.
 *
 * Where the file system supports it, a file has no name until it is complete,
 * so that even a killed program leaves nothing behind. Elsewhere the file has
 * an unpredictable name, is created exclusively (no existing file or link is
 * opened), and is listed (place-names.h). */
#include "place.h"

#include "base/base.h"
#include "place-names.h"

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

/* ---- what is open: no target twice ---- */

static pthread_mutex_t place_lock = PTHREAD_MUTEX_INITIALIZER;
/* list of open outputs; guarded by place_lock */
static struct place *open_places;

/* Return whether both write to the same file. A device may have several
 * writers; but two outputs in one file or in standard output, one after the
 * other or mixed, would be of no use. */
static bool place_is_same(const struct place *a, const struct place *b)
{
    if (a->direct && a->replaces && !S_ISREG(a->old.st_mode))
        return false;
    return !strcmp(a->target, b->target);
}

static bool place_enter(struct place *place)
{
    pthread_mutex_lock(&place_lock);
    const struct place *other = open_places;
    while (other && !place_is_same(place, other))
        other = other->next;
    if (!other) {
        place->next = open_places;
        open_places = place;
    }
    pthread_mutex_unlock(&place_lock);
    return !other;
}

/* Remove a place from the list of open ones. Return whether it was in the
 * list. */
static bool place_leave(struct place *place)
{
    pthread_mutex_lock(&place_lock);
    struct place **at = &open_places;
    while (*at && *at != place)
        at = &(*at)->next;
    bool entered = *at;
    if (entered)
        *at = place->next;
    pthread_mutex_unlock(&place_lock);
    return entered;
}

/* ---- names beside a target; functions return 0 or an errno value ---- */

char *place_make_name(const char *target)
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
    place_name_remove(name);
    free(name);
}

static int open_unnamed(struct place *place)
{
    /* without /proc, the file could not get a name later */
    if (access("/proc/self/fd", X_OK))
        return errno;
    char *folder = folder_of(place->target);
    if (!folder)
        return ENOMEM;
    place->fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    int code = place->fd < 0 ? errno : 0;
    free(folder);
    return code;
}

static int open_named(struct place *place)
{
    int code = EEXIST;
    for (int i = 0; i < PLACE_TRIES && code == EEXIST; i++) {
        char *name = place_make_name(place->target);
        if (!name)
            return ENOMEM;
        place_name_add(name); /* registered before the file exists, because a
                                 signal may arrive at any time */
        place->fd =
            open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                 place->replaces ? 0600 : 0666);
        if (place->fd >= 0) {
            place->beside = name;
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
static int open_beside(struct place *place)
{
    return open_unnamed(place) ? open_named(place) : 0;
}

/* Give an unnamed file a name beside the target. */
static int name_it(struct place *place)
{
    int code = EEXIST;
    char unnamed[40];
    snprintf(unnamed, sizeof unnamed, "/proc/self/fd/%d", place->fd);
    for (int i = 0; i < PLACE_TRIES && code == EEXIST; i++) {
        char *name = place_make_name(place->target);
        if (!name)
            return ENOMEM;
        place_name_add(name);
        if (!linkat(AT_FDCWD, unnamed, AT_FDCWD, name, AT_SYMLINK_FOLLOW)) {
            place->beside = name;
            return 0;
        }
        code = errno;
        forget_name(name);
    }
    return code;
}

/* ---- */

static int open_output(struct place *place)
{
    place->direct = true;
    place->target = strdup("standard output");
    if (!place->target)
        return ENOMEM;
    place->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    return place->fd < 0 ? errno : 0;
}

/* Return 0 if this process may write to the file that it would replace, or an
 * errno value. A file without any write permission is not replaced, even if the
 * process is privileged. */
static int check_old(const struct place *place)
{
    if (!(place->old.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)))
        return EACCES;
    return faccessat(AT_FDCWD, place->target, W_OK, AT_EACCESS) ? errno : 0;
}

/* Resolve a path that does not exist yet, in a folder that exists. */
static int resolve_new(struct place *place, const char *path)
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
    place->target = format_text("%s/%s", whole, slash ? slash + 1 : path);
    free(whole);
    return place->target ? 0 : ENOMEM;
}

/* Set the target to the canonical path: links are resolved, the folder
 * exists. */
static int place_resolve(struct place *place, const char *path)
{
    if (!place->replaces)
        return resolve_new(place, path);
    place->target = realpath(path, NULL);
    return place->target ? 0 : errno;
}

static int open_target(struct place *place, const char *path)
{
    place->replaces = stat(path, &place->old) == 0;
    int code = place_resolve(place, path);
    bool whole = !place->replaces || S_ISREG(place->old.st_mode);
    if (!code && place->replaces && whole)
        code = check_old(place);
    if (code)
        return code;
    if (whole)
        return open_beside(place);
    place->direct = true;
    place->fd = open(path, O_WRONLY | O_CLOEXEC);
    return place->fd < 0 ? errno : 0;
}

int place_open(struct place *place, const char *path, struct weft_error *err)
{
    *place = (struct place){.fd = -1};
    bool output = !strcmp(path, "-");
    int code = output ? open_output(place) : open_target(place, path);
    bool alone = !code && place_enter(place);
    if (alone && place->replaces)
        code = output_claim(&place->old);
    if (alone && !code)
        return 0;
    place_close(place);
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
static int keep_mode(const struct place *place)
{
    if (!place->replaces)
        return 0;
    const struct stat *old = &place->old;
    mode_t mode = old->st_mode & 0777;
    if (fchown(place->fd, old->st_uid, old->st_gid) &&
        fchown(place->fd, (uid_t)-1, old->st_gid))
        mode &= ~(mode_t)S_IRWXG | (mode & S_IRWXO) << 3;
    return fchmod(place->fd, mode) ? errno : 0;
}

/* Do everything that must succeed before the rename. */
static int place_prepare(struct place *place)
{
    int code = keep_mode(place);
    return code || place->beside ? code : name_it(place);
}

static void place_settle(struct place *place)
{
    forget_name(place->beside);
    place->beside = NULL;
}

int place_take(struct place *place)
{
    if (place->direct)
        return 0;
    int code = place_prepare(place);
    if (!code && rename(place->beside, place->target))
        code = errno;
    if (!code)
        place_settle(place);
    return code;
}

/* ---- two files ---- */

/* The fate of the old file at the target: there was none, it now has the
 * temporary name, or it was overwritten. */
enum old { OLD_NONE, OLD_BESIDE, OLD_GONE };

static int place_swap(const struct place *place)
{
    return renameat2(AT_FDCWD, place->beside, AT_FDCWD, place->target,
                     RENAME_EXCHANGE);
}

/* Where the file system supports it, exchange the two names, so that the old
 * file gets the name of the new one. rename() cannot replace a folder that was
 * created meanwhile, so undo the exchange in this case. */
static int place_exchange(const struct place *place, enum old *old)
{
    struct stat status;
    *old = OLD_BESIDE;
    if (!place_swap(place)) {
        if (lstat(place->beside, &status) || !S_ISDIR(status.st_mode))
            return 0;
        place_swap(place);
        return EISDIR;
    }
    *old = errno == ENOENT ? OLD_NONE : OLD_GONE;
    return rename(place->beside, place->target) ? errno : 0;
}

static void exchange_back(const struct place *place, enum old old)
{
    if (old == OLD_BESIDE)
        place_swap(place);
    else if (old == OLD_NONE)
        unlink(place->target);
}

int place_take_both(struct place *first, struct place *second,
                    const struct place **wrong)
{
    enum old old;
    assert(!first->direct && !second->direct);
    *wrong = first;
    int code = place_prepare(first);
    if (code)
        return code;
    *wrong = second;
    code = place_prepare(second);
    if (code)
        return code;
    *wrong = first;
    code = place_exchange(first, &old);
    if (code)
        return code;
    *wrong = second;
    code = place_take(second);
    if (code) {
        exchange_back(first, old);
        return code;
    }
    if (old == OLD_BESIDE)
        unlink(first->beside);
    place_settle(first);
    return 0;
}

int place_close(struct place *place)
{
    if (place_leave(place) && place->replaces)
        output_release(&place->old);
    int code = place->fd >= 0 && close(place->fd) ? errno : 0;
    if (place->beside) {
        unlink(place->beside);
        forget_name(place->beside);
    }
    free(place->target);
    place->beside = place->target = NULL;
    place->fd = -1;
    return code;
}
