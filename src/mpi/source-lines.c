/* Source lines of addresses in the program.
 *
 * addr2line runs as a child process. After a crash the heap of the process may
 * be broken, and the lock of the allocator may be held. Therefore the pipe and
 * the actions of posix_spawn() exist before the run, so that a query allocates
 * no memory. */
#include "mpi/source-lines.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LINES_AT_ONCE 8      /* number of addresses in one query */
#define LINES_PATIENCE 10000 /* milliseconds until addr2line is stopped */

static struct {
    bool open;
    int ends[2];
    posix_spawn_file_actions_t actions;
} lines_pipe;

static struct {
    struct source_line *line; /* [count] */
    size_t count;
} lines_known;

void lines_open(void)
{
    if (pipe2(lines_pipe.ends, O_CLOEXEC))
        return; /* without a pipe, reports contain addresses */
    fcntl(lines_pipe.ends[0], F_SETFL, O_NONBLOCK);
    posix_spawn_file_actions_t *actions = &lines_pipe.actions;
    lines_pipe.open =
        !posix_spawn_file_actions_init(actions) &&
        !posix_spawn_file_actions_adddup2(actions, lines_pipe.ends[1], 1) &&
        !posix_spawn_file_actions_addopen(actions, 2, "/dev/null", O_WRONLY, 0);
    if (!lines_pipe.open) {
        close(lines_pipe.ends[0]);
        close(lines_pipe.ends[1]);
    }
}

void lines_close(void)
{
    free(lines_known.line);
    lines_known.line = NULL;
    lines_known.count = 0;
    if (!lines_pipe.open)
        return;
    posix_spawn_file_actions_destroy(&lines_pipe.actions);
    close(lines_pipe.ends[0]);
    close(lines_pipe.ends[1]);
    lines_pipe.open = false;
}

/* Wait for the end of the child, but not forever. */
static void lines_reap(pid_t child)
{
    int status;
    for (int waited = 0; waitpid(child, &status, WNOHANG) == 0; waited++) {
        if (waited == LINES_PATIENCE)
            kill(child, SIGKILL);
        poll(NULL, 0, 1);
    }
}

/* Run a command and read its output, which fits into the pipe. Returns the
 * number of bytes. */
static size_t lines_ask(char *const argv[], char *text, size_t size)
{
    pid_t child;
    size_t length = 0;
    ssize_t got;
    if (!lines_pipe.open ||
        posix_spawnp(&child, argv[0], &lines_pipe.actions, NULL, argv, environ))
        return 0;
    lines_reap(child);
    while ((got = read(lines_pipe.ends[0], text + length, size - length)) > 0 ||
           (got < 0 && errno == EINTR))
        length += got > 0 ? (size_t)got : 0;
    return length;
}

/* Copy the next line of the output without the discriminator that addr2line
 * appends. Returns the rest of the output. */
static const char *lines_next(const char *text, const char *end, char *line,
                              size_t size)
{
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    size_t length = (size_t)((stop ? stop : end) - text);
    snprintf(line, size, "%.*s", (int)length, text);
    char *more = strstr(line, " (discriminator");
    if (more)
        *more = 0;
    return stop ? stop + 1 : end;
}

static void lines_name(struct source_line *line, const char *program)
{
    if (line->function[0] == '?')
        line->function[0] = 0;
    if (!strchr(line->path, ':') || strchr(line->path, '?'))
        line->path[0] = 0;
    const char *name = strrchr(line->path, '/');
    if (line->path[0])
        snprintf(line->where, sizeof line->where, "%.*s",
                 (int)sizeof line->where - 1, name ? name + 1 : line->path);
    else
        snprintf(line->where, sizeof line->where, "%.200s+0x%lx", program,
                 line->offset);
}

