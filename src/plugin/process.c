/* Running other programs. */
#include "process.h"

#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void words_add(struct words *words, const char *word)
{
    char *copy = words->count < WORDS_MAX ? strdup(word) : NULL;
    if (copy)
        words->word[words->count++] = copy;
    else
        words->failed = 1;
}

/* Return the next word and unescape backslashes in it. */
static char *process_take_word(char **at)
{
    char *word = *at, *to = *at;
    for (; **at && !strchr(" \t\n", **at); ++*at) {
        *at += **at == '\\' && (*at)[1];
        *to++ = **at;
    }
    *at += **at != '\0';
    *to = '\0';
    return word;
}

void words_split(struct words *words, const char *text)
{
    char *copy = strdup(text), *at = copy;
    if (!copy)
        words->failed = 1;
    while (at && *at) {
        const char *word = process_take_word(&at);
        if (*word)
            words_add(words, word);
    }
    free(copy);
}

void words_free(struct words *words)
{
    for (int i = 0; i < words->count; i++)
        free(words->word[i]);
    *words = (struct words){.count = 0};
}

/* Read all data from a pipe, and append a NUL. */
static char *process_read_all(int pipe, size_t *length)
{
    char *text = NULL;
    size_t room = 0;
    ssize_t got = 1;
    *length = 0;
    while (got > 0) {
        if (array_grow(&text, &room, *length + 4096, 1)) {
            free(text);
            return NULL;
        }
        got = read(pipe, text + *length, 4095);
        if (got < 0 && errno == EINTR)
            got = 1;
        else if (got > 0)
            *length += (size_t)got;
    }
    text[*length] = '\0';
    return text;
}

/* Returns -1 if the exit status is lost because the process ignores SIGCHLD. */
static int process_wait_for(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Start a program with output to `to` (-1: discard). Returns 0 or errno. */
static int process_start(char *const *word, int to, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int wrong = posix_spawn_file_actions_init(&actions);
    if (wrong)
        return wrong;
    wrong = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO,
                                             "/dev/null", O_RDONLY, 0);
    if (!wrong && to >= 0)
        wrong = posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO);
    else if (!wrong)
        wrong = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO,
                                                 "/dev/null", O_WRONLY, 0);
    if (!wrong)
        wrong = posix_spawnp(child, word[0], &actions, NULL, word, environ);
    posix_spawn_file_actions_destroy(&actions);
    return wrong;
}

int process_run(struct words *words, char **output, size_t *length,
                struct weft_error *err)
{
    int ends[2] = {-1, -1};
    pid_t child;
    if (words->failed || !words->count)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "the command has too many words");
    if (output && pipe2(ends, O_CLOEXEC))
        return weft_error_system(err, errno, 0, "no pipe");
    int wrong = process_start(words->word, ends[1], &child);
    if (ends[1] >= 0)
        close(ends[1]);
    if (!wrong && output)
        *output = process_read_all(ends[0], length);
    if (ends[0] >= 0)
        close(ends[0]);
    if (wrong)
        return weft_error_system(err, wrong, 0, "cannot run '%s': %s",
                                 words->word[0], strerror(wrong));
    int status = process_wait_for(child);
    if (output && !*output)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (status < 0)
        return weft_error_set(
            err, WEFT_ERROR_SYSTEM, 0,
            "the exit status of '%s' is unknown: SIGCHLD is ignored",
            words->word[0]);
    return status;
}
