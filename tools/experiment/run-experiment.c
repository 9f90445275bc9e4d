/* weft run FILE.xml: makes all files of an experiment.
 *
 * All files are made in a hidden folder and are placed when the last one is
 * complete, so that an experiment that fails or is interrupted changes nothing.
 * The finished files of an interrupted one are kept in a separate folder, where
 * the next run finds them. */
#include "experiment/run-experiment.h"

#include "common/command.h"
#include "common/interrupt.h"
#include "common/origin.h"
#include "common/terminal.h"
#include "experiment/experiment-help.h"
#include "experiment/experiment-make.h"
#include "experiment/kept.h"
#include "experiment/manifest.h"
#include "experiment/placing.h"
#include "experiment/stage.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <weft/unstable/experiment.h>
#include <weft/weft.h>

struct job {
    const char *path;   /* path of the experiment file */
    const char *folder; /* folder for the results */
    bool force;
    const struct weft_experiment_file *file;
    size_t files; /* total number of files */
    size_t taken; /* number of files taken over from an interrupted run */
    pthread_mutex_t lock; /* held while the program must not be interrupted */
    struct stage stage;   /* guarded by lock */
    struct manifest manifest; /* files made by this run; guarded by lock */
};

/* ---- entries of the manifest ---- */

static int run_experiment_enter(struct job *job, const struct weft_item *item,
                                const struct weft_output *output,
                                struct weft_error *err)
{
    struct digest digest;
    char *path = stage_name(job->stage.path, output->file);
    char *what = origin_of(item, output);
    struct weft_error why = {.text = "no memory"};
    int status = -1;
    if (path && what && digest_file(path, &digest, &why) == 0)
        status = manifest_add(&job->manifest, output->file, what, &digest);
    if (status)
        weft_error_set(err, why.kind ? why.kind : WEFT_ERROR_MEMORY, 0,
                       "'%.200s': %.200s", output->file, why.text);
    free(path);
    free(what);
    return status;
}

static int enter_all(struct job *job, const struct weft_item *item,
                     struct weft_error *err)
{
    for (size_t i = 0; i < item->outputs; i++)
        if (run_experiment_enter(job, item, &item->output[i], err))
            return -1;
    return 0;
}

/* ---- placing and comparing ---- */

static int run_experiment_place(struct job *job)
{
    struct weft_error err;
    char *path = stage_name(job->stage.path, MANIFEST_NAME);
    int status = path ? manifest_write(&job->manifest, path, &err)
                      : weft_error_set(&err, WEFT_ERROR_MEMORY, 0, "no memory");
    free(path);
    if (status || place_files(&job->stage, &job->manifest, &err))
        return complain(EXIT_FAILED, NULL, &err);
    print_plain(job->folder, stdout);
    printf(": %zu file%s and %s written", job->manifest.entries,
           plural(job->manifest.entries), MANIFEST_NAME);
    if (job->taken)
        printf(", %zu of them made by the interrupted run", job->taken);
    putchar('\n');
    return EXIT_GOOD;
}

/* Place the files unless one exists: without a manifest, existing files are not
 * those of an experiment. */
static int place_first(struct job *job)
{
    for (size_t i = 0; i < job->manifest.entries; i++) {
        struct stat status;
        char *path = stage_name(job->folder, job->manifest.entry[i].name);
        bool there = path && lstat(path, &status) == 0;
        free(path);
        if (!there)
            continue;
        struct weft_error err;
        weft_error_system(&err, EEXIST, 0,
                          "'%s' exists, and no manifest lists it as written by "
                          "weft; give another folder, or --force",
                          job->manifest.entry[i].name);
        return complain(EXIT_FAILED, job->folder, &err);
    }
    return run_experiment_place(job);
}

static void run_experiment_tell(const struct job *job, const char *name,
                                const char *why)
{
    fputs("weft: ", stderr);
    print_plain(job->folder, stderr);
    putc('/', stderr);
    print_plain(name, stderr); /* a manifest may contain any bytes */
    fprintf(stderr, ": %s\n", why);
}

/* Compare a file with the old manifest. Sets *why to the difference or NULL.
 * Returns 0, or -1 with an error if the file cannot be read. */
