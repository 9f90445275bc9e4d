/* The refutation of a formula from refutations of its cubes. A clause that
 * follows from the formula and a cube, together with the negated literals of
 * the cube, follows from the formula. So each line of a cube's proof is
 * extended by these literals; the last line of the cube then says that the cube
 * is impossible. The clauses of two sibling cubes imply that of the node above
 * them, and in the end the empty clause. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "cubes.h"
#include "trace/io/temporary.h"

struct cube_refutation {
    int proof;  /* file with the solver's proof; -1: none */
    int status; /* as that of refutation_solve() */
    struct weft_error err;
};

struct cube_refutations {
    const struct formula *formula;
    const struct cubes *cubes;
    atomic_bool *stop;
    struct cube_refutation *one; /* [cubes->count] each used by one thread */
};

/* ---- the proof of a cube ---- */

static int cube_solve_file(const struct cube_refutations *all, int i, int input,
                           struct weft_error *err)
{
    struct cube_refutation *one = &all->one[i];
    int code = refutation_write_formula(
        input, all->formula, all->cubes->cube[i].literal, "", all->stop);
    if (!code && lseek(input, 0, SEEK_SET) < 0)
        code = errno;
    if (code)
        return weft_error_system(
            err, code, 0, "cannot write a temporary file: %s", strerror(code));
    if (atomic_load(all->stop))
        return 1;
    char *path = format_text("/proc/self/fd/%d", one->proof);
    int status = path
                     ? refutation_solve(input, one->proof, path, all->stop, err)
                     : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    free(path);
    return status;
}

static void cube_refute(void *arg, int i)
{
    struct cube_refutations *all = arg;
    struct cube_refutation *one = &all->one[i];
    int input = -1;
    one->status = 1;
    one->proof = -1;
    if (atomic_load(all->stop))
        return;
    one->status = temporary_open(&one->proof, &one->err);
    if (!one->status && !(one->status = temporary_open(&input, &one->err)))
        one->status = cube_solve_file(all, i, input, &one->err);
    if (input >= 0)
        close(input);
    if (one->status)
        atomic_store(all->stop, true);
}

/* ---- the lines of all proofs ---- */

static void put_negated(FILE *out, const int *cube, int length)
{
    for (int i = 0; i < length; i++)
        fprintf(out, "%d ", -cube[i]);
    fputs("0\n", out);
}

/* Return whether a line of a proof contains a literal of the cube or its
 * negation: the solver removes such clauses and derives none. */
static bool line_has_cube(const char *line, const struct cube *cube)
{
    char *end;
    for (const char *at = line + (*line == 'd');; at = end) {
        long literal = strtol(at, &end, 10);
        if (!literal)
            return false;
        for (int i = 0; i < cube->length; i++)
            if (labs(literal) == labs(cube->literal[i]))
                return true;
    }
}

static void cube_copy_lines(FILE *in, FILE *out, const struct cube *cube)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, in)) >= 2) {
        if (line_has_cube(line, cube))
            continue;
        fwrite(line, 1, (size_t)length - 2, out); /* without "0\n" */
        put_negated(out, cube->literal, cube->length);
    }
    free(line);
}

/* Return the length of the common path of two neighbouring cubes, 0 after the
 * last one. */
static int cubes_common(const struct cubes *cubes, int i)
{
    const struct cube *cube = &cubes->cube[i];
    int common = 0;
    while (i + 1 < cubes->count && common < cube->length &&
           cube[1].literal[common] == cube->literal[common])
        common++;
    return common;
}

/* Append the proof of a cube, and the clauses of the nodes above it that are
 * complete. Returns 0, or an errno value. */
static int append_cube(FILE *out, const struct cube_refutations *all, int i)
{
    const struct cube *cube = &all->cubes->cube[i];
    FILE *in = fdopen(all->one[i].proof, "r");
    if (!in)
        return errno;
    all->one[i].proof = -1;
    rewind(in);
    cube_copy_lines(in, out, cube);
    int code = ferror(in) ? EIO : 0;
    fclose(in);
    int above = i + 1 < all->cubes->count ? cubes_common(all->cubes, i) + 1 : 0;
    for (int length = cube->length; length >= above; length--)
        put_negated(out, cube->literal, length);
    return code;
}

static int append_all(int fd, const struct cube_refutations *all,
                      struct weft_error *err)
{
    int copy = dup(fd), code = 0;
    FILE *out = copy < 0 ? NULL : fdopen(copy, "w");
    if (!out) {
        code = errno;
        if (copy >= 0)
            close(copy);
    }
    for (int i = 0; !code && i < all->cubes->count; i++)
        code = append_cube(out, all, i);
    if (out && (fflush(out) || ferror(out)) && !code)
        code = errno;
    if (out && fclose(out) && !code)
        code = errno;
    return code ? weft_error_system(err, code, 0, "cannot write the proof: %s",
                                    strerror(code))
                : 0;
}

/* Return the status of all cubes, with the first error. */
static int refutations_status(const struct cube_refutations *all,
                              struct weft_error *err)
{
    int status = 0;
    for (int i = 0; i < all->cubes->count; i++) {
        if (all->one[i].status < 0) {
            *err = all->one[i].err;
            return -1;
        }
        if (all->one[i].status)
            status = 1;
    }
    return status;
}

int cubes_refute(int out, const struct formula *formula, int most, int jobs,
                 atomic_bool *stop, struct weft_error *err)
{
    struct cubes cubes;
    struct cube_refutations all = {formula, &cubes, stop, NULL};
    int status = -1;
    if (cubes_split(&cubes, formula, most, stop) == 0)
        all.one = calloc((size_t)cubes.count, sizeof *all.one);
    if (all.one) {
        cubes_each(cubes.count, jobs, cube_refute, &all);
        status = refutations_status(&all, err);
        if (!status)
            status = append_all(out, &all, err);
        for (int i = 0; i < cubes.count; i++)
            if (all.one[i].proof >= 0)
                close(all.one[i].proof);
    } else {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    }
    free(all.one);
    cubes_finish(&cubes);
    return status;
}
