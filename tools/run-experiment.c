/* weft run FILE.xml: everything that an experiment file asks for.
 *
 * All files are made in a hidden folder and take their places when the last
 * one is done, so that an experiment that fails or is interrupted leaves
 * nothing behind and nothing changed. */
#include "run-experiment.h"

#include "command.h"
#include "experiment-rows.h"
#include "manifest.h"
#include "stage.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/weft.h>

struct job {
    const char *path;   /* of the experiment file */
    const char *folder; /* to write to */
    bool force;
    const struct weft_experiment_file *file;
    struct stage stage;
    struct manifest manifest; /* of what this run makes */
};

/* ---- interruptions ---- */

static volatile sig_atomic_t interrupted;

/* The second time the signal does what it always does. */
static void interrupt(int number)
{
    interrupted = number;
}

static bool is_interrupted(void)
{
    return interrupted != 0;
}

static void watch_signals(void)
{
    struct sigaction action = {.sa_handler = interrupt,
                               .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

static int watch_events(void *arg, const struct weft_event *events,
                        size_t count)
{
    (void)arg, (void)events, (void)count;
    errno = EINTR;
    return is_interrupted() ? -1 : 0;
}

/* ---- what the manifest says about a file ---- */

static void print_word(const char *key, const char *value, FILE *out)
{
    bool plain = !strpbrk(value, " '\"\\$`*?;&|<>()");
    fprintf(out, " --%s=%s%s%s", key, plain ? "" : "'", value,
            plain ? "" : "'");
}

static void print_origin(const struct weft_item *item, FILE *out)
{
    if (item->kind == WEFT_ITEM_EXHIBIT) {
        fprintf(out, "weft figure %s", item->exhibit);
        return;
    }
    fprintf(out, "weft %s %s", item->kind == WEFT_ITEM_RUN ? "run" : "compare",
            item->experiment.problem);
    for (size_t i = 0; i < item->parameters; i++)
        print_word(item->parameter[i].key, item->parameter[i].value, out);
    for (size_t i = 0; i < item->ranges; i++)
        print_word(item->range[i].setting, item->range[i].written, out);
}

static int enter(struct job *job, const struct weft_item *item,
                 const struct weft_output *output, struct weft_error *err)
{
    char *what = NULL;
    size_t size;
    struct digest digest;
    char *path = stage_name(job->stage.path, output->file);
    FILE *out = open_memstream(&what, &size);
    int status = -1;
    if (out) {
        if (item->kind != WEFT_ITEM_EXHIBIT)
            fprintf(out, "%s%s%s of ", output->format,
                    output->value ? " of " : "",
                    output->value ? output->value : "");
        print_origin(item, out);
        fclose(out);
    }
    if (path && what && digest_file(path, &digest) == 0)
        status = manifest_add(&job->manifest, output->file, what, &digest);
    if (status)
        weft_error_set(err, errno, 0, "'%.200s': %s", output->file,
                       strerror(errno));
    free(path);
    free(what);
    return status;
}

static int enter_all(struct job *job, const struct weft_item *item,
                     struct weft_error *err)
{
    for (size_t i = 0; i < item->outputs; i++)
        if (enter(job, item, &item->output[i], err))
            return -1;
    return 0;
}

/* ---- making the files ---- */

static int save(const struct job *job, const struct weft_output *output,
                const char *text, struct weft_error *err)
{
    char *path = stage_name(job->stage.path, output->file);
    int status = path ? weft_file_write(path, text, strlen(text), err)
                      : weft_error_set(err, ENOMEM, 0, "no memory");
    free(path);
    return status;
}

/* Frees the picture. NULL: the drawing has failed, see errno and text. */
static int save_picture(const struct job *job, const struct weft_output *output,
                        char *svg, struct weft_error *err)
{
    if (!svg) {
        struct weft_error cause = *err;
        return weft_error_set(err, errno, output->line,
                              "figure '%.100s': %.350s", output->file,
                              cause.text);
    }
    int status = save(job, output, svg, err);
    free(svg);
    return status;
}

static int make_exhibit(struct job *job, const struct weft_item *item,
                        struct weft_error *err)
{
    return save_picture(job, item->output,
                        weft_exhibit_draw(item->exhibit, err), err);
}

/* Where the events of one run go: its traces, and memory for its figures. */
struct run {
    struct weft_writer **writer;   /* [outputs], NULL: not a trace */
    const struct weft_sink **sink; /* [sinks] */
    size_t sinks;
    struct weft_sink watch, collect;
    struct weft_trace trace;
};

static struct weft_writer *open_trace(const struct job *job,
                                      const struct weft_output *output,
                                      struct weft_error *err)
{
    char *target;
    struct weft_writer *writer = NULL;
    if (asprintf(&target, "%s:%s/%s", output->format, job->stage.path,
                 output->file) < 0) {
        weft_error_set(err, ENOMEM, 0, "no memory");
        return NULL;
    }
    writer = weft_writer_open(target, err);
    free(target);
    return writer;
}

static int open_run(struct run *run, const struct job *job,
                    const struct weft_item *item, struct weft_error *err)
{
    bool pictures = false;
    run->writer = calloc(item->outputs, sizeof *run->writer);
    run->sink = calloc(item->outputs + 2, sizeof *run->sink);
    if (!run->writer || !run->sink)
        return weft_error_set(err, ENOMEM, 0, "no memory");
    run->watch = (struct weft_sink){.events = watch_events};
    run->sink[run->sinks++] = &run->watch;
    for (size_t i = 0; i < item->outputs; i++) {
        pictures |= item->output[i].kind == WEFT_OUTPUT_FIGURE;
        if (item->output[i].kind != WEFT_OUTPUT_TRACE)
            continue;
        run->writer[i] = open_trace(job, &item->output[i], err);
        if (!run->writer[i])
            return -1;
        run->sink[run->sinks++] = weft_writer_sink(run->writer[i]);
    }
    run->collect = weft_trace_collect(&run->trace);
    if (pictures)
        run->sink[run->sinks++] = &run->collect;
    return 0;
}

static int execute(struct run *run, const struct weft_item *item,
                   struct weft_error *err)
{
    struct weft_result result;
    int status =
        weft_run(&item->experiment, run->sink, run->sinks, &result, err);
    int code = errno;
    weft_result_finish(&result);
    errno = code;
    return status;
}

static int close_traces(struct run *run, size_t count, struct weft_error *err)
{
    for (size_t i = 0; i < count; i++) {
        struct weft_writer *writer = run->writer[i];
        run->writer[i] = NULL;
        if (writer && weft_writer_close(writer, err))
            return -1;
    }
    return 0;
}

static int draw(struct run *run, const struct job *job,
                const struct weft_item *item, struct weft_error *err)
{
    for (size_t i = 0; i < item->outputs; i++) {
        const struct weft_output *output = &item->output[i];
        if (output->kind != WEFT_OUTPUT_FIGURE)
            continue;
        struct weft_panel panel = output->panel;
        panel.trace = &run->trace;
        const struct weft_figure figure = {.kind = output->format,
                                           .title = output->title,
                                           .panels = 1,
                                           .panel = &panel};
        if (save_picture(job, output, weft_figure_draw(&figure, err), err))
            return -1;
    }
    return 0;
}

static int make_run(struct job *job, const struct weft_item *item,
                    struct weft_error *err)
{
    struct run run = {0};
    int status = open_run(&run, job, item, err);
    if (!status)
        status = execute(&run, item, err);
    if (!status)
        status = close_traces(&run, item->outputs, err);
    if (!status)
        status = draw(&run, job, item, err);
    int code = errno;
    for (size_t i = 0; run.writer && i < item->outputs; i++)
        weft_writer_abort(run.writer[i]);
    weft_trace_finish(&run.trace);
    free(run.writer);
    free(run.sink);
    errno = code;
    return status;
}

static int save_table(const struct job *job, const struct rows *rows,
                      const struct weft_output *output, struct weft_error *err)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    int status = out ? rows_print(rows, output, out) : -1;
    if (out && fclose(out))
        status = -1;
    status = status ? weft_error_set(err, ENOMEM, 0, "no memory")
                    : save(job, output, text, err);
    free(text);
    return status;
}

static int make_comparison(struct job *job, const struct weft_item *item,
                           struct weft_error *err)
{
    struct rows rows;
    int status = rows_run(&rows, item, is_interrupted, err);
    for (size_t i = 0; !status && i < item->outputs; i++) {
        const struct weft_output *output = &item->output[i];
        if (output->kind == WEFT_OUTPUT_TABLE)
            status = save_table(job, &rows, output, err);
        else
            status =
                save_picture(job, output, rows_plot(&rows, output, err), err);
    }
    int code = errno;
    rows_finish(&rows);
    errno = code;
    return status;
}

static int make(struct job *job, const struct weft_item *item,
                struct weft_error *err)
{
    static int (*const makers[])(struct job *, const struct weft_item *,
                                 struct weft_error *) = {
        [WEFT_ITEM_RUN] = make_run,
        [WEFT_ITEM_COMPARISON] = make_comparison,
        [WEFT_ITEM_EXHIBIT] = make_exhibit,
    };
    if (is_interrupted())
        return weft_error_set(err, EINTR, 0, "interrupted");
    err->line = 0;
    if (makers[item->kind](job, item, err) == 0)
        return enter_all(job, item, err);
    /* what a run says has no line of its own */
    if (!err->line)
        err->line = item->line;
    return -1;
}

/* ---- what becomes of them ---- */

static int count_of(const struct job *job)
{
    return (int)job->manifest.entries;
}

static int place(struct job *job, const char *manifest)
{
    struct weft_error err;
    /* a manifest never tells of files that are half old, half new */
    remove(manifest);
    for (size_t i = 0; i < job->manifest.entries; i++)
        if (stage_place(&job->stage, job->manifest.entry[i].name, &err))
            return complain(EXIT_FAILED, NULL, &err);
    if (manifest_write(&job->manifest, manifest, &err))
        return complain(EXIT_FAILED, NULL, &err);
    printf("%s: %d files and %s written\n", job->folder, count_of(job),
           MANIFEST_NAME);
    return EXIT_GOOD;
}

/* Why a file is not as it was, or NULL. */
static const char *difference(const struct job *job, const struct manifest *old,
                              const struct entry *entry)
{
    const struct entry *before = manifest_find(old, entry->name);
    struct digest now;
    if (!before)
        return "is not in the manifest";
    char *path = stage_name(job->folder, entry->name);
    int status = path ? digest_file(path, &now) : -1;
    free(path);
    if (status)
        return "is missing or cannot be read";
    if (!digest_equal(&entry->digest, &before->digest))
        return "comes out differently this time";
    return digest_equal(&now, &before->digest)
               ? NULL
               : "has been changed since it was written";
}

static int compare(struct job *job, const struct manifest *old)
{
    if (strcmp(old->experiment, job->manifest.experiment) != 0) {
        struct weft_error err;
        weft_error_set(&err, EEXIST, 0,
                       "holds what '%.200s' wrote; give another folder, "
                       "or --force",
                       old->experiment);
        return complain(EXIT_FAILED, job->folder, &err);
    }
    int different = 0;
    for (size_t i = 0; i < job->manifest.entries; i++) {
        const struct entry *entry = &job->manifest.entry[i];
        const char *why = difference(job, old, entry);
        if (why)
            fprintf(stderr, "weft: %s/%s: %s\n", job->folder, entry->name, why);
        different += why != NULL;
    }
    for (size_t i = 0; i < old->entries; i++) {
        if (manifest_find(&job->manifest, old->entry[i].name))
            continue;
        fprintf(stderr, "weft: %s/%s: is no longer written\n", job->folder,
                old->entry[i].name);
        different++;
    }
    if (!different) {
        printf("%s: identical, %d files\n", job->folder, count_of(job));
        return EXIT_GOOD;
    }
    bool same = digest_equal(&old->digest, &job->manifest.digest);
    bool version = strcmp(old->version, job->manifest.version) == 0;
    fprintf(stderr,
            "weft: %s: different files: %d%s%s; nothing written (--force "
            "writes them anew)\n",
            job->folder, different,
            same ? "" : "; the experiment has been changed",
            version ? "" : "; it was another version of weft");
    return EXIT_FAILED;
}

static int settle(struct job *job)
{
    struct weft_error err;
    struct manifest old;
    char *path = stage_name(job->folder, MANIFEST_NAME);
    int status;
    if (!path)
        return EXIT_FAILED;
    if (job->force) {
        status = place(job, path);
    } else if (manifest_read(&old, path, &err) == 0) {
        status = compare(job, &old);
        manifest_finish(&old);
    } else if (errno == ENOENT) {
        status = place(job, path);
    } else {
        status = complain(EXIT_FAILED, path, &err);
    }
    free(path);
    return status;
}

/* ---- the whole ---- */

static int failed(const char *what, const struct weft_error *err, int code)
{
    bool misuse = err->line && weft_is_misuse(code);
    return complain(misuse ? EXIT_MISUSE : EXIT_FAILED, what, err);
}

static int describe(struct job *job)
{
    const char *slash = strrchr(job->path, '/');
    job->manifest.version = strdup(WEFT_VERSION);
    job->manifest.experiment = strdup(slash ? slash + 1 : job->path);
    return job->manifest.version && job->manifest.experiment
               ? digest_file(job->path, &job->manifest.digest)
               : -1;
}

static int make_all(struct job *job)
{
    struct weft_error err = {0};
    if (describe(job)) {
        weft_error_set(&err, errno, 0, "%s", strerror(errno));
        return complain(EXIT_FAILED, job->path, &err);
    }
    if (stage_open(&job->stage, job->folder, &err))
        return complain(EXIT_FAILED, NULL, &err);
    int status = EXIT_GOOD;
    for (size_t i = 0; !status && i < job->file->items; i++)
        if (make(job, &job->file->item[i], &err))
            status = failed(job->path, &err, errno);
    if (!status)
        status = settle(job);
    stage_close(&job->stage);
    return interrupted ? 128 + interrupted : status;
}

bool is_experiment_file(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".xml") == 0;
}

int run_experiment(const char *path, const char *folder, bool force)
{
    struct weft_error err;
    struct job job = {.path = path, .folder = folder, .force = force};
    struct weft_experiment_file *file = weft_experiment_file_read(path, &err);
    if (!file)
        return failed(path, &err, errno);
    job.file = file;
    watch_signals();
    int status = make_all(&job);
    manifest_finish(&job.manifest);
    weft_experiment_file_destroy(file);
    return status;
}