static int difference(const struct job *job, struct manifest *old,
                      const struct entry *entry, const char **why,
                      struct weft_error *err)
{
    const struct entry *before = manifest_find(old, entry->name);
    struct digest now;
    *why = "is not in the manifest";
    if (!before)
        return 0;
    char *path = stage_name(job->folder, entry->name);
    struct weft_error cause = {.text = "no memory"};
    int status = path ? digest_file(path, &now, &cause) : -1;
    free(path);
    if (status && cause.system != ENOENT)
        return weft_error_set(err, cause.kind ? cause.kind : WEFT_ERROR_MEMORY,
                              0, "'%.200s': %.200s", entry->name, cause.text);
    if (status)
        *why = "is missing";
    else if (!digest_equal(&entry->digest, &before->digest))
        *why = "is different this time";
    else if (digest_equal(&now, &before->digest))
        *why = NULL;
    else
        *why = "has been changed since it was written";
    return 0;
}

static int run_experiment_compare(struct job *job, struct manifest *old)
{
    if (strcmp(old->experiment, job->manifest.experiment) != 0) {
        struct weft_error err;
        weft_error_system(
            &err, EEXIST, 0,
            "contains the files of '%.200s'; give another folder, or --force",
            old->experiment);
        return complain(EXIT_FAILED, job->folder, &err);
    }
    int different = 0;
    for (size_t i = 0; i < job->manifest.entries; i++) {
        const struct entry *entry = &job->manifest.entry[i];
        const char *why;
        struct weft_error err;
        if (difference(job, old, entry, &why, &err))
            return complain(EXIT_FAILED, job->folder, &err);
        if (why)
            run_experiment_tell(job, entry->name, why);
        different += why != NULL;
    }
    for (size_t i = 0; i < old->entries; i++) {
        if (manifest_find(&job->manifest, old->entry[i].name))
            continue;
        run_experiment_tell(job, old->entry[i].name, "is no longer written");
        different++;
    }
    if (!different) {
        print_plain(job->folder, stdout);
        printf(": identical, %zu file%s\n", job->manifest.entries,
               plural(job->manifest.entries));
        return EXIT_GOOD;
    }
    bool same = digest_equal(&old->digest, &job->manifest.digest);
    bool version = strcmp(old->version, job->manifest.version) == 0;
    fputs("weft: ", stderr);
    print_plain(job->folder, stderr);
    fprintf(stderr,
            ": %d file%s differ%s%s%s; nothing written (--force writes them "
            "anew)\n",
            different, plural((uint64_t)different), different == 1 ? "s" : "",
            same ? "" : "; the experiment has been changed",
            version ? "" : "; they were written by another version of weft");
    return EXIT_FAILED;
}

static int run_experiment_settle(struct job *job)
{
    struct weft_error err;
    struct manifest old;
    char *path = stage_name(job->folder, MANIFEST_NAME);
    int status;
    if (!path) {
        weft_error_set(&err, WEFT_ERROR_MEMORY, 0, "no memory");
        return complain(EXIT_FAILED, NULL, &err);
    }
    if (job->force) {
        status = run_experiment_place(job);
    } else if (manifest_read(&old, path, &err) == 0) {
        status = run_experiment_compare(job, &old);
        manifest_finish(&old);
    } else if (err.system == ENOENT) {
        status = place_first(job);
    } else {
        status = complain(EXIT_FAILED, path, &err);
    }
    free(path);
    return status;
}

/* ---- the whole ---- */

static int run_experiment_failed(const char *what, const struct weft_error *err)
{
    bool misuse = err->line && weft_error_is_misuse(err);
    int status = complain(misuse ? EXIT_MISUSE : EXIT_FAILED, what, err);
    return err->kind == WEFT_ERROR_NOT_JUDGED ? EXIT_NOT_JUDGED : status;
}

static int run_experiment_describe(struct job *job, struct weft_error *err)
{
    const char *slash = strrchr(job->path, '/');
    char *name = strdup(slash ? slash + 1 : job->path);
    size_t length;
    bool plain;
    /* a line of the manifest */
    for (char *at = name; at && *at; at += length) {
        length = plain_length(at, &plain);
        if (!plain)
            memset(at, '?', length);
    }
    job->manifest.version = strdup(weft_version());
    job->manifest.experiment = name;
    if (!job->manifest.version || !name)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    return digest_file(job->path, &job->manifest.digest, err);
}

