/* Proofs: the formula in DIMACS form, and its refutation, written by the
 * program `cadical`. Both appear when they are whole. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "solver.h"

extern char **environ;

#define SOLVER "cadical"
#define REFUTED 20 /* its exit status */

static int write_formula(const struct formula *formula, const char *comment,
                         const char *path, struct weft_error *err)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return weft_error_system(err, errno, 0, "%.200s: %s", path,
                                 strerror(errno));
    fprintf(out, "%sp cnf %d %zu\n", comment, formula->variables,
            formula->clauses);
    for (size_t i = 0; i < formula->literals; i++)
        fprintf(out, formula->literal[i] ? "%d " : "%d\n", formula->literal[i]);
    bool bad = fflush(out) || ferror(out);
    int code = errno;
    if (fclose(out) || bad)
        return weft_error_system(err, code, 0, "%.200s: %s", path,
                                 strerror(code));
    return 0;
}

static int start(const char *formula, const char *proof, pid_t *pid,
                 struct weft_error *err)
{
    char *const arguments[] = {(char *)SOLVER,
                               (char *)"-q",
                               (char *)"--no-binary",
                               (char *)"--no-witness",
                               (char *)formula,
                               (char *)proof,
                               NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null",
                                     O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    int code = posix_spawnp(pid, SOLVER, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (code == ENOENT)
        return weft_error_set(
            err, WEFT_ERROR_LIMIT, 0,
            "no solver that writes proofs: the program '" SOLVER
            "' is not installed");
    if (code)
        return weft_error_system(err, code, 0, "%s: %s", SOLVER,
                                 strerror(code));
    return 0;
}

/* Wait for the solver; end it if the search is stopped. Its exit status; -1:
 * stopped. */
static int finish(pid_t pid, struct signals *signals)
{
    const struct timespec nap = {.tv_nsec = 20000000};
    int status;
    pid_t ended;
    while ((ended = waitpid(pid, &status, WNOHANG)) == 0) {
        if (atomic_load(&signals->stop)) {
            kill(pid, SIGKILL);
            waitpid(pid, &status, 0);
            return -1;
        }
        nanosleep(&nap, NULL);
    }
    return ended == pid && WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

/* Both files take their names. */
static int place(char part[2][512], char whole[2][512], struct weft_error *err)
{
    for (int i = 0; i < 2; i++)
        if (rename(part[i], whole[i]))
            return weft_error_system(err, errno, 0, "%.200s: %s", whole[i],
                                     strerror(errno));
    return 0;
}

static int refute(char part[2][512], char whole[2][512],
                  struct signals *signals, struct weft_error *err)
{
    pid_t pid;
    if (start(part[0], part[1], &pid, err))
        return -1;
    int status = finish(pid, signals);
    if (status == REFUTED)
        return place(part, whole, err);
    if (status < 0)
        return 1;
    return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                          "'" SOLVER "' does not refute %.200s (status %d)",
                          whole[0], status);
}

int refutation_write(const struct formula *formula, const char *comment,
                     const char *name, struct signals *signals,
                     struct weft_error *err)
{
    static const char *const ending[] = {"cnf", "drat"};
    char part[2][512], whole[2][512];
    for (int i = 0; i < 2; i++) {
        int length =
            snprintf(whole[i], sizeof whole[i], "%s.%s", name, ending[i]);
        if (length < 0 || (size_t)length + 8 > sizeof whole[i])
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "the name of the proof is too long");
        snprintf(part[i], sizeof part[i], "%.500s.part", whole[i]);
    }
    int status = write_formula(formula, comment, part[0], err);
    if (!status)
        status = refute(part, whole, signals, err);
    if (status)
        for (int i = 0; i < 2; i++)
            unlink(part[i]);
    return status;
}
