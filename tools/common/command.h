/* The commands of weft: one row, one folder tools/NAME each. */
#ifndef WEFT_TOOLS_COMMAND_H
#define WEFT_TOOLS_COMMAND_H

#include <stdint.h>
#include <weft/error.h>

struct command {
    const char *name;
    const char *summary; /* one line for `weft --help` */
    /* argv[0] is "weft NAME". Returns the exit status. */
    int (*run)(int argc, char **argv);
};

extern const struct command *const commands[]; /* the list ends with NULL */

/* Exit statuses; EXIT_MISUSE is EX_USAGE. */
enum { EXIT_GOOD = 0, EXIT_FAILED = 1, EXIT_NOT_JUDGED = 2, EXIT_MISUSE = 64 };

/* Return the plural ending: "1 file", "2 files". */
static inline const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* Return whether the error is a lack of memory, threads or files; then the
 * request itself is not wrong. */
static inline bool is_of_system(const struct weft_error *err)
{
    return err->kind == WEFT_ERROR_MEMORY || err->kind == WEFT_ERROR_SYSTEM;
}

/* Print "weft: TEXT" (with the line of the input, if any) to standard error.
 * `what` is a file name or NULL. Returns `status`, but EXIT_FAILED instead of
 * EXIT_MISUSE on a system error. */
int complain(int status, const char *what, const struct weft_error *err);

/* Print the error like complain(), with the status that its kind implies:
 * misuse or failure. */
int complain_of(const struct weft_error *err);

/* Print the error of a trace that cannot be read or created, like complain();
 * the text names the file. Returns EXIT_MISUSE if the name is wrong, otherwise
 * EXIT_FAILED. */
int complain_of_file(const char *file, const struct weft_error *err);

/* Print a note to standard error if the name of a written trace deserves
 * one. */
void remark_on_trace(const char *target);
struct weft_writer;

/* Close a writer, and print what its format has lost. Returns 0, or -1 with
 * err. */
int close_trace(struct weft_writer *writer, const char *target,
                struct weft_error *err);

#endif
