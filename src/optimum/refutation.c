/* Proofs: the formula in DIMACS format, and its refutation written by the
 * program `cadical`. Both files get their names when they are complete; until
 * then they are unnamed or have unpredictable names
 * (src/trace/io/atomic-file.c). The solver reads the formula from standard
 * input and writes the refutation to an inherited descriptor. */
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

#include "base/base.h"
#include "base/system/playground.h"
#include "optimum/cubes/cubes.h"
#include "solver.h"
#include "trace/io/atomic-file.h"

extern char **environ;

#define SOLVER "cadical"
#define REFUTED 20 /* exit status for "unsatisfiable" */

struct refutation {
    struct atomic_file formula, proof; /* the files NAME.cnf and NAME.drat */
    char *name; /* NAME without extension, for messages */
};

/* ---- opened before the search, so that errors are reported before it ---- */

static int no_solver(struct weft_error *err)
{
    if (WEFT_PLAYGROUND)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              NOT_IN_PLAYGROUND "proofs as files (--proof)");
    return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                          "no solver that writes proofs: the program '" SOLVER
                          "' is not installed");
}

static bool refutation_is_program(const char *folder, size_t length)
{
    char *path = format_text("%.*s/" SOLVER, (int)length, folder);
    bool found = path && access(path, X_OK) == 0;
    free(path);
    return found;
}

/* Return whether posix_spawnp() can find the solver. Other errors are reported
 * when it starts. */
static bool has_solver(void)
{
    const char *path = WEFT_PLAYGROUND ? "" : getenv("PATH");
    for (const char *at = path; at;) {
        size_t length = strcspn(at, ":");
        if (refutation_is_program(length ? at : ".", length ? length : 1))
            return true;
        at = at[length] ? at + length + 1 : NULL;
    }
    return !path;
}

/* Open a regular file, not a pipe or device: the solver reads what was
 * written. */
static int refutation_open_file(struct atomic_file *file, const char *name,
                                const char *ending, struct weft_error *err)
{
    char *path = format_text("%s.%s", name, ending);
    int status = -1;
    if (!path) {
        *file = (struct atomic_file){.fd = -1};
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    }
    if (atomic_file_open(file, path, err) == 0)
        status = file->direct
                     ? weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                                      "cannot write '%.200s': it is not a file",
                                      path)
                     : 0;
    free(path);
    return status;
}

struct refutation *refutation_open(const char *name, struct weft_error *err)
{
    if (!has_solver()) {
        no_solver(err);
        return NULL;
    }
    struct refutation *r = calloc(1, sizeof *r);
    if (!r) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    r->formula.fd = r->proof.fd = -1;
    r->name = format_text("%s", name);
    if (!r->name)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (!r->name || refutation_open_file(&r->formula, name, "cnf", err) ||
        refutation_open_file(&r->proof, name, "drat", err)) {
        refutation_close(r);
        return NULL;
    }
    return r;
}

void refutation_close(struct refutation *r)
{
    if (!r)
        return;
    atomic_file_close(&r->formula);
    atomic_file_close(&r->proof);
    free(r->name);
    free(r);
}

/* ---- the formula ---- */

static int refutation_cannot(const struct refutation *r, const char *ending,
                             int code, struct weft_error *err)
{
    return weft_error_system(err, code, 0, "%.200s.%s: %s", r->name, ending,
                             strerror(code));
}

int refutation_write_formula(int fd, const struct formula *formula,
                             const int *cube, const char *comment,
                             const atomic_bool *stop)
{
    size_t units = 0;
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    FILE *out = copy < 0 ? NULL : fdopen(copy, "w");
    if (!out) {
        int code = errno;
        if (copy >= 0)
            close(copy);
        return code;
    }
    while (cube && cube[units])
        units++;
    fprintf(out, "%sp cnf %d %zu\n", comment, formula->variables,
            formula->clauses + units);
    for (size_t i = 0; i < formula->literals && !atomic_load(stop); i++)
        fprintf(out, formula->literal[i] ? "%d " : "%d\n", formula->literal[i]);
    for (size_t i = 0; i < units; i++)
        fprintf(out, "%d 0\n", cube[i]);
    bool bad = fflush(out) || ferror(out);
    int code = errno;
    return fclose(out) || bad ? code : 0;
}

/* ---- the solver ---- */