/* Find the lines of addresses in one file. */
static void lines_find_in(const char *path, const char *program,
                          struct source_line *line[], int count)
{
    static char output[16384];
    char place[LINES_AT_ONCE][32];
    char *argv[LINES_AT_ONCE + 5] = {(char *)"addr2line", (char *)"-fC",
                                     (char *)"-e", (char *)path};
    for (int i = 0; i < count; i++) {
        snprintf(place[i], sizeof place[i], "0x%lx", line[i]->offset - 1);
        argv[4 + i] = place[i];
    }
    const char *at = output;
    const char *end = output + lines_ask(argv, output, sizeof output);
    const char *name = strrchr(program, '/');
    for (int i = 0; i < count; i++) {
        at = lines_next(at, end, line[i]->function, sizeof line[i]->function);
        at = lines_next(at, end, line[i]->path, sizeof line[i]->path);
        lines_name(line[i], name ? name + 1 : program);
    }
}

/* Find the lines of addresses in the files of one program. */
static void lines_find_of(const struct program_copies *program,
                          struct source_line *line, int count)
{
    struct source_line *same[LINES_AT_ONCE];
    for (int k = 0; k < program->files; k++) {
        int found = 0;
        for (int i = 0; i < count && found < LINES_AT_ONCE; i++)
            if (line[i].program == program && line[i].file == k)
                same[found++] = &line[i];
        const char *path = program->file[k].path;
        if (found)
            lines_find_in(path, k ? path : program->program, same, found);
    }
}

void lines_find(const struct program_copies *copies, struct source_line *line,
                int count)
{
    for (; copies; copies = copies->next)
        lines_find_of(copies, line, count);
}

int lines_copy_of(const struct program_copies *copies, const void *address)
{
    int count = load_count(copies);
    for (int i = 0; i < count; i++)
        if (load_file_of(copies, i, address) >= 0)
            return i;
    return -1;
}

bool lines_locate(const struct program_copies *copies, int copy,
                  const void *address, struct source_line *line)
{
    line->file = copy < 0 ? -1 : load_file_of(copies, copy, address);
    if (line->file < 0)
        return false;
    line->program = load_part(copies, &copy);
    line->offset =
        (uintptr_t)address - line->program->copy[copy].file[line->file].base;
    return true;
}

static const struct source_line *lines_cached(const struct source_line *line)
{
    for (size_t i = 0; i < lines_known.count; i++)
        if (lines_known.line[i].offset == line->offset &&
            lines_known.line[i].program == line->program &&
            lines_known.line[i].file == line->file)
            return &lines_known.line[i];
    return NULL;
}

const struct source_line *lines_keep(const struct source_line *line)
{
    const struct source_line *cached = lines_cached(line);
    if (cached)
        return cached;
    struct source_line *more = realloc(
        lines_known.line, (lines_known.count + 1) * sizeof *lines_known.line);
    if (!more)
        return line;
    lines_known.line = more;
    more[lines_known.count] = *line;
    return &more[lines_known.count++];
}

const struct source_line *lines_of(const struct program_copies *copies,
                                   int likely, const void *address)
{
    static struct source_line unknown, found;
    snprintf(unknown.where, sizeof unknown.where, "an unknown location");
    if ((likely >= load_count(copies) ||
         !lines_locate(copies, likely, address, &found)) &&
        !lines_locate(copies, lines_copy_of(copies, address), address, &found))
        return &unknown;
    const struct source_line *cached = lines_cached(&found);
    if (cached)
        return cached;
    lines_find(copies, &found, 1);
    return lines_keep(&found);
}

/* Return where the text names a line, not as a part of another name or number;
 * or NULL. */
static const char *line_in(const struct source_line *line, const char *text)
{
    const char *found = line->path[0] ? text : NULL;
    size_t length = strlen(line->where);
    while (found && (found = strstr(found, line->where))) {
        bool begins = found == text || strchr(" (", found[-1]);
        if (begins && (found[length] < '0' || found[length] > '9'))
            return found;
        found += length;
    }
    return NULL;
}

const struct source_line *lines_mentioned(const char **text)
{
    const struct source_line *first = NULL;
    const char *at = NULL;
    for (size_t i = 0; i < lines_known.count; i++) {
        const char *found = line_in(&lines_known.line[i], *text);
        if (found && (!at || found < at)) {
            at = found;
            first = &lines_known.line[i];
        }
    }
    if (first)
        *text = at + strlen(first->where);
    return first;
}
