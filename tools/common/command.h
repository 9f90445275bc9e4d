/* The commands of weft: one row, one folder tools/NAME each. */
#ifndef WEFT_TOOLS_COMMAND_H
#define WEFT_TOOLS_COMMAND_H

#include <stdint.h>
#include <weft/error.h>

struct command {
    const char *name;
    const char *summary; /* one line, for `weft --help` */
    /* argv[0] is "weft NAME". Returns the exit status. */
    int (*run)(int argc, char **argv);
};

extern const struct command *const commands[]; /* NULL at the end */

/* Exit statuses; misuse is EX_USAGE. */
enum { EXIT_GOOD = 0, EXIT_FAILED = 1, EXIT_NOT_JUDGED = 2, EXIT_MISUSE = 64 };

/* "1 file", "2 files": what follows the word. */
static inline const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* Did the system refuse memory, a thread or a file? Then nothing is wrong with
 * what was asked for. */
static inline bool is_of_system(const struct weft_error *err)
{
    return err->kind == WEFT_ERROR_MEMORY || err->kind == WEFT_ERROR_SYSTEM;
}

/* Print "weft: TEXT" (with the line of the input if there is one) to standard
 * error; returns `status`, but EXIT_FAILED instead of EXIT_MISUSE if the system
 * refused. `what` is a file name or NULL. */
int complain(int status, const char *what, const struct weft_error *err);

/* The same of wrong use, or of what failed, as the error's kind says. */
int complain_of(const struct weft_error *err);

/* The same for a trace that could not be read or opened for writing: the text
 * names the file. Returns EXIT_MISUSE if the name was wrong, else
 * EXIT_FAILED. */
int complain_of_file(const char *file, const struct weft_error *err);

/* A line to standard error, if there is something to know about the name of a
 * trace that has been written. */
void remark_on_trace(const char *target);

#endif