/* Return the temporary path of a file, or NULL if memory is short. */
static char *refutation_path_of(const struct atomic_file *file)
{
    return file->beside ? format_text("%s", file->beside)
                        : format_text("/proc/self/fd/%d", file->fd);
}

/* Start the solver with the formula as standard input. The proof's descriptor
 * stays open in it. */
static int spawn(pid_t *pid, int input, int proof, const char *path)
{
    char *const arguments[] = {(char *)SOLVER,
                               (char *)"-q",
                               (char *)"--no-binary",
                               (char *)"--no-witness",
                               (char *)"-",
                               (char *)path,
                               NULL};
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);
    if (code)
        return code;
    if (!(code = posix_spawn_file_actions_adddup2(&actions, input,
                                                  STDIN_FILENO)) &&
        !(code = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO,
                                                  "/dev/null", O_WRONLY, 0)) &&
        !(code = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO,
                                                  STDERR_FILENO)) &&
        !(code = posix_spawn_file_actions_adddup2(&actions, proof, proof)))
        code = posix_spawnp(pid, SOLVER, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

/* Return whether a signal ended the solver that a terminal or `timeout` sends
 * to this process, too. */
static bool refutation_is_interrupted(int status)
{
    int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return number == SIGINT || number == SIGTERM || number == SIGHUP;
}

/* Wait for the solver, and kill it if the search is stopped. Returns its exit
 * status, or 0 if a signal ended it; -1: stopped or interrupted; -2: the status
 * is lost because the process ignores SIGCHLD. */
static int refutation_finish(pid_t pid, atomic_bool *stop)
{
    const struct timespec nap = {.tv_nsec = 20000000};
    int status;
    pid_t ended;
    while ((ended = waitpid(pid, &status, WNOHANG)) == 0) {
        if (atomic_load(stop)) {
            kill(pid, SIGKILL);
            waitpid(pid, &status, 0);
            return -1;
        }
        nanosleep(&nap, NULL);
    }
    if (ended < 0)
        return -2;
    if (refutation_is_interrupted(status))
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

/* Give both files their names, or neither. */
static int refutation_take(struct refutation *r, struct weft_error *err)
{
    const struct atomic_file *wrong;
    int code = atomic_file_take_both(&r->formula, &r->proof, &wrong);
    if (!code)
        return 0;
    return refutation_cannot(r, wrong == &r->proof ? "drat" : "cnf", code, err);
}

int refutation_solve(int input, int proof, const char *path, atomic_bool *stop,
                     struct weft_error *err)
{
    pid_t pid;
    int code = spawn(&pid, input, proof, path);
    if (code == ENOENT)
        return no_solver(err);
    if (code)
        return weft_error_system(err, code, 0, "%s: %s", SOLVER,
                                 strerror(code));
    int status = refutation_finish(pid, stop);
    if (status == REFUTED)
        return 0;
    if (status == -1)
        return 1;
    if (status < 0)
        return weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                              "how '" SOLVER "' ended is not known: SIGCHLD is "
                              "ignored");
    return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                          "'" SOLVER "' does not refute the formula (status "
                          "%d)",
                          status);
}

/* Refute the formula that was written, as a whole. */
static int refutation_whole(const struct refutation *r, atomic_bool *stop,
                            struct weft_error *err)
{
    char *formula = refutation_path_of(&r->formula),
         *proof = refutation_path_of(&r->proof);
    int status = -1, code = ENOMEM, input = -1;
    if (formula && proof && (input = open(formula, O_RDONLY | O_CLOEXEC)) < 0)
        code = errno;
    if (input >= 0) {
        status = refutation_solve(input, r->proof.fd, proof, stop, err);
        close(input);
    } else {
        refutation_cannot(r, "cnf", code, err);
    }
    free(formula);
    free(proof);
    return status;
}

int refutation_write(struct refutation *r, const struct formula *formula,
                     const char *comment, int cubes, int jobs,
                     atomic_bool *stop, struct weft_error *err)
{
    int code =
        refutation_write_formula(r->formula.fd, formula, NULL, comment, stop);
    if (code)
        return refutation_cannot(r, "cnf", code, err);
    if (atomic_load(stop))
        return 1; /* the formula may be incomplete */
    int status =
        cubes > 1 ? cubes_refute(r->proof.fd, formula, cubes, jobs, stop, err)
                  : refutation_whole(r, stop, err);
    return status ? status : refutation_take(r, err);
}
