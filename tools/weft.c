/* weft: the program. Finds the command in the table and runs it. */
#include "common/answer.h"
#include "common/command.h"
#include "common/crash.h"
#include "common/editor-lines.h"
#include "common/processes.h"
#include "common/program-version.h"
#include "common/signals.h"
#include "common/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/weft.h>

static void program_help(FILE *out)
{
    fputs(
        "Usage: weft COMMAND [ARGUMENT...]\n"
        "Runs message-passing algorithms on an emulated multicomputer, checks "
        "every step,\nwrites and draws traces.\n\nCommands:\n",
        out);
    for (const struct command *const *c = commands; *c; c++)
        fprintf(out, "  %-10s %s\n", (*c)->name, (*c)->summary);
    fputs("\nweft COMMAND --help lists the options of a command, man "
          "weft-COMMAND "
          "explains\nthem. Start with:\n"
          "  weft compare successive -n hypercube:4\n",
          out);
}

static void usage(FILE *out)
{
    for (const struct command *const *c = commands; *c; c++)
        fprintf(out, "%s weft %s ...\n",
                c == commands ? "Usage:" : "  or: ", (*c)->name);
    fputs("  or:  weft help [COMMAND]\n  or:  weft version\n", out);
}

static const struct command *program_find(const char *name)
{
    for (const struct command *const *c = commands; *c; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

static const char *program_name_of(size_t index)
{
    return commands[index] ? commands[index]->name : NULL;
}

static void program_print_error(const char *what, const struct weft_error *err)
{
    fputs("weft: ", stderr);
    if (what) {
        print_plain(what, stderr);
        fputs(": ", stderr);
    }
    if (err->line)
        fprintf(stderr, "line %u: ", err->line);
    fprintf(stderr, "%s\n", err->text);
}

int complain(int status, const char *what, const struct weft_error *err)
{
    program_print_error(what, err);
    answer_failed(status, what, err);
    return status == EXIT_MISUSE && is_of_system(err) ? EXIT_FAILED : status;
}

static int program_status_of(const struct weft_error *err)
{
    return weft_error_is_misuse(err) ? EXIT_MISUSE : EXIT_FAILED;
}

int complain_of(const struct weft_error *err)
{
    return complain(program_status_of(err), NULL, err);
}

/* Return whether the name is quoted at this position. */
static bool is_quoted(const char *quotation, const char *name)
{
    size_t length = strlen(name);
    if (!strncmp(quotation + 1, "./", 2) && strncmp(name, "./", 2) != 0)
        quotation += 2;
    return !strncmp(quotation + 1, name, length) &&
           quotation[length + 1] == '\'';
}

/* Return whether the message names the file. Messages that do so begin with
 * certain words, quote the name and refer to no line; standard output has no
 * other name. */
static bool program_names_file(const struct weft_error *err, const char *file)
{
    static const char *const begin[] = {"'", "cannot ", "unknown "};
    const char *colon = strchr(file, ':'); /* "FORMAT:FILE" */
    bool about = false;
    if (!strncmp(err->text, "standard ", 9))
        return true;
    for (size_t i = 0; !err->line && i < sizeof begin / sizeof *begin; i++)
        about = about || !strncmp(err->text, begin[i], strlen(begin[i]));
    for (const char *at = about ? strchr(err->text, '\'') : NULL; at;
         at = strchr(at + 1, '\''))
        if (is_quoted(at, file) || (colon && is_quoted(at, colon + 1)))
            return true;
    return false;
}

int complain_of_file(const char *file, const struct weft_error *err)
{
    int status = program_status_of(err);
    if (editor_lines_selected())
        editor_line_print(stderr, editor_lines_file(file), err->line, "error",
                          err->text, "format");
    else
        program_print_error(program_names_file(err, file) ? NULL : file, err);
    answer_failed(status, file, err);
    return status;
}

void remark_on_trace(const char *target)
{
    const char *remark = weft_target_remark(target);
    if (remark)
        fprintf(stderr, "weft: note: %s\n", remark);
}

int close_trace(struct weft_writer *writer, const char *target,
                struct weft_error *err)
{
    struct weft_error lost = {.kind = WEFT_ERROR_NONE};
    const char *loss = weft_writer_loss(writer);
    if (loss)
        weft_error_set(&lost, WEFT_ERROR_EMPTY, 0, "%s", loss);
    if (weft_writer_close(writer, err))
        return -1;
    if (lost.kind)
        complain(EXIT_GOOD, target, &lost);
    return 0;
}

/* Flush standard output; a failure, such as a full disk, becomes the exit
 * status. */
static int program_finish(int status)
{
    static bool told;
    struct weft_error err;
    answer_end();
    bool flushed = !__fpending(stdout) || !fflush(stdout);
    if (told || (flushed && !ferror(stdout)))
        return status;
    told = true;
    weft_error_system(&err, errno, 0, "cannot write standard output: %s",
                      strerror(errno));
    return complain(status ? status : EXIT_FAILED, NULL, &err);
}

/* Flush standard output when argp prints help and exits. */
static void finish_at_exit(void)
{
    if (program_finish(EXIT_GOOD) != EXIT_GOOD)
        _exit(EXIT_FAILED);
}

/* Repair what the parent process may have left: closed standard streams, which
 * the next opened files would replace, and ignored signals. A closed output
 * stays unusable. */
static void program_prepare(void)
{
    static const int ends[] = {SIGHUP,  SIGINT,  SIGTERM,
                               SIGQUIT, SIGPIPE, SIGXCPU};
    for (int fd = 0; fd <= STDERR_FILENO; fd++) {
        int mode = fd == STDOUT_FILENO ? O_RDONLY : O_RDWR;
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", mode) != fd)
            _exit(EXIT_FAILED);
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        signal_catch(ends[i], SIG_DFL, 0);
    /* files that are too large are reported as errors */
    signal(SIGXFSZ, SIG_IGN);
    /* if ignored, the exit statuses of children are lost */
    signal(SIGCHLD, SIG_DFL);
    atexit(finish_at_exit);
}

/* Return whether an argument after the first is --json. */
static bool is_asked_json(int argc, char **argv)
{
    int i = 1;
    while (i < argc && strcmp(argv[i], "--json") != 0 &&
           strcmp(argv[i], "-j") != 0)
        i++;
    return i < argc;
}

/* Run a command; argv[0] is its name. */
static int run_command(int argc, char **argv)
{
    const struct command *command = program_find(argv[0]);
    if (!command) {
        struct weft_error err;
        if (is_asked_json(argc, argv))
            answer_to(stdout);
        if (weft_problem_find(argv[0]))
            weft_error_set(&err, WEFT_ERROR_UNKNOWN, 0,
                           "unknown command '%s', which is a problem; did you "
                           "mean 'run %s'?",
                           argv[0], argv[0]);
        else
            weft_unknown(&err, "command", argv[0], program_name_of);
        return complain(EXIT_MISUSE, NULL, &err);
    }
    char name[32];
    snprintf(name, sizeof name, "weft %s", command->name);
    argv[0] = name;
    crash_watch(argc, argv);
    return command->run(argc, argv);
}

/* `weft help [COMMAND]`; argv[0] is "help". */
static int program_explain(int argc, char **argv)
{
    static char option[] = "--help";
    if (argc < 2) {
        program_help(stdout);
        return EXIT_GOOD;
    }
    struct weft_error err;
    if (argc > 2) {
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "unexpected argument '%.60s': weft help explains one "
                       "command",
                       argv[2]);
        return complain(EXIT_MISUSE, NULL, &err);
    }
    char *arguments[] = {argv[1], option, NULL};
    return run_command(2, arguments);
}

/* Words that are not in the table of commands. */
static const struct {
    const char *word;
    enum program_meaning { COMMAND, HELP, VERSION, USAGE } meaning;
} words[] = {
    {"help", HELP},  {"--help", HELP},     {"-h", HELP},
    {"-?", HELP},    {"version", VERSION}, {"--version", VERSION},
    {"-V", VERSION}, {"--usage", USAGE},
};

static enum program_meaning program_meaning_of(const char *word)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].word, word) == 0)
            return words[i].meaning;
    return COMMAND;
}

/* Execute the arguments; argv[0] is the first one. */
static int obey(int argc, char **argv)
{
    switch (program_meaning_of(argv[0])) {
    case HELP:
        return program_explain(argc, argv);
    case VERSION:
        (is_asked_json(argc, argv) ? version_json : version_print)();
        return EXIT_GOOD;
    case USAGE:
        usage(stdout);
        return EXIT_GOOD;
    case COMMAND:
        break;
    }
    return run_command(argc, argv);
}

int main(int argc, char **argv)
{
    program_prepare();
    weft_files_guard();
    if (argc < 2) {
        program_help(stderr);
        return EXIT_MISUSE;
    }
    int status = processes_join(argc - 1, argv + 1);
    if (!status)
        status = obey(argc - 1, argv + 1);
    return processes_leave(program_finish(status));
}