/* Called in the thread that waits for signals; waits while files are placed. */
static void run_experiment_stop(void *arg, int number)
{
    struct job *job = arg;
    struct weft_error err;
    size_t kept = 0;
    int status = 0;
    pthread_mutex_lock(&job->lock);
    weft_files_abandon();
    if (job->manifest.entries)
        status = kept_leave(&job->stage, &job->manifest, job->files, &err);
    if (!status)
        kept = job->manifest.entries;
    else
        complain(EXIT_FAILED, NULL, &err);
    struct stage ours = job->stage; /* the other thread may use its path */
    ours.path = ours.path ? strdup(ours.path) : NULL;
    if (!kept && ours.path)
        stage_close(&ours);
    interrupt_clear();
    fputs("weft: ", stderr);
    print_plain(job->path, stderr);
    fputs(": interrupted; ", stderr);
    if (kept) {
        fprintf(stderr, "%zu of %zu file%s %s kept in ", kept, job->files,
                plural(job->files), kept == 1 ? "is" : "are");
        print_plain(job->folder, stderr);
        fputs("/" KEPT_FOLDER "; the same command continues from there\n",
              stderr);
    } else {
        fputs("nothing was written\n", stderr);
    }
    _exit(128 + number);
}

/* Make the files of an item, or take those that an interrupted run finished. */
static int run_experiment_make(struct job *job, struct manifest *kept,
                               const struct weft_item *item,
                               struct weft_error *err)
{
    bool taken = kept_take(kept, &job->stage, item);
    if (!taken)
        help_call(job->file, item);
    if (!taken && make_item(job->stage.path, item, err))
        return -1;
    pthread_mutex_lock(&job->lock);
    int status = enter_all(job, item, err);
    pthread_mutex_unlock(&job->lock);
    job->taken += taken ? item->outputs : 0;
    return status;
}

static int make_all(struct job *job)
{
    struct manifest kept;
    struct weft_error err = {0};
    int status = EXIT_GOOD;
    kept_find(&kept, job->folder, &job->manifest);
    pthread_mutex_unlock(&job->lock);
    for (size_t i = 0; !status && i < job->file->items; i++)
        if (run_experiment_make(job, &kept, &job->file->item[i], &err))
            status = EXIT_FAILED;
    pthread_mutex_lock(&job->lock); /* no interruption from here on */
    if (status)
        status = run_experiment_failed(job->path, &err);
    else
        status = run_experiment_settle(job);
    manifest_finish(&kept);
    return status;
}

/* Called with the lock held, which make_all() releases. */
static int run_experiment_work(struct job *job)
{
    struct weft_error err = {0};
    for (size_t i = 0; i < job->file->items; i++)
        job->files += job->file->item[i].outputs;
    if (run_experiment_describe(job, &err))
        return complain(EXIT_FAILED, job->path, &err);
    if (finish_placing(job->folder, &err) ||
        stage_open(&job->stage, job->folder, &err))
        return complain(EXIT_FAILED, NULL, &err);
    int status = make_all(job);
    stage_close(&job->stage);
    if (!status)
        kept_remove(job->folder);
    return status;
}

int run_experiment(const char *path, const char *folder, bool force)
{
    struct weft_error err;
    /* static: the thread of interrupt_calls() may wait for the lock until the
     * process ends */
    static struct job job;
    job = (struct job){.path = path, .folder = folder, .force = force};
    struct weft_experiment_file *file =
        (force ? weft_experiment_file_read_trusted
               : weft_experiment_file_read)(path, &err);
    if (!file)
        return run_experiment_failed(path, &err);
    job.file = file;
    int status = EXIT_GOOD;
    pthread_mutex_init(&job.lock, NULL);
    pthread_mutex_lock(&job.lock);
    int code = interrupt_calls(run_experiment_stop, &job);
    if (code) {
        weft_error_system(&err, code, 0, "cannot start a thread: %s",
                          strerror(code));
        status = complain(EXIT_FAILED, NULL, &err);
    } else {
        status = run_experiment_work(&job);
    }
    manifest_finish(&job.manifest);
    weft_experiment_file_destroy(file);
    return status;
}
