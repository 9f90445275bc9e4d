/* Run the module for OTF2 archives. */
#include "converter.h"

#include "base/base.h"
#include "base/files/module-path.h"
#include "base/system/playground.h"
#include "trace/io/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOTES 16384 /* limit on the number of bytes of the module's notes */

extern char **environ;

static const struct converter_words {
    const char *word;
    int end; /* file descriptor that the module uses for the trace */
    const char *failure;
} converter_words[] = {
    [CONVERTER_READ] = {"read", STDOUT_FILENO, "cannot read"},
    [CONVERTER_TRUST] = {"trust", STDOUT_FILENO, "cannot read"},
    [CONVERTER_WRITE] = {"write", STDIN_FILENO, "cannot write"},
};

/* Start the module. Return 0, or an errno value. */
static int converter_start(char *const *word, const int fd[3], pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);
    if (code)
        return code;
    for (int i = 0; i < 3 && !code; i++)
        code = fd[i] >= 0 ? posix_spawn_file_actions_adddup2(&actions, fd[i], i)
                          : posix_spawn_file_actions_addopen(
                                &actions, i, "/dev/null", O_RDWR, 0);
    if (!code)
        code = posix_spawn(child, word[0], &actions, NULL, word, environ);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

char *converter_module(enum converter_task task, const char *name,
                       struct weft_error *err)
{
    char *module = module_path("otf2", CONVERTER_MODULE);
    if (WEFT_PLAYGROUND)
        weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                       NOT_IN_PLAYGROUND "OTF2 archives, such as '%.200s'",
                       name);
    else if (!module)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    else if (!access(module, F_OK))
        return module;
    else
        weft_error_set(
            err, WEFT_ERROR_SYSTEM, 0,
            "%s '%.100s': OTF2 traces need the module " CONVERTER_MODULE
            ", and %.150s does not exist; build weft with libotf2-trace-dev "
            "(meson option otf2)",
            converter_words[task].failure, name, module);
    free(module);
    return NULL;
}

/* Start the module and wait until it ends. Whether it succeeded is in its
 * notes, because a process that ignores SIGCHLD gets no exit status. */
static int converter_call(const char *module, enum converter_task task,
                          const char *path, const int fd[3],
                          struct weft_error *err)
{
    char *word[] = {(char *)module, (char *)converter_words[task].word,
                    (char *)path, NULL};
    pid_t child;
    int code = converter_start(word, fd, &child);
    if (code)
        return weft_error_system(err, code, 0, "cannot run '%.200s': %s",
                                 module, strerror(code));
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    return 0;
}

/* Process a line of the notes. Set *done if it is the last one. Return 0, or -1
 * with err. */
static int converter_note(const char *line, struct weft_read_report *report,
                          bool *done, struct weft_error *err)
{
    unsigned long long count;
    int what = 0;
    *done = !strcmp(line, "done");
    if (!strncmp(line, "error ", 6))
        return weft_error_set(err, WEFT_ERROR_FORMAT, 0, "%s", line + 6);
    if (report && sscanf(line, "left %llu %n", &count, &what) == 1 && what)
        report_skipped(report, count, line + what);
    return 0;
}

static int converter_notes(int fd, struct weft_read_report *report,
                           struct weft_error *err)
{
    char text[NOTES + 1], *rest = text, *line;
    ssize_t length = pread(fd, text, NOTES, 0);
    bool done = false;
    text[length > 0 ? length : 0] = '\0';
    while (!done && (line = strsep(&rest, "\n")))
        if (converter_note(line, report, &done, err))
            return -1;
    return done ? 0
                : weft_error_set(err, WEFT_ERROR_FORMAT, 0,
                                 "libotf2 crashed or needed too much time; the "
                                 "archive is damaged");
}

int converter_run(enum converter_task task, const char *name, const char *path,
                  int fd, struct weft_read_report *report,
                  struct weft_error *err)
{
    int notes, ends[3] = {-1, -1, -1};
    struct weft_error said = {0};
    char *module = converter_module(task, name, err);
    int status = module ? temporary_open(&notes, err) : -1;
    if (!status) {
        ends[converter_words[task].end] = fd;
        ends[STDERR_FILENO] = notes;
        status = converter_call(module, task, path, ends, err);
        if (!status && converter_notes(notes, report, &said))
            status =
                weft_error_set(err, said.kind, 0, "%s '%.150s': %s",
                               converter_words[task].failure, name, said.text);
        close(notes);
    }
    free(module);
    return status;
}
